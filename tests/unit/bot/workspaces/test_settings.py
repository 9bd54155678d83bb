"""The settings of a package are told in words."""

from bot.workspaces.settings import amounts, of_the_model
from harness.context.model import RequestSettings
from harness.context.model_settings import ModelSettings
from harness.sessions.limits import Limits
from harness.workspace.limits import Bounds


def test_only_what_is_said_is_told() -> None:
    assert list(of_the_model(ModelSettings(name="a", window=8_000))) == [
        "about 8,000 tokens of the conversation in each request"
    ]
    assert amounts(Bounds()) == ""
    assert amounts(Bounds(cost=0.0)) == "$0.00", "which is a limit"
    assert amounts(Limits()) == "100 steps, 1 h of work, 4 calls at once"


def test_how_each_model_is_asked_is_a_line() -> None:
    timeouts = {"first": 1_200.0, "idle": 90.0}
    how = RequestSettings(
        effort="high", timeouts=timeouts, parameters={"stop": ["END"], "user": "robin"}, without=("execute",)
    )
    quiet = RequestSettings(returns_thinking=True)
    settings = ModelSettings(name="a", fallbacks=("b",), requests={"a": quiet, "b": how})
    assert list(of_the_model(settings))[1:] == [
        "if it does not answer: b",
        'b: effort high, up to 20 min until its reply begins, stop ["END"], user robin, without execute',
    ]
