"""Texts as blocks: Slack takes every one of them, nothing in them is alive, and nothing is cut silently."""

import json
import re

from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.slack import controls
from adapters.slack.kit import words_of
from adapters.slack.limits import PART, TEXT
from adapters.slack.render import NO_BUTTONS, bare, basic, ephemeral, live, messages, text
from harness.chat.cards import Body, Card, Feedback, Task, Text
from harness.chat.people import Person
from tests.examples import examples
from tests.fakes.slack import screen
from tests.fakes.slack.blocks import check_message
from tests.unit.adapters.slack.shown import APPROVE, LONG, TOKEN, accepted, buttons, cards, leads, shown
from tests.unit.adapters.slack.test_text import hostile


@settings(max_examples=examples(250))
@given(st.builds(Text, hostile, lead=leads, buttons=st.lists(buttons, max_size=3).map(tuple)), st.booleans())
def test_slack_takes_every_text_and_nobody_is_pinged(body: Text, compact: bool):
    for message in messages(body, "key", compact):
        accepted(message)
    accepted(live(body))


def test_people_are_mentioned_in_a_notice_whatever_they_call_themselves() -> None:
    ana, other = Person("slack", "T", "U1", "Ana"), Person("slack", "T", "U2", "Ana")
    told = Text("", lead=("Stopped by ", ana, ". Not read yet: messages from ", other, "."), buttons=(APPROVE,))
    for message in (*messages(told, "key"), ephemeral(told)):
        accepted(message)
        [line, actions] = message.blocks
        mentioned = [one["user_id"] for one in line["elements"][0]["elements"] if one["type"] == "user"]
        assert (mentioned, actions["type"]) == (["U1", "U2"], "actions")


def test_who_is_not_known_in_slack_is_named_and_nothing_in_the_name_is_alive() -> None:
    stranger = Person("discord", "G", "7", "<!here> *Ana* <@U1>")
    [message] = messages(Text("why?", lead=(stranger, " asks:")), "key")
    accepted(message)
    assert [block["type"] for block in message.blocks] == ["rich_text", "markdown"]
    assert {one["type"] for one in message.blocks[0]["elements"][0]["elements"]} == {"text"}


def test_a_long_text_is_several_messages_with_the_buttons_below_the_last():
    parts = text(Text("paragraph\n\n" * 3_000, buttons=(APPROVE,)))
    assert len(parts) > 2
    assert [bool(screen.controls(list(part.blocks))) for part in parts] == [False] * (len(parts) - 1) + [True]


def test_what_is_done_is_a_plan_above_the_buttons_and_its_titles_are_plain():
    tasks = (Task("a", "Read <!here>", "done"), Task("b", "Run \u202eevil", "failed"), Task("c", "Wait"))
    message = live(Text("Working.", buttons=(APPROVE,), tasks=tasks, so_far="2 of 3 steps done"))
    accepted(message)
    assert [block["type"] for block in message.blocks] == ["markdown", "plan", "actions"]
    assert [(task["title"], task["status"]) for task in message.blocks[1]["tasks"]] == [
        ("Read <!here>", "complete"),
        ("Run \\u202eevil", "error"),
        ("Wait", "in_progress"),
    ]
    assert message.blocks[1]["title"] == "2 of 3 steps done"
    long = live(Text("Working.", tasks=(Task("a", "x" * 500, details="<@U1> " + "y" * 500),) * 10, so_far="1"))
    accepted(long)
    assert shown(long).count("<@U1>") == 10, "nothing in it is alive"


def test_a_live_message_shows_the_end_of_what_is_too_long():
    message = live(Text("begin " + "word " * 4_000 + "end"))
    assert message.blocks[0]["text"].startswith("…\n\n")
    assert message.blocks[0]["text"].endswith("end")
    assert len(message.blocks[0]["text"]) <= PART + 10


def test_what_nobody_would_read_in_a_chat_is_a_file_and_begins_here() -> None:
    long = "".join(f"# Part {number}\n\n{LONG[:2_000]}\n\n" for number in range(24))
    [message] = messages(Text(long, buttons=(APPROVE,)), "k")
    accepted(message)
    [file] = message.attachments
    assert (file.content, file.filename.endswith(".md")) == (long, True)
    seen = shown(message)
    assert "Part 0" in seen
    assert "- Part 23" in seen
    assert f"{len(long):,} characters, is in the file {file.filename}" in seen
    assert controls.kind_of(message.blocks[-1]["elements"][0]["action_id"]) == controls.CLICK


def test_what_people_may_say_of_an_answer_stands_once_below_its_last_message():
    feedback = Feedback(TOKEN, TOKEN.replace("approve", "bad"))
    for body in (Text("Hello.", buttons=(APPROVE,), feedback=feedback), Text("x" * 30_000, feedback=feedback)):
        *others, last = messages(body, "key")
        accepted(last)
        [(good, bad)] = screen.feedback(list(last.blocks))
        assert (good.element["value"], bad.element["value"]) == (feedback.good, feedback.bad)
        assert not [one for one in others if screen.feedback(list(one.blocks))]
    [file] = messages(Text("x" * 60_000, feedback=feedback), "key")
    assert screen.feedback(list(file.blocks))
    assert not screen.feedback(list(live(Text("Hello.", feedback=feedback)).blocks)), "it is not over yet"


def test_a_text_of_white_space_alone_is_shown_as_nothing():
    for blank in ("", "\n\n", " \u2003"):
        [message] = messages(Text(blank), "key")
        accepted(message)
        assert (message.text, shown(message)) == ("…", "…")
        assert messages(Card(("",), outcome=(blank,)), "key")[0].text == "…"


@settings(max_examples=examples(100))
@given(st.one_of(cards, st.builds(Text, hostile, buttons=st.lists(buttons, max_size=3).map(tuple))))
def test_in_old_blocks_every_word_and_button_is_there_and_slack_takes_it(body: Body):
    for message in messages(body, "key", compact=True):
        plain = basic(message)
        check_message(list(plain.blocks))
        assert {one["type"] for one in plain.blocks} <= {"header", "section", "context", "actions", "divider"}
        assert not re.search(r"<[!@#]", json.dumps([one for one in plain.blocks if one.get("type") == "mrkdwn"]))
        words = "".join("".join(map(words_of, message.blocks)).split())
        assert "".join("".join(map(words_of, plain.blocks)).split()) == words
        assert [one.element for one in screen.controls(plain.blocks)] == [
            one.element for one in screen.controls(message.blocks)
        ]
        alone = bare(message)
        assert not alone.blocks
        assert 0 < len(alone.text) <= TEXT
        assert not re.search(r"<[!@#]", alone.text)
        assert (NO_BUTTONS in alone.text) == bool(screen.controls(message.blocks))
