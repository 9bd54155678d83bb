"""An effect becomes facts, whatever happens."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace

import pytest
from pydantic import BaseModel

from harness.approvals.asks import Approval, Approve
from harness.approvals.tokens import Token
from harness.chat.cards import Card, Text
from harness.chat.people import Person, Place
from harness.chat.phrases import plain
from harness.chat.port import Unreachable
from harness.context.model import Reply, Request, Shown
from harness.context.notes import Memory, Note, NoteLayer
from harness.context.results import NOT_KEPT, LargeTexts, abridged, read_in
from harness.files.errors import FilesError
from harness.loop.compacting import Material
from harness.loop.perform import EffectContext, Perform, failure, nothing_denied
from harness.loop.progress import Unwatched
from harness.sessions import facts as f
from harness.sessions.effects import (
    AdjustHeartbeat,
    ContinueTurn,
    DropNote,
    Effect,
    EndCommand,
    Post,
    PostAsk,
    React,
    RunTool,
    SettleCard,
    StopTurn,
    UndoChange,
    UndoNote,
    VoidNotes,
    WithdrawAction,
)
from harness.sessions.journal import JournalUnavailable
from harness.sessions.notices import Brief, Remembered
from harness.sessions.session import Session
from harness.toolbox.background_commands import BackgroundCommands
from harness.toolbox.shell import Begun, Completed
from harness.tools.calls import Awaiting, Quoted, ToolCall, ToolResult
from harness.tools.changes import CommandStarted, FileChanged, UndoOutcome
from harness.tools.registry import Registry
from harness.tools.tool import Tool, ToolContext
from tests.fakes.journal import MemoryJournal
from tests.fakes.notes import MemoryNotes
from tests.fakes.results import MemoryResults
from tests.laws.colleague import ANA, BOB, CHANNEL, CYD, EVERY_TOOL
from tests.references import unreferred
from tests.unit.harness.loop.test_delivery import Waits, Wire
from tests.unit.harness.sessions.script import Script


class What(BaseModel):
    what: str = ""


async def _run(arguments: What, context: ToolContext) -> ToolResult | Awaiting:
    if arguments.what == "raise":
        raise RuntimeError("broken")
    context.output("half")
    return Awaiting(9.0) if arguments.what == "wait" else ToolResult(f"did {arguments.what}")


TOOLS = Registry([Tool("deploy", "deploys", "execute", What, _run)])


class Room(Wire):
    """A chat that remembers whom it told what, and whose posts may be refused."""

    def __init__(self, refuses: bool = False) -> None:
        super().__init__(*([Unreachable("is_archived")] if refuses else []))
        self.refuses, self.told, self.reacted = refuses, list[tuple[Person, str]](), list[tuple[str, str]]()
        self.keys: dict[str, str] = {}

    async def update(self, place: Place, message: str, key: str, body: Card | Text) -> None:
        if self.refuses:
            raise Unreachable("message_not_found")
        self.keys[message] = key
        await super().update(place, message, key, body)

    async def tell(self, place: Place, to: Person, body: Text) -> None:
        self.told.append((to, body.markdown))

    async def react(self, place: Place, message: str, receipt: str) -> None:
        self.reacted.append((message, receipt))


class NoModel:
    async def reply(self, request: Request, shown: Callable[[Shown], None]) -> Reply:
        raise AssertionError("not asked here")


def perform(
    room: Room,
    effect: Effect,
    session: Session | None = None,
    inherited: bool = False,
    tools: Registry = TOOLS,
    silent: bool = False,
    large: LargeTexts | None = None,
    memory: Memory | None = None,
    background: BackgroundCommands | None = None,
    denies: Callable[[str, ToolCall], Awaitable[bool]] = nothing_denied,
) -> f.Fact:
    async def record(fact: f.Fact) -> None:
        raise AssertionError("nothing is recorded on the way")

    async def request(effect: Effect, tighter: bool) -> Request:
        raise AssertionError("no model is called")

    async def material(effect: Effect) -> Material:
        raise AssertionError("nothing is summed up")

    async def main() -> f.Fact:
        known = (room, NoModel(), tools, Unwatched(), Waits())
        performing = Perform(
            *known, silent=lambda place: silent, large=large, memory=memory, background=background, denies=denies
        )
        context = EffectContext("t", lambda: session or Session(), request, material, record, inherited)
        return await performing(effect, context)

    return asyncio.run(main())


@pytest.mark.parametrize(
    ("arguments", "outcome"),
    [
        ('{"what": "it"}', f.ToolReturned("1.1.0", ToolResult("did it"))),
        ('{"what": "wait"}', f.CallAwaited("1.1.0", Awaiting(9.0))),
    ],
)
def test_a_tool_gives_its_result_or_is_awaited(arguments: str, outcome: f.Fact) -> None:
    assert perform(Room(), RunTool(ToolCall("1.1.0", "deploy", arguments))) == outcome


def test_what_a_tool_raises_is_its_result_with_a_reference_that_is_the_same_each_time() -> None:
    raised = [perform(Room(), RunTool(ToolCall("1.1.0", "deploy", '{"what": "raise"}'))) for _ in range(2)]
    assert raised[0] == raised[1]
    assert isinstance(raised[0], f.ToolReturned)
    assert not raised[0].result.ok
    assert unreferred(raised[0].result.text) == "deploy failed: RuntimeError: broken"


def test_a_tool_knows_of_the_calls_of_its_like_that_go_on_beside_it() -> None:
    async def run(arguments: What, context: ToolContext) -> ToolResult:
        return ToolResult(str(context.alike))

    tools = Registry([replace(EVERY_TOOL["read"], run=run)])
    script = Script().says(BOB).replies(("read", "1"), ("deploy", "a"), ("read", "2"), ("read", "3")).runs("1.1.0")

    def told(id: str) -> f.Fact:
        return perform(Room(), RunTool(script.call(id)), session=script.session, tools=tools)

    assert told("1.1.2") == f.ToolReturned("1.1.2", ToolResult("0")), "the one before it is done"
    assert told("1.1.3") == f.ToolReturned("1.1.3", ToolResult("1"))


BEGUN = CommandStarted("here", "b1", "make", 60.0)


@pytest.mark.parametrize(
    ("comes_of_it", "goes_on"),
    [
        (ToolResult("It runs.", changes=(BEGUN,)), True),
        (ToolResult("no"), False),
        (RuntimeError("broken"), False),
        (asyncio.CancelledError(), False),
    ],
)
def test_what_a_call_has_begun_in_the_background_ends_unless_its_result_says_that_it_runs(
    comes_of_it: ToolResult | BaseException, goes_on: bool
) -> None:
    background, processes = BackgroundCommands("here", "b1"), list[asyncio.Future[Completed]]()

    async def run(arguments: What, context: ToolContext) -> ToolResult:
        processes.append(asyncio.get_running_loop().create_future())
        background.begin("t", context.call.id, lambda: Begun(processes[0], str), 60.0, "")
        if isinstance(comes_of_it, ToolResult):
            return comes_of_it
        raise comes_of_it

    tools = Registry([replace(TOOLS["deploy"], run=run)])
    with suppress(asyncio.CancelledError):
        perform(Room(), RunTool(ToolCall("1.1.0", "deploy", '{"what": "it"}')), tools=tools, background=background)
    assert processes[0].cancelled() is not goes_on


def test_of_what_runs_in_the_background_no_more_it_is_said_how_it_ended() -> None:
    assert perform(Room(), EndCommand("1.1.0")) == f.CommandEnded("1.1.0", "lost", kept=False)
    assert failure(EndCommand("1.1.0"), "broken") == f.CommandEnded("1.1.0", "lost", kept=False)


class Flaky(MemoryResults):
    """It does not take what it is given at once."""

    def __init__(self) -> None:
        super().__init__()
        self.tries = 0

    async def keep(self, thread: str, name: str, text: str) -> None:
        self.tries += 1
        if self.tries == 1:
            raise JournalUnavailable("away")
        await super().keep(thread, name, text)


def test_a_result_that_is_too_large_is_kept_before_its_fact_which_holds_both_ends_and_where_it_is() -> None:
    whole, results, large = f"begins{'x' * 100_000}ends", Flaky(), LargeTexts()
    large.kept_in(results, MemoryJournal(lambda: 0.0))

    async def run(arguments: What, context: ToolContext) -> ToolResult:
        return ToolResult(whole, ok=False, exit_code=3)

    tools, call = Registry([replace(EVERY_TOOL["read"], run=run)]), RunTool(ToolCall("1.1.0", "read", "{}"))
    told = perform(Room(), call, tools=tools, large=large)
    assert told == f.ToolReturned(
        "1.1.0", ToolResult(abridged(whole, read_in("/results/1.1.0.txt")), False, exit_code=3)
    )
    assert results.tries == 2
    assert asyncio.run(results.text("t", "1.1.0.txt")) == whole
    nowhere = perform(Room(), call, tools=tools)
    assert nowhere == f.ToolReturned("1.1.0", ToolResult(abridged(whole, NOT_KEPT), False, exit_code=3))


def test_a_post_carries_a_key_that_no_other_thread_has() -> None:
    room = Room()
    assert perform(room, Post("reply-1.1", CHANNEL, "hi")) == f.PostSent("reply-1.1", "t:reply-1.1")
    assert room.there == {"t:reply-1.1": Text("hi")}


def test_a_turn_that_ended_early_offers_to_go_on() -> None:
    room = Room()
    perform(room, Post("end-3", CHANNEL, "Stopped.", action=ContinueTurn(3)))
    [body] = room.there.values()
    assert [button.token for button in body.buttons] == [str(Token("t", "3", "continue"))]


def test_a_heartbeat_says_nothing_where_that_was_switched_off_while_it_looked() -> None:
    room, post = Room(), Post("beat-2", CHANNEL, "It is red.", action=AdjustHeartbeat("own", 2))
    assert perform(room, post, silent=True) == f.PostFailed("beat-2", "I am switched off there")
    assert perform(room, Post("end-2", CHANNEL, "Stopped."), silent=True) == f.PostSent("end-2", "t:end-2")
    assert list(room.there) == ["t:end-2"]
    assert perform(room, post) == f.PostSent("beat-2", "t:beat-2")


def test_an_offer_to_stop_is_not_made_any_more_once_its_turn_has_ended() -> None:
    room, post = Room(), Post("work-1", CHANNEL, action=StopTurn(1), notice=Brief("working"))
    assert perform(room, post, Script().says(BOB).session) == f.PostSent("work-1", "t:work-1")
    [body] = room.there.values()
    assert [button.token for button in body.buttons] == [str(Token("t", "1", "stop"))]
    late = Room()
    assert perform(late, post, Script().says(BOB).replies(text="done").session) == f.PostFailed(
        "work-1", "it was not wanted any more"
    )
    assert not late.there


def test_an_offer_that_is_withdrawn_leaves_words() -> None:
    room, withdraw = Room(), WithdrawAction(Post("end-3", CHANNEL, "Stopped.", action=ContinueTurn(3)), "ts1")
    assert perform(room, withdraw) == f.ActionWithdrawn("end-3")
    assert room.there == {"ts1": Text("Stopped.")}
    assert perform(Room(refuses=True), withdraw) == f.ActionWithdrawn("end-3", "message_not_found")


@pytest.mark.parametrize(
    ("denied", "comes", "undone"),
    [
        (False, "undone", f.ChangeUndone("1.1.0#1", BOB, "/a", "undone")),
        (False, "raise", f.ChangeUndone("1.1.0#1", BOB, "/a", "failed", "the disk is full")),
        (True, "undone", f.ChangeUndone("1.1.0#1", BOB, "/a", "denied")),
    ],
)
def test_a_change_of_a_file_is_undone_by_its_tool_unless_the_rules_are_against_it(
    denied: bool, comes: str, undone: f.ChangeUndone
) -> None:
    change, tried = FileChanged("/a", "f1", "v1"), list[FileChanged]()

    async def undo(arguments: What, change: FileChanged, context: ToolContext) -> UndoOutcome:
        tried.append(change)
        if arguments.what == "raise":
            raise FilesError("the disk is full")
        return "undone"

    tools = Registry([Tool("deploy", "deploys", "execute", What, _run, undo=undo)])
    effect = UndoChange("1.1.0#1", BOB, CHANNEL, ToolCall("1.1.0", "deploy", f'{{"what": "{comes}"}}'), change)

    async def denies(mode: str, call: ToolCall) -> bool:
        return denied

    assert perform(Room(), effect, tools=tools, denies=denies) == undone
    assert tried == ([] if denied else [change])
    gone = perform(Room(), effect)
    assert isinstance(gone, f.ChangeUndone)
    assert gone.outcome == "failed"


EARLIER, LATER = (
    Note(f"place-{n}", NoteLayer("place", "C"), text, by=BOB.id) for n, text in enumerate(("It is red.", "It is blue."))
)


@pytest.mark.parametrize(
    ("by", "undo", "left", "dropped"),
    [
        (BOB, True, [EARLIER], f.NoteDropped(LATER.id, BOB, "forgotten", again="It is red.")),
        (BOB, False, [], f.NoteDropped(LATER.id, BOB, "forgotten")),
        (CYD, True, [LATER], f.NoteDropped(LATER.id, CYD, "not-theirs")),
    ],
)
def test_a_note_that_is_undone_has_what_it_replaced_back(
    by: Person, undo: bool, left: list[Note], dropped: f.NoteDropped
) -> None:
    memory, notes = Memory(), MemoryNotes()
    memory.kept_in(notes, "T")

    async def written() -> None:
        await notes.write(EARLIER)
        await notes.write(LATER, instead=EARLIER.id, among=[EARLIER.layer])

    asyncio.run(written())
    assert perform(Room(), DropNote(LATER.id, by, CHANNEL, undo), memory=memory) == dropped
    assert asyncio.run(notes.all()) == left
    again = perform(Room(), DropNote("place-9", by, CHANNEL, undo), memory=memory)
    assert again == f.NoteDropped("place-9", by, "gone")


def test_what_is_forgotten_before_its_line_was_posted_is_not_in_it() -> None:
    session, line = Session(), Post("noted-1.1.0", CHANNEL, action=UndoNote("place-1"))
    line = replace(line, notice=Remembered("place", "It is red."))
    room = Room()
    perform(room, line, session.post(line))
    assert "It is red." in str(room.there)
    late, room = session.post(line).postings.closing(UndoNote("place-1"), Brief("note-forgotten")), Room()
    perform(room, line, replace(session, postings=late))
    assert [(body.plain, body.buttons) for body in room.there.values() if isinstance(body, Text)] == [
        ("I have forgotten what I was to remember here.", ())
    ]


def test_once_a_message_is_deleted_it_is_known_which_notes_of_the_thread_are_gone() -> None:
    memory, notes = Memory(), MemoryNotes()
    memory.kept_in(notes, "T")

    async def written() -> None:
        await notes.write(EARLIER, [Quoted("t", "m1")])
        await notes.write(LATER, [Quoted("t", "m2")])

    asyncio.run(written())
    session = Session(noted=(EARLIER.id, LATER.id))
    voided = perform(Room(), VoidNotes("m1"), session, memory=memory)
    assert voided == f.NotesVoided("m1", 1, gone=(EARLIER.id,))
    asyncio.run(notes.forget(LATER.id))
    again = perform(Room(), VoidNotes("m1"), session, memory=memory)
    assert again == f.NotesVoided("m1", 0, gone=(EARLIER.id, LATER.id)), "as after a crash"


def test_a_note_is_for_one_person_and_a_receipt_for_one_message() -> None:
    room = Room()
    assert perform(room, Post("note-2", CHANNEL, "Accepted.", to=ANA)) == f.PostSent("note-2")
    assert perform(room, React("waiting-4", CHANNEL, "m4", "waiting")) == f.PostSent("waiting-4")
    assert (room.told, room.reacted, room.there) == ([(ANA, "Accepted.")], [("m4", "waiting")], {})


def test_an_ask_is_posted_as_a_card_and_not_at_all_once_it_is_settled() -> None:
    asked = Script().says(BOB).replies(("deploy", "a"))
    room = Room()
    posted = f.AskPosted("1.1.0#1", CHANNEL, "t:1.1.0#1", ("1.1.0#1",), "1.1.0#1=open")
    assert perform(room, PostAsk("1.1.0#1", CHANNEL), asked.session) == posted
    [card] = room.there.values()
    assert isinstance(card, Card)
    stopped = asked.tell(f.StopRequested(BOB, CHANNEL, 1)).session
    empty = Room()
    assert isinstance(perform(empty, PostAsk("1.1.0#1", CHANNEL), stopped), f.PostFailed)
    assert not empty.there


def test_a_card_that_another_machine_had_posted_is_found_even_if_its_ask_is_settled() -> None:
    stopped = Script().says(BOB).replies(("deploy", "a")).tell(f.StopRequested(BOB, CHANNEL, 1)).session
    room = Room()
    room.there["t:1.1.0#1"] = Text("a card")
    found = perform(room, PostAsk("1.1.0#1", CHANNEL), stopped, inherited=True)
    assert found == f.AskPosted("1.1.0#1", CHANNEL, "t:1.1.0#1")


def test_a_settled_card_reads_as_it_ended_and_an_unknown_one_as_closed() -> None:
    script = Script().says(BOB).replies(("deploy", "a")).tell(f.AskPosted("1.1.0#1", CHANNEL, "ts1"))
    session = script.tell(f.AskExpired("1.1.0#1")).session
    room = Room()
    settled = f.CardSettled(CHANNEL, "ts1", "1.1.0#1", face="1.1.0#1=expired")
    assert perform(room, SettleCard(CHANNEL, "ts1", "1.1.0#1"), session) == settled
    perform(room, SettleCard(CHANNEL, "ts2", "9.9.9#1"), session)
    outcomes = {message: plain(body.outcome) for message, body in room.there.items() if isinstance(body, Card)}
    assert "expired" in outcomes["ts1"]
    assert outcomes["ts2"] == "This is no longer open."
    assert isinstance(session.asks["1.1.0#1"].ask, Approval)


def test_a_copy_of_a_card_keeps_its_own_key_when_it_is_settled() -> None:
    session = Script().says(BOB).replies(("deploy", "a")).tell(f.AskExpired("1.1.0#1")).session
    room = Room()
    for place, message in ((CHANNEL, "ts1"), (Place.direct(ANA), "ts2")):
        perform(room, SettleCard(place, message, "1.1.0#1"), session)
    assert room.keys == {"ts1": "t:1.1.0#1", "ts2": "t:1.1.0#1@test:T:@ana:"}


def test_what_a_place_refuses_is_a_fact_with_its_reason() -> None:
    assert perform(Room(refuses=True), Post("end-1", CHANNEL, "x")) == f.PostFailed("end-1", "is_archived")
    asked = Script().says(BOB).replies(("deploy", "a")).session
    assert perform(Room(refuses=True), PostAsk("1.1.0#1", CHANNEL), asked) == f.PostFailed("1.1.0#1", "is_archived")
    lost = perform(Room(refuses=True), SettleCard(CHANNEL, "ts1", "1.1.0#1"), asked)
    assert lost == f.CardSettled(CHANNEL, "ts1", "1.1.0#1", why="message_not_found")


@pytest.mark.parametrize(
    "effect", [Post("p", CHANNEL, "hi"), PostAsk("1.1.0#1", CHANNEL), React("r", CHANNEL, "m", "heard")]
)
def test_what_is_cancelled_within_the_chat_is_a_failure_and_not_tried_for_ever(effect: Post | PostAsk | React) -> None:
    class Torn(Room):
        async def post(self, place: Place, key: str, body: Card | Text) -> str:
            raise asyncio.CancelledError

        async def react(self, place: Place, message: str, receipt: str) -> None:
            raise asyncio.CancelledError

    session = Script().says(BOB).replies(("deploy", "x")).session
    assert perform(Torn(), effect, session) == f.PostFailed(effect.id, "it was cancelled")


def test_a_shared_card_shows_what_is_still_open_when_it_is_drawn() -> None:
    script = Script().says(BOB).replies(("deploy", "a"), ("deploy", "b"))
    both = ("1.1.0#1", "1.1.1#1")
    room = Room()
    assert perform(room, PostAsk("1.1.0#1", CHANNEL), script.session) == f.AskPosted(
        "1.1.0#1", CHANNEL, "t:1.1.0#1", both, "1.1.0#1=open 1.1.1#1=open"
    )
    session = script.answers(BOB, Approve(), "1.1.0#1").session
    drawn = perform(room, SettleCard(CHANNEL, "t:1.1.0#1", "1.1.0#1"), session)
    face = "1.1.0#1=approved 1.1.1#1=open"
    assert drawn == f.CardSettled(CHANNEL, "t:1.1.0#1", "1.1.0#1", shows=("1.1.1#1",), face=face)
    [card] = room.there.values()
    assert isinstance(card, Card)
    assert [("approved by Bob" in plain(row.outcome), row.answerable) for row in card.rows] == [
        (True, False),
        (False, True),
    ]
