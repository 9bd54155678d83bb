"""What is answered of several conversations."""

from harness.chat.events import Surface
from harness.commands import lists
from harness.commands.context import Subject
from harness.sessions import facts as f
from harness.sessions.index import IndexedThread
from tests.laws.colleague import ANA, BOB, CHANNEL, DM
from tests.unit.harness.commands.house import CONTEXT, OLGA
from tests.unit.harness.commands.test_answers import OWNERS
from tests.unit.harness.sessions.script import Script

HERE = IndexedThread(thread="aaaa1111", place=CHANNEL, title="the build", at=1_000.0, waits=False)
LISTED = [
    HERE,
    IndexedThread(thread="bbbb2222", place=DM, title="", at=400.0, waits=True),
    IndexedThread(thread="bbcc3333", place=DM, title="x", at=-90_000.0, waits=True),
]


def test_conversations_are_listed_with_their_fate_and_age() -> None:
    assert lists.threads(
        LISTED, frozenset({"bbcc3333"}), "aaaa1111", 1_000.0, CONTEXT.link, Surface()
    ).splitlines() == [
        "Threads of this channel:",
        "- `aaaa11` **the build** – idle, just now (this one)",
        "- `bbbb22` **(nothing said yet)** – waiting, 10 min ago · [open](chat/)",
        "- `bbcc33` **x** – working, 1 d ago · [open](chat/)",
    ]
    assert lists.threads([], frozenset(), "", 0.0, CONTEXT.link, Surface()) == lists.NOTHING_HERE


def test_a_request_for_a_mode_waits_for_a_decision_too() -> None:
    script = Script().says(BOB).tell(f.ModeRequested(BOB, CHANNEL, "free", "", needs=OWNERS))
    assert list(lists.asks(Subject("t", script.session), CONTEXT, OLGA)) == [
        "- Bob asks for free mode, which permits more. An approver can allow it."
    ]


def test_what_people_said_is_read_as_they_corrected_it() -> None:
    script = Script().says(BOB, "one").says(ANA, "two").tell(f.MessageCorrected(ANA, CHANNEL, "m2", "two!"))
    script.tell(f.MessageCorrected(ANA, CHANNEL, "gone", "three"))
    assert lists.words(script.rows) == {1: "one", 2: "two!"}


def test_a_question_keeps_its_mark_alone() -> None:
    script = Script().says(BOB).replies(("ask_user", "which?"))
    [line] = lists.asks(Subject("t", script.session), CONTEXT, BOB)
    assert "which? Bob or a lead can decide." in line
