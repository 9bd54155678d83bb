"""A tool of the team's own, in Slack: its card shows what it would do, and people see how far it is."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fakes.openai.script import call, reply
from tests.flows.house import Desk, InProcess, story
from tests.flows.room import Room

REFUND = """
import pathlib
import time

from deskmate.tools import Preview, Progress, tool

HERE = pathlib.Path(__file__).parent

@tool
def refund(order: str, progress: Progress) -> str:
    "Give money back."
    progress("1 of 2: found the order")
    while not (HERE / "go").exists():
        time.sleep(0.01)
    (HERE / "paid").write_text("0")
    return "gave it back"

@refund.preview
def would_refund(order: str) -> Preview:
    now = (HERE / "paid").read_text()
    return Preview(f"- paid: {now}\\n+ paid: 0", version=now)
"""


def stock(folder: Path) -> None:
    """Where tools are: theirs, and what it works on."""
    folder.mkdir()
    (folder / "shop.py").write_text(REFUND)
    (folder / "paid").write_text("10")


class Shop(Desk):
    @property
    def tools(self) -> Path:
        return self.folder / "workspace" / "tools"

    def furnish(self, cyd: str, settings: str = "") -> None:
        super().furnish(cyd, settings)
        stock(self.tools)
        (self.tools / "broken.py").write_text(f"{REFUND}\n1 / 0\n")


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shop]:
    with pytest.MonkeyPatch.context() as process:
        yield from Shop.lived_in(tmp_path_factory.mktemp("desk"), InProcess(), process)


@story
async def test_what_was_shown_is_what_runs_and_people_see_how_far_it_is(desk: Shop, room: Room) -> None:
    room.model_will(reply("", call("refund", order="7")), reply("Done."))
    await room.mentions(desk.bob, "give the money back for order 7")
    card = await room.card("Use refund?")
    assert "- paid: 10" in card.shown
    (desk.tools / "paid").write_text("5")
    await room.clicks(desk.bob, card, "Approve")
    again = await room.card("- paid: 5")
    assert "has changed since I asked" in again.shown
    await room.clicks(desk.bob, again, "Approve")
    desk.passes(60)
    await room.reads("1 of 2: found the order")
    (desk.tools / "go").touch()
    await room.reads("Done.")
    assert (desk.tools / "paid").read_text() == "0"
    assert "gave it back" in (await room.asked(2)).said
