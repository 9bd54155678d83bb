"""What was said is written down by a request of its own, when that is of use; and what comes of it is a fact."""

import asyncio
from collections.abc import Callable, Sequence

import pytest

from harness.context.model import ModelError, RateLimited, Reply, Request, Shown
from harness.context.observations import OBSERVE, REFLECT
from harness.context.window import SUMMED
from harness.loop.compacting import Material
from harness.loop.observing import Observing, ahead
from harness.sessions import facts as f
from harness.sessions.counting import OBSERVING
from harness.sessions.effects import Observe, Reflect
from harness.sessions.entries import Entry, Said
from harness.sessions.usage import Usage
from tests.fakes.packages import package
from tests.references import unreferred
from tests.unit.harness.context.test_observations import ROOM, Observed, said
from tests.unit.harness.context.test_summaries import Thread, read
from tests.unit.harness.loop.test_compacting import Scripted

ENTRIES: Sequence[Entry] = (Said("Ana", "the red one, " * 20), Said("Bob", "no, the blue one, " * 20))
OBSERVED = Observe(7)


def observe(
    model: Scripted, effect: Observe | Reflect = OBSERVED, entries: Sequence[Entry] = ENTRIES, notes: str = ""
) -> f.Fact:
    async def material() -> Material:
        return Material(package(), (), entries, 10_000, notes)

    return asyncio.run(Observing(effect, model, model.record).run(material))


def last_of(model: Scripted) -> list[str]:
    [request] = model.requests
    return [str(message.value["content"]) for message in request.messages]


def test_the_answer_is_written_down_and_the_notes_so_far_are_shown() -> None:
    model = Scripted(Reply(" The blue one. ", usage=Usage(70, 7)))
    assert observe(model, notes="They paint.") == f.Observed(7, "The blue one.", Usage(70, 7))
    shown = last_of(model)
    assert shown[0] == f"{SUMMED}\nThey paint."
    assert OBSERVE in shown[-1]
    assert model.requests[0].at == OBSERVING
    assert model.facts == []


def test_all_notes_are_condensed() -> None:
    model = Scripted(Reply("Blue.", cut=True))
    assert observe(model, Reflect(7), (), "They paint. " * 30) == f.Reflected(7, "Blue. […]")
    assert REFLECT in last_of(model)[-1]


@pytest.mark.parametrize(
    ("outcome", "why", "used"),
    [
        (Reply("", usage=Usage(70, 0)), "it said nothing", Usage(70, 0)),
        (Reply("blue, " * 500, usage=Usage(70, 500)), "it is no shorter than what it sums up", Usage(70, 500)),
        (RateLimited("too many requests"), "too many requests", Usage(5, 1)),
        (KeyError("bug"), "KeyError: 'bug'", Usage(5, 1)),
        (asyncio.CancelledError(), "it was cancelled", Usage(5, 1)),
    ],
)
def test_if_nothing_comes_of_it_it_says_why_and_what_that_used(
    outcome: Reply | BaseException, why: str, used: Usage
) -> None:
    fact = observe(Scripted(outcome))
    assert isinstance(fact, f.ObservationFailed)
    assert (fact.through, fact.usage) == (7, used)
    assert (unreferred(fact.why) if "ref" in fact.why else fact.why) == why


def test_where_nothing_is_left_to_write_down_nobody_is_asked() -> None:
    model = Scripted()
    assert observe(model, entries=()) == f.ObservationFailed(7, "there is nothing to write down any more")
    assert not model.requests


def test_what_a_cancelled_one_used_is_told() -> None:
    async def main() -> list[f.Fact]:
        class Slow(Scripted):
            async def reply(self, request: Request, shown: Callable[[Shown], None]) -> Reply:
                shown(Shown("We", usage=Usage(5, 1)))
                begun.set()
                await asyncio.Event().wait()
                raise ModelError

        begun, model = asyncio.Event(), Slow()

        async def material() -> Material:
            return Material(package(), (), ENTRIES, 10_000)

        task = asyncio.create_task(Observing(Observe(7), model, model.record).run(material))
        await begun.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return model.facts

    assert asyncio.run(main()) == [f.ModelStopped(OBSERVING, "", Usage(5, 1))]


def wanted(thread: Thread, budget: int = ROOM) -> f.ObservationWanted | None:
    return ahead(thread.session, read(thread.rows), budget)


def test_it_is_time_from_half_of_a_request_on() -> None:
    assert wanted(said()) == f.ObservationWanted(ROOM)
    assert wanted(said(), 2_000) is None


def test_one_thing_is_done_at_once_and_what_failed_not_before_more_was_heard() -> None:
    assert wanted(said().tell(f.ObservationWanted(ROOM))) is None
    thread = said().tell(f.ObservationWanted(ROOM))
    thread.tell(f.ObservationFailed(thread.session.head, "it said nothing"))
    assert wanted(thread.replies(text="Well.").opens("then")) is None, "that was said before"
    assert wanted(thread.replies(text="Well.").opens("at last")) == f.ObservationWanted(ROOM)


def test_what_is_little_is_not_worth_a_request() -> None:
    thread = said().observes("Bob minds three gaps.")
    assert wanted(thread) is None
    thread.replies(text="Well.").turn("four").opens("then")
    assert wanted(thread) == f.ObservationWanted(ROOM)


def test_notes_that_have_grown_long_are_condensed_once() -> None:
    thread = said().observes("gap, " * 60)
    thread.replies(text="Well.").turn("four").opens("then").observes("gap, " * 60)  # type: ignore[attr-defined]
    assert wanted(thread) == f.ObservationWanted(ROOM, reflects=True)
    thread.observes("gap, " * 110, reflects=True)
    assert wanted(thread) is None, "there is nothing to join them with"


def test_nothing_is_written_down_where_nobody_is_at_work() -> None:
    assert wanted(Observed().turn("one", "two", "three")) is None
