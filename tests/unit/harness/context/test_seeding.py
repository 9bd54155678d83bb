"""What a branch begins with is what a request would have shown, by closed steps, and none of it is to be heard."""

from collections.abc import Iterable
from typing import get_args

import pytest

from harness.context.results import ELSEWHERE, LARGE_MESSAGE, KeptPart, abridged, kept_in, read_in, unkept
from harness.context.seeding import NOT_HERE, Seeding
from harness.context.transcript import DELETED
from harness.context.window import BRANCHED, CUT, VOID, Window
from harness.sessions import facts as f
from harness.sessions.entries import Entry, Noted, Result, Said, Spoke
from harness.sessions.fold import apply
from harness.sessions.session import Session
from harness.tools.calls import ToolResult
from tests.laws.colleague import ANA, BOB, CHANNEL
from tests.unit.harness.sessions.script import Script
from tests.unit.harness.sessions.test_in_background import ID, begun, left


def seed(script: Script, message: str = "") -> Seeding:
    seeding = Seeding(message)
    seeding.follow(script.rows)
    return seeding


def spoken(entries: Iterable[Entry]) -> list[str]:
    return [entry.text for entry in entries if isinstance(entry, Said | Spoke | Result)]


def talked() -> Script:
    """Messages m1 and m4, each answered by a post p2 and p5."""
    script = Script().says(ANA, "one?").replies(text="One.").tell(f.PostSent("reply-1.1", "p1"))
    return script.says(BOB, "two?").replies(text="Two.").tell(f.PostSent("reply-2.1", "p2"))


def test_it_is_all_that_was_said_and_answered() -> None:
    assert spoken(seed(talked()).seed()) == ["one?", "One.", "two?", "Two."]


def test_up_to_an_answer_it_is_what_was_said_by_then() -> None:
    seeding = seed(talked(), "p1")
    assert seeding.found
    assert spoken(seeding.seed()) == ["one?", "One."]


def test_up_to_a_card_it_is_what_was_said_before_its_step() -> None:
    script = talked().says(BOB, "run it").replies(("deploy", "staging"), text="Running.").shows()
    card = next(row.fact.message for row in script.rows if isinstance(row.fact, f.AskPosted))
    seeding = seed(script, card)
    assert seeding.found
    assert spoken(seeding.seed()) == ["one?", "One.", "two?", "Two."]


def test_up_to_somebodys_message_that_is_a_part_of_it() -> None:
    assert spoken(seed(talked(), "m4").seed()) == ["one?", "One.", "two?"]


def test_what_was_deleted_after_that_is_not_in_it() -> None:
    script = talked().tell(f.MessageDeleted(ANA, CHANNEL, "m1"))
    seeding = seed(script, "m4")
    assert spoken(seeding.seed()) == [DELETED, "One.", "two?"]
    assert not seeding.session.title


def test_what_was_too_large_for_a_request_is_not_looked_for_where_another_file_may_have_its_name() -> None:
    script = Script().says(ANA, "look " + "x" * LARGE_MESSAGE).replies(("read", "a"), text="I look.")
    script.runs(result=abridged("y" * 100_000, read_in("/results/1.1.0.txt"))).replies(text="Well.")
    [said, _, result, _] = spoken(seed(script).seed())
    assert "/results" not in said + result
    assert said.startswith("[This is 200,005 characters long. All of it is in the conversation that this one is a")
    assert "this one is a branch of. Here are its beginning and its end.]" in result


def test_of_commands_in_the_background_no_file_is_named_and_of_what_is_open_it_is_said_that_it_is_elsewhere() -> None:
    script = left().tell(f.CommandEnded(ID, "exited", 0))
    script.says(BOB).replies(("read", "y")).starts("2.1.0").tell(f.ToolReturned("2.1.0", begun())).replies(text="Two.")
    noted = [entry.text for entry in seed(script).seed() if isinstance(entry, Noted)]
    assert noted == [
        "The command 1.1.0, which ran in the background (make all), has ended: exit code 0. What it has said is in the "
        "conversation that this one is a branch of.",
        NOT_HERE.format(id="2.1.0"),
    ]


@pytest.mark.parametrize(
    "told", [say("/results/1.1.0.txt", what) for say in (kept_in, read_in) for what in get_args(KeptPart)]
)
def test_however_a_tool_of_ours_names_a_file_of_its_thread_a_branch_is_told_that_it_is_elsewhere(told: str) -> None:
    assert unkept(f"{told}. Well.") == f"{told.partition('/')[0]}{ELSEWHERE}. Well."
    assert unkept("look in /results/1.1.0.txt") == "look in /results/1.1.0.txt", "as somebody said it"


def test_a_message_of_elsewhere_is_not_found() -> None:
    assert not seed(talked(), "m99").found


def test_a_step_that_is_open_is_not_in_it() -> None:
    script = talked().says(BOB, "run it").replies(("deploy", "staging"), text="Running.")
    assert spoken(seed(script).seed()) == ["one?", "One.", "two?", "Two."]


def test_calls_are_none_of_the_branchs_own() -> None:
    script = Script().says(ANA, "look").replies(("read", "x")).starts().tell(f.ToolReturned("1.1.0", ToolResult("red")))
    said, spoke, result, _ = seed(script.replies(text="Red.")).seed()
    assert isinstance(said, Said)
    assert said.position == 0
    assert isinstance(spoke, Spoke)
    assert isinstance(result, Result)
    assert spoke.calls[0].id == result.call == "b1.1.0"


def follow(*facts: f.Fact) -> Window:
    window, session = Window(), Session()
    for number, fact in enumerate(facts):
        row = f.Row(number + 1, 0.0, fact)
        after = apply(session, row)
        window.follow(session, row, after)
        session = after
    return window


def contents(window: Window) -> list[str]:
    return [str(message.value["content"]) for message in window.request]


def test_a_branch_shows_it_before_what_is_said_there() -> None:
    seeded = f.ThreadSeeded(BOB, CHANNEL, "t", 6, "One", seed(talked()).seed(), cut=True)
    window = follow(seeded, f.MessageReceived(ANA, CHANNEL, "three?", "n1"))
    assert contents(window) == [CUT, "Ana: one?", "One.", "Bob: two?", "Two.", BRANCHED, "Ana: three?"]


def test_what_is_deleted_there_is_deleted_here() -> None:
    seeded = f.ThreadSeeded(BOB, CHANNEL, "t", 6, "One", seed(talked()).seed())
    window = follow(seeded, f.MessageDeleted(ANA, CHANNEL, "m1"))
    assert "one?" not in "".join(contents(window))
    assert "two?" in "".join(contents(window))


def test_once_all_of_that_is_deleted_nothing_of_it_is_shown() -> None:
    seeded = f.ThreadSeeded(BOB, CHANNEL, "t", 6, "One", seed(talked()).seed())
    window = follow(seeded, f.MessageReceived(ANA, CHANNEL, "three?", "n1"), f.SeedVoided())
    assert contents(window) == [CUT, "Ana: three?"]


def test_a_summary_that_may_hold_some_of_it_is_void() -> None:
    script = Script().tell(f.ThreadSeeded(BOB, CHANNEL, "t", 6, "One", seed(talked()).seed()))
    script.says(ANA, "three? " * 50).replies(text="Three.").says(ANA, "four?")
    assert script.session.turn
    at = script.session.turn.at
    script.tell(f.ContextFilled(at, 100))
    script.tell(f.Compacted(at, script.session.head, 100, "Ana wants three."), f.SeedVoided())
    window, session = Window(), Session()
    for row in script.rows:
        after = apply(session, row)
        window.follow(session, row, after)
        session = after
    assert VOID in contents(window)[0]
    assert window.void
