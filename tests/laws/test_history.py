"""What a search tells, everybody may know who hears of it: nothing that was said in private is told elsewhere, nothing
that was deleted is told at all, and nothing is missing that may be told.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from harness.chat.people import Person, Place
from harness.chat.port import ChatLine, NotThere
from harness.chat.rooms import Named
from harness.context.history import MOST, History
from harness.context.snapshot import latest
from harness.sessions import facts as f
from harness.sessions.threads import ThreadNames
from harness.toolbox.search_history import QUOTED, search_history
from harness.tools.calls import ToolCall, ToolResult
from harness.tools.tool import ToolContext
from tests.fakes.journal import MemoryJournal

ANA, BOB, CYD, GUS = (Person("slack", "T1", f"U{name}", name) for name in ("ana", "bob", "cyd", "gus"))
GUEST = GUS
MEMBERS: Mapping[str, tuple[Person, ...]] = MappingProxyType(
    {
        "C1": (ANA, BOB, CYD),
        "C2": (ANA, BOB, CYD, GUS),
        "CP": (ANA, BOB),  # a private channel
        "GX": (ANA, CYD),  # a group's direct messages
        "DANA": (ANA,),
        "DBOB": (BOB,),
    }
)
PUBLIC = ("C1", "C2")
WORDS = ("red", "blue")


class Team:
    """Fulfils Rooms, as its contract says."""

    async def find(self, named: str, reader: Person) -> Place:
        raise NotThere(named)

    async def named(self, place: Place) -> Named:
        return Named(place.channel, place.channel)

    async def sees(self, person: Person, place: Place) -> bool:
        return person in MEMBERS[place.channel] or (place.channel in PUBLIC and person != GUEST)

    async def shown(self, place: Place, where: Place) -> bool:
        if place.channel == where.channel or place.channel.startswith("D"):
            return place.channel == where.channel
        if where.channel.startswith("D"):
            return True
        return place.channel in PUBLIC and all([await self.sees(one, place) for one in MEMBERS[where.channel]])

    async def read(self, place: Place, most: int) -> Sequence[ChatLine]:
        return ()

    async def post(self, place: Place, key: str, text: str) -> None:
        pass

    async def zone(self, person: Person) -> str:
        return ""


@dataclass
class Kept:
    """What the test itself knows to have been said: the oracle."""

    channel: str
    text: str
    message: str = ""
    thread: str = ""


@dataclass
class Play:
    journal: MemoryJournal = field(init=False)
    now: float = 0.0
    said: list[Kept] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.journal = MemoryJournal(lambda: self.now)
        self.history = History()
        self.names = ThreadNames()
        self.history.kept_in(self.journal, self.journal, self.journal.said, self.names, lambda place, message: "")
        self.tool = search_history(self.history, Team())

    async def tell(self, thread: str, *facts: f.Fact) -> None:
        self.now += 1.0
        await self.journal.append(thread, list(facts))

    async def says(self, who: int, channel: str, thread: int, word: str, answer: str) -> None:
        place = Place("slack", "T1", channel, f"{thread}.0")
        by = MEMBERS[channel][who % len(MEMBERS[channel])]
        name = self.names.of(place)
        message, text = f"m{len(self.said)}", f"{word} number {len(self.said)}"
        await self.tell(name, f.MessageReceived(by, place, text, message))
        self.said.append(Kept(channel, text, message, name))
        session = await latest(self.journal, self.journal, name)
        if answer and session.turn:
            text = f"{answer} answer {len(self.said)}"
            await self.tell(name, f.ModelReplied(session.turn.at, session.turn.through, text))
            self.said.append(Kept(channel, text, "", name))

    async def changes(self, which: int, word: str) -> None:
        """A message is corrected; or deleted, without a word."""
        theirs = [one for one in self.said if one.message]
        if not theirs:
            return
        kept = theirs[which % len(theirs)]
        place = Place("slack", "T1", kept.channel, "x")
        if word:
            kept.text = f"{word} corrected {kept.message}"
            await self.tell(kept.thread, f.MessageCorrected(ANA, place, kept.message, kept.text))
        else:
            self.said.remove(kept)
            await self.tell(kept.thread, f.MessageDeleted(ANA, place, kept.message))

    async def searches(self, who: int, channel: str, word: str, author: Person | None) -> None:
        place = Place("slack", "T1", channel, "9.0")
        asks = MEMBERS[channel][who % len(MEMBERS[channel])]
        authors = (asks, *((author,) if author else ()))
        call = ToolCall("1.1.0", "search_history", f'{{"query": "{word}"}}')
        context = ToolContext(call, "searching", requester=asks, place=place, authors=authors)
        assert self.tool.run
        result = await self.tool.run(self.tool.parse(call.arguments), context)
        assert isinstance(result, ToolResult)
        told = [line[2:] for line in result.text.splitlines() if line.startswith("> ")]
        assert not told or result.text.startswith(QUOTED)
        may = [one.text for one in self.said if word in one.text.split() and _may_know(one.channel, channel, authors)]
        assert set(told) <= set(may)
        assert len(told) == min(MOST, len(may))


def _may_know(said_in: str, told_in: str, authors: Sequence[Person]) -> bool:
    """By who is where alone: may all hear of it who read what is told there, and who had their words heard?"""
    if said_in == told_in:
        return True
    hear = {*authors, *MEMBERS[told_in]}
    if said_in.startswith("D"):
        return False
    if said_in in PUBLIC:
        return all(one != GUEST or one in MEMBERS[said_in] for one in hear)
    return told_in.startswith("D") and hear <= set(MEMBERS[said_in])


CHANNELS, WHO = st.sampled_from(sorted(MEMBERS)), st.integers(0, 3)
STEPS = st.lists(
    st.one_of(
        st.tuples(
            st.just("says"), WHO, CHANNELS, st.integers(1, 2), st.sampled_from(WORDS), st.sampled_from(("", *WORDS))
        ),
        st.tuples(st.just("changes"), st.integers(0, 9), st.sampled_from(("", *WORDS))),
        st.tuples(
            st.just("searches"), WHO, CHANNELS, st.sampled_from(WORDS), st.sampled_from((None, ANA, BOB, CYD, GUS))
        ),
        st.tuples(st.just("forgets")),
        st.tuples(st.just("catches_up")),
    ),
    max_size=40,
)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(STEPS)
def test_a_search_tells_what_all_who_hear_of_it_may_know_and_all_of_that(steps: Sequence[tuple[object, ...]]) -> None:
    async def story() -> None:
        play = Play()
        for name, *arguments in [*steps, *(("searches", 0, channel, "red", None) for channel in sorted(MEMBERS))]:
            match name:
                case "forgets":
                    await play.journal.said.forget()
                case "catches_up":
                    await play.history.catch_up()
                case _:
                    await getattr(play, str(name))(*arguments)

    asyncio.run(story())
