"""What stands on a terminal is drawn with its looks, and read whatever it is broken by."""

from tests.flows.terminal.style import Style, restyled
from tests.flows.terminal.vt import Vt, read
from tests.gallery.terminal.cells import css, drawn, shown
from tests.gallery.terminal.room import Shown


def test_a_sequence_changes_what_it_names() -> None:
    assert restyled(Style(), [1, 32, 44]) == Style(colour=2, ground=4, bold=True)
    assert restyled(Style(colour=2, bold=True), [22, 91, 999]) == Style(colour=9)
    assert restyled(Style(), [38, 5, 208, 4]) == Style(colour=208, underlined=True)
    assert restyled(Style(), [48, 2, 1, 2, 3]) == Style(ground="#010203")
    assert restyled(Style(bold=True), [0]) == Style()
    assert restyled(Style(), [38, 7]) == Style()


def test_rows_keep_their_looks_when_they_scroll_away() -> None:
    terminal = Vt(1, 20, lambda answer: None)
    terminal.write(b"\x1b[32m+ new\x1b[0m <old>\r\nnext")
    assert terminal.scrolled == ["+ new <old>"]
    assert drawn(terminal.cells) == '<span style="color: #98c379">+ new</span> &lt;old&gt;\nnext'


def test_colours_are_those_of_xterm() -> None:
    assert css(Style(colour=208)) == "color: #ff8700"
    assert css(Style(colour=244)) == "color: #808080"
    assert css(Style(ground="#010203", reversed=True)) == "color: #010203; background: #d4d4d4"
    assert css(Style()) == ""


def test_a_text_is_read_through_frames_and_line_breaks() -> None:
    shown = Shown(0, "┌ Run this?\n│ a long\n│ line\n│   1  Approve\n│  12  Deny…\n└\n")
    assert shown.shown == "Run this? a long line 1 Approve 12 Deny…"
    assert shown.choices == [("Approve", "1"), ("Deny…", "12")]


def test_what_turns_stands_still_and_one_empty_row_is_enough() -> None:
    for spinner in "⠋⠙":
        terminal = Vt(6, 40, lambda answer: None)
        terminal.write(f"hello\r\n\r\n\r\n {spinner} Deskmate is writing…\r\n".encode())
        assert list(map(read, shown(terminal.cells))) == ["hello", "", " • Deskmate is writing…", ""]
