"""A typed line chooses as long as there is something to choose, and words otherwise."""

from hypothesis import example, given
from hypothesis import strategies as st

from adapters.terminal.parse import Chosen, Leaving, MenuItem, NoSuchNumber, Sentence, TooManyWords, read
from harness.commands.words import Command

APPROVE, DENY = MenuItem(1, "Approve", "a", form=False), MenuItem(2, "Deny…", "d", form=True)
RED, BLUE = MenuItem(3, "red", "q", False, ("red",)), MenuItem(4, "blue", "q", False, ("blue",))
MENU = {str(item.number): item for item in (APPROVE, DENY, RED, BLUE)} | {"7.2": DENY}


def test_a_number_chooses_what_bears_it() -> None:
    assert read(" 2 ", MENU) == Chosen(DENY, ())
    assert read("3", MENU) == Chosen(RED, ("red",))


def test_several_options_of_one_question_are_one_answer() -> None:
    assert read("3, 4,3", MENU) == Chosen(RED, ("red", "blue"))


def test_several_numbers_of_different_things_are_no_choice() -> None:
    assert read("1,2", MENU) == NoSuchNumber("1,2")
    assert read("1,3", MENU) == NoSuchNumber("1,3")


def test_a_number_that_stands_for_nothing_is_said_to() -> None:
    assert read("9", MENU) == NoSuchNumber("9")
    assert read("1" * 5_000, MENU) == NoSuchNumber("1" * 5_000)


def test_a_number_is_a_word_where_nothing_is_to_be_chosen() -> None:
    assert read("42", {}) == Sentence("42")


def test_a_number_that_stood_for_something_comes_too_late() -> None:
    ever = {"1", "2", "3", "5.1"}
    for late in ("2", "2, 3", "02", "5.1"):
        assert read(late, {}, ever) == NoSuchNumber(late)
    for words in ("22", "2, 22", "0", "9" * 5_000, "5.2"):
        assert read(words, {}, ever) == Sentence(words)


def test_an_older_card_is_named_before_the_number() -> None:
    assert read("7.2", MENU) == read(" 07.2 ", MENU) == Chosen(DENY, ())
    assert read("7.9", MENU, {"7.9"}) == NoSuchNumber("7.9")
    assert read("3.14", MENU) == Sentence("3.14"), "no card ever had that"


def test_an_empty_line_is_nothing() -> None:
    assert read("   ", MENU) is None


def test_a_command_stands_alone_behind_its_slash() -> None:
    assert read(" /new ", MENU) == Command("new")
    assert read("/mode plan", MENU) == Command("mode", "plan")
    assert read("/rename the red build", MENU) == Command("rename", "the red build")
    assert read("/queue drop 2", MENU) == Command("queue", "drop 2")
    for words in ("/etc/hosts", "/tmp/x is full", "//", "new"):
        assert read(words, MENU) == Sentence(words)


def test_what_begins_with_a_slash_is_never_a_message_by_mistake() -> None:
    assert read("/foo", MENU) == Command("foo")
    assert read("/Foo bar", MENU) == Command("foo", "bar")
    assert read("/mode foo bar", MENU) == Command("mode", "foo bar")
    assert read("/rename", MENU) == Command("rename")
    assert read("/", MENU) == Command("help")
    assert read("/new York", MENU) == TooManyWords("new")


def test_other_programs_words_for_leaving_leave() -> None:
    assert read("/exit", MENU) == read(" /QUIT", MENU) == Leaving()
    assert read("/exit code?", MENU) == TooManyWords("exit")


@given(st.text())
@example("/\x850")
def test_any_line_is_something_and_words_are_kept(line: str) -> None:
    match read(line, MENU):
        case None:
            assert not line.strip()
        case Sentence(text=text):
            assert text == line.strip()
        case Chosen(item=item):
            assert str(item.number) in line or not line.isascii()
        case Command(name=name) | TooManyWords(name=name):
            assert name in line.casefold() or (line.strip(), name) == ("/", "help")
        case Leaving():
            assert line.strip().casefold() in ("/exit", "/quit")
        case NoSuchNumber(typed=typed):
            assert typed == line.strip()


def test_what_stands_behind_a_command_does_not_matter() -> None:
    assert read("/status.", {}) == read("/Status!", {}) == Command("status")
    assert read("/etc/hosts.", {}) == Sentence("/etc/hosts.")
    assert read("/.", {}) == Sentence("/.")
