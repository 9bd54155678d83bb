"""Notes that are forgotten at the end of the process."""

from collections.abc import Iterable, Sequence

from harness.context.notes import WAS_DELETED, Note, NoteLayer, NoteUnknown
from harness.tools.calls import Quoted


class MemoryNotes:
    """Fulfils `harness.context.notes.Notes`."""

    def __init__(self) -> None:
        self._notes: dict[str, Note] = {}
        self._earlier: dict[str, Note] = {}
        """What was replaced, by the id of what stands in its place."""
        self._covers: dict[str, frozenset[Quoted]] = {}
        self._void: set[Quoted] = set()
        self._gone: set[str] = set()
        """The threads that were deleted."""
        self._told: dict[Quoted, set[str]] = {}

    async def write(
        self,
        note: Note,
        covers: Iterable[Quoted] = (),
        instead: str = "",
        among: Iterable[NoteLayer] = (),
        like: Iterable[str] = (),
    ) -> Note | None:
        if note.id in self._notes or any(one.id == note.id for one in self._earlier.values()):
            return self._earlier.get(note.id)
        covered = frozenset(covers).union(*(self._covers[one] for one in like if one in self._notes))
        if any(map(self._is_void, covered)):
            raise NoteUnknown(WAS_DELETED)
        before = self._notes.get(instead)
        if instead and (before is None or before.layer not in set(among)):
            raise NoteUnknown(f"there is no note {instead} here")
        if before:
            del self._notes[before.id]
            self._earlier.pop(before.id, None)
            self._earlier[note.id] = before
        self._notes[note.id], self._covers[note.id] = note, covered
        return before

    async def forget(self, id: str, among: Iterable[NoteLayer] | None = None) -> Note | None:
        found = self._notes.get(id)
        if found is None or (among is not None and found.layer not in set(among)):
            return None
        self._earlier.pop(id, None)
        return self._notes.pop(id)

    async def undo(self, id: str) -> tuple[Note | None, Note | None]:
        earlier = self._earlier.get(id)
        undone = await self.forget(id)
        if undone and earlier:
            self._notes[earlier.id] = earlier
        return undone, earlier if undone else None

    def forget_thread(self, thread: str) -> None:
        self._gone.add(thread)
        told = {
            Quoted(by, one.message) for one, all_told in self._told.items() if one.thread == thread for by in all_told
        }

        def stays(note: Note) -> bool:
            covers = self._covers[note.id]
            return note.thread != thread and not any(one.thread == thread or one in told for one in covers)

        self._notes = {id: note for id, note in self._notes.items() if stays(note)}
        self._earlier = {by: note for by, note in self._earlier.items() if by in self._notes and stays(note)}
        self._told = {one: told for one, told in self._told.items() if one.thread != thread}

    async def of(self, layers: Iterable[NoteLayer]) -> Sequence[Note]:
        wanted = set(layers)
        return [note for note in await self.all() if note.layer in wanted]

    async def named(self, id: str) -> Note | None:
        return self._notes.get(id)

    async def all(self) -> Sequence[Note]:
        return sorted(self._notes.values(), key=lambda note: (-note.at, note.id))

    async def covering(self, thread: str, message: str) -> Sequence[Note]:
        one = Quoted(thread, message)
        return [note for id, note in sorted(self._notes.items()) if one in self._covers[id]]

    async def void(self, thread: str, message: str) -> int:
        gone = Quoted(thread, message)
        self._void.add(gone)
        found = [id for id in self._notes if gone in self._covers[id]]
        for id in found:
            await self.forget(id)
        self._earlier = {by: note for by, note in self._earlier.items() if gone not in self._covers[note.id]}
        return len(found)

    async def tell(self, told: str, quotes: Iterable[Quoted]) -> frozenset[Quoted]:
        known = frozenset(quotes)
        for one in known:
            self._told.setdefault(one, set()).add(told)
        return frozenset(filter(self._is_void, known))

    async def tell_as(self, told: str, other: str) -> None:
        for all_told in self._told.values():
            if other in all_told:
                all_told.add(told)

    async def told(self, thread: str, message: str = "") -> Sequence[str]:
        known = (told for one, told in self._told.items() if one.thread == thread and message in ("", one.message))
        return sorted(set[str]().union(*known))

    def _is_void(self, one: Quoted) -> bool:
        return one in self._void or one.thread in self._gone
