"""How we speak to people, as far as it can be looked up: see `offences`."""

import re
from collections.abc import Iterator

LONGEST = 20
"""Words of a sentence on a card."""

PRIVATE_WORDS = (
    "beat", "beats", "beating", "cadence", "catalogue", "etiquette", "manners", "muzzled", "office", "premises",
    "presence", "pulse", "wish", "wishes",
)  # fmt: skip
"""Words of our own for what has a name in the trade. Those of them that people use for other things too (offer, mark,
scene) cannot be told by the word.
"""

PRIVATE_PHRASES = (
    "may i use",
    "runs unsandboxed",
    "anything that i can do here",
    "not yours to decide",
    "it counts only in turns",
    "the model will read this",
    "this was expired",
    "wanted to go on in the mode",
    "go on in the mode",
    "has switched the mode",
    "the mode stays as it is",
    "waits for its time",
    "by myself",
    "there is nothing on the list",
    "to be woken",
    "be woken",
    "again and again",
    "wakes me",
    "i wake",
    "what i understand",
    "the modes that there are",
    "open it in its conversation",
    "this takes a while",
    "this took a while",
    "reaches me at my next step",
    "line becomes",
    "lines become",
    "not heard yet",
    "overtaken by",
    "change of the rules",
    "; there are",
    "i was to come back",
    "the time has come",
    "more than one question is open",
    "was bound to it",
    "i do not look here",
    "i look here",
    "single calls",
    "ruled otherwise",
    "own model thinks",
    "is never looked there",
    "take out either",
    "no conversation here yet",
    "i use without asking",
    "that says all that there is to say",
)
"""What people had to read twice, in small letters."""

_PRIVATE = re.compile(
    rf"(?<!\w)(?:{'|'.join(map(re.escape, (*PRIVATE_WORDS, *PRIVATE_PHRASES)))})(?!\w)",
    re.IGNORECASE,
)
_WE = re.compile(r"\b(?:[Ww]e|us|[Oo]urs?|[Oo]urselves)\b")
_ENDS = re.compile(r"(?<=[.!?:;])\s+|\n+")


def private(text: str) -> Iterator[str]:
    """The private words in it, in small letters."""
    return (found[0].casefold() for found in _PRIVATE.finditer(text))


def we(text: str) -> Iterator[str]:
    """Each time that it speaks of itself as of several."""
    return (found[0].casefold() for found in _WE.finditer(text))


def too_long(text: str) -> Iterator[str]:
    """How each sentence begins that has more words than a card has room for."""
    return (" ".join(words[:4]).casefold() for words in map(str.split, _ENDS.split(text)) if len(words) > LONGEST)
