"""People speak: a stop word, an answer, or words to be heard."""

import pytest

from harness.approvals.asks import Reject
from harness.sessions import facts as f
from harness.sessions.effects import CallModel, Offer, Post, React
from harness.sessions.messages import stops
from harness.tools.calls import At
from tests.laws.colleague import ANA, BOB, CHANNEL, DEE, DM
from tests.unit.harness.sessions.plans import PLANNING
from tests.unit.harness.sessions.script import Script

RED_OR_BLUE = '{"options": ["red", "blue"], "free_text": false}'


@pytest.mark.parametrize("text", ["stop", "Stop.", "!stop", " CANCEL ", "/abort", "abort!"])
def test_a_stop_word_alone_stops(text: str) -> None:
    assert stops(text)


@pytest.mark.parametrize("text", ["stop it", "don't stop", "", "halt", "cancel the meeting"])
def test_words_around_it_are_words(text: str) -> None:
    assert not stops(text)


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
    assert [u.by for u in script.session.unheard] == [BOB]


def test_unaddressed_words_at_rest_open_nothing_and_are_heard_later() -> None:
    script = Script().says(DEE, "lunch?", addressed=False)
    assert script.session.turn is None
    turn = script.says(ANA).session.turn
    assert turn
    assert [p.user for p in turn.authors] == ["dee", "ana"]


def test_a_late_stop_spares_the_next_turn_and_says_so() -> None:
    script = Script().says(BOB).replies(text="done").says(BOB).tell(f.StopRequested(ANA, CHANNEL, 1))
    assert script.wanted(CallModel) == [CallModel(At(2, 1), 3)]
    assert script.last_note == "That had already ended."


def test_a_stop_that_names_no_turn_stops_the_open_one() -> None:
    script = Script().says(BOB).tell(f.StopRequested(ANA, CHANNEL))
    assert script.session.turn is None
    [end] = [p for p in script.session.outbox if isinstance(p, Post)]
    assert end.text == "Stopped by Ana. Not heard yet: Bob."
    assert end.offer == Offer("continue", 1, end.text)


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
    assert script.last_note == "More than one question is open: please answer on its card."
    assert len(script.session.open_asks) == 2


def test_a_turn_that_waits_for_words_is_not_continued_without_them() -> None:
    plan = ("submit_plan", '{"title": "t", "plan": "p"}')
    script = Script(PLANNING).says(BOB).replies(plan).answers(BOB, Reject())
    assert script.tell(f.ContinueRequested(BOB, CHANNEL, 1)).session.turn is None


def test_whoever_continues_a_stopped_turn_opens_their_own_and_only_once() -> None:
    script = Script().says(BOB).tell(f.StopRequested(ANA, CHANNEL, 1), f.ContinueRequested(DEE, DM, 1))
    assert script.session.turn
    assert (script.session.turn.requester, script.session.turn.place) == (DEE, DM)
    assert script.tell(f.ContinueRequested(ANA, DM, 1)).last_note == "I am already on it."
    script.replies(text="done").tell(f.ContinueRequested(ANA, DM, 1))
    assert script.last_note == "The conversation has moved on since then."
