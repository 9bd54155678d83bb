"""Laws 14 and 21 over the whole: nothing of a direct message is in a request that is made for another place, but for
what an approved note or post carried; and what was deleted is in nothing derived. What each request, answer and post
may hold is worked out from who said what where.
"""

import asyncio
import json
from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path
from typing import ParamSpec, TypeVar

from hypothesis import given
from hypothesis import strategies as st

from adapters.storage.journal import SqlJournal
from harness.chat.cards import Body, Card
from harness.chat.people import Person, Place
from harness.context.model import Reply, Request
from harness.context.notes import Note
from tests.cases.colleague import Clock, calls
from tests.laws import privacy
from tests.laws.privacy import (
    ANA,
    BOB,
    MEMBERS,
    PEOPLE,
    PLACES,
    Choosing,
    Desk,
    Knowing,
    Talk,
    Team,
    Thing,
    Watched,
    courses,
    play_out,
    words,
)

P = ParamSpec("P")
R = TypeVar("R")
TOPICS = ("cranes", "barges")
"""By which messages are found, and no word of one: a model knows none that it has not read."""
STEPS = 24
ACTS = ("remembers", "searches", "posts", "remembers", "searches", "forgets", "replies")
CALLS = 2
"""In a turn, at most."""


class Play(Choosing):
    """Attributes:
    talks: by their places
    where: the conversation that something is done in, and by whom
    """

    def __init__(self, data: st.DataObject, folder: Path) -> None:
        super().__init__(data)
        self.folder, self.clock = folder, Clock()
        self.file = folder / "deskmate.db"
        self.talks = {place: Talk(place.channel) for place in PLACES}
        self.known: dict[str, Talk] = {}
        """The same by what their threads are called: a place may point to one of before again."""
        self.where, self.by = PLACES[0], ANA
        self.said: dict[str, str] = {}
        """The channel of each word."""
        self.topics: dict[str, str] = {}
        self.dead: set[str] = set()
        self.gone: list[Talk] = []
        """Those that were deleted."""
        self.left: list[Talk] = []
        """Those whose places point to others now."""
        self.things: dict[str, Thing] = {}
        self._numbers = count(1)
        self.errors: list[AssertionError] = []
        """What was seen by those whose errors the colleague takes for its own."""
        self.rooms = Team(self.checked(self.posted))
        self.chat = Watched(self.checked(self.look))
        self.model = Knowing(self.checked(self.answers), self.checked(self.sums_up))
        self.begin()

    def begin(self) -> None:
        self.journal = SqlJournal.open(f"sqlite:///{self.file}", self.clock)
        self.desk = Desk(
            self.folder, self.model, self.journal, self.clock, self.chat, self.rooms, lambda: next(self._numbers)
        )

    def checked(self, does: Callable[P, R]) -> Callable[P, R]:
        def checked(*args: P.args, **kwargs: P.kwargs) -> R:
            try:
                return does(*args, **kwargs)
            except AssertionError as error:
                self.errors.append(error)
                raise

        return checked

    async def restarts(self) -> None:
        await self.end()
        self.begin()
        await self.desk.parts.engine.sweep()
        await self.desk.rests()

    async def end(self) -> None:
        await self.desk.ends()
        self.journal.close()

    @property
    def talk(self) -> Talk:
        return self.talks[self.where]

    # What may be known
    def told(self, place: Place, by: Person) -> set[str]:
        """Words of the notes that are told there."""
        found = set[str]()
        for thing in self.things.values():
            own = thing.layer == "person" and privacy.is_direct(place.channel) and thing.by.same(by)
            here = (
                thing.layer == "place" and thing.talk.channel == place.channel and not privacy.is_direct(place.channel)
            )
            if thing.allowed and (own or here or thing.layer == "team"):
                found |= thing.words
        return found

    def check(self, text: str, may: set[str], what: str) -> None:
        found = words(text)
        assert not (leaked := found - may), f"{what} in {self.where} for {self.by}: {sorted(leaked)} in: {text}"
        self.check_gone(text, what)

    def check_gone(self, text: str, what: str) -> None:
        left = words(text) & self.dead
        assert not left, f"{what} in {self.where} holds what was deleted: {sorted(left)} in: {text}"

    # The model
    def asked(self, request: Request) -> set[str]:
        """What it reads; that it may is looked at."""
        talk = self.talk
        may = talk.words | talk.found | self.told(self.where, self.by)
        read, own = privacy.read_of(request), privacy.own_of(request)
        self.check(read, may, "a request")
        assert words(own) <= talk.used, f"{sorted(words(own) - talk.used)} was never said in {self.where}"
        return words(read)

    def sums_up(self, request: Request) -> Reply:
        """A summary, or a name, of some of what it reads."""
        read = sorted(self.asked(request))
        return Reply(f"About {self.any_of(['nothing', *read])}")

    def answers(self, request: Request) -> Reply:
        read = sorted(self.asked(request))
        what = self.any_of(ACTS) if self.calls < CALLS else "replies"
        self.calls += 1
        if what == "remembers" and read:
            thing = self.wants(request, read, layer=self.any_of(("team", "place", "person")))
            return calls(("remember", json.dumps({"text": thing_says(thing), "layer": thing.layer})))
        if what == "posts" and read:
            thing = self.wants(request, read, to=self.any_of(sorted(MEMBERS)))
            return calls(("post_message", json.dumps({"text": thing_says(thing), "to": f"#{thing.to}"})))
        if what == "forgets" and (known := privacy.noted_in(request)):
            self.done.append("forgets")
            return calls(("forget", json.dumps({"id": self.any_of(known)})))
        if what == "searches":
            topic = self.any_of(TOPICS)
            self.talk.found |= {word for word in self.said if self.topics[word] == topic and self.may_find(word)}
            self.done.append(f"searches {topic}")
            return calls(("search_history", json.dumps({"query": topic})))
        return Reply("Well.")

    def may_find(self, word: str) -> bool:
        return privacy.may_be_told(self.said[word], self.where.channel, (self.by,))

    def wants(self, request: Request, read: Sequence[str], layer: str = "", to: str = "") -> Thing:
        word = self.any_of(read)
        thing = Thing(f"thing{len(self.things)}", self.talk, {word}, by=self.by, layer=layer, to=to)
        thing.allowed = layer == "person" and privacy.is_direct(self.where.channel)  # nobody need be asked
        self.things[thing.name] = thing
        self.done.append(f"{thing.name}: {word} for {layer or to}")
        self.talk.used.add(word)
        self.talk.wrote.add(word)
        return thing

    # What people see
    def look(self, place: Place, body: Body, to: Person | None) -> None:
        text = privacy.read_on(body)
        if to is None and place.channel in MEMBERS:
            carried = [self.things[name].words for name in privacy.things(text)]
            may = {word for word in self.said if self.said[word] == place.channel}
            self.shown(text, may.union(*carried))
        elif to is not None:
            self.shown(text, self.seen_by(to))

    def shown(self, text: str, may: set[str]) -> None:
        """What stood there before it was deleted may be drawn again, since it is drawn for what else has changed."""
        assert not (leaked := words(text) - may), f"shown in {self.where} for {self.by}: {sorted(leaked)} in: {text}"

    def seen_by(self, person: Person) -> set[str]:
        """What they could read where it was said, or were told."""
        read = {word for word, channel in self.said.items() if privacy.sees(person, channel)}
        asked = [thing.words for thing in self.things.values()] if person.same(ANA) else []
        return read.union(self.told(self.where, person), *asked)

    def posted(self, place: Place, text: str) -> None:
        for name in privacy.things(text):
            thing = self.things[name]
            assert thing.allowed, f"{thing} was posted, and nobody had approved it"
            assert thing.to == place.channel

    # What people do
    async def says(self) -> None:
        if self.data.draw(st.booleans()):  # or on where something was done last
            self.where = self.one_of(sorted(self.talks, key=str))
        self.by = self.one_of(MEMBERS[self.where.channel])
        word = f"word{len(self.said)}"
        self.said[word] = self.where.channel
        long = self.data.draw(st.booleans())
        self.topics[word] = topic = self.one_of(TOPICS)
        text = f"{word} on {topic}, {privacy.MUCH if long else 'and no more'}"
        talk = self.talk
        message = f"m{len(self.said)}"
        talk.said.append((self.by, word, message))
        self.done.append(f"{self.by} says {text[:20]} in {self.where}")
        await self.desk.says(text, self.by, self.where, message=message)

    async def decides(self) -> None:
        cards = [
            (place, id, body, button)
            for id, (place, _, body) in self.chat.messages.items()
            if isinstance(body, Card)
            for button in body.buttons
            if button.label == "Approve"
        ]
        if not cards:
            return
        self.where, message, card, button = self.one_of(cards)
        known = [self.things[name] for name in sorted(privacy.things(privacy.read_on(card)))]
        self.by = known[0].by if known else ANA
        if self.data.draw(st.booleans()):
            for thing in known:
                thing.allowed = True
            await self.desk.presses(button, ANA, self.where, message)
        else:
            await self.desk.says("deny: no", ANA, self.where)

    async def deletes_message(self) -> None:
        known = [(place, one) for place, talk in self.talks.items() for one in talk.said if one[1] not in self.dead]
        if not known:
            return
        self.where, (by, word, message) = self.one_of(known)
        self.by = by
        self.dead.add(word)
        self.done.append(f"{by} deletes {word} in {self.where}")
        await self.desk.removes(message, by, self.where)

    async def commands(self) -> None:
        self.where = self.one_of(sorted(self.talks, key=str))
        self.by = self.one_of(MEMBERS[self.where.channel])
        word = self.one_of(("search", "threads", "memory", "compact", "search", "threads", "status", "archive"))
        wide = self.data.draw(st.booleans()) and bool(self.where.thread)
        place = Place("slack", "T", self.where.channel) if wide else self.where
        query = self.one_of(TOPICS) if word == "search" else ""
        told = await self.desk.commands(word, query, self.by, place, wide=wide)
        may = self.seen_by(self.by)
        self.check(told, may, word)

    async def at_home(self) -> None:
        self.by = self.one_of(PEOPLE)
        view = await self.desk.parts.commands.home_view(self.by)
        self.check(str(view), self.seen_by(self.by), "the home tab")

    async def begins_anew(self) -> None:
        places = [place for place in self.talks if not place.thread]
        self.where = self.one_of(sorted(places, key=str))
        self.by = self.one_of(MEMBERS[self.where.channel])
        before = await self.desk.thread(self.where)
        await self.desk.commands("new", "", self.by, self.where)
        if await self.desk.thread(self.where) != before:
            self.left.append(self.talk)
            self.talks[self.where] = Talk(self.where.channel)

    async def branches(self) -> None:
        self.where = self.one_of(sorted(self.talks, key=str))
        self.by = self.one_of(MEMBERS[self.where.channel])
        ours = [one[2] for one in self.talk.said]
        others = [one[2] for talk in self.talks.values() for one in talk.said]
        message = self.one_of(["", *ours] if self.data.draw(st.booleans()) else ["", *others])
        talk, before, posts = self.talk, await self.desk.thread(self.where), set(self.chat.messages)
        await self.desk.commands("branch", message, self.by, self.where)
        begun = self.where if not self.where.thread else self.below(posts)
        if begun is None or (begun == self.where and await self.desk.thread(self.where) == before):
            return
        upto = list(talk.said)
        if message in [one[2] for one in talk.said]:
            upto = upto[: 1 + [one[2] for one in talk.said].index(message)]
        branch = Talk(self.where.channel, began=talk.began | {word for _, word, _ in upto})
        branch.found, branch.used = set(talk.found), set(talk.used)
        if begun in self.talks:
            self.left.append(talk)
        self.talks[begun] = branch
        self.where = begun

    def below(self, before: set[str]) -> Place | None:
        for id, (place, _, body) in self.chat.messages.items():
            if id not in before and " began a branch" in privacy.read_on(body):
                return Place("slack", "T", place.channel, id)
        return None

    async def deletes_talk(self) -> None:
        self.where = self.one_of(sorted(self.talks, key=str))
        self.by = ANA if ANA in MEMBERS[self.where.channel] else MEMBERS[self.where.channel][0]
        talk, before = self.talk, await self.desk.thread(self.where)
        told = len(self.chat.told)
        await self.desk.commands("delete", "", self.by, self.where)
        meant = [button for _, body in self.chat.told[told:] for button in body.buttons]
        if not meant:
            return
        await self.desk.presses(meant[0], self.by, self.where, "")
        now = await self.desk.thread(self.where)
        if now == before:
            return
        self.dead |= {word for _, word, _ in talk.said}
        self.talks[self.where] = self.known.get(now) or Talk(self.where.channel)  # of a branch, what it went on from
        self.gone.append(talk)

    # What is looked at whenever all is at rest
    async def looks(self) -> None:
        for place, talk in self.talks.items():
            self.known[await self.desk.thread(place)] = talk
        for error in self.errors:
            raise error
        for note in await self.journal.notes.all():
            self.noted(note)
        for listed in await self.journal.index.all():
            self.check_gone(listed.title, "a title")
        erased = {word for talk in self.gone for _, word, _ in talk.said}
        for thing in self.things.values():
            erased -= thing.words if thing.allowed else set()
        for talk in [*self.talks.values(), *self.left]:
            erased -= talk.wrote
        if erased:
            rows = privacy.everything_in(self.file).splitlines()
            kept = [row[:300] for row in rows if words(row) & erased]
            assert not kept, f"kept of conversations that were deleted: {kept}"

    def noted(self, note: Note) -> None:
        [name] = privacy.things(note.text)
        thing = self.things[name]
        assert thing.allowed, f"{note} was written, and nobody had approved it"
        whose = {"team": "", "place": f"slack:T:{thing.talk.channel}", "person": thing.by.id}[thing.layer]
        assert (note.layer.name, note.layer.of) == (thing.layer, whose)
        assert not words(note.text) & self.dead, f"{note} is of what was deleted"

    async def run(self) -> None:
        for _ in range(self.data.draw(st.integers(8, STEPS))):
            step = self.one_of(STEP_NAMES)
            self.turns()
            await getattr(self, step)()
            self.done.append(f"- {step} was in {self.where}, by {self.by}")
            await self.looks()


STEP_NAMES = (
    *("says",) * 9, *("decides",) * 3, *("commands",) * 3, *("deletes_message",) * 2, *("branches",) * 2,
    "at_home", "at_home", "begins_anew", "deletes_talk", "restarts",
)  # fmt: skip


def thing_says(thing: Thing) -> str:
    return f"{thing.name} is {' '.join(sorted(thing.words))}"


@courses(40)
@given(st.data())
def test_what_is_private_stays_there_and_what_is_deleted_is_gone(data: st.DataObject) -> None:
    play_out(lambda folder: Play(data, folder))


def test_a_note_goes_with_what_was_said_before_its_turn_also_while_its_card_waits(tmp_path: Path) -> None:
    place, numbers = Place("slack", "T", "DBOB"), count(1)
    note = calls(("remember", json.dumps({"text": "The code is 4711.", "layer": "person"})))
    team = calls(("remember", json.dumps({"text": "The code is 4711.", "layer": "team"})))

    async def story() -> None:
        with SqlJournal.open(f"sqlite:///{tmp_path / 'deskmate.db'}", clock := Clock()) as journal:
            steps = [Reply("Well."), note, Reply("Noted."), team, Reply("So be it.")]
            model = Knowing(lambda request: steps.pop(0), lambda request: Reply("About codes"))
            chat = Watched(lambda *seen: None)
            desk = Desk(tmp_path, model, journal, clock, chat, Team(lambda *posted: None), lambda: next(numbers))
            said = await desk.says("its code is 4711", BOB, place)
            await desk.says("note that", BOB, place)
            assert [one.layer.name for one in await journal.notes.all()] == ["person"]
            await desk.says("and tell all", BOB, place)
            [(id, button)] = [
                (id, button)
                for id, (_, _, body) in chat.messages.items()
                if isinstance(body, Card)
                for button in body.buttons
                if button.label == "Approve"
            ]
            await desk.removes(said, BOB, place)
            assert not await journal.notes.all()
            await desk.presses(button, ANA, place, id)
            assert not await journal.notes.all()
            assert not steps
            await desk.ends()

    asyncio.run(story())
