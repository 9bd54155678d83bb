"""What is looked for over many conversations."""

from pathlib import Path

import pytest

from harness.chat.people import Place
from tests.cases.colleague import BOB, DEE, HERE, Colleague, Scripted, calls, play

OTHERS = 520
CHANNEL = Place(HERE.platform, HERE.team, HERE.channel)


async def crowded(folder: Path) -> Colleague:
    """One ask waits here, of Bob; after it more conversations wait elsewhere than any list is long, of others."""
    asks = calls(("write_file", '{"file_path": "/a.md", "content": "x"}'))
    bob = Colleague(folder, Scripted(answers=lambda request: asks))
    await bob.says("write it")
    for number in range(OTHERS):
        bob.clock.now += 1.0
        await bob.says("write it", DEE, Place("slack", "T", f"C{number}", "1"))
    return bob


B1 = "B1: only the newest 500 conversations that wait, wherever they are, are looked through"


@pytest.mark.xfail(strict=True, raises=AssertionError, reason=f"{B1} for those of a channel.")
def test_what_waits_in_a_channel_is_found_however_much_waits_elsewhere(tmp_path: Path):
    async def story() -> None:
        bob = await crowded(tmp_path)
        assert "May I use write_file?" in await bob.commands("approvals", place=CHANNEL, wide=True)
        await bob.ends()

    play(story)


@pytest.mark.xfail(strict=True, raises=AssertionError, reason=f"{B1} for those that one person may decide.")
def test_what_waits_for_somebody_is_on_their_home_tab_however_much_waits_for_others(tmp_path: Path):
    async def story() -> None:
        bob = await crowded(tmp_path)
        assert len((await bob.parts.commands.home_view(BOB)).waiting) == 1
        await bob.ends()

    play(story)


@pytest.mark.xfail(strict=True, raises=AssertionError, reason=f"{B1} for the turn that is to be stopped in a channel.")
def test_what_waits_in_a_channel_is_stopped_however_much_waits_elsewhere(tmp_path: Path):
    async def story() -> None:
        bob = await crowded(tmp_path)
        told = await bob.commands("stop", place=CHANNEL, wide=True)
        assert not (await bob.session()).turn, told
        await bob.ends()

    play(story)
