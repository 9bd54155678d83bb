"""The port's promise ("never lost") is checked in `tests/contracts/engine.py`; here, who fulfils it."""

import inspect

from adapters.engines.local import LocalEngine
from harness.loop.engine import Engine


def test_the_local_engine_is_an_engine() -> None:
    assert inspect.signature(LocalEngine.wake) == inspect.signature(Engine.wake)
