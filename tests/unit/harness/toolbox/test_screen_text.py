"""A command's output is shown as a terminal would show it at the end."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.toolbox.commands_in_words import report
from harness.toolbox.screen_text import on_screen
from harness.toolbox.shell import Completed


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("plain\n\ttext\n", "plain\n\ttext\n"),
        ("10%\r20%\r100%\ndone", "100%\ndone"),
        ("10%\r20%\r100%\r\ndone", "100%\ndone"),
        ("10%\r20%\r", "20%"),
        ("a\r\nb\r\r\n", "a\nb\n"),
        ("loading\r\x1b[Kready\n", "ready\n"),
        ("loading\r\x1b[K\n", "\n"),
        ("half\x1b[K\n", "half\n"),
        ("half\x1b[2Kready\n", "ready\n"),
        ("\x1b[1;31merror\x1b[0m: \x1b[38;2;1;2;3mx\x1b[m", "error: x"),
        ("\x1b]8;;https://x.example\x1b\\link\x1b]8;;\x07 \x1b]0;title\x07y", "link y"),
        ("one 1%\ntwo 1%\n\x1b[2Aone 100%\ntwo 100%\nend\n", "one 100%\ntwo 100%\nend\n"),
        ("-\x08\\\x08|\x08done", "done"),
        ("N\x08NA\x08AM\x08ME\x08E", "NAME"),
        ("\x08\x1b[9Ax\x1b[", "x"),
        ("\x1b(B\x0fx\x07\x9b1my\x1b7z", "xyz"),
        ("\x1b]never ends\nnext", "\nnext"),
        ("", ""),
        ("\r", ""),
    ],
)
def test_each_line_is_as_it_was_written_last(said: str, shown: str) -> None:
    assert on_screen(said) == shown


def test_a_progress_bar_is_one_line() -> None:
    bar = "".join(f"\r{n:5}/3000 \x1b[32m{'#' * (n // 100)}\x1b[0m" for n in range(3_001))
    said = report(Completed(0, f"begin\n{bar}\nend\n"), 10, 10)
    assert said == f"begin\n 3000/3000 {'#' * 30}\nend\n[exit code 0]"


@given(st.text(st.sampled_from("ab\n\r\x08\x1b[2KAm;]\\\x07\x9b")))
def test_nothing_that_moves_or_colors_is_left_and_no_text_is_made_up(said: str) -> None:
    shown = on_screen(said)
    assert not set(shown) & set("\r\x08\x1b\x07\x9b")
    assert shown.count("\n") <= said.count("\n")
    assert on_screen(shown) == shown


def test_it_takes_no_time_that_grows_with_the_square() -> None:
    back = "x" * 2_000_000 + "\x08\x08y" * 200_000
    assert len(on_screen(back)) == 2_000_000 - 200_000
    for said in ("\x1b[1mx" * 200_000, back, "\x1b[" * 200_000, "\x1b]" * 200_000, "x\r" * 200_000):
        began = time.process_time()
        on_screen(said)
        assert time.process_time() - began < 5
