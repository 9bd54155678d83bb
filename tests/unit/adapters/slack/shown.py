"""What is drawn for Slack, drawn of anything, and what people see of it."""

import json
import re
from typing import Any

from hypothesis import strategies as st

from adapters.slack.kit import weight
from adapters.slack.limits import WHOLE
from adapters.slack.message import Message
from harness.chat.cards import Block, Button, Card, Choices, Option
from harness.chat.people import Person
from harness.chat.phrases import Code, Moment
from tests.fakes.slack import screen
from tests.fakes.slack.blocks import check_message
from tests.unit.adapters.slack.test_text import hostile

TOKEN = "9f86d081884c7d65|3.1.0|approve"
APPROVE = Button("Approve", TOKEN, "primary")
LONG = "x" * 100 + "".join(f"\n{number} <!channel> & so on" for number in range(2_000))
ANA = Person("slack", "T", "U1", "Ana")

buttons = st.builds(
    Button,
    st.text(max_size=120),
    st.just(TOKEN),
    st.sampled_from(["", "primary", "danger"]),
    form=st.booleans(),
    more=st.booleans(),
)
blocks = st.builds(
    Block, hostile, st.sampled_from(["shell", "diff", "text", "markdown"]), name=st.text(min_size=1, max_size=60)
)
choices = st.builds(
    Choices,
    st.lists(
        st.builds(Option, st.text(min_size=1, max_size=75), st.text(max_size=40)),
        min_size=1,
        max_size=25,
        unique_by=lambda one: one.label,
    ).map(tuple),
    st.booleans(),
    st.just(TOKEN),
)
people = st.builds(
    Person, st.sampled_from(["slack", "discord"]), st.just("T"), st.sampled_from(["<!here>", "7"]), hostile
)
phrases = st.lists(
    st.one_of(hostile, hostile.map(Code), st.floats(0, 4e9).map(Moment), people), min_size=1, max_size=6
).map(tuple)
leads = st.one_of(st.just(()), phrases)
cards = st.builds(
    Card,
    phrases,
    reason=hostile,
    warning=st.text(max_size=100).map(lambda one: (one,)),
    blocks=st.lists(blocks, max_size=4).map(tuple),
    notes=leads,
    choices=st.one_of(st.none(), choices),
    buttons=st.lists(buttons, max_size=30).map(tuple),
    outcome=leads,
)
"""Nobody is on them whom Slack knows: what is alive there has got out of its text."""
rows = st.builds(
    Card,
    phrases,
    reason=hostile,
    warning=st.text(max_size=100).map(lambda one: (one,)),
    blocks=st.lists(blocks, max_size=4).map(tuple),
    notes=leads,
    buttons=st.lists(buttons, max_size=6).map(tuple),
    outcome=leads,
)


def accepted(message: Message) -> None:
    blocks = json.loads(json.dumps(message.blocks))
    check_message(blocks)
    assert weight(blocks) <= WHOLE + 1_000
    assert 0 < len(message.text) <= 4_000
    for alive in (message.text, *live_texts(blocks)):
        assert not re.search(r"<(?!!date\^)", alive), alive


def live_texts(value: Any) -> list[str]:
    """Every text in which Slack looks for mentions: mrkdwn, and markdown blocks."""
    if isinstance(value, list):
        return [each for one in value for each in live_texts(one)]
    if not isinstance(value, dict):
        return []
    own = [value["text"]] if value.get("type") in ("mrkdwn", "markdown") else []
    return own + [each for one in value.values() for each in live_texts(one)]


def shown(message: Message) -> str:
    return "\n".join(screen.lines(list(message.blocks)))


def attached(message: Message, text: str) -> bool:
    return any(text in file.content for file in message.attachments)
