"""A line is made of parts, and can be read as words alone."""

from harness.chat.people import Person
from harness.chat.phrases import Code, Moment, capitalized, cut, joined, listed, plain

ANA, BOB = Person("slack", "T", "U1", "Ana"), Person("slack", "T", "U2", "Bob")


def test_in_plain_each_part_is_said_in_words() -> None:
    said = plain(("Run ", Code("make"), " by ", ANA, " · ", Moment(0.0)))
    assert said == "Run make by Ana · Thursday, 1970-01-01 00:00 UTC"


def test_what_says_nothing_is_left_out_of_a_line() -> None:
    assert joined([("a",), (), (ANA,)]) == ("a", " · ", ANA)
    assert joined([]) == ()


def test_the_last_of_a_list_is_set_off() -> None:
    assert plain(listed([(ANA,), (BOB,), ("an approver",)], "or")) == "Ana, Bob or an approver"
    assert listed([(ANA,)], "or") == (ANA,)
    assert listed([], "or") == ()


def test_only_words_begin_with_a_capital() -> None:
    assert capitalized(("an approver", ANA)) == ("An approver", ANA)
    assert capitalized((Code("make"),)) == (Code("make"),)
    assert capitalized(()) == ()


def test_what_is_cut_keeps_its_kind_and_people_are_whole_or_not_there() -> None:
    assert cut(("Run ", Code("make deploy"), "?"), 8) == ("Run ", Code("mak…", ()))
    assert cut(("by ", ANA), 4) == ("by ", "…")
    assert cut(("by ", ANA), 6) == ("by ", ANA)


def test_a_command_is_masked_before_it_is_cut() -> None:
    assert cut((Code("run --token abcdef123456 now", ("abcdef123456",)),), 18) == (Code("run --token ••• n…", ()),)
