"""What a button says, as a fact: by its token alone, wherever its place points now. Pure."""

import re
from collections.abc import Callable, Mapping
from typing import Literal

from harness.approvals.asks import Approve, Choice, Respond
from harness.approvals.tokens import Token
from harness.chat.events import ButtonClicked
from harness.chat.people import Person, Place
from harness.loop.opinions import opinion
from harness.sessions.facts import (
    AskAnswered,
    ContinueRequested,
    DeleteRequested,
    Fact,
    ForgetRequested,
    GrantRevoked,
    HeartbeatAdjusted,
    LiftRequested,
    ModeAllowed,
    StopRequested,
    TimerEnded,
    UndoRequested,
)

_NUMBER = re.compile(r"[0-9]{1,9}")
_OFFERED: Mapping[str, Callable[[Person, Place, int], Fact]] = {
    "stop": StopRequested,
    "continue": ContinueRequested,
    "allow": ModeAllowed,
    "lift": LiftRequested,
}
"""What a button says that makes an offer, by its verb."""
_ADJUSTED: Mapping[str, Literal["slower", "mute", "useful"]] = {
    "beat-slower": "slower",
    "beat-mute": "mute",
    "beat-useful": "useful",
}
"""What a button says that is below a heartbeat's post."""


def clicked(event: ButtonClicked, token: Token, by: Person) -> Fact | None:
    """What `by` said with it. None if no button of ours carries that token."""
    if offered := _OFFERED.get(token.verb):
        return offered(by, event.place, int(token.about)) if _NUMBER.fullmatch(token.about) else None
    if token.verb in ("beat-end", "turn-off"):
        return TimerEnded(token.about, by=by, place=event.place)
    if how := _ADJUSTED.get(token.verb):
        return HeartbeatAdjusted(by, event.place, token.about, how)
    if token.verb == "revoke":
        return GrantRevoked(token.about, by, event.place, event.message)
    if token.verb in ("forget", "undo-note"):
        return ForgetRequested(by, event.place, token.about, undo=token.verb == "undo-note")
    if token.verb == "end":
        return StopRequested(by, event.place, command=token.about)
    if token.verb == "undo-change":
        return UndoRequested(by, event.place, token.ask)
    if token.verb == "delete":
        return DeleteRequested(by, event.place)
    if token.verb in ("good", "bad"):
        return opinion(event, token, by)
    return _answered(event, token, by)


def _answered(event: ButtonClicked, token: Token, by: Person) -> AskAnswered | None:
    if token.verb == "approve-all" and not token.rows:
        return None
    choice = _choice(event, token)
    if choice is None:
        return None
    return AskAnswered(token.ask, by, event.place, choice, message=event.message, rows=token.rows)


def _choice(event: ButtonClicked, token: Token) -> Choice | None:
    """None if it takes more than a click."""
    match token.verb:
        case "approve" | "approve-all":
            return Approve()
        case "choose":
            return Respond(selected=event.selected)
        case _:
            return None
