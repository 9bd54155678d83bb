"""What a terminal shows of what is written on it: as much of a VT100 as line editors use."""

import codecs
import re
from collections.abc import Callable, Iterable

from tests.flows.terminal.style import Style, restyled

_SEQUENCE = re.compile(r"\x1b(?:\[([0-9;?]*)([@-~])|\][^\x07]*\x07|[()][A-Z0-9]|[=>78])")
_BEGUN = re.compile(r"\x1b(?:\[[0-9;?]*|\][^\x07]*|[()])?")


Cell = tuple[str, Style]


def read(cells: Iterable[Cell]) -> str:
    """What stands in a row."""
    return "".join(character for character, _ in cells).rstrip()


class Vt:
    """`rows` by `columns`, with all that has scrolled away. `answer` takes what the terminal says by itself: where its
    cursor is, when it is asked.
    """

    def __init__(self, rows: int, columns: int, answer: Callable[[str], None]) -> None:
        self._rows, self._columns, self._answer = rows, columns, answer
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._rest = ""
        """The beginning of a sequence."""
        self._screen: list[list[Cell]] = [[] for _ in range(rows)]
        self._row = self._column = 0
        self._wraps = True
        self._style = Style()
        self._scrolled: list[list[Cell]] = []

    @property
    def screen(self) -> list[str]:
        """The rows, from the top."""
        return list(map(read, self._screen))

    @property
    def scrolled(self) -> list[str]:
        """The rows that have scrolled away."""
        return list(map(read, self._scrolled))

    @property
    def cells(self) -> list[list[Cell]]:
        """All rows, with how they look: those that have scrolled away, and the screen."""
        return [*self._scrolled, *self._screen]

    def write(self, data: bytes) -> None:
        text = self._rest + self._decoder.decode(data)
        self._rest, at = "", 0
        while at < len(text):
            if text[at] != "\x1b":
                self._put(text[at])
                at += 1
            elif sequence := _SEQUENCE.match(text, at):
                if sequence[2]:
                    self._obey(sequence[2], sequence[1])
                at = sequence.end()
            elif _BEGUN.fullmatch(text, at):
                self._rest = text[at:]
                return
            else:
                raise AssertionError(f"this terminal does not know {text[at : at + 10]!r}")

    def _put(self, character: str) -> None:
        match character:
            case "\n":
                self._down()
            case "\r":
                self._column = 0
            case "\b":
                self._column = max(0, self._column - 1)
            case "\x07":
                pass
            case _:
                if self._column >= self._columns:
                    if not self._wraps:
                        return
                    self._column = 0
                    self._down()
                row = self._screen[self._row]
                row.extend([(" ", Style())] * (self._column + 1 - len(row)))
                row[self._column] = (character, self._style)
                self._column += 1

    def _down(self) -> None:
        if self._row + 1 < self._rows:
            self._row += 1
            return
        self._scrolled.append(self._screen.pop(0))
        self._screen.append([])

    def _obey(self, command: str, arguments: str) -> None:
        """ECMA-48. Modes but the wrapping of lines change nothing that can be read here."""
        numbers = [int(number) if number.isdigit() else 0 for number in arguments.split(";")]
        first = max(1, numbers[0])
        match command:
            case "A":
                self._row = max(0, self._row - first)
            case "B":
                self._row = min(self._rows - 1, self._row + first)
            case "C":
                self._column = min(self._columns - 1, self._column + first)
            case "D":
                self._column = max(0, self._column - first)
            case "H":
                self._row = min(self._rows, first) - 1
                self._column = max(1, numbers[1] if len(numbers) > 1 else 1) - 1
            case "J":
                for row in range(0 if numbers[0] == 2 else self._row + 1, self._rows):
                    self._screen[row] = []
                del self._screen[self._row][self._column :]
            case "K":
                del self._screen[self._row][self._column :]
            case "m":
                self._style = restyled(self._style, numbers)
            case "h" | "l" if arguments == "?7":
                self._wraps = command == "h"
            case "n" if arguments == "6":
                self._answer(f"\x1b[{self._row + 1};{self._column + 1}R")
            case _:
                pass
