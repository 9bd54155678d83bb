"""What is remembered is listed, printed whole and forgotten from a terminal."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from adapters.storage.journal import SqlJournal
from bot.memory import NoSuchNote, exported, forget, listing
from harness.context.notes import Note, NoteLayer, Notes
from tests.unit.bot.deskmate import deskmate

ABOUT = {"by": "slack:T1:U2", "name": "Bob", "place": "slack:T1:C1:1", "thread": "abcd", "at": 86_400.0}
KEPT = [
    Note("person-1", NoteLayer("person", "slack:T1:U2"), "Bob drinks tea.", **ABOUT),  # type: ignore[arg-type]
    Note("team-1", NoteLayer("team"), "Releases are on Tuesday.\nNever on Friday.", **ABOUT),  # type: ignore[arg-type]
]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "data").mkdir()
    return tmp_path / "data" / "deskmate.db"


@pytest.fixture
def notes(file: Path) -> Iterator[Notes]:
    with SqlJournal.open(f"sqlite:///{file}", lambda: 0.0) as journal:
        for note in KEPT:
            asyncio.run(journal.notes.write(note))
        yield journal.notes


def test_each_has_a_line(notes: Notes) -> None:
    assert asyncio.run(listing(notes, False)).splitlines() == [
        "person-1  Bob drinks tea.  [person slack:T1:U2; Bob, 1970-01-02 00:00]",
        "team-1  Releases are on Tuesday. Never on Friday.  [team; Bob, 1970-01-02 00:00]",
    ]
    assert [one["text"] for one in json.loads(asyncio.run(listing(notes, True)))] == [note.text for note in KEPT]


def test_all_is_printed_whole_by_whose_it_is(notes: Notes) -> None:
    assert asyncio.run(exported(notes)).splitlines() == [
        "# Team",
        "",
        "- Releases are on Tuesday.",
        "  Never on Friday.",
        "  (Bob, 1970-01-02 00:00, team-1)",
        "",
        "# Person: slack:T1:U2",
        "",
        "- Bob drinks tea.",
        "  (Bob, 1970-01-02 00:00, person-1)",
    ]


def test_one_is_forgotten(notes: Notes) -> None:
    assert asyncio.run(forget(notes, "team-1")) == "Forgotten: Releases are on Tuesday. Never on Friday."
    with pytest.raises(NoSuchNote, match="I remember nothing of the id team-1"):
        asyncio.run(forget(notes, "team-1"))
    assert len(asyncio.run(notes.all())) == 1


def test_the_command_forgets_a_note_by_its_id_and_shows_the_others(notes: Notes, file: Path) -> None:
    def says(*given: str) -> tuple[int, str]:
        done = deskmate(file.parents[1], "memory", *given)
        return done.returncode, done.stdout + done.stderr

    assert says("forget", "team-1") == (0, "Forgotten: Releases are on Tuesday. Never on Friday.\n")
    status, refused = says("forget", "team-1")
    assert status == 1
    assert "I remember nothing of the id team-1" in refused
    assert says("list")[1].startswith("person-1  ")
    assert "Bob drinks tea." in says("export")[1]
