"""Slack's requests come to us, and are answered when what they bring is committed."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp
import pytest

from adapters.slack.http import HEALTH, PATH, Http
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
            with pytest.raises(OSError, match=rf"^{host}:{taken.port} cannot be listened at .*: set SLACK_LISTEN"):
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
