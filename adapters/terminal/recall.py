"""Whoever comes back is shown where they were: what was said last, and what is open, to be answered."""

from collections.abc import Sequence

from adapters.terminal.chat import TerminalChat
from harness.chat.port import ChatLine
from harness.loop import post_rendering
from harness.sessions.effects import StopTurn
from harness.sessions.session import Session
from harness.tools.registry import Registry
from harness.wording.ask_cards import asked


async def recall(
    session: Session, thread: str, chat: TerminalChat, tools: Registry, said: Sequence[ChatLine] = ()
) -> None:
    """What was `said` there last; what can be undone; its open asks, and its messages that have buttons: to go on where
    the last turn ended early, to allow a mode. Under the keys that these messages have anyway, so that each is there
    once.
    """
    chat.recalls(said)
    still = dict.fromkeys(ask.card for ask in session.asks.open)
    for first in dict.fromkeys(ask.card for ask in session.asks.undoable if ask.undoable and ask.card not in still):
        asks, key = session.asks.sharing(first), post_rendering.key(thread, first)
        chat.menus.decided(thread, (ask.id for ask in asks))
        await chat.update(asks[0].place, key, key, asked(thread, asks, tools))
    for first in still:
        asks = session.asks.sharing(first)
        await chat.post(asks[0].place, post_rendering.key(thread, first), asked(thread, asks, tools))
    for post in [made.post for made in session.postings.actions]:
        if not isinstance(post.action, StopTurn) and session.offers(post.action):
            await chat.post(post.place, post_rendering.key(thread, post.id), post_rendering.posted(thread, post))
