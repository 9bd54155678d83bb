"""Whoever watches, and nobody, fulfil the same port."""

import inspect

import pytest

from harness.loop.activity_broadcaster import ActivityBroadcaster
from harness.loop.progress import Observer, Together, Unwatched
from harness.sessions.session import Session


@pytest.mark.parametrize("observer", [Unwatched, ActivityBroadcaster, Together])
def test_an_observer_has_every_method_of_the_port_with_its_signature(observer: type) -> None:
    for name, method in inspect.getmembers(Observer, inspect.isfunction):
        if not name.startswith("_"):
            assert inspect.signature(getattr(observer, name)) == inspect.signature(method)


def test_of_several_each_is_told_everything() -> None:
    told = list[tuple[str, str]]()

    class Told(Unwatched):
        def __init__(self, name: str) -> None:
            self._name = name

        def woken(self, thread: str, session: Session) -> None:
            told.append((self._name, thread))

        def rested(self, thread: str) -> None:
            told.append((self._name, f"{thread} rests"))

    both: Observer = Together(Told("one"), Told("two"))
    both.woken("t", Session())
    both.rested("t")
    assert told == [("one", "t"), ("two", "t"), ("one", "t rests"), ("two", "t rests")]
