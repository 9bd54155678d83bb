"""What was open when the terminal was left is shown again, to be answered."""

from adapters.terminal.chat import TerminalChat
from harness.approvals.cards import card
from harness.approvals.tokens import Token
from harness.chat.cards import Button, Text
from harness.chat.people import Place
from harness.sessions.session import Session
from harness.tools.registry import Registry


async def recall(session: Session, thread: str, place: Place, chat: TerminalChat, tools: Registry) -> None:
    """Its open asks; or, where the last turn ended early, the offer to go on. Under the keys that these messages have
    anyway, so that each is there once.
    """
    for ask in session.open_asks:
        body = card(
            thread, ask.id, ask.ask, ask.call, tools.get(ask.call.tool), ask.category, ask.requester, ask.settled
        )
        await chat.post(ask.place, f"{thread}:{ask.id}", body)
    last = session.last
    if session.turn is None and last and last.resumes:
        offer = Button("Continue", str(Token(thread, str(last.turn), "continue")), "primary")
        why = f"{last.why[0].upper()}{last.why[1:]}."
        await chat.post(place, f"{thread}:end-{last.turn}", Text(why, (offer,)))
