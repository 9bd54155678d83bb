"""A note is kept for whom it may be, once, and one that corrects another replaces it."""

import asyncio
from pathlib import Path

import pytest

from harness.chat.people import Place
from harness.context.notes import NoteLayer, NoteUnknown
from harness.toolbox.remember import LONGEST, remember
from harness.tools.calls import Quoted
from harness.tools.changes import NoteWritten
from tests.unit.harness.toolbox.keeping import BOB, CHANNEL, PRIVATE, foreseen, memory, note, run, texts

MINE = NoteLayer("person", BOB.id)
SAID = Quoted("t", "m1")


@pytest.mark.parametrize(
    ("place", "layer"), [(CHANNEL, "place"), (CHANNEL, "team"), (PRIVATE, "person"), (PRIVATE, "team")]
)
def test_it_is_told_in_the_next_turn_there(tmp_path: Path, place: Place, layer: str) -> None:
    with memory(tmp_path) as kept:
        result = run(remember(kept, lambda: 1.0), place, text=" Bob drinks tea. ", layer=layer)
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
        result = run(remember(kept, lambda: 1.0), place, text="Bob drinks tea.", layer=layer)
        assert not result.ok
        assert result.text.startswith("Not noted: from here, notes can be kept for team or ")
        tool = remember(kept, lambda: 1.0)
        with pytest.raises(NoteUnknown, match=r"^from here, notes can be kept for team or [a-z]+$"):
            foreseen(tool, place, text="Bob drinks tea.", layer=layer)
        assert texts(kept, place) == []


def test_a_call_that_runs_twice_keeps_it_once(tmp_path: Path) -> None:
    with memory(tmp_path) as kept:
        for _ in range(2):
            run(remember(kept, lambda: 1.0), CHANNEL, text="Staging is alpha.", layer="place")
        assert texts(kept, CHANNEL) == ["Staging is alpha."]


def test_what_it_corrects_is_replaced_and_named(tmp_path: Path) -> None:
    with memory(tmp_path, note("person-1", MINE, "Bob drinks tea.")) as kept:
        result = run(
            remember(kept, lambda: 1.0), PRIVATE, text="Bob drinks coffee.", layer="person", replaces="person-1"
        )
        [written] = result.changes
        assert isinstance(written, NoteWritten)
        assert written.instead == "Bob drinks tea."
        again = {"text": "Bob drinks water.", "layer": "person", "replaces": written.id}
        blocks = foreseen(remember(kept, lambda: 1.0), PRIVATE, **again).blocks
        assert [(block.name, block.text) for block in blocks] == [
            ("note", "Bob drinks water."),
            ("earlier note", "Bob drinks coffee."),
        ]
        assert texts(kept, PRIVATE) == ["Bob drinks coffee."]


def test_what_is_not_told_here_is_not_replaced_and_nothing_is_kept(tmp_path: Path) -> None:
    with memory(tmp_path, note("person-1", MINE, "Bob drinks tea.")) as kept:
        result = run(remember(kept, lambda: 1.0), CHANNEL, text="No.", layer="place", replaces="person-1")
        assert not result.ok
        assert texts(kept, CHANNEL) == []
        assert texts(kept, PRIVATE) == ["Bob drinks tea."]


@pytest.mark.parametrize(
    "wrong",
    [{"layer": "team"}, {"layer": "town", "text": "x"}, {"layer": "team", "text": "x" * (LONGEST + 1)}],
)
def test_what_is_no_note_is_not_kept(tmp_path: Path, wrong: dict[str, str]) -> None:
    with memory(tmp_path) as kept:
        assert not run(remember(kept, lambda: 1.0), CHANNEL, **wrong).ok
        assert texts(kept, CHANNEL) == []


def test_a_note_like_another_covers_what_that_does(tmp_path: Path) -> None:
    with memory(tmp_path, note("person-1", MINE, "Bob drinks coffee.")) as kept:
        asyncio.run(kept.write(note("team-1", NoteLayer("team", "T"), "Coffee is out."), [SAID], "", ()))
        run(remember(kept, lambda: 1.0), PRIVATE, text="The coffee is out, says Bob.", layer="person")
        assert len(asyncio.run(kept.notes.covering(*SAID))) == 2
        assert asyncio.run(kept.void(*SAID)) == 2
        assert texts(kept, PRIVATE) == ["Bob drinks coffee."]


@pytest.mark.parametrize("text", ["The CI token is ghp_0123456789abcdefghijABCDEFGHIJ.", "x" * 100_000])
def test_what_looks_like_a_secret_or_is_a_book_is_no_note(tmp_path: Path, text: str) -> None:
    with memory(tmp_path) as kept:
        result = run(remember(kept, lambda: 1.0), CHANNEL, text=text, layer="place")
        assert not result.ok
        assert "ghp_" not in result.text
        assert texts(kept, CHANNEL) == []
