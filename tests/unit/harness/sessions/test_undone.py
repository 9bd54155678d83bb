"""What people have let be changed of a file they may have back, by a button on its card."""

import pytest

from harness.approvals.asks import Approve
from harness.chat.people import Person
from harness.chat.phrases import plain
from harness.context.transcript import Transcript
from harness.sessions import facts as f
from harness.sessions.effects import SettleCard, UndoChange
from harness.sessions.fold import apply
from harness.sessions.session import Session
from harness.sessions.turn import OpenAsk
from harness.sessions.undone import KEPT
from harness.tools.calls import ToolResult
from harness.tools.changes import FileChanged, FileSeen, UndoOutcome
from harness.tools.previews import Hidden
from harness.wording.ask_cards import drawn
from tests.laws.colleague import ANA, BOB, CHANNEL, EVERY_TOOL
from tests.unit.harness.sessions.script import Script

ASK = "1.1.0#1"
ZED = Person("test", "T", "zed", "Zed")


def change(file: str = "notes", why: Hidden = "") -> FileChanged:
    return FileChanged(f"/{file}", file, f"after {file}", "was", why)


def amended(changed: FileChanged, script: Script | None = None) -> Script:
    """Bob's turn changes a file that Ana lets it."""
    script = script or Script().says(BOB)
    turn = script.session.turn
    assert turn
    id = f"{turn.at}.0"
    script.replies(("amend", id)).sees("1", id).shows().answers(ANA, Approve(), f"{id}#1", f"card {id}#1").starts(id)
    result = ToolResult("amended", changes=(FileSeen(changed.file), changed))
    return script.tell(f.ToolReturned(id, result))


def settled(script: Script) -> Script:
    for settle in script.wanted(SettleCard):
        shows = script.session.asks.answerable(settle.ask)
        script.tell(f.CardSettled(settle.place, settle.message, settle.ask, shows=shows, face=settle.face))
    return script


def asked(script: Script, ask: str = ASK) -> OpenAsk:
    return script.session.asks[ask]


def card(script: Script, ask: str = ASK) -> tuple[str, list[str]]:
    shown = drawn("t", asked(script, ask), EVERY_TOOL)
    return plain(shown.outcome), [button.label for button in shown.buttons]


def wants(script: Script, by: Person, ask: str = ASK) -> Script:
    return script.tell(f.UndoRequested(by, CHANNEL, ask))


def comes(script: Script, outcome: UndoOutcome, by: Person = BOB) -> Script:
    return script.tell(f.ChangeUndone(ASK, by, "/notes", outcome))


def test_its_card_has_a_button_until_it_is_undone_and_then_says_so() -> None:
    script = settled(amended(change()))
    assert card(script)[1] == ["Undo"]
    assert script.session.asks.cards
    wants(script, BOB)
    call = asked(script).call
    assert script.wanted(UndoChange) == [UndoChange(ASK, BOB, CHANNEL, call, change())]
    comes(script, "undone")
    assert not script.wanted(UndoChange)
    assert "undone by Bob" in card(script)[0]
    assert card(script)[1] == []
    assert not settled(script).session.asks.cards


def test_it_is_wanted_once_however_often_it_is_pressed() -> None:
    script = wants(wants(amended(change()), BOB), ANA)
    assert len(script.wanted(UndoChange)) == 1
    comes(script, "undone")
    assert wants(script, ANA).last_note == "This can no longer be undone."
    assert not script.wanted(UndoChange)


@pytest.mark.parametrize(("by", "may"), [(ANA, True), (BOB, True), (ZED, False)])
def test_whoever_decides_or_asked_for_it_may(by: Person, may: bool) -> None:
    script = wants(amended(change()), by)
    assert bool(script.wanted(UndoChange)) is may
    if not may:
        assert "can decide this" in script.last_note
        assert asked(script).undoable


@pytest.mark.parametrize(
    ("outcome", "left", "words"),
    [
        ("changed", False, "I undid nothing: the file has changed since."),
        ("denied", True, "I undid nothing: a rule keeps me from changing that file now."),
        ("failed", True, "I could not undo that. Please try again."),
    ],
)
def test_who_wanted_it_in_vain_is_told_why(outcome: UndoOutcome, left: bool, words: str) -> None:
    script = comes(wants(amended(change()), BOB), outcome)
    assert script.last_note == words
    assert asked(script).undoable is left
    assert card(script)[1] == (["Undo"] if left else [])
    assert not script.wanted(UndoChange)


def test_of_a_file_the_last_change_alone_can_be_undone() -> None:
    script = amended(change("other"), amended(change(), amended(change())))
    assert [asked(script, f"1.{step}.0#1").undoable for step in (1, 2, 3)] == [False, True, True]


@pytest.mark.parametrize(("version", "left"), [("after notes"[:8], True), ("", True), ("another", False)])
def test_what_nobody_was_asked_about_takes_its_button_away_too_if_it_is_known_of(version: str, left: bool) -> None:
    script = amended(change()).replies(("read", "a")).starts("1.2.0")
    script.tell(
        f.ToolReturned("1.2.0", ToolResult("read", changes=(FileSeen("notes", version), FileSeen("other", "x"))))
    )
    assert asked(script).undoable is left


def test_of_many_files_the_last_can_be_undone() -> None:
    script = Script().says(BOB)
    for number in range(KEPT + 2):
        amended(change(f"file {number}"), script)
    assert [ask.undo.file for ask in script.session.asks.undoable if ask.undo] == [
        f"file {number}" for number in range(2, KEPT + 2)
    ]
    assert len(settled(script).session.asks.cards) == KEPT


@pytest.mark.parametrize(
    ("why", "words"),
    [
        ("large", "too large to be undone"),
        ("binary", "no text, so it cannot be undone"),
        ("linked", "it had another name by a hard link, so it cannot be undone"),
    ],
)
def test_what_cannot_be_had_back_is_said_on_its_card(why: Hidden, words: str) -> None:
    script = amended(change(why=why))
    assert card(script)[1] == []
    assert words in card(script)[0]
    assert not settled(script).session.asks.cards
    assert wants(script, BOB).last_note == "This can no longer be undone."


def test_where_nobody_was_asked_there_is_nothing_to_undo() -> None:
    script = Script().says(BOB).replies(("read", "a")).starts()
    script.tell(f.ToolReturned("1.1.0", ToolResult("read", changes=(change(),))))
    assert not script.session.asks.undoable


def test_the_model_is_told_at_its_next_request_and_has_to_read_it_again() -> None:
    script = comes(wants(amended(change()).replies(text="Done."), BOB), "undone").says(BOB, "and now?")
    transcript, session, entries = Transcript(), Session(), list[str]()
    for row in script.rows:
        after = apply(session, row)
        entries += map(str, transcript.follow(session, row, after))
        session = after
    told = [text for text in entries if "has undone your change of /notes: it is as it was before that." in text]
    assert len(told) == 1
    assert session.seen == ()


def test_once_all_of_it_is_to_be_deleted_no_card_has_a_button_left() -> None:
    script = settled(amended(change()))
    wants(script, BOB).tell(f.DeleteRequested(ANA, CHANNEL))
    assert not asked(script).undoable
    assert script.wanted(SettleCard)
    assert len(script.wanted(UndoChange)) == 1, "what was wanted before comes first"


def test_what_nobody_wants_any_more_changes_nothing() -> None:
    script = amended(change())
    before = script.session
    comes(script, "undone")
    assert (script.session.asks, script.session.seen) == (before.asks, before.seen)
