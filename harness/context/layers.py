"""What a model is told before all else, in parts. What is remembered is among them; its words are kept with the notes
alone, so that they are gone with these.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any

from harness.chat.untrusted import in_line
from harness.chat.wording import day
from harness.context.canonical import digested
from harness.context.notes import Note, NoteLayer
from harness.context.window import bytes_in

MEMORY = {
    "team": "What the team told you to remember, and you may tell any of them:",
    "place": "What you were told here to remember:",
    "person": "What the person you talk with told you to remember; tell it to nobody else:",
}
LONGEST = 4_000
"""Characters of a note, as it is told: what makes lines and hidden characters visible lengthens it."""
TOLD = 2_000
"""Tokens of what is remembered in a layer, at most, as estimated."""


@dataclass(frozen=True, slots=True)
class Layer:
    """A part of what the model is told before all else. `notes` are those that it is made of, if it is what is
    remembered, and `more` how many there are besides.
    """

    name: str
    text: str
    _: KW_ONLY
    notes: tuple[Note, ...] = ()
    more: int = 0

    @property
    def body(self) -> list[Any]:
        """In the body of a package. The words of notes are kept with these alone, so that they are gone with them."""
        if not self.notes:
            return [self.name, digested(self.text)]
        return [self.name, "", [[note.id, digested(line(note))] for note in self.notes], self.more]


def memory(notes: Sequence[Note]) -> Iterable[Layer]:
    """The latest of each layer of notes, as far as there is room."""
    for name in MEMORY:
        told, room = list[Note](), bytes_in(TOLD)
        of_layer = [note for note in notes if note.layer.name == name]
        for note in of_layer:
            room -= len(line(note).encode())
            if room < 0:
                break
            told.append(note)
        if told:
            yield remembered(f"{name} memory", told, len(of_layer) - len(told))


def remembered(name: str, notes: Sequence[Note], more: int) -> Layer:
    """The layer of that name, as a model reads it."""
    rest = f"- and {more:,} more: read /memory/{name.split()[0]}.md" if more else ""
    text = "\n".join(filter(None, (MEMORY[name.split()[0]], *map(line, notes), rest)))
    return Layer(name, text, notes=tuple(notes), more=more)


def line(note: Note) -> str:
    said = f"{in_line(note.name) or note.by}, {day(note.at)}" if note.by else ""
    return f"- {note.id}: {in_line(note.text, LONGEST)}{f' ({said})' if said else ''}"


def gone(id: str) -> Note:
    """What stands for a note that is there no more."""
    return Note(id, NoteLayer("team"), "(forgotten since)", by="")


def kept_layer(held: Sequence[Any], part: Callable[[str], str], notes: Mapping[str, Note]) -> Layer:
    """That of this body; `part` is the text of a digest. Of notes that are there no more it says only that there
    was one. Raises LookupError, TypeError or ValueError where it is no body of a layer.
    """
    name, digest, *rest = held
    if not rest:
        return Layer(name, part(digest))
    ids, more = rest
    found = tuple(notes.get(id) or gone(id) for id, _ in ids)
    return remembered(name, found, more)
