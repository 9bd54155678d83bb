"""Words that do something, alone in a message. `docs/words.md` lists them for people.

A sentence that merely begins with one, or has one in it, is something said.
"""

import re

from harness.approvals.asks import Approve, Reject

STOPPING = ("stop", "cancel", "abort", "halt")
AGREEING = frozenset(
    {
        "yes", "y", "yep", "yeah", "yup", "sure", "ok", "okay", "k", "go", "go ahead", "go for it", "do it",
        "please do", "proceed", "continue", "approved", "i approve", "approve it", "lgtm", "looks good",
        "sounds good", "fine", "ship it", "\U0001f44d", "+1",
    }
)  # fmt: skip
"""What sounds like a yes, and decides nothing: nobody can tell of what."""
LONGEST = 60
"""Characters of what may be one of them: what is longer is not looked at."""
_STOPS = re.compile(
    rf"(?:please )?(?:{'|'.join(STOPPING)})"
    r"(?: (?:it|this|that|now|everything|working|right now|immediately))*(?: please)?"
)
_BEFORE, _AFTER = re.compile(r"[\s!/]*"), re.compile(r"[\s.!,]*")
_BETWEEN = re.compile(r"[\s,]+")
_DENY = re.compile(r"\s*deny\s*:(.*)", re.DOTALL | re.IGNORECASE)


def stops(text: str) -> bool:
    """Does it say to stop, and nothing else?"""
    words = _alone(text)
    return _STOPS.fullmatch(words) is not None


def agrees(text: str) -> bool:
    """Does it sound like a yes, and say nothing else?"""
    return _alone(text) in AGREEING


def decides(text: str) -> Approve | Reject | None:
    """`approve`, or `deny: REASON` (or `deny` alone): what somebody decides in words. None for all else."""
    if _alone(text) == "approve":
        return Approve()
    if _alone(text) == "deny":
        return Reject()
    denied = _DENY.fullmatch(text)
    return Reject(denied[1].strip()) if denied else None


def asks(text: str) -> bool:
    """Does it end as a question does?"""
    return text.rstrip().endswith(("?", "\uff1f", "\u061f"))


def _alone(text: str) -> str:
    """A short text as it is compared, without what stands around it; of a longer one nothing."""
    begun = _without(_BEFORE, text)
    words = _without(_AFTER, begun[::-1])[::-1]
    return _BETWEEN.sub(" ", words).casefold() if len(words) <= LONGEST else ""


def _without(what: re.Pattern[str], text: str) -> str:
    """Without what it begins with. From the end of a text, a search would try each run of it again and again."""
    begins = what.match(text)
    return text[begins.end() :] if begins else text
