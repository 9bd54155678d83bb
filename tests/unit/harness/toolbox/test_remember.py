"""A note is kept for whom it may be, once, and one that corrects another replaces it."""

import asyncio
import json
from dataclasses import replace
from pathlib import Path

import pytest

from harness.chat.people import Place
from harness.chat.port import NotThere
from harness.context.notes import NoteLayer, NoteUnknown
from harness.toolbox.remember import LONGEST, remember
from harness.tools.calls import Quoted, ToolCall, ToolResult
from harness.tools.changes import NoteWritten
from harness.tools.masks import Masks
from harness.tools.previews import Unfeasible
from harness.tools.runner import Runner
from harness.tools.tool import ToolContext
from tests.unit.harness.toolbox.keeping import BOB, CHANNEL, PRIVATE, foreseen, memory, note, run, texts
from tests.unit.harness.toolbox.rooms import Ops

MINE = NoteLayer("person", BOB.id)
SAID = Quoted("t", "m1")


@pytest.mark.parametrize(
    ("place", "layer"), [(CHANNEL, "place"), (CHANNEL, "team"), (PRIVATE, "person"), (PRIVATE, "team")]
)
def test_it_is_told_in_the_next_turn_there(tmp_path: Path, place: Place, layer: str) -> None:
    with memory(tmp_path) as kept:
        result = run(remember(kept, Ops(), lambda: 1.0), place, text=" Bob drinks tea. ", layer=layer)
        [written] = result.changes
        assert isinstance(written, NoteWritten)
        assert result.text == f"Noted, as {written.id}."
        assert written.id.startswith(f"{layer}-")
        assert texts(kept, place) == ["Bob drinks tea."]


@pytest.mark.parametrize(("place", "layer"), [(CHANNEL, "person"), (PRIVATE, "place")])
def test_for_whom_it_cannot_be_from_here_it_is_not_kept_and_that_is_said(
    tmp_path: Path, place: Place, layer: str
) -> None:
    with memory(tmp_path) as kept:
        result = run(remember(kept, Ops(), lambda: 1.0), place, text="Bob drinks tea.", layer=layer)
        assert not result.ok
        assert result.text.startswith("Not noted: from here, notes can be kept for team or ")
        tool = remember(kept, Ops(), lambda: 1.0)
        with pytest.raises(NoteUnknown, match=r"^from here, notes can be kept for team or [a-z]+$"):
            foreseen(tool, place, text="Bob drinks tea.", layer=layer)
        assert texts(kept, place) == []


@pytest.mark.parametrize("private", [True, False])
def test_what_was_said_in_a_thread_that_fewer_see_than_its_channel_is_told_there_alone(
    tmp_path: Path, private: bool
) -> None:
    channel = Place("discord", "T", "C1")
    thread, other = replace(channel, thread="7"), replace(channel, thread="8")

    class Here(Ops):
        async def shown(self, place: Place, where: Place) -> bool:
            return not private

    with memory(tmp_path) as kept:
        run(remember(kept, Here(), lambda: 1.0), thread, text="The price is nine.", layer="place")
        assert texts(kept, thread) == ["The price is nine."]
        assert texts(kept, other) == texts(kept, channel) == ([] if private else ["The price is nine."])


def test_where_it_cannot_be_known_who_reads_a_thread_its_notes_are_its_own(tmp_path: Path) -> None:
    class Away(Ops):
        async def shown(self, place: Place, where: Place) -> bool:
            raise NotThere("it cannot be reached")

    channel = Place("discord", "T", "C1")
    with memory(tmp_path) as kept:
        run(remember(kept, Away(), lambda: 1.0), replace(channel, thread="7"), text="Nine.", layer="place")
        assert texts(kept, channel) == []


def test_a_call_that_runs_twice_keeps_it_once(tmp_path: Path) -> None:
    with memory(tmp_path) as kept:
        for _ in range(2):
            run(remember(kept, Ops(), lambda: 1.0), CHANNEL, text="Staging is alpha.", layer="place")
        assert texts(kept, CHANNEL) == ["Staging is alpha."]


def test_what_it_corrects_is_replaced_and_named(tmp_path: Path) -> None:
    with memory(tmp_path, note("person-1", MINE, "Bob drinks tea.")) as kept:
        result = run(
            remember(kept, Ops(), lambda: 1.0), PRIVATE, text="Bob drinks coffee.", layer="person", replaces="person-1"
        )
        [written] = result.changes
        assert isinstance(written, NoteWritten)
        assert (written.instead, written.replaces) == ("Bob drinks tea.", "person-1")
        again = {"text": "Bob drinks water.", "layer": "person", "replaces": written.id}
        blocks = foreseen(remember(kept, Ops(), lambda: 1.0), PRIVATE, **again).blocks
        assert [(block.name, block.text) for block in blocks] == [
            ("note", "Bob drinks water."),
            ("earlier note", "Bob drinks coffee."),
        ]
        assert texts(kept, PRIVATE) == ["Bob drinks coffee."]


def test_what_is_not_told_here_is_not_replaced_and_nothing_is_kept(tmp_path: Path) -> None:
    with memory(tmp_path, note("person-1", MINE, "Bob drinks tea.")) as kept:
        result = run(remember(kept, Ops(), lambda: 1.0), CHANNEL, text="No.", layer="place", replaces="person-1")
        assert not result.ok
        assert texts(kept, CHANNEL) == []
        assert texts(kept, PRIVATE) == ["Bob drinks tea."]


@pytest.mark.parametrize(
    "wrong",
    [{"layer": "team"}, {"layer": "town", "text": "x"}, {"layer": "team", "text": "x" * (LONGEST + 1)}],
)
def test_what_is_no_note_is_not_kept(tmp_path: Path, wrong: dict[str, str]) -> None:
    with memory(tmp_path) as kept:
        assert not run(remember(kept, Ops(), lambda: 1.0), CHANNEL, **wrong).ok
        assert texts(kept, CHANNEL) == []


def test_a_note_like_another_covers_what_that_does(tmp_path: Path) -> None:
    with memory(tmp_path, note("person-1", MINE, "Bob drinks coffee.")) as kept:
        asyncio.run(kept.write(note("team-1", NoteLayer("team", "T"), "Coffee is out."), [SAID], "", ()))
        run(remember(kept, Ops(), lambda: 1.0), PRIVATE, text="The coffee is out, says Bob.", layer="person")
        assert asyncio.run(kept.void(*SAID)) == 2
        assert texts(kept, PRIVATE) == ["Bob drinks coffee."]


@pytest.mark.parametrize("text", ["The CI token is ghp_0123456789abcdefghijABCDEFGHIJ.", "x" * 100_000])
def test_what_looks_like_a_secret_or_is_a_book_is_no_note(tmp_path: Path, text: str) -> None:
    with memory(tmp_path) as kept:
        result = run(remember(kept, Ops(), lambda: 1.0), CHANNEL, text=text, layer="place")
        assert not result.ok
        assert "ghp_" not in result.text
        assert texts(kept, CHANNEL) == []


def test_what_is_known_to_be_secret_is_not_noted(tmp_path: Path) -> None:
    async def masking() -> Masks:
        return Masks({"hunter22": "PASSWORD"})

    with memory(tmp_path) as kept:
        tool = remember(kept, Ops(), lambda: 1.0)
        call = ToolCall("1.1.0", tool.name, json.dumps({"text": "It is hunter22.", "layer": "team"}))
        context = ToolContext(call, "thread", requester=BOB, place=CHANNEL)
        result = asyncio.run(Runner({tool.name: tool}, masking=masking).run(call, context))
        assert isinstance(result, ToolResult)
        assert result.text.startswith("Not noted: it has what looks like a secret in it")
        assert texts(kept, CHANNEL) == []


def test_what_one_person_alone_reads_is_not_replaced_by_what_all_read_nor_shown_to_them(tmp_path: Path) -> None:
    with memory(tmp_path, note("person-1", MINE, "My pin is a secret.")) as kept:
        tool = remember(kept, Ops(), lambda: 1.0)
        given = {"text": "The pin is changed.", "layer": "team", "replaces": "person-1"}
        assert not run(tool, PRIVATE, **given).ok
        call = ToolCall("1.1.0", tool.name, json.dumps(given))
        context = ToolContext(call, "thread", requester=BOB, place=PRIVATE)
        seen = asyncio.run(Runner({tool.name: tool}, (NoteUnknown,)).preview(call, context))
        assert isinstance(seen, Unfeasible)
        assert "secret" not in str(seen)
        assert texts(kept, PRIVATE) == ["My pin is a secret."]
