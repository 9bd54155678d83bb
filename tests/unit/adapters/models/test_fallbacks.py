"""When one model does not answer, the next is asked, and nothing that people saw is taken back."""

import asyncio
from collections.abc import Callable
from itertools import pairwise

import pytest

from adapters.models.fallbacks import Fallbacks
from harness.context.model import (
    AuthenticationFailed,
    Cut,
    ModelError,
    Overflowed,
    RateLimited,
    Reply,
    Request,
    RequestRefused,
    Shown,
)
from harness.sessions.usage import Usage
from harness.tools.calls import At
from tests.fakes.packages import SYSTEM


class Models:
    """Each shows some text and then raises, or replies."""

    def __init__(self, **outcomes: tuple[str, ModelError | None]) -> None:
        self.outcomes, self.asked = outcomes, list[str]()

    async def reply(self, request: Request, shown: Callable[[Shown], None]) -> Reply:
        assert not request.fallbacks
        self.asked.append(request.model)
        text, error = self.outcomes[request.model]
        for end in range(1, len(text) + 1):
            shown(Shown(text[:end]))
        if error:
            shown(Shown(text, usage=Usage(10, len(text))))
            raise error
        return Reply(text, (), Usage(5, len(text)))


def ask(models: Models) -> tuple[Reply, list[Shown]]:
    seen: list[Shown] = []
    first, *others = models.outcomes
    request = Request(at=At(1, 1), model=first, system=SYSTEM, messages=[], tools=(), fallbacks=tuple(others))
    return asyncio.run(Fallbacks(models).reply(request, seen.append)), seen


def test_the_next_model_answers_and_all_that_was_used_counts() -> None:
    models = Models(a=("", RateLimited("enough")), b=("", Cut("broken off")), c=("Hello.", None))
    reply, _ = ask(models)
    assert (reply.text, reply.usage) == ("Hello.", Usage(25, 6))
    assert models.asked == ["a", "b", "c"]


def test_what_people_saw_is_not_taken_back() -> None:
    _, seen = ask(Models(a=("Good mor", Cut("broken off")), b=("Good evening.", None)))
    texts = [shown.text for shown in seen]
    assert texts[-1] == "Good evening."
    assert all(len(one) <= len(next) for one, next in pairwise(texts))
    assert seen[-1].usage == Usage(10, 8)


def test_the_last_one_says_why() -> None:
    with pytest.raises(AuthenticationFailed):
        ask(Models(a=("", RateLimited("enough")), b=("", AuthenticationFailed("no key"))))


@pytest.mark.parametrize("error", [Overflowed("too long"), RequestRefused("not this")])
def test_what_another_model_cannot_mend_is_not_passed_on(error: ModelError) -> None:
    models = Models(a=("", error), b=("Hello.", None))
    with pytest.raises(type(error)):
        ask(models)
    assert models.asked == ["a"]
