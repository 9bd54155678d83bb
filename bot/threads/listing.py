"""All conversations that there are, and the one that somebody means."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from adapters.storage.journal import SqlJournal
from harness.chat.visible import visible
from harness.chat.wording import moment
from harness.commands.lists import UNCALLED
from harness.sessions.threads import short


class NoSuchThread(ValueError):
    """There is none of that name. The message says so, for people."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedThread:
    """`place` and `at`, when somebody spoke there last in seconds since the epoch, are known once it has rested."""

    thread: str
    title: str = ""
    place: str = ""
    at: float | None = None
    state: str = "resting"
    archived: bool = False

    def __str__(self) -> str:
        when = moment(self.at) if self.at is not None else ""
        state = f"{self.state}, archived" if self.archived else self.state
        parts = (self.thread, state, when, self.place, f"[{self.title or UNCALLED}]")
        return visible("  ".join(filter(None, parts)))

    @property
    def fields(self) -> dict[str, object]:
        at = datetime.fromtimestamp(self.at, UTC).isoformat() if self.at is not None else None
        return {
            "thread": self.thread,
            "state": self.state,
            "archived": self.archived,
            "at": at,
            "place": self.place,
            "title": self.title,
        }


async def listed(journal: SqlJournal) -> Sequence[ListedThread]:
    """The latest first; what has not rested yet before all others. Raises JournalUnavailable."""
    busy, unreadable = set(await journal.index.unrested()), await journal.unreadable()
    known = {one.thread: one for one in await journal.index.all()}

    def state(thread: str, waits: bool) -> str:
        if thread in unreadable:
            return "set aside"
        return "working" if thread in busy else "waiting" if waits else "idle"

    new = [  # what is only told to somebody, and at rest, is no conversation
        ListedThread(thread=name, state=state(name, False))
        for name in await journal.names()
        if name not in known and (name in busy or name in unreadable)
    ]
    return new + [
        ListedThread(
            thread=one.thread,
            title=one.title,
            place=one.place.id,
            at=one.at,
            state=state(one.thread, one.waits),
            archived=one.archived,
        )
        for one in known.values()
    ]


async def meant(journal: SqlJournal, name: str) -> str:
    """The whole name of the one of that name, or whose name or short name begins so. Raises NoSuchThread and
    JournalUnavailable.
    """
    names = await journal.names()
    if name in names:
        return name
    found = [each for each in names if name in (short(each), each[: len(name)])] if name else []
    if len(found) == 1:
        return found[0]
    if found:
        raise NoSuchThread(f"{name} stands for several: name one whole: {', '.join(sorted(found))}.")
    raise NoSuchThread(f"{name}: there is no such conversation. `deskmate threads list` lists those that there are.")
