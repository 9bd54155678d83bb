import json

from adapters.models.openai_format import address, body, headers
from harness.context.model import Request, RequestSettings
from harness.context.window import ModelMessage
from harness.tools.calls import At

SYSTEM, HELLO = (ModelMessage.of({"role": role, "content": "Hello."}) for role in ("system", "user"))


def made(own_server: bool, **settings: object) -> dict[str, object]:
    request = Request(
        at=At(1, 1),
        model="openai/x",
        system=SYSTEM,
        messages=(HELLO,),
        settings={"openai/x": RequestSettings(**settings)},  # type: ignore[arg-type]
    )
    sent: dict[str, object] = json.loads(body(request, "x", own_server=own_server))
    return sent


def test_the_messages_are_sent_as_they_are_encoded() -> None:
    sent = made(own_server=True, parameters={"temperature": 0.5}, effort="low")
    assert sent == {
        "messages": [SYSTEM.value, HELLO.value],
        "temperature": 0.5,
        "reasoning_effort": "low",
        "model": "x",
        "stream": True,
        "stream_options": {"include_usage": True},
    }


def test_openai_itself_is_told_the_longest_by_its_new_name() -> None:
    assert made(own_server=True, parameters={"max_tokens": 5})["max_tokens"] == 5
    assert made(own_server=False, parameters={"max_tokens": 5})["max_completion_tokens"] == 5


def test_no_parameter_takes_the_place_of_the_request() -> None:
    assert made(own_server=True, parameters={"model": "y", "messages": [], "stream": False})["model"] == "x"


def test_a_key_goes_into_a_header_and_none_into_none() -> None:
    assert headers("k") == {"Authorization": "Bearer k"}
    assert headers("") == {}
    assert address("http://localhost/v1/") == "http://localhost/v1/chat/completions"
