"""A text stands where it is to stand, whole, and nowhere else."""

from collections.abc import Callable
from typing import Any

import pytest

from adapters.slack.calls import Calls, TooLong
from adapters.slack.kinds import RETRY, BlockKinds
from adapters.slack.pacer import Pacer
from adapters.slack.posts import MOVED, Posts
from adapters.slack.render import page
from adapters.slack.threads import ThreadMessages, metadata
from harness.chat.cards import Block, Button, Card, Text
from harness.chat.people import Place
from harness.chat.port import Undelivered
from tests.unit.adapters.slack.scene import Scene, scene

Json = dict[str, Any]
STOP = Button("Stop", "0123456789abcdef|1|stop")
LONG = "".join(f"Paragraph {number} of a long reply.\n\n" for number in range(900))


class Other:
    """Posts on the scene's Slack, by a process that holds no streams."""

    def __init__(self, here: Scene) -> None:
        self.calls = Calls(here.slack.bot_token, here.slack.api_url, Pacer(here.clock, here.clock.sleep))
        self.released: list[str] = []
        self.told: list[Place] = []
        self.ends = True
        threads, kinds = ThreadMessages(self.calls), BlockKinds(here.clock)
        self.posts = Posts(self.calls, threads, self._release, self.told.append, kinds)

    async def _release(self, place: Place, message: str) -> None:
        self.released.append(message)
        if self.ends:
            await self.calls(
                "chat.stopStream", lambda client: client.chat_stopStream(channel=place.channel, ts=message)
            )


def test_what_a_text_has_no_more_use_for_is_removed():
    async def test(here: Scene) -> None:
        other = Other(here)
        first = await other.posts.say(here.place, "key", Text(LONG))
        assert len(here.posts) == 3
        assert len(other.told) == 3
        await other.posts.say(here.place, "key", Text("Short."), await other.posts.known(here.place, "key", first))
        assert [(one.ts, one.shown) for one in here.posts] == [(first, "Short.")]
        await other.calls.close()

    scene(test)


def test_where_nothing_may_be_deleted_it_is_not_said_twice_all_the_same():
    async def test(here: Scene) -> None:
        other = Other(here)
        first = await other.posts.say(here.place, "key", Text(LONG))
        here.slack.refuses("chat.delete", "cant_delete_message", times=None)
        await other.posts.say(here.place, "key", Text("Short."), await other.posts.known(here.place, "key", first))
        assert [one.shown for one in here.posts] == ["Short.", MOVED, MOVED]
        await other.calls.close()

    scene(test)


def test_the_messages_of_our_own_texts_are_not_looked_for_and_those_of_others_are():
    async def test(here: Scene) -> None:
        other, next = Other(here), Other(here)
        short = await other.posts.say(here.place, "short", Text("Short."))
        assert await other.posts.known(here.place, "short", short) == {0: short}
        assert not here.slack.calls_of("conversations.replies")
        first = await other.posts.say(here.place, "long", Text(LONG))
        assert list(await next.posts.known(here.place, "long", first)) == [0, 1, 2]
        await other.calls.close()
        await next.calls.close()

    scene(test)


def test_what_is_removed_already_is_no_error():
    async def test(here: Scene) -> None:
        other = Other(here)
        await other.posts.say(here.place, "key", Text(LONG))
        there = dict(enumerate(one.ts for one in here.posts))
        here.slack.refuses("chat.delete", "message_not_found")
        await other.posts.say(here.place, "key", Text("Short."), there)
        assert len(here.posts) == 2
        await other.calls.close()

    scene(test)


def test_a_stream_that_was_left_open_is_ended_before_it_is_changed():
    async def test(here: Scene) -> None:
        message = await here.chat.post(here.place, "key", here.live("one two three"))
        other = Other(here)
        assert not await other.posts.edit(here.place, message, Text("one"))
        assert await other.posts.edit(here.place, message, Text("one"))
        again = await here.chat.post(here.place, "key2", here.live("one two three"))
        await other.posts.change(here.place, again, page("two"), metadata("key2"))
        assert [one.shown for one in here.posts] == ["one", "two"]
        assert other.released == [message, again]
        await other.calls.close()

    scene(test)


def test_a_stream_that_does_not_end_is_tried_again_later():
    async def test(here: Scene) -> None:
        message = await here.chat.post(here.place, "key", here.live("one two three"))
        other = Other(here)
        other.ends = False
        with pytest.raises(Undelivered):
            await other.posts.change(here.place, message, page("two"))
        await other.calls.close()

    scene(test)


def test_what_a_card_no_longer_holds_is_attached_when_it_is_changed() -> None:
    async def test(here: Scene) -> None:
        message = await here.chat.post(here.place, "key", Card(("it?",), buttons=(Button("Approve", "t|1|approve"),)))
        long = Card(("it?",), blocks=(Block("x" * 5_000, name="content"),), outcome=("Edited by Ana",))
        for _ in range(2):
            await here.chat.update(here.place, message, "key", long)
        [file] = [file for one in here.posts for file in one.files]
        assert file.content == b"x" * 5_000
        assert file.name in here.slack.message(message).shown

    scene(test)


def _in_new_blocks(call: Json) -> bool:
    return any(one["type"] in ("markdown", "rich_text") for one in call.get("blocks") or ())


def _in_blocks(call: Json) -> bool:
    return bool(call.get("blocks"))


@pytest.mark.parametrize(("refused", "blocks"), [(_in_new_blocks, ["section", "actions"]), (_in_blocks, [])])
@pytest.mark.parametrize("method", ["chat.postMessage", "chat.update"])
def test_what_is_refused_for_its_blocks_is_said_more_plainly(
    refused: Callable[[Json], bool], blocks: list[str], method: str
):
    async def test(here: Scene) -> None:
        other = Other(here)
        first = await other.posts.say(here.place, "key", Text("At first.")) if method == "chat.update" else ""
        here.slack.refuses(method, "invalid_blocks", times=None, when=refused)
        said = await other.posts.say(
            here.place, "key", Text("<!channel> **now**", buttons=(STOP,)), {0: first} if first else {}
        )
        [there] = here.posts
        assert there.ts == said == (first or said)
        assert [one["type"] for one in there.blocks] == blocks
        assert "**now**" in there.shown
        assert "<!channel>" not in there.text
        assert bool(there.controls) == bool(blocks)
        await other.calls.close()

    scene(test)


def test_a_kind_of_block_that_is_refused_is_not_sent_again_for_a_while():
    async def test(here: Scene) -> None:
        other = Other(here)
        here.slack.refuses("chat.postMessage", "invalid_blocks", times=None, when=_in_new_blocks)

        async def calls_for(key: str) -> int:
            before = len(here.slack.calls_of("chat.postMessage"))
            await other.posts.say(here.place, key, Text("**now**"))
            return len(here.slack.calls_of("chat.postMessage")) - before

        assert await calls_for("first") > 1
        assert await calls_for("second") == 1
        await here.clock.advance(RETRY)
        assert await calls_for("later") > 1
        await other.calls.close()

    scene(test)


def test_what_was_refused_in_every_form_says_nothing_of_its_kinds():
    async def test(here: Scene) -> None:
        other = Other(here)
        here.slack.refuses("chat.postMessage", "invalid_blocks", times=3, when=_in_blocks)
        await other.posts.say(here.place, "key", Text("**now**", buttons=(STOP,)))
        await here.clock.advance(60.0)
        await other.posts.say(here.place, "key2", Text("**now**", buttons=(STOP,)))
        assert [bool(one.controls) for one in here.posts] == [False, True]
        await other.calls.close()

    scene(test)


def test_what_is_too_long_in_words_is_not_tried_in_other_blocks():
    async def test(here: Scene) -> None:
        other = Other(here)
        here.slack.refuses("chat.postMessage", "msg_too_long", times=None)
        with pytest.raises(TooLong):
            await other.posts.say(here.place, "key", Text("Hello."))
        assert len(here.slack.calls_of("chat.postMessage")) == 2  # as it is, and in smaller pieces
        await other.calls.close()

    scene(test)


def test_what_one_person_is_told_is_told_more_plainly_too():
    async def test(here: Scene) -> None:
        other = Other(here)
        here.slack.refuses("chat.postEphemeral", "invalid_blocks", times=None, when=_in_new_blocks)
        await other.posts.tell(here.place, here.ana.id, page("Not **yours**."))
        [told] = here.slack.ephemerals(here.ana)
        assert told.shown == "Not **yours**."
        await other.calls.close()

    scene(test)
