"""The Chat port against the emulator: what arrives arrives once, whole, and every refusal is told."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from adapters.discord.chat import DiscordChat
from adapters.discord.limits import EDIT_SECONDS
from harness.chat.cards import Block, Button, Card, Task, Text
from harness.chat.people import Place
from harness.chat.port import Activity, ChatLine, Uncertain, Undelivered, Unreachable
from tests.unit.adapters.discord.rig import Scene, scene

APPROVE = Button("Approve", "9f86d081884c7d65|1.1.0|approve", "primary")
PENDING = Card(("Deploy?",), buttons=(APPROVE,))
SETTLED = Card(("Deploy?",), outcome=("Approved by Ana",))
LONG = "".join(f"Paragraph {number} of a long reply.\n\n" for number in range(150))


# Posts
def test_a_post_stands_in_its_thread_and_is_found_by_its_key():
    async def test(here: Scene) -> None:
        assert await here.chat.find(here.place, "key") is None
        message = await here.chat.post(here.place, "key", Text("**hello** @everyone"))
        assert await here.chat.find(here.place, "key") == message
        assert await here.chat.find(here.place, "other") is None
        assert here.texts == ["**hello** @everyone"]

    scene(test)


def test_a_post_whose_answer_is_lost_and_that_is_repeated_is_one_message():
    async def test(here: Scene) -> None:
        await here.chat.post(here.place, "first", Text("first"))
        here.discord.fails("POST", "/messages", lost=True)
        with pytest.raises(Uncertain):
            await here.chat.post(here.place, "key", Text("once"))
        message = await here.chat.post(here.place, "key", Text("once"))
        assert await here.chat.find(here.place, "key") == message
        assert here.texts == ["first", "once"]

    scene(test)


def test_a_long_text_is_several_messages_and_whole_only_when_all_are_there():
    async def test(here: Scene) -> None:
        await here.chat.post(here.place, "first", Text("first"))
        here.discord.fails("POST", "/messages", status=501, times=1)
        with pytest.raises(Uncertain):
            await here.chat.post(here.place, "key", Text(LONG, buttons=(APPROVE,)))
        assert await here.chat.find(here.place, "key") is None
        message = await here.chat.post(here.place, "key", Text(LONG, buttons=(APPROVE,)))
        assert await here.chat.find(here.place, "key") == message == here.posts[1]["id"]
        assert "".join(here.texts[1:]) == LONG
        assert [here.discord.controls(one) for one in here.posts[1:]] == [[], [], ["Approve"]]

    scene(test)


def test_a_card_is_settled_in_its_place():
    async def test(here: Scene) -> None:
        message = await here.chat.post(here.place, "key", PENDING)
        await here.chat.update(here.place, message, "key", SETTLED)
        (post,) = here.posts
        assert "Approved by Ana" in here.discord.shown(post)
        assert not here.discord.controls(post)
        assert await here.chat.find(here.place, "key") == message

    scene(test)


def test_details_that_do_not_fit_are_a_file():
    async def test(here: Scene) -> None:
        await here.chat.post(here.place, "key", Card(("Deploy?",), blocks=(Block("x" * 9_000, name="content"),)))
        (file,) = here.posts[0]["attachments"]
        assert here.discord.state.files[file["id"]] == b"x" * 9_000

    scene(test)


def test_a_place_that_is_gone_is_unreachable():
    async def test(here: Scene) -> None:
        with pytest.raises(Unreachable):
            await here.chat.post(Place("discord", here.place.team, "1"), "key", Text("hello"))

    scene(test)


# Live messages
def test_a_reply_is_written_at_the_pace_and_ends_as_one_message():
    async def test(here: Scene) -> None:
        message = await here.chat.post(here.place, "key", Text("a", live=True))
        assert await here.chat.find(here.place, "key") is None
        for text in ("a b", "a b c", "a b c d"):
            await here.chat.stream(here.place, message, Text(text, live=True))
        await here.discord.until(lambda: here.texts == ["a b c d"] or here.texts == ["a b"])
        await here.clock.advance(EDIT_SECONDS)
        await here.discord.until(lambda: here.texts == ["a b c d"])
        assert len(here.sent("PATCH", message)) <= 2
        await here.chat.update(here.place, message, "key", Text("a b c d e."))
        await here.chat.stream(here.place, message, Text("late", live=True))
        await here.clock.advance(60)
        assert here.texts == ["a b c d e."]
        assert await here.chat.find(here.place, "key") == message

    scene(test)


def test_what_was_being_written_before_a_crash_is_found_and_finished():
    async def test(here: Scene) -> None:
        message = await here.chat.post(here.place, "key", Text("half", live=True))
        after = DiscordChat(here.calls, here.places, here.discord.clock, here.clock.sleep)
        assert await after.find(here.place, "key", live=True) == message
        await after.stream(here.place, message, Text("half of it", live=True))
        await here.discord.until(lambda: here.texts == ["half of it"])
        await after.update(here.place, message, "key", Text(LONG))
        assert "".join(here.texts) == LONG
        assert await after.find(here.place, "key") == message

    scene(test)


def test_what_is_being_done_is_shown_on_a_message_that_stands_until_it_is_changed():
    async def test(here: Scene) -> None:
        working = Text("Working.", buttons=(Button("Stop", "t|1|stop"),))
        message = await here.chat.post(here.place, "key", working)
        after = DiscordChat(here.calls, here.places, here.discord.clock, here.clock.sleep)
        steps = Task("a", "Read", "done"), Task("b", "Write")
        await after.stream(here.place, message, replace(working, tasks=steps, so_far="1 of 2 steps done"), "key")
        await here.discord.until(lambda: here.texts == ["Working.\n-# 1 of 2 steps done\n☑️ Read\n▶️ Write"])
        assert await here.chat.find(here.place, "key") == message
        await after.update(here.place, message, "key", Text("Worked 24 s"))
        await after.stream(here.place, message, replace(working, tasks=steps, so_far="late"), "key")
        await here.clock.advance(60)
        assert here.texts == ["Worked 24 s"]
        await after.close()

    scene(test)


def test_what_was_not_shown_when_it_is_finished_is_shown_then():
    async def test(here: Scene) -> None:
        message = await here.chat.post(here.place, "key", Text("one", live=True))
        await here.chat.stream(here.place, message, Text("one two", live=True))
        await here.chat.finish(here.place, message)
        assert here.texts == ["one two"]

    scene(test)


# An hour later
def test_where_discord_refuses_an_old_edit_a_new_message_stands_in_its_place():
    async def test(here: Scene) -> None:
        message = await here.chat.post(here.place, "key", PENDING)
        here.discord.clock.advance(3_700)
        await here.chat.update(here.place, message, "key", PENDING)
        (post,) = here.posts
        assert await here.chat.find(here.place, "key") == post["id"] != message
        await here.chat.update(here.place, message, "key", SETTLED)
        assert [one["id"] for one in here.posts] == [post["id"]], "the new one is edited"
        assert "Approved by Ana" in here.texts[0]
        here.discord.clock.advance(3_700)
        await here.chat.update(here.place, message, "key", Card(("Deploy?",), outcome=("Done",)))
        assert ["Done" in text for text in here.texts] == [True]

    scene(test)


def test_what_a_crash_left_of_an_old_card_goes_when_it_is_settled():
    async def test(here: Scene) -> None:
        message = await here.chat.post(here.place, "key", PENDING)
        here.discord.clock.advance(3_700)
        here.discord.fails("DELETE", message, status=501, times=1)
        with pytest.raises(Uncertain):
            await here.chat.update(here.place, message, "key", SETTLED)
        assert len(here.posts) == 2
        await here.chat.update(here.place, message, "key", SETTLED)
        assert ["Approved by Ana" in text for text in here.texts] == [True]

    scene(test)


def test_a_card_that_somebody_deleted_is_said_anew():
    async def test(here: Scene) -> None:
        message = await here.chat.post(here.place, "key", PENDING)
        here.discord.state.delete(here.place.thread, message)
        await here.chat.update(here.place, message, "key", SETTLED)
        assert ["Approved by Ana" in text for text in here.texts] == [True]

    scene(test)


@pytest.mark.parametrize("deleted", [True, False])
def test_a_text_that_loses_its_buttons_is_not_said_anew_where_it_cannot(deleted: bool):
    async def test(here: Scene) -> None:
        message = await here.chat.post(
            here.place, "key", Text("The build is red.", buttons=(Button("Stop", "t.1.stop"),))
        )
        await here.chat.post(here.place, "next", Text("The build is green."))
        if deleted:
            here.discord.state.delete(here.place.thread, message)
        else:
            here.discord.clock.advance(3_700)
        with pytest.raises(Unreachable if deleted else Undelivered):
            await here.chat.update(here.place, message, "key", Text("The build is red."))
        assert "green" in here.texts[-1]
        assert sum("red" in text for text in here.texts) == (not deleted)

    scene(test)


# Looking
def test_history_is_what_was_said_before_with_what_the_thread_hangs_on():
    async def test(here: Scene) -> None:
        await here.chat.post(here.place, "key", Text("on it"))
        last = here.discord.says(here.ana, here.place.thread, "and?")
        said = await here.chat.history(here.place, last["id"], 10)
        assert said == [ChatLine("ana", "deploy it"), ChatLine("deskmate", "on it", ours=True)]
        assert await here.chat.history(here.place, last["id"], 1) == [ChatLine("deskmate", "on it", ours=True)]

    scene(test)


def test_the_history_of_a_forums_post_begins_with_it_and_it_may_be_reacted_to():
    async def test(here: Scene) -> None:
        forum = here.discord.forum("ideas")["id"]
        post = here.discord.posts_in_forum(here.ana, forum, "A rocket", "Let us build one")["id"]
        place = Place("discord", here.place.team, forum, post)
        last = here.discord.says(here.ana, post, "and?")
        assert await here.chat.history(place, last["id"], 10) == [ChatLine("ana", "Let us build one")]
        await here.chat.react(place, post, "waiting")
        assert here.discord.state.reactions[post] == {"⏳"}

    scene(test)


def test_a_key_is_found_far_back():
    async def test(here: Scene) -> None:
        message = await here.chat.post(here.place, "key", Text("first"))
        for number in range(150):
            here.discord.says(here.ana, here.place.thread, f"talk {number}")
        assert await here.chat.find(here.place, "key") == message

    scene(test)


# What only one person sees
def test_only_they_are_told_after_their_click_and_directly_without_one():
    async def test(here: Scene) -> None:
        await here.chat.post(here.place, "key", PENDING)
        await here.chat.tell(here.place, here.person, Text("to you alone"))
        direct = here.discord.state.direct[here.ana["id"]]
        assert [here.discord.shown(one) for one in here.discord.posts(direct)] == ["to you alone"]
        clicked = here.discord.clicks(here.ana, here.posts[0], "Approve")
        await here.calls("POST", "/interactions/{webhook_id}/{webhook_token}/callback", {"type": 6},
                         at={"webhook_id": clicked.id, "webhook_token": clicked.token})  # fmt: skip
        here.chat.heard(here.place.thread, here.ana["id"], here.discord.state.app, clicked.token)
        await here.chat.tell(here.place, here.person, Text("now"))
        assert here.discord.private(here.ana) == ["now"]
        here.discord.clock.advance(901)
        await here.chat.tell(here.place, here.person, Text("much later"))
        assert here.discord.shown(here.discord.posts(direct)[-1]) == "much later"

    scene(test)


def test_what_one_person_is_told_is_whole_however_long():
    async def test(here: Scene) -> None:
        await here.chat.post(here.place, "key", PENDING)
        await here.chat.tell(here.place, here.person, Text(LONG))
        direct = here.discord.state.direct[here.ana["id"]]
        assert "".join(here.discord.shown(one) for one in here.discord.posts(direct)) == LONG
        clicked = here.discord.clicks(here.ana, here.posts[0], "Approve")
        here.discord.state.respond(clicked.id, clicked.token, {"type": 6})
        await here.chat.answer(here.discord.state.app, clicked.token, Text(LONG, buttons=(APPROVE,)))
        assert "".join(here.discord.private(here.ana)) == LONG
        assert [here.discord.controls(one) for one in clicked.private] == [[], [], ["Approve"]]

    scene(test)


def test_reactions_come_and_go():
    async def test(here: Scene) -> None:
        id = here.said["id"]
        await here.chat.react(here.place, id, "waiting")
        assert here.discord.state.reactions[id] == {"⏳"}
        await here.chat.react(here.place, id, "heard")
        assert here.discord.state.reactions[id] == {"👀"}
        await here.chat.react(here.place, id, "dropped")
        assert here.discord.state.reactions[id] == {"👀"}

    scene(test)


def test_typing_is_shown_while_we_work_and_not_while_we_wait():
    async def test(here: Scene) -> None:
        await here.chat.post(here.place, "key", Text("on it"))
        await here.chat.show(here.place, Activity("working"))
        await here.discord.until(lambda: len(here.discord.state.typing) == 1)
        await here.clock.slept.wait()
        await here.clock.advance(8)
        await here.discord.until(lambda: len(here.discord.state.typing) == 2)
        await here.chat.show(here.place, Activity("waiting"))
        await here.clock.advance(60)
        await asyncio.sleep(0.01)
        assert here.discord.state.typing == [here.place.thread] * 2

    scene(test)


def test_typing_is_shown_in_the_channel_until_the_thread_is_there():
    async def test(here: Scene) -> None:
        await here.chat.show(here.place, Activity("working"))
        await here.discord.until(lambda: here.discord.state.typing == [here.channel])
        await here.chat.post(here.place, "key", Text("on it"))
        await here.clock.slept.wait()
        await here.clock.advance(8)
        await here.discord.until(lambda: here.discord.state.typing == [here.channel, here.place.thread])

    scene(test)


def test_typing_goes_on_after_a_failure_that_passes():
    async def test(here: Scene) -> None:
        here.discord.fails("POST", "/typing", lost=True)
        await here.chat.show(here.place, Activity("working"))
        await here.clock.slept.wait()
        await here.clock.advance(8)
        await here.discord.until(lambda: here.channel in here.discord.state.typing)

    scene(test)


@pytest.mark.parametrize(
    "say",
    [
        lambda here: here.chat.post(Place.direct(here.person), "key", Text("I may not write there.")),
        lambda here: here.chat.tell(here.place, here.person, Text("I may not write there.")),
    ],
)
def test_who_takes_no_direct_messages_sees_at_least_a_reaction(say: Callable[[Scene], Awaitable[object]]):
    async def test(here: Scene) -> None:
        direct = here.discord.state.direct_with(here.ana["id"])["id"]
        here.chat.said(here.channel, here.said["id"], here.ana["id"])
        for status, code, shown in ((403, 50013, None), (403, 50007, {"📪"})):
            here.discord.fails("POST", f"/channels/{direct}/messages", times=1, status=status, code=code)
            with pytest.raises(Unreachable):
                await say(here)
            assert here.discord.state.reactions.get(here.said["id"]) == shown

    scene(test)


def test_what_was_put_off_is_let_go_unless_it_was_answered():
    async def test(here: Scene) -> None:
        state = here.discord.state
        for answered in (False, True):
            made = state.interact(2, here.ana["id"], here.channel, {})
            state.respond(made.id, made.token, {"type": 5, "data": {"flags": 64}})
            here.chat.put_off(made.token)
            if answered:
                await here.chat.answer(state.app, made.token, Text("so it is"))
            for _ in range(2):
                await here.chat.let_go(state.app, made.token)
            assert not made.thinking
            assert [here.discord.shown(one) for one in made.private] == (["so it is"] if answered else [])
        assert len(here.sent("DELETE", "/messages/@original")) == 1

    scene(test)


def test_what_somebody_is_told_directly_is_not_doubled_by_an_answer_that_is_lost_but_may_be_said_again():
    async def test(here: Scene) -> None:
        direct = here.discord.state.direct_with(here.ana["id"])["id"]
        text = Text("word " * 900)
        here.discord.fails("POST", f"/channels/{direct}/messages", lost=True)
        with pytest.raises(Uncertain):
            await here.chat.tell(here.place, here.person, text)
        await here.chat.tell(here.place, here.person, text)
        once = len(here.discord.posts(direct))
        assert "".join(map(here.discord.shown, here.discord.posts(direct))) == text.markdown
        here.discord.clock.advance(1)
        await here.chat.tell(here.place, here.person, text)
        assert len(here.discord.posts(direct)) == 2 * once

    scene(test)
