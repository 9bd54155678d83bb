"""What is asked of a platform is what each has."""

import inspect

import pytest

from bot.platforms.definition import PlatformDefinition
from bot.platforms.registry import PLATFORMS


@pytest.mark.parametrize("one", PLATFORMS, ids=lambda one: one.traits.name)
def test_each_is_asked_in_the_same_words(one: PlatformDefinition) -> None:
    for name, asked in vars(PlatformDefinition).items():
        if inspect.isfunction(asked) and not name.startswith("_"):
            given = inspect.signature(getattr(one, name))
            assert list(given.parameters) == list(inspect.signature(asked).parameters)[1:]
    assert one.tokens
