"""It reads as people would tell it: who said what, what was asked, who decided, and what came of it."""

from bot.threads.conversation import OURS, Called, Happened, Piece, Said, SaidBefore, conversation, last_exchange
from harness.approvals.asks import Approve, Reject, Respond
from harness.chat.port import ChatLine
from harness.context.transcript import DELETED, UNQUOTED
from harness.sessions import facts as f
from harness.tools.calls import Quoted, ToolResult
from tests.journals.course import course
from tests.laws.colleague import ANA, BOB, CHANNEL
from tests.unit.bot.plays import whatever_happens
from tests.unit.harness.sessions.script import Script
from tests.unit.harness.sessions.test_heartbeats import Beating


def pieces(script: Script) -> list[Piece]:
    return conversation(script.rows)[0]


def words(script: Script) -> list[tuple[str, str]]:
    return [(piece.by, piece.text) for piece in pieces(script) if isinstance(piece, Said)]


def calls(script: Script) -> list[tuple[str, str, str]]:
    return [(one.decided, one.came, one.result) for one in pieces(script) if isinstance(one, Called)]


def deleted(message: str) -> f.MessageDeleted:
    return f.MessageDeleted(BOB, CHANNEL, message)


def test_what_was_said_is_there_with_who_said_it() -> None:
    assert words(Script().says(BOB, "is it red?").replies(text="It is.")) == [("Bob", "is it red?"), (OURS, "It is.")]


def test_that_somebody_had_a_change_undone_is_told() -> None:
    script = Script().says(BOB).tell(f.ChangeUndone("1.1.0#1", ANA, "/fence.md", "undone"))
    script.tell(f.ChangeUndone("1.1.0#1", BOB, "/fence.md", "changed"))
    assert [one.text for one in pieces(script) if isinstance(one, Happened)] == ["Ana undid the change of /fence.md."]


def test_the_last_exchange_is_what_was_said_last_on_either_side() -> None:
    script = Script().says(BOB, "one").replies(text="First.").says(BOB, "two").replies(text="Second.")
    assert last_exchange(script.rows) == [ChatLine("Bob", "two"), ChatLine(OURS, "Second.", ours=True)]
    third = f"m{script.session.head + 1}"
    script.says(BOB, "three")
    assert last_exchange(script.rows) == [ChatLine(OURS, "Second.", ours=True), ChatLine("Bob", "three")]
    script.tell(deleted(third))
    assert "three" not in str(last_exchange(script.rows))
    assert last_exchange([]) == []


def test_a_message_reads_as_its_author_had_it_last() -> None:
    script = Script().says(BOB, "deply").tell(f.MessageCorrected(BOB, CHANNEL, "m1", "deploy"))
    [said] = [piece for piece in pieces(script) if isinstance(piece, Said)]
    assert (said.text, said.edited) == ("deploy", True)


def test_of_what_was_deleted_is_left_that_it_was_there_and_nothing_that_it_pointed_at() -> None:
    about = (ChatLine("Cyd", "a secret of mine"),)
    script = Script().tell(f.MessageReceived(BOB, CHANNEL, "my password", "m1", about=about))
    script.tell(f.MessageCorrected(BOB, CHANNEL, "m1", "my other password"), deleted("m1"))
    [said] = [piece for piece in pieces(script) if isinstance(piece, Said)]
    assert (said.text, said.about, said.edited) == (DELETED, (), False)


def test_what_only_counts_as_told_twice_is_there_once() -> None:
    script = Script().says(BOB).replies(text="done")
    reply = next(row.fact for row in script.rows if isinstance(row.fact, f.ModelReplied))
    assert words(script.tell(reply)).count((OURS, "done")) == 1


def test_a_call_says_who_decided_and_what_came_of_it() -> None:
    asked = Script().says(BOB).replies(("deploy", "a")).shows()
    assert calls(asked) == [("waits for a decision", "", "")]
    assert calls(asked.answers(ANA, Approve("with care")).runs(result="it is up")) == [
        ("approved by Ana: with care", "done", "it is up")
    ]


def test_of_a_step_that_goes_on_what_has_ended_is_told_as_well() -> None:
    script = Script().says(BOB).replies(("read", "a"), ("deploy", "b")).runs("1.1.0", "it is red")
    assert calls(script) == [("", "done", "it is red"), ("waits for a decision", "", "")]


def test_a_call_that_did_not_run_says_why() -> None:
    denied = Script().says(BOB).replies(("deploy", "a")).shows().answers(ANA, Reject("not today"))
    assert calls(denied) == [("denied by Ana: not today", "", "")]
    assert calls(Script().says(BOB).replies(("drop", "a"))) == [("", "did not run: denied by the rule on drop", "")]
    stopped = Script().says(BOB).replies(("read", "a")).starts().tell(f.StopRequested(ANA, CHANNEL, 1))
    assert calls(stopped) == [("", "was cut short while it ran", "")]
    failed = (
        Script().says(BOB).replies(("read", "a")).starts().tell(f.ToolReturned("1.1.0", ToolResult("no", ok=False)))
    )
    assert calls(failed) == [("", "failed", "no")]


def test_a_question_says_what_was_asked_and_the_answer_which_reads_deleted_once_it_is() -> None:
    script = Script().says(BOB).replies(("ask_user", '{"options": ["red", "blue"]}')).shows()
    by_form = Script().says(BOB).replies(("ask_user", '{"options": ["red", "blue"]}')).shows()
    by_form.answers(BOB, Respond("", ("red",)))
    [called] = [one for one in pieces(by_form) if isinstance(one, Called)]
    assert (called.what, called.decided, called.result) == ("which?\n- red\n- blue", "answered by Bob: red", "red")

    script.says(BOB, "blue")
    typed = next(row.fact for row in reversed(script.rows) if isinstance(row.fact, f.MessageReceived))
    assert ("Bob", "blue") in words(script)
    script.tell(deleted(typed.message))
    assert "blue" not in str([piece for piece in pieces(script) if not isinstance(piece, Called)])
    assert [one.result for one in pieces(script) if isinstance(one, Called)] == [""]


def test_what_a_search_found_is_there_no_more_once_it_is_deleted() -> None:
    found = ToolResult("> the password", quotes=(Quoted("v", "m7"),))
    for gone in (f.QuoteDeleted("v", "m7"), f.QuoteDeleted("v"), f.MessageDeleted(BOB, CHANNEL, "m7")):
        script = Script().says(BOB).replies(("read", "a")).starts("1.1.0")
        script.tell(f.ToolReturned("1.1.0", found))
        assert calls(script.tell(f.QuoteDeleted("v", "m8"))) == [("", "done", "> the password")]
        assert calls(script.tell(gone)) == [("", "done", UNQUOTED)]


def test_what_else_happened_is_a_sentence() -> None:
    script = Script().says(BOB).replies(text="hi").tell(f.Renamed(BOB, CHANNEL, "the build"))
    script.tell(f.ModeRequested(BOB, CHANNEL, "strict", "")).says(BOB).tell(f.StopRequested(ANA, CHANNEL, 2))
    happened = [piece.text for piece in pieces(script) if isinstance(piece, Happened)]
    assert happened == ["Bob called this “the build”.", "Bob switched to strict mode.", "Stopped by Ana."]


def test_a_heartbeat_is_there_only_with_what_people_were_told() -> None:
    script = Beating().passes()
    assert words(script) == words(Beating())


def test_every_kind_of_fact_can_be_read() -> None:
    found, session = conversation(course())
    assert {type(piece) for piece in found} == {Said, SaidBefore, Happened, Called}
    assert session.title == "count the pots"
    assert (OURS, "It is.") in [(piece.by, piece.text) for piece in found if isinstance(piece, Said)], "a heartbeat's"
    gone = {row.fact.message for row in course() if isinstance(row.fact, f.MessageDeleted)}
    secret = {
        row.fact.text
        for row in course()
        if isinstance(row.fact, f.MessageReceived | f.MessageCorrected) and row.fact.message in gone
    }
    assert secret
    assert not [text for text in secret if text in str(found)]


def test_whatever_happens_it_can_be_read_and_nothing_of_what_was_deleted_is_in_it() -> None:
    def check(rows: list[f.Row]) -> None:
        gone = {row.fact.message for row in rows if isinstance(row.fact, f.MessageDeleted)}
        said = [row.fact for row in rows if isinstance(row.fact, f.MessageReceived | f.MessageCorrected)]
        kept = {fact.text for fact in said if fact.message not in gone}
        text = str(conversation(rows)[0])
        for fact in said:
            if fact.message and fact.message in gone and " " in fact.text and fact.text not in kept:
                assert fact.text not in text

    whatever_happens(check)


def test_what_was_said_while_a_call_waited_is_there_with_the_answer() -> None:
    script = Script().says(BOB).replies(("deploy", "a")).shows().says(BOB, "why?")
    turn = script.session.turn
    assert turn
    assert turn.aside
    script.tell(f.AsideReplied(at=turn.at, aside=1, through=turn.aside.through, text="To see it work."))
    assert words(script)[-2:] == [("Bob", "why?"), (OURS, "To see it work.")]


def test_a_key_in_a_call_is_masked_as_on_its_card() -> None:
    key = "ghp_abcdefghijklmnopqrstuvwxyz0123456789"
    script = Script().says(BOB).replies(("execute", f"TOKEN={key} make"))
    [called] = [piece for piece in pieces(script) if isinstance(piece, Called)]
    assert key not in called.what
    assert "TOKEN=••• make" in called.what
