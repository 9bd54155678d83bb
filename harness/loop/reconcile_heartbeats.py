"""What the workspace names is set where it belongs, and what it names no more ends: once, whoever does it."""

from collections.abc import Callable, Iterator, Mapping
from hashlib import blake2b

from harness.approvals.deciders import OWNERS
from harness.chat.people import Person, Place
from harness.loop.engine import Engine
from harness.loop.thread_reader import ThreadReader
from harness.sessions.facts import HeartbeatSet, TimerEnded
from harness.sessions.index import ThreadIndex
from harness.sessions.journal import Journal
from harness.sessions.session import Session
from harness.tools.heartbeats import OF_WORKSPACE
from harness.workspace.heartbeats import Placed
from harness.workspace.workspace import Workspace


async def arrange_heartbeats(
    workspace: Workspace,
    journal: Journal,
    index: ThreadIndex,
    reader: ThreadReader,
    engine: Engine,
    reaches: Callable[[Place], bool] = lambda place: True,
) -> None:
    """What was done already is not done again: neither by another process, nor by the next start. What somebody ended
    in a conversation stays so, as long as the workspace names it: what it names again after a start at which it did
    not is set anew. Nothing is set in a place that we do not reach. Raises JournalUnavailable.
    """
    named = dict[str, list[Placed]]()
    for placed in workspace.heartbeats:
        named.setdefault(await reader.thread(placed.place), []).append(placed)
    unrested = filter(reader.threads.has, await index.unrested())  # first: what rests meanwhile is listed by then
    arranged = [one.thread for one in await index.arranged(reader.threads.team)]
    sessions = await reader.sessions(dict.fromkeys([*named, *arranged, *unrested]))
    for thread, session in sessions.items():
        facts = list(_due(session, {one.config.id: one for one in named.get(thread, ())}, workspace, reaches))
        if facts:
            made = blake2b("\n".join(_named(fact) for fact in facts).encode(), digest_size=8).hexdigest()
            await journal.append(thread, facts, key=f"heartbeats:{thread}:{session.head}:{made}")
            engine.wake(thread)


def _named(fact: HeartbeatSet | TimerEnded) -> str:
    """The same in every process; the id of a heartbeat stands for all that the workspace says of it."""
    return f"set {fact.config.id} {fact.place.id}" if isinstance(fact, HeartbeatSet) else f"end {fact.timer}"


def _due(
    session: Session, named: Mapping[str, Placed], workspace: Workspace, reaches: Callable[[Place], bool]
) -> Iterator[HeartbeatSet | TimerEnded]:
    ours = [one.id for one in session.timers.heartbeats if one.id.startswith(OF_WORKSPACE)]
    for id in (*ours, *sorted(session.timers.declined)):
        if id not in named:
            yield TimerEnded(id, "removed")
    for id, placed in named.items():
        known = session.timers.heartbeat(id) is not None or id in session.timers.declined
        if not known and reaches(placed.place):
            yield HeartbeatSet(_by(placed.place, workspace), placed.place, placed.config)


def _by(place: Place, workspace: Workspace) -> Person:
    """On behalf of whom: of an owner, if there is one on that platform."""
    known = [member.person.on(place) for member in workspace.people]
    there = [person for person in known if person.platform == place.platform]
    owners = [person for person in there if OWNERS.entitles(person)]
    return next(iter([*owners, *there]), Person(place.platform, place.team, "", "the workspace"))
