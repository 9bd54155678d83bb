"""Slack by HTTP: signed requests to us, in place of a socket."""

import socket
import time
from collections.abc import Iterator
from pathlib import Path

import aiohttp
import pytest
from slack_sdk.signature import SignatureVerifier

from adapters.slack.http import HEALTH, PATH
from bot.settings import read
from tests.fakes.openai.script import call, reply
from tests.flows.house import Desk, InProcess

SECRET = "8f742231b10e8888abcd99yyyzzz85a5"


class ByHttp(Desk):
    """`address` is where the colleague listens."""

    address = ""

    @property
    def environment(self) -> dict[str, str]:
        variables = {**super().environment, "SLACK_SIGNING_SECRET": SECRET, "SLACK_LISTEN": self.address}
        del variables["SLACK_APP_TOKEN"]
        return variables

    async def open_door(self) -> None:
        self.house = InProcess()
        await self.house.start(read(self.environment, str(self.folder / "workspace")), self.environment)
        await self.slack.http(f"http://{self.address}{PATH}", SECRET)


def signed(secret: str, stamp: int, body: str) -> dict[str, str]:
    signature = SignatureVerifier(secret).generate_signature(timestamp=str(stamp), body=body)
    assert signature
    return {"X-Slack-Request-Timestamp": str(stamp), "X-Slack-Signature": signature, "Content-Type": "application/json"}


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ByHttp]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        ByHttp.address = f"127.0.0.1:{free.getsockname()[1]}"
    desk = ByHttp.open(tmp_path)
    for name, value in desk.environment.items():
        monkeypatch.setenv(name, value)
    try:
        desk.play(desk.open_door())
        yield desk
    finally:
        desk.close()


def test_a_mention_is_answered_after_an_approval(desk: ByHttp) -> None:
    async def story() -> None:
        room = desk.room()
        room.model_will(reply(call("write_file", file_path="/a.md", content="x")), reply("Written."))
        said = await room.mentions(desk.bob, "write a.md")
        await room.clicks(desk.bob, await room.card("Create "), "Approve")
        await room.reads("Written.")
        for envelope in desk.slack.events_of("app_mention", said):
            desk.slack.redelivers(envelope)  # Slack repeats what it thinks was not answered
        await room.rests()
        assert room.requests == 2

    desk.play(story())


def test_what_is_not_signed_by_slack_or_long_ago_is_refused(desk: ByHttp) -> None:
    async def story() -> None:
        url = f"http://{desk.address}"
        async with aiohttp.ClientSession() as web:
            async with web.get(url + HEALTH) as answer:
                assert answer.status == 200
            body, now = '{"type": "event_callback"}', time.time()
            for secret, stamp in ((SECRET, now - 301), ("another", now)):
                headers = signed(secret, int(stamp), body)
                async with web.post(url + PATH, data=body, headers=headers) as answer:
                    assert answer.status == 401
            async with web.post(url + PATH, data=body) as answer:
                assert answer.status == 401

    desk.play(story())
