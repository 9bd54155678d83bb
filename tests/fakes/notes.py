"""Notes that are forgotten at the end of the process."""

from collections.abc import Iterable, Sequence

from harness.context.notes import Note, NoteLayer, NoteUnknown


class MemoryNotes:
    """Fulfils `harness.context.notes.Notes`."""

    def __init__(self) -> None:
        self._notes: dict[str, Note] = {}
        self._messages: dict[str, frozenset[str]] = {}

    async def write(
        self, note: Note, messages: Iterable[str] = (), instead: str = "", among: Iterable[NoteLayer] = ()
    ) -> Note | None:
        if note.id in self._notes:
            return None
        before = self._notes.get(instead)
        if instead and (before is None or before.layer not in set(among)):
            raise NoteUnknown(f"there is no note {instead} here")
        if before:
            del self._notes[before.id]
        self._notes[note.id], self._messages[note.id] = note, frozenset(messages)
        return before

    async def forget(self, id: str, among: Iterable[NoteLayer] | None = None) -> Note | None:
        found = self._notes.get(id)
        if found is None or (among is not None and found.layer not in set(among)):
            return None
        return self._notes.pop(id)

    def forget_thread(self, thread: str) -> None:
        self._notes = {id: note for id, note in self._notes.items() if note.thread != thread}

    async def of(self, layers: Iterable[NoteLayer]) -> Sequence[Note]:
        wanted = set(layers)
        return [note for note in await self.all() if note.layer in wanted]

    async def named(self, id: str) -> Note | None:
        return self._notes.get(id)

    async def all(self) -> Sequence[Note]:
        return sorted(self._notes.values(), key=lambda note: (-note.at, note.id))

    async def covering(self, thread: str, message: str) -> Sequence[Note]:
        found = (note for id, note in sorted(self._notes.items()) if message in self._messages[id])
        return [note for note in found if note.thread == thread]
