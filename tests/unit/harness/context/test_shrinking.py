"""A window is made to fit, and what a turn cannot do without stays in it."""

import re

from hypothesis import given
from hypothesis import strategies as st

from harness.chat.untrusted import marked
from harness.context.shrinking import SHORT, SKIPPED, Fitted, fitted, shortened, without
from harness.sessions.entries import Entry, Noted, Result, Said, Spoke, Told
from harness.tools.calls import ToolCall

ORDER = Said("Ana", "never touch the customers table", position=1)


def size(entry: Entry) -> int:
    return len(entry.text) if isinstance(entry, Said | Result | Spoke | Noted) else 0


def step(number: int, length: int = 100) -> list[Entry]:
    call = ToolCall(f"1.{number}.0", "read", "{}")
    return [Spoke(f"step {number}", (call,)), Result(call.id, f"{number} {'x' * length}")]


def fit(entries: list[Entry], goal: int, most: int = 0, opening: range | None = range(1)) -> Fitted:
    left = fitted(entries, opening, 0, goal, most or 2 * goal, size)
    assert left
    return left


def test_what_is_large_is_shortened_before_anything_is_dropped() -> None:
    entries = [ORDER, *step(1, 50_000), *step(2, 100), *step(3, 100)]
    left = fit(entries, 3_000)
    assert [type(entry) for entry in left.entries] == [type(entry) for entry in entries]
    assert not left.cut
    assert left.entries[2] == Result("1.1.0", shortened(f"1 {'x' * 50_000}"))


def test_what_opened_the_turn_and_the_open_step_stay_and_the_steps_between_are_dropped_whole() -> None:
    entries: list[Entry] = [Said("Bob", "hi" * 50), ORDER]
    for number in range(1, 30):
        entries += step(number)
    left = fit(entries, 600, opening=range(1, 2))
    assert left.cut, "what came before the turn goes first"
    assert left.entries[:2] == [ORDER, Noted(SKIPPED)]
    assert left.entries[-2:] == entries[-2:]
    calls = [call.id for entry in left.entries if isinstance(entry, Spoke) for call in entry.calls]
    assert calls == [entry.call for entry in left.entries if isinstance(entry, Result)]
    assert left.opening == range(1)


def test_what_the_model_has_not_seen_is_shortened_at_last_and_never_dropped() -> None:
    remarks: list[Entry] = [Said("Bob", f"remark {number}: {'word ' * 4_000}") for number in range(8)]
    left = fit([ORDER, *step(1), *remarks], 5_000, 10_000)
    said = [entry for entry in left.entries if isinstance(entry, Said)]
    assert [entry.text[:9] for entry in said[1:]] == [f"remark {number}:" for number in range(8)]
    assert sum(map(size, left.entries)) <= 8 * (SHORT + 100) + 500


def test_of_what_the_model_has_not_seen_no_more_is_left_out_than_has_to_be() -> None:
    left = fit([ORDER, Said("Bob", "word " * 3_000, position=9)], 4_000, 8_000)
    assert 3_000 < sum(map(size, left.entries)) <= 8_000


def test_many_middling_messages_that_nobody_has_read_fit_as_well() -> None:
    remarks: list[Entry] = [Said("Bob", f"{number} {'word ' * 560}", position=9 + number) for number in range(10)]
    left = fit([ORDER, *remarks], 5_000, 10_000)
    assert sum(map(size, left.entries)) <= 10_000
    assert [entry.text[:1] for entry in left.entries[1:] if isinstance(entry, Said)] == list("0123456789")


def test_where_nothing_can_be_done_nothing_is() -> None:
    assert fitted([ORDER, *step(1)], range(1), 0, 10, 20, size) is None
    assert fitted([ORDER], None, 0, 1, 2, size) is None, "the last is kept"


def test_words_are_measured_in_bytes_whatever_the_alphabet() -> None:
    """Letters of two bytes leave no room for all that was said: it is shortened, and the request fits."""

    def in_bytes(entry: Entry) -> int:
        words = entry.words if isinstance(entry, Result) else ""
        return len(f"{words}{getattr(entry, 'text', '')}".encode())

    call = ToolCall("1.1.0", "read", "{}")
    entries: list[Entry] = [
        Said("Ana", "ж" * 4_000, position=1),
        Spoke("", (call,)),
        Result(call.id, "", words="ж" * 3_000, row=7),
    ]
    left = fitted(entries, range(1), 0, 5_000, 12_000, in_bytes)
    assert left
    assert sum(map(in_bytes, left.entries)) <= 12_000


@given(
    st.lists(st.integers(0, 9_000), max_size=12), st.lists(st.integers(0, 9_000), max_size=4), st.integers(0, 20_000)
)
def test_whatever_its_size_the_pinned_parts_stay_in_order_and_calls_with_their_results(
    steps: list[int], said: list[int], goal: int
) -> None:
    entries: list[Entry] = [Said("Bob", "before" * 100), ORDER]
    for number, length in enumerate(steps):
        entries += step(number, length)
    entries += [Said("Ana", f"{number} {'y' * length}", position=9) for number, length in enumerate(said)]
    left = fitted(entries, range(1, 2), 0, goal, 2 * goal, size)
    kept = left.entries if left else entries
    assert ORDER in kept
    unseen = [entry for entry in kept if isinstance(entry, Said) and entry.position == 9]
    assert [entry.text[:1] for entry in unseen] == [str(number) for number in range(len(said))]
    calls = [call.id for entry in kept if isinstance(entry, Spoke) for call in entry.calls]
    assert calls == [entry.call for entry in kept if isinstance(entry, Result)]
    if left:
        again = fitted(left.entries, left.opening, 0, goal, 2 * goal, size)
        assert again is None or sum(map(size, again.entries)) < sum(map(size, left.entries)), "it comes to an end"


def test_what_is_left_of_text_from_outside_stands_between_its_marks() -> None:
    text = marked("x" * 50_000, "web")
    for lead in ("", "[Bob approved and adds: go on]\n", f"[Bob changed the arguments; it ran with {'y' * 5_000}]\n"):
        left = shortened(f"{lead}{text}")
        assert re.findall("</?outside[^>]*>", left) == ['<outside from="web">', "</outside>"]


GUIDANCE = Said("Bob", "not on Fridays " * 100, position=3)


def denied(number: int, words: str) -> list[Entry]:
    call = ToolCall(f"1.{number}.0", "execute", "{}")
    return [Spoke("", (call,)), Result(call.id, "", words=words, row=7)]


def test_peoples_words_in_the_open_turn_stay_and_results_give_way() -> None:
    open_step = step(9, 30_000)
    left = fitted([ORDER, *step(1), GUIDANCE, *step(2, 9_000), *open_step], range(1), 9, 1_000, 2_000, size)
    assert left
    assert [entry for entry in left.entries if isinstance(entry, Said)] == [ORDER, GUIDANCE]
    assert sum(map(size, left.entries)) <= 2_000


def test_what_people_said_about_a_call_outlives_it() -> None:
    left = fit([ORDER, *denied(1, "Not run: Ana denied it: “later”."), *(step(2, 400) * 3)], 300, 1_000)
    about = Told("About an earlier call of execute: Not run: Ana denied it: “later”.", row=7)
    assert left.entries[:3] == [ORDER, Noted(SKIPPED), about]


def test_an_answer_that_is_deleted_later_can_be_told_from_what_stands_before_it() -> None:
    call = ToolCall("1.1.0", "ask_user", "{}")
    answer = Result(call.id, "", words="Ana answered: “yes”", lead="Ana answered: ", message="m3", row=7)
    [told] = without([Spoke("", (call,)), answer], range(2), {0, 1})
    assert isinstance(told, Told)
    assert (told.message, told.lead) == ("m3", "About an earlier call of ask_user: Ana answered: ")
    assert told.text == f"{told.lead}“yes”"


def test_words_that_are_too_many_keep_both_ends_and_say_where_all_of_them_are() -> None:
    long = Said("Bob", "begins " + "word " * 20_000 + "ends", position=12)
    left = fit([ORDER, *step(1), long], 10_000, 20_000)
    [shown] = [entry.text for entry in left.entries if isinstance(entry, Said) and entry != ORDER]
    assert shown.startswith("begins ")
    assert shown.endswith(" ends")
    assert "All of it is in /results/message-12.txt" in shown


def test_words_of_as_much_as_a_request_holds_are_whole() -> None:
    said: list[Entry] = [Said("Bob", "word " * 1_500, position=position) for position in (3, 4, 5)]
    left = fitted([ORDER, *said, *step(1, 90_000)], range(1), 9, 15_000, 30_000, size)
    assert left
    assert [entry for entry in left.entries if isinstance(entry, Said)] == [ORDER, *said]
