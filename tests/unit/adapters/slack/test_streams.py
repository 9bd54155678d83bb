"""A reply that is streamed stands there whole and once in the end, whatever Slack does to its streams."""

import asyncio

import pytest

from adapters.slack.streams import KEPT, RETRY
from harness.chat.cards import Button, Feedback, Text
from harness.chat.people import Person, Place
from harness.chat.port import Activity, Uncertain, Unreachable
from tests.unit.adapters.slack.scene import Scene, scene

CONTINUE = Button("Continue", "9f86d081884c7d65|1|continue", "primary")
WORDS = " ".join(f"word{number}" for number in range(4_000))


def said(here: Scene) -> str:
    """All that stands in our messages, in Markdown."""
    return "".join(block["text"] for one in here.posts for block in one.blocks if block["type"] == "markdown")


async def begun(here: Scene, text: str) -> str:
    return await here.delivery().begin(here.place, "key", here.live(text), look=False)


async def written(here: Scene, message: str, seconds: int, a_second: int = 60, since: int = 0, step: int = 10) -> None:
    """For so many seconds, so many characters of it each second."""
    for second in range(since, since + seconds, step):
        await here.chat.stream(here.place, message, Text(WORDS[: 60 + (second + step) * a_second]))
        await here.passes(step, step)


def test_a_reply_is_streamed_and_ended_by_its_stream():
    async def test(here: Scene) -> None:
        message = await begun(here, "one two <!channel> thr")
        assert [one.streaming for one in here.posts] == ["in_progress"]
        await here.chat.stream(here.place, message, Text("one two <!channel> three > four fi"))
        await here.passes(2)
        assert here.posts[0].text == "one two &lt;!channel&gt; three &gt; four "
        await here.chat.update(
            here.place, message, "key", Text("one two <!channel> three > four five.", buttons=(CONTINUE,))
        )
        await here.chat.stream(here.place, message, Text("late"))
        await here.passes(5)
        assert here.posts[0].text == "one two &lt;!channel&gt; three &gt; four five."
        assert here.posts[0].controls == ["Continue"]
        assert [one.streaming for one in here.posts] == ["completed"]
        assert here.methods() == ["chat.startStream", "chat.appendStream", "chat.stopStream"]
        assert await here.chat.find(here.place, "key") == message

    scene(test, strict_rates=True)


def test_what_people_may_say_of_an_answer_comes_with_its_end_and_takes_no_call():
    async def test(here: Scene) -> None:
        message = await begun(here, "one two thr")
        await here.chat.update(here.place, message, "key", Text("one two three.", feedback=Feedback("g", "b")))
        assert here.posts[0].rated
        assert here.methods() == ["chat.startStream", "chat.stopStream"]

    scene(test)


def test_a_word_that_nothing_follows_is_shown_and_the_white_space_after_it_is_not_lost():
    async def test(here: Scene) -> None:
        message = await begun(here, "Let me look")
        await here.passes(2)
        assert here.posts[0].text == "Let me "
        await here.passes(2)
        assert here.posts[0].text == "Let me look"
        await here.chat.stream(here.place, message, Text("Let me look\n\nAt it."))
        await here.passes(4)
        await here.chat.update(here.place, message, "key", Text("Let me look\n\nAt it.", buttons=(CONTINUE,)))
        assert [one.shown for one in here.posts] == ["Let me look\n\nAt it.\n[Continue]"]
        assert here.methods()[-2:] == ["chat.stopStream", "chat.update"], "Slack may have swallowed it"

    scene(test)


def test_a_long_reply_goes_on_in_new_messages_before_its_streams_die():
    async def test(here: Scene) -> None:
        message = await begun(here, WORDS[:60])
        await written(here, message, 620, 20)
        assert [one.streaming for one in here.posts] == ["completed", "completed", "in_progress"]
        await here.chat.update(here.place, message, "key", Text(WORDS[:12_500], buttons=(CONTINUE,)))
        assert said(here) == WORDS[:12_500]
        assert [one.controls for one in here.posts] == [[], [], ["Continue"]]
        assert {one.streaming for one in here.posts} == {"completed"}
        assert all(call.ok for call in here.slack.calls)
        assert await here.chat.find(here.place, "key") == message
        await here.chat.update(here.place, message, "key", Text(WORDS[:12_500]))
        assert said(here) == WORDS[:12_500], "written anew, in fewer messages"

    scene(test, strict_rates=True)


def test_a_reply_that_pauses_ends_its_stream_in_time_and_goes_on_in_another():
    async def test(here: Scene) -> None:
        message = await begun(here, "one two three")
        await here.passes(330, step=10)
        assert [one.streaming for one in here.posts] == ["completed"]
        await here.chat.stream(here.place, message, Text("one two three four five"))
        await here.passes(2)
        assert [one.streaming for one in here.posts] == ["completed", "in_progress"]
        await here.chat.update(here.place, message, "key", Text("one two three four five six"))
        assert said(here) == "one two three four five six"

    scene(test)


def test_a_reply_that_fills_a_message_goes_on_in_another():
    async def test(here: Scene) -> None:
        lines = "".join(f"{number}. a line & more\n" for number in range(2_200))
        message = await begun(here, lines[:5_000])
        for size in (11_000, 18_000, 26_000, 26_500):
            await here.chat.stream(here.place, message, Text(lines[:size]))
            await here.passes(4)
        assert len(here.posts) == 3
        await here.chat.update(here.place, message, "key", Text(lines))
        assert said(here) == lines.replace("&", "&amp;")
        assert len(here.posts) > 4
        assert await here.chat.find(here.place, "key") == message

    scene(test)


@pytest.mark.parametrize("final", [WORDS[:3_000], WORDS[:2_000].upper(), "short"])
def test_a_stream_that_dies_is_edited_and_ends_whole(final: str):
    async def test(here: Scene) -> None:
        message = await begun(here, WORDS[:50])
        here.slack.clock.advance(400)
        await here.chat.stream(here.place, message, Text(WORDS[:2_000]))
        await here.passes(3)
        assert here.posts[0].streaming == "completed"
        assert WORDS[:1_950] in here.posts[0].shown
        await here.chat.update(here.place, message, "key", Text(final, buttons=(CONTINUE,)))
        assert said(here) == final
        assert len(here.posts) == 1
        assert here.posts[0].controls == ["Continue"]
        assert await here.chat.find(here.place, "key") == message

    scene(test)


def test_a_stream_that_dies_late_is_replaced_by_an_edit_of_its_message_alone():
    async def test(here: Scene) -> None:
        message = await begun(here, WORDS[:60])
        await written(here, message, 300)
        assert len(here.posts) > 1
        here.slack.clock.advance(400)
        await here.chat.update(here.place, message, "key", Text(WORDS[:20_000]))
        assert said(here) == WORDS[:20_000]
        assert await here.chat.find(here.place, "key") == message

    scene(test)


@pytest.mark.parametrize("effect", ["before", "after"])
@pytest.mark.parametrize("later", [False, True])
@pytest.mark.parametrize("method", ["chat.startStream", "chat.appendStream", "chat.stopStream", "chat.postMessage"])
def test_answers_that_are_lost_lose_no_text_and_double_none(method: str, effect: str, later: bool):
    async def test(here: Scene) -> None:
        def lost() -> None:
            here.slack.drops(method, effect, times=2)  # type: ignore[arg-type]

        if not later:
            lost()
        delivery = here.delivery()
        message = await delivery.begin(here.place, "key", here.live(WORDS[:60]), look=False)
        await written(here, message, 20, 50, step=2)
        await here.passes(240, step=10)
        if later:
            lost()
        await written(here, message, 30, 50, since=20, step=2)
        await delivery.finish(here.place, "key", Text(WORDS[:23_000], buttons=(CONTINUE,)))
        assert said(here) == WORDS[:23_000]
        assert here.posts[-1].controls == ["Continue"]
        assert await here.chat.find(here.place, "key") == here.posts[0].ts

    scene(test)


@pytest.mark.parametrize("lost", [False, True])
def test_a_reply_whose_beginning_was_lost_is_not_written_over_another(lost: bool):
    """While the first was looked for, the next began: its message carries no key yet either."""

    async def test(here: Scene) -> None:
        here.slack.drops("chat.startStream", "after", times=1 + lost)
        with pytest.raises(Uncertain):
            await here.chat.post(here.place, "key", here.live("one two"))
        if lost:
            with pytest.raises(Uncertain):
                await here.chat.post(here.place, "next", here.live("three four"))
            found = await asyncio.gather(*(here.chat.find(here.place, key, True) for key in ("key", "next")))
        else:
            held = here.slack.holds("chat.startStream", "after")
            beginning = asyncio.create_task(here.chat.post(here.place, "next", here.live("three four")))
            await held.reached()
            finding = asyncio.create_task(here.chat.find(here.place, "key", True))
            await here.slack.until(lambda: here.slack.calls_of("conversations.replies"))
            held.release()
            found = [await finding, await beginning]
        for message, key, text in zip(found, ("key", "next"), ("one two.", "three four."), strict=True):
            assert message
            await here.chat.update(here.place, message, key, Text(text))
        assert sorted(one.shown for one in here.posts) == ["one two.", "three four."]

    scene(test)


@pytest.mark.parametrize("code", ["team_access_not_granted", "unknown_method", "missing_scope", "feature_not_enabled"])
def test_where_slack_does_not_stream_replies_are_edited_and_it_is_asked_again_only_later(code: str):
    async def test(here: Scene) -> None:
        here.slack.refuses("chat.*Stream", code, times=None)
        for key in ("a", "b"):
            message = await here.chat.post(here.place, key, here.live("one two three"))
            await here.chat.stream(here.place, message, Text("one two three four"))
            await here.slack.until(lambda: here.posts[-1].shown == "one two three four")
            await here.chat.update(here.place, message, key, Text("one two three four five"))
        assert [one.shown for one in here.posts] == ["one two three four five"] * 2
        assert len(here.slack.calls_of("chat.startStream")) == 1
        here.slack.recovers("chat.*Stream")
        await here.clock.advance(RETRY)
        await here.chat.post(here.place, "c", here.live("one two three"))
        assert here.posts[-1].streaming == "in_progress"

    scene(test)


def test_a_refusal_of_one_channel_is_not_one_of_all():
    async def test(here: Scene) -> None:
        here.slack.refuses("chat.startStream", "channel_type_not_supported")
        await here.chat.post(here.place, "a", here.live("one two three"))
        await here.chat.post(here.place, "b", here.live("one two three"))
        assert [one.streaming for one in here.posts] == [None, None]
        dm = here.slack.dm(here.ana)
        asked = await here.slack.says(here.ana, dm, "hello?")
        there = Place("slack", here.slack.team.id, dm.id, asked.ts)
        await here.chat.post(there, "c", here.live("one two three"))
        assert here.slack.posts(dm)[0].streaming == "in_progress"

    scene(test)


def test_nobody_known_and_a_place_without_a_thread_are_not_streamed_to():
    async def test(here: Scene) -> None:
        await here.chat.post(here.place, "a", Text("one two", live=True))
        await here.chat.post(here.place, "b", Text("one two", live=True, to=Person("terminal", "", "me")))
        channel = Place("slack", here.slack.team.id, here.channel.id)
        await here.chat.post(channel, "c", here.live("one two"))
        assert not here.slack.calls_of("chat.startStream")
        assert len(here.slack.calls_of("chat.postMessage")) == 3

    scene(test)


def test_no_room_for_another_stream_is_an_edited_message():
    async def test(here: Scene) -> None:
        here.slack.rate_limits("chat.startStream", retry_after=30)
        await here.chat.post(here.place, "a", here.live("one two three"))
        assert [(one.shown, one.streaming) for one in here.posts] == [("one two three", None)]

    scene(test)


def test_many_replies_at_once_keep_slacks_pace_and_are_all_whole():
    async def test(here: Scene) -> None:
        asked = [await here.slack.says(here.ana, here.channel, f"question {number}") for number in range(24)]
        places = [Place("slack", here.slack.team.id, here.channel.id, one.ts) for one in asked]

        async def answer(place: Place) -> None:
            delivery = here.delivery()
            await here.chat.show(place, _working())
            message = await delivery.begin(place, place.thread, here.live(WORDS[:60]), look=False)
            for size in range(200, 2_000, 200):
                await here.chat.stream(place, message, Text(WORDS[:size]))
                await here.clock.sleep(2)
            await delivery.finish(place, place.thread, Text(WORDS[:2_000], buttons=(CONTINUE,)))
            await here.chat.show(place, _resting())

        answers = [asyncio.create_task(answer(place)) for place in places]
        while not all(one.done() for one in answers):
            await here.passes(1)
        await asyncio.gather(*answers)
        await here.passes(120, step=10)
        shown = [here.slack.posts(here.channel, one.ts) for one in asked]
        assert [[one.shown for one in posts] for posts in shown] == [[f"{WORDS[:2_000]}\n[Continue]"]] * 24
        assert {one.status for one in here.slack.calls} == {200}
        assert not [one for one in asked if here.slack.status(here.channel, one.ts)]
        ways = {bool(one.streaming) for posts in shown for one in posts}
        assert ways == {True, False}, "those that there was no room to stream were edited"

    scene(test, strict_rates=True)


def test_a_reply_that_is_written_anew_waits_for_its_end():
    async def test(here: Scene) -> None:
        message = await begun(here, "one two three")
        await here.chat.stream(here.place, message, Text("Something else altogether"))
        await here.passes(3)
        assert here.posts[0].text == "one two "
        await here.chat.update(here.place, message, "key", Text("Something else altogether."))
        assert [one.shown for one in here.posts] == ["Something else altogether."]

    scene(test)


def test_a_reply_that_somebody_stops_is_left_as_it_stands_with_all_that_came():
    async def test(here: Scene) -> None:
        await here.chat.show(here.place, _working())
        message = await begun(here, "one two three")
        await here.slack.stops(here.ana, here.channel, here.said.ts)
        await here.chat.stream(here.place, message, Text("one two three four five"))
        await here.passes(3)
        await here.chat.finish(here.place, message)
        await here.passes(10)
        assert [one.shown for one in here.posts] == ["one two three four five"]
        assert await here.chat.find(here.place, "key") == message

    scene(test)


def test_a_reply_that_is_left_as_it_stands_is_ended_by_its_stream():
    async def test(here: Scene) -> None:
        message = await begun(here, "one two three")
        await here.chat.stream(here.place, message, Text("one two three four five"))
        await here.chat.finish(here.place, message)
        assert [(one.shown, one.streaming) for one in here.posts] == [("one two three four five", "completed")]
        assert await here.chat.find(here.place, "key") == message

    scene(test)


@pytest.mark.parametrize("later", [1, 400])
def test_the_next_process_finds_a_reply_that_was_being_streamed(later: int):
    async def test(here: Scene) -> None:
        await begun(here, "one two three")
        await here.crashes()
        here.slack.clock.advance(later)
        assert await here.chat.find(here.place, "key") is None, "it is not whole"
        assert await here.chat.find(here.place, "other") is None
        delivery = here.delivery()
        message = await delivery.begin(here.place, "key", here.live("One, two"), look=True)
        await here.chat.stream(here.place, message, Text("One, two, three"))
        await here.slack.until(lambda: here.posts[0].shown == "One, two, three")
        await delivery.finish(here.place, "key", Text("One, two, three, four.", buttons=(CONTINUE,)))
        assert [one.shown for one in here.posts] == ["One, two, three, four.\n[Continue]"]
        assert here.posts[0].ts == message
        assert await here.chat.find(here.place, "key") == message

    scene(test)


@pytest.mark.parametrize("later", [1, 400])
@pytest.mark.parametrize("final", ["Short.", WORDS[:23_000]])
def test_a_crash_in_a_later_message_leaves_one_text(later: int, final: str):
    async def test(here: Scene) -> None:
        message = await begun(here, WORDS[:60])
        await written(here, message, 600, 20)
        assert len(here.posts) == 3
        await here.crashes()
        here.slack.clock.advance(later)
        assert await here.delivery().finish(here.place, "key", Text(final)) == message
        assert said(here) == final
        assert await here.chat.find(here.place, "key") == message

    scene(test)


def test_a_process_that_stops_leaves_a_message_that_is_found_and_no_stream():
    async def test(here: Scene) -> None:
        message = await begun(here, "one two three")
        await here.chat.close()
        assert [one.streaming for one in here.posts] == ["completed"]
        await here.crashes()
        assert await here.chat.find(here.place, "key", live=True) == message

    scene(test)


def test_replies_that_could_not_be_ended_are_not_kept_for_ever():
    async def test(here: Scene) -> None:
        here.slack.refuses("chat.*", "channel_not_found", times=None, when=lambda args: "thread_ts" not in args)
        for number in range(KEPT + 5):
            await here.clock.advance(60)
            message = await here.chat.post(here.place, str(number), here.live("one two three"))
            with pytest.raises(Unreachable):
                await here.chat.update(here.place, message, str(number), Text("one two three four"))
        assert len(here.chat._streams._replies) <= KEPT

    scene(test)


def test_a_streamed_reply_needs_no_status_of_its_own():
    async def test(here: Scene) -> None:
        await here.chat.show(here.place, _working())
        message = await begun(here, "one two three")
        assert here.session == "processing"
        await here.chat.update(here.place, message, "key", Text("one two three four"))
        assert here.session == "processing", "it goes on with tools"
        again = await here.delivery().begin(here.place, "key2", here.live("one two three"), look=False)
        await here.chat.show(here.place, _resting())
        await here.chat.update(here.place, again, "key2", Text("one two three four"))
        await here.passes(10)
        assert here.session == "active"
        assert len(here.slack.calls_of("agents.sessions.setStatus")) == 1

    scene(test)


def _working() -> Activity:
    return Activity("working", "is thinking…")


def _resting() -> Activity:
    return Activity()
