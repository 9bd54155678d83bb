"""What is drawn for Discord, drawn of anything."""

from hypothesis import strategies as st

from adapters.discord.message import Message
from harness.chat.cards import Block, Button, Card, Choices, Option
from harness.chat.people import Person
from harness.chat.phrases import Code, Moment
from tests.fakes.discord.shape import Json, check_message
from tests.unit.adapters.discord.test_text import hostile

ANA = Person("discord", "G", "77", "Ana")

tokens = st.integers(0, 10**9).map(lambda number: f"0123456789abcdef|{number}|approve")
buttons = st.builds(
    Button, hostile, tokens, st.sampled_from(["", "primary", "danger"]), form=st.booleans(), more=st.booleans()
)
few = st.lists(buttons, max_size=7, unique_by=lambda one: one.token).map(tuple)
blocks = st.lists(
    st.builds(
        Block, hostile, st.sampled_from(["shell", "diff", "text", "markdown"]), name=st.text(min_size=1, max_size=60)
    ),
    max_size=4,
).map(tuple)
people = st.builds(Person, st.sampled_from(["slack", "discord"]), st.just("G"), st.sampled_from(["77", "ana"]), hostile)
phrases = st.lists(
    st.one_of(hostile, hostile.map(Code), st.floats(0, 4e9).map(Moment), people), min_size=1, max_size=6
).map(tuple)
notes = st.one_of(st.just(()), phrases)
rows = st.builds(Card, phrases, reason=hostile, warning=phrases, blocks=blocks, notes=notes, buttons=few, outcome=notes)
cards = st.builds(
    Card,
    phrases,
    reason=hostile,
    warning=phrases,
    blocks=blocks,
    notes=notes,
    choices=st.one_of(
        st.none(),
        st.builds(
            Choices,
            st.lists(st.builds(Option, st.text("abc😀", min_size=1, max_size=75), st.text(max_size=200)),
                     min_size=1, max_size=25, unique_by=lambda one: one.label).map(tuple),
            st.booleans(),
            st.just("0123456789abcdef|q|choose"),
        ),
    ),
    buttons=few,
    outcome=notes,
    rows=st.lists(rows, max_size=5).map(tuple),
)  # fmt: skip


def taken(message: Message) -> Json:
    body = message.body
    check_message(body, len(message.files))
    assert body["allowed_mentions"]["parse"] == []
    return body
