"""`deskmate wakeups`: what is to come, in all conversations; and having it not come, or come now, from a terminal."""

from math import inf

from adapters.storage.journal import SqlJournal
from harness.chat.people import Person
from harness.chat.visible import visible
from harness.commands.answers import WAKEUP_CHANGES
from harness.commands.heartbeats import heartbeat_in_words
from harness.commands.lists import UNCALLED, woken
from harness.context.snapshot import readable
from harness.sessions.session import Session
from harness.sessions.threads import short

OPERATOR = Person("deskmate", "", "operator", "whoever runs me")


class NoSuchWakeup(ValueError):
    """There is none of that name. The message says so, for people."""


async def listed(journal: SqlJournal) -> list[str]:
    """A line for each, in the order in which they come: conversation, id, when and for what; heartbeats, too. Raises
    JournalUnavailable.
    """
    found = list[tuple[float, str]]()
    for thread, session in (await _waiting(journal)).items():
        comes = [(wakeup.at, wakeup.id, woken(wakeup)) for wakeup in session.timers.wakeups]
        comes += [
            (inf if heartbeat.at is None else heartbeat.at, "heartbeat", heartbeat_in_words(heartbeat, "UTC"))
            for heartbeat in session.timers.heartbeats
        ]
        found += [
            (at, visible(f"{short(thread)} {id}  {what}  [{session.title or UNCALLED}]")) for at, id, what in comes
        ]
    return [line for _, line in sorted(found)]


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
    return visible(f"{action}: {' '.join(wakeup.note.split())}")


async def _waiting(journal: SqlJournal) -> dict[str, Session]:
    """At rest or not."""
    unrested = await journal.index.unrested()  # first: what comes to rest meanwhile is listed by then
    threads = dict.fromkeys([*(one.thread for one in await journal.index.scheduled()), *unrested])
    return await readable(journal, journal, threads)
