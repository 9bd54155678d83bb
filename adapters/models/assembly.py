"""The pieces of an answer become a reply. Pure; adding one costs what is added, however long the reply is by then."""

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any

from adapters.models.pieces import CallPiece, Piece, is_cut
from adapters.models.thinking import Thinking, without_thinking
from harness.context.model import GrowingText, ProposedCall, Shown

LONGEST = 4_000_000
"""Characters of text, thinking and arguments, all together: what never ends is cut there."""
_SHARE = 256
_TURNS = re.compile(r'\\.|\\\Z|[{}\[\]"]', re.DOTALL)
"""Where JSON goes in or out; what is escaped is no such place, and a piece may end between the two signs of that."""
_NUMBER = re.compile(r":\d+\Z")


class Assembly:
    """Takes piece by piece. A call is known by its index; since some providers number all calls 0, or none of them, a
    named piece begins another call if it has another id, or if the call that it would go on with is whole. `tools` are
    the names that were offered: a name may come in parts, or with what some models write around it.
    """

    def __init__(self, tools: Collection[str] = ()) -> None:
        self._tools = tools
        self._text, self._thinking = GrowingText(), GrowingText()
        self._said, self._thought = _Halves(), _Halves()
        self._tags = Thinking()
        self._calls: list[_Call] = []
        self._by_index: dict[int, _Call] = {}
        self._size = 0
        self.opening = ""
        """The text up to its first letter or sign."""
        self.begun = False
        """Has anything of an answer come, though perhaps nothing that a model made?"""
        self.finish = ""
        """Why it ended, as the provider says: stop, tool_calls, length, content_filter."""
        self.usage: Callable[[], Any] | None = None
        """Tells what the provider has counted so far; None until it does."""
        self.made = 0
        """Bytes that came."""
        self._counted = 0

    @property
    def empty(self) -> bool:
        """Has nothing come yet that a model made?"""
        return not self._size

    @property
    def uncounted(self) -> int:
        """Bytes that came since the provider counted."""
        return self.made - self._counted

    @property
    def full(self) -> bool:
        return self._size > LONGEST

    @property
    def cut(self) -> bool:
        """Did it reach the longest that there may be?"""
        return self.full or is_cut(self.finish)

    def has_grown(self, seen: tuple[int, int]) -> bool:
        """By so much that it is worth showing before all that came with it was taken? What is long is shown in pieces
        that are not short beside it, or showing it would cost more the longer it gets.
        """
        grown = ((now - before, before) for now, before in zip(self.shown.lengths, seen, strict=True))
        return any(more > 0 and more * _SHARE >= before for more, before in grown)

    @property
    def shown(self) -> Shown:
        return Shown(self._text, self._thinking, calling=bool(self._calls))

    @property
    def text(self) -> str:
        """All of it, once it has come to its end."""
        return without_thinking(str(self._text))[0]

    @property
    def calls(self) -> tuple[ProposedCall, ...]:
        """Arguments and names as the model gave them, malformed or not. Where the reply was cut before the arguments of
        the last call began, they begin: without any it would be a call that takes none, and is whole.
        """
        if self.cut and self._calls and not any(map(str.strip, self._calls[-1].arguments)):
            self._calls[-1].arguments = ["{"]
        return tuple(
            ProposedCall(encodable(self._meant(call.tool)), encodable(call.given), encodable(call.id))
            for call in self._calls
        )

    def add(self, piece: Piece) -> None:
        self.begun = True
        self.finish = piece.finish or self.finish
        if piece.text:
            self._count(piece.text)
            self._tell(*self._tags.add(piece.text))
        if piece.thinking:
            self._count(piece.thinking)
            self._tell("", piece.thinking)
        for call in piece.calls:
            self._add_call(call)
        if piece.usage:
            self.usage, self._counted = piece.usage, self.made

    def end(self) -> None:
        """Nothing more comes: what was held back is what it is."""
        self._tell(*self._tags.end())
        self._text.add(self._said.end())
        self._thinking.add(self._thought.end())

    def _tell(self, text: str, thinking: str) -> None:
        self._text.add(self._said.add(text))
        self._thinking.add(self._thought.add(thinking))
        if not self.opening.strip():
            self.opening += text

    def _add_call(self, piece: CallPiece) -> None:
        index = piece.index if piece.index is not None else max(len(self._calls) - 1, 0)
        for made in (piece.tool, piece.arguments):
            self._count(made)
        call = self._by_index.get(index)
        if call is not None and _repeats(piece, call):
            return
        if call is not None and self._goes_on(piece, call):
            call.tool += piece.tool
        elif call is None or (piece.tool and _is_another(piece, call)):
            call = self._by_index[index] = _Call()
            self._calls.append(call)
        call.id = call.id or piece.id
        call.tool = call.tool or piece.tool
        call.add(piece.arguments)

    def _goes_on(self, piece: CallPiece, call: "_Call") -> bool:
        """True if the piece has the next part of a tool's name."""
        if not piece.tool or call.arguments or (piece.id and call.id and piece.id != call.id):
            return False
        return bool(call.tool) and any(name.startswith(call.tool + piece.tool) for name in self._tools)

    def _meant(self, tool: str) -> str:
        """The tool's name as it was offered: models write `functions.ls`, `default_api.ls` and `functions.ls:0`."""
        bare = _NUMBER.sub("", tool).rpartition(".")[2]
        return bare if tool not in self._tools and bare in self._tools else tool

    def _count(self, made: str) -> None:
        self._size += len(made)
        self.made += len(made.encode(errors="surrogatepass"))


@dataclass(slots=True)
class _Call:
    id: str = ""
    tool: str = ""
    arguments: list[str] = field(default_factory=list)
    _looked: int = 0
    """How many of the pieces were looked at for whether it is whole."""
    _depth: int = 0
    _begun: bool = False
    _quoted: bool = False
    _escape: str = ""

    def add(self, arguments: str) -> None:
        if arguments.strip() and self.arguments == ["{}"]:  # Databricks: first an empty object, then what it is
            self.arguments = []
        if arguments:
            self.arguments.append(arguments)

    @property
    def given(self) -> str:
        """The arguments. No object at all is none."""
        given = "".join(self.arguments)
        return "{}" if given.strip() == "null" else given

    @property
    def whole(self) -> bool:
        """Has the JSON object that it began come to its end? Each piece is looked at once."""
        for piece in self.arguments[self._looked :]:
            self._look(piece)
        self._looked = len(self.arguments)
        return self._begun and self._depth == 0

    def _look(self, piece: str) -> None:
        piece, self._escape = self._escape + piece, ""
        for sign in _TURNS.findall(piece):
            match sign:
                case "\\":
                    self._escape = sign
                case '"':
                    self._quoted = not self._quoted
                case "{" | "[" if not self._quoted:
                    self._begun, self._depth = True, self._depth + 1
                case "}" | "]" if not self._quoted:
                    self._depth -= 1


class _Halves:
    """Joins halves of characters (UTF-16 surrogates) that belong together, over pieces; others are replaced."""

    def __init__(self) -> None:
        self._half = ""

    def add(self, piece: str) -> str:
        written = self._half + piece
        self._half = written[-1:] if "\ud800" <= written[-1:] <= "\udbff" else ""
        return encodable(written[:-1] if self._half else written)

    def end(self) -> str:
        half, self._half = self._half, ""
        return encodable(half)


def encodable(text: str) -> str:
    """`text` as it can be stored and sent: halves of characters joined where they belong together, else replaced."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def _repeats(piece: CallPiece, call: _Call) -> bool:
    """Is it the whole call once more, as some servers end with?"""
    same = bool(piece.id) and (piece.id, piece.tool) == (call.id, call.tool)
    return same and bool(piece.arguments) and call.whole and piece.arguments == "".join(call.arguments)


def _is_another(piece: CallPiece, call: _Call) -> bool:
    """Does this named piece begin a call of its own, rather than go on with `call`?"""
    if not call.tool:
        return False
    if piece.id and call.id and piece.id != call.id:
        return True
    return (piece.tool != call.tool and not piece.id) or (bool(piece.arguments.strip()) and call.whole)
