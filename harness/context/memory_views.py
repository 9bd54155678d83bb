"""What is remembered as files, for tools: of each layer that a call is told, one, which is read and never written."""

from collections.abc import Mapping, Sequence

from harness.chat.people import Person, Place
from harness.chat.wording import day
from harness.context.notes import LAYERS, Memory, Note

FOLDER = "/memory"


class MemoryViews:
    """Those for one call: as a turn is told them at that place, for that person."""

    def __init__(self, memory: Memory, place: Place | None, person: Person | None) -> None:
        self._memory, self._place, self._person = memory, place, person

    async def sizes(self) -> Mapping[str, int]:
        """By name, in bytes. Raises JournalUnavailable."""
        return {name: len(text.encode()) for name, text in (await self._texts()).items()}

    async def text(self, name: str) -> str | None:
        """None, if there is none of that name. Raises JournalUnavailable."""
        return (await self._texts()).get(name)

    async def _texts(self) -> dict[str, str]:
        """Also of a layer of which nothing is remembered yet."""
        notes = await self._memory.told(self._place, self._person)
        told = {layer.name for layer in self._memory.layers(self._place, self._person)}
        return {f"{layer}.md": _page(layer, notes) for layer in LAYERS if layer in told}


def _page(layer: str, notes: Sequence[Note]) -> str:
    lines = [_line(note) for note in notes if note.layer.name == layer]
    return "\n".join(lines or ["Nothing is remembered here yet."]) + "\n"


def _line(note: Note) -> str:
    text = note.text.replace("\n", "\n  ")
    return f"- {text}\n  ({note.id}, {note.name or note.by}, {day(note.at)})"
