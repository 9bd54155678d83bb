"""The chunks of a stream, in the shape of OpenAI's chat completions, become a reply. Pure."""

from dataclasses import dataclass, field
from typing import Any

from harness.context.model import Proposed, Shown


@dataclass(slots=True)
class _Call:
    id: str = ""
    tool: str = ""
    arguments: list[str] = field(default_factory=list)


class Assembly:
    """Takes chunk by chunk. A call is known by its index; since some providers number all calls 0, a named delta with
    another id begins another call.
    """

    def __init__(self) -> None:
        self._text, self._thinking = "", ""
        self._calls: list[_Call] = []
        self._by_index: dict[int, _Call] = {}
        self.finish = ""
        """Why it ended, as the provider says: stop, tool_calls, length, content_filter."""
        self.usage: Any = None
        """What the provider has counted so far; None until it does."""
        self.uncounted = 0
        """Bytes that came since then."""

    @property
    def empty(self) -> bool:
        """Has nothing come yet that a model made?"""
        return not (self._text or self._thinking or self._calls)

    @property
    def shown(self) -> Shown:
        return Shown(encodable(self._text), encodable(self._thinking))

    @property
    def text(self) -> str:
        return encodable(self._text)

    @property
    def calls(self) -> tuple[Proposed, ...]:
        """Arguments and names as the model gave them, malformed or not."""
        return tuple(
            Proposed(encodable(call.tool), encodable("".join(call.arguments)), encodable(call.id))
            for call in self._calls
        )

    def add(self, chunk: Any) -> None:
        for choice in chunk.choices or ():
            self.finish = choice.finish_reason or self.finish
            delta = choice.delta
            if delta is None:
                continue
            self._text += self._new(getattr(delta, "content", None))
            self._thinking += self._new(getattr(delta, "reasoning_content", None))
            for call in getattr(delta, "tool_calls", None) or ():
                self._add_call(call)
        if usage := getattr(chunk, "usage", None):
            self.usage, self.uncounted = usage, 0

    def _add_call(self, delta: Any) -> None:
        index = delta.index if isinstance(delta.index, int) else max(len(self._calls) - 1, 0)
        id, tool = _text(delta.id), self._new(delta.function.name)
        call = self._by_index.get(index)
        if call is None or (tool and id and call.id and id != call.id):
            call = self._by_index[index] = _Call()
            self._calls.append(call)
        call.id = call.id or id
        call.tool = call.tool or tool
        call.arguments.append(self._new(delta.function.arguments))

    def _new(self, value: object) -> str:
        text = _text(value)
        self.uncounted += len(text.encode(errors="surrogatepass"))
        return text


def encodable(text: str) -> str:
    """`text` as it can be stored and sent: halves of characters joined where they belong together, else replaced."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
