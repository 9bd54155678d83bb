"""Cards and texts as blocks: Slack takes every one of them, nothing in them is alive, and nothing is cut silently."""

import json
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.slack import controls
from adapters.slack.kit import weight, words_of
from adapters.slack.limits import PART, TEXT, WHOLE
from adapters.slack.render import INLINE, NO_BUTTONS, Message, bare, basic, card, live, messages, text
from adapters.slack.text import escaped_markdown
from harness.chat.cards import Body, Button, Card, Choices, Detail, Feedback, Option, Task, Text
from harness.chat.visible import visible
from harness.sessions.asking import ROWS
from tests.examples import examples
from tests.fakes.slack import screen
from tests.fakes.slack.blocks import check_message
from tests.unit.adapters.slack.test_text import hostile

TOKEN = "9f86d081884c7d65|3.1.0|approve"
APPROVE = Button("Approve", TOKEN, "primary")
LONG = "x" * 100 + "".join(f"\n{number} <!channel> & so on" for number in range(2_000))

buttons = st.builds(
    Button,
    st.text(max_size=120),
    st.just(TOKEN),
    st.sampled_from(["", "primary", "danger"]),
    form=st.booleans(),
    more=st.booleans(),
)
details = st.builds(Detail, st.text(max_size=60), hostile, st.booleans())
choices = st.builds(
    Choices,
    st.lists(st.text(min_size=1, max_size=75), min_size=1, max_size=25, unique=True).map(
        lambda labels: tuple(map(Option, labels))
    ),
    st.booleans(),
    st.just(TOKEN),
)
cards = st.builds(
    Card,
    st.text(max_size=400),
    hostile,
    details=st.lists(details, max_size=12).map(tuple),
    warning=st.text(max_size=100),
    deciders=st.text(max_size=200),
    choices=st.one_of(st.none(), choices),
    buttons=st.lists(buttons, max_size=30).map(tuple),
    outcome=hostile,
    at=st.one_of(st.none(), st.floats(0, 4e9)),
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


@settings(max_examples=examples(250))
@given(cards, st.booleans())
def test_slack_takes_every_card_and_nobody_is_pinged(given_card: Card, compact: bool):
    (message,) = messages(given_card, "key", compact)
    accepted(message)
    for detail in given_card.details:
        prose = not detail.code and not detail.label
        words = escaped_markdown(visible(detail.text)) if prose else visible(detail.text)
        assert attached(message, visible(detail.text)) or words in shown(message) or not words.strip()


@settings(max_examples=examples(250))
@given(st.builds(Text, hostile, buttons=st.lists(buttons, max_size=3).map(tuple)), st.booleans())
def test_slack_takes_every_text_and_nobody_is_pinged(body: Text, compact: bool):
    for message in messages(body, "key", compact):
        accepted(message)
    accepted(live(body))


def test_an_approval_shows_what_it_is_about_and_how_to_answer():
    arguments = (Detail("to", "prod", code=True), Detail("script", "a < b\n  && c", code=True))
    menu = Button("Always", TOKEN.replace("approve", "always-tool"), more=True)
    deny = Button("Deny…", TOKEN.replace("approve", "reject"), "danger", form=True)
    body = Card(
        "May I use deploy?",
        "Deploy to prod",
        details=arguments,
        warning="Runs unsandboxed.",
        deciders="Ana",
        choices=None,
        buttons=(APPROVE, deny, menu),
    )
    message = card(body, "key")
    assert shown(message).split("\n") == [
        "May I use deploy?",
        "Deploy to prod",
        "to",
        "prod",
        "script",
        "a < b",
        "  && c",
        ":warning: *Runs unsandboxed.*",
        "To decide: Ana",
        "[Approve] [Deny…] [Always]",
    ]
    assert message.text == "May I use deploy?: Deploy to prod"
    assert [one.action_id for one in screen.controls(list(message.blocks))] == ["click.0", "form.1", controls.MORE]


def test_settled_it_reads_the_same_without_buttons_and_says_who_and_when():
    body = Card(
        "May I?",
        "Deploy",
        details=(Detail("to", "prod", code=True),),
        warning="",
        deciders="Ana",
        outcome="Approved by Ana",
        at=1795824000.5,
    )
    message = card(body, "key")
    assert not screen.controls(list(message.blocks))
    assert shown(message).split("\n")[:4] == ["May I?", "Deploy", "to", "prod"]
    assert shown(message).endswith(
        "Approved by Ana · <!date^1795824000^{date_short_pretty} {time}|2026-11-28 00:00 UTC>"
    )
    assert message.text == "May I?: Approved by Ana"


def test_what_does_not_fit_is_attached_whole_and_the_card_says_so():
    body = Card(
        "May I?",
        "Write",
        details=(Detail("path", "a.txt", code=True), Detail("content", LONG, code=True)),
        buttons=(APPROVE,),
    )
    message = card(body, "key")
    (file,) = message.attachments
    assert file.content == LONG
    assert f"{len(LONG):,} characters, attached as {file.filename}" in shown(message)
    assert "a.txt" in shown(message)


def test_the_file_of_a_card_has_one_name_for_its_life_and_no_other_cards():
    pending = Card("May I?", "Write", details=(Detail("content", LONG, code=True),), buttons=(APPROVE,))
    settled = Card("May I?", "Write", details=(Detail("content", LONG, code=True),), outcome="Approved")
    names = [card(body, key).attachments[0].filename for body, key in ((pending, "1"), (settled, "1"), (pending, "2"))]
    assert names[0] == names[1] != names[2]


def test_many_long_arguments_share_a_file():
    many = tuple(Detail(f"argument{number}", "y" * INLINE + str(number), code=True) for number in range(60))
    message = card(Card("May I?", "Much", details=many), "key")
    accepted(message)
    (file,) = message.attachments
    assert all(one.text in file.content for one in many)


def test_a_plan_is_read_as_markdown():
    plan = "# Plan\n\n1. **first**\n\n> quoted\n" + "- a step of it\n" * 300
    message = card(Card("A plan to review", "Move", details=(Detail("", plan),)), "key")
    assert not message.attachments
    assert [block["text"] for block in message.blocks if block["type"] == "markdown"] == [plan]


def test_a_long_question_is_attached():
    message = card(Card("A question", "why? " * 1_000), "key")
    assert message.attachments[0].content == "why? " * 1_000


def test_few_options_are_buttons_that_carry_their_label():
    body = Card("A question", "Which?", choices=Choices((Option("red"), Option("a & b")), False, TOKEN))
    elements = screen.controls(list(card(body, "key").blocks))
    assert [(one.label, one.element["value"]) for one in elements] == [
        ("red", f"{TOKEN}\nred"),
        ("a & b", f"{TOKEN}\na & b"),
    ]


def test_many_options_or_several_answers_are_chosen_and_sent():
    options = tuple(Option(f"option {number}") for number in range(12))
    kinds = [
        screen.controls(list(card(Card("?", "Which?", choices=Choices(some, multiple, TOKEN)), "k").blocks))[0].kind
        for some, multiple in ((options, False), (options[:3], True), (options, True))
    ]
    assert kinds == ["static_select", "checkboxes", "multi_static_select"]


def test_a_long_text_is_several_messages_with_the_buttons_below_the_last():
    parts = text(Text("paragraph\n\n" * 3_000, buttons=(APPROVE,)))
    assert len(parts) > 2
    assert [bool(screen.controls(list(part.blocks))) for part in parts] == [False] * (len(parts) - 1) + [True]


def test_what_is_done_is_a_plan_above_the_buttons_and_its_titles_are_plain():
    tasks = (Task("a", "Read <!here>", "done"), Task("b", "Run: \u202eevil", "failed"), Task("c", "Wait"))
    message = live(Text("Working.", buttons=(APPROVE,), tasks=tasks))
    accepted(message)
    assert [block["type"] for block in message.blocks] == ["markdown", "plan", "actions"]
    assert [(task["title"], task["status"]) for task in message.blocks[1]["tasks"]] == [
        ("Read <!here>", "complete"),
        ("Run: \\u202eevil", "error"),
        ("Wait", "in_progress"),
    ]
    many = live(Text("Working.", tasks=tuple(Task(str(n), "x" * 500) for n in range(40))))
    accepted(many)
    assert many.blocks[1]["title"] == "The last 10 of 40 steps"
    assert many.blocks[1]["tasks"][-1]["task_id"] == "39"


def test_a_live_message_shows_the_end_of_what_is_too_long():
    message = live(Text("begin " + "word " * 4_000 + "end"))
    assert message.blocks[0]["text"].startswith("…\n\n")
    assert message.blocks[0]["text"].endswith("end")
    assert len(message.blocks[0]["text"]) <= PART + 10


rows = st.builds(
    Card,
    st.text(max_size=80),
    hostile,
    details=st.lists(details, max_size=8).map(tuple),
    warning=st.text(max_size=100),
    buttons=st.lists(buttons, max_size=6).map(tuple),
    outcome=hostile,
    at=st.one_of(st.none(), st.floats(0, 4e9)),
)


@given(st.lists(rows, min_size=2, max_size=ROWS), st.sampled_from([0, INLINE]))
@settings(max_examples=examples(150))
def test_a_shared_card_has_each_row_whole(rows: list[Card], inline: int) -> None:
    one = Card(f"May I do these {len(rows)} things?", "all", deciders="Ana", buttons=(APPROVE,), rows=tuple(rows))
    message = card(one, "k", inline)
    accepted(message)
    names = [block["block_id"] for block in message.blocks if "block_id" in block]
    assert len(names) == len(set(names))
    for row in rows:
        for detail in row.details:
            assert (
                attached(message, detail.text)
                or visible(detail.text).strip() in shown(message)
                or not _is_plain(detail)
            )


def test_slack_takes_a_shared_card_on_which_all_is_as_long_as_it_may_be() -> None:
    escaped, half = "&" * 300, Detail("&" * 60, "&" * 4_000, code=True)
    pressed = tuple(Button("&" * 75, TOKEN, more=number > 2) for number in range(6))
    row = Card("M" * 80, escaped, details=(half,) * 8, warning=escaped, buttons=pressed, outcome=escaped)
    one = Card(f"May I do these {ROWS} things?", "all", deciders="Ana", buttons=(APPROVE,), rows=(row,) * ROWS)
    accepted(card(one, "k"))


def _is_plain(detail: Detail) -> bool:
    """Is it to be read as it was written?"""
    return detail.code and visible(detail.text).strip() == detail.text


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


def test_what_the_others_leave_hardly_any_room_for_is_attached() -> None:
    """Whatever is left of it."""
    for size in range(880, 990, 5):
        most = [Detail("one", "x" * (INLINE - 30), code=True)] * 3 + [Detail("last", "x" * size, code=True)]
        accepted(card(Card("May I?", "it", details=(*most, Detail("", "yes"))), "k"))


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
        assert card(Card("", "", outcome=blank), "key").text == "…"


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


HIDDEN = "echo \u202e||rm -rf important||\u202c \u200b end"


@pytest.mark.parametrize("more", ["", "x" * 4_000], ids=["on the card", "in a file"])
def test_what_is_hidden_is_spelt_out_wherever_a_person_decides(more: str):
    details = (Detail("command", HIDDEN + more, code=True), Detail("", HIDDEN + more), Detail(HIDDEN[:30], HIDDEN))
    options = tuple(Option(f"{HIDDEN[:20]} {number}") for number in range(7))
    choices = Choices(options, False, "0123456789abcdef|q|choose")
    row = Card(HIDDEN, HIDDEN, details=details, warning=HIDDEN)
    for one in (
        Card(HIDDEN, HIDDEN, details=details, warning=HIDDEN, deciders=HIDDEN, choices=choices),
        Card("t", "s", deciders=HIDDEN, rows=(row,)),
    ):
        (message,) = messages(one, "key")
        seen = json.dumps([each for each in message.blocks if each["type"] != "actions"], ensure_ascii=False)
        seen += "".join([*_labels(message), message.text, *(file.content for file in message.attachments)])
        assert not set(seen) & set("\u202e\u202c\u200b")
        assert "\\u202e" in seen
    (asked,) = messages(Card("t", "s", choices=choices), "key")
    [menu] = [one for one in screen.controls(asked.blocks) if one.options]
    assert [one["value"] for one in menu.options] == [one.label for one in options], "an answer names its option"


def _labels(message: Message) -> list[str]:
    return [label for one in screen.controls(message.blocks) for label in one.labels]
