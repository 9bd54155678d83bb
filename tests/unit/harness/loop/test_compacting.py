"""A compaction becomes a fact, whatever comes of it, and what it used is told."""

import asyncio
from collections.abc import Callable, Sequence

import pytest

from harness.context.compaction import shown
from harness.context.model import ModelError, Overflowed, ProposedCall, RateLimited, Reply, Request, Shown
from harness.context.window import Window
from harness.loop.compacting import WITHIN_S, Compacting, Material
from harness.sessions import facts as f
from harness.sessions.effects import Compact
from harness.sessions.entries import Entry, Said
from harness.sessions.usage import Usage
from harness.tools.calls import At
from tests.fakes.packages import package
from tests.references import unreferred

AT = At(2, 3)
ENTRIES: Sequence[Entry] = (Said("Ana", "the red one, " * 20), Said("Bob", "no, the blue one, " * 20))


class Scripted:
    """A model that says what the test has it say, one after the other."""

    def __init__(self, *outcomes: Reply | BaseException) -> None:
        self.outcomes, self.requests = list(outcomes), list[Request]()
        self.facts: list[f.Fact] = []

    async def reply(self, request: Request, shown: Callable[[Shown], None]) -> Reply:
        self.requests.append(request)
        outcome = self.outcomes.pop(0)
        if isinstance(outcome, BaseException):
            shown(Shown("We", usage=Usage(5, 1)))
            raise outcome
        return outcome

    async def record(self, fact: f.Fact) -> None:
        self.facts.append(fact)


def compact(
    model: Scripted,
    before: bool = True,
    tokens: int = 10_000,
    entries: Sequence[Entry] = ENTRIES,
    within: float = WITHIN_S,
) -> f.Fact:
    async def material() -> Material:
        return Material(package(), Window(entries).messages if before else (), entries, tokens)

    return asyncio.run(Compacting(Compact(AT, 7, 10_000), model, model.record, within).run(material))


def test_the_answer_is_the_summary() -> None:
    model = Scripted(Reply("  The blue one. ", usage=Usage(70, 7)))

    fact = compact(model)

    tokens = Window(ENTRIES).tokens
    assert fact == f.Compacted(AT, 7, 10_000, "The blue one.", before=tokens, usage=Usage(70, 7))
    assert model.facts == []
    [request] = model.requests
    assert (request.at, list(request.messages[:2])) == (AT, Window(ENTRIES).messages)


@pytest.mark.parametrize(
    ("reply", "why"),
    [
        (
            Reply("Let me first check the file.", (ProposedCall("read", "{}"),), Usage(70, 7)),
            "it called a tool instead",
        ),
        (Reply("I'm sorry, but I can't help with that.", (), Usage(70, 7)), "it has only 8 words for some 2,"),
    ],
)
def test_a_refusal_or_a_step_is_no_summary(reply: Reply, why: str) -> None:
    entries = [Said("Ana", "Paint it blue, and mind the windows. " * 250)]
    fact = compact(Scripted(reply), before=False, entries=entries)
    assert isinstance(fact, f.CompactionFailed)
    assert fact.why.startswith(why)
    assert fact.usage == Usage(70, 7)


def test_a_part_that_is_no_summary_takes_the_place_of_none() -> None:
    entries = [Said("Ana", f"{number} " * 4_000) for number in range(2)]
    good = "Ana counts what is there, one after the other, and wants to know at the end how many of each there were."
    model = Scripted(Reply(good), Reply("I can't do that."))
    fact = compact(model, before=False, tokens=3_000, entries=entries)
    assert isinstance(fact, f.CompactionFailed)


def test_a_model_that_hangs_is_given_up() -> None:
    class Hangs(Scripted):
        async def reply(self, request: Request, shown: Callable[[Shown], None]) -> Reply:
            shown(Shown("We", usage=Usage(5, 1)))
            await asyncio.Event().wait()
            return Reply("")

    fact = compact(Hangs(), within=0.0)
    assert fact == f.CompactionFailed(AT, 7, "it took more than 0 s", Usage(5, 1))


def test_one_that_was_cut_says_so() -> None:
    fact = compact(Scripted(Reply("The blue", cut=True)))
    assert isinstance(fact, f.Compacted)
    assert fact.summary == "The blue […]"


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
def test_without_one_it_says_why_and_what_that_used(outcome: Reply | BaseException, why: str, used: Usage) -> None:
    fact = compact(Scripted(outcome))
    assert isinstance(fact, f.CompactionFailed)
    assert (fact.at, fact.through, fact.usage) == (AT, 7, used)
    assert (unreferred(fact.why) if "ref" in fact.why else fact.why) == why


def test_what_is_too_long_at_once_is_summed_up_in_parts_and_each_counts() -> None:
    model = Scripted(Overflowed("too long"), Reply("Red.", usage=Usage(40, 4)), Reply("Blue.", usage=Usage(70, 7)))

    fact = compact(model, tokens=Window(ENTRIES).tokens)

    assert isinstance(fact, f.Compacted)
    assert (fact.summary, fact.usage) == ("Blue.", Usage(70, 7))
    assert model.facts == [f.ModelStopped(AT, "", Usage(5, 1)), f.ModelStopped(AT, "", Usage(40, 4))]
    _, first, second = model.requests
    assert list(first.messages) == shown("", ENTRIES[:1], 10_000)
    assert list(second.messages) == shown("Red.", ENTRIES[1:], 10_000), "with the summary of the first"


def test_what_no_request_has_shown_is_summed_up_in_parts() -> None:
    model = Scripted(Reply("Red."), Reply("Blue."))
    assert isinstance(compact(model, before=False, tokens=Window(ENTRIES).tokens), f.Compacted)
    assert [list(one.messages) for one in model.requests] == [
        shown("", ENTRIES[:1], 10_000),
        shown("Red.", ENTRIES[1:], 10_000),
    ]


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

        task = asyncio.create_task(Compacting(Compact(AT, 7, 10_000), model, model.record).run(material))
        await begun.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return model.facts

    assert asyncio.run(main()) == [f.ModelStopped(AT, "", Usage(5, 1))]
