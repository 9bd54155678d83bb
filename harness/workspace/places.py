"""Reads `places`: how we behave where."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

from harness.chat.people import Place
from harness.chat.platforms import PLATFORMS
from harness.sessions.facts import During
from harness.workspace.given import Given
from harness.workspace.problems import shown

Answers = Literal["off", "mention", "thread", "all"]
_ANSWERS: Mapping[str, Answers] = {each: each for each in get_args(Answers)}
_DURING: Mapping[str, During] = {each: each for each in get_args(During)}
Replies = Literal["thread", "channel"]
_REPLIES: Mapping[str, Replies] = {each: each for each in get_args(Replies)}


@dataclass(frozen=True, slots=True)
class PlacePolicy:
    """Whom we answer: nobody (`off`); who mentions us or writes to us directly (`mention`); also who talks with us
    alone in a thread (`thread`); or everybody (`all`). What a message does while a turn goes on. And where a mention
    outside of threads is answered, on platforms that leave it to us: in a thread that begins with it, or in the
    channel, which is one conversation then.
    """

    answers: Answers = "thread"
    during: During = "steer"
    replies: Replies = "thread"


@dataclass(frozen=True, slots=True)
class Places:
    """`named` are channels by `platform:team:channel`."""

    usual: PlacePolicy = PlacePolicy()
    named: Mapping[str, PlacePolicy] = field(default_factory=dict)

    def policy(self, place: Place) -> PlacePolicy:
        return self.named.get(of_channel(place), self.usual)


def of_channel(place: Place) -> str:
    """Its channel, as files name it."""
    return f"{place.platform}:{place.team}:{place.channel}"


def places(given: Given) -> Places:
    """A mapping of channels to `{answers: mention, during: collect, replies: channel}`; `default` is all the others."""
    entries = given.entries()
    usual = _policy(entries.pop("default"), PlacePolicy()) if "default" in entries else PlacePolicy()
    named = {}
    for id, each in entries.items():
        _is_channel(each, id, "default or ")
        named[id] = _policy(each, usual, id.partition(":")[0])
    return Places(usual, named)


def channels(given: Given) -> frozenset[str]:
    """A list of them, by `platform:team:channel`."""
    named = ((item, item.line_of_text()) for item in given.items())
    return frozenset(id for item, id in named if id and _is_channel(item, id))


def _is_channel(given: Given, id: str, or_else: str = "") -> bool:
    if id.count(":") != 2 or not all(id.split(":")) or any(c.isspace() for c in id):
        given.wrong(f'must be {or_else}platform:team:channel, like "slack:T0123:C0456", not {shown(id)}')
        return False
    return given.named(id.partition(":")[0], PLATFORMS, "platform")


def _policy(given: Given, usual: PlacePolicy, platform: str = "") -> PlacePolicy:
    values = given.fields(("answers", "during", "replies"))
    answers = values["answers"].one_of(_ANSWERS, "way to answer") if "answers" in values else None
    during = values["during"].one_of(_DURING, "way to treat a message") if "during" in values else None
    replies = values["replies"].one_of(_REPLIES, "place to reply") if "replies" in values else None
    if replies and platform in PLATFORMS and not PLATFORMS[platform].replies_in_channel:
        where = " and ".join(one.title for one in PLATFORMS.values() if one.replies_in_channel)
        values["replies"].wrong(f"is for channels of {where}: elsewhere a mention is answered in its thread")
    return PlacePolicy(
        _ANSWERS.get(answers or "", usual.answers),
        _DURING.get(during or "", usual.during),
        _REPLIES.get(replies or "", usual.replies),
    )
