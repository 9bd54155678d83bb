"""People choose how the thread goes on."""

from harness.approvals.asks import Approve
from harness.approvals.deciders import Deciders
from harness.sessions import facts as f
from harness.sessions.effects import AllowMode, CallModel, Post, React, ReadBackground, RunTool, WithdrawAction
from harness.sessions.notices import ModeAsked, ModeSwitched
from harness.wording.notices import done, said
from tests.laws.colleague import ANA, ANA_ELSEWHERE, BOB, CHANNEL, CYD, DEE, DM, LEADS
from tests.unit.harness.sessions.plans import PLANNING
from tests.unit.harness.sessions.script import Script

LEAD = Deciders(LEADS, requester=False)


def posts(script: Script) -> list[Post]:
    return [post for post in script.session.postings.outbox if isinstance(post, Post)]


def test_what_permits_no_more_is_switched_at_once_and_everybody_sees_it() -> None:
    script = Script().tell(f.ModeRequested(DEE, CHANNEL, "plan", ""))
    assert script.session.mode == "plan"
    assert posts(script) == [Post("mode-1", CHANNEL, notice=ModeSwitched(DEE, "plan"))]


def test_who_may_allow_more_need_not_ask() -> None:
    script = Script().tell(f.ModeRequested(ANA, CHANNEL, "build", "", needs=LEAD))
    assert script.session.mode == "build"


def test_who_may_not_asks_for_it_and_whoever_may_allows_it() -> None:
    script = Script().tell(f.ModeRequested(BOB, CHANNEL, "build", "", needs=LEAD))
    assert script.session.mode == ""
    [request] = posts(script)
    assert request == Post("mode-request-1", CHANNEL, action=AllowMode(1), notice=ModeAsked(BOB, "build", LEAD))
    assert said(request).plain == "Bob asks for build mode, which permits more. A lead can allow it."
    assert done(request).plain == "Bob's request for build mode is closed."
    script.tell(f.PostSent("mode-request-1", "ts"), f.ModeAllowed(BOB, CHANNEL, 1))
    assert script.session.mode == ""
    assert script.last_note == "Only a lead can decide this."
    script.tell(f.ModeAllowed(CYD, CHANNEL, 1))
    assert script.session.mode == "build"
    assert script.last_note == "Accepted."
    assert script.wanted(WithdrawAction) == [WithdrawAction(request, "ts")]
    script.tell(f.ModeAllowed(ANA, CHANNEL, 1))
    assert script.last_note == "This is no longer open."


def test_two_allow_what_takes_two() -> None:
    script = Script().tell(f.ModeRequested(ANA, CHANNEL, "build", "", needs=Deciders(LEADS, requester=False, quorum=2)))
    assert script.session.mode == ""
    for again in (ANA, ANA_ELSEWHERE):
        script.tell(f.ModeAllowed(again, CHANNEL, 1))
        assert script.last_note == "You have already allowed this; someone else has to allow it too."
    assert script.tell(f.ModeAllowed(CYD, CHANNEL, 1)).session.mode == "build"


def test_one_of_two_is_told_that_another_is_needed() -> None:
    script = Script().tell(f.ModeRequested(BOB, CHANNEL, "build", "", needs=Deciders(LEADS, requester=False, quorum=2)))
    assert script.tell(f.ModeAllowed(ANA, CHANNEL, 1)).last_note == "Accepted. Still needed: 1."


def test_where_authors_may_not_decide_those_of_the_turn_may_not_allow_it_either() -> None:
    script = (
        Script()
        .says(CYD)
        .tell(f.ModeRequested(BOB, CHANNEL, "build", "", needs=Deciders(LEADS, False, not_authors=True)))
    )
    request = script.session.head
    assert script.tell(f.ModeAllowed(CYD, CHANNEL, request)).session.mode == ""
    assert script.tell(f.ModeAllowed(ANA, CHANNEL, request)).session.mode == "build"


def test_what_was_judged_against_another_mode_is_to_be_said_again() -> None:
    script = Script().tell(f.ModeRequested(BOB, CHANNEL, "plan", ""), f.ModeRequested(BOB, CHANNEL, "build", ""))
    assert script.session.mode == "plan"
    assert script.last_note == "The mode has changed since. Ask again if you still want this."


def test_a_request_for_a_mode_is_gone_with_the_mode_that_it_was_made_in() -> None:
    script = Script(PLANNING).tell(
        f.ModeRequested(BOB, CHANNEL, "free", "", needs=LEAD), f.PostSent("mode-request-1", "ts")
    )
    script.says(BOB).replies(("submit_plan", '{"title": "T", "plan": "P", "mode": "build"}'))
    script.answers(BOB, Approve())
    assert script.session.mode == "build"
    assert script.session.mode_request is None
    assert script.tell(f.ModeAllowed(ANA, CHANNEL, 1)).session.mode == "build"


def test_to_stay_in_the_mode_withdraws_the_request() -> None:
    script = Script().tell(
        f.ModeRequested(BOB, CHANNEL, "build", "", needs=LEAD), f.ModeRequested(BOB, CHANNEL, "", "")
    )
    assert script.session.mode_request is None


def test_a_mode_changes_during_a_turn_and_ends_nothing() -> None:
    script = Script().says(BOB)
    [call] = script.wanted(CallModel)
    assert script.tell(f.ModeRequested(DEE, CHANNEL, "plan", "")).wanted(CallModel) == [call]


def test_a_model_is_chosen_and_given_back() -> None:
    script = Script().tell(f.ModelChosen(DEE, CHANNEL, "openai/small"))
    assert script.session.models == {"": "openai/small"}
    assert script.last_note == "From the next step I use openai/small."
    assert script.tell(f.ModelChosen(DEE, CHANNEL, "")).session.models == {"": ""}


def test_whoever_revokes_a_grant_is_told_and_what_it_had_cleared_is_asked_again() -> None:
    script = Script().says(ANA).replies(("deploy", "a")).answers(ANA, Approve(always="tool")).runs()
    script.replies(("deploy", "b"))
    assert script.wanted(RunTool)
    script.tell(f.GrantRevoked("1.1.0#1", DEE, CHANNEL))
    assert not script.wanted(RunTool)
    assert script.last_note == "Revoked. From now on I ask about deploy again."
    assert script.tell(f.GrantRevoked("1.1.0#1", DEE, CHANNEL)).last_note == "That is already revoked."


def test_what_one_said_and_nobody_has_heard_is_dropped() -> None:
    script = Script().says(BOB).replies(("read", "a")).says(ANA, "and this").adds(DEE, "later that", "followup")
    [guidance], [queued] = (
        [said.position for said in script.session.inbox.guidance],
        [q.position for q in script.session.inbox.queue],
    )
    script.tell(f.MessageDropped(BOB, CHANNEL, guidance))
    assert script.last_note == "Only Ana can take that back."
    script.tell(f.MessageDropped(ANA, CHANNEL, guidance), f.MessageDropped(DEE, CHANNEL, queued))
    assert not script.session.inbox.guidance
    assert not script.session.inbox.queue
    assert not script.session.inbox.unheard
    marks = [item for item in script.session.postings.outbox if isinstance(item, React) and item.receipt == "dropped"]
    assert [mark.message for mark in marks] == [f"m{guidance}", f"m{queued}"]
    script.tell(f.MessageDropped(DEE, CHANNEL, queued))
    assert script.last_note == "I have read that already, or it was taken back."


def test_what_is_in_a_request_already_cannot_be_dropped() -> None:
    script = Script().says(BOB).replies(("read", "a")).says(ANA, "and this").runs()
    [said] = script.session.inbox.guidance
    script.tell(f.MessageDropped(ANA, CHANNEL, said.position))
    assert script.last_note == "I have read that already, or it was taken back."
    assert script.session.inbox.guidance


def test_a_conversation_is_called_by_its_first_words_until_somebody_names_it() -> None:
    script = Script().says(DEE, "lunch?", addressed=False).says(BOB, f"  look\nat \0{'x' * 80}")
    title = f"look at {'x' * 51}…"
    assert (script.session.title, len(title)) == (title, 60)
    assert script.says(ANA, "and this").session.title == title
    assert script.tell(f.MessageCorrected(BOB, CHANNEL, "m2", "look there")).session.title == "look there"
    script.tell(f.Renamed(ANA, CHANNEL, "the  look"), f.MessageCorrected(BOB, CHANNEL, "m2", "look here"))
    assert script.session.title == "the look"
    assert script.tell(f.Renamed(ANA, CHANNEL, " ")).last_note == "This thread is now called “the look”."


def test_words_that_were_deleted_name_nothing() -> None:
    script = Script().says(BOB, "the password is xyzzy").tell(f.MessageDeleted(BOB, CHANNEL, "m1"))
    assert not script.session.title
    assert script.says(BOB, "never mind").session.title == "never mind"


def test_a_place_that_is_bound_is_where_it_goes_on() -> None:
    script = Script().tell(f.PlaceBound(BOB, DM))
    assert (script.session.place, script.last_note) == (DM, "A new conversation begins here.")
    script.says(BOB, "hi").tell(f.PlaceBound(BOB, DM))
    assert (script.session.place, script.last_note) == (DM, "This thread now continues “hi”.")


def test_a_conversation_that_begins_anew_does_not_read_what_was_said_there_before() -> None:
    script = Script().tell(f.PlaceBound(BOB, CHANNEL), f.MessageReceived(BOB, CHANNEL, "hi", "m2", late=True))
    assert not script.wanted(ReadBackground)
    assert script.wanted(CallModel)


def test_a_model_is_remembered_for_the_mode_in_which_it_was_chosen() -> None:
    script = Script().tell(f.ModelChosen(DEE, CHANNEL, "openai/small"), f.ModeRequested(DEE, CHANNEL, "plan", ""))
    assert script.session.model_in("build") == ""
    script.tell(f.ModelChosen(DEE, CHANNEL, "openai/large"), f.ModeRequested(DEE, CHANNEL, "build", "plan"))
    assert script.session.model_in("build") == "openai/small", "build is what was meant where no mode was named"
    script.tell(f.ModelChosen(DEE, CHANNEL, ""))
    assert script.session.model_in("build") == "", "its own, from now on"
    script.tell(f.ModeRequested(DEE, CHANNEL, "plan", "build"))
    assert script.session.model_in("build") == "openai/large"
