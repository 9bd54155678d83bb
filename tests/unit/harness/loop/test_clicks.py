"""What a button says goes by what it carries, and by nothing else."""

from typing import get_args

import pytest

from harness.approvals.asks import Approve, Choice, Respond
from harness.approvals.tokens import Token, Verb
from harness.chat.events import ButtonClicked
from harness.chat.people import Person, Place
from harness.loop.clicks import clicked
from harness.sessions import facts as f
from harness.tools.calls import At

ANA = Person("test", "T", "ana")
CHANNEL = Place("test", "T", "c", "1")


def says(verb: Verb, about: str, selected: tuple[str, ...] = ()) -> f.Fact | None:
    token = Token("t", about, verb)
    return clicked(ButtonClicked("c", CHANNEL, ANA, str(token), "card", selected=selected), token, ANA)


@pytest.mark.parametrize(
    ("verb", "choice"),
    [
        ("approve", Approve()),
        ("choose", Respond(selected=("red",))),
    ],
)
def test_a_button_below_an_ask_answers_it(verb: Verb, choice: Choice) -> None:
    assert says(verb, "1.1.0#1", ("red",)) == f.AskAnswered("1.1.0#1", ANA, CHANNEL, choice, message="card")


def test_one_button_approves_as_many_rows_as_its_card_had() -> None:
    answered = f.AskAnswered("1.1.0#1", ANA, CHANNEL, Approve(), message="card", rows=3)
    assert says("approve-all", "1.1.0#1+3") == answered


def test_an_offer_names_the_turn_or_the_row_that_it_is_about() -> None:
    assert says("stop", "3") == f.StopRequested(ANA, CHANNEL, 3)
    assert says("continue", "3") == f.ContinueRequested(ANA, CHANNEL, 3)
    assert says("allow", "17") == f.ModeAllowed(ANA, CHANNEL, 17)


def test_a_command_in_the_background_is_ended_alone() -> None:
    assert says("end", "3.1.0") == f.StopRequested(ANA, CHANNEL, command="3.1.0")


def test_what_somebody_thinks_of_an_answer_names_its_step() -> None:
    given = f.FeedbackGiven(by=ANA, place=CHANNEL, message="card", at=At(3, 2), good=True)
    assert says("good", "3.2") == given


def test_a_button_below_a_heartbeats_post_adjusts_or_ends_that_heartbeat() -> None:
    assert says("beat-slower", "own") == f.HeartbeatAdjusted(ANA, CHANNEL, "own", "slower")
    assert says("beat-end", "own") == f.TimerEnded("own", by=ANA, place=CHANNEL)


def test_what_is_turned_off_ends_whatever_kind_of_timer_it_is() -> None:
    assert says("turn-off", "1.1.0") == f.TimerEnded("1.1.0", by=ANA, place=CHANNEL)


@pytest.mark.parametrize("about", ["", "-1", "two", "²", "9" * 5_000])
@pytest.mark.parametrize("verb", ["stop", "continue", "allow", "good", "bad", "approve-all"])
def test_a_token_that_names_nothing_of_ours_says_nothing(verb: Verb, about: str) -> None:
    assert says(verb, about) is None


@pytest.mark.parametrize("verb", ["edit", "note", "reject", "respond"])
def test_what_takes_words_is_not_said_by_a_click(verb: Verb) -> None:
    assert says(verb, "1.1.0#1") is None


def test_every_verb_that_a_click_is_enough_for_says_something() -> None:
    words = {"edit", "note", "reject", "reject-all", "respond", "ask-again", "ask-back", "always", "show", "no-answer"}
    words |= {"review"}
    about = {"approve-all": "1.1.0#1+2", "good": "1.1", "bad": "1.1"}
    assert {verb for verb in get_args(Verb) if says(verb, about.get(verb, "1")) is None} == words


def test_a_note_is_forgotten_from_a_list_and_undone_below_its_line() -> None:
    assert says("forget", "team-1") == f.ForgetRequested(ANA, CHANNEL, "team-1")
    assert says("undo-note", "team-1") == f.ForgetRequested(ANA, CHANNEL, "team-1", undo=True)


def test_what_is_always_allowed_is_revoked_where_it_says_so() -> None:
    assert says("undo-change", "1.1.0#1") == f.UndoRequested(ANA, CHANNEL, "1.1.0#1")
    assert says("revoke", "1.1.0#1") == f.GrantRevoked("1.1.0#1", ANA, CHANNEL, "card")
