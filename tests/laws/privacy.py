"""A team of three in a chat, and a colleague on a real database among them. Each message has a word of its own, and who
may be told it is known from who is where alone; a model knows nothing but its requests.
"""

import asyncio
import os
import re
import sqlite3
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import KW_ONLY, dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, cast

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st

from adapters.storage.journal import SqlJournal
from bot.wiring import Outside
from harness.chat.cards import Body, Button, Text
from harness.chat.events import ButtonClicked, ChatEvent, CommandInvoked, MessageRemoved, MessageSent
from harness.chat.people import Person, Place
from harness.chat.phrases import plain
from harness.chat.port import ChatLine, NotThere
from harness.chat.rooms import Named, Rooms
from harness.context.compaction import INSTRUCTION
from harness.context.model import Reply, Request, Shown
from tests.cases.colleague import HERE, Clock, Colleague, Kept, Scripted, reads_as
from tests.examples import examples

ANA, BOB = (Person("slack", "T", name.upper(), name) for name in ("ana", "bob"))
GUS = Person("slack", "T", "GUS", "gus", member=False)
PEOPLE = (ANA, BOB, GUS)
MEMBERS: Mapping[str, tuple[Person, ...]] = MappingProxyType(
    {
        "CALL": (ANA, BOB),  # a public channel
        "CFEW": (ANA, GUS),  # a private one
        "GTWO": (ANA, BOB),  # a group's direct messages
        "DANA": (ANA,),
        "DBOB": (BOB,),
        "DGUS": (GUS,),
    }
)
PUBLIC = ("CALL",)
TEAM = """  - {id: "slack:T:ANA", name: ana, roles: [owner]}
  - {id: "slack:T:BOB", name: bob}
  - {id: "slack:T:GUS", name: gus}
"""
SETTINGS = f"""{TEAM}context_tokens: 2000
titles: {{model: scripted}}
"""
PLACES = tuple(
    Place("slack", "T", channel, thread)
    for channel in MEMBERS
    for thread in (("1.0", "2.0") if channel == PUBLIC[0] else ("1.0",) if channel == "CFEW" else ("",))
)
FATES = st.lists(st.integers(0, 999), min_size=16, max_size=16)
PHASES = [Phase.generate, *([Phase.shrink] if os.environ.get("SHRINK") else [])]
_WORD = re.compile(r"\bword[0-9]+\b")
_NOTE = re.compile(r"\b(?:team|place|person)-[0-9a-f]{8}\b")
_WRITTEN = re.compile(r"\bthing[0-9]+\b")
MUCH = "and so we went on about it, as people do who have the time for it; " * 80


def words(text: str) -> set[str]:
    return set(_WORD.findall(text))


def things(text: str) -> set[str]:
    """The names of what was written or posted elsewhere."""
    return set(_WRITTEN.findall(text))


def is_direct(channel: str) -> bool:
    return channel.startswith("D")


def sees(person: Person, channel: str) -> bool:
    return any(person.same(one) for one in MEMBERS[channel]) or (channel in PUBLIC and not person.same(GUS))


def may_be_told(said_in: str, told_in: str, authors: Iterable[Person]) -> bool:
    """All who read what is told there, and all whose words it answers, could read it where it was said; what was said
    to us directly is for nobody else, and what is not for everybody is for one person alone.
    """
    if said_in == told_in:
        return True
    hear = (*authors, *MEMBERS[told_in])
    if is_direct(said_in) or not all(sees(person, said_in) for person in hear):
        return False
    return said_in in PUBLIC or is_direct(told_in)


class Team:
    """Fulfils Rooms, as its contract says. What is posted is kept with where."""

    def __init__(self, posted: Callable[[Place, str], None]) -> None:
        self._posted = posted

    async def find(self, named: str, reader: Person) -> Place:
        channel = named.lstrip("#@")
        if channel not in MEMBERS or not (is_direct(channel) or sees(reader, channel)):
            raise NotThere(f"there is no {named}")
        return Place("slack", "T", channel)

    async def named(self, place: Place) -> Named:
        return Named(place.channel, place.channel)

    async def sees(self, person: Person, place: Place) -> bool:
        return sees(person, place.channel)

    async def shown(self, place: Place, where: Place) -> bool:
        if place.channel == where.channel or is_direct(place.channel):
            return place.channel == where.channel
        everybody = place.channel in PUBLIC and all(sees(one, place.channel) for one in MEMBERS[where.channel])
        return is_direct(where.channel) or everybody

    async def read(self, place: Place, most: int) -> Sequence[ChatLine]:
        return ()

    async def post(self, place: Place, key: str, text: str) -> None:
        self._posted(place, text)

    async def zone(self, person: Person) -> str:
        return ""


class Watched(Kept):
    """A chat that shows each thing to whoever looks for what must not be read."""

    def __init__(self, look: Callable[[Place, Body, Person | None], None]) -> None:
        super().__init__()
        self._look = look

    async def post(self, place: Place, key: str, body: Body) -> str:
        self._look(place, body, None)
        return await super().post(place, key, body)

    async def update(self, place: Place, message: str, key: str, body: Body) -> None:
        self._look(place, body, None)
        await super().update(place, message, key, body)

    async def tell(self, place: Place, to: Person, body: Text) -> None:
        self._look(place, body, to)
        await super().tell(place, to, body)


class Knowing(Scripted):
    """A model that is asked by functions: to answer, to sum up, to name."""

    def __init__(self, answers: Callable[[Request], Reply], sums_up: Callable[[Request], Reply]) -> None:
        super().__init__()
        self._answers, self._sums_up = answers, sums_up

    async def reply(self, request: Request, shown: Callable[[Shown], None]) -> Reply:
        self.requests.append(request)
        return (self._sums_up if summing(request) or naming(request) else self._answers)(request)


class Desk(Colleague):
    """People do what they do in any order; `number` makes names that none before was."""

    def __init__(
        self,
        folder: Path,
        model: Scripted,
        journal: SqlJournal,
        clock: Clock,
        chat: Kept,
        rooms: Rooms,
        number: Callable[[], int],
    ) -> None:
        outside = Outside()
        outside.rooms.add("slack", rooms)
        super().__init__(folder, model, SETTINGS, journal=cast(Any, journal), clock=clock, chat=chat, outside=outside)
        self._number = number

    async def hears(self, event: ChatEvent) -> None:
        await self.parts.intake.receive(event)
        await self.rests()

    async def says(self, text: str, by: Person = ANA, place: Place = HERE, message: str = "", **more: Any) -> str:
        message = message or f"m{self._number()}"
        await self.hears(MessageSent(message, place, by, text, message, **more))
        return message

    async def removes(self, message: str, by: Person, place: Place) -> None:
        await self.hears(MessageRemoved(f"gone-{message}", place, by, message, said=message))

    async def presses(self, button: Button, by: Person, place: Place, message: str) -> None:
        await self.hears(ButtonClicked(f"b{self._number()}", place, by, button.token, message))

    async def commands(self, word: str, argument: str = "", by: Person = ANA, place: Place = HERE, **more: Any) -> str:
        said = CommandInvoked(f"c{self._number()}", place, by, word, argument, **more)
        told = await self.parts.commands.invoke(said)
        await self.rests()
        return told


def read_on(body: Body) -> str:
    """All that people read of it."""
    return "\n".join([plain(body.lead), reads_as(body)]) if isinstance(body, Text) else reads_as(body)


def summing(request: Request) -> bool:
    return INSTRUCTION in str(request.messages[-1].value)


def naming(request: Request) -> bool:
    return not request.tools and not summing(request)


def read_of(request: Request) -> str:
    """What the model is told, but for its own words."""
    told = [message.value for message in request.messages if message.value["role"] != "assistant"]
    return "\n".join([str(request.system.value), *map(str, told)])


def own_of(request: Request) -> str:
    """What it has said and done, as it is shown again."""
    return "\n".join(str(message.value) for message in request.messages if message.value["role"] == "assistant")


def noted_in(request: Request) -> list[str]:
    """The ids of the notes that it is told."""
    return sorted(set(_NOTE.findall(str(request.system.value))))


def everything_in(file: Path) -> str:
    """All rows of all tables of a database."""
    with closing(sqlite3.connect(file)) as database:
        names = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        rows = [(name, row) for name in names for row in database.execute(f"SELECT * FROM {name}")]  # noqa: S608
    return "\n".join(f"{name}: {[_shown(value) for value in row]}" for name, row in rows)


def _shown(value: object) -> object:
    """Words also where they are packed, as in what finds them."""
    return re.sub(r"[^!-~]+", " ", value.decode("latin-1")) if isinstance(value, bytes) else value


@dataclass
class Talk:
    """What the test itself knows of a conversation: who has said which word by which message, in that order; `found`
    are words that a search may have told there, `wrote` those that the model has written there itself, and `used` those
    and the ones of the conversation that it is a branch of.
    """

    channel: str
    said: list[tuple[Person, str, str]] = field(default_factory=list)
    began: set[str] = field(default_factory=set)
    """Words of the conversation that it is a branch of."""
    found: set[str] = field(default_factory=set)
    used: set[str] = field(default_factory=set)
    wrote: set[str] = field(default_factory=set)

    @property
    def words(self) -> set[str]:
        return self.began | {word for _, word, _ in self.said}

    @property
    def people(self) -> list[Person]:
        return [by for by, _, _ in self.said]


@dataclass
class Thing:
    """What the model wants written or posted, by a name of its own: `layer` is empty for a post."""

    name: str
    talk: Talk
    words: set[str]
    _: KW_ONLY
    by: Person
    layer: str = ""
    to: str = ""
    allowed: bool = False


class Choosing(ABC):
    """A play in which people and a model do what is drawn."""

    def __init__(self, data: st.DataObject) -> None:
        self.data, self.calls, self.fates = data, 0, list[int]()
        self.done: list[str] = []
        """What was done, for whoever reads of a failure."""

    def turns(self) -> None:
        """Another turn begins: what its model chooses is drawn now, since nobody would hear of a draw that fails in a
        task.
        """
        self.calls, self.fates = 0, self.data.draw(FATES)

    def one_of(self, among: Sequence[Any]) -> Any:
        return among[self.data.draw(st.integers(0, len(among) - 1))]

    def any_of(self, among: Sequence[Any]) -> Any:
        """The same for the model."""
        return among[(self.fates.pop() if self.fates else 0) % len(among)]

    @abstractmethod
    async def run(self) -> None:
        """Raises AssertionError."""

    @abstractmethod
    async def end(self) -> None: ...


def courses(usual: int) -> settings:
    """So many plays."""
    return settings(
        max_examples=examples(usual),
        deadline=None,
        report_multiple_bugs=False,
        database=None,
        phases=PHASES,
        suppress_health_check=list(HealthCheck),
    )


def play_out(begin: Callable[[Path], Choosing]) -> None:
    """One play in a folder of its own, with what was done if it fails."""

    async def course() -> None:
        with tempfile.TemporaryDirectory() as folder:
            play = begin(Path(folder))
            try:
                await play.run()
            except AssertionError as error:
                error.add_note("\n".join(["WHAT WAS DONE", *play.done]))
                raise
            finally:
                await play.end()

    asyncio.run(course())
