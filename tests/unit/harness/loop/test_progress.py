"""Whoever watches, and nobody, fulfil the same port."""

import inspect

import pytest

from harness.loop.activity_broadcaster import ActivityBroadcaster
from harness.loop.progress import Observer, Unwatched


@pytest.mark.parametrize("observer", [Unwatched, ActivityBroadcaster])
def test_an_observer_has_every_method_of_the_port_with_its_signature(observer: type) -> None:
    for name, method in inspect.getmembers(Observer, inspect.isfunction):
        if not name.startswith("_"):
            assert inspect.signature(getattr(observer, name)) == inspect.signature(method)
