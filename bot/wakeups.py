"""`deskmate wakeups`: what is to come, in all conversations; and having it not come, or come now, from a terminal."""

from dataclasses import dataclass
from datetime import UTC, datetime
from math import inf

from adapters.storage.journal import SqlJournal
from harness.chat.people import Person
from harness.chat.secrets import masked
from harness.chat.visible import visible
from harness.commands.answers import WAKEUP_CHANGES
from harness.commands.heartbeats import heartbeat_in_words
from harness.commands.lists import UNCALLED, woken
from harness.context.snapshot import readable
from harness.sessions.heartbeat import Heartbeat
from harness.sessions.session import Session
from harness.sessions.threads import short
from harness.sessions.wakeup import Wakeup

OPERATOR = Person("deskmate", "", "operator", "whoever runs me")


class NoSuchWakeup(ValueError):
    """There is none of that name. The message says so, for people."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedTimer:
    """What is to come in a conversation that is called `title`: a wakeup, or a heartbeat; `what` says it in words."""

    thread: str
    title: str
    id: str
    what: str
    timer: Wakeup | Heartbeat

    def __str__(self) -> str:
        return visible(f"{short(self.thread)} {self.id}  {self.what}  [{self.title or UNCALLED}]")

    @property
    def when(self) -> float:
        """By which they are listed, in seconds since the epoch: what never comes is the last."""
        return inf if self.timer.at is None else self.timer.at

    @property
    def fields(self) -> dict[str, object]:
        timer = self.timer
        at = None if timer.at is None else datetime.fromtimestamp(timer.at, UTC).isoformat()
        kind = "wakeup" if isinstance(timer, Wakeup) else "heartbeat"
        note = masked(timer.note if isinstance(timer, Wakeup) else timer.config.checklist)
        held = timer.paused if isinstance(timer, Wakeup) else timer.muted
        return {
            "thread": self.thread,
            "title": self.title,
            "id": self.id,
            "kind": kind,
            "at": at,
            "schedule": str(timer.schedule),
            "for": timer.by.id,
            "note": note,
            "paused": held,
        }


async def listed(journal: SqlJournal) -> list[ListedTimer]:
    """All, in the order in which they come. Raises JournalUnavailable."""
    found = list[ListedTimer]()
    for thread, session in (await _waiting(journal)).items():
        for wakeup in session.timers.wakeups:
            what = woken(wakeup)
            found.append(ListedTimer(thread=thread, title=session.title, id=wakeup.id, what=what, timer=wakeup))
        for heartbeat in session.timers.heartbeats:
            what = heartbeat_in_words(heartbeat, "UTC")
            found.append(ListedTimer(thread=thread, title=session.title, id="heartbeat", what=what, timer=heartbeat))
    return sorted(found, key=lambda one: (one.when, str(one)))


async def change(journal: SqlJournal, action: str, thread: str, id: str) -> str:
    """What was done to it, in words. `thread` is as it is listed, or more of its name. Whoever works on it notices at
    its next look. Raises NoSuchWakeup and JournalUnavailable.
    """
    known = await _waiting(journal)
    named = [each for each in known if thread in (short(each), each)]
    if len(named) != 1:
        if named:
            raise NoSuchWakeup(f"{thread} stands for several: name one whole: {', '.join(sorted(named))}.")
        raise NoSuchWakeup(f"{thread}: no such conversation waits. `deskmate wakeups` lists those that do.")
    wakeup = known[named[0]].timers.wakeup(id)
    if id == "heartbeat" and known[named[0]].timers.heartbeats:
        raise NoSuchWakeup(f"{thread}: a heartbeat is changed in its conversation, as by `heartbeat off`.")
    if wakeup is None:
        raise NoSuchWakeup(f"{thread} waits for nothing of the id {id}. `deskmate wakeups` lists what it waits for.")
    await journal.append(named[0], [WAKEUP_CHANGES[action](OPERATOR, None, id)])
    return visible(f"{action}: {' '.join(masked(wakeup.note).split())}")


async def _waiting(journal: SqlJournal) -> dict[str, Session]:
    """At rest or not."""
    unrested = await journal.index.unrested()  # first: what comes to rest meanwhile is listed by then
    threads = dict.fromkeys([*(one.thread for one in await journal.index.scheduled()), *unrested])
    return await readable(journal, journal, threads)
