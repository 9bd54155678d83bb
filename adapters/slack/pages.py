"""How a text that grows is laid out over messages that are only ever added to. Pure.

What was shown is not taken back: a message ends where it is full or has become too old, and the next goes on from
there. A code fence that is cut is closed, and opened again; the header of a table is said again.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from adapters.slack.limits import PART
from adapters.slack.text import escaped_more, fence, fitting, header
from harness.chat.splitting import closed

WORD = 40
"""Characters after which a word is not waited for any longer."""


@dataclass(frozen=True, slots=True)
class Page:
    """One message: it shows the text from `begin` to `end`. `opener`: the line that opened the fence it begins in;
    `table`: the header of the table of which it begins with a row, or with `half` of one.
    """

    begin: int = 0
    end: int = 0
    opener: str = ""
    table: str = ""
    half: bool = False

    def shown(self, text: str) -> str:
        """In Markdown, not yet closed."""
        return f"{self._head}{text[self.begin : self.end]}"

    def more(self, text: str, end: int) -> str:
        """What is to be added so that it reaches `end`, escaped."""
        if self.end == self.begin:
            return escaped_more("", f"{self._head}{text[self.begin : end]}")
        return escaped_more(self.shown(text), text[self.end : end])

    def closing(self, text: str) -> str:
        """What is to be added before another page follows."""
        return closed(self.shown(text), fence(text[self.begin : self.end], self.opener))

    def to(self, end: int) -> "Page":
        return replace(self, end=end)

    def next(self, text: str) -> "Page":
        shown = text[self.begin : self.end]
        table = header(shown, text[self.end :], self.opener, self.table)
        return Page(self.end, self.end, fence(shown, self.opener), table, not shown.endswith("\n"))

    @property
    def _head(self) -> str:
        return f"{self.opener}\n" if self.opener else "" if self.half else self.table


def room(page: Page, text: str, most: int = PART) -> int:
    """Where the page is full; the end of the text, if it takes all of it."""
    return max(page.begin + fitting(text[page.begin :], page.opener, most, page.table), page.end)


def settled(page: Page, text: str) -> int:
    """How far the page can be shown while the text is being written: to its last word, which is not yet whole.

    The next piece then begins with what is not white space: Slack may swallow that where two pieces join.
    """
    end = len(text) - 1
    while end > page.end and (text[end].isspace() or not text[end - 1].isspace()) and len(text) - end < WORD:
        end -= 1
    if end > page.end and not text[end].isspace() and (text[end - 1].isspace() or len(text) - end >= WORD):
        return end
    return page.end


def line_end(page: Page, text: str) -> int:
    """The last end of a line that it has not yet shown, as far as it has room; where it is, if there is none."""
    return max(text.rfind("\n", page.end, room(page, text)) + 1, page.end)


def laid_out(page: Page, text: str, most: int = PART) -> Iterator[Page]:
    """The page grown as far as it goes, and those that follow, to the end of the text."""
    page = page.to(room(page, text, most))
    yield page
    while page.end < len(text):
        page = page.next(text)
        page = page.to(room(page, text, most))
        yield page
