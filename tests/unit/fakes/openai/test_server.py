"""The scripted model over HTTP, with a bare client."""

import asyncio
import json
from collections.abc import Callable, Coroutine
from typing import Any

import aiohttp
import pytest

from tests.fakes.openai.script import (
    CUT,
    HANG,
    Call,
    Failure,
    Thinking,
    body,
    call,
    content_policy,
    context_length_exceeded,
    events,
    page,
    pieces,
    rate_limited,
    reply,
    safety_system,
    server_error,
    unauthorized,
)
from tests.fakes.openai.server import Request, ScriptedModel

Json = dict[str, Any]
HELLO: list[Json] = [{"role": "user", "content": "hello"}]


class Client:
    """Asks, and reads whole answers or events."""

    def __init__(self, model: ScriptedModel, session: aiohttp.ClientSession) -> None:
        self._url = f"{model.base_url}/chat/completions"
        self._session = session

    def post(self, key: str = "k", **body: Any) -> Any:
        body = {"model": "x", "messages": HELLO, **body}
        return self._session.post(self._url, json=body, headers={"Authorization": f"Bearer {key}"})

    async def whole(self, **body: Any) -> Json:
        async with self.post(**body) as response:
            answer: Json = await response.json()
            return answer

    async def events(self, **body: Any) -> list[Json]:
        async with self.post(stream=True, **body) as response:
            lines = [line.decode().strip() async for line in response.content]
        data = [line.removeprefix("data: ") for line in lines if line]
        assert data[-1] == "[DONE]"
        return [json.loads(each) for each in data[:-1]]


def run(test: Callable[[ScriptedModel, Client], Coroutine[Any, Any, None]], **options: Any) -> None:
    async def main() -> None:
        async with ScriptedModel(**options) as model, aiohttp.ClientSession() as session:
            await test(model, Client(model, session))

    asyncio.run(main())


def test_a_reply_streams_chunk_by_chunk_with_its_usage_last() -> None:
    async def test(model: ScriptedModel, client: Client) -> None:
        model.will(reply(Thinking("hm"), "Hel", "lo", usage=(7, 2)))
        events = await client.events(stream_options={"include_usage": True})
        deltas = [event["choices"][0]["delta"] for event in events[:-1]]
        assert deltas[1:] == [{"reasoning_content": "hm"}, {"content": "Hel"}, {"content": "lo"}, {}]
        assert events[-2]["choices"][0]["finish_reason"] == "stop"
        assert (events[-1]["choices"], events[-1]["usage"]["total_tokens"]) == ([], 9)
        assert {event["usage"] for event in events[:-1]} == {None}
        model.will(reply("again"))
        assert all("usage" not in event for event in await client.events())

    run(test)


def test_the_same_reply_comes_whole_when_it_is_not_streamed() -> None:
    async def test(model: ScriptedModel, client: Client) -> None:
        model.will(reply("I look. ", call("ls", path="/"), Call("rm", "{broken", id="other")))
        answer = await client.whole()
        (choice,) = answer["choices"]
        assert choice["finish_reason"] == "tool_calls"
        assert choice["message"]["content"] == "I look. "
        calls = [(one["id"], one["function"]["arguments"]) for one in choice["message"]["tool_calls"]]
        assert calls == [("call_0", '{"path": "/"}'), ("other", "{broken")]
        assert answer["usage"]["total_tokens"] > 0

    run(test)


def test_parallel_calls_stream_their_arguments_in_pieces() -> None:
    async def test(model: ScriptedModel, client: Client) -> None:
        arguments = {"path": "a/long/enough/path.txt"}
        model.will(reply(call("read", **arguments), call("ls", path="/")))
        found: dict[int, Json] = {}
        for event in await client.events():
            for delta in event["choices"][0]["delta"].get("tool_calls", []):
                one = found.setdefault(delta["index"], {"arguments": "", "pieces": 0})
                one |= {key: delta[key] for key in ("id",) if key in delta}
                one["arguments"] += delta["function"]["arguments"]
                one["pieces"] += 1
        assert json.loads(found[0]["arguments"]) == arguments
        assert found[0]["pieces"] > 2
        assert [found[index]["id"] for index in (0, 1)] == ["call_0", "call_1"]

    run(test)


def test_what_is_scripted_byte_by_byte_is_sent_so() -> None:
    async def test(model: ScriptedModel, client: Client) -> None:
        model.will(
            events({"a": 1}, b": a comment\n\n"), page("Hello", 502), body({"error": "no"}, 429, Retry_After="3")
        )
        async with client.post(stream=True) as streamed:
            assert await streamed.read() == b'data: {"a": 1}\n\n: a comment\n\ndata: [DONE]\n\n'
        async with client.post(stream=True) as shown:
            assert (shown.status, shown.content_type) == (502, "text/html")
            assert "<title>Hello</title>" in await shown.text()
        async with client.post(stream=True) as refused:
            assert (refused.status, refused.headers["Retry-After"], await refused.json()) == (429, "3", {"error": "no"})
        assert [request.outcome for request in model.requests] == ["answered", "refused", "refused"]

    run(test)


def test_a_connection_may_be_closed_before_anything_is_answered() -> None:
    async def test(model: ScriptedModel, client: Client) -> None:
        model.will(events(CUT, done=False))
        with pytest.raises(aiohttp.ServerDisconnectedError):
            await client.whole()
        assert model.requests[0].outcome == "cut"

    run(test)


def test_requests_in_other_ways_are_kept_and_answered_byte_by_byte() -> None:
    async def test(model: ScriptedModel, client: Client) -> None:
        model.will(body({"type": "error"}, 529))
        url = model.base_url.replace("/v1", "/anthropic/v1/messages")
        async with aiohttp.ClientSession() as session:
            for status in (529, 400):  # then there is no step any more
                async with session.post(url, json={"model": "x"}) as response:
                    assert response.status == status
        assert [request.body for request in model.requests] == [{"model": "x"}] * 2

    run(test)


def test_a_gate_holds_the_stream_until_it_is_set() -> None:
    async def test(model: ScriptedModel, client: Client) -> None:
        gate = asyncio.Event()
        model.will(reply("before", gate, "after"))
        async with client.post(stream=True) as response:
            seen = b""
            while b"before" not in seen:
                seen += await response.content.readany()
            assert b"after" not in seen
            assert model.requests[0].outcome == "open"
            gate.set()
            assert b"after" in await response.read()
        assert await model.outcome(model.requests[0]) == "answered"

    run(test)


def test_a_cut_closes_the_connection_in_the_middle() -> None:
    async def test(model: ScriptedModel, client: Client) -> None:
        model.will(reply("half", CUT), reply(CUT))
        async with client.post(stream=True) as response:
            with pytest.raises(aiohttp.ClientError):
                await response.read()
        with pytest.raises(aiohttp.ClientError):
            await client.whole()
        assert [await model.outcome(one) for one in model.requests] == ["cut", "cut"]

    run(test)


def test_a_hang_lasts_until_the_client_goes_away() -> None:
    async def test(model: ScriptedModel, client: Client) -> None:
        model.will(reply("half", HANG))
        asking = asyncio.ensure_future(client.events())
        request = await model.asked(1)
        assert not asking.done()
        asking.cancel()
        assert await model.outcome(request) == "abandoned"

    run(test)


@pytest.mark.parametrize(
    ("failure", "status", "code"),
    [
        (unauthorized(), 401, "invalid_api_key"),
        (rate_limited(2), 429, "rate_limit_exceeded"),
        (server_error(), 500, None),
        (server_error(503), 503, None),
        (context_length_exceeded(), 400, "context_length_exceeded"),
        (content_policy(), 400, "invalid_prompt"),
        (safety_system(), 400, "content_policy_violation"),
    ],
)
def test_failures_have_their_status_and_code(failure: Failure, status: int, code: str | None) -> None:
    async def test(model: ScriptedModel, client: Client) -> None:
        model.will(failure)
        async with client.post() as response:
            assert response.status == status
            assert (await response.json())["error"]["code"] == code
            assert response.headers.get("Retry-After") == ("2" if status == 429 else None)
        assert model.requests[0].outcome == "refused"

    run(test)


def test_only_the_right_key_is_let_in() -> None:
    async def test(model: ScriptedModel, client: Client) -> None:
        model.will(reply("hello"))
        async with client.post(key="wrong") as response:
            assert response.status == 401
        assert len(model.unused) == 1
        assert (await client.whole(key="right"))["choices"][0]["message"]["content"] == "hello"

    run(test, api_key="right")


def test_a_function_answers_when_nothing_is_queued() -> None:
    async def test(model: ScriptedModel, client: Client) -> None:
        model.will(reply("first"))
        answers = [(await client.whole())["choices"][0]["message"]["content"] for _ in range(2)]
        assert answers == ["first", "you said hello, with 1 message"]
        assert model.requests[0].headers["Authorization"] == "Bearer k"

    def answer(request: Request) -> Any:
        return reply(f"you said {request.said}, with {len(request.messages)} message")

    run(test, answer=answer)


def test_a_request_without_a_step_says_so() -> None:
    async def test(model: ScriptedModel, client: Client) -> None:
        assert (await client.whole())["error"]["code"] == "unscripted"

    run(test)


def test_a_request_that_does_not_come_is_an_error() -> None:
    async def test(model: ScriptedModel, client: Client) -> None:
        with pytest.raises(AssertionError, match="request 1 did not come"):
            await model.asked(1, within=0.01)

    run(test)


def test_pieces_are_the_text_again() -> None:
    assert pieces("hello world", 4) == ("hell", "o wo", "rld")
