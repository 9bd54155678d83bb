"""The Chat port against the emulator: what arrives arrives once, whole, and every refusal is told."""

import asyncio
from collections.abc import Callable

import pytest

from adapters.slack.calls import CallRefused
from adapters.slack.limits import EDIT_SECONDS
from adapters.slack.rates import Priority
from adapters.slack.statuses import REFRESH
from harness.chat.cards import Block, Button, Card, Text
from harness.chat.people import Person
from harness.chat.port import Activity, ChatError, Uncertain, Undelivered, Unreachable
from tests.fakes.clock import settle
from tests.unit.adapters.slack.scene import Scene, scene

APPROVE = Button("Approve", "9f86d081884c7d65|1.1.0|approve", "primary")
PENDING = Card(("Deploy?",), buttons=(APPROVE,))
SETTLED = Card(("Deploy?",), outcome=("Approved by Ana",))
LONG = "".join(f"Paragraph {number} of a long reply.\n\n" for number in range(900))


# Posts
def test_a_post_stands_in_its_thread_and_is_found_by_its_key():
    async def test(here: Scene) -> None:
        assert await here.chat.find(here.place, "key") is None
        message = await here.chat.post(here.place, "key", Text("**hello** <!channel>"))
        assert await here.chat.find(here.place, "key") == message
        assert [(one.ts, one.shown, one.thread_ts) for one in here.posts] == [
            (message, "**hello** &lt;!channel&gt;", here.said.ts)
        ]

    scene(test)


def test_a_long_text_is_several_messages_that_arrive_once_each_although_answers_are_lost():
    async def test(here: Scene) -> None:
        here.slack.drops("chat.postMessage", "after", times=2)
        here.slack.breaks("chat.postMessage", 503)
        message = await here.delivery().post(here.place, "key", Text(LONG, buttons=(APPROVE,)))
        assert here.posts[0].ts == message
        texts = [one.blocks[0]["text"] for one in here.posts]
        assert "".join(texts) == LONG
        assert ["Approve" in one.shown for one in here.posts] == [False] * (len(texts) - 1) + [True]
        assert await here.chat.find(here.place, "key") == message

    scene(test)


def test_a_very_long_text_is_said_in_messages_where_slack_takes_no_files():
    async def test(here: Scene) -> None:
        here.slack.refuses("files.*", "file_uploads_disabled", times=None)
        message = await here.delivery().begin(here.place, "key", here.live("Paragraph 0"), look=False)
        ending = asyncio.create_task(here.chat.update(here.place, message, "key", Text(LONG * 2)))
        while not ending.done():  # they are more than may be posted at once
            await here.passes(1)
        await ending
        assert "".join(one.blocks[0]["text"] for one in here.posts) == LONG * 2
        assert await here.chat.find(here.place, "key") == message

    scene(test)


def test_half_of_a_long_text_is_not_found_and_is_completed():
    async def test(here: Scene) -> None:
        here.slack.refuses(
            "chat.postMessage", "internal_error", when=lambda args: "Paragraph 899" in str(args["blocks"])
        )
        with pytest.raises(Uncertain):
            await here.chat.post(here.place, "key", Text(LONG))
        assert here.posts
        assert await here.chat.find(here.place, "key") is None
        first = here.posts[0].ts
        assert await here.chat.post(here.place, "key", Text(LONG)) == first
        assert "".join(one.blocks[0]["text"] for one in here.posts) == LONG

    scene(test)


def test_a_live_message_that_ends_long_is_completed_by_more():
    async def test(here: Scene) -> None:
        delivery = here.delivery()
        message = await delivery.begin(here.place, "key", Text("Para"), look=False)
        here.slack.drops("chat.postMessage", "after")
        await delivery.finish(here.place, "key", Text(LONG))
        assert here.posts[0].ts == message
        assert "".join(one.blocks[0]["text"] for one in here.posts) == LONG
        assert not here.posts[0].edited

    scene(test)


def test_a_post_whose_answer_is_lost_is_one_message():
    async def test(here: Scene) -> None:
        here.slack.drops("chat.postMessage", "after")
        message = await here.delivery().post(here.place, "key", PENDING)
        assert [one.ts for one in here.posts] == [message]

    scene(test)


@pytest.mark.parametrize("refusal", ["msg_too_long", "msg_blocks_too_long", "invalid_blocks"])
def test_what_slack_finds_too_long_is_said_in_smaller_pieces(refusal: str):
    async def test(here: Scene) -> None:
        here.slack.refuses("chat.postMessage", refusal)
        await here.chat.post(here.place, "key", Text(LONG[:9_000]))
        assert len(here.posts) == 3
        assert "".join(one.blocks[0]["text"] for one in here.posts) == LONG[:9_000]

    scene(test)


@pytest.mark.parametrize(
    ("break_it", "error"),
    [
        (lambda here: here.slack.archives(here.channel), Unreachable),
        (lambda here: here.slack.leaves(here.slack.bot, here.channel), Unreachable),
        (lambda here: here.slack.refuses("chat.postMessage", "restricted_action"), Unreachable),
        (lambda here: here.slack.drops("chat.postMessage", "before"), Uncertain),
        (lambda here: here.slack.rate_limits("chat.postMessage", retry_after=601), Undelivered),
    ],
)
def test_what_does_not_arrive_is_told(break_it: Callable[[Scene], object], error: type[ChatError]):
    async def test(here: Scene) -> None:
        break_it(here)
        with pytest.raises(error):
            await here.chat.post(here.place, "key", Text("hello"))
        assert not here.posts

    scene(test)


def test_posts_to_one_channel_keep_slacks_pace():
    async def test(here: Scene) -> None:
        posts = [asyncio.create_task(here.chat.post(here.place, str(n), Text(str(n)))) for n in range(12)]
        while not all(post.done() for post in posts):
            await asyncio.sleep(0.01)
            await here.clock.advance(0.5)
            here.slack.clock.advance(0.5)
        assert len(here.posts) == 12
        assert all(call.status == 200 for call in here.slack.calls)

    scene(test, strict_rates=True)


# Cards
def test_a_card_is_settled_in_place():
    async def test(here: Scene) -> None:
        message = await here.chat.post(here.place, "key", PENDING)
        assert "[Approve]" in here.posts[0].shown
        await here.chat.update(here.place, message, "key", SETTLED)
        assert here.posts[0].shown == "Approved by Ana"
        assert not here.posts[0].edited
        assert await here.chat.find(here.place, "key") == message

    scene(test)


def test_long_arguments_stand_in_a_file_above_the_card_once():
    async def test(here: Scene) -> None:
        content = "line <!channel>\n" * 1_000
        card = Card(("Write?",), blocks=(Block(content, name="content"),), buttons=(APPROVE,))
        here.slack.drops("files.completeUploadExternal", "after")
        here.slack.drops("chat.postMessage", "after")
        message = await here.delivery().post(here.place, "key", card)
        (shared,) = [one for one in here.posts if one.files]
        assert shared.files[0].content.decode() == content
        assert f"attached as {shared.files[0].name}" in here.slack.message(message).shown
        assert shared.ts < message
        assert len(here.posts) == 2

    scene(test)


def test_a_card_whose_file_cannot_be_attached_is_not_posted_without_it():
    async def test(here: Scene) -> None:
        here.slack.refuses("files.getUploadURLExternal", "missing_scope")
        card = Card(("Write?",), blocks=(Block("x" * 9_000, name="content"),), buttons=(APPROVE,))
        with pytest.raises(Unreachable, match="missing_scope"):
            await here.chat.post(here.place, "key", card)
        assert not here.posts

    scene(test)


@pytest.mark.parametrize("code", ["message_not_found", "cant_update_message", "channel_not_found"])
def test_a_card_that_is_gone_cannot_be_settled(code: str):
    async def test(here: Scene) -> None:
        message = await here.chat.post(here.place, "key", PENDING)
        here.slack.refuses("chat.update", code)
        with pytest.raises(CallRefused) as refused:
            await here.chat.update(here.place, message, "key", SETTLED)
        assert isinstance(refused.value, Unreachable)
        assert refused.value.code == code

    scene(test)


# Room
def test_nothing_is_shown_live_whose_end_has_no_share_of_the_limit():
    async def test(here: Scene) -> None:
        pacer = here.calls.pacer
        taken = [name for name in map(str, range(100)) if pacer.take_share("chat.update", name)]
        streamed = await here.chat.post(here.place, "k1", here.live("Once upon"))
        assert [name for name in map(str, range(100)) if pacer.take_share("chat.stopStream", name)]
        for body in (
            here.live("Once more"),
            Text("It lives.", live=True),
            Text("Stop?", buttons=(Button("Stop", "t|1|stop"),), haste="spare"),
        ):
            with pytest.raises(Undelivered):
                await here.chat.post(here.place, "k2", body)
        assert [one.ts for one in here.posts] == [streamed]
        pacer.give_back("chat.update", taken[0])
        await here.chat.post(here.place, "k3", Text("It lives.", live=True))

    scene(test)


def test_what_was_shown_live_ends_at_once_however_much_else_is_to_be_changed():
    async def test(here: Scene) -> None:
        streamed = await here.chat.post(here.place, "k1", here.live("Once upon"))
        edited = await here.chat.post(here.place, "k2", Text("It lives.", live=True))
        pacer = here.calls.pacer
        for method in ("chat.update", "chat.stopStream"):
            quota = pacer._queue(method, "").quota
            while quota.room(Priority.TEXT, here.clock()):
                quota.answered.append(here.clock())
        await here.chat.update(here.place, streamed, "k1", Text("Once upon a time."))
        await here.chat.update(here.place, edited, "k2", Text("It lived."))
        assert [one.shown for one in here.posts] == ["Once upon a time.", "It lived."]

    scene(test)


def test_a_share_is_given_back_by_what_is_finished_as_it_stands():
    async def test(here: Scene) -> None:
        quota = here.calls.pacer._queue("chat.update", "").quota
        message = await here.chat.post(here.place, "k", Text("It lives.", live=True))
        assert list(quota.shares) == [message]
        await here.chat.finish(here.place, message)
        assert not quota.shares

    scene(test)


# Status
def test_the_status_is_cleared_before_a_question_and_never_stands_below_it():
    async def test(here: Scene) -> None:
        await here.chat.show(here.place, Activity("working", "is thinking…"))
        assert (here.status, here.session) == ("is working…", "processing")
        message = await here.chat.post(here.place, "key", PENDING)
        assert here.methods()[-2:] == ["agents.sessions.setStatus", "chat.postMessage"]
        await here.chat.show(here.place, Activity("working", "is running deploy…"))
        await here.clock.advance(5 * REFRESH)
        assert (here.status, here.session) == ("", "suspended")
        await here.chat.update(here.place, message, "key", SETTLED)
        assert here.status == "is working…"
        await here.chat.show(here.place, Activity())
        assert (here.status, here.session) == ("", "active")

    scene(test)


def test_an_app_that_is_no_agent_shows_a_line():
    async def test(here: Scene) -> None:
        here.slack.sessions.enabled = False
        await here.chat.show(here.place, Activity("working", "is thinking…"))
        assert here.status == "is thinking…"
        message = await here.chat.post(here.place, "key", PENDING)
        assert here.methods()[-2:] == ["assistant.threads.setStatus", "chat.postMessage"]
        await here.chat.show(here.place, Activity("working", "is running deploy…"))
        assert here.status == ""
        await here.chat.update(here.place, message, "key", SETTLED)
        assert here.status == "is running deploy…"
        await here.chat.show(here.place, Activity())
        await here.chat.post(here.place, "reply", Text("Done."))
        await here.passes(10)
        assert here.status == ""
        assert here.methods()[-1] == "chat.postMessage", "a post clears the line by itself"

    scene(test)


def test_a_question_that_is_gone_holds_up_no_status():
    async def test(here: Scene) -> None:
        message = await here.chat.post(here.place, "key", PENDING)
        await here.chat.show(here.place, Activity("working", "is running deploy…"))
        here.slack.refuses("chat.update", "message_not_found")
        with pytest.raises(Unreachable):
            await here.chat.update(here.place, message, "key", SETTLED)
        assert here.session == "processing"

    scene(test)


def test_a_session_is_called_by_the_first_words_of_its_thread():
    async def test(here: Scene) -> None:
        here.chat.began(here.place, f"Deploy\n the {'very ' * 100}latest", here.ana.id)
        await here.chat.show(here.place, Activity("working", "is thinking…"))
        session = here.slack.session(here.channel, here.said.ts)
        assert session
        assert session.title.startswith("Deploy the very very")
        assert len(session.title) == 200
        assert session.initiator == here.ana.id

    scene(test)


def test_a_status_that_hangs_is_over_before_the_question_is_asked():
    async def test(here: Scene) -> None:
        hold = here.slack.holds("agents.sessions.setStatus")
        show = asyncio.create_task(here.chat.show(here.place, Activity("working", "is thinking…")))
        await hold.reached()
        post = asyncio.create_task(here.chat.post(here.place, "key", PENDING))
        await asyncio.sleep(0.05)
        assert not here.posts
        hold.release()
        await asyncio.gather(show, post)
        assert here.posts
        assert here.status == ""

    scene(test)


def test_showing_never_raises():
    async def test(here: Scene) -> None:
        for misfortune in ("drop", "limit", "break", "refuse"):
            match misfortune:
                case "drop":
                    here.slack.drops("agents.sessions.setStatus")
                case "limit":
                    here.slack.rate_limits("agents.sessions.setStatus", 60)
                case "break":
                    here.slack.breaks("agents.sessions.setStatus")
                case _:
                    here.slack.refuses("*.setStatus", "missing_scope", times=None)
            await here.chat.show(here.place, Activity("working", f"{misfortune}…"))
            await here.clock.advance(61)

    scene(test)


def test_a_process_that_stops_leaves_no_status_that_nobody_would_clear():
    async def test(here: Scene) -> None:
        await here.chat.show(here.place, Activity("working", "is thinking…"))
        await here.chat.close()
        assert here.session == "active"

    scene(test)


# Live messages
def test_a_live_message_follows_at_the_pace_and_ends_as_it_should():
    async def test(here: Scene) -> None:
        message = await here.chat.post(here.place, "key", Text("one"))
        for text in ("one two", "one two three", "one two three four"):
            await here.chat.stream(here.place, message, Text(text))
        await here.slack.until(lambda: here.posts[0].shown == "one two three four")
        await here.chat.stream(here.place, message, Text("one two three four five"))
        await here.chat.update(here.place, message, "key", Text("whole"))
        await here.chat.stream(here.place, message, Text("late"))
        await here.clock.advance(10 * EDIT_SECONDS)
        await settle()
        assert here.posts[0].shown == "whole"
        assert not here.posts[0].edited
        assert len(here.slack.calls_of("chat.update")) == 2

    scene(test)


def test_a_live_message_that_is_left_as_it_stands_shows_all_that_came():
    async def test(here: Scene) -> None:
        message = await here.chat.post(here.place, "key", Text("one"))
        await here.chat.stream(here.place, message, Text("one two"))
        await here.slack.until(lambda: here.posts[0].shown == "one two")
        await here.chat.stream(here.place, message, Text("one two three"))
        await here.chat.finish(here.place, message)
        assert here.posts[0].shown == "one two three"

    scene(test)


def test_streaming_never_raises():
    async def test(here: Scene) -> None:
        await here.chat.stream(here.place, "1.0", Text("to a message that is not there"))
        await here.slack.until(lambda: here.slack.calls_of("chat.update"))
        here.slack.drops("chat.update")
        await here.chat.stream(here.place, "1.0", Text("and again"))
        await here.clock.advance(EDIT_SECONDS)
        await here.slack.until(lambda: len(here.slack.calls_of("chat.update")) == 2)

    scene(test)


# Receipts, and what only one sees
def test_a_receipt_says_that_it_waits_and_then_that_it_was_heard():
    async def test(here: Scene) -> None:
        for _ in range(2):
            await here.chat.react(here.place, here.said.ts, "waiting")
        assert list(here.slack.reactions(here.said)) == ["hourglass_flowing_sand"]
        for _ in range(2):
            await here.chat.react(here.place, here.said.ts, "heard")
        assert list(here.slack.reactions(here.said)) == ["eyes"]
        with pytest.raises(Unreachable):
            await here.chat.react(here.place, "1.0", "heard")

    scene(test)


def test_a_receipt_that_it_waits_goes_when_it_need_not_be_heard():
    async def test(here: Scene) -> None:
        await here.chat.react(here.place, here.said.ts, "waiting")
        for _ in range(2):
            await here.chat.react(here.place, here.said.ts, "dropped")
        assert not here.slack.reactions(here.said)

    scene(test)


def test_what_is_told_is_seen_by_one_alone_and_pings_nobody():
    async def test(here: Scene) -> None:
        ana = Person("slack", here.slack.team.id, here.ana.id)
        await here.chat.tell(here.place, ana, Text("not yours: <!here>"))
        (told,) = here.slack.ephemerals(here.ana)
        assert (told.shown, told.thread_ts) == ("not yours: &lt;!here&gt;", here.said.ts)
        assert not here.posts
        with pytest.raises(Unreachable, match="user_not_in_channel"):
            await here.chat.tell(here.place, Person("slack", here.slack.team.id, here.slack.user("zoe").id), Text("x"))

    scene(test)
