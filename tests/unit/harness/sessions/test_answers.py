"""People answer: the first valid answer wins, and everybody is told the truth."""

from harness.approvals.asks import Approve, Choice, Edit, Reject, Respond
from harness.chat.people import Person
from harness.sessions import facts as f
from harness.sessions.effects import AskAgain, CallModel, Post, RunTool, SettleCard
from harness.sessions.fold import apply
from harness.sessions.session import Session
from harness.wording.notices import said
from tests.laws.colleague import ANA, ANA_ELSEWHERE, BOB, CHANNEL, CYD, DEE
from tests.unit.harness.sessions.script import Script


def test_of_two_answers_the_first_wins_and_whom_no_card_tells_is_told() -> None:
    script = Script().says(BOB).replies(("deploy", "staging")).answers(CYD, Reject("no")).answers(ANA, Approve())
    notes = [(p.to, said(p).plain) for p in script.session.postings.outbox if isinstance(p, Post) and p.to]
    assert notes == [(ANA, "This was denied by Cyd: no.")], "the card says the rest"
    assert not script.wanted(RunTool)


def test_who_may_not_decide_is_told_who_may() -> None:
    script = Script().says(BOB).replies(("deploy", "staging")).answers(DEE, Approve())
    assert script.last_note == "Only Bob or a lead can decide this."
    assert not script.settled()


def test_a_click_on_what_nobody_knows_is_told_so_and_its_card_stays_as_it_reads() -> None:
    script = Script().answers(ANA, Approve(), "7.7.7#1")
    assert script.last_note == "This is no longer open."
    assert not script.wanted(SettleCard), "what was decided is not known any more, and would be gone from it"


def test_a_card_that_was_not_known_is_settled_with_the_one_that_was() -> None:
    script = Script().says(BOB).replies(("deploy", "a")).answers(ANA, Approve(), card="card")
    script.answers(CYD, Approve(), card="copy")
    assert {settle.message for settle in script.wanted(SettleCard)} == {"card", "copy"}
    script.tell(*(f.CardSettled(CHANNEL, name, "1.1.0#1") for name in ("card", "copy")))
    assert not script.answers(CYD, Approve(), card="card").wanted(SettleCard)


def test_a_quorum_is_two_people_and_gives_no_grant() -> None:
    script = Script().says(BOB).replies(("pay", "100")).answers(ANA, Approve(always="tool"))
    assert not script.wanted(RunTool)
    assert script.last_note == "Accepted. Approvals still needed: 1."
    for again in (ANA, ANA_ELSEWHERE):
        assert "already" in script.answers(again, Approve()).last_note
        assert not script.wanted(RunTool)
    assert script.answers(CYD, Approve(always="tool")).wanted(RunTool)
    assert not script.session.asks.grants


def test_one_reject_settles_a_quorum() -> None:
    script = Script().says(BOB).replies(("pay", "100")).answers(ANA, Approve()).answers(CYD, Reject())
    assert script.settled() == "denied by Cyd"
    assert script.wanted(CallModel)


def test_who_was_heard_cannot_decide_what_is_not_for_authors() -> None:
    script = Script().says(BOB).says(ANA, "and mind the gap").replies(("read", "x")).runs().replies(("publish", "x"))
    for author in (ANA, ANA_ELSEWHERE):
        assert not script.answers(author, Approve(), "1.2.0#1").settled("1.2.0#1")
    assert script.answers(CYD, Approve(), "1.2.0#1").wanted(RunTool)


def test_words_that_answer_make_their_author_one_of_the_turns() -> None:
    script = Script().says(BOB).replies(("deploy", "a")).answers(ANA, Respond("use the other one"))
    assert script.settled() == "answered by Ana: use the other one"
    assert script.session.turn
    assert ANA in script.session.turn.authors


def test_a_note_and_a_reason_enter_the_turn_and_a_bare_approval_does_not() -> None:
    bare = Script().says(BOB).replies(("deploy", "a")).answers(ANA, Approve()).session.turn
    noted = Script().says(BOB).replies(("deploy", "a")).answers(ANA, Approve("gently")).session.turn
    assert bare
    assert noted
    assert ANA not in bare.authors
    assert ANA in noted.authors


def test_while_an_edit_is_judged_only_a_reject_is_taken() -> None:
    script = Script().says(BOB).replies(("deploy", "a"))

    def answered(session: Session, by: Person, choice: Choice) -> Session:
        """Without the verdicts that an activation would add."""
        fact = f.AskAnswered("1.1.0#1", by, CHANNEL, choice)
        return apply(session, f.Row(session.head + 1, 0.0, fact))

    editing = answered(script.session, ANA, Edit('{"what": "b"}'))
    approved = answered(editing, CYD, Approve())
    assert [said(p).plain for p in approved.postings.outbox if isinstance(p, Post)][
        -1
    ] == "Ana is editing this right now."
    rejected = answered(approved, CYD, Reject("no"))
    settled = rejected.asks["1.1.0#1"].settled
    assert settled
    assert (settled.outcome, settled.by, settled.detail) == ("rejected", CYD, "no")


def test_one_click_approves_all_that_was_shown_and_no_more() -> None:
    script = (
        Script().says(BOB).replies(("deploy", "a"), ("deploy", "b"), ("deploy", "c")).answers(BOB, Reject(), "1.1.1#1")
    )
    script.tell(f.AskAnswered("1.1.0#1", BOB, CHANNEL, Approve(), message="card", rows=2))
    assert [script.settled(f"1.1.{n}#1") for n in range(3)] == ["approved by Bob", "denied by Bob", ""]
    assert not [post for post in script.session.postings.outbox if isinstance(post, Post) and post.to], (
        "the card says so"
    )
    script.tell(f.AskAnswered("1.1.0#1", BOB, CHANNEL, Approve(), message="card", rows=2))
    assert script.last_note == "deploy: This was approved by Bob.\ndeploy: This was denied by Bob."


def test_one_click_on_what_is_not_theirs_is_refused_for_each() -> None:
    script = Script().says(BOB).replies(("deploy", "a"), ("deploy", "b"))
    script.tell(f.AskAnswered("1.1.0#1", DEE, CHANNEL, Approve(), message="card", rows=2))
    assert len(script.session.asks.open) == 2
    assert script.last_note == "Only Bob or a lead can decide this.", "once, since it is the same of all"


def test_one_click_on_a_card_that_nobody_knows_is_told_so() -> None:
    script = Script().tell(f.AskAnswered("7.7.7#1", ANA, CHANNEL, Approve(), message="card", rows=3))
    assert script.last_note == "This is no longer open."


def test_who_comes_too_late_may_have_it_asked_again_if_nobody_came_in_time() -> None:
    script = Script().says(BOB).replies(("deploy", "a")).shows().tell(f.AskExpired("1.1.0#1")).answers(BOB, Approve())
    [action] = [post.action for post in script.session.postings.outbox if isinstance(post, Post) and post.action]
    assert action == AskAgain("1.1.0#1")
    decided = Script().says(BOB).replies(("deploy", "a")).answers(BOB, Reject()).answers(BOB, Approve())
    assert not [post for post in decided.session.postings.outbox if isinstance(post, Post) and post.action]


def test_who_comes_much_too_late_is_told_how_late() -> None:
    script = Script().says(BOB).replies(("deploy", "a")).answers(BOB, Reject())
    script.now += 7_200
    assert script.answers(ANA, Approve()).last_note == "This was denied by Bob (2 h ago)."


def test_what_a_card_says_is_told_to_nobody_and_what_it_does_not_say_is() -> None:
    def notes(card: str) -> list[str]:
        script = Script().says(BOB).replies(("deploy", "a")).answers(ANA, Approve(), card=card)
        return [said(post).plain for post in script.session.postings.outbox if isinstance(post, Post) and post.to]

    assert notes("card") == []
    assert notes("") == ["Accepted."], "it was done where no card is, as on a home tab"


def test_an_answer_stands_on_its_card_unless_it_was_a_message_that_may_be_deleted() -> None:
    def said_by_card(script: Script) -> str:
        settled = script.session.asks["1.1.0#1"].settled
        assert settled
        return settled.detail

    asked = '{"options": ["red", "blue"]}'
    assert said_by_card(Script().says(BOB).replies(("ask_user", asked)).answers(BOB, Respond("", ("red",)))) == "red"
    assert said_by_card(Script().says(BOB).replies(("ask_user", asked)).says(BOB, "blue", addressed=False)) == ""


def test_an_edit_that_changes_nothing_is_an_approval() -> None:
    script = Script().says(BOB).replies(("deploy", "a")).answers(ANA, Edit('{ "what":"a" }'))
    assert script.settled() == "approved by Ana"
    assert script.wanted(RunTool)
