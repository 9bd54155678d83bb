"""What people did becomes a fact, committed before it is acknowledged; what is not for us does not."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

import pytest

from harness.approvals.asks import Approve, Edit, Reject, Respond
from harness.approvals.forms import FormErrors
from harness.approvals.tokens import Token
from harness.chat.events import (
    ButtonClicked,
    ChatEvent,
    CommandInvoked,
    FormSubmitted,
    Invited,
    MessageEdited,
    MessageRemoved,
    MessageSent,
)
from harness.chat.people import Person, Place
from harness.loop.intake import Intake, thread_of
from harness.loop.refusals import NotAdmitted, NotOpen
from harness.loop.thread_reader import ThreadReader
from harness.sessions import facts as f
from harness.sessions.fold import fold
from harness.sessions.journal import ALL, Appended, JournalUnavailable, Unreadable
from harness.sessions.ledger import LedgerEntry
from harness.sessions.threads import ThreadNames
from harness.tools.calls import At
from harness.wording.ask_cards import drawn
from harness.workspace.places import Answers, PlacePolicy
from tests.fakes.journal import FailingJournal, MemoryJournal
from tests.fakes.people import Everybody
from tests.laws.colleague import ANA, BOB, CHANNEL, DEE, DM, TOOLS
from tests.unit.harness.sessions.script import Script

THREAD = thread_of(CHANNEL)


class Woken:
    def __init__(self) -> None:
        self.threads: list[str] = []

    def wake(self, thread: str) -> None:
        self.threads.append(thread)


class Nobody(Everybody):
    """None may talk."""

    async def known(self, person: Person) -> Person | None:
        return None


class Desk:
    def __init__(self, journal: MemoryJournal | None = None) -> None:
        self.journal, self.engine = journal or MemoryJournal(lambda: 0.0), Woken()
        self.policy = PlacePolicy()
        self.intake = Intake(
            self.journal,
            ThreadReader(self.journal, self.journal, self.journal.index),
            self.engine,
            Everybody(),
            TOOLS,
            lambda place: self.policy,
            introduction=lambda: "I am Deskmate.",
        )

    def facts(self, thread: str = THREAD) -> list[f.Fact]:
        return [row.fact for row in self.journal.threads[thread].rows] if thread in self.journal.threads else []

    async def begun(self) -> None:
        """There is a thread."""
        await self.journal.append(THREAD, [f.MessageReceived(BOB, CHANNEL, "hi", "m1")])

    async def asked(self) -> None:
        """A turn of Bob's in which a deployment is asked."""
        rows = Script().says(BOB).replies(("deploy", "staging")).rows
        await self.journal.append(THREAD, [row.fact for row in rows])


def at(desk: Desk, act: Callable[[], Awaitable[object]]) -> object:
    async def main() -> object:
        return await act()

    return asyncio.run(main())


def message(
    id: str = "e1", text: str = "hi", place: Place = CHANNEL, addressed: bool = True, by: Person = BOB
) -> MessageSent:
    return MessageSent(id, place, by, text, f"m-{id}", addressed=addressed)


def test_a_message_is_committed_and_its_thread_woken() -> None:
    desk = Desk()
    assert at(desk, lambda: desk.intake.receive(message()))
    assert desk.facts() == [f.MessageReceived(BOB, CHANNEL, "hi", "m-e1")]
    assert desk.engine.threads == [THREAD]


def test_what_comes_again_since_it_was_not_stored_may_have_been_answered_meanwhile() -> None:
    journal = FailingJournal(lambda: 0.0)
    desk = Desk(journal)

    async def comes() -> None:
        journal.fails("append", JournalUnavailable("down"))
        with pytest.raises(JournalUnavailable):
            await desk.intake.receive(message())
        await desk.intake.receive(message())
        await desk.intake.receive(message("e2"))

    at(desk, comes)
    assert [fact.late for fact in desk.facts() if isinstance(fact, f.MessageReceived)] == [True, False]


class Odd(MemoryJournal):
    """A row of one thread cannot be read."""

    async def read(
        self, thread: str, after: int = 0, *, generation: int | None = None, most: int = ALL
    ) -> Sequence[f.Row]:
        if thread == THREAD:
            raise Unreadable("row 1 of it is odd")
        return await super().read(thread, after, generation=generation, most=most)


def test_who_speaks_where_nothing_can_be_read_is_told_and_what_they_say_is_kept() -> None:
    desk = Desk(Odd(lambda: 0.0))

    async def main() -> None:
        assert await desk.intake.receive(message())
        generation = (await desk.journal.take(THREAD)).generation
        await desk.journal.set_aside(THREAD, generation, "row 1 of it is odd")

        with pytest.raises(NotAdmitted, match="I can't read this conversation"):
            await desk.intake.receive(message("e2"))
        assert await desk.intake.receive(message("e3", addressed=False)), "nobody asked"
        with pytest.raises(NotAdmitted, match="I can't read this conversation"):
            await desk.intake.form(str(Token(THREAD, "1.1.0#1", "edit")), BOB)
        assert await desk.intake.receive(MessageRemoved("e5", CHANNEL, BOB, "m-e1", said="e1")), "it is forgotten later"
        other = thread_of(DM)
        assert await desk.intake.receive(message("e4", place=DM))
        assert list(await desk.intake.reader.sessions([THREAD, other])) == [other], "it harms no other"

    asyncio.run(main())
    assert len(desk.journal.threads[THREAD].rows) == 4


def test_a_redelivery_is_taken_and_appends_nothing() -> None:
    desk = Desk()

    async def twice() -> bool:
        await desk.intake.receive(message())
        return await desk.intake.receive(message())

    assert at(desk, twice)
    assert len(desk.facts()) == 1


def test_unaddressed_words_are_for_us_only_where_we_take_part() -> None:
    desk = Desk()

    async def lines() -> list[bool]:
        return [
            await desk.intake.receive(message("e1", addressed=False)),
            await desk.intake.receive(message("e2")),
            await desk.intake.receive(message("e3", "and more", addressed=False)),
        ]

    assert at(desk, lines) == [False, True, True]
    assert [fact.text for fact in desk.facts() if isinstance(fact, f.MessageReceived)] == ["hi", "and more"]


@pytest.mark.parametrize(
    ("answers", "tags", "fate"),
    [
        ("thread", False, (False, True)),
        ("thread", True, (False, False)),
        ("mention", False, (False, False)),
        ("all", False, (True, False)),
        ("all", True, (False, False)),
        ("off", False, None),
    ],
)
def test_manners_say_what_words_without_a_mention_may_open(
    answers: Answers, tags: bool, fate: tuple[bool, bool] | None
) -> None:
    desk = Desk()

    async def lines() -> bool:
        await desk.intake.receive(message("e1"))
        desk.policy = PlacePolicy(answers, "collect")
        return await desk.intake.receive(replace(message("e2", addressed=False), tags=tags))

    assert at(desk, lines) == (fate is not None)
    received = [
        (fact.addressed, fact.perhaps, fact.during) for fact in desk.facts()[1:] if isinstance(fact, f.MessageReceived)
    ]
    assert received == ([] if fate is None else [(*fate, "collect")])


def test_where_everybody_is_answered_a_thread_need_not_be_begun_by_a_mention() -> None:
    desk = Desk()
    desk.policy = PlacePolicy("all")
    assert at(desk, lambda: desk.intake.receive(message("e1", addressed=False)))


def test_edits_and_deletions_count_where_we_take_part() -> None:
    desk = Desk()
    edited, removed = MessageEdited("e2", CHANNEL, BOB, "ho", "m-e1"), MessageRemoved("e3", CHANNEL, BOB, "m-e1")

    async def lines() -> list[bool]:
        return [await desk.intake.receive(event) for event in (edited, message(), edited, removed)]

    assert at(desk, lines) == [False, True, True, True]
    gone = f.MessageDeleted(BOB, CHANNEL, "m-e1", everywhere=True)
    assert desk.facts()[1:] == [f.MessageCorrected(BOB, CHANNEL, "m-e1", "ho", about=()), gone]


def test_what_was_said_to_others_and_is_changed_to_mention_us_is_said_once_and_corrected_from_then_on() -> None:
    desk = Desk()
    turned = MessageEdited("m:edited:1", CHANNEL, BOB, "deploy", "m", said="m", addressed=True, late=True)
    again = replace(turned, id="m:edited:2", text="deploy it")

    async def lines() -> list[bool]:
        sent = MessageSent("m", CHANNEL, BOB, "deploy", "m", addressed=False)
        return [await desk.intake.receive(event) for event in (sent, turned, turned, again, sent)]

    assert at(desk, lines) == [False, True, True, True, True]
    facts = desk.facts()
    assert facts[0] == f.MessageReceived(BOB, CHANNEL, "deploy", "m", late=True)
    assert [type(one) for one in facts[1:]] == [f.MessageCorrected] * 2
    assert facts[-1] == f.MessageCorrected(BOB, CHANNEL, "m", "deploy it", about=())


def test_a_preview_of_what_was_never_heard_opens_nothing() -> None:
    desk = Desk()
    shown = MessageEdited("m:edited:1", CHANNEL, BOB, "see", "m", said="m", addressed=True, reworded=False)

    async def lines() -> bool:
        return await desk.intake.receive(shown)

    assert not at(desk, lines)
    assert not desk.facts()


def test_who_may_not_talk_leaves_no_trace() -> None:
    desk = Desk()
    bot = Person("test", "T", "b", bot=True)
    assert not at(desk, lambda: desk.intake.receive(message(by=bot)))
    assert not desk.facts()


@pytest.mark.parametrize(
    ("verb", "choice"),
    [
        ("approve", Approve()),
        ("choose", Respond(selected=("red",))),
    ],
)
def test_a_click_goes_by_its_token_to_its_thread_wherever_it_was_made(verb: str, choice: Approve | Respond) -> None:
    desk = Desk()
    token = str(Token(THREAD, "1.1.0#1", verb))  # type: ignore[arg-type]

    async def clicked() -> None:
        await desk.asked()
        assert await desk.intake.receive(ButtonClicked("c1", DM, ANA, token, "card", selected=("red",)))

    at(desk, clicked)
    assert desk.facts()[-1] == f.AskAnswered("1.1.0#1", ANA, DM, choice, message="card")


def test_buttons_on_turns_name_theirs() -> None:
    desk = Desk()

    async def both() -> None:
        await desk.begun()
        for n, verb in enumerate(("stop", "continue")):
            token = str(Token(THREAD, "3", verb))  # type: ignore[arg-type]
            await desk.intake.receive(ButtonClicked(f"c{n}", DM, ANA, token, ""))

    at(desk, both)
    assert desk.facts()[1:] == [f.StopRequested(ANA, DM, 3), f.ContinueRequested(ANA, DM, 3)]


def pressed(about: str, verb: str) -> ButtonClicked:
    return ButtonClicked("c", DM, ANA, f"{THREAD}|{about}|{verb}", "card")


@pytest.mark.parametrize(
    "event",
    [
        ButtonClicked("c", DM, ANA, "somebody else's", "card"),
        FormSubmitted("s", DM, ANA, "somebody else's", "card", values={}),
        CommandInvoked("x", DM, ANA, "dance"),
        *(pressed(about, verb) for about in ("", "-1", "two", "²", "9" * 5_000)
          for verb in ("stop", "continue", "good", "bad")),
        *(pressed("1.1.0#1", verb) for verb in ("edit", "note", "reject", "respond")),
    ],
)  # fmt: skip
def test_what_is_not_ours_is_not_taken(event: ChatEvent) -> None:
    desk = Desk()

    async def received() -> None:
        await desk.begun()
        assert not await desk.intake.receive(event)

    at(desk, received)
    assert len(desk.facts()) == 1


def test_what_somebody_thinks_of_an_answer_is_a_fact_each_time() -> None:
    desk = Desk()

    async def both() -> None:
        await desk.begun()
        for n, verb in enumerate(("good", "bad")):
            token = str(Token(THREAD, "3.2", verb))  # type: ignore[arg-type]
            await desk.intake.receive(ButtonClicked(f"c{n}", CHANNEL, ANA, token, "m9"))

    at(desk, both)
    assert desk.facts()[1:] == [
        f.FeedbackGiven(by=ANA, place=CHANNEL, message="m9", at=At(3, 2), good=good) for good in (True, False)
    ]


def test_a_click_below_what_a_heartbeat_posted_is_about_that_heartbeat() -> None:
    desk = Desk()

    async def each() -> None:
        await desk.begun()
        for n, verb in enumerate(("beat-slower", "beat-mute", "beat-useful", "beat-end")):
            token = str(Token(THREAD, "own", verb))  # type: ignore[arg-type]
            await desk.intake.receive(ButtonClicked(f"c{n}", CHANNEL, ANA, token, "m9"))

    at(desk, each)
    assert desk.facts()[1:] == [
        f.HeartbeatAdjusted(ANA, CHANNEL, "own", "slower"),
        f.HeartbeatAdjusted(ANA, CHANNEL, "own", "mute"),
        f.HeartbeatAdjusted(ANA, CHANNEL, "own", "useful"),
        f.TimerEnded("own", "", by=ANA, place=CHANNEL),
    ]


@pytest.mark.parametrize("verb", ["edit", "stop", "continue", "approve", "choose"])
def test_a_form_that_no_button_of_an_open_ask_has_opened_says_so(verb: str) -> None:
    desk = Desk()
    form = FormSubmitted("s", DM, ANA, f"{THREAD}|9.9.9#1|{verb}", "card", values={"what": "x"})

    async def sent() -> None:
        await desk.asked()
        with pytest.raises(NotOpen, match="no longer open"):
            await desk.intake.receive(form)

    at(desk, sent)


@pytest.mark.parametrize("verb", ["approve", "approve-all", "stop", "good", "beat-end", "edit", "respond", "ask-again"])
def test_what_is_pressed_or_sent_for_a_thread_that_is_not_there_makes_none(verb: str) -> None:
    desk = Desk()
    token = f"{THREAD}|1.1.0#1|{verb}"

    async def both() -> None:
        assert not await desk.intake.receive(ButtonClicked("c", DM, ANA, token, "card"))
        assert not await desk.intake.receive(FormSubmitted("s", DM, ANA, token, "card", values={"text": "x"}))

    at(desk, both)
    assert not desk.journal.threads


def test_a_form_of_what_is_not_theirs_says_that_before_what_is_wrong_with_it() -> None:
    desk = Desk()

    async def sent() -> None:
        await desk.asked()
        for verb in ("edit", "respond"):
            form = FormSubmitted(
                "s", CHANNEL, DEE, str(Token(THREAD, "1.1.0#1", verb)), "card", values={"nonsense": "x"}
            )
            with pytest.raises(NotOpen, match="can decide this"):
                await desk.intake.receive(form)

    at(desk, sent)


def test_an_answer_to_what_is_settled_names_no_card_to_be_drawn_anew() -> None:
    desk = Desk()
    approve, deny = (str(Token(THREAD, "1.1.0#1", verb)) for verb in ("approve", "reject"))

    async def late() -> None:
        await desk.asked()
        await desk.journal.append(THREAD, [f.AskPosted("1.1.0#1", CHANNEL, "card")])
        await desk.intake.receive(ButtonClicked("c1", CHANNEL, ANA, approve, "card"))
        await desk.intake.receive(ButtonClicked("c2", CHANNEL, ANA, approve, "copy"))
        await desk.journal.append(THREAD, [f.CardSettled(CHANNEL, name, "1.1.0#1") for name in ("card", "copy")])
        await desk.intake.receive(ButtonClicked("c3", CHANNEL, BOB, approve, "card"))
        await desk.intake.receive(FormSubmitted("f1", CHANNEL, ANA, deny, "card", values={}))

    at(desk, late)
    answers = [fact for fact in desk.facts() if isinstance(fact, f.AskAnswered)]
    assert [one.message for one in answers] == ["card", "copy", "card", "card"]
    assert not fold(desk.journal.threads[THREAD].rows).asks.cards, "it is known, and stays as it reads"


def test_the_platforms_own_stop_stops_what_is_open_there() -> None:
    desk = Desk()
    at(desk, lambda: desk.intake.receive(CommandInvoked("x", CHANNEL, ANA, "stop")))
    assert desk.facts() == [f.StopRequested(ANA, CHANNEL, None)]


def test_a_form_asks_for_the_arguments_as_they_are_and_its_answer_is_an_edit() -> None:
    desk = Desk()
    token = str(Token(THREAD, "1.1.0#1", "edit"))

    async def edit() -> None:
        await desk.asked()
        form = await desk.intake.form(token, ANA)
        assert [(field.name, field.value) for field in form.fields] == [("what", "staging")]
        await desk.intake.receive(FormSubmitted("s", CHANNEL, ANA, token, "card", values={"what": "production"}))

    at(desk, edit)
    assert desk.facts()[-1] == f.AskAnswered("1.1.0#1", ANA, CHANNEL, Edit('{"what": "production"}'), message="card")


def test_a_form_that_cannot_be_taken_says_why_and_appends_nothing() -> None:
    desk = Desk()
    token = str(Token(THREAD, "1.1.0#1", "respond"))

    async def empty() -> None:
        await desk.asked()
        with pytest.raises(FormErrors):
            await desk.intake.receive(FormSubmitted("s", CHANNEL, ANA, token, "card", values={"text": " "}))

    at(desk, empty)
    assert not [fact for fact in desk.facts() if isinstance(fact, f.AskAnswered)]


def test_there_is_no_form_for_what_is_settled_or_unknown() -> None:
    desk = Desk()

    async def late() -> None:
        await desk.asked()
        await desk.journal.append(THREAD, [f.AskAnswered("1.1.0#1", ANA, CHANNEL, Reject("no"))])
        with pytest.raises(NotOpen, match="denied by Ana: no"):
            await desk.intake.form(str(Token(THREAD, "1.1.0#1", "edit")), ANA)
        for token in (str(Token(THREAD, "9.9.9#1", "edit")), "nonsense"):
            with pytest.raises(NotOpen, match="no longer open"):
                await desk.intake.form(token, ANA)

    at(desk, late)


def test_brought_into_a_place_we_say_once_who_we_are_unless_we_are_to_be_silent_there() -> None:
    desk = Desk()

    async def joined() -> list[bool]:
        brought = [Invited("joined", DM, replace(BOB, member=False)), Invited("joined", DM, ANA)]
        taken = [await desk.intake.receive(each) for each in brought]
        desk.policy = PlacePolicy("off")
        return [*taken, await desk.intake.receive(Invited("elsewhere", CHANNEL, ANA))]

    assert at(desk, joined) == [True, True, False]
    (thread,) = desk.journal.threads
    assert desk.facts(thread) == [f.Introduced(DM, "I am Deskmate.")]
    assert thread != thread_of(DM), "we take part in nothing yet"


def test_what_is_said_where_a_place_was_bound_is_said_in_that_thread() -> None:
    desk = Desk()

    async def bound() -> None:
        desk.journal.index.bind(CHANNEL, "another")
        await desk.intake.receive(message())
        await desk.intake.receive(CommandInvoked("e2", CHANNEL, ANA, "stop"))
        await desk.intake.receive(MessageRemoved("e3", CHANNEL, BOB, "m-e1"))

    at(desk, bound)
    assert [type(fact) for fact in desk.facts("another")] == [f.MessageReceived, f.StopRequested, f.MessageDeleted]
    assert not desk.facts()


def test_what_was_taken_is_known_by_its_key_in_our_own_threads_and_forgotten_whoever_deletes_it() -> None:
    desk = Desk()
    stranger = replace(ANA, user="", name="somebody", member=False)

    async def act() -> None:
        await desk.intake.receive(message())
        assert await desk.intake.reader.heard("e1")
        assert not await desk.intake.reader.heard("e2")
        desk.intake._people = Nobody()
        assert await desk.intake.receive(MessageRemoved("d1", CHANNEL, stranger, "m-e1", said="e1"))
        assert not await desk.intake.receive(MessageRemoved("d2", CHANNEL, stranger, "m-e2", said="e2"))
        desk.intake.reader.threads = ThreadNames("T2", plain=False)
        assert not await desk.intake.reader.heard("e1")
        assert not await desk.intake.receive(MessageRemoved("d3", CHANNEL, stranger, "m-e1", said="e1"))

    at(desk, act)
    assert desk.facts()[1:] == [f.MessageDeleted(stranger, CHANNEL, "m-e1", everywhere=True)]


def test_what_becomes_of_a_message_is_told_where_it_was_said_whatever_its_place_points_to_now() -> None:
    desk = Desk()

    async def bound() -> None:
        await desk.intake.receive(message())
        desk.journal.index.bind(CHANNEL, "another")
        await desk.intake.receive(message("e2", "something else"))
        await desk.intake.receive(MessageEdited("e3", CHANNEL, BOB, "ho", "m-e1", said="e1"))
        await desk.intake.receive(MessageRemoved("e4", CHANNEL, BOB, "m-e2", said="e2"))

    at(desk, bound)
    assert [type(fact) for fact in desk.facts()] == [f.MessageReceived, f.MessageCorrected]
    assert [type(fact) for fact in desk.facts("another")] == [f.MessageReceived, f.MessageDeleted]


def test_a_place_has_one_short_thread_and_no_two_share_it() -> None:
    places = [CHANNEL, DM, Place("slack", "T", "channel", "1"), Place("test", "T", "channel", "2")]
    assert len({thread_of(place) for place in places}) == len(places)
    assert all(len(thread_of(place)) == 16 for place in places)


def test_all_that_a_card_shows_is_one_fact() -> None:
    desk = Desk()

    async def all_shown() -> None:
        await desk.asked()
        token = str(Token(THREAD, "1.1.0#1+3", "approve-all"))
        await desk.intake.receive(ButtonClicked("c", CHANNEL, ANA, token, "card"))
        odd = str(Token(THREAD, "1.1.0#1", "approve-all"))
        assert not await desk.intake.receive(ButtonClicked("d", CHANNEL, ANA, odd, "card"))

    at(desk, all_shown)
    assert desk.facts()[-1] == f.AskAnswered("1.1.0#1", ANA, CHANNEL, Approve(), message="card", rows=3)


def test_nobody_fills_in_the_form_of_what_is_not_theirs() -> None:
    desk = Desk()

    async def theirs() -> None:
        await desk.asked()
        with pytest.raises(NotOpen, match="can decide this"):
            await desk.intake.form(str(Token(THREAD, "1.1.0#1", "edit")), DEE)
        with pytest.raises(NotOpen, match="can see the hidden part"):
            await desk.intake.form(str(Token(THREAD, "1.1.0#1", "show")), DEE)

    at(desk, theirs)


def test_whoever_may_talk_may_ask_back_and_decides_nothing_by_it() -> None:
    desk = Desk()
    token = str(Token(THREAD, "1.1.0#1", "ask-back"))

    async def why() -> None:
        await desk.asked()
        assert (await desk.intake.form(token, DEE)).submit == "Ask"
        with pytest.raises(FormErrors):
            await desk.intake.receive(FormSubmitted("e", CHANNEL, DEE, token, "card", values={"text": " "}))
        assert await desk.intake.receive(FormSubmitted("f", CHANNEL, DEE, token, "card", values={"text": "why?"}))

    at(desk, why)
    assert desk.facts()[-1] == f.MessageReceived(DEE, CHANNEL, "why?", unseen=True)


def test_what_is_approved_where_its_card_is_not_is_shown_whole_in_the_form() -> None:
    desk = Desk()
    token = str(Token(THREAD, "1.1.0#1", "review"))

    async def reviewed() -> None:
        await desk.asked()
        opened = await desk.intake.form(token, ANA)
        assert opened.card == drawn(THREAD, (await desk.intake.reader.session(THREAD)).asks["1.1.0#1"], TOOLS)
        with pytest.raises(NotOpen):
            await desk.intake.form(token, DEE)
        await desk.intake.receive(FormSubmitted("f", DM, ANA, token, "", values={"note": ""}))

    at(desk, reviewed)
    assert desk.facts()[-1] == f.AskAnswered("1.1.0#1", ANA, DM, Approve(), message="")


def test_nobody_turns_off_what_others_have_set_who_may_not_talk() -> None:
    desk = Desk()
    guest = replace(DEE, member=False)

    async def pressed() -> None:
        await desk.begun()
        with pytest.raises(NotAdmitted):
            await desk.intake.receive(ButtonClicked("c", DM, guest, str(Token(THREAD, "own", "turn-off")), ""))

    at(desk, pressed)
    assert len(desk.facts()) == 1


def test_all_that_a_card_shows_is_denied_with_a_reason() -> None:
    desk = Desk()
    token = str(Token(THREAD, "1.1.0#1+3", "reject-all"))

    async def denied() -> None:
        await desk.asked()
        assert (await desk.intake.form(token, ANA)).title == "Deny all"
        await desk.intake.receive(FormSubmitted("f", CHANNEL, ANA, token, "card", values={"reason": "no"}))

    at(desk, denied)
    assert desk.facts()[-1] == f.AskAnswered("1.1.0#1", ANA, CHANNEL, Reject("no"), message="card", rows=3)


def test_what_expired_is_asked_again_once_in_the_words_of_who_wants_it() -> None:
    desk = Desk()

    async def again() -> None:
        await desk.asked()
        shown = f.AskPosted("1.1.0#1", CHANNEL, "card", ("1.1.0#1",))
        await desk.journal.append(THREAD, [shown, f.AskExpired("1.1.0#1")])
        for click in "cd":
            token = str(Token(THREAD, "1.1.0#1", "ask-again"))
            assert await desk.intake.receive(ButtonClicked(click, DM, DEE, token, "aside"))

    at(desk, again)
    [said] = [fact for fact in desk.facts() if isinstance(fact, f.MessageReceived) and fact.unseen]
    assert (said.by, said.place) == (DEE, CHANNEL)
    assert "asked about deploy. Please ask again" in said.text


def test_only_whoever_answered_says_that_it_was_no_answer() -> None:
    desk = Desk()
    token = str(Token(THREAD, "1.1.0#1", "no-answer"))

    async def mistaken() -> None:
        await desk.asked()
        assert not await desk.intake.receive(ButtonClicked("b", DM, ANA, token, "aside")), "nothing is answered"
        await desk.journal.append(THREAD, [f.AskAnswered("1.1.0#1", ANA, CHANNEL, Respond("lunch?"))])
        assert not await desk.intake.receive(ButtonClicked("c", DM, DEE, token, "aside"))
        assert await desk.intake.receive(ButtonClicked("d", DM, ANA, token, "aside"))

    at(desk, mistaken)
    assert [fact.by for fact in desk.facts() if isinstance(fact, f.MessageReceived) and fact.unseen] == [ANA]


def test_what_is_of_another_team_is_not_found_whatever_its_token() -> None:
    desk = Desk()
    mine, other = ThreadNames(CHANNEL.team, plain=False), ThreadNames("T9", plain=False).of(replace(CHANNEL, team="T9"))
    reader = ThreadReader(desk.journal, desk.journal, desk.journal.index, mine)
    intake = Intake(desk.journal, reader, desk.engine, Everybody(), TOOLS)

    async def try_all() -> None:
        rows = Script().says(BOB).replies(("deploy", "staging")).rows
        await desk.journal.append(other, [row.fact for row in rows], key="theirs")
        desk.journal.index.bind(CHANNEL, other)
        for verb in ("approve", "stop", "edit"):
            token = f"{other}|1.1.1|{verb}"
            assert not await intake.receive(ButtonClicked(f"click-{verb}", CHANNEL, BOB, token, "m"))
            assert not await intake.receive(FormSubmitted(f"form-{verb}", CHANNEL, BOB, token, "m", values={}))
            with pytest.raises(NotOpen, match="This is no longer open"):
                await intake.form(token, BOB)
        edited = MessageEdited("edit", replace(CHANNEL, channel="C9"), BOB, "ha", "m", said="theirs")
        assert not await intake.receive(edited)
        assert await intake.reader.thread(CHANNEL) == mine.of(CHANNEL)

    at(desk, try_all)
    assert len(desk.journal.threads[other].rows) == len(Script().says(BOB).replies(("deploy", "staging")).rows)


class Keyed(MemoryJournal):
    """Knows which keys last as long as the journal."""

    lasts: dict[str | None, bool]

    async def append(
        self,
        thread: str,
        facts: Sequence[f.Fact],
        *,
        key: str | None = None,
        lasting: bool = False,
        generation: int | None = None,
        spent: LedgerEntry | None = None,
    ) -> Appended:
        self.lasts[key] = lasting
        return await super().append(thread, facts, key=key, lasting=lasting, generation=generation, spent=spent)


def test_what_may_be_corrected_or_deleted_however_late_is_known_as_long_as_the_journal() -> None:
    journal = Keyed(lambda: 0.0)
    journal.lasts = {}
    desk = Desk(journal)

    async def main() -> None:
        said = message()
        await desk.intake.receive(said)
        edited = MessageEdited("edited", CHANNEL, BOB, "hello", said.message, said=said.id)
        await desk.intake.receive(edited)
        turned = MessageEdited("turned", CHANNEL, BOB, "to you", "m9", said="unheard", addressed=True)
        await desk.intake.receive(turned)
        await desk.intake.receive(Invited("joined", DM, ANA))
        await desk.intake.receive(ButtonClicked("click", CHANNEL, BOB, str(Token(THREAD, "1", "stop")), "m1"))
        assert journal.lasts == {said.id: True, "edited": False, "unheard": True, "joined": True, "click": False}

    asyncio.run(main())
