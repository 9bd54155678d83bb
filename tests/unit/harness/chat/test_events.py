from typing import get_args

from harness.chat.events import (
    ButtonClicked,
    ChatEvent,
    CommandInvoked,
    FormSubmitted,
    Invited,
    MessageEdited,
    MessageRemoved,
    MessageSent,
)
from harness.chat.people import Person, Place

WHERE, ANA = Place("slack", "T1", "C1"), Person("slack", "T1", "U1")


def test_every_event_says_which_it_is_where_and_by_whom():
    for kind in get_args(ChatEvent):
        assert list(kind.__dataclass_fields__)[:3] == ["id", "place", "by"]


def test_the_events_are_these():
    assert set(get_args(ChatEvent)) == {
        MessageSent,
        MessageEdited,
        MessageRemoved,
        ButtonClicked,
        FormSubmitted,
        CommandInvoked,
        Invited,
    }


def test_a_message_is_meant_for_us_unless_it_says_otherwise():
    assert MessageSent("e1", WHERE, ANA, "hello").addressed


def test_a_redelivered_event_is_equal_to_the_first():
    assert ButtonClicked("e1", WHERE, ANA, "t", "m", selected=("a",)) == ButtonClicked(
        "e1", WHERE, ANA, "t", "m", selected=("a",)
    )
