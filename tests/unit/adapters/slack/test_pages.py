"""A text that grows is only ever added to, and stands there once, however it comes and wherever its messages end."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from adapters.slack.limits import PART
from adapters.slack.pages import Page, laid_out, line_end, room, settled
from adapters.slack.text import escaped_markdown
from tests.unit.adapters.slack.test_text import hostile

grown = st.lists(st.tuples(st.integers(1, 3_000), st.sampled_from(["add", "turn", "line"])), max_size=40)


def streamed(text: str, steps: list[tuple[int, str]]) -> tuple[list[Page], list[str]]:
    """As the text comes in pieces of those sizes, some at the end of their message; then its rest. The pages, and all
    that was sent to each.
    """
    pages, sent = [Page()], [""]
    come = 0

    def reach(end: int) -> None:
        if len(pages) > 1 and not sent[-1]:  # a message is begun when there is something to say in it
            pages[-1] = pages[-2].next(known)
        if end > pages[-1].end:
            sent[-1] += pages[-1].more(known, end)
            pages[-1] = pages[-1].to(end)

    def turn() -> None:
        sent[-1] += pages[-1].closing(known)
        pages.append(pages[-1].next(known))
        sent.append("")

    for size, how in steps:
        come += size
        known = text[:come]
        full = room(pages[-1], known)
        if full < len(known):
            reach(full)
            turn()
        elif how == "add":
            reach(settled(pages[-1], known))
        elif pages[-1].end > pages[-1].begin:
            reach(line_end(pages[-1], known) if how == "line" else settled(pages[-1], known))
            turn()
    known = text
    for page in laid_out(pages[-1], text):
        if page.begin != pages[-1].begin:
            turn()
        reach(page.end)
    return pages, sent


@given(hostile, grown)
def test_what_is_sent_piece_by_piece_reads_as_the_whole(text: str, steps: list[tuple[int, str]]):
    pages, sent = streamed(text, steps)
    assert "".join(text[page.begin : page.end] for page in pages) == text
    for page, pieces in zip(pages, sent, strict=True):
        closing = "" if page is pages[-1] else page.closing(text)
        if page.begin < page.end:  # a message is begun when there is something to say in it
            assert pieces == escaped_markdown(page.shown(text) + closing)
        assert "<" not in pieces


@given(hostile, grown)
def test_no_message_is_too_long(text: str, steps: list[tuple[int, str]]):
    _, sent = streamed(text, steps)
    assert max(map(len, sent)) <= PART


@given(hostile, st.integers(0, 5_000))
def test_a_piece_does_not_end_where_white_space_follows(text: str, come: int):
    end = settled(Page(), text[:come])
    assert end == 0 or not text[end].isspace()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("one two thr", "one two "),
        ("one", ""),
        ("one two ", "one "),
        ("one\n\n", ""),
        ("one\n\ntwo", "one\n\n"),
        ("字" * 100, "字" * 60),
    ],
)
def test_the_last_word_waits_until_it_is_whole(text: str, shown: str):
    assert text[: settled(Page(), text)] == shown


def test_a_mark_that_continues_a_line_is_not_one_of_a_quotation():
    text = "> one > two"
    assert Page().more(text, 6) + Page().to(6).more(text, len(text)) == "> one &gt; two"
    assert Page().to(6).next(text).more(text, len(text)) == "> two", "a message of its own begins with it"


def test_a_fence_that_is_cut_is_closed_and_opened_again():
    text = "Look:\n```python\none()\ntwo()\n```\nDone."
    first = Page().to(text.index("two"))
    second = first.next(text).to(len(text))
    assert first.shown(text) + first.closing(text) == "Look:\n```python\none()\n```\n"
    assert second.shown(text) == "```python\ntwo()\n```\nDone."
    assert second.closing(text) == ""


def test_a_message_ends_at_the_last_end_of_a_line():
    text = "one\ntwo\nthr"
    assert line_end(Page(), text) == len("one\ntwo\n")
    assert line_end(Page().to(8), text) == 8


TABLE = "| no | what |\n| --- | --- |\n" + "".join(f"| {n} | the <quantity> of {n} |\n" for n in range(900))


@given(grown)
def test_a_table_that_is_streamed_has_its_header_in_each_message(steps: list[tuple[int, str]]):
    pages, sent = streamed(TABLE, steps)
    rows = TABLE.index("| 0 |")
    assume(not any(0 < page.begin < rows for page in pages))  # cut in its header, it is no table
    for page, pieces in zip(pages, sent, strict=True):
        assert len(pieces) <= PART
        if page.begin < page.end and (page.begin == 0 or TABLE[page.begin - 1] == "\n"):
            assert pieces.startswith(TABLE[:rows])


def test_a_row_that_no_message_holds_beside_its_header_goes_on_in_the_next():
    text = f"| {'wide ' * 400}|\n| --- |\n" + f"| {'x' * 30_000} |\n" + "| y |\n" * 9
    pages = list(laid_out(Page(), text))
    assert "".join(text[page.begin : page.end] for page in pages) == text
    assert all(len(escaped_markdown(page.shown(text))) <= PART for page in pages)
    later = list(laid_out(Page(0, text.index("| x")).next(text), text))  # its end was not known when it was begun
    assert all(page.end > page.begin for page in later)
    assert all(len(escaped_markdown(page.shown(text))) <= PART for page in later)
