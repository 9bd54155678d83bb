"""Lines become events; what is typed is either taken or said to be wrong."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from functools import partial

import pytest

from adapters.terminal.chat import TerminalChat
from adapters.terminal.gateway import HERE, UNSURE, TerminalGateway
from adapters.terminal.keys import Interrupted, Left
from adapters.terminal.page import Page
from harness.approvals.asks import Approve, Edit, Reject
from harness.chat.cards import Button, Card
from harness.chat.people import Person
from harness.loop.commands import Commands
from harness.loop.intake import Intake, thread_of
from harness.loop.perform import EffectContext, Perform
from harness.loop.progress import Unwatched
from harness.loop.refusals import SET_ASIDE
from harness.loop.thread_reader import ThreadReader
from harness.sessions import facts as f
from harness.sessions.effects import PostAsk
from harness.sessions.journal import JournalUnavailable, Unreadable
from harness.workspace.places import PlacePolicy
from tests.fakes.journal import FailingJournal
from tests.fakes.people import Everybody
from tests.laws.colleague import TOOLS
from tests.unit.harness.commands.house import CONTEXT
from tests.unit.harness.sessions.script import Script

ME = Person("terminal", "", "ana", "Ana", frozenset({"lead"}))
THREAD = thread_of(HERE)
CARD = f"{THREAD}:1.1.0#1"
"""The name of the card about the deployment."""


ENDED: list[f.Fact] = [f.MessageReceived(ME, HERE, "go"), f.StopRequested(ME, HERE)]


class Typed:
    """A keyboard on which `lines` are typed; an exception among them is a key."""

    editor = ""

    def __init__(self, *lines: str | Exception) -> None:
        self.lines: Iterator[str | Exception] = iter([*lines, Left()])
        self.prompts: list[str] = []
        self.meanwhile: list[Callable[[], Awaitable[object]]] = []
        """What happens between the first character of a line and its end: of the first lines."""

    async def line(self, prompt: str, default: str = "", begun: Callable[[], None] = lambda: None) -> str:
        self.prompts.append(prompt)
        line = next(self.lines)
        begun()
        if self.meanwhile:
            await self.meanwhile.pop(0)()
        if isinstance(line, Exception):
            raise line
        return line or default

    async def edit(self, prompt: str, text: str, suffix: str) -> str:
        raise AssertionError("there is none")


class Asleep:
    def wake(self, thread: str) -> None:
        pass


class Desk:
    """A terminal with a card for a deployment on it, if it was asked."""

    def __init__(self) -> None:
        self.time = 0.0
        self.journal, self.written = FailingJournal(lambda: 0.0), list[str]()
        self.chat = TerminalChat("Deskmate", self.written.append, lambda: Page(200), self.now)
        index, asleep = self.journal.index, Asleep()
        self.intake = Intake(self.journal, ThreadReader(self.journal, self.journal, index), asleep, Everybody(), TOOLS)
        self.commands = Commands(
            self.journal, index, self.intake, asleep, lambda: CONTEXT, None, lambda place: PlacePolicy(), lambda: 0.0
        )
        self.events, self.recalled = 0, list[str]()

    def now(self) -> float:
        """What is typed later is a second later."""
        return self.time

    def id(self) -> str:
        self.events += 1
        return f"e{self.events}"

    async def asks(self, script: Script) -> None:
        await self.journal.append(THREAD, [row.fact for row in script.rows])
        perform = Perform(self.chat, None, TOOLS, Unwatched())  # type: ignore[arg-type]  # no model is asked
        context = EffectContext(THREAD, lambda: script.session, None, None, None)  # type: ignore[arg-type]  # nothing is recorded
        for ask in script.session.asks.open:
            await perform(PostAsk(ask.id, HERE), context)

    async def recall(self) -> None:
        self.recalled.append(await self.intake.reader.thread(HERE))

    def number(self, label: str) -> str:
        return next(typed for typed, choice in self.chat.menus.choices.items() if choice.label == label)

    async def types(
        self, *lines: str | Exception, meanwhile: Sequence[Callable[[], Awaitable[object]]] = ()
    ) -> list[f.Fact]:
        """The facts that come of it. `meanwhile` happens while the first of them are typed, one in each."""
        self.time += 1
        before = await self.journal.head(THREAD)
        typed = Typed(*lines)
        typed.meanwhile.extend(meanwhile)
        gateway = TerminalGateway(ME, typed, self.chat, self.intake, self.commands, self.id, self.now, self.recall)
        await gateway.run()
        self.prompts = typed.prompts
        return [row.fact for row in await self.journal.read(THREAD, before)]


def at(act: Callable[[Desk], Awaitable[None]]) -> None:
    asyncio.run(act(Desk()))  # type: ignore[arg-type]


def deployment() -> Script:
    return Script().says(ME, place=HERE).replies(("deploy", "staging"))


def test_words_are_a_message_and_ctrl_c_is_a_stop() -> None:
    async def act(desk: Desk) -> None:
        assert await desk.types("hello", "", Interrupted()) == [
            f.MessageReceived(ME, HERE, "hello", "e1", written=1.0),
            f.StopRequested(ME, HERE),
        ]

    at(act)


def test_ctrl_c_where_nothing_goes_on_says_so_and_is_no_fact() -> None:
    async def act(desk: Desk) -> None:
        assert await desk.types(Interrupted()) == []
        assert desk.written == ["  · there is nothing to stop; Ctrl-D leaves"]

    at(act)


def test_what_is_no_text_is_taken_as_far_as_it_is() -> None:
    async def act(desk: Desk) -> None:
        [said] = await desk.types("gr\udcfc\u00df")
        assert said == f.MessageReceived(ME, HERE, "gr?\u00df", "e1", written=1.0)

    at(act)


def test_a_new_conversation_is_another_thread_and_what_is_open_in_it_is_shown() -> None:
    async def act(desk: Desk) -> None:
        await desk.journal.append(THREAD, ENDED)
        assert await desk.types("/new", "hello") == []
        second = await desk.intake.reader.thread(HERE)
        assert second != THREAD
        facts = [row.fact for row in await desk.journal.read(second)]
        assert facts == [f.PlaceBound(ME, HERE), f.MessageReceived(ME, HERE, "hello", "e2", written=1.0)]
        assert desk.recalled == [second]

    at(act)


def test_a_conversation_that_cannot_be_read_is_said_to_be_so_and_may_be_left() -> None:
    async def act(desk: Desk) -> None:
        await desk.journal.append(THREAD, ENDED)
        desk.journal.fails("read", *[Unreadable("row 1 is odd")] * 3)
        await desk.types(Interrupted(), "/status", "/new", "hello")
        assert [" ".join(line.split()) for line in desk.written] == 2 * [f"· {SET_ASIDE}"]
        second = await desk.intake.reader.thread(HERE)
        assert second != THREAD
        assert desk.recalled == [second]
        assert [type(row.fact) for row in await desk.journal.read(second)] == [f.PlaceBound, f.MessageReceived]

    at(act)


def test_a_conversation_that_goes_on_is_not_left() -> None:
    async def act(desk: Desk) -> None:
        await desk.asks(deployment())
        assert [type(fact) for fact in await desk.types("/new", "hello")] == [f.MessageReceived]
        assert "I'm still working in this conversation" in desk.written[-1]
        assert not desk.recalled

    at(act)


def test_a_command_is_answered_or_is_a_fact() -> None:
    async def act(desk: Desk) -> None:
        assert await desk.types("/usage", "/model openai/small") == [f.ModelChosen(ME, HERE, "openai/small")]
        assert desk.written == ["\nDeskmate: This thread has used 0 tokens in, 0 out, in 0 turns."]

    at(act)


def test_what_is_no_command_is_answered_and_never_a_message() -> None:
    async def act(desk: Desk) -> None:
        assert await desk.types("/stauts", "/new York") == []
        assert desk.written == [
            "\nDeskmate: There is no command stauts; did you mean status? `/help` lists them.",
            "  · /new stands alone; to say that as a message, put a word before it",
        ]

    at(act)


def test_the_words_of_other_programs_leave_too() -> None:
    async def act(desk: Desk) -> None:
        assert await desk.types("/exit", "never read") == []
        assert not desk.written

    at(act)


def test_a_command_that_is_not_recorded_says_so() -> None:
    async def act(desk: Desk) -> None:
        desk.journal.fails("append", JournalUnavailable("the disk is full"))
        assert await desk.types("/model default") == []
        assert desk.written == ["  · not done, please try again: the disk is full"]

    at(act)


def test_a_number_answers_the_card() -> None:
    async def act(desk: Desk) -> None:
        await desk.asks(deployment())
        assert await desk.types("1") == [f.AskAnswered("1.1.0#1", ME, HERE, Approve(), message=CARD)]

    at(act)


def test_a_number_that_was_begun_before_its_card_was_there_decides_nothing() -> None:
    async def act(desk: Desk) -> None:
        asked = partial(desk.asks, deployment())
        assert f.AskAnswered not in map(type, await desk.types("1", meanwhile=[asked]))
        assert desk.written[-1] == "  · you began to type 1 before what it stands for now was there: " + (
            "read that, then type 1 again"
        )
        assert [type(fact) for fact in await desk.types("1")] == [f.AskAnswered]

    at(act)


def test_a_number_is_for_no_other_card_than_when_it_was_begun() -> None:
    async def act(desk: Desk) -> None:
        await desk.chat.post(HERE, "old", Card(("Restart?",), buttons=(Button("Approve", "restart"),)))
        asked = partial(desk.asks, deployment())
        assert f.AskAnswered not in map(type, await desk.types("1", meanwhile=[asked]))
        assert "you began to type 1 before" in desk.written[-1]

    at(act)


def test_an_older_card_is_answered_by_its_own_number() -> None:
    async def act(desk: Desk) -> None:
        await desk.asks(deployment())
        await desk.chat.post(HERE, "new", Card(("Restart?",), buttons=(Button("Approve", "restart"),)))
        assert await desk.types("1.1") == [f.AskAnswered("1.1.0#1", ME, HERE, Approve(), message=CARD)]

    at(act)


def test_words_were_written_when_their_line_was_begun() -> None:
    async def act(desk: Desk) -> None:
        async def card_comes() -> None:
            desk.time = 50.0
            await desk.asks(deployment())

        *_, said = await desk.types("approve", meanwhile=[card_comes])
        assert said == f.MessageReceived(ME, HERE, "approve", "e1", written=1.0)
        assert desk.chat.written(CARD) == 50.0, "later, so that it does not decide"

    at(act)


def test_a_form_is_asked_field_by_field_with_what_is_there() -> None:
    async def act(desk: Desk) -> None:
        await desk.asks(deployment())
        edit = desk.number("Edit…")
        assert await desk.types(edit, "production") == [
            f.AskAnswered("1.1.0#1", ME, HERE, Edit('{"what": "production"}'), message=CARD)
        ]
        assert "What" in desk.prompts[1]

    at(act)


def test_a_reason_goes_with_a_denial() -> None:
    async def act(desk: Desk) -> None:
        await desk.asks(deployment())
        deny = desk.number("Deny…")
        [denied] = await desk.types(deny, "not today")
        assert isinstance(denied, f.AskAnswered)
        assert denied.choice == Reject("not today")

    at(act)


def test_what_cannot_be_taken_is_asked_again() -> None:
    async def act(desk: Desk) -> None:
        await desk.asks(deployment())
        reply = desk.number("Answer instead…")
        [answer] = await desk.types(reply, "  ", "use blue")
        assert isinstance(answer, f.AskAnswered)
        assert any("please write something" in line for line in desk.written)

    at(act)


def test_ctrl_c_leaves_a_form_and_stops_nothing() -> None:
    async def act(desk: Desk) -> None:
        await desk.asks(deployment())
        edit = desk.number("Edit…")
        assert await desk.types(edit, Interrupted()) == []
        assert desk.written[-1] == "  · left as it was"

    at(act)


def test_a_number_that_stands_for_nothing_is_said_to() -> None:
    async def act(desk: Desk) -> None:
        await desk.asks(deployment())
        assert await desk.types("99") == []
        last = len({item.token for item in desk.chat.menus.choices.values()})
        assert f"99 is not one of 1 to {last}; to say a number" in desk.written[-1]

    at(act)


def test_a_form_on_what_was_settled_meanwhile_says_so() -> None:
    async def act(desk: Desk) -> None:
        script = deployment()
        await desk.asks(script)
        edit = desk.number("Edit…")
        await desk.journal.append(THREAD, [f.AskAnswered("1.1.0#1", ME, HERE, Reject("no"))])
        assert await desk.types(edit) == []
        assert desk.written[-1] == "  · This was denied by Ana: no."

    at(act)


def test_what_was_typed_about_what_is_settled_meanwhile_is_given_back() -> None:
    async def act(desk: Desk) -> None:
        await desk.asks(deployment())
        denied = f.AskAnswered("1.1.0#1", ME, HERE, Reject("no"))

        async def settled() -> None:
            await desk.journal.append(THREAD, [denied])

        async def nothing() -> None: ...

        assert await desk.types(desk.number("Ask back…"), "why at all?", meanwhile=[nothing, settled]) == [denied]
        assert desk.written[-1].startswith("  · This was denied by Ana: no.")
        assert "Your question: why at all?" in desk.written[-1]

    at(act)


@pytest.mark.parametrize("line", ["hello", Interrupted()])
def test_what_could_not_be_recorded_is_said_to_be_lost(line: str | Exception) -> None:
    async def act(desk: Desk) -> None:
        await desk.journal.append(THREAD, [f.MessageReceived(ME, HERE, "go")])
        desk.journal.fails("append", JournalUnavailable("the disk is full"))
        assert await desk.types(line) == []
        assert desk.written == [f"  · {UNSURE}: the disk is full"]

    at(act)
