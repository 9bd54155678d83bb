"""The platforms on which people may meet us as a team does, and what is to be known of each without asking it."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from harness.chat.people import Place


@dataclass(frozen=True, slots=True, kw_only=True)
class PlatformTraits:
    """What a platform is like.

    Attributes:
        name: as the ids of people and places begin
        title: as people call it
        team: what people there call the team that they are members of
        label: how long an option of a question may be to be shown whole, in UTF-16 units
        options: how many options a question may have
        replies_in_channel: may a mention be answered beside it, in no thread?
        private_threads: may a thread be seen by fewer people than its channel?
        written: when a message was written by the platform's clock, in seconds since the epoch, from the name that the
            platform has for it; None, if that does not say
        direct: is a place there a direct message, by the platform's name for it; None, if that does not say
    """

    name: str
    title: str
    team: str
    label: int
    options: int
    replies_in_channel: bool = False
    private_threads: bool = False
    written: Callable[[str], float | None] = lambda message: None
    direct: Callable[[Place], bool | None] = lambda place: None


SNOWFLAKES_BEGIN, SNOWFLAKE_SHIFT = 1_420_070_400_000, 22
"""Discord docs, snowflakes: the milliseconds since the first second of 2015, above 22 other bits."""


def _of_timestamp(ts: str) -> float | None:
    """Slack docs, messages: a timestamp in seconds, and a fraction that makes it unique."""
    return float(ts) if re.fullmatch(r"[0-9]{1,12}\.[0-9]{1,9}", ts) else None


def _of_snowflake(id: str) -> float | None:
    if not re.fullmatch(r"[0-9]{1,20}", id):
        return None
    return ((int(id) >> SNOWFLAKE_SHIFT) + SNOWFLAKES_BEGIN) / 1_000


def _by_its_first_letter(place: Place) -> bool:
    """Slack docs, conversations: the id of a direct message begins with a D."""
    return place.channel.startswith("D")


def _in_no_server(place: Place) -> bool:
    """A direct message is in none: so its place is made (`adapters/discord/parse`)."""
    return not place.team


SLACK = PlatformTraits(
    name="slack",
    title="Slack",
    team="workspace",
    label=75,
    options=100,
    written=_of_timestamp,
    direct=_by_its_first_letter,
)
"""Slack docs, Block Kit: the text of a button or an option, the options of a select menu."""
DISCORD = PlatformTraits(
    name="discord",
    title="Discord",
    team="server",
    label=80,
    options=25,
    replies_in_channel=True,
    private_threads=True,
    written=_of_snowflake,
    direct=_in_no_server,
)
"""Discord docs, component reference: the label of a button, the options of a select menu."""
PLATFORMS: Mapping[str, PlatformTraits] = {one.name: one for one in (SLACK, DISCORD)}
"""By their names."""

LABEL = min(one.label for one in PLATFORMS.values())
OPTIONS = min(one.options for one in PLATFORMS.values())
"""What is shown whole, wherever it is asked."""


def team(platform: str) -> str:
    """What people call theirs there."""
    traits = PLATFORMS.get(platform)
    return traits.team if traits else "team"


def written(platform: str, message: str) -> float | None:
    """When that was, see PlatformTraits; None, of a platform that does not say."""
    traits = PLATFORMS.get(platform)
    return traits.written(message) if traits else None


def direct(place: Place) -> bool | None:
    """Is it a direct message? None, if the name of the place does not say. Elsewhere than on a platform none is."""
    if place.addressee:
        return True
    traits = PLATFORMS.get(place.platform)
    return traits.direct(place) if traits else False
