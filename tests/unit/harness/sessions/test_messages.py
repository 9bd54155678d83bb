"""People speak: a stop word, an answer, or words to be heard."""

from time import process_time

import pytest

from harness.approvals.asks import Reject
from harness.chat.port import ChatLine
from harness.sessions import facts as f
from harness.sessions.chat_words import stops
from harness.sessions.effects import CallModel, ContinueTurn, Post, React, ReadBackground, SettleCard, TakeBackAnswer
from harness.sessions.fold import apply
from harness.tools.calls import At
from harness.tools.origins import MESSAGE
from harness.tools.values import replace
from harness.wording.notices import said
from tests.laws.colleague import ANA, BOB, CHANNEL, DEE, DM
from tests.unit.harness.sessions.plans import PLANNING
from tests.unit.harness.sessions.script import Script

RED_OR_BLUE = '{"options": ["red", "blue"], "free_text": false}'


@pytest.mark.parametrize(
    "text",
    [
        "stop",
        "Stop.",
        "!stop",
        " CANCEL ",
        "/abort",
        "abort!",
        "stop it",
        "please stop",
        "Stop, please!",
        "stop now!",
        "halt",
        "cancel that",
        "please stop this right now",
        "stop everything",
    ],
)
def test_a_stop_word_alone_stops(text: str) -> None:
    assert stops(text)


@pytest.mark.parametrize("text", ["stop the tests at noon", "don't stop", "", "please", "cancel the meeting"])
def test_words_around_it_are_words(text: str) -> None:
    assert not stops(text)


@pytest.mark.parametrize("text", ["", " \n ", "\u200b"])
def test_who_says_nothing_is_asked_what_they_want_and_no_model_is(text: str) -> None:
    script = Script().says(BOB, text)
    assert not script.wanted(CallModel)
    assert "What can I do" in script.last_note
    script.says(BOB, "look").replies(("read", "x"))
    at = script.session.turn and script.session.turn.at
    script.says(ANA, text)
    assert script.session.turn
    assert script.session.turn.at == at
    assert ANA not in [said.by for said in script.session.inbox.unheard]


def test_who_says_nothing_to_what_was_said_before_means_that() -> None:
    line = ChatLine("Dee", "it is red")
    pointing = f.MessageReceived(BOB, CHANNEL, "", "m1", about=(line,))
    joining = f.MessageReceived(BOB, CHANNEL, "", "m1", late=True)
    assert Script().tell(pointing).wanted(CallModel)
    assert Script().tell(joining).wanted(ReadBackground)
    spoken = (
        Script().says(BOB).replies(text="Hm.").tell(f.MessageReceived(DEE, CHANNEL, "it is red", "m3", addressed=False))
    )
    assert spoken.says(BOB, "").wanted(CallModel)


@pytest.mark.parametrize("filling", [" !", ".", " ", "!."])
def test_the_work_of_finding_a_stop_word_grows_with_the_length_of_a_message_and_not_with_its_square(filling: str):
    before = process_time()
    assert not stops(f"a{filling * 40_000}a")
    assert stops(f"{filling.strip('.') * 40_000}stop{filling * 40_000}")
    assert process_time() - before < 2.0, "the square would take half a minute"


def test_guidance_is_heard_at_the_next_step_and_shown_as_waiting_until_then() -> None:
    script = Script().says(BOB).replies(("read", "x")).says(ANA, "and mind the gap")
    assert script.wanted(React) == [React("waiting-4", CHANNEL, "m4", "waiting")]
    script.tell(f.PostSent("waiting-4")).runs()
    assert script.wanted(CallModel) == [CallModel(At(1, 2), 7)]
    script.replies(text="done")
    assert script.wanted(React) == [React("heard-4", CHANNEL, "m4", "heard")]


def test_what_comes_with_the_final_text_still_gets_a_step() -> None:
    script = Script().says(BOB).says(ANA, "one more thing")
    assert script.session.turn
    assert script.session.turn.through == 1
    script.replies(text="done")
    assert script.wanted(CallModel) == [CallModel(At(1, 2), 3)]
    assert script.replies(text="that too").session.turn is None


def test_a_message_during_an_open_approval_waits_and_declines_nothing() -> None:
    script = Script().says(BOB).replies(("deploy", "a")).says(BOB, "by the way")
    assert not script.settled()
    assert [u.by for u in script.session.inbox.unheard] == [BOB]


def test_unaddressed_words_at_rest_open_nothing_and_are_heard_later() -> None:
    script = Script().says(DEE, "lunch?", addressed=False)
    assert script.session.turn is None
    turn = script.says(ANA).session.turn
    assert turn
    assert [p.user for p in turn.authors] == ["dee", "ana"]


def test_a_late_stop_spares_the_next_turn_and_says_so() -> None:
    script = Script().says(BOB).replies(text="done").says(BOB).tell(f.StopRequested(ANA, CHANNEL, 1))
    assert script.wanted(CallModel) == [CallModel(At(2, 1), 3)]
    assert script.last_note == "That has already ended."


def test_a_stop_that_names_no_turn_stops_the_open_one() -> None:
    script = Script().says(BOB).tell(f.StopRequested(ANA, CHANNEL))
    assert script.session.turn is None
    [end] = [p for p in script.session.postings.outbox if isinstance(p, Post)]
    assert said(end).plain == "Stopped by Ana. Not read yet: messages from Bob."
    assert end.action == ContinueTurn(1)


def test_what_a_stopped_turn_had_not_heard_opens_the_next_with_its_authors() -> None:
    turn = Script().says(DEE).tell(f.StopRequested(ANA, CHANNEL, 1)).says(ANA).session.turn
    assert turn
    assert set(turn.authors) == {ANA, DEE}
    assert turn.requester == ANA


def test_a_stop_with_nothing_to_stop_says_so_and_opens_nothing() -> None:
    script = Script().says(BOB, "stop")
    assert (script.session.turn, script.last_note) == (None, "There is nothing to stop.")


def test_a_typed_line_answers_the_one_question_that_it_fits_but_only_its_asker_may() -> None:
    script = Script().says(BOB).replies(("ask_user", RED_OR_BLUE))
    assert not script.says(DEE, "red").settled()
    assert not script.says(BOB, "green?").settled()
    assert script.says(BOB, "Red").settled() == "answered by Bob"


def test_a_line_that_fits_two_questions_is_sent_to_the_cards() -> None:
    script = Script().says(BOB).replies(("ask_user", RED_OR_BLUE), ("ask_user", RED_OR_BLUE)).says(BOB, "red")
    assert script.last_note == "Several questions are open; answer on the card you mean."
    assert len(script.session.asks.open) == 2


def test_a_turn_that_waits_for_words_is_not_continued_without_them() -> None:
    plan = ("submit_plan", '{"title": "t", "plan": "p"}')
    script = Script(PLANNING).says(BOB).replies(plan).answers(BOB, Reject())
    assert script.tell(f.ContinueRequested(BOB, CHANNEL, 1)).session.turn is None


def test_whoever_continues_a_stopped_turn_opens_their_own_and_only_once() -> None:
    script = Script().says(BOB).tell(f.StopRequested(ANA, CHANNEL, 1), f.ContinueRequested(DEE, DM, 1))
    assert script.session.turn
    assert (script.session.turn.requester, script.session.turn.place) == (DEE, DM)
    assert script.tell(f.ContinueRequested(ANA, DM, 1)).last_note == "I'm already on it."
    script.replies(text="done").tell(f.ContinueRequested(ANA, DM, 1))
    assert script.last_note == "This thread has moved on since then."


def test_what_is_to_follow_up_opens_turns_of_its_own_one_after_the_other() -> None:
    script = Script().says(BOB).adds(ANA, "then this", "followup").adds(DEE, "then that", "followup")
    assert [u.by for u in script.session.inbox.unheard] == [BOB]
    assert [r.receipt for r in script.session.postings.outbox if isinstance(r, React)] == ["waiting", "waiting"]
    script.replies(text="done")
    turn = script.session.turn
    assert turn
    assert (turn.requester, turn.authors, turn.at) == (ANA, (ANA,), At(2, 1))
    script.replies(text="done that too")
    assert [r.message for r in script.session.postings.outbox if isinstance(r, React) and r.receipt == "heard"] == [
        "m2"
    ]
    assert script.session.turn
    assert script.session.turn.requester == DEE


def test_what_is_collected_opens_one_turn_for_all() -> None:
    script = Script().says(BOB).adds(ANA, "this", "collect").adds(DEE, "that", "collect").adds(BOB, "alone", "followup")
    turn = script.replies(text="done").session.turn
    assert turn
    assert (turn.requester, turn.authors) == (ANA, (ANA, DEE))
    assert [queued.by for queued in script.session.inbox.queue] == [BOB]


def test_a_turn_that_ends_early_leaves_the_queue_to_whatever_opens_the_next() -> None:
    script = Script().says(BOB).replies(("read", "x")).adds(ANA, "then this", "followup")
    script.tell(f.StopRequested(BOB, CHANNEL))
    assert script.session.turn is None
    assert not script.session.inbox.queue
    assert "Not read yet: messages from Ana" in script.last_note
    turn = script.says(BOB).session.turn
    assert turn
    assert set(turn.authors) == {ANA, BOB}


def test_an_interruption_ends_the_turn_and_opens_the_next() -> None:
    script = Script().says(BOB).replies(("read", "a")).adds(ANA, "no, wait", "interrupt")
    turn = script.session.turn
    assert turn
    assert (turn.at, turn.requester, turn.authors) == (At(2, 1), ANA, (ANA,))
    assert [said(p).plain for p in script.session.postings.outbox if isinstance(p, Post)] == ["Interrupted by Ana."]
    assert [call.call.id for call in script.session.closed] == ["1.1.0"], "its result is still to be read"


def test_taking_words_back_takes_back_no_others() -> None:
    script = Script().says(BOB)
    script.tell(f.MessageReceived(BOB, CHANNEL, "Dee, lunch?", "aside", addressed=False))
    aside = script.session.head
    script.says(BOB, "and this too").tell(f.MessageDropped(BOB, CHANNEL, aside + 1))
    script.tell(f.ModelReplied(At(1, 1), 1, "done"))
    assert [(u.by, u.position) for u in script.session.inbox.unheard] == [(BOB, aside)]
    assert script.session.turn, "it gets a step of its own"
    script.tell(f.MessageDropped(BOB, CHANNEL, aside + 1)).replies(text="heard")
    assert not script.session.inbox.unheard


def test_a_correction_is_heard_and_opens_nothing() -> None:
    script = (
        Script()
        .says(BOB, "the red one")
        .replies(text="done")
        .tell(f.MessageCorrected(BOB, CHANNEL, "m1", "the blue one"))
    )
    assert script.session.turn is None
    assert [u.by for u in script.session.inbox.unheard] == [BOB]


def test_a_correction_with_words_of_others_taints_and_keeps_the_title_where_it_rewords_nothing() -> None:
    shown = f.MessageCorrected(BOB, CHANNEL, "m1", "look", about=(ChatLine("blog", "x"),), reworded=False)
    script = Script().says(BOB, "look").tell(f.MessageCorrected(BOB, CHANNEL, "m1", "look", about=()))
    assert not script.session.origins
    session = replace(script.session, title="A title of its own")
    after = apply(session, f.Row(script.session.head + 1, 9.0, shown))
    assert after.origins == (MESSAGE,)
    assert after.title == "A title of its own"


def test_a_correction_of_what_no_request_holds_yet_adds_nothing() -> None:
    script = Script().says(BOB).replies(("read", "x")).says(BOB, "the red one")
    before = script.session.inbox.unheard
    assert script.tell(f.MessageCorrected(BOB, CHANNEL, "m4", "the blue one")).session.inbox.unheard == before
    script.runs()
    script.tell(f.MessageCorrected(BOB, CHANNEL, "m4", "the green one"))
    assert script.session.inbox.unheard[0].position == script.session.head, "that request is on its way"


def test_a_deleted_message_that_waits_need_not_be_heard() -> None:
    script = Script().says(BOB).replies(("read", "x")).says(ANA, "one").says(ANA, "two")
    first, second = (g.message for g in script.session.inbox.guidance)
    script.tell(f.MessageDeleted(ANA, CHANNEL, second))
    assert [(u.by, u.position) for u in script.session.inbox.unheard] == [(ANA, 4)]
    assert not script.tell(f.MessageDeleted(ANA, CHANNEL, first)).session.inbox.unheard
    assert not script.tell(f.MessageDeleted(ANA, CHANNEL, "another")).session.inbox.unheard


def test_a_deleted_message_leaves_the_queue() -> None:
    script = Script().says(BOB).adds(ANA, "then this", "followup").tell(f.MessageDeleted(ANA, CHANNEL, "m2"))
    assert script.replies(text="done").session.turn is None


def test_a_thread_that_was_there_before_us_is_read_before_the_model_is_called() -> None:
    script = Script().tell(f.MessageReceived(BOB, CHANNEL, "help", "m1", late=True))
    assert script.wanted(ReadBackground) == [ReadBackground(At(1, 1), CHANNEL, "m1")]
    assert not script.wanted(CallModel)
    script.says(ANA, "quickly")
    script.tell(f.BackgroundRead(At(1, 1), (ChatLine("Dee", "it is broken"),)))
    assert script.wanted(CallModel) == [CallModel(At(1, 1), 3)]
    assert script.session.turn
    assert script.session.turn.authors == (BOB, ANA), "what joins meanwhile is in the request"
    assert not script.tell(f.BackgroundRead(At(1, 1), ())).wanted(ReadBackground)


def test_a_thread_is_read_once() -> None:
    script = Script().tell(f.MessageReceived(BOB, CHANNEL, "help", "m1", late=True), f.BackgroundRead(At(1, 1), ()))
    script.replies(text="done").tell(f.MessageReceived(BOB, CHANNEL, "more", "m9", late=True))
    assert script.wanted(CallModel)


def test_what_nobody_saw_is_shown_before_it_is_answered() -> None:
    script = Script().tell(f.MessageReceived(BOB, CHANNEL, "why?", unseen=True)).replies(text="because")
    posts = [post for post in script.session.postings.outbox if isinstance(post, Post)]
    assert [said(post).plain for post in posts] == ["Bob asks:\n\nwhy?", "because"]
    assert len(script.wanted(Post)) == 1, "one after the other"


def test_what_a_button_says_for_somebody_answers_no_question() -> None:
    script = Script().says(BOB).replies(("ask_user", "{}"))
    script.tell(f.MessageReceived(BOB, CHANNEL, "not an answer", unseen=True))
    assert script.session.asks.open
    assert script.says(BOB, "blue").last_note == "Taken as your answer."
    [action] = [post.action for post in script.session.postings.outbox if isinstance(post, Post) and post.action]
    assert action == TakeBackAnswer("1.1.0#1")


def test_what_was_asked_for_and_is_deleted_while_its_card_is_open_is_said_on_it() -> None:
    script = Script().says(BOB).replies(("deploy", "a")).shows().tell(f.MessageDeleted(BOB, CHANNEL, "m1"))
    assert script.session.asks["1.1.0#1"].deleted
    assert [settle.face for settle in script.wanted(SettleCard)] == ["1.1.0#1=open,deleted"]


def test_a_message_of_others_that_somebody_points_at_comes_from_outside() -> None:
    for about, origins in (((ChatLine("Dee", "x"),), ("message",)), ((ChatLine("", "x", ours=True),), ()), ((), ())):
        script = Script().tell(f.MessageReceived(BOB, CHANNEL, "and this?", "m1", about=about))
        assert script.session.origins == origins
