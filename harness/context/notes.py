"""What is remembered: notes, each of one layer. See docs/decisions/0041."""

from collections.abc import Iterable, Sequence
from dataclasses import KW_ONLY, dataclass
from hashlib import blake2b
from typing import Protocol, get_args

from harness.approvals.deciders import OWNERS
from harness.chat.people import Person, Place
from harness.chat.platforms import direct
from harness.context.said import room_of
from harness.tools.calls import Quoted
from harness.tools.changes import LayerName
from harness.workspace.places import of_channel


@dataclass(frozen=True, slots=True)
class NoteLayer:
    """Whose notes: the team's, a place's or a person's, by their id."""

    name: LayerName
    of: str = ""


@dataclass(frozen=True, slots=True)
class Note:
    """One thing that is remembered.

    Attributes:
        id: begins with its layer's name
        by: whose words it was made of, by id, with their `name` then
        place: where they said it, by its id
        at: when it was written, in seconds since the epoch
    """

    id: str
    layer: NoteLayer
    text: str
    _: KW_ONLY
    by: str
    name: str = ""
    place: str = ""
    thread: str = ""
    at: float = 0.0


LAYERS: tuple[LayerName, ...] = get_args(LayerName)


class NoteUnknown(Exception):
    """There is none of that id in these layers, or what it was to be made of is gone. The message says so, for models
    and people.
    """


WAS_DELETED = "what it would be made of was deleted"


class Notes(Protocol):
    """All raise JournalUnavailable."""

    async def write(
        self,
        note: Note,
        covers: Iterable[Quoted] = (),
        instead: str = "",
        among: Iterable[NoteLayer] = (),
        like: Iterable[str] = (),
    ) -> Note | None:
        """Keeps it, once, with the messages whose words are in it, its own and those of the notes `like` it; in place
        of the one of the id `instead` if that is given, which is returned, and is kept for `undo` alone from then on.
        Raises NoteUnknown if that is in none of the layers `among`, and if one of these messages was deleted, and then
        keeps nothing.
        """

    async def forget(self, id: str, among: Iterable[NoteLayer] | None = None) -> Note | None:
        """The note of that id in these layers, or in any, is there no more, nor is what it has replaced. None if there
        is none.
        """

    async def undo(self, id: str) -> tuple[Note | None, Note | None]:
        """The note of that id, which is there no more, and the one that it had replaced, which is there again; None for
        what there is not.
        """

    async def of(self, layers: Iterable[NoteLayer]) -> Sequence[Note]:
        """Those of these layers, the latest first."""

    async def named(self, id: str) -> Note | None:
        """The one of that id, if there is one."""

    async def all(self) -> Sequence[Note]:
        """Every one, the latest first."""

    async def covering(self, thread: str, message: str) -> Sequence[Note]:
        """Those that a message of a thread is in."""

    async def void(self, thread: str, message: str) -> int:
        """That message was deleted: the notes that it is in are there no more, nor is what they have replaced, and none
        is written of it from now on. How many it was in, of those that are told.
        """

    async def tell(self, told: str, quotes: Iterable[Quoted]) -> frozenset[Quoted]:
        """The thread `told` is about to be told these messages of others. Those that were deleted."""

    async def tell_as(self, told: str, other: str) -> None:
        """The thread `told` is about to be told all that the `other` was."""

    async def told(self, thread: str, message: str = "") -> Sequence[str]:
        """The threads that were told that message of a thread; without one, that were told anything of it."""


def layers(team: str, place: Place | None, person: Person | None) -> tuple[NoteLayer, ...]:
    """Which notes are told in a turn there: the team's everywhere, a place's only there, a person's only in direct
    messages with that person. `team` is by what the colleague's threads begin. What is written now goes to the first of
    a name; of a thread that fewer people see than its channel, to the last.
    """
    told = [NoteLayer("team", team)]
    if place is None:
        return tuple(told)
    alone = direct(place)
    if alone and person:  # who was known by less of their accounts once has notes by another of these
        told += (NoteLayer("person", id) for id in dict.fromkeys((person.id, *sorted(person.ids))))
    elif alone is False:  # where it is not known what place it is, nothing of either
        told.append(NoteLayer("place", of_channel(place)))
        if (room := room_of(place)).thread:
            told.append(NoteLayer("place", room.id))
    return tuple(told)


def may_forget(note: Note, person: Person) -> bool:
    """May that person have it forgotten? What they told, what is theirs, and all if they own us."""
    theirs = note.layer.name == "person" and note.layer.of in person.ids
    return theirs or note.by in person.ids or OWNERS.entitles(person)


def noted_by(thread: str, call: str, layer: LayerName) -> str:
    """The id of the note that a call writes: a call that runs twice writes the same."""
    digest = blake2b("\0".join((thread, call)).encode(), digest_size=4).hexdigest()
    return f"{layer}-{digest}"


class _NoNotes:
    """Fulfils Notes where nothing is kept."""

    async def write(
        self,
        note: Note,
        covers: Iterable[Quoted] = (),
        instead: str = "",
        among: Iterable[NoteLayer] = (),
        like: Iterable[str] = (),
    ) -> Note | None:
        raise NoteUnknown("nothing is remembered here")

    async def forget(self, id: str, among: Iterable[NoteLayer] | None = None) -> Note | None:
        return None

    async def undo(self, id: str) -> tuple[Note | None, Note | None]:
        return None, None

    async def of(self, layers: Iterable[NoteLayer]) -> Sequence[Note]:
        return ()

    async def named(self, id: str) -> Note | None:
        return None

    async def all(self) -> Sequence[Note]:
        return ()

    async def covering(self, thread: str, message: str) -> Sequence[Note]:
        return ()

    async def void(self, thread: str, message: str) -> int:
        return 0

    async def tell(self, told: str, quotes: Iterable[Quoted]) -> frozenset[Quoted]:
        return frozenset()

    async def tell_as(self, told: str, other: str) -> None:
        pass

    async def told(self, thread: str, message: str = "") -> Sequence[str]:
        return ()


NO_NOTES = _NoNotes()


class Memory:
    """The notes of one colleague, for its tools, which are there before what keeps them is. `team` is by what its
    threads begin.
    """

    def __init__(self) -> None:
        self.notes: Notes = NO_NOTES
        self.team = ""
        self.changes = 0
        """How often one was written or forgotten by this process, or may have been."""

    def kept_in(self, notes: Notes, team: str) -> None:
        self.notes, self.team = notes, team

    async def write(
        self,
        note: Note,
        covers: Iterable[Quoted],
        instead: str,
        among: Iterable[NoteLayer],
        like: Iterable[str] = (),
    ) -> Note | None:
        """As Notes has it."""
        try:
            return await self.notes.write(note, covers, instead, among, like)
        finally:
            self.changes += 1

    async def void(self, thread: str, message: str) -> int:
        """As Notes has it."""
        try:
            return await self.notes.void(thread, message)
        finally:
            self.changes += 1

    async def forget(self, id: str, among: Iterable[NoteLayer] | None = None) -> Note | None:
        """As Notes has it."""
        try:
            return await self.notes.forget(id, among)
        finally:
            self.changes += 1

    async def undo(self, id: str) -> tuple[Note | None, Note | None]:
        """As Notes has it."""
        try:
            return await self.notes.undo(id)
        finally:
            self.changes += 1

    async def told(self, place: Place | None, person: Person | None) -> tuple[Note, ...]:
        """What a turn there is told, the latest first. Raises JournalUnavailable."""
        return tuple(await self.notes.of(self.layers(place, person)))

    def layers(self, place: Place | None, person: Person | None) -> tuple[NoteLayer, ...]:
        return layers(self.team, place, person)
