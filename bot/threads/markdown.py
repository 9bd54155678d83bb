"""A conversation as Markdown. Pure.

Whatever was written by others is quoted, or in a block of code that it cannot end, so that none of it looks like a line
of ours.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime

from bot.threads.conversation import OURS, Called, Happened, Piece, Said, SaidBefore
from harness.chat.port import ChatLine, Status
from harness.chat.secrets import masked
from harness.chat.untrusted import in_line, unmarked
from harness.chat.visible import visible
from harness.chat.wording import counted, shortened
from harness.commands.lists import UNCALLED
from harness.sessions.display import display
from harness.sessions.session import Session
from harness.wording.usage import used

LINES, CHARACTERS = 20, 2_000
"""Of a result that are shown; the rest is only counted."""
_STATES: Mapping[Status, str] = {"working": "working", "waiting": "waiting", "resting": "idle"}
"""As `deskmate threads list` says them."""
ARGUMENTS = 300
"""Characters of a call's arguments."""


def page(thread: str, pieces: Sequence[Piece], session: Session, latest: int | None = None) -> str:
    """`latest`: only so many of the pieces, the last ones."""
    left_out = len(pieces) - latest if latest is not None and len(pieces) > latest else 0
    more = [f"*{counted(left_out, 'entry', 'entries')} before this*"] if left_out else []
    return "\n\n".join([*_head(thread, session), *more, *(_drawn(piece) for piece in pieces[left_out:])]) + "\n"


def _head(thread: str, session: Session) -> Iterator[str]:
    yield f"# {_ours(session.title or UNCALLED)}"
    facts = [
        f"- thread: `{thread}`",
        f"- state: {_STATES[display(session).status]}",
        "- archived: not listed in the chat until somebody speaks there" if session.archived else "",
        f"- place: `{session.place}`" if session.place else "",
        f"- mode: {_ours(session.mode)}" if session.mode else "",
        f"- model: {_ours(model)}" if (model := session.models.get(session.mode)) else "",
        f"- {counted(session.turns, 'turn')}, {used(session.usage)}",
        f"- open: {counted(len(session.asks.open), 'decision')}" if session.asks.open else "",
        *(f"- wakes: {_time(one.at)}, {_ours(masked(one.note))}" for one in session.timers.wakeups),
        *(f"- heartbeat: {_time(one.at)}" for one in session.timers.heartbeats if one.at is not None),
        "- all times are in UTC",
        *(f"- has not arrived: {_ours(one.status.why)}" for one in session.postings.owed),
    ]
    yield "\n".join(filter(None, facts))


def _drawn(piece: Piece) -> str:
    match piece:
        case Said(at=at, by=by, text=text, about=about, edited=edited):
            pointed = f"\n>\n{_quoted(_lines(about))}" if about else ""
            return f"**{_ours(by)}**, {_time(at)}{' (edited)' if edited else ''}\n\n{_quoted(text)}{pointed}"
        case SaidBefore(lines=lines):
            return f"*Said here before:*\n\n{_quoted(_lines(lines))}"
        case Happened(at=at, text=text):
            return f"*{_ours(text)}* ({_time(at)})"
        case Called():
            return _called(piece)


def _called(call: Called) -> str:
    how = "; ".join(filter(None, (call.decided, call.came)))
    head = f"- **{_ours(call.tool)}**, {_time(call.at)}{f': {_ours(how)}' if how else ''}"
    parts = [head, _indented(_fenced(shortened(call.what, ARGUMENTS)))]
    if call.result:
        parts.append(_indented(_fenced(_shortened(call.result))))
    return "\n".join(parts)


def _shortened(text: str) -> str:
    lines = text.splitlines()
    shown = "\n".join(lines[:LINES])[:CHARACTERS]
    return shown if len(shown) >= len(text.rstrip("\n")) else f"{shown}\n… ({len(text) - len(shown):,} more characters)"


def _lines(lines: Iterable[ChatLine]) -> str:
    return "\n".join(f"{OURS if line.ours else in_line(line.by)}: {line.text}" for line in lines)


def _time(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M")


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in visible(text).splitlines()) or ">"


def _fenced(text: str) -> str:
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}\n{visible(text)}\n{fence}"


def _indented(text: str) -> str:
    return "\n".join(f"  {line}" for line in text.splitlines())


def _ours(text: str) -> str:
    """As a part of a line of ours."""
    return unmarked(in_line(text))
