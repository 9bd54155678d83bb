"""What is answered to `memory`: what is remembered where it is asked, with Forget for whoever may have that. Pure."""

from collections.abc import Iterator, Sequence

from harness.approvals.tokens import Token
from harness.chat.cards import Button, Text
from harness.chat.people import Person
from harness.chat.untrusted import in_line, unmarked
from harness.chat.wording import ago, shortened
from harness.context.notes import LAYERS, Note, may_forget

LISTED = 20
"""Notes that are listed: below a message of Discord there is room for 25 buttons."""
NOTHING_YET = "I remember nothing here yet. Tell me what to remember, and I will."
_HEADS = {"team": "For the team:", "place": "Here:", "person": "For you, in direct messages with me:"}
SHOWN = 300
"""Characters of a note in the list."""
LABEL = 40
"""Characters of a note on its button."""


def memory_in_words(notes: Sequence[Note], viewer: Person, now: float) -> Text:
    """`notes` are those that are told where the viewer asks, the latest first."""
    told = notes[:LISTED]
    lines = [
        line for layer in LAYERS for line in _layer(layer, [note for note in told if note.layer.name == layer], now)
    ]
    markdown = "\n".join([*lines, *_older(len(notes) - len(told))])
    return Text(markdown or NOTHING_YET, buttons=tuple(_forget(note) for note in told if may_forget(note, viewer)))


def _older(count: int) -> Iterator[str]:
    """How many are not listed, and how to see them."""
    if count > 0:
        which, them = ("older one is", "it") if count == 1 else ("older ones are", "them")
        yield ""
        yield (
            f"{count:,} {which} not listed here: ask me for {them} in a sentence, or whoever runs me for "
            "`deskmate memory list`."
        )


def _layer(layer: str, notes: Sequence[Note], now: float) -> Iterator[str]:
    if notes:
        yield _HEADS[layer]
        yield from (
            f"- {_said(note)} ({unmarked(in_line(note.name or note.by))}, {ago(now - note.at)})" for note in notes
        )


def _said(note: Note) -> str:
    return unmarked(shortened(in_line(note.text), SHOWN))


def _forget(note: Note) -> Button:
    """Of the thread in which it was written: there it stands that it is forgotten."""
    return Button(f"Forget “{shortened(in_line(note.text), LABEL)}”", str(Token(note.thread, note.id, "forget")))
