"""The newest has the short numbers, and no number ever stands for two things."""

from hypothesis import given
from hypothesis import strategies as st

from adapters.terminal.menus import TOLD, Menus
from harness.chat.cards import Button, Card, Text


def card(name: str, *verbs: str) -> Card:
    return Card((f"{name}?",), buttons=tuple(Button(verb, f"{name}|{verb}") for verb in verbs))


def test_numbers_begin_at_one_on_each_card() -> None:
    menus = Menus()
    menus.open("a", card("a", "yes", "no"))
    menus.open("b", card("b", "yes", "no"))
    assert {typed: item.token for typed, item in menus.choices.items()} == {
        "1.1": "a|yes",
        "1.2": "a|no",
        "2.1": "b|yes",
        "2.2": "b|no",
        "1": "b|yes",
        "2": "b|no",
    }
    assert [menu.about for menu in menus.others()] == ["also open: a? (1.1 to 1.2)"]


def test_what_offers_one_thing_says_which() -> None:
    menus = Menus()
    menus.open(
        "t",
        Text(
            "It was stopped, and there is more to say of it than there is room in a line for it.",
            buttons=(Button("Continue", "c"),),
        ),
    )
    menus.open("a", card("a", "yes"))
    [other] = menus.others()
    assert other.about == (
        "also open: It was stopped, and there is more to say of it than there is… (1.1 is “Continue”)"
    )


def test_once_the_newest_is_settled_no_number_is_short_until_the_older_one_is_shown_again() -> None:
    menus = Menus()
    menus.open("a", card("a", "yes"))
    menus.open("b", card("b", "yes"))
    assert not menus.to_be_shown()
    menus.change("b", card("b"))
    assert list(menus.choices) == ["1.1"]
    assert menus.to_be_shown() == "a"
    menus.open("a", menus.body_of("a"))
    assert list(menus.choices) == ["1.1", "1"]


def test_a_text_is_not_shown_again_and_can_still_be_chosen_by_its_card() -> None:
    menus = Menus()
    menus.open("t", Text("Working on it.", buttons=(Button("Stop", "s"),)))
    menus.open("a", card("a", "yes"))
    menus.change("a", card("a"))
    assert not menus.to_be_shown()
    assert list(menus.choices) == ["1.1"]


def test_what_is_offered_twice_goes_everywhere_at_once() -> None:
    menus = Menus()
    menus.open("a", card("a", "yes"))
    menus.open("told", Text("That decides nothing.", buttons=(Button("Approve", "a|yes"), Button("Other", "o"))))
    menus.change("a", card("a"))
    assert {item.token for item in menus.choices.values()} == {"o"}


def asking(ask: str, *verbs: str) -> Card:
    return Card((f"{ask}?",), buttons=tuple(Button(verb, f"t|{ask}|{verb}") for verb in verbs))


def test_what_is_settled_is_not_open_though_its_card_does_not_say_so_yet() -> None:
    menus = Menus()
    menus.open("a", asking("1.1.0#1", "approve", "reject"))
    menus.open("b", asking("1.1.1#1", "approve"))
    menus.open("c", Text("Stopped.", buttons=(Button("Continue", "t|1|continue"),)))
    menus.decided("t", ["1.1.0#1"])
    menus.decided("another", ["1.1.1#1"])
    assert [menu.about for menu in menus.others()] == ["also open: 1.1.1#1? (2.1 is “approve”)"]
    assert menus.choices["1.1"].label == "approve", "whoever chooses it is told the truth"
    menus.change("c", Text("Stopped."))
    assert menus.to_be_shown() == "b"
    menus.decided("t", ["1.1.1#1"])
    assert menus.to_be_shown() == ""


def test_what_was_said_by_the_way_is_not_open() -> None:
    menus = Menus()
    menus.open(TOLD, Text("Taken as your answer.", buttons=(Button("Not an answer", "t|1|no-answer"),)))
    menus.open("a", asking("1.2.0#1", "approve"))
    assert menus.others() == []


def test_all_that_can_be_typed_is_named_and_nothing_else() -> None:
    menus = Menus()
    menus.open("a", card("a", "one", "two", "three", "four"))
    menus.change("a", card("a", "one", "three", "four"))
    menus.open("b", card("b", "yes"))
    assert menus.offered == ["1", "1.1, 1.3 to 1.4"]


def test_what_is_offered_later_has_a_number_that_nothing_had() -> None:
    menus = Menus()
    menus.open("a", card("a", "one", "two"))
    menus.change("a", card("a", "two"))
    menu = menus.keep("a", card("a", "undo", "two"))
    assert menu
    assert menu.offer(card("a", "undo")) == "1.3 is “undo”"
    assert {typed: item.token for typed, item in menus.choices.items()} == {
        "1.3": "a|undo",
        "1.2": "a|two",
        "3": "a|undo",
        "2": "a|two",
    }


def test_what_a_settled_card_offers_later_has_no_short_number() -> None:
    menus = Menus()
    menus.open("a", card("a", "approve"))
    menus.change("a", card("a"))
    menus.keep("a", card("a", "undo"))
    assert list(menus.choices) == ["2.1"], "who types 1 once more does not undo it"


@given(st.lists(st.tuples(st.sampled_from(["open", "settle"]), st.sampled_from("abc")), max_size=12))
def test_whatever_happens_a_short_number_is_on_the_one_that_was_written_last(course: list[tuple[str, str]]) -> None:
    menus, last = Menus(), ""
    for what, name in course:
        if what == "open":
            menus.open(name, card(name, "yes", "no"))
            last = name
        else:
            menus.change(name, card(name))
            if older := menus.to_be_shown():
                menus.open(older, menus.body_of(older))
                last = older
        short = [item for typed, item in menus.choices.items() if "." not in typed]
        assert {menus.message_of(item) for item in short} <= {last}
        assert [item.number for item in short] == list(range(1, len(short) + 1))
        assert set(menus.choices) <= menus.ever
