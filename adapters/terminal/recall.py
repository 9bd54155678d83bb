"""What was open when the terminal was left is shown again, to be answered."""

from adapters.terminal.chat import TerminalChat
from harness.loop import post_rendering
from harness.sessions.ask_cards import asked
from harness.sessions.session import Session
from harness.tools.registry import Registry


async def recall(session: Session, thread: str, chat: TerminalChat, tools: Registry) -> None:
    """Its open asks, and what it offers: to go on where the last turn ended early, to allow a wish. Under the keys that
    these messages have anyway, so that each is there once.
    """
    for first in dict.fromkeys(ask.card for ask in session.open_asks):
        asks = session.sharing(first)
        await chat.post(asks[0].place, post_rendering.key(thread, first), asked(thread, asks, tools))
    for made in session.offers:
        if made.offer.verb != "stop" and session.stands(made.offer):
            body = post_rendering.text(thread, made.offer.then, made.offer)
            await chat.post(made.place, post_rendering.key(thread, made.post), body)
