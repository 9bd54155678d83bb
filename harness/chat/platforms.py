"""The platforms on which people may meet us as a team does, and what is to be known of each without asking it."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class PlatformTraits:
    """What a platform is like.

    Attributes:
        name: as the ids of people and places begin
        title: as people call it
        label: how long an option of a question may be to be shown whole, in UTF-16 units
        options: how many options a question may have
        replies_in_channel: may a mention be answered beside it, in no thread?
    """

    name: str
    title: str
    label: int
    options: int
    replies_in_channel: bool = False


SLACK = PlatformTraits(name="slack", title="Slack", label=75, options=100)
"""Slack docs, Block Kit: the text of a button or an option, the options of a select menu."""
DISCORD = PlatformTraits(name="discord", title="Discord", label=80, options=25, replies_in_channel=True)
"""Discord docs, component reference: the label of a button, the options of a select menu."""
PLATFORMS: Mapping[str, PlatformTraits] = {one.name: one for one in (SLACK, DISCORD)}
"""By their names."""

LABEL = min(one.label for one in PLATFORMS.values())
OPTIONS = min(one.options for one in PLATFORMS.values())
"""What is shown whole, wherever it is asked."""
