"""What each row adds to the index of what was said, and by which words it is found."""

import pytest

from harness.approvals.asks import Reject
from harness.chat.people import Place
from harness.context.said import LONGEST, IndexChange, excerpt, indexed_words, queried_words, room_of
from harness.sessions import facts as f
from harness.sessions.fold import apply
from harness.sessions.session import Session
from tests.laws.colleague import ANA, BOB, CHANNEL
from tests.unit.harness.sessions.script import Script


def followed(script: Script) -> IndexChange:
    change, session = IndexChange(), Session()
    for row in script.rows:
        before, session = session, apply(session, row)
        change.follow("t", before, row, session)
    return change


def texts(script: Script) -> list[tuple[str, str]]:
    return [(said.name or "we", said.text) for said in followed(script).added]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The price, THE price!", ("the", "price")),
        ("Grüße", ("grusse",)),
        ("snake_case x2", ("snake", "case", "x2")),
        ("会議", ("会", "議", "会議")),
        ("第2回", ("第", "2", "回")),
        ("!? … 🎉", ()),
    ],
)
def test_words_are_found_however_they_are_written(text: str, words: tuple[str, ...]) -> None:
    assert indexed_words(text) == words
    assert set(queried_words(text)) <= set(words)


def test_of_a_query_without_spaces_each_two_characters_have_to_be_there() -> None:
    assert queried_words("会議室") == ("会議", "議室")
    assert queried_words("会") == ("会",)


def test_only_so_much_of_a_message_is_found_by() -> None:
    assert indexed_words(f"{'a ' * LONGEST} end") == ("a",)


def test_what_people_say_and_what_we_answer_is_found() -> None:
    script = Script().says(BOB, "where is it?").replies(("read", "x"), text="I look.").runs().replies(text="Here.")
    script.muses(ANA, "thanks")
    assert texts(script) == [("Bob", "where is it?"), ("we", "Here."), ("Ana", "thanks")]
    [said, answer, _] = followed(script).added
    assert (said.thread, said.position, said.by, said.message, said.place) == ("t", 1, BOB.id, "m1", CHANNEL)
    assert (answer.by, answer.message, answer.place) == ("", "", CHANNEL)


def test_what_nobody_said_is_not() -> None:
    script = Script().says(BOB).replies(("deploy", "a")).answers(ANA, Reject("no")).replies(text=" \n")
    script.tell(f.MessageReceived(ANA, CHANNEL, "Please ask again.", unseen=True, pressed="ask-again"))
    script.tell(f.MessageReceived(ANA, CHANNEL, "", "m9"))
    assert texts(script) == [("Bob", "do it")]


def test_a_reply_that_counts_for_nothing_is_not_found() -> None:
    script = Script().says(BOB)
    turn = script.session.turn
    assert turn
    script.replies(text="Once.").tell(f.ModelReplied(turn.at, turn.through, "Twice."))
    assert texts(script) == [("Bob", "do it"), ("we", "Once.")]


def test_a_correction_takes_the_place_of_what_was_said_and_a_deletion_leaves_nothing() -> None:
    script = Script().says(BOB, "red").tell(f.MessageCorrected(BOB, CHANNEL, "m1", "blue"))
    assert texts(script) == [("Bob", "blue")]
    assert followed(script).gone == {"m1"}
    script.tell(f.MessageDeleted(BOB, CHANNEL, "m1"))
    assert texts(script) == []
    assert followed(script).gone == {"m1"}


def test_what_no_database_takes_is_left_out() -> None:
    assert texts(Script().says(BOB, "a\0b\ud800c")) == [("Bob", "a\ufffdb?c")]


def test_a_room_is_what_the_same_people_see() -> None:
    assert room_of(Place("slack", "T", "C1", "1.5")) == Place("slack", "T", "C1")
    assert room_of(Place("discord", "1", "2", "3")) == Place("discord", "1", "2", "3")
    assert room_of(Place("terminal", "", "here")) == Place("terminal", "", "here")


def test_an_excerpt_is_around_what_was_found() -> None:
    text = f"{'before ' * 50}the Price\nis nine{' after' * 50}"
    shown = excerpt(text, ["price"], 40)
    assert "the Price is" in shown
    assert shown.startswith("…")
    assert shown.endswith("…")
    assert len(shown) <= 42
    assert excerpt("short\ntext", ["price"], 40) == "short text"
    assert excerpt("x " * 100, ["none"], 10) == "x x x x x…"
