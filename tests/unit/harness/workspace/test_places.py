import pytest

from harness.chat.people import Place
from harness.workspace.places import PlacePolicy, Places, places
from tests.unit.harness.workspace.reading import given_of, said

OPS = Place("slack", "T1", "C1", "1.2")


def test_each_channel_has_its_manners_and_the_others_have_the_default():
    value = given_of("{default: {during: collect}, 'slack:T1:C1': {answers: off}, 'slack:T1:C2': {during: steer}}")

    read = places(value)

    assert value.problems == []
    assert read.policy(OPS) == PlacePolicy("off", "collect")
    assert read.policy(Place("slack", "T1", "C2")) == PlacePolicy("thread", "steer")
    assert read.policy(Place("slack", "T2", "C1")) == PlacePolicy("thread", "collect")


def test_a_mention_in_a_channel_of_discord_may_be_answered_there():
    value = given_of("{default: {replies: channel}, 'discord:1:2': {replies: thread}, 'slack:T1:C1': {answers: all}}")

    read = places(value)

    assert value.problems == []
    assert read.policy(Place("discord", "1", "3")).replies == "channel"
    assert read.policy(Place("discord", "1", "2", "4")).replies == "thread"


def test_where_nothing_is_said_we_answer_who_talks_with_us_and_are_steered():
    assert Places().policy(OPS) == PlacePolicy("thread", "steer")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("{C1: {answers: all}}", 'must be default or platform:team:channel, like "slack:T0123:C0456", not C1'),
        ("{'Slack:T1:C1': {answers: all}}", "there is no platform Slack; did you mean slack?"),
        ("{default: {answers: mentions}}", "there is no way to answer mentions"),
        ("{default: {during: wait}}", "there is no way to treat a message wait"),
        ("{default: {replies: here}}", "there is no place to reply here"),
        ("{'slack:T1:C1': {replies: channel}}", "is for channels of Discord"),
    ],
)
def test_what_is_wrong_is_told(text: str, problem: str):
    value = given_of(text)

    places(value)

    assert said(value)[0].startswith(problem)
