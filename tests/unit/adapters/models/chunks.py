"""Chunks of a stream as litellm hands them out."""

from dataclasses import dataclass, field
from typing import Any


@dataclass
class Function:
    name: str | None = None
    arguments: str | None = None


@dataclass
class CallDelta:
    index: int | None
    id: str | None
    function: Function


@dataclass
class Delta:
    content: str | None = None
    reasoning_content: str | None = None
    tool_calls: list[CallDelta] | None = None


@dataclass
class Choice:
    delta: Delta | None
    finish_reason: str | None = None


@dataclass
class Chunk:
    choices: list[Choice] = field(default_factory=list)
    usage: Any = None


def chunk(content: str | None = None, finish: str | None = None, thinking: str | None = None) -> Chunk:
    return Chunk([Choice(Delta(content, thinking), finish)])


def calling(index: int | None, id: str | None = None, name: str | None = None, arguments: str | None = None) -> Chunk:
    return Chunk([Choice(Delta(tool_calls=[CallDelta(index, id, Function(name, arguments))]))])
