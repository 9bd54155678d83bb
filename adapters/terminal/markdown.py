"""Markdown as a terminal shows it, by rich. Pure.

Nothing that was written is lost on the way, and nothing in it is more than text: what would be hidden (HTML, the target
of a link) is to be read, and what Markdown can spell otherwise (`&#x202e;`) is cleaned as if it stood there.
"""

import io
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import ClassVar

from markdown_it import MarkdownIt
from markdown_it.token import Token
from rich.console import Console, ConsoleOptions, JustifyMethod, RenderResult
from rich.markdown import CodeBlock, Heading, ListItem, Markdown, MarkdownContext, MarkdownElement, TableDataElement
from rich.segment import Segment
from rich.syntax import Syntax
from rich.theme import Theme

from adapters.terminal.page import Page
from adapters.terminal.text import wrapped
from harness.chat.visible import visible

_THEME = Theme(
    {
        "markdown.code": "cyan",
        "markdown.block_quote": "dim",
        "markdown.h1": "bold underline",
        "markdown.h2": "bold underline",
        "markdown.h3": "bold",
        "markdown.h4": "bold",
        "markdown.item.number": "bold",
        "markdown.table.border": "dim",
        "markdown.table.header": "bold",
    }
)
"""Colours are the terminal's own, few, and none for a ground: it may be light or dark."""
_CODE = "ansi_dark"
"""Of pygments' themes the one that keeps to these."""
_LANGUAGE = re.compile(r"[\w+#.-]*")
_DEEPEST = 100
"""Levels at which the parser stops; what is in deeper ones it drops."""
_INDENT = 3
"""Columns that a level takes at most: two for the mark of a list or a quote, which has one or two levels."""


def drawn(markdown: str, page: Page, name: str = "") -> str:
    """All of it, in the width of the page; begun with the `name` of who says it. Code is not broken into lines. What is
    nested so deep that there is little room left for it stays as it was typed.
    """
    text = visible(markdown)
    tokens = list(_cleaned(_parser().parse(text), marked=not page.colours))
    if max((token.level for token in tokens), default=0) * _INDENT > page.width // 2:
        whole = f"{visible(name)}:\n{text}" if name else text
        return "\n".join(part for line in whole.split("\n") for part in wrapped(line, page.width))
    console = Console(
        file=io.StringIO(),
        width=page.width,
        force_terminal=page.colours,
        color_system="standard" if page.colours else None,
        legacy_windows=False,
        theme=_THEME,
        _environ={},
    )
    with console.capture() as written:
        console.print(_Drawing(_named(tokens, visible(name)) if name else tokens), crop=False, end="")
    return "\n".join(line.rstrip() for line in written.get().strip("\n").split("\n"))


@cache
def _parser() -> MarkdownIt:
    """`reference` would take a line that defines a link out of what is read."""
    options = {"html": False, "maxNesting": _DEEPEST}
    return MarkdownIt("commonmark", options).enable(["strikethrough", "table"]).disable("reference")


# Tokens
def _cleaned(tokens: Iterable[Token], marked: bool) -> Iterator[Token]:
    """Lines end where they ended, links say where they lead, and inline code has its marks if it is to be `marked`.
    What stands behind the marks of a block of code is left out only where it is a language.
    """
    for token in tokens:
        token.content = visible(token.content)
        if token.children is not None:
            token.children = list(_linked(_cleaned(token.children, marked)))
        match token.type:
            case "softbreak":
                token.type = "hardbreak"
            case "code_inline" if marked:
                token.content = f"`{token.content}`"
            case "fence" if not (_LANGUAGE.fullmatch(token.info) and token.content.strip()):
                token.content, token.info = f"{visible(token.info)}\n{token.content}", ""
            case _:
                pass
        yield token


def _linked(tokens: Iterable[Token]) -> Iterator[Token]:
    """Links and images as text, with their addresses behind it unless they are that text."""
    addresses, said = list[str](), list[str]()
    for token in tokens:
        match token.type:
            case "link_open":
                addresses.append(_address(token, "href"))
                said.append("")
            case "link_close":
                yield from _behind(addresses.pop(), said.pop())
            case "image":
                shown = [_text(token.content), *_behind(_address(token, "src"), token.content)]
                said[:] = [text + "".join(part.content for part in shown) for text in said]
                yield from shown
            case _:
                said[:] = [text + token.content for text in said]
                yield token


def _address(token: Token, attribute: str) -> str:
    """With the title that it may have, which is read nowhere else."""
    return visible(" ".join(str(token.attrs[one]) for one in (attribute, "title") if token.attrs.get(one)))


def _behind(address: str, said: str) -> Iterator[Token]:
    if address not in (said, f"mailto:{said}"):
        yield _text(f" ({address})" if said else f"({address})")


def _text(content: str) -> Token:
    return Token("text", "", 0, content=content)


def _named(tokens: Sequence[Token], name: str) -> list[Token]:
    """The name stands in the first line where that is a sentence, and otherwise above it."""
    strong = [Token("strong_open", "strong", 1), _text(f"{name}:"), Token("strong_close", "strong", -1)]
    if tokens and tokens[0].type == "paragraph_open":
        first, inline, *rest = tokens
        inline.children = [*strong, _text(" "), *(inline.children or ())]
        return [first, inline, *rest]
    above = Token("inline", "", 0, children=strong)
    return [Token("paragraph_open", "p", 1), above, Token("paragraph_close", "p", -1), *tokens]


# Elements
class _Heading(Heading):
    LEVEL_ALIGN: ClassVar[dict[str, JustifyMethod]] = dict.fromkeys(Heading.LEVEL_ALIGN, "left")


class _Code(CodeBlock):
    """Without a frame or a ground, so that it can be copied."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        code = Syntax("", self.lexer_name, theme=_CODE, background_color="default").highlight(str(self.text).rstrip())
        code.rstrip()
        alone = options.max_width == console.width
        code.no_wrap, code.overflow = alone, "ignore" if alone else "fold"  # what is in a list is cut to its width
        yield code


class _Item(ListItem):
    """Its number has a point: without one it looks like a choice."""

    def render_number(
        self, console: Console, options: ConsoleOptions, number: int, last_number: int
    ) -> Iterator[Segment]:
        for place, part in enumerate(super().render_number(console, options, number, last_number)):
            assert isinstance(part, Segment)
            yield part if place else Segment(f"{part.text.strip()}.".rjust(len(part.text) - 1) + " ", part.style)


class _Cell(TableDataElement):
    """Long words go on in the next line; otherwise they would be cut."""

    def on_enter(self, context: MarkdownContext) -> None:
        super().on_enter(context)
        self.content.overflow = "fold"


class _Drawing(Markdown):
    elements: ClassVar[dict[str, type[MarkdownElement]]] = {
        **Markdown.elements,
        "heading_open": _Heading,
        "list_item_open": _Item,
        "fence": _Code,
        "code_block": _Code,
        "td_open": _Cell,
        "th_open": _Cell,
    }

    def __init__(self, tokens: list[Token]) -> None:
        super().__init__("", hyperlinks=False)
        self.parsed = tokens
