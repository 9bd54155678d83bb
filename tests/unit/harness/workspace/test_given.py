import pytest

from tests.unit.harness.workspace.reading import given_of, said


def test_values_know_their_way_and_their_line():
    value = given_of("a:\n  - b\n  - c: 1\n")

    item = value.entries()["a"].items()[1].entries()["c"]

    assert (item.key, item.line) == ("here.a[1].c", 3)


def test_unknown_keys_are_told_in_the_order_of_the_file():
    value = given_of("{e: 1, d: 1, a: 1, c: 1, b: 1}")

    assert list(value.fields(("a",))) == ["a"]
    assert [problem.key for problem in value.problems] == ["here.e", "here.d", "here.c", "here.b"]


def test_a_value_that_begins_below_its_key_is_found_by_its_key():
    assert given_of("first: 1\na:\n\n  b: c\n").entries()["a"].line == 2


def test_a_key_without_a_value_is_as_if_it_were_left_out():
    value = given_of("{a: , b: 1, c: ~}")

    assert list(value.fields(("a", "b", "c"))) == ["b"]
    assert value.problems == []
    assert given_of("~").items() == []


@pytest.mark.parametrize(("text", "value"), [("yes", True), ("on", True), ("False", False), ("no", False)])
def test_flags_are_those_of_yaml(text: str, value: bool):
    assert given_of(text).flag(not value) is value


@pytest.mark.parametrize("text", ["'true'", "1", "[true]", "!!bool maybe"])
def test_what_is_no_flag_is_told(text: str):
    value = given_of(text)

    assert value.flag(False) is False
    found = {"[true]": "a list", "!!bool maybe": "maybe"}.get(text, text)
    assert said(value) == [f"must be true or false, not {found}"]


def found(text: str) -> str:
    """As a message says what stands in the file: without its tag, and not too long."""
    plain = text.removeprefix("!!int ")
    return plain if len(plain) <= 60 else f"{plain[:60]}…"


def test_numbers_are_plain_and_in_range():
    for text in ("0", "11", "010", "1_0", "1.0", "'5'", "-1", "!!int five", "9" * 5000, "1e1"):
        value = given_of(text)
        assert value.whole(1, 10, 3) == 3
        assert said(value) == [f"must be a whole number from 1 to 10, not {found(text)}"]
    assert given_of("10").whole(1, 10, 3) == 10


def test_amounts_are_more_than_nothing_and_finite():
    for text in ("0", "0.00", "-1", ".inf", ".nan", "1e999", "'5'", "$5"):
        value = given_of(text)
        assert value.amount(None) is None
        assert said(value) == [f"must be an amount of more than 0, like 5 or 0.50, not {found(text)}"]
    assert (given_of("5").amount(None), given_of("0.50").amount(None)) == (5.0, 0.5)


def test_durations_have_a_unit():
    for text in ("90", "0s", "1.5h", "1:30", "3 d", "3y", "9999999d", "-1d"):
        value = given_of(text)
        assert value.seconds(None) is None
        assert said(value) == [f"must be a duration, like 90s, 30m, 1h or 3d, not {found(text)}"]
    assert [given_of(text).seconds(None) for text in ("90s", "30m", "1h", "3d", "1w")] == [
        90,
        1800,
        3600,
        259200,
        604800,
    ]


def test_a_line_of_text_is_trimmed_and_never_empty():
    assert given_of('" a b "').line_of_text() == "a b"
    for text in ('""', '" "', '"a\\nb"', '"\\0"', '"\\udcff"', "7"):
        value = given_of(text)
        assert value.line_of_text("x") == "x"
        assert len(value.problems) == 1


def test_words_are_kept_once():
    assert given_of("[b, a, b]").words() == ("b", "a")


def test_a_word_has_no_blanks():
    value = given_of("a b")

    assert value.word() == ""
    assert said(value) == ["must be one word"]


def test_an_unknown_word_is_told_what_there_is():
    for text, message in [
        ("alow", "there is no verdict alow; did you mean allow?"),
        ("x", "there is no verdict x; it may be allow, deny"),
        ("[allow]", "must be a verdict; it may be allow, deny"),
    ]:
        value = given_of(text)
        assert value.one_of(("allow", "deny"), "verdict") is None
        assert said(value) == [message]


def test_known_words_are_kept_once_and_others_are_told():
    value = given_of("[b, a, c, b]")

    assert value.each_of(("a", "b"), "letter") == ("b", "a")
    assert said(value) == ["there is no letter c; it may be a, b"]


@pytest.mark.parametrize("text", ["http://localhost:11434/v1", "https://x.example"])
def test_an_address_on_the_web_is_one(text: str):
    assert given_of(text).url("http://y") == text


@pytest.mark.parametrize("text", ["ftp://x", "http://", "http://x:0", "http://x:port", "http://[x", "localhost"])
def test_what_is_none_is_told_with_what_would_be_one(text: str):
    value = given_of(f'"{text}"')

    assert value.url("http://y") == ""
    assert said(value) == [f"must be a URL, like http://y, not {text}"]


def test_an_address_may_be_looked_at_with_what_is_filled_in():
    assert given_of("https://$HOST/v1").url("http://y", lambda url: url.replace("$HOST", "x")) == "https://$HOST/v1"


def test_a_scalar_is_its_text_whatever_yaml_takes_it_for():
    for text, literal, textual in [("a", "a", True), ("42", "42", False), ("yes", "yes", False), ("~", None, False)]:
        value = given_of(text)
        assert (value.literal(), value.textual, value.sequence) == (literal, textual, False)
    assert (given_of("[a]").literal(), given_of("[a]").sequence) == (None, True)
    assert said(given_of("{a: b}")) == []
