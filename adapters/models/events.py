"""The bytes of an answer become lines, and its lines become JSON values. Pure; each byte is looked at a fixed number of
times, however it is cut into pieces.

What is asked for is a stream of server-sent events (html.spec.whatwg.org/multipage/server-sent-events.html). Ollama
streams a JSON value a line; some servers answer with one JSON body, and what stands between with a page.
"""

import json
from typing import Any

LONGEST_LINE = 32 * 1024 * 1024
"""Bytes. A whole answer may stand on one line, and no model writes as much."""
_FIELDS = ("data", "event", "id", "retry", "error")
"""The names of server-sent events; llama.cpp calls an error so, in place of data."""
NOTHING = object()


class EventTooLong(Exception):
    """A line, or a body, is longer than any answer of a model."""


class Lines:
    """Takes pieces of bytes. Raises EventTooLong."""

    def __init__(self) -> None:
        self._begun: list[bytes] = []
        self._size = 0
        self._halved = False
        """Was the last byte perhaps the first of two that end a line?"""

    def add(self, piece: bytes) -> list[str]:
        """The lines that it ends, without their ends."""
        if self._halved and piece:
            piece, self._halved = piece.removeprefix(b"\n"), False
        self._halved = self._halved or piece[-1:] == b"\r"
        lines = piece.splitlines(keepends=True)  # at \n, \r and \r\n alone, as in bytes there are no other line ends
        if not lines:
            return []
        if self._begun:
            self._begun.append(lines[0])
            if lines[0][-1:] in b"\r\n":
                lines[0] = b"".join(self._begun)
                self._begun, self._size = [], 0
            else:
                lines = []
                self._grow(len(self._begun[-1]))
        if lines and lines[-1][-1:] not in b"\r\n":
            self._begun = [lines.pop()]
            self._grow(len(self._begun[0]))
        return [line.decode(errors="replace").rstrip("\r\n") for line in lines]

    def end(self) -> list[str]:
        """The line that nothing ended."""
        rest, self._begun, self._size = b"".join(self._begun), [], 0
        return [rest.decode(errors="replace")] if rest else []

    def _grow(self, more: int) -> None:
        self._size += more
        if self._size > LONGEST_LINE:
            raise EventTooLong


class Events:
    """Takes line by line, as Lines gives them or litellm does. Raises EventTooLong."""

    def __init__(self) -> None:
        self.done = False
        """Has the stream said that it is over?"""
        self._streams: bool | None = None
        """None until a line tells."""
        self._data: list[str] = []
        self._name = ""
        self._body: list[str] = []
        self._size = 0

    def add(self, line: str) -> Any:
        """The value that the line completes; NOTHING, if it completes none."""
        if self._streams is None:
            line = line.removeprefix("\ufeff")
            if not line.strip():
                return NOTHING
            self._streams = _is_field(line) or _value(line) is not NOTHING
        if not self._streams:
            self._keep(self._body, line)
            return NOTHING
        if not line:
            return self._dispatch()
        name, _, content = line.partition(":")
        content = content.removeprefix(" ")
        match name:
            case "data" if content.strip() == "[DONE]":
                self.done = True
                return NOTHING
            case "data" if self._data:
                self._keep(self._data, content)
                return NOTHING
            case "data":
                value = _value(content)
                if value is NOTHING:
                    if content.lstrip()[:1] in ("{", "["):  # its first line; what is neither says nothing
                        self._keep(self._data, content)
                    return NOTHING
                return {"error": value} if self._name == "error" and not _has_error(value) else value
            case "event":
                self._name = content.strip()
                return NOTHING
            case "error":
                return {"error": content if (value := _value(content)) is NOTHING else value}
            case _:
                return NOTHING if _is_field(line) else _value(line)

    def end(self) -> Any:
        """What is left: the value of a body in place of a stream, or its text if it is none; NOTHING, if nothing is."""
        if self._streams:
            return self._dispatch()
        text = "\n".join(self._body)
        if not text.strip():
            return NOTHING
        value = _value(text)
        return text if value is NOTHING else value

    def _dispatch(self) -> Any:
        """An event has ended: what stood on several lines is one value."""
        data, self._data, self._name, self._size = self._data, [], "", 0
        return _value("\n".join(data)) if data else NOTHING

    def _keep(self, lines: list[str], line: str) -> None:
        lines.append(line)
        self._size += len(line)
        if self._size > LONGEST_LINE:
            raise EventTooLong


def _is_field(line: str) -> bool:
    return line.startswith(":") or line.partition(":")[0] in _FIELDS


def _has_error(value: Any) -> bool:
    return isinstance(value, dict) and bool(value.get("error"))


def _value(text: str) -> Any:
    """An object or a list; NOTHING for anything else."""
    if text.lstrip()[:1] not in ("{", "["):
        return NOTHING
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return NOTHING
