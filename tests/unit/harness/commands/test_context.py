"""What commands are answered from, besides the session."""

from harness.sessions.session import Session
from tests.unit.harness.commands.house import CONTEXT


def test_a_mode_and_a_model_that_are_there_no_more_read_as_the_default() -> None:
    assert CONTEXT.mode_of(Session()) == CONTEXT.mode_of(Session(mode="gone")) == "plan"
    assert CONTEXT.model_of(Session()) == CONTEXT.model_of(Session(models={"": "gone"})) == "openai/large"
    assert CONTEXT.model_of(Session(mode="build")) == "openai/small"
    assert CONTEXT.model_of(Session(mode="build", models={"build": "openai/large"})) == "openai/large"
