"""A call of a tool and what becomes of it."""

from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple

from pydantic_core import from_json

from harness.tools.changes import Change

NO_OP = "no_op"
"""The tool by which a model says that it has nothing to say. A step of nothing else ends the turn without a word."""
WRITE_TODOS = "write_todos"
"""The tool by which a model keeps the list of what it has to do."""
REPORT = "report"
"""The tool by which a model says what came of a heartbeat. It is there in heartbeats alone, and ends them."""
POLL, KILL = "poll", "kill"
"""The tools by which a model looks at what it has begun in the background, and ends it."""


class At(NamedTuple):
    """A point in a session: the nth turn and its mth step, both from 1. All work names the point that it is for."""

    turn: int
    step: int

    def __str__(self) -> str:
        return f"{self.turn}.{self.step}"


@dataclass(frozen=True, slots=True)
class ToolCall:
    """What the model asks for. `id` is ours (the point and the index); the provider's is only echoed back to it.

    `arguments` is JSON text exactly as the model (or an editor) gave it: it may be malformed, and the digest covers
    it as it is.
    """

    id: str
    tool: str
    arguments: str
    provider_id: str = ""

    @property
    def digest(self) -> str:
        """What was asked, answered and started is the same call exactly if this is the same."""
        text = f"{self.id}\0{self.tool}\0{self.arguments}"
        return sha256(text.encode(errors="surrogatepass")).hexdigest()[:16]

    @property
    def broken_off(self) -> bool:
        """Do its arguments begin as JSON, and end before that does? So does a reply that reached its limit."""
        try:
            from_json(self.arguments.encode(errors="replace"))
        except ValueError as error:
            return str(error).startswith("EOF ") and bool(self.arguments.strip())
        return False


@dataclass(frozen=True, slots=True)
class Media:
    """A file of ours that the model is to look at: of the media type `kind`, with its size in bytes and the SHA-256 of
    what is in it, in hexadecimal: another content is another file.
    """

    path: str
    kind: str
    size: int
    digest: str


class Quoted(NamedTuple):
    """What was said in a thread, by what the platform calls the message; by us, if that is empty. The thread is empty
    where it is not known: then whoever hears that the message was deleted knows it by its name.
    """

    thread: str
    message: str = ""


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What the model reads, whole, and looks at. `changes` are applied to the session with it. `exit_code` is that of a
    command, for people to see on its card. `outside` is the origin of its text, if that comes from outside: empty if
    nothing of it does, and None if its tool says so. `quotes` are those whose words are in it.
    """

    text: str
    ok: bool = True
    changes: tuple[Change, ...] = ()
    media: tuple[Media, ...] = ()
    exit_code: int | None = None
    outside: str | None = None
    quotes: tuple[Quoted, ...] = ()


@dataclass(frozen=True, slots=True)
class Awaiting:
    """A call that has begun elsewhere: its result will come as a fact, from a child or (at `until`, in seconds) the
    clock.
    """

    until: float | None = None
