"""Slack's requests come to us, and are answered when what they bring is committed."""

import asyncio
import hashlib
import hmac
import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from io import BytesIO

import aiohttp
import pytest

from adapters.slack.http import HEALTH, PATH, Http
from adapters.slack.http_door import DoorLimits
from harness.sessions.facts import MessageReceived
from tests.fakes.slack.emulator import SlackEmulator
from tests.unit.adapters.slack.rig import Colleague, run

SECRET = "s3cret"


@asynccontextmanager
async def listening(slack: SlackEmulator) -> AsyncIterator[tuple[Colleague, str]]:
    """The colleague, and where it listens."""
    http = Http("127.0.0.1", 0)
    colleague = Colleague(slack, signing_secret=SECRET, http=http)
    await colleague.app.start(colleague.intake, colleague.commands)
    try:
        yield colleague, f"http://127.0.0.1:{http.port}"
    finally:
        colleague.journal.open.set()
        await colleague.app.stop()
        await colleague.engine.stop()
        await colleague.app.close()


@pytest.mark.parametrize("host", ["127.0.0.1", "no-such-host.invalid"])
def test_where_it_cannot_listen_is_named_with_the_setting(host: str):
    async def main() -> None:
        taken = Http("127.0.0.1", 0)
        await taken.start(None)
        second = Http(host, taken.port)
        try:
            with pytest.raises(OSError, match=rf"^{host}:{taken.port} cannot be opened .*: set SLACK_LISTEN"):
                await second.start(None)
        finally:
            await second.stop()
            await taken.stop()

    asyncio.run(main())


def test_what_is_not_committed_is_not_acknowledged_and_comes_again():
    async def test(slack: SlackEmulator) -> None:
        async with listening(slack) as (us, url):
            await slack.http(url + PATH, SECRET)
            ana = slack.user("ana")
            us.journal.away = True
            said = await slack.says(ana, slack.dm(ana), "hello")
            (envelope,) = slack.events_of("message", said)
            await slack.until(lambda: len(slack.calls_of("auth.test")) and not us.journal.threads)
            assert not envelope.acknowledged
            us.journal.away = False
            slack.redelivers(envelope)
            slack.redelivers(envelope)
            await slack.settled()
            facts = us.facts(slack.dm(ana), said.ts)
            assert len([fact for fact in facts if isinstance(fact, MessageReceived)]) == 1

    run(test)


def test_only_slack_is_listened_to():
    async def test(slack: SlackEmulator) -> None:
        async with listening(slack) as (us, url), aiohttp.ClientSession() as web:
            async with web.post(url + PATH, json={"type": "event_callback"}) as answer:
                assert answer.status == 401
            async with web.post(url + "/elsewhere") as answer:
                assert answer.status == 404
            async with web.get(url + HEALTH) as answer:
                assert await answer.text() == "listening\n"
            assert await us.app.connected()

    run(test)


# What anybody may say to the port
@pytest.fixture
def logged(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    """What else is left out of the log of tests, too."""
    caplog.set_level(logging.INFO, "adapters.slack")
    return caplog


async def said(port: int, *pieces: bytes) -> bytes:
    """All that is answered to raw bytes, until the connection is closed."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        for piece in pieces:
            writer.write(piece)
            await writer.drain()
        async with asyncio.timeout(10):
            return await reader.read()
    except ConnectionError:
        return b""
    finally:
        writer.close()


def headers(body: bytes, secret: str = SECRET, kind: str = "application/json", **more: str) -> dict[str, str]:
    stamp = str(int(time.time()))
    signature = hmac.new(secret.encode(), b"v0:" + stamp.encode() + b":" + body, hashlib.sha256).hexdigest()
    own = {"X-Slack-Request-Timestamp": stamp, "X-Slack-Signature": f"v0={signature}", "Content-Type": kind}
    return own | {name.replace("_", "-"): value for name, value in more.items()}


@pytest.mark.parametrize(
    ("body", "more", "status"),
    [
        (b"{broken", {}, 400),
        (b"[" * 100_000, {}, 400),
        (b'{"a": "\xff"}', {}, 400),
        (b"5", {}, 400),
        (b"null", {}, 400),
        (b"payload=5", {"kind": "application/x-www-form-urlencoded"}, 400),
        (b"{}", {"secret": "another"}, 401),
        (b"{}", {"X_Slack_Signature": "v0=\u00e9"}, 401),
        (b"{}", {"X_Slack_Request_Timestamp": "12"}, 401),
        (b"{}", {"X_Slack_Request_Timestamp": "now"}, 401),
        (b"{}", {"X_Slack_Request_Timestamp": "\u0663" * 10}, 401),
        (b"{broken", {"secret": "another", "kind": "application/json; charset=klingon"}, 401),
        (b"{broken", {"kind": "application/json; charset=klingon"}, 400),
        (b"x" * ((1 << 20) + 1), {}, 413),
    ],
)
def test_what_is_wrong_is_refused_without_a_traceback(
    body: bytes, more: dict[str, str], status: int, logged: pytest.LogCaptureFixture
):
    async def test(slack: SlackEmulator) -> None:
        async with listening(slack) as (_, url), aiohttp.ClientSession() as web:
            async with web.post(url + PATH, data=BytesIO(body), headers=headers(body, **more)) as answer:
                assert answer.status == status
            async with web.get(url + HEALTH) as answer:
                assert answer.status == 200

    run(test)
    assert not [record for record in logged.records if record.exc_info]


def test_what_is_no_http_is_answered_without_a_traceback(logged: pytest.LogCaptureFixture):
    async def test(slack: SlackEmulator) -> None:
        async with listening(slack) as (_, url):
            port = int(url.rsplit(":", 1)[1])
            for raw in (b"\x16\x03\x01\x00\n\r\n\r\n", b"GET / HTTP/1.1\r\nbroken\r\n\r\n", b"GET / HTTP/9\r\n\r\n"):
                assert b" 400 " in await said(port, raw)

    run(test)
    assert not [record for record in logged.records if record.exc_info]


def test_a_body_that_does_not_come_is_not_waited_for():
    async def test(slack: SlackEmulator) -> None:
        http = Http("127.0.0.1", 0, DoorLimits(body=0.05))
        colleague = Colleague(slack, signing_secret=SECRET, http=http)
        await colleague.app.start(colleague.intake, colleague.commands)
        begun = f"POST {PATH} HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n12"
        assert b" 408 " in await said(http.port, begun.encode())
        await colleague.app.stop()
        await colleague.engine.stop()
        await colleague.app.close()

    run(test)


def test_those_whose_body_does_not_come_shut_nobody_out():
    async def test(slack: SlackEmulator) -> None:
        http = Http("127.0.0.1", 0, DoorLimits(most=4))
        colleague = Colleague(slack, signing_secret=SECRET, http=http)
        await colleague.app.start(colleague.intake, colleague.commands)
        begun = f"POST {PATH} HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n12".encode()
        held = [await asyncio.open_connection("127.0.0.1", http.port) for _ in range(12)]
        for _, writer in held:
            writer.write(begun)
        async with aiohttp.ClientSession() as web, web.get(f"http://127.0.0.1:{http.port}{HEALTH}") as answer:
            assert answer.status == 200
        async with asyncio.timeout(5):
            assert not any([await reader.read() for reader, _ in held[:8]])
        for _, writer in held:
            writer.close()
        await colleague.app.stop()
        await colleague.engine.stop()
        await colleague.app.close()

    run(test)
