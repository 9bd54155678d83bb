"""Asks of a session as cards."""

from collections.abc import Mapping, Sequence

from harness.chat.cards import Card
from harness.chat.people import Person
from harness.sessions.turn import OpenAsk
from harness.tools.tool import AnyTool
from harness.wording.cards import GONE, card, shared


def drawn(thread: str, ask: OpenAsk, tools: Mapping[str, AnyTool], known: Sequence[Person] = ()) -> Card:
    """One ask, open or settled, as if it had a card to itself. `known` are those whose roles are known: of them it
    names who may decide.
    """
    tool = tools.get(ask.call.tool)
    return card(
        thread,
        ask.id,
        ask.ask,
        ask.call,
        tool,
        ask.category,
        ask.requester,
        settled=ask.settled,
        known=known,
        preview=ask.preview,
        does=ask.summary,
        anew=_anew(ask),
    )


def _anew(ask: OpenAsk) -> str:
    """Why people are asked again."""
    match ask.stale:
        case "world":
            return "This did not run: what it is about has changed since I asked. Please look again."
        case "tool":
            return f"This did not run: {ask.call.tool} has changed since I asked. Please look again."
        case None if ask.lapsed:
            return f"{ask.call.tool} has changed since it was always allowed."
        case None:
            return ""


def asked(thread: str, asks: Sequence[OpenAsk], tools: Mapping[str, AnyTool], known: Sequence[Person] = ()) -> Card:
    """The card on which these asks stand."""
    rows = [drawn(thread, ask, tools, known) for ask in asks]
    if not rows:
        return GONE
    return rows[0] if len(rows) == 1 else shared(thread, asks[0].id, rows)
