"""What was read from outside, for people who decide and for the model."""

from collections.abc import Mapping, Sequence

from harness.chat.phrases import listed, plain
from harness.chat.untrusted import in_line
from harness.tools import origins

NAMED = 3
"""Of more, a card says that there were others."""
_READ: Mapping[str, str] = {
    origins.WEB: "a web page",
    origins.BROWSER: "a page in a browser",
    origins.CHANNEL: "messages from another channel",
    origins.THREAD: "messages from another thread",
    origins.HISTORY: "messages from elsewhere",
    origins.ATTACHMENT: "an attached file",
    origins.COMMAND: "the output of a command",
    origins.BACKGROUND: "what was said before I was asked",
    origins.MESSAGE: "a message of somebody else",
}


def outside(found: Sequence[str]) -> str:
    """`a web page and messages from another channel`, of these origins."""
    named = [(_read(origin),) for origin in found[:NAMED]]
    more = [("more",)] if len(found) > NAMED else []
    return plain(listed([*named, *more], "and"))


def read_in_thread(found: Sequence[str]) -> str:
    return f"I have read {outside(found)} in this thread."


def _read(origin: str) -> str:
    if app := origins.app_in(origin):
        return f"an answer of the app {in_line(app)}"
    if tool := origins.tool_in(origin):
        return f"what the tool {in_line(tool)} gave"
    return _READ.get(origin, "text from outside")
