from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.models.assembly import Assembly
from adapters.models.pieces import Piece
from adapters.models.usage import used
from harness.context.model import Request
from harness.context.window import ModelMessage, tokens_in
from harness.sessions.usage import Usage
from harness.tools.calls import At
from tests.unit.adapters.models.made import calling

SYSTEM, HELLO = (ModelMessage.of({"role": role, "content": "Hello."}) for role in ("system", "user"))
REQUEST = Request(at=At(1, 1), model="known", system=SYSTEM, messages=(HELLO,))
SENT = tokens_in(len(REQUEST.encoded()))


@dataclass
class Details:
    cached_tokens: int | None


@dataclass
class Counted:
    """Usage as litellm has it."""

    prompt_tokens: int | None = 0
    completion_tokens: int | None = 0
    cached: int = 0

    @property
    def prompt_tokens_details(self) -> "Details | None":
        """Which not all providers give."""
        return Details(self.cached) if self.cached else None


class Prices:
    """As litellm's list: 2 for what is sent, 10 for what comes, 1 for what was cached; for one model only."""

    def cost_per_token(
        self, model: str, prompt_tokens: int = 0, completion_tokens: int = 0, usage_object: Counted | None = None
    ) -> tuple[float, float]:
        if model != "known":
            raise KeyError(model)
        counted = usage_object or Counted(prompt_tokens, completion_tokens)
        assert counted.prompt_tokens is not None
        assert counted.completion_tokens is not None
        return counted.prompt_tokens * 2.0 - counted.cached, counted.completion_tokens * 10.0


def counted(usage: Counted) -> Piece:
    return Piece(usage=lambda: usage)


def of(*pieces: Piece, request: Request = REQUEST) -> Usage:
    came = Assembly()
    for one in pieces:
        came.add(one)
    return used(Prices(), request, came)


def test_what_the_provider_counted_at_the_end_is_what_was_used():
    assert of(Piece("a" * 1_000), counted(Counted(10, 3, cached=5))) == Usage(10, 3, 45.0, 5)


def test_what_nobody_counted_is_estimated_by_the_bytes_that_were_sent_and_came():
    assert of() == Usage(SENT, 0, SENT * 2.0)
    assert of(Piece("a" * 35)) == Usage(SENT, 10, SENT * 2.0 + 100.0)
    assert of(Piece("日本語で")).output_tokens == 4


def test_what_came_after_the_provider_counted_is_estimated_on_top_of_it():
    beginning = counted(Counted(1_000, 1, cached=900))

    assert of(beginning, Piece("a" * 35)) == Usage(1_000, 11, 1_100.0 + 10.0 + 100.0, 900)


@pytest.mark.parametrize("made", [Piece("a" * 35), Piece(thinking="a" * 35), calling(0, "call_1", "a" * 10, "b" * 25)])
def test_all_that_a_model_makes_is_counted(made: Piece):
    assert of(made).output_tokens == 10


def test_tools_are_sent_too():
    tool = {"type": "function", "function": {"name": "ls", "parameters": {"type": "object"}}}
    request = Request(at=At(1, 1), model="known", system=SYSTEM, messages=(HELLO,), tools=(tool,))

    assert of(request=request).input_tokens > SENT


def test_without_a_price_it_costs_nothing():
    other = Request(at=At(1, 1), model="other", system=SYSTEM, messages=(HELLO,))

    assert of(Piece("abc"), request=other) == Usage(SENT, 1)
    assert of(counted(Counted(10, 3)), request=other) == Usage(10, 3)


def test_what_the_provider_leaves_open_is_nothing():
    assert of(
        counted(Counted(None, 3)), request=Request(at=At(1, 1), model="other", system=SYSTEM, messages=())
    ) == Usage(0, 3)


pieces: st.SearchStrategy[Any] = st.one_of(
    st.text().map(Piece),
    st.text().map(lambda text: Piece(thinking=text)),
    st.text().map(lambda text: calling(0, "call_1", "", text)),
    st.builds(lambda sent, made: counted(Counted(sent, made)), st.integers(1, 99), st.integers(0, 99)),
)


@given(st.lists(pieces))
def test_more_of_an_answer_is_never_less_than_what_the_provider_had_counted(come: list[Piece]):
    usage = of(*come)
    last = [one.usage() for one in come if one.usage][-1:]

    assert usage.input_tokens == (last[0].prompt_tokens if last else SENT)
    assert usage.output_tokens >= (last[0].completion_tokens if last else 0)
    assert of(*come, Piece("more")).output_tokens > usage.output_tokens


def test_what_makes_no_sense_is_estimated():
    def told() -> None:
        raise ValueError("prompt_tokens")

    assert of(Piece("a" * 35), Piece(usage=told)) == Usage(SENT, 10, SENT * 2.0 + 100.0)
