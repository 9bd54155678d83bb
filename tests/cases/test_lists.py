"""What is looked for over many conversations."""

from pathlib import Path

from adapters.storage.journal import SqlJournal
from bot.wakeups import listed
from harness.chat.people import Place
from harness.context.model import Reply
from harness.context.snapshot import latest
from harness.sessions import facts as f
from harness.sessions.index import listing
from harness.sessions.threads import short
from harness.tools.heartbeats import OWN, HeartbeatConfig
from harness.tools.schedules import Interval
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


def test_what_waits_in_a_channel_is_found_however_much_waits_elsewhere(tmp_path: Path):
    async def story() -> None:
        bob = await crowded(tmp_path)
        assert "Create a.md (new file, 1 line)?" in await bob.commands("approvals", place=CHANNEL, wide=True)
        await bob.ends()

    play(story)


def test_what_waits_for_somebody_is_on_their_home_tab_however_much_waits_for_others(tmp_path: Path):
    async def story() -> None:
        bob = await crowded(tmp_path)
        assert len((await bob.parts.commands.home_view(BOB)).waiting) == 1
        await bob.ends()

    play(story)


def test_what_waits_in_a_channel_is_stopped_however_much_waits_elsewhere(tmp_path: Path):
    async def story() -> None:
        bob = await crowded(tmp_path)
        told = await bob.commands("stop", place=CHANNEL, wide=True)
        assert not (await bob.session()).turn, told
        await bob.ends()

    play(story)


def test_an_old_conversation_of_a_channel_is_gone_on_with_however_many_there_are(tmp_path: Path):
    async def story() -> None:
        bob = Colleague(tmp_path, Scripted(answers=lambda request: Reply("well")))
        for number in range(OTHERS):
            bob.clock.now += 1.0
            await bob.says("hello", place=Place("slack", "T", "CDEV", str(number)))
        old = short(await bob.thread(Place("slack", "T", "CDEV", "0")))
        assert not await bob.commands("switch", old, place=Place("slack", "T", "CDEV", "1"))
        await bob.ends()

    play(story)


def test_what_waits_by_the_clock_is_listed_for_whoever_runs_us_however_much_waits(tmp_path: Path):
    most = 1_010

    async def story() -> None:
        with SqlJournal.open(f"sqlite:///{tmp_path / 'a.db'}", lambda: 0.0) as journal:
            for number in range(most):
                place = Place("slack", "T", f"C{number}", "")
                thread = f"{number:08x}"
                await journal.append(thread, [f.HeartbeatSet(BOB, place, HeartbeatConfig(OWN, Interval(300.0)))])
                if number:
                    generation, session = (
                        (await journal.take(thread)).generation,
                        await latest(journal, journal, thread),
                    )
                    await journal.rest(thread, session.head, generation, None, listing(session))
            assert len(await listed(journal)) == most

    play(story)
