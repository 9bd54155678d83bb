"""Equal effects are the same work."""

from harness.sessions.effects import CallModel, Post, RunTool
from harness.tools.calls import At, ToolCall
from tests.laws.colleague import BOB, CHANNEL


def test_equal_effects_are_one_in_a_set() -> None:
    assert len({CallModel(At(1, 1), 1), CallModel(At(1, 1), 1)}) == 1
    assert len({RunTool(ToolCall("1.1.0", "read", "{}")), RunTool(ToolCall("1.1.0", "read", '{"x": 1}'))}) == 2
    assert len({Post("a", CHANNEL, "x", to=BOB), Post("a", CHANNEL, "x", to=BOB), Post("a", CHANNEL, "x")}) == 2
