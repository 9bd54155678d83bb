"""What people are told: one sentence or two for each notice."""

from dataclasses import replace

import pytest
from hypothesis import given

from harness.approvals.asks import Settlement
from harness.approvals.deciders import Deciders
from harness.chat.people import Person
from harness.chat.phrases import plain
from harness.sessions.effects import AllowMode, Post, StopTurn, Unwritten
from harness.sessions.notices import Brief, Late, ModeAsked, Notice, Reception, Taken, TurnEnded, Worked
from harness.sessions.reasons import StoppedBy
from harness.wording.notices import done, notice, reception, said
from tests.laws.colleague import ANA, BOB, CHANNEL, CYD, LEADS
from tests.strategies import values_of


@given(values_of(Notice))
def test_every_notice_has_words(what: Notice) -> None:
    assert plain(notice(what)).strip() or not getattr(what, "answers", True), "no answers, nothing to tell"


@given(values_of(Reception))
def test_everybody_who_answers_is_told_something(what: Reception) -> None:
    assert plain(reception(what))


def test_a_no_is_not_accepted_but_noted() -> None:
    assert (plain(reception(Taken())), plain(reception(Taken(no=True)))) == ("Accepted.", "Noted.")
    assert plain(reception(Taken(missing=1))) == "Accepted. Approvals still needed: 1."


def test_a_turn_that_ended_names_who_was_not_heard() -> None:
    assert plain(notice(TurnEnded(StoppedBy(ANA)))) == "Stopped by Ana."
    unheard = TurnEnded(StoppedBy(ANA), (BOB, CYD))
    assert plain(notice(unheard)) == "Stopped by Ana. Not read yet: messages from Bob, Cyd."


def test_people_are_themselves_in_a_notice_whatever_they_call_themselves() -> None:
    imitator = replace(BOB, name="Ana")
    ended = notice(TurnEnded(StoppedBy(ANA), (imitator,)))
    assert [part for part in ended if isinstance(part, Person)] == [ANA, imitator]
    assert imitator in reception(Late(Settlement("approved", 1.0, imitator)))


def test_what_could_not_be_written_is_said_with_the_reason() -> None:
    post = Post("lost-1", CHANNEL, "It is done.", unwritten=Unwritten("reply", "it is archived"))
    assert (
        said(post).plain
        == "I could not post where you asked me to (it is archived). What I wanted to say:\n\nIt is done."
    )


def test_what_can_be_done_no_more_reads_so() -> None:
    assert done(Post("work-1", CHANNEL, action=StopTurn(1), notice=Worked(24.0))).plain == "Worked 24 s"
    assert done(Post("work-1", CHANNEL, action=StopTurn(1), notice=Brief("working"))).plain == "Worked on it."
    asked = Post("mode-request-1", CHANNEL, action=AllowMode(1), notice=ModeAsked(BOB, "build", Deciders(LEADS)))
    assert done(asked).plain == "Bob's request for build mode is closed."
    assert done(Post("a", CHANNEL, "Stopped.")).plain == "Stopped."


@pytest.mark.parametrize(
    ("worked", "said"),
    [
        (Worked(24.9, 6, 1), "Worked 24 s · 6 steps, 1 failed"),
        (Worked(3_700.0, 1), "Worked 1 h 1 min · 1 step"),
        (Worked(24.0, 4, of=5), "Worked 24 s · 4 of 5 steps"),
    ],
)
def test_work_that_is_over_says_how_long_it_took_and_how_it_went(worked: Worked, said: str) -> None:
    assert plain(notice(worked)) == said
