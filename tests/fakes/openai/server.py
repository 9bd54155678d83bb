"""`ScriptedModel`: an OpenAI-compatible server that does what a test tells it, and keeps what it was asked."""

import asyncio
import json
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Literal, Self, assert_never

from aiohttp import web

from tests.fakes.clock import WITHIN
from tests.fakes.openai import wire
from tests.fakes.openai.check import refusal
from tests.fakes.openai.script import (
    CUT,
    HANG,
    Break,
    Call,
    Failure,
    Part,
    Reply,
    Step,
    Thinking,
    Verbatim,
    unauthorized,
)

Json = dict[str, Any]
Outcome = Literal["open", "answered", "refused", "cut", "abandoned"]


@dataclass(slots=True, eq=False)
class Request:
    """What was asked. `outcome`: "abandoned" when the client went away first, "refused" for any error answer. `peer`:
    the other end of the connection that it came by.
    """

    body: Json
    headers: Mapping[str, str]
    peer: str = ""
    outcome: Outcome = "open"
    path: str = ""

    @property
    def messages(self) -> list[Json]:
        messages: list[Json] = self.body.get("messages", [])
        return messages

    @property
    def tools(self) -> list[str]:
        """Names of the tools that were offered."""
        return [tool["function"]["name"] for tool in self.body.get("tools") or []]

    @property
    def said(self) -> str:
        """The text of the last message."""
        content = self.messages[-1].get("content") or ""
        if isinstance(content, str):
            return content
        return "".join(part.get("text", "") for part in content)


class ScriptedModel:
    """Use it as `async with ScriptedModel() as model:` and point a client at `model.base_url`.

    `will(...)` queues what comes next, one step a request, in order of arrival; when the queue is empty `answer`
    (if given) decides from the request. A request that finds neither gets a 400 with the code "unscripted".
    What OpenAI would refuse is refused before any step is used. `api_key`: the only one that is let in (default: any).
    Requests in other providers' ways are kept too; a `Verbatim` step is an answer to them as well.
    """

    def __init__(
        self, *steps: Step, answer: Callable[[Request], Step] | None = None, api_key: str | None = None, port: int = 0
    ) -> None:
        self.requests: list[Request] = []
        self.answer = answer
        self._queue: deque[Step] = deque(steps)
        self._api_key = api_key
        self._port = port
        self._runner: web.AppRunner | None = None
        self._waiting: set[asyncio.Event] = set()

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self._port}/v1"

    @property
    def unused(self) -> list[Step]:
        """What was queued and not asked for yet."""
        return list(self._queue)

    def will(self, *steps: Step) -> None:
        self._queue.extend(steps)

    def forgets(self) -> None:
        """What was queued is not said any more."""
        self._queue.clear()

    async def asked(self, times: int, within: float = WITHIN) -> Request:
        """Wait for the request number `times` (from 1) and return it."""
        await self._until(lambda: len(self.requests) >= times, within, f"request {times}")
        return self.requests[times - 1]

    async def outcome(self, request: Request, within: float = WITHIN) -> Outcome:
        """Wait until the request is no longer open."""
        await self._until(lambda: request.outcome != "open", within, "the end of a request")
        return request.outcome

    async def start(self) -> None:
        app = web.Application(client_max_size=256 * 1024 * 1024)
        app.router.add_post("/v1/chat/completions", self._completions)
        app.router.add_get("/v1/models", self._models)
        app.router.add_post("/{path:.*}", self._elsewhere)
        # A handler ends when its client goes away: that is how a hang ends, and how a test sees a cancelled call.
        self._runner = web.AppRunner(app, access_log=None, handler_cancellation=True, shutdown_timeout=0.1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", self._port).start()
        self._port = self._runner.addresses[0][1]

    async def close(self) -> None:
        if self._runner is not None:
            await self._runner.cleanup()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    # -- inside ----------------------------------------------------------------------------------------------------

    async def _models(self, request: web.Request) -> web.StreamResponse:
        return web.json_response({"object": "list", "data": [{"id": "scripted", "object": "model"}]})

    async def _completions(self, http: web.Request) -> web.StreamResponse:
        try:
            body = json.loads(await http.read())
        except ValueError:
            body = None
        one = Request(body if isinstance(body, dict) else {}, dict(http.headers), _peer(http), path=http.path)
        self.requests.append(one)
        self._changed()
        try:
            step = self._step(one, body)
            if isinstance(step, Verbatim):
                return await self._verbatim(http, one, step)
            if isinstance(step, Failure):
                one.outcome = "refused"
                headers = {} if step.retry_after is None else {"Retry-After": f"{step.retry_after:g}"}
                return web.json_response(wire.failure(step), status=step.status, headers=headers)
            response = await (self._stream(http, one, step) if one.body.get("stream") else self._whole(one, step))
            if response is None:
                return self._hung_up(http, one)
            one.outcome = "answered"
            return response
        finally:
            if one.outcome == "open":
                one.outcome = "abandoned"
            self._changed()

    async def _elsewhere(self, http: web.Request) -> web.StreamResponse:
        one = Request(json.loads(await http.read()), dict(http.headers), _peer(http), path=http.path)
        self.requests.append(one)
        self._changed()
        try:
            step = self._queue.popleft() if self._queue else self.answer(one) if self.answer else None
            if isinstance(step, Verbatim):
                return await self._verbatim(http, one, step)
            one.outcome = "refused"
            return web.json_response({"error": f"the script has no step for {http.path}"}, status=400)
        finally:
            if one.outcome == "open":
                one.outcome = "abandoned"
            self._changed()

    async def _verbatim(self, http: web.Request, one: Request, step: Verbatim) -> web.StreamResponse:
        if step.body[:1] == (CUT,):
            return self._hung_up(http, one)
        response = web.StreamResponse(status=step.status, headers={**dict(step.headers), "Content-Type": step.kind})
        await response.prepare(http)
        for part in step.body:
            if isinstance(part, bytes):
                await response.write(part)
            elif await self._holds(part):
                return self._hung_up(http, one)
        await response.write_eof()
        one.outcome = "answered" if step.status < 400 else "refused"
        return response

    def _hung_up(self, http: web.Request, one: Request) -> web.StreamResponse:
        one.outcome = "cut"
        if http.transport is not None:
            http.transport.abort()
        return web.Response()

    def _step(self, one: Request, body: Any) -> Step:
        key = one.headers.get("Authorization", "").removeprefix("Bearer ")
        if not key or (self._api_key is not None and key != self._api_key):
            return unauthorized()
        if wrong := refusal(body):
            return wrong
        if self._queue:
            return self._queue.popleft()
        if self.answer is not None:
            return self.answer(one)
        return Failure(400, "The script has no step for this request.", "invalid_request_error", "unscripted")

    async def _whole(self, one: Request, step: Reply) -> web.StreamResponse | None:
        for part in step.parts:
            if await self._holds(part):
                return None
        return web.json_response(wire.whole(step, one.body))

    async def _stream(self, http: web.Request, one: Request, step: Reply) -> web.StreamResponse | None:
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream", "Cache-Control": "no-cache"})
        await response.prepare(http)
        await response.write(wire.chunk(one.body, {"role": "assistant", "content": ""}))
        calls = 0
        for part in step.parts:
            match part:
                case str():
                    await response.write(wire.chunk(one.body, {"content": part}))
                case Thinking():
                    await response.write(wire.chunk(one.body, {"reasoning_content": part.text}))
                case Call():
                    for delta in wire.call_deltas(part, calls):
                        await response.write(wire.chunk(one.body, delta))
                    calls += 1
                case asyncio.Event() | Break():
                    if await self._holds(part):
                        return None
                case _:
                    assert_never(part)
        await response.write(wire.chunk(one.body, {}, wire.finish_reason(step)))
        if (one.body.get("stream_options") or {}).get("include_usage"):
            await response.write(wire.chunk(one.body, None, counted=wire.usage(step, one.body)))
        await response.write(b"data: [DONE]\n\n")
        await response.write_eof()
        return response

    async def _holds(self, part: Part) -> bool:
        """Wait as the part says. True when the connection is to be cut."""
        if isinstance(part, asyncio.Event):
            await part.wait()
        elif part is HANG:
            await asyncio.Event().wait()
        return part is CUT

    async def _until(self, true: Callable[[], bool], within: float, what: str) -> None:
        change = asyncio.Event()
        self._waiting.add(change)
        try:
            async with asyncio.timeout(within):
                while not true():
                    change.clear()
                    await change.wait()
        except TimeoutError:
            raise AssertionError(f"{what} did not come in {within} s; there were {len(self.requests)}") from None
        finally:
            self._waiting.discard(change)

    def _changed(self) -> None:
        for change in self._waiting:
            change.set()


def _peer(http: web.Request) -> str:
    return str(http.transport and http.transport.get_extra_info("peername"))
