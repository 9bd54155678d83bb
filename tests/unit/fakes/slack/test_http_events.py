"""Events, interactions and commands as signed requests, to a real Bolt app behind an HTTP server."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from aiohttp import web
from slack_sdk.signature import SignatureVerifier

from tests.fakes.slack.clock import Clock
from tests.fakes.slack.emulator import SlackEmulator
from tests.fakes.slack.http_events import HttpEvents, NotVerified
from tests.fakes.slack.interactions import NotAcknowledged
from tests.unit.fakes.slack.app import bolt_over_http, client, run

Json = dict[str, Any]
SECRET = "a secret"
CARD: list[Json] = [
    {
        "type": "actions",
        "elements": [{"type": "button", "text": {"type": "plain_text", "text": "Go"}, "action_id": "go"}],
    }
]
MODAL: Json = {
    "type": "modal",
    "callback_id": "form",
    "title": {"type": "plain_text", "text": "T"},
    "submit": {"type": "plain_text", "text": "S"},
    "blocks": [
        {
            "type": "input",
            "block_id": "why",
            "label": {"type": "plain_text", "text": "Why"},
            "element": {"type": "plain_text_input"},
        }
    ],
}


def at_rest(clock: float = 1_700_000_000.0) -> Clock:
    return Clock(source=lambda: clock)


@asynccontextmanager
async def serving(handle: Callable[[web.Request], Awaitable[web.Response]]) -> AsyncIterator[str]:
    """A bare server that answers the challenge and gives everything else to `handle`; its address."""

    async def answer(request: web.Request) -> web.Response:
        text = await request.text()
        if "url_verification" in text:
            return web.Response(text=(await request.json())["challenge"])
        return await handle(request)

    app = web.Application()
    app.router.add_post("/", answer)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        yield f"http://127.0.0.1:{runner.addresses[0][1]}/"
    finally:
        await runner.cleanup()


def test_an_event_reaches_bolt_and_is_answered() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana = slack.user("ana")
        async with bolt_over_http(slack) as app:

            @app.event("message")
            async def message(event: Json, say: Any) -> None:
                await say(f"heard {event['text']}")

            said = await slack.says(ana, slack.dm(ana), "hello")
            await slack.until(lambda: [one.text for one in slack.posts(slack.dm(ana))] == ["heard hello"])
            (told,) = slack.events_of("message", said)
        assert (told.acknowledged, told.attempt) == (True, 0)
        assert slack.calls_of("apps.connections.open") == []

    run(test)


def test_clicks_modals_commands_and_shortcuts_are_answered_in_the_response() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana = slack.user("ana")
        ops = slack.channel("ops", ana)
        async with bolt_over_http(slack) as app:

            @app.action("go")
            async def go(ack: Any, body: Json, client: Any) -> None:
                await ack()
                await client.views_open(trigger_id=body["trigger_id"], view=MODAL)

            @app.view("form")
            async def form(ack: Any) -> None:
                await ack(response_action="errors", errors={"why": "Say more"})

            @app.command("/deskmate")
            async def command(ack: Any, command: Json) -> None:
                await ack(f"you said {command['text']}")

            @app.shortcut("ask_deskmate")
            async def shortcut(ack: Any, shortcut: Json, client: Any) -> None:
                await ack()
                await client.chat_postMessage(channel=ops.id, text=f"about {shortcut['message']['text']}")

            @app.event("message")
            async def message() -> None: ...

            card = await client(slack).chat_postMessage(channel=ops.id, text="go?", blocks=CARD)
            await slack.clicks(ana, card["ts"], "Go")
            view = await slack.until(lambda: slack.views.top(ana.id))
            answer = await slack.submits(ana, view, {"why": "x"})
            assert answer["errors"] == {"why": "Say more"}
            assert await slack.runs_command(ana, ops, "/deskmate", "help") == {"text": "you said help"}
            await slack.uses_shortcut(ana, "ask_deskmate", card["ts"])
            await slack.until(lambda: [one.text for one in slack.posts(ops)] == ["go?", "about go?"])

    run(test)


def test_an_event_that_is_not_taken_comes_again_at_once_after_a_minute_and_after_five() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana = slack.user("ana")
        verifier = SignatureVerifier(SECRET)
        seen: list[tuple[str | None, str | None, str, bool]] = []

        async def refuse(request: web.Request) -> web.Response:
            body = await request.text()
            headers = request.headers
            genuine = verifier.is_valid_request(body, dict(headers))
            event_id = (await request.json())["event_id"]
            seen.append((headers.get("X-Slack-Retry-Num"), headers.get("X-Slack-Retry-Reason"), event_id, genuine))
            return web.Response(status=500)

        async with serving(refuse) as url:
            await slack.http(url, SECRET)
            said = await slack.says(ana, slack.dm(ana), "hello")
            (envelope,) = slack.events_of("message", said)
            await slack.until(lambda: envelope.attempt == 2)
            slack.clock.advance(59)
            assert len(seen) == 2
            slack.clock.advance(1)
            await slack.until(lambda: envelope.attempt == 3)
            slack.clock.advance(300)
            await slack.until(lambda: envelope.lost)
        assert [one[:2] for one in seen] == [(None, None), *((str(n), "http_error") for n in (1, 2, 3))]
        assert len({one[2] for one in seen}) == 1
        assert all(one[3] for one in seen)

    run(test, clock=at_rest())


def test_an_app_that_is_too_slow_gets_it_again_and_one_that_wants_no_retry_does_not() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana = slack.user("ana")
        asked = asyncio.Event()
        tries = 0

        async def answer(request: web.Request) -> web.Response:
            nonlocal tries
            tries += 1
            if tries == 1:
                await asked.wait()
            return web.Response(status=500, headers={"X-Slack-No-Retry": "1"})

        async with serving(answer) as url:
            door = await slack.http(url, SECRET)
            door.within = 0.1
            await slack.says(ana, slack.dm(ana), "hello")
            (envelope,) = slack.envelopes
            await slack.until(lambda: envelope.lost)
            asked.set()
        assert (tries, envelope.attempt, envelope.reason) == (2, 1, "http_error")

    run(test, clock=at_rest())


def test_an_app_that_is_away_gets_the_event_when_it_is_back() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana = slack.user("ana")
        async with bolt_over_http(slack):
            pass
        await slack.says(ana, slack.dm(ana), "hello")
        (envelope,) = slack.envelopes
        await slack.until(lambda: envelope.attempt == 2)
        assert envelope.reason == "connection_failed"
        card = await client(slack).chat_postMessage(channel=ana.id, text="go?", blocks=CARD)
        with pytest.raises(NotAcknowledged, match="connection_failed"):
            await slack.clicks(ana, card["ts"], "Go")

    run(test, clock=at_rest())


def test_bolt_takes_no_request_with_another_secret_or_an_old_date() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana = slack.user("ana")
        ran: list[str] = []
        async with bolt_over_http(slack) as app:

            @app.event("message")
            async def message(event: Json) -> None:
                ran.append(event["text"])

            door = slack.door
            assert isinstance(door, HttpEvents)
            with pytest.raises(NotVerified, match="401"):
                await slack.http(door.url, "another secret")
            assert slack.door is door
            real = door.stamp
            door.stamp = lambda: real() - 301
            said = await slack.says(ana, slack.dm(ana), "old")
            (envelope,) = slack.events_of("message", said)
            await slack.until(lambda: envelope.attempt == 2)
        assert ran == []

    run(test, clock=at_rest())
