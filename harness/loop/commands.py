"""Commands are answered: in words at once, or by facts of the conversation that they are about, which tells whoever
said it what became of it.
"""

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from harness.approvals.deciders import OWNERS, keys_of
from harness.chat.cards import Text
from harness.chat.events import CommandInvoked
from harness.chat.people import Person, Place
from harness.chat.platforms import direct
from harness.chat.port import ChatError, NotThere
from harness.chat.rooms import Nowhere, Rooms
from harness.commands import lists
from harness.commands.answers import NOT_BEGUN, answer, unknown
from harness.commands.context import CommandContext, Subject
from harness.commands.home_view import HomeView, home_view, waiting
from harness.commands.memory import memory_in_words
from harness.commands.search import not_searched, nothing_to_look_for, search_in_words
from harness.commands.skills import skills_in_words
from harness.commands.words import QUOTES, WORDS, helped
from harness.context.history import History, NoQuery
from harness.context.notes import Memory
from harness.context.said import room_of
from harness.loop.clock import Now
from harness.loop.engine import Engine
from harness.loop.intake import Intake
from harness.loop.lookup import ThreadLookup
from harness.loop.refusals import NotAdmitted
from harness.loop.spending import spending
from harness.sessions.facts import BranchRequested, Fact, PlaceBound
from harness.sessions.index import IndexedThread, ThreadIndex, listing, people
from harness.sessions.journal import Journal
from harness.sessions.ledger import Ledger
from harness.sessions.session import Session
from harness.toolbox.clock import home
from harness.toolbox.elsewhere import hidden
from harness.tools.skills import SKILL
from harness.workspace.pairing import Pairings, WrongCode
from harness.workspace.places import PlacePolicy

log = logging.getLogger(__name__)

Tell = Callable[[Place, Person, Text], Awaitable[None]]
"""Says something to one person alone. Raises ChatError."""
RECENT = 8
"""Conversations of one person that are listed for them."""
MOST_SPOKEN = 1_000
"""Conversations of one person in which something is looked for."""
LISTED = 20
"""Conversations of a channel that are listed, and decisions that wait there."""
MORE = "\n- … and more. Say {} in one of these conversations to see everything that waits there."
WAITING = 50
"""Decisions that are looked up for one person, and schedules of theirs."""
STILL = "I'm still working in this conversation. Stop it first with {}."


def _none(said: CommandInvoked) -> str:
    """Why nothing is done about a conversation in that channel, and what would help."""
    if direct(said.place):
        return NOT_BEGUN
    if said.command == "stop":
        return lists.NOTHING_TO_STOP
    return lists.NONE_OF_YOURS.format(said.surface.spelt(f"{said.command} {said.argument}".strip()))


def _to_be_stopped(session: Session) -> bool:
    """Is there a turn, or does something run in the background?"""
    return session.turn is not None or bool(session.commands)


class Commands:
    """`invoke` returns what to tell whoever said it, in Markdown; nothing if the conversation itself tells them."""

    def __init__(
        self,
        journal: Journal,
        index: ThreadIndex,
        intake: Intake,
        engine: Engine,
        context: Callable[[], CommandContext],
        pairings: Pairings | None,
        policy: Callable[[Place], PlacePolicy],
        now: Now,
        rooms: Rooms | None = None,
        ledger: Ledger | None = None,
        memory: Memory | None = None,
        tell: Tell | None = None,
        history: History | None = None,
    ) -> None:
        self._memory, self._tell = memory or Memory(), tell
        self._journal, self._index, self._intake, self._engine = journal, index, intake, engine
        self._history = history or History()
        self._context, self._pairings, self._policy, self._now = context, pairings, policy, now
        self._rooms, self._ledger = rooms or Nowhere(), ledger
        self._reader = intake.reader
        self._lookup = ThreadLookup(index, self._reader)

    async def invoke(self, said: CommandInvoked) -> str:
        """Raises JournalUnavailable and NotAdmitted. Once it returns, what it was to do is committed."""
        if not said.private and self._policy(said.place).answers == "off":
            return ""
        said = replace(said, by=await self._intake.admitted(said.by))
        match said.command:
            case "help":
                return helped(said.surface)
            case "skills":
                return await self._skills(said)
            case "memory":
                return await self._remembered(said)
            case "search":
                return await self._search(said)
            case "pair":
                return await self._pair(said)
            case "usage" if said.argument and self._ledger:
                team = self._reader.threads.team
                return await spending(said, self._ledger, self._context(), team, self._now(), self._rooms)
            case "threads":
                return await self._threads(said)
            case "approvals" if said.wide:
                return await self._approvals(said)
            case "new":
                return await self._new(said)
            case "switch":
                return await self._switch(said)
        if said.command not in WORDS:
            return unknown(said)
        thread = await self._about(said)
        if not thread:
            return _none(said) if thread is None else await self._which(said)
        subject = await self._subject(thread, said.place)
        outcome = answer(said, subject, await self._context_of(said.by))
        if isinstance(outcome, str):
            return outcome
        if isinstance(outcome, Text):
            return await self._told(said, outcome)
        await self._record(said, thread, [await self._branched(fact) for fact in outcome])
        return self._elsewhere(said, subject)

    async def home_view(self, person: Person) -> HomeView:
        """What that person sees at a glance. Raises JournalUnavailable and NotAdmitted."""
        viewer = await self._intake.admitted(person)
        context, team, now = await self._context_of(viewer), self._reader.threads.team, self._now()
        at_work = await self._lookup.unrested()
        decided = await self._lookup.until(
            (one for one in await self._index.decided_by(keys_of(viewer), team) if one.thread not in at_work),
            WAITING,
            lambda thread, session: len(list(waiting(viewer, Subject(thread, session), context, now))),
        )
        scheduled = await self._lookup.until(
            await self._index.scheduled(viewer.ids, team),
            WAITING,
            lambda _, session: len(session.timers.wakeups) + len(session.timers.heartbeats),
        )
        sessions = at_work | decided.sessions | scheduled.sessions
        recent = await self._index.of_person(viewer.id, RECENT, team)
        return home_view(viewer, sessions, recent, context, now, decided.more)

    async def _record(self, said: CommandInvoked, thread: str, facts: Sequence[Fact]) -> str:
        """Nothing is left to be said: the conversation tells them. Raises JournalUnavailable."""
        await self._journal.append(thread, facts, key=said.id)
        self._engine.wake(thread)
        return ""

    async def _branched(self, fact: Fact) -> Fact:
        """A branch of what fewer people see than its channel begins where they alone see it."""
        if isinstance(fact, BranchRequested) and await hidden(self._rooms, fact.place):
            return replace(fact, here=True)
        return fact

    def _elsewhere(self, said: CommandInvoked, subject: Subject) -> str:
        """Where the conversation tells what became of it, if that is not where it was said."""
        place = subject.session.place
        if not said.wide or place is None or place == said.place:
            return ""
        link, title = self._context().link(place, ""), f"“{subject.session.title or lists.UNCALLED}”"
        return (
            f"Passed on to the conversation {f'[{title}]({link})' if link else title}, which will tell you the outcome."
        )

    async def _context_of(self, person: Person) -> CommandContext:
        """With the clocks by which they live."""
        zones = self._context().workspace.zones
        zone = await home(person, self._rooms, zones.get(person.id, ""), zones.get("", ""))
        return replace(self._context(), zone=zone)

    # Which conversation
    async def _about(self, said: CommandInvoked) -> str | None:
        """Of a place that is one, it; of a channel, the last in which its author spoke; to be stopped, the one that is
        at work; what is looked at by ourselves, its own. None if there is none, and empty if there are several.
        """
        if not said.wide:
            return await self._reader.thread(said.place)
        here = await self._reader.thread(said.place)
        if said.command == "heartbeat" and (await self._reader.session(here)).timers.heartbeats:
            return here
        if said.command == "stop":
            return await self._to_stop(said)
        working = await self._lookup.unrested(said.place)  # first: what comes to rest meanwhile is listed by then
        spoken = {one.thread: one.at for one in await self._index.of_channel(said.place, 1, said.by.id)}
        for thread, session in working.items():
            if (listed := listing(session)) and said.by.id in listed.people:
                spoken[thread] = listed.at
        # What is looked at again and again needs no conversation before.
        begun = here if said.command == "heartbeat" else None
        return max(spoken, key=lambda thread: spoken[thread], default=begun)

    async def _to_stop(self, said: CommandInvoked) -> str | None:
        """Of the channel's conversations the one with a turn; of several, the one in which its author takes part."""

        def theirs(thread: str, session: Session) -> int:
            return _to_be_stopped(session) and said.by.id in people(session)

        at_work = await self._lookup.unrested(said.place)
        of_theirs = await self._lookup.until(await self._index.waiting(said.place, said.by.id), 2, theirs)
        of_all = await self._lookup.until(
            await self._index.waiting(said.place), 2, lambda _, session: _to_be_stopped(session)
        )
        known = {**of_all.sessions, **of_theirs.sessions, **at_work}
        going = {thread: session for thread, session in known.items() if _to_be_stopped(session)}
        found = [one for one in going if theirs(one, going[one])] if len(going) > 1 else list(going)
        return (found[0] if len(found) == 1 else "") if going else None

    async def _which(self, said: CommandInvoked) -> str:
        word, listed = said.surface.spelt(said.command), await self._threads(said)
        return f"I'm working in several threads: say {word} in the one you mean.\n\n{listed}"

    async def _subject(self, thread: str, place: Place) -> Subject:
        session = await self._reader.session(thread)
        first = min((one.position for one in session.inbox.waiting), default=0)
        said = lists.words(await self._journal.read(thread, first - 1)) if first else {}
        return Subject(thread, session, await self._index.bound(place) == thread, said)

    async def _skills(self, said: CommandInvoked) -> str:
        """Those of the workspace, and whether the mode has any; of a channel, the mode in which conversations begin."""
        context = self._context()
        session = None if said.wide else await self._session(await self._reader.thread(said.place))
        mode = context.mode_of(session) if session else context.workspace.default_mode
        without = "" if context.offers(SKILL, session) else mode
        return skills_in_words(context.workspace.skills, said.place, context.link, without)

    async def _remembered(self, said: CommandInvoked) -> str:
        notes = await self._memory.told(said.place, said.by)
        return await self._told(said, memory_in_words(notes, said.by, self._now()))

    async def _told(self, said: CommandInvoked, text: Text) -> str:
        """What is left to be answered: where what has buttons cannot be told, its words alone."""
        if text.buttons and self._tell:
            try:
                await self._tell(said.place, said.by, text)
                return ""
            except ChatError as error:
                log.warning("answered without buttons: %s", error)
        return text.markdown

    async def _search(self, said: CommandInvoked) -> str:
        """What whoever asks can see, who alone sees the answer."""
        query = said.argument.strip(f"{QUOTES} ")
        if not query:
            return nothing_to_look_for(said.surface)

        spoken = await self._index.of_person(said.by.id, MOST_SPOKEN, self._reader.threads.team)
        theirs = {room_of(one.place) for one in spoken}

        async def sees(room: Place) -> bool | None:
            if room == room_of(said.place):
                return True
            if (
                direct(room) and room not in theirs
            ):  # in their own they have spoken: the others' need not be asked about
                return False
            try:
                return await self._rooms.sees(said.by, room)
            except NotThere:
                return False
            except ChatError:
                return None

        try:
            found = await self._history.find(query, sees)
        except NoQuery as error:
            return not_searched(error)
        return search_in_words(query, found, await self._context_of(said.by))

    async def _sees(self, said: CommandInvoked, place: Place, there: bool = False) -> bool:
        """May a conversation of this channel be named to whoever asks, or (`there`) go on where they ask? It may be in
        a thread that fewer people see.
        """
        room = room_of(place)
        if room == room_of(said.place):
            return True
        try:
            seen = await self._rooms.sees(said.by, room)
            return seen and (not there or await self._rooms.shown(room, said.place))
        except ChatError:
            return False

    # Several conversations
    async def _threads(self, said: CommandInvoked) -> str:
        working = await self._lookup.unrested(said.place)
        known = {one.thread: one for one in await self._index.of_channel(said.place, LISTED + 1)}
        for thread, session in working.items():
            if (listed := listing(session)) and not listed.archived:
                known[thread] = IndexedThread(
                    thread=thread, place=listed.place, title=listed.title, at=listed.at, waits=listed.waits
                )
            elif listed:
                known.pop(thread, None)
        latest = [one for one in sorted(known.values(), key=lambda one: -one.at) if await self._sees(said, one.place)]
        here = "" if said.wide else await self._reader.thread(said.place)
        at_work = frozenset(thread for thread, one in working.items() if one.at_work)
        return lists.threads(
            latest[:LISTED], at_work, here, self._now(), self._context().link, said.surface, len(latest) > LISTED
        )

    async def _approvals(self, said: CommandInvoked) -> str:
        def lines(thread: str, session: Session) -> list[str]:
            return list(lists.asks(Subject(thread, session), self._context(), said.by))

        unrested = await self._lookup.unrested(said.place)
        at_work = {
            thread: session
            for thread, session in unrested.items()
            if session.place is None or await self._sees(said, session.place)
        }
        waiting = [one for one in await self._index.waiting(said.place) if await self._sees(said, one.place)]
        resting = (one for one in waiting if one.thread not in unrested)
        found = await self._lookup.until(resting, LISTED, lambda thread, session: len(lines(thread, session)))
        listed = [line for one in (at_work | found.sessions).items() for line in lines(*one)]
        more = MORE.format(said.surface.spelt(said.command)) if found.more else ""
        return "\n".join(listed) + more if listed else "No decisions are waiting in this channel."

    # Where a place points
    async def _new(self, said: CommandInvoked) -> str:
        if said.wide:
            return "Here, each message to me outside a thread starts its own conversation."
        session = await self._session(await self._reader.thread(said.place))
        if session and session.turn and session.turn.policy.visible:
            return STILL.format(said.surface.spelt("stop"))
        if session and not session.turns:
            return "This conversation is already new."
        fresh = self._reader.threads.called(f"{said.place.id}\0{said.id}")
        return await self._bind(said, fresh)

    async def _switch(self, said: CommandInvoked) -> str:
        if said.wide:
            return "Say `switch ID` in the thread where that conversation should continue."
        beginning = self._reader.threads.beginning(said.argument)
        named = await self._index.named(said.place, beginning) if said.argument else ()
        if len(named) != 1 or not await self._sees(said, named[0].place, there=True):
            return f"There is no such conversation. {said.surface.spelt('threads')} lists those{said.surface.among}."
        here = await self._reader.thread(said.place)
        [found] = named
        if here == found.thread:
            return "You are already in that conversation."
        session = await self._session(here)
        if session and session.turn and session.turn.policy.visible:
            return STILL.format(said.surface.spelt("stop"))
        return await self._bind(said, found.thread)

    async def _session(self, thread: str) -> Session | None:
        """None, if it cannot be read: it is set aside, and may be left."""
        try:
            return await self._reader.session(thread)
        except NotAdmitted:
            return None

    async def _bind(self, said: CommandInvoked, thread: str) -> str:
        return await self._record(said, thread, [PlaceBound(said.by, said.place)])

    async def _pair(self, said: CommandInvoked) -> str:
        if not OWNERS.entitles(said.by):
            return "Only an owner can vouch for somebody."
        if self._pairings is None:
            return "Nobody needs to be vouched for here."
        if not said.argument:
            return f"Say whose code: {said.surface.spelt('pair CODE')}."
        try:
            return f"{await self._pairings.redeem(said.argument, said.by.id)} can talk with me from now on."
        except WrongCode as error:
            return str(error)
