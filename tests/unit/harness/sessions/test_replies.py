"""The model replies, fails, or is stopped; what it used counts once."""

from typing import Literal

import pytest

from harness.chat.port import ChatLine
from harness.sessions import facts as f
from harness.sessions.effects import CallModel, ContinueTurn, Post
from harness.sessions.notices import TurnEnded
from harness.sessions.reasons import ModelFailure
from harness.sessions.replies import expects
from harness.sessions.session import KEPT_COUNTED
from harness.sessions.usage import Usage
from harness.tools.calls import At, ToolCall
from harness.wording.notices import said
from tests.laws.colleague import ANA, BOB, CHANNEL
from tests.unit.harness.sessions.script import Script


def test_a_reply_to_an_older_step_or_another_request_does_not_count() -> None:
    script = Script().says(BOB).replies(("read", "x")).runs()
    for late in (f.ModelReplied(At(1, 1), 1, "old"), f.ModelReplied(At(1, 2), 1, "another request")):
        assert not expects(script.session, late)
        before = script.session
        script.tell(late)
        assert script.session.turn == before.turn


def test_a_reply_that_people_began_to_see_is_finished_whenever_we_learn_of_it() -> None:
    late = (
        Script().says(BOB).tell(f.StopRequested(BOB, CHANNEL, 1), f.PostSent("end-1"), f.ReplyBegun(At(1, 1), CHANNEL))
    )
    assert late.wanted(Post) == [Post("reply-1.1", CHANNEL, "", begun=True)]
    early = Script().says(BOB).tell(f.ReplyBegun(At(1, 1), CHANNEL), f.StopRequested(BOB, CHANNEL, 1))
    assert early.wanted(Post) == [Post("reply-1.1", CHANNEL, "", begun=True)]


def test_a_model_that_fails_ends_the_turn_with_a_message_that_offers_to_try_again() -> None:
    script = Script().says(BOB).tell(f.ModelFailed(At(1, 1), "too many requests"))
    assert script.session.turn is None
    notice = TurnEnded(ModelFailure("too many requests"), (BOB,))
    assert script.wanted(Post) == [Post("end-1", CHANNEL, action=ContinueTurn(1, again=True), notice=notice)]
    assert script.last_note == "The model failed: too many requests. Not read yet: messages from Bob."


@pytest.mark.parametrize("text", ["", " ", "\n\n"])
def test_an_empty_answer_is_not_silence(text: str) -> None:
    script = Script().says(BOB).replies(("read", "x"), text=text)
    assert not script.wanted(Post), "nothing is said beside a call"
    script.runs().replies(text=text)
    assert script.session.turn is None
    [end] = script.wanted(Post)
    assert said(end).plain == "The model gave an empty answer."
    assert end.action == ContinueTurn(1, again=True)


def test_what_was_used_is_added_up_in_the_turn_and_the_thread() -> None:
    script = Script().says(BOB).tell(f.ModelReplied(At(1, 1), 1, "a", calls=(), usage=Usage(10, 2, 0.5))).says(BOB)
    script.tell(f.ModelStopped(At(2, 1), "", Usage(5, 1, 0.25)))
    assert script.session.usage == Usage(15, 3, 0.75)
    assert script.session.turn
    assert script.session.turn.usage == Usage(5, 1, 0.25)


def test_what_a_stopped_call_used_counts_in_the_thread_when_its_turn_has_ended() -> None:
    script = Script().says(BOB).tell(f.StopRequested(BOB, CHANNEL, 1)).says(BOB)
    script.tell(f.ModelStopped(At(1, 1), "", Usage(5, 1, 0.25)))
    assert script.session.usage == Usage(5, 1, 0.25)
    assert script.session.turn
    assert script.session.turn.usage == Usage()


OUTCOMES = [
    f.ModelReplied(At(1, 1), 1, "a", calls=(), usage=Usage(5, 1, 0.25)),
    f.ModelFailed(At(1, 1), "why", "", Usage(5, 1, 0.25)),
    f.ModelStopped(At(1, 1), "", Usage(5, 1, 0.25)),
]


@pytest.mark.parametrize("outcome", OUTCOMES)
def test_an_outcome_that_comes_too_late_for_anything_else_has_its_usage_counted(outcome: f.Fact) -> None:
    script = Script().says(BOB).tell(f.StopRequested(BOB, CHANNEL, 1)).tell(outcome)
    assert script.session.usage == Usage(5, 1, 0.25)
    assert script.session.turn is None


@pytest.mark.parametrize("outcome", OUTCOMES)
def test_what_was_used_counts_once_however_often_it_is_told(outcome: f.Fact) -> None:
    script = Script().says(BOB).tell(outcome, outcome).says(BOB).replies(("read", "x")).tell(outcome)
    assert script.session.usage == Usage(5, 1, 0.25)


def test_calls_for_one_point_by_two_machines_count_both_in_its_turn() -> None:
    script = (
        Script().says(BOB).tell(f.ModelStopped(At(1, 1), "", Usage(5, 1)), f.ModelStopped(At(1, 1), "", Usage(5, 2)))
    )
    assert script.session.usage == Usage(10, 3)
    assert script.session.turn
    assert script.session.turn.usage == Usage(10, 3)


def test_what_is_kept_to_tell_a_call_that_was_counted_stays_small() -> None:
    script = Script().says(BOB)
    for n in range(3 * KEPT_COUNTED):
        script.tell(f.ModelStopped(At(1, 1), "", Usage(n + 1)))
    assert len(script.session.counted) == KEPT_COUNTED


@pytest.mark.parametrize("prepared", [True, False])
def test_a_reply_counts_only_once_its_request_is_prepared(prepared: bool) -> None:
    opened = f.MessageReceived(BOB, CHANNEL, "why is it red?", "m1", late=True)
    script = Script().tell(opened)
    read = f.BackgroundRead(At(1, 1), (ChatLine("Ana", "the build is red"),))
    if prepared:
        script.tell(read)
    through = script.session.turn.through if script.session.turn else 0
    call = ToolCall("1.1.0", "read", "{}")
    script.tell(f.ModelReplied(At(1, 1), through, "well", calls=(call,)))
    assert (script.session.call("1.1.0") is not None) is prepared
    if not prepared:
        assert script.tell(read).wanted(CallModel), "it is asked once it is"


# What is said before calls
def posts(script: Script) -> list[str]:
    return [post.text for post in script.session.postings.outbox if isinstance(post, Post)]


def test_a_sentence_before_a_call_that_is_asked_is_the_reason_on_its_card_and_no_message() -> None:
    script = Script().says(BOB).replies(("deploy", "a"), text="The old one is broken.")
    assert script.session.asks["1.1.0#1"].reason == "The old one is broken."
    assert posts(script) == []


def test_a_sentence_before_calls_that_nobody_is_asked_about_is_no_message() -> None:
    script = Script().says(BOB).replies(("read", "a"), text="I look first.").runs().replies(text="Done.")
    assert posts(script) == ["Done."]


@pytest.mark.parametrize("words", ["So:\n\n- one\n- two", "word " * 100])
def test_what_is_more_than_a_sentence_is_a_message(words: str) -> None:
    script = Script().says(BOB).replies(("deploy", "a"), text=words)
    assert posts(script) == [words]
    assert script.session.asks["1.1.0#1"].reason == ""


def test_what_answers_somebody_who_spoke_meanwhile_is_a_message() -> None:
    script = Script().says(BOB).replies(("read", "a")).says(ANA, "what have you found?").runs()
    assert posts(script.replies(("read", "b"), text="Nothing yet.")) == ["Nothing yet."]


def test_what_people_have_begun_to_read_is_a_message() -> None:
    script = Script().says(BOB).tell(f.ReplyBegun(At(1, 1), CHANNEL)).replies(("deploy", "a"), text="I would ship it.")
    assert posts(script) == ["I would ship it."]


def test_who_has_said_all_before_the_last_call_has_answered() -> None:
    script = Script().says(BOB).replies(("read", "a"), text="It is noon.").runs().replies()
    assert posts(script) == ["It is noon."]
    assert script.session.last
    assert script.session.last.why is None
    empty = Script().says(BOB).replies(("read", "a")).runs().replies()
    assert empty.session.last
    assert empty.session.last.why


def lacking(script: Script, lacks: Literal["call", "words"], text: str = "") -> Script:
    turn = script.session.turn
    assert turn
    return script.tell(f.ModelReplied(turn.at, turn.through, text, lacks=lacks))


def test_a_call_that_was_written_is_told_to_the_model_once_and_to_nobody_else() -> None:
    script = lacking(Script().says(BOB), "call", '{"name": "ls"}')
    assert not script.wanted(Post)
    assert [one.at for one in script.wanted(CallModel)] == [At(1, 2)]
    lacking(script, "call", '{"name": "ls"}')
    assert script.session.turn is None
    assert [one.text for one in script.wanted(Post)] == ['{"name": "ls"}'], "the second time it is an answer"


def test_a_call_that_was_written_where_people_see_it_is_finished_as_it_stands() -> None:
    script = lacking(Script().says(BOB).tell(f.ReplyBegun(At(1, 1), CHANNEL)), "call", '{"name": "ls"}')
    assert script.wanted(Post) == [Post("reply-1.1", CHANNEL, '{"name": "ls"}', begun=True)]
    assert [one.at for one in script.wanted(CallModel)] == [At(1, 2)]


def test_an_empty_reply_after_calls_is_told_to_the_model_once() -> None:
    script = lacking(Script().says(BOB).replies(("read", "x")).runs(), "words")
    assert [one.at for one in script.wanted(CallModel)] == [At(1, 3)]
    lacking(script, "words")
    assert script.session.turn is None
    [end] = script.wanted(Post)
    assert said(end).plain == "The model gave an empty answer."


def test_an_empty_reply_to_what_people_said_ends_at_once_and_one_after_words_says_them() -> None:
    assert lacking(Script().says(BOB), "words").session.turn is None
    script = lacking(Script().says(BOB).replies(("read", "x"), text="That is all.").runs(), "words")
    assert [one.text for one in script.wanted(Post)] == ["That is all."]
