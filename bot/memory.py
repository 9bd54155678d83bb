"""`deskmate memory`: what is remembered, of all layers, and having it forgotten, from a terminal."""

import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import groupby

from harness.chat.visible import visible
from harness.chat.wording import shortened
from harness.context.notes import LAYERS, Note, NoteLayer, Notes

NOTHING = "I remember nothing yet."
SHOWN = 100
"""Characters of a note in its line."""


class NoSuchNote(ValueError):
    """There is none of that id. The message says so, for people."""


async def listing(notes: Notes, as_json: bool) -> str:
    """Raises JournalUnavailable."""
    found = await notes.all()
    if as_json:
        return json.dumps([_fields(note) for note in found], ensure_ascii=False, indent=1)
    return "\n".join(map(_line, found)) or NOTHING


async def exported(notes: Notes) -> str:
    """In Markdown, whole, by whose it is. Raises JournalUnavailable."""
    found = sorted(await notes.all(), key=_place_in_order)
    return "\n".join(line for layer, of in groupby(found, lambda note: note.layer) for line in _page(layer, list(of)))


async def forget(notes: Notes, id: str) -> str:
    """What was forgotten. Raises NoSuchNote and JournalUnavailable."""
    gone = await notes.forget(id)
    if gone is None:
        raise NoSuchNote(f"I remember nothing of the id {visible(id)}. `deskmate memory list` lists what I do.")
    return f"Forgotten: {_shown(gone.text)}"


def _line(note: Note) -> str:
    whose = f" {note.layer.of}" if note.layer.of else ""
    return visible(f"{note.id}  {_shown(note.text)}  [{note.layer.name}{whose}; {note.name or note.by}, {_when(note)}]")


def _shown(text: str) -> str:
    return visible(shortened(" ".join(text.split()), SHOWN))


def _when(note: Note) -> str:
    return datetime.fromtimestamp(note.at, UTC).strftime("%Y-%m-%d %H:%M")


def _fields(note: Note) -> dict[str, object]:
    return {
        "id": note.id,
        "layer": note.layer.name,
        "of": note.layer.of,
        "text": note.text,
        "by": note.by,
        "name": note.name,
        "place": note.place,
        "thread": note.thread,
        "at": datetime.fromtimestamp(note.at, UTC).isoformat(),
    }


def _place_in_order(note: Note) -> tuple[int, str, float]:
    return LAYERS.index(note.layer.name), note.layer.of, note.at


def _page(layer: NoteLayer, notes: Sequence[Note]) -> Iterator[str]:
    yield f"# {layer.name.capitalize()}{f': {layer.of}' if layer.of else ''}\n"
    for note in notes:
        text = note.text.replace("\n", "\n  ")
        yield f"- {text}\n  ({note.name or note.by}, {_when(note)}, {note.id})"
    yield ""
