"""A short reply arrives whole; a long one is watched while it is written, and is one message in the end."""

import asyncio
from collections.abc import Callable

from harness.chat.cards import Text
from harness.chat.people import Place
from harness.chat.port import Undelivered
from harness.context.model import Overflowed, ProposedCall, RateLimited, Reply, Request, Shown
from harness.context.window import ModelMessage
from harness.loop.delivery import Delivery
from harness.loop.replying import CUT, Replying
from harness.sessions import facts as f
from harness.sessions.effects import CallModel
from harness.sessions.policies import HEARTBEAT, PERSON, TurnPolicy
from harness.sessions.turn import Turn
from harness.sessions.usage import Usage
from harness.tools.calls import At, ToolCall
from tests.laws.colleague import BOB, CHANNEL
from tests.references import unreferred
from tests.unit.harness.loop.test_delivery import Wire

AT = At(1, 1)


class Watched(Wire):
    """Keeps each edit of a live message."""

    def __init__(self) -> None:
        super().__init__()
        self.edits: list[str] = []

    async def stream(self, place: Place, message: str, body: Text, key: str = "") -> None:
        self.edits.append(body.markdown)


class Story:
    """One model call, told step by step: the model says what the test has it say."""

    def __init__(self, begun: bool = False, policy: TurnPolicy = PERSON) -> None:
        self.facts: list[f.Fact] = []
        self.line, self.watched = Watched(), list[Shown]()
        self.shown = asyncio.Event()
        self.outcome: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self.live_after = asyncio.Event()
        """Nobody sleeps from then on."""
        self.naps: asyncio.Semaphore | None = None
        """If there is one, it says how many sleeps are over."""
        self.requests: list[bool] = []
        self.replying = Replying(
            CallModel(AT, 1),
            Turn(AT, BOB, CHANNEL, begun=begun, policy=policy, began=0.0),
            "t:reply-1.1",
            self.record,
            self.line,
            Delivery(self.line, self.sleep),
            self.watched.append,
            self.sleep,
        )

    async def record(self, fact: f.Fact) -> None:
        await asyncio.sleep(0)
        self.facts.append(fact)

    async def sleep(self, seconds: float) -> None:
        if self.naps:
            await self.naps.acquire()
        else:
            await self.live_after.wait()

    async def wakes(self) -> None:
        """One sleep is over."""
        assert self.naps
        self.naps.release()
        await turns()

    async def reply(self, request: Request, shown: Callable[[Shown], None]) -> Reply:
        self.show = shown
        self.shown.set()
        return await asyncio.shield(self.outcome)

    async def request(self, tighter: bool) -> Request:
        self.requests.append(tighter)
        system = ModelMessage.of({"role": "system", "content": "You are Robin. " * 100})
        messages = [ModelMessage.of({"role": "user", "content": "all of it " * 400})]
        return Request(at=AT, model="openai/small", system=system, messages=messages, tools=({"name": "read" * 100},))

    def start(self) -> "asyncio.Task[f.Fact]":
        return asyncio.create_task(self.replying.run(self, self.request))


async def turns() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


def test_a_short_reply_has_no_live_message() -> None:
    async def main() -> None:
        story = Story()
        call = story.start()
        await story.shown.wait()
        story.show(Shown("do"))
        story.outcome.set_result(Reply("done", (ProposedCall("read", "{}", "call_1"),), Usage(1, 2)))
        assert await call == f.ModelReplied(
            AT, 1, "done", calls=(ToolCall("1.1.0", "read", "{}", "call_1"),), usage=Usage(1, 2)
        )
        await turns()
        assert (story.facts, story.line.there) == ([], {})
        assert story.watched == [Shown("do")]

    asyncio.run(main())


def test_a_long_reply_is_begun_in_the_journal_before_people_see_it() -> None:
    async def main() -> None:
        story = Story()
        call = story.start()
        await story.shown.wait()
        story.show(Shown("do"))
        story.live_after.set()
        await turns()
        assert story.facts == [f.ReplyBegun(AT, CHANNEL)]
        assert story.line.there == {"t:reply-1.1": Text("do", live=True, to=BOB)}
        story.outcome.set_result(Reply("done"))
        await call

    asyncio.run(main())


def test_of_what_is_written_in_a_heartbeat_nobody_sees_anything() -> None:
    async def main() -> None:
        story = Story(policy=HEARTBEAT)
        call = story.start()
        await story.shown.wait()
        story.show(Shown("all is", "hm"))
        story.live_after.set()
        await turns()
        assert (story.facts, story.line.there, story.watched) == ([], {}, [])
        story.outcome.set_result(Reply("all is well"))
        assert await call == f.ModelReplied(AT, 1, "all is well")

    asyncio.run(main())


def test_a_stopped_reply_says_what_people_saw_of_it() -> None:
    async def main(live: bool) -> list[f.Fact]:
        story = Story()
        call = story.start()
        await story.shown.wait()
        story.show(Shown("I was about"))
        if live:
            story.live_after.set()
        await turns()
        call.cancel()
        await asyncio.gather(call, return_exceptions=True)
        return story.facts

    assert asyncio.run(main(live=True)) == [f.ReplyBegun(AT, CHANNEL), f.ModelStopped(AT, "I was about")]
    assert asyncio.run(main(live=False)) == [f.ModelStopped(AT, "")]


def test_a_stopped_and_a_failed_reply_say_what_they_used() -> None:
    async def main(error: Exception | None) -> list[f.Fact]:
        story = Story()
        call = story.start()
        await story.shown.wait()
        story.show(Shown("I was"))
        story.show(Shown("I was", usage=Usage(7, 2, 0.5)))
        if error:
            story.outcome.set_exception(error)
            return [await call]
        call.cancel()
        await asyncio.gather(call, return_exceptions=True)
        return story.facts

    used = Usage(7, 2, 0.5)
    assert asyncio.run(main(None)) == [f.ModelStopped(AT, "", used)]
    assert asyncio.run(main(RateLimited("no more"))) == [f.ModelFailed(AT, "no more", "", used)]
    [failed] = asyncio.run(main(KeyError("bug")))
    assert isinstance(failed, f.ModelFailed)
    assert failed == f.ModelFailed(AT, failed.why, "", used)
    assert asyncio.run(main(asyncio.CancelledError())) == [  # type: ignore[arg-type]
        f.ModelFailed(AT, "it was cancelled", "", used)
    ]


def test_what_was_used_is_nothing_that_people_are_shown() -> None:
    async def main() -> None:
        story = Story()
        call = story.start()
        await story.shown.wait()
        story.show(Shown("", usage=Usage(1)))
        story.live_after.set()
        await turns()
        assert (story.facts, story.watched) == ([], []), "there is nothing to watch yet"
        story.show(Shown("do", "hm", Usage(1)))
        await turns()
        story.show(Shown("do", "hm", Usage(2)))
        await turns()
        assert story.watched == [Shown("do", "hm", Usage(1))]
        assert story.line.edits == ["do"]
        story.outcome.set_result(Reply("done"))
        await call

    asyncio.run(main())


def test_a_failure_is_a_fact_in_human_words() -> None:
    async def main(error: Exception) -> f.Fact:
        story = Story()
        story.outcome.set_exception(error)
        return await story.start()

    assert asyncio.run(main(RateLimited("too many requests"))) == f.ModelFailed(AT, "too many requests")
    failed = asyncio.run(main(KeyError("bug")))
    assert isinstance(failed, f.ModelFailed)
    assert unreferred(failed.why) == "KeyError: 'bug'"


def test_a_request_that_is_too_long_is_tried_once_more_and_shorter() -> None:
    async def main() -> tuple[f.Fact, list[bool]]:
        story = Story()
        story.outcome.set_exception(Overflowed("too long for the model"))
        return await story.start(), story.requests

    fact, requests = asyncio.run(main())
    assert isinstance(fact, f.ModelFailed)
    assert requests == [False, True]
    assert fact.why == (
        "too long for the model, even without what could be left out. What I tell it before all else (instructions, "
        "AGENTS.md, memory, tools) is about 556 tokens, and what this step needs 1,151. Choose a model that takes "
        "more, by `model NAME`, or shorten AGENTS.md or the request"
    )


def test_what_a_request_used_that_was_too_long_counts_with_the_shorter_one() -> None:
    class Twice(Story):
        async def reply(self, request: Request, shown: Callable[[Shown], None]) -> Reply:
            if len(self.requests) == 1:
                shown(Shown("Well", usage=Usage(10, 1)))
                raise Overflowed("too long for the model")
            shown(Shown("Well", usage=Usage(5, 1)))
            return await asyncio.shield(self.outcome)

    async def main(outcome: Reply | RateLimited) -> f.Fact:
        story = Twice()
        call = story.start()
        await turns()
        if isinstance(outcome, Reply):
            story.outcome.set_result(outcome)
        else:
            story.outcome.set_exception(outcome)
        return await call

    replied = asyncio.run(main(Reply("Well.", (), Usage(8, 2))))
    assert replied == f.ModelReplied(AT, 1, "Well.", calls=(), usage=Usage(18, 3)), "a reply has its own tries in it"
    assert asyncio.run(main(RateLimited("no more"))) == f.ModelFailed(AT, "no more", "", Usage(15, 2))


def test_what_is_cancelled_within_the_model_is_a_failure_and_not_tried_for_ever() -> None:
    async def main() -> None:
        story = Story()
        call = story.start()
        await story.shown.wait()
        story.outcome.cancel()
        assert await call == f.ModelFailed(AT, "it was cancelled")
        assert not story.facts

    asyncio.run(main())


def test_what_cannot_be_written_as_utf_8_is_mended_before_it_is_journaled() -> None:
    async def main() -> f.Fact:
        story = Story()
        story.outcome.set_result(Reply("a\ud800b", (ProposedCall("read", '"\udfff"', "x"),)))
        return await story.start()

    fact = asyncio.run(main())
    assert isinstance(fact, f.ModelReplied)
    assert (fact.text, fact.calls[0].arguments) == ("a?b", '"?"')


def test_a_reply_that_a_machine_before_this_one_had_begun_goes_on_in_its_message() -> None:
    async def main() -> None:
        story = Story(begun=True)
        story.line.there["t:reply-1.1"] = Text("so f", live=True)
        call = story.start()
        await story.shown.wait()
        story.show(Shown("so far"))
        story.live_after.set()
        await turns()
        assert story.line.looked == 1
        assert list(story.line.there) == ["t:reply-1.1"]
        story.outcome.set_result(Reply("so far so good"))
        await call

    asyncio.run(main())


def test_a_reply_is_shown_as_soon_as_there_is_room_and_not_at_all_if_there_is_none() -> None:
    async def main(there_is_room: bool) -> None:
        story = Story()
        story.line.fates, story.naps = [Undelivered("no room")] * 2, asyncio.Semaphore(0)
        call = story.start()
        await story.shown.wait()
        story.show(Shown("so"))
        await story.wakes()
        await story.wakes()
        assert (story.facts, story.line.there) == ([f.ReplyBegun(AT, CHANNEL)], {})
        if there_is_room:
            story.line.fates.clear()
            story.show(Shown("so far"))
            await story.wakes()
            assert story.line.there == {"t:reply-1.1": Text("so far", live=True, to=BOB)}
            story.show(Shown("so far so"))
            await turns()
            assert story.line.edits[-1] == "so far so"
        story.outcome.set_result(Reply("so far so good"))
        await call
        await turns()
        assert len(asyncio.all_tasks()) == 1
        assert len(story.line.there) == there_is_room

    asyncio.run(main(True))
    asyncio.run(main(False))


def test_a_reply_that_was_cut_says_so() -> None:
    async def main() -> None:
        for reply, text in (
            (Reply("Once upon", cut=True), f"Once upon{CUT}"),
            (Reply("", (ProposedCall("ls", "{"),), cut=True), ""),
            (Reply("Once upon a time."), "Once upon a time."),
        ):
            story = Story()
            story.outcome.set_result(reply)
            fact = await story.start()
            assert isinstance(fact, f.ModelReplied)
            assert fact.text == text

    asyncio.run(main())
