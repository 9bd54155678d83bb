"""What a request is, in both its forms."""

import json

import pytest

from harness.context import model as m
from harness.context.profiles import instructions
from harness.context.transcript import Said
from harness.context.window import Window
from harness.tools.calls import At


def test_a_request_encoded_is_its_values_as_json() -> None:
    window = Window([Said("Ana", "hi — “you”"), Said("Bob", "ho")])
    request = m.Request(At(1, 1), "test", instructions("Deskmate", "build", ""), window.request)
    assert json.loads(request.encoded()) == request.values()
    assert [value["role"] for value in request.values()] == ["system", "user", "user"]


@pytest.mark.parametrize(
    "error",
    [m.AuthenticationFailed, m.RateLimited, m.Overflowed, m.RequestRefused, m.TimedOut, m.Cut, m.ModelUnavailable],
)
def test_whoever_catches_a_models_errors_catches_each_of_them(error: type[m.ModelError]) -> None:
    with pytest.raises(m.ModelError, match="why"):
        raise error("why")
