"""What commands are answered from, besides the session."""

from dataclasses import replace

from harness.sessions.session import Session
from tests.unit.harness.commands.house import PREMISES


def test_a_mode_and_a_model_that_are_there_no_more_read_as_the_default() -> None:
    assert PREMISES.mode_of(Session()) == PREMISES.mode_of(Session(mode="gone")) == "plan"
    assert PREMISES.model_of(Session()) == PREMISES.model_of(Session(model="gone")) == "openai/large"
    assert PREMISES.model_of(Session(mode="build")) == "openai/small"
    assert PREMISES.model_of(replace(Session(mode="build"), model="openai/large")) == "openai/large"
