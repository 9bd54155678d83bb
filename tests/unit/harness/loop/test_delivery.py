"""Posts, each arriving once, whatever the connection does."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

import pytest

from harness.chat.cards import Body, Text
from harness.chat.people import Person, Place
from harness.chat.port import Activity, ChatError, ChatLine, Receipt, Uncertain, Undelivered, Unreachable
from harness.loop.delivery import WAITS, Delivery
from tests.laws.colleague import CHANNEL

LOST = Uncertain("the answer was lost")


class Wire:
    """A chat over a bad line: each post meets the next of `fates` (an error before it arrives, or LOST after)."""

    def __init__(self, *fates: ChatError | None) -> None:
        self.fates = list(fates)
        self.there: dict[str, Body] = {}
        self.looked = 0
        self.unfinished: set[str] = set()
        """What is there of live messages, and found only by who looks for those."""

    async def find(self, place: Place, key: str, live: bool = False) -> str | None:
        self.looked += 1
        return key if key in self.there and (live or key not in self.unfinished) else None

    async def post(self, place: Place, key: str, body: Body) -> str:
        fate = self.fates.pop(0) if self.fates else None
        if fate and fate is not LOST:
            raise fate
        assert key not in self.there, "posted twice"
        self.there[key] = body
        if fate is LOST:
            raise LOST
        return key

    async def update(self, place: Place, message: str, key: str, body: Body) -> None:
        self.there[message] = body

    async def finish(self, place: Place, message: str) -> None:
        assert message in self.there

    async def history(self, place: Place, before: str, most: int) -> Sequence[ChatLine]:
        return ()

    async def tell(self, place: Place, to: Person, body: Text) -> None: ...
    async def react(self, place: Place, message: str, receipt: Receipt) -> None: ...
    async def stream(self, place: Place, message: str, body: Text, key: str = "") -> None: ...
    async def show(self, place: Place, activity: Activity) -> None: ...


class Away(Wire):
    """One that takes only the first look for nothing: it did not arrive."""

    async def find(self, place: Place, key: str, live: bool = False) -> str | None:
        if not self.looked:
            self.looked += 1
            raise Undelivered("away")
        return await super().find(place, key, live)


class Waits:
    """Time that passes at once."""

    def __init__(self) -> None:
        self.waited: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.waited.append(seconds)


def deliver(line: Wire, act: Callable[[Delivery], Awaitable[object]]) -> list[float]:
    waits = Waits()

    async def main() -> None:
        await act(Delivery(line, waits))

    asyncio.run(main())
    return waits.waited


def test_a_post_that_cannot_be_there_is_not_looked_for() -> None:
    line = Wire()
    assert deliver(line, lambda d: d.post(CHANNEL, "k", Text("hi"))) == []
    assert (line.looked, line.there) == (0, {"k": Text("hi")})


def test_what_may_have_arrived_is_looked_for_before_it_is_repeated() -> None:
    line = Wire(LOST)
    assert deliver(line, lambda d: d.post(CHANNEL, "k", Text("hi"))) == [WAITS[0]]
    assert (line.looked, list(line.there)) == (1, ["k"])


def test_what_did_not_arrive_is_repeated_with_growing_waits() -> None:
    line = Wire(Undelivered("down"), Undelivered("down"))
    assert deliver(line, lambda d: d.post(CHANNEL, "k", Text("hi"))) == list(WAITS[:2])
    assert (line.looked, list(line.there)) == (0, ["k"])


def test_what_was_inherited_is_looked_for() -> None:
    line = Wire()
    line.there["k"] = Text("hi")
    deliver(line, lambda d: d.post(CHANNEL, "k", Text("hi"), look=True))
    assert line.looked == 1


def test_an_outage_is_told_in_the_end_and_a_place_that_is_gone_at_once() -> None:
    with pytest.raises(Undelivered, match="down"):
        deliver(Wire(*[Undelivered("down")] * 20), lambda d: d.post(CHANNEL, "k", Text("hi")))
    with pytest.raises(Unreachable, match="archived"):
        deliver(Wire(Unreachable("archived")), lambda d: d.post(CHANNEL, "k", Text("hi")))


def test_what_nobody_wants_any_more_is_not_posted_but_found_if_it_is_there() -> None:
    with pytest.raises(Unreachable, match="not wanted any more"):
        deliver(Wire(), lambda d: d.post(CHANNEL, "k", Text("hi"), wanted=lambda: False))
    lost = Wire(LOST)
    deliver(lost, lambda d: d.post(CHANNEL, "k", Text("hi"), wanted=iter([True, False]).__next__))
    assert list(lost.there) == ["k"]


def test_what_there_was_no_room_to_show_live_is_posted_whole_without_looking() -> None:
    async def act(delivery: Delivery) -> None:
        assert not delivery.unseen(CHANNEL, "k")
        assert await delivery.begin(CHANNEL, "k", Text("so", live=True), look=False) == ""
        assert delivery.unseen(CHANNEL, "k")
        with pytest.raises(Unreachable):
            await delivery.finish(CHANNEL, "k", Text("so it is"))
        assert delivery.unseen(CHANNEL, "k"), "it may be said elsewhere"
        await delivery.finish(CHANNEL, "k", Text("so it is"))
        assert not delivery.unseen(CHANNEL, "k")

    line = Wire(Undelivered("no room"), Unreachable("is_archived"))
    assert deliver(line, act) == []
    assert (line.looked, line.there) == (0, {"k": Text("so it is")})


def test_a_live_message_may_be_begun_later_when_there_is_room() -> None:
    async def act(delivery: Delivery) -> None:
        assert await delivery.begin(CHANNEL, "k", Text("so", live=True), look=True) == ""
        assert await delivery.begin(CHANNEL, "k", Text("so i", live=True), look=True) == "k"
        await delivery.finish(CHANNEL, "k", Text("so it is"))

    line = Wire(Undelivered("no room"))
    deliver(line, act)
    assert (line.looked, line.there) == (1, {"k": Text("so it is")})


def test_a_live_message_that_may_be_there_is_looked_for_even_if_nothing_could_be_done_after() -> None:
    async def act(delivery: Delivery) -> None:
        assert await delivery.begin(CHANNEL, "k", Text("so", live=True), look=False) == ""
        await delivery.finish(CHANNEL, "k", Text("so it is"))

    line = Away(LOST)
    deliver(line, act)
    assert line.there == {"k": Text("so it is")}


def test_what_is_spare_is_not_tried_again_unless_it_may_have_arrived() -> None:
    spare = Text("Working on it.", haste="spare")
    with pytest.raises(Undelivered):
        deliver(Wire(Undelivered("no room")), lambda d: d.post(CHANNEL, "k", spare))
    lost = Wire(LOST)
    deliver(lost, lambda d: d.post(CHANNEL, "k", spare))
    assert (lost.looked, list(lost.there)) == (1, ["k"])


def test_a_live_message_is_finished_where_it_is() -> None:
    async def act(delivery: Delivery) -> None:
        await delivery.begin(CHANNEL, "k", Text("so"), look=False)
        await delivery.finish(CHANNEL, "k", Text("so it is"))

    line = Wire()
    deliver(line, act)
    assert (line.looked, line.there) == (0, {"k": Text("so it is")})


def test_a_live_message_of_another_machine_is_looked_for_and_one_that_never_was_is_posted() -> None:
    line = Wire()
    line.there["k"] = Text("so")
    line.unfinished.add("k")
    deliver(line, lambda d: d.begin(CHANNEL, "k", Text("so", live=True), look=True))
    deliver(line, lambda d: d.finish(CHANNEL, "k", Text("whole")))
    assert (line.looked, line.there) == (2, {"k": Text("whole")})
    empty = Wire()
    deliver(empty, lambda d: d.finish(CHANNEL, "k", Text("whole")))
    assert empty.there == {"k": Text("whole")}


def test_finishing_waits_for_the_post_that_is_on_its_way() -> None:
    async def main() -> Wire:
        gate = asyncio.Event()

        class Slow(Wire):
            async def post(self, place: Place, key: str, body: Body) -> str:
                await gate.wait()
                return await super().post(place, key, body)

        line = Slow()
        delivery = Delivery(line, Waits())
        beginning = asyncio.create_task(delivery.begin(CHANNEL, "k", Text("so"), look=False))
        await asyncio.sleep(0)
        finishing = asyncio.create_task(delivery.finish(CHANNEL, "k", Text("whole")))
        await asyncio.sleep(0)
        gate.set()
        await asyncio.gather(beginning, finishing)
        return line

    assert asyncio.run(main()).there == {"k": Text("whole")}


def test_of_two_that_draw_a_message_anew_the_later_one_says_what_holds() -> None:
    line, states = Wire(), iter("abc")

    async def main() -> None:
        delivery = Delivery(line, Waits())
        draw = lambda: Text(next(states))  # noqa: E731
        await asyncio.gather(*[delivery.redraw(CHANNEL, "m", "k", draw) for _ in range(3)])

    asyncio.run(main())
    assert line.there == {"m": Text("c")}


def test_what_may_be_there_is_not_given_up_for_a_refusal_that_passes() -> None:
    class Archived(Wire):
        async def find(self, place: Place, key: str, live: bool = False) -> str | None:
            raise Unreachable("is_archived", passes="place")

    with pytest.raises(Uncertain, match="is_archived"):
        deliver(Archived(LOST), lambda d: d.post(CHANNEL, "k", Text("hi")))
