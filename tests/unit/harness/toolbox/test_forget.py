"""A note that is told here is taken back by its id."""

from pathlib import Path

from harness.context.notes import NoteLayer
from harness.toolbox.forget import forget
from harness.tools.changes import NoteForgotten
from tests.unit.harness.toolbox.keeping import BOB, CHANNEL, PRIVATE, memory, note, run, texts

MINE = note("person-1", NoteLayer("person", BOB.id), "Bob drinks tea.")


def test_it_is_told_no_more(tmp_path: Path) -> None:
    with memory(tmp_path, MINE) as kept:
        result = run(forget(kept), PRIVATE, id="person-1")
        assert (result.text, result.changes) == ("Forgotten.", (NoteForgotten("person-1", "Bob drinks tea."),))
        assert texts(kept, PRIVATE) == []


def test_what_is_not_told_here_cannot_be_taken_back_from_here(tmp_path: Path) -> None:
    with memory(tmp_path, MINE) as kept:
        result = run(forget(kept), CHANNEL, id="person-1")
        assert (result.ok, result.text) == (False, "there is no note person-1 here.")
        assert texts(kept, PRIVATE) == ["Bob drinks tea."]
