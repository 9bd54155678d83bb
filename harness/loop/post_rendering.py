"""A session's posts and asks as messages: the keys that they go by, and what stands in them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import assert_never

from harness.approvals.tokens import Token, Verb
from harness.chat.cards import Button, Card, Feedback, Haste, Text
from harness.chat.people import Person
from harness.chat.phrases import Link, Phrase, joined
from harness.chat.visible import visible
from harness.sessions import notices as n
from harness.sessions.effects import (
    AdjustHeartbeat,
    AllowMode,
    AskAgain,
    ContinueTurn,
    LiftBudget,
    MessageAction,
    Post,
    StopTurn,
    TakeBackAnswer,
    UndoNote,
)
from harness.sessions.session import ModeRequest
from harness.tools.calls import At
from harness.wording.notices import said

_ADJUST: Mapping[str, Verb] = {
    "Less often": "beat-slower",
    "Mute here": "beat-mute",
    "Stop": "beat-end",
    "Useful": "beat-useful",
}
"""The buttons below what a heartbeat posts."""
_AT_HAND = 600
"""Characters of what is decided about that are shown beside the buttons, too."""
_ANSWERS = (
    n.Brief,
    n.TurnEnded,
    n.AskedUnseen,
    n.AnswersTold,
    n.EditRefused,
    n.ModeAsked,
    n.ModeNotYours,
    n.ModeNeeds,
    n.ModeSwitched,
    n.Revoked,
    n.RemembersAgain,
    n.LiftNotYours,
    n.Lifted,
    n.AsideUnpaid,
)
"""What stops, asks, settles, or says what came of a click."""


def key(thread: str, id: str) -> str:
    """Of the post or ask `id`. Global: a place may be bound to another thread later."""
    return f"{thread}:{id}"


def posted(thread: str, post: Post, known: Sequence[Person] = ()) -> Text:
    """What it says, with its buttons. `known` are those whose roles are known."""
    buttons = tuple(_buttons(thread, post.action)) if post.action else ()
    body = replace(said(post, known), buttons=buttons, haste=_haste(post))
    return replace(body, feedback=_feedback(thread, post.answer)) if post.answer else body


def undecided(thread: str, post: Post, asks: Sequence[tuple[Card, str]], request: ModeRequest | None = None) -> Text:
    """What somebody is shown who has decided nothing by what they wrote: each ask in a line, with the address of its
    card, and with its buttons if all that it is about can be read here: nobody decides what they do not see. `request`
    is the one for a mode, if it is theirs to allow.
    """
    alone = len(asks) == 1 and request is None
    content = _content(asks[0][0]) if alone else ""
    waiting = [_in_a_line(card, address, bool(content)) for card, address in asks]
    if request:
        allow = tuple(_buttons(thread, AllowMode(request.row)))
        waiting.append(((f"Go on in {request.mode} mode?",), allow))
    lines, buttons = list[Phrase](), list[Button]()
    for number, (line, offered) in enumerate(waiting, 1):
        of_several = f"{number}. " if len(waiting) > 1 else ""
        lines.append((of_several, *line))
        buttons += [replace(one, label=f"{of_several}{one.label}") for one in offered]
    lead = (*said(post).lead, "\n\n", *joined(lines, "\n"))
    return Text(content, lead=lead, buttons=tuple(buttons), haste="first")


def _in_a_line(card: Card, address: str, shown: bool) -> tuple[Phrase, tuple[Button, ...]]:
    """With its first buttons, if what stands below its title is `shown`, or nothing does."""
    way = (" ", Link("Open card", address)) if address else ()
    if not shown and (card.blocks or card.warning):
        return (*card.title, *way), ()
    notes = (" ", *card.notes) if card.notes else ()
    return (*card.title, *notes, *way), card.buttons[:2]


def _content(card: Card) -> str:
    """What the card shows below its title, as Markdown; empty if it is too much to be shown twice, or would not be read
    as it is.
    """
    texts = [block.text for block in card.blocks]
    hidden = any("```" in block.text or block.hides or block.text != visible(block.text) for block in card.blocks)
    if card.warning or hidden or sum(map(len, texts)) > _AT_HAND:
        return ""
    return "\n".join(f"```\n{text}\n```" for text in texts)


def _haste(post: Post) -> Haste:
    """What people have done is answered before what we have to say; that they may do something, if there is room."""
    if isinstance(post.action, StopTurn):
        return "spare"
    return "first" if isinstance(post.notice, _ANSWERS) else ""


def _feedback(thread: str, at: At) -> Feedback:
    return Feedback(str(Token(thread, str(at), "good")), str(Token(thread, str(at), "bad")))


def _buttons(thread: str, action: MessageAction) -> Iterator[Button]:
    match action:
        case StopTurn(turn=turn):
            yield Button("Stop", str(Token(thread, str(turn), "stop")), "danger")
        case ContinueTurn(turn=turn, again=again):
            yield Button("Try again" if again else "Continue", str(Token(thread, str(turn), "continue")), "primary")
        case AllowMode(request=request):
            yield Button("Allow", str(Token(thread, str(request), "allow")), "primary")
        case AskAgain(ask=ask):
            yield Button("Ask again", str(Token(thread, ask, "ask-again")))
        case TakeBackAnswer(ask=ask):
            yield Button("Not an answer", str(Token(thread, ask, "no-answer")))
        case AdjustHeartbeat(heartbeat=heartbeat):
            for label, verb in _ADJUST.items():
                yield Button(label, str(Token(thread, heartbeat, verb)))
        case LiftBudget(turn=turn, period=period):
            label = "Lift for today" if period == "day" else "Lift for this month"
            yield Button(label, str(Token(thread, str(turn), "lift")))
        case UndoNote(note=note):
            yield Button("Undo", str(Token(thread, note, "undo-note")))
        case _:
            assert_never(action)
