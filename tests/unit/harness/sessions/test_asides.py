"""While a card waits, people talk about it, and nothing is decided by talking."""

from typing import Self

import pytest

from harness.approvals.asks import Approve, Respond
from harness.context.transcript import transcript
from harness.sessions import facts as f
from harness.sessions.asides import MOST
from harness.sessions.call_status import CallChange, CallReplaced, CallWithdrawn, ChangeMisfit
from harness.sessions.effects import CallModel, Post, React, RunTool
from harness.sessions.entries import Noted, Result, Said, Spoke, Talked
from harness.sessions.facts import During
from harness.sessions.fold import fold
from harness.sessions.usage import NOTHING, Usage
from harness.tools.calls import At, ToolResult
from harness.wording.notices import said
from tests.laws.colleague import ANA, BOB, CHANNEL, DEE
from tests.unit.harness.sessions.script import Script

STAGING = '{"what": "staging"}'


class Talk(Script):
    """Bob has asked for it, and what was asked is on its card."""

    def __init__(self, *calls: tuple[str, str]) -> None:
        super().__init__()
        self.says(BOB, "ship it").replies(*(calls or (("deploy", "production"),))).shows()

    @property
    def aside(self) -> list[CallModel]:
        return [effect for effect in self.wanted(CallModel) if effect.aside]

    def answered(self, text: str = "Since main is red.", *changes: CallChange, usage: Usage = NOTHING) -> Self:
        """The aside of the moment is."""
        [effect] = self.aside
        return self.tell(
            f.AsideReplied(
                at=effect.at, aside=effect.aside, through=effect.through, text=text, changes=changes, usage=usage
            )
        )

    def withdraws(self, id: str = "1.1.0", reason: str = "not needed") -> CallWithdrawn:
        return CallWithdrawn(id, self.call(id).digest, reason)

    def replaces(self, id: str = "1.1.0", arguments: str = STAGING) -> CallReplaced:
        return CallReplaced(id, self.call(id).digest, arguments, "as Dee says")

    @property
    def posted(self) -> list[str]:
        return [said(post).plain for post in self.session.postings.outbox if isinstance(post, Post) and post.to is None]

    @property
    def receipts(self) -> list[str]:
        return [item.receipt for item in self.session.postings.outbox if isinstance(item, React)]


def test_a_question_about_what_waits_is_answered_and_decides_nothing() -> None:
    talk = Talk()
    before = talk.session.asks["1.1.0#1"]
    talk.says(DEE, "why production?")
    assert talk.aside == [CallModel(At(1, 1), talk.session.head, aside=1)]
    talk.answered()
    assert talk.posted == ["Since main is red."]
    assert not talk.aside
    assert not talk.receipts, "the answer shows that it was heard"
    after = talk.session.asks["1.1.0#1"]
    assert (after.ask, after.call, after.authors, after.expires) == (
        before.ask,
        before.call,
        before.authors,
        before.expires,
    )
    assert not talk.settled()


def test_words_that_are_not_to_us_are_answered_by_nobody() -> None:
    talk = Talk().says(DEE, "lunch, Ana?", addressed=False)
    assert not talk.aside


# 1. The decision comes while it runs
def test_a_decision_starts_the_call_at_once_and_what_the_aside_was_about_is_heard_by_the_next_request() -> None:
    talk = Talk(("deploy", "production"), ("execute", "ls")).says(DEE, "why production?")
    [effect] = talk.aside
    talk.tell(f.ReplyBegun(effect.at, CHANNEL, effect.aside))
    talk.answers(ANA, Approve())
    assert talk.wanted(RunTool)
    assert talk.aside == [effect], "the step has not closed"
    talk.runs().answers(ANA, Approve(), "1.1.1#1").runs("1.1.1")
    assert not talk.aside
    begun = [item for item in talk.session.postings.outbox if isinstance(item, Post) and item.begun]
    assert [(post.id, post.text) for post in begun] == [("aside-1.1.1", "")], "it ends as it stands"
    assert Said("Dee", "why production?", position=effect.through, message=f"m{effect.through}") in transcript(
        talk.rows
    )


def test_its_answer_after_the_step_has_closed_is_counted_and_not_posted() -> None:
    talk = Talk().says(DEE, "why?")
    [effect] = talk.aside
    talk.answers(ANA, Approve()).runs()
    late = f.AsideReplied(at=effect.at, aside=1, through=effect.through, text="late", usage=Usage(5, 5))
    talk.tell(late)
    assert not talk.posted
    assert talk.session.usage == Usage(5, 5)


def test_what_was_decided_is_not_taken_back_and_that_is_said() -> None:
    talk = Talk(("deploy", "production"), ("execute", "ls")).says(DEE, "better not")
    withdrawal = talk.withdraws()
    talk.answers(ANA, Approve()).starts().answered("I take it back.", withdrawal)
    assert talk.session.call("1.1.0"), "it runs"
    assert talk.posted == ["I take it back.", "Too late to change that: it already runs."]
    assert talk.settled() == "approved by Ana"


def test_what_was_edited_meanwhile_is_not_what_was_talked_about() -> None:
    talk = Talk(("execute", "ls"), ("execute", "ls -l")).says(DEE, "in the other order")
    replacement = CallReplaced("1.1.0", "another digest", STAGING)
    talk.answered("So be it.", replacement)
    assert not talk.settled()
    assert talk.posted[-1] == "Too late to change that: it is decided."


def test_what_was_to_be_changed_in_a_way_that_its_tool_does_not_take_waits_as_it_was() -> None:
    talk = Talk().says(DEE, "in staging")
    talk.answered("In staging, then.", ChangeMisfit("1.1.0", "what: input should be a valid string"))
    assert not talk.settled()
    assert talk.posted[0] == "In staging, then."
    assert talk.posted[1].startswith("I could not change that, so it waits as it was: what: input")
    told = transcript(talk.answers(ANA, Approve()).runs().rows)
    assert Noted("The call 1.1.0 was not changed in that talk: what: input should be a valid string") in told


def test_a_reply_that_only_changes_nothing_is_no_silence() -> None:
    talk = Talk().says(DEE, "in staging").answered("", ChangeMisfit("1.1.0", "what: input should be a valid string"))
    assert len(talk.posted) == 1
    assert talk.receipts == []


def test_what_is_corrected_while_it_is_answered_is_answered_as_it_reads_then() -> None:
    talk = Talk().says(DEE, "why production?")
    message = f"m{talk.session.head}"
    talk.tell(f.MessageCorrected(DEE, CHANNEL, message, "use staging, please"))
    assert [effect.aside for effect in talk.aside] == [1], "the first ends as it began"
    talk.answered("Since main is red.")
    assert [effect.aside for effect in talk.aside] == [2]
    talk.answered("In staging, then.")
    assert not talk.aside
    talk.tell(f.MessageCorrected(DEE, CHANNEL, message, "use staging, please!"))
    assert not talk.aside, "what has been answered opens nothing"
    entries = transcript(talk.answers(ANA, Approve()).runs().rows)
    assert "use staging, please" in str(entries)


# 2. Two people talk at once
def test_who_speaks_meanwhile_is_heard_in_the_next_aside() -> None:
    talk = Talk().says(DEE, "why?").says(ANA, "and where?")
    first = talk.aside
    assert [effect.aside for effect in first] == [1]
    talk.answered("Since main is red.")
    assert [(effect.aside, effect.through) for effect in talk.aside] == [(2, talk.session.head)]
    talk.answered("In production.")
    assert talk.posted == ["Since main is red.", "In production."]
    assert not talk.aside


def test_after_ten_words_wait_for_the_decision_as_they_did() -> None:
    talk = Talk()
    for _ in range(MOST):
        talk.says(DEE, "why?").answered()
    talk.says(DEE, "why, once more?")
    assert not talk.aside
    assert talk.receipts == ["waiting"]
    talk.answers(ANA, Approve()).runs().replies(text="Done.")
    assert talk.receipts == ["waiting", "heard"]


# 3. In the later transcript
def test_what_was_said_is_one_note_after_the_results() -> None:
    talk = Talk().says(DEE, "why?").answered("Since main is red.").answers(ANA, Approve()).runs()
    entries = transcript(talk.rows)
    assert [type(entry) for entry in entries] == [Said, Spoke, Result, Talked]
    talked = entries[-1]
    assert isinstance(talked, Talked)
    assert ([one.text for one in talked.said], talked.answer) == (["why?"], "Since main is red.")


def test_what_is_deleted_of_it_is_in_no_request() -> None:
    talk = Talk().says(DEE, "the password is hunter2, why?")
    message = f"m{talk.session.head}"
    talk.answered("Since main is red.").tell(f.MessageDeleted(DEE, CHANNEL, message))
    talk.answers(ANA, Approve()).runs()
    assert "hunter2" not in str(transcript(talk.rows))


# 4. A bystander has a call replaced
def test_what_a_bystander_has_changed_is_asked_anew_with_them_as_an_author() -> None:
    talk = Talk(("publish", "the post")).says(DEE, "rather this one")
    was = talk.session.asks["1.1.0#1"]
    talk.answered("As you like.", talk.replaces())
    [ask] = talk.session.asks.open
    assert ask.id == "1.1.0#2"
    assert ask.call.digest != was.call.digest
    assert ask.replaces
    assert (ask.replaces.arguments, ask.replaces.by) == (was.call.arguments, (DEE,))
    assert [one.name for one in ask.authors] == ["Bob", "Dee"]
    assert talk.settled() == "replaced: as Dee says"
    assert talk.session.postings.find("1.1.0#2"), "its card is to be posted"
    assert not talk.wanted(RunTool)


def test_what_is_put_in_place_is_judged_like_any_call() -> None:
    talk = Talk().says(DEE, "forget the rules").answered("", *[Talk().replaces(arguments='{"what": "forbidden"}')])
    [result] = [entry for entry in transcript(talk.rows) if isinstance(entry, Result)]
    assert "Not run: denied by the rule" in result.text


def test_what_the_rules_would_let_through_is_asked_when_it_stands_for_what_was_asked() -> None:
    talk = Talk().says(DEE, "just look").answered("", *[Talk().replaces(arguments='{"what": "ls x"}')])
    assert [ask.id for ask in talk.session.asks.open] == ["1.1.0#2"]


def test_no_grant_answers_for_what_was_put_in_place() -> None:
    talk = Talk(("deploy", "production"), ("deploy", "staging"))
    talk.says(ANA, "the other way round").answered("", talk.replaces())
    talk.answers(ANA, Approve(always="tool"), "1.1.1#1")
    assert [ask.id for ask in talk.session.asks.open] == ["1.1.0#2"]


def test_the_model_reads_with_what_a_replaced_call_ran() -> None:
    talk = Talk().says(DEE, "to staging").answered("", Talk().replaces())
    talk.answers(ANA, Approve(), "1.1.0#2").runs()
    [result] = [entry for entry in transcript(talk.rows) if isinstance(entry, Result)]
    assert result.text.startswith("[You changed the arguments; it ran with")


def test_asking_why_bars_nobody_from_deciding_what_was_asked_before() -> None:
    talk = Talk(("publish", "the post")).says(ANA, "why this one?").answered()
    assert "Ana" in [one.name for one in talk.session.turn.authors] if talk.session.turn else False
    talk.answers(ANA, Approve())
    assert talk.settled() == "approved by Ana"


def test_whoever_spoke_may_not_decide_what_is_asked_after_that_where_authors_may_not() -> None:
    talk = Talk(("publish", "the post")).says(ANA, "rather this one")
    talk.answered("", talk.replaces())
    talk.answers(ANA, Approve(), "1.1.0#2")
    assert not talk.settled("1.1.0#2")


# 5. Stop, expiry, a restart, a limit
def test_a_stop_ends_an_aside_with_its_turn() -> None:
    talk = Talk().says(DEE, "why?").says(ANA, "stop")
    assert not talk.aside
    assert talk.session.turn is None


def test_after_a_restart_it_is_wanted_again() -> None:
    talk = Talk().says(DEE, "why?")
    assert fold(talk.rows) == talk.session
    talk.tell(f.Resumed(2))
    assert [effect.aside for effect in talk.aside] == [1]


def test_what_talk_uses_is_counted_and_is_none_of_the_work() -> None:
    talk = Talk().says(DEE, "why?").answered(usage=Usage(10, 2, 0.5))
    turn = talk.session.turn
    assert turn
    assert (turn.usage, turn.talk, talk.session.usage) == (Usage(10, 2, 0.5),) * 3


def test_a_limit_ends_asides_and_no_turn_that_waits() -> None:
    talk = Talk().says(DEE, "why?").tell(f.LimitReached(1, "asides"))
    assert not talk.aside
    assert talk.receipts == ["waiting"]
    talk.says(DEE, "why, then?")
    assert not talk.aside
    talk.answers(ANA, Approve()).runs()
    assert talk.session.turn
    assert talk.session.turn.at == At(1, 2)


@pytest.mark.parametrize("failure", ["failed", "empty"])
def test_what_is_not_answered_waits_for_the_decision_and_its_author_sees_that(failure: str) -> None:
    talk = Talk().says(DEE, "why?")
    if failure == "failed":
        talk.tell(f.ModelFailed(At(1, 1), "too many requests", aside=1))
        assert "I can't answer this now: too many requests" in talk.last_note
    else:
        talk.answered("")
    assert not talk.aside
    assert talk.receipts == ["waiting"]
    talk.answers(ANA, Approve()).runs()
    assert talk.session.turn
    assert talk.session.turn.through > 3
    assert "why?" in [entry.text for entry in transcript(talk.rows) if isinstance(entry, Said)]


# 6. Whatever a message does elsewhere
@pytest.mark.parametrize("during", ["steer", "followup", "collect", "interrupt"])
def test_while_people_alone_are_waited_for_every_message_is_talk(during: During) -> None:
    talk = Talk()
    talk.adds(DEE, "why?", during)
    assert [effect.aside for effect in talk.aside] == [1]
    assert not talk.session.inbox.queue
    assert talk.session.turn
    assert talk.session.turn.at == At(1, 1)


def test_while_something_runs_words_wait_for_the_next_step() -> None:
    talk = Talk(("deploy", "production"), ("execute", "ls")).answers(ANA, Approve()).starts().says(DEE, "why?")
    assert not talk.aside
    assert talk.receipts == ["waiting"]
    talk.tell(f.ToolReturned("1.1.0", ToolResult("done")))
    assert [effect.aside for effect in talk.aside] == [1], "now people alone are waited for"


def test_an_answer_to_a_question_is_one_and_a_question_about_it_is_talk() -> None:
    talk = Talk(("ask_user", '{"options": ["red", "Blue?"]}'))
    talk.says(BOB, "which would you take?")
    assert [effect.aside for effect in talk.aside] == [1]
    talk.answered("Red.").says(BOB, "blue?")
    assert talk.settled() == "answered by Bob", "it is one of the answers"


def test_words_of_a_person_are_not_lost_though_the_model_only_takes_its_call_back() -> None:
    talk = Talk().says(DEE, "do not").answered("", Talk().withdraws())
    assert talk.settled() == "withdrawn: not needed"
    [result, talked] = transcript(talk.rows)[2:]
    assert result == Result("1.1.0", "Not run: you have taken it back: not needed.")
    assert isinstance(talked, Talked)
    assert talk.wanted(CallModel) == [CallModel(At(1, 2), talk.session.head)]


def test_words_instead_of_a_decision_are_still_the_result() -> None:
    talk = Talk().answers(ANA, Respond("done it myself"))
    assert talk.settled() == "answered by Ana: done it myself"
