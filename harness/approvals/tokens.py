"""What a button carries. Made from the ask, not from its card, so that a click on a card we do not know finds its
way.
"""

import re
from typing import Literal, NamedTuple, get_args

Verb = Literal[
    "approve",
    "approve-all",
    "note",
    "always",
    "ask-back",
    "reject-all",
    "show",
    "review",
    "edit",
    "reject",
    "respond",
    "choose",
    "stop",
    "continue",
    "allow",
    "ask-again",
    "no-answer",
    "revoke",
    "good",
    "bad",
    "beat-slower",
    "beat-mute",
    "beat-end",
    "beat-useful",
    "turn-off",
    "forget",
    "undo-note",
    "undo-change",
    "delete",
    "lift",
    "end",
]
Pressed = Literal["ask-again", "no-answer"]
"""Verbs of buttons that say something in words, for whoever presses them."""
_NUMBER = re.compile(r"[0-9]{1,9}")
VERBS = frozenset(get_args(Verb))


class Token(NamedTuple):
    """`about` is an ask's id, with `+` and the number of its card's rows for approve-all and reject-all; a turn's
    number for stop, continue and lift, the row of a request for allow, the point of an answer for good and bad, a
    heartbeat's id for what is done with one, any timer's for turn-off, a note's for forget and undo-note, and that of a
    command in the background for end.
    """

    thread: str
    about: str
    verb: Verb

    def __str__(self) -> str:
        return "|".join(self)

    @property
    def ask(self) -> str:
        """The id of the ask, also where it is about all that its card shows."""
        return self.about.partition("+")[0]

    @property
    def rows(self) -> int:
        """How many asks it is about, of those on its card; 0 for that one alone, and for what is no number."""
        number = self.about.partition("+")[2]
        return int(number) if _NUMBER.fullmatch(number) else 0

    @property
    def asks_more(self) -> bool:
        """Does its button count at once, and then open a form for what more there is to say?"""
        return self.verb == "bad"

    @classmethod
    def parse(cls, token: str) -> "Token":
        """Raises ValueError for what is not one of our tokens."""
        thread, about, verb = token.split("|")
        if verb not in VERBS:
            raise ValueError(f"no such verb: {verb}")
        return cls(thread, about, verb)  # type: ignore[arg-type]  # it was just looked up


def asks_more(token: str) -> bool:
    """As `Token.asks_more`; what is no token of ours does not."""
    try:
        return Token.parse(token).asks_more
    except ValueError:
        return False
