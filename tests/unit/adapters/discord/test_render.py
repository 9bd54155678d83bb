"""Whatever is said, Discord takes it, nothing pings, and nothing is cut."""

from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.discord import render
from adapters.discord.message import EPHEMERAL
from harness.chat.cards import Body, Task, Text
from harness.chat.people import Person
from tests.examples import examples
from tests.fakes.discord.screen import shown
from tests.fakes.discord.shape import check_message
from tests.unit.adapters.discord.shown import ANA, cards, few, notes, taken
from tests.unit.adapters.discord.test_text import hostile


@settings(max_examples=examples(500), deadline=None)
@given(st.one_of(cards, st.builds(Text, hostile, lead=notes, buttons=few)))
def test_whatever_it_is_discord_takes_it_and_nothing_pings(body: Body):
    for part in render.messages(body, "key"):
        taken(part)


@given(hostile)
def test_what_one_person_sees_is_taken(text: str):
    body = render.noted(text)
    check_message(body)
    assert body["flags"] & EPHEMERAL


def test_people_are_mentioned_in_a_notice_whatever_they_call_themselves() -> None:
    other = Person("discord", "G", "78", "Ana")
    stranger = Person("slack", "T", "U1", "**Ana** <@77> @everyone")
    lead = ("Stopped by ", ANA, ". Not read yet: messages from ", other, ", ", stranger, ".")
    (message,) = render.messages(Text("", lead=lead), "key")
    content = taken(message)["components"][0]["content"]
    assert content.startswith("Stopped by <@77>. Not read yet: messages from <@78>, ")
    assert content.count("<@77>") == 1, "a name is words"
    assert "**" not in content


def test_a_key_is_found_on_its_message_and_a_live_one_is_told_apart():
    (whole,) = render.messages(Text("hello"), "key")
    assert render.mark_of(whole.body) == render.mark("key", 0, 1)
    assert render.mark_of(render.live(Text("hello", live=True), "key").body) == render.mark("key", 0, 0)
    parts = render.messages(Text("line\n" * 1_000), "key")
    assert len({render.mark_of(part.body) for part in parts}) == len(parts) == 3
    assert render.mark_of({"components": []}) == 0


def test_a_long_text_is_a_file_that_holds_all_of_it():
    (message,) = render.messages(Text("word " * 4_000), "key")
    assert list(message.files.values()) == ["word " * 4_000]
    assert "in the file below" in shown(taken(message))


steps = st.builds(Task, st.just("a"), hostile, st.sampled_from(["pending", "running", "done", "failed"]), hostile)


@settings(max_examples=examples(200), deadline=None)
@given(st.lists(steps, min_size=1, max_size=10))
def test_what_is_being_done_is_taken_whatever_it_is(tasks: list[Task]):
    taken(render.standing(Text("Working.", tasks=tuple(tasks), so_far="2 of 3 steps done"), "key"))


def test_the_steps_of_what_is_done_stand_below_the_text_a_line_each():
    tasks = Task("a", "Read **it**", "done"), Task("b", "Write", details="Run ls"), Task("c", "Check", "pending")
    message = render.standing(Text("Working.", tasks=tasks, so_far="1 of 3 steps done"), "key")
    assert shown(taken(message)).split("\n") == [
        "Working.",
        "-# 1 of 3 steps done",
        "☑️ Read **it**",
        "▶️ Write",
        "-# Run ls",
        "▫️ Check",
    ]
