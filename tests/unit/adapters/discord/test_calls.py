"""How each failure of a call counts, and that one client is pointed elsewhere alone."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import pytest
from aiohttp import web
from discord.http import Route

from adapters.discord import calls
from adapters.discord.calls import DEFAULT_URL, CallRefused, Calls, failure, proxy
from adapters.discord.socket import client
from harness.chat.port import ChatError, Uncertain, Undelivered, Unreachable
from tests.fakes.discord.emulator import DiscordEmulator
from tests.fakes.elsewhere import elsewhere
from tests.references import unreferred
from tests.unit.adapters.discord.rig import Scene, run, scene


def test_an_answer_is_what_discord_said():
    async def test(here: Scene) -> None:
        assert (await here.calls("GET", "/users/@me"))["id"] == here.discord.state.bot["id"]
        assert Route.BASE == DEFAULT_URL, "other clients in this process are where they were"

    scene(test)


def test_what_discord_refuses_says_why_and_would_be_refused_again():
    async def test(here: Scene) -> None:
        with pytest.raises(CallRefused, match="there is no such channel, or I cannot see it") as refused:
            await here.calls("GET", "/channels/{channel_id}", at={"channel_id": "1"})
        assert (refused.value.status, refused.value.code) == (404, 10003)
        assert isinstance(refused.value, Unreachable)

    scene(test)


@pytest.mark.parametrize(
    ("method", "path", "code", "words"),
    [
        ("POST", "/channels/{channel_id}/messages", 50001, "I lack the permission View Channel there"),
        ("POST", "/channels/{channel_id}/messages", 50013, "Send Messages, Send Messages in Threads and Attach Files"),
        ("POST", "/channels/{channel_id}/messages/{message_id}/threads", 50013, "permission Create Public Threads t"),
        ("POST", "/elsewhere", 50013, "I lack a permission there"),
        ("POST", "/channels/{channel_id}/messages", 50007, "they take no direct messages from me"),
        ("PATCH", "/channels/{channel_id}", 50083, "archived"),
        ("POST", "/channels/{channel_id}/messages", 200000, "AutoMod"),
    ],
)
def test_a_refusal_says_why_in_peoples_words(method: str, path: str, code: int, words: str):
    said = str(CallRefused(f"{method} {path}", 403, code, "Missing Something"))
    assert words in said
    assert "/" not in said
    assert "Missing Something" not in said


def test_what_there_are_no_words_for_is_told_as_discord_says_it():
    assert unreferred(str(CallRefused("GET /x", 400, 1, "Odd"))) == "Discord refused GET /x: Odd (1)"


def test_what_nobody_foresaw_has_a_reference_that_the_log_has(caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.WARNING, "adapters.discord")
    refused, broken = CallRefused("GET /x", 400, 1, "Odd"), failure("GET /x", KeyError("a bug"))
    assert isinstance(broken, Uncertain)
    assert unreferred(str(broken)) == "GET /x: KeyError: 'a bug'"
    for error, record in zip((refused, broken), caplog.records, strict=True):
        assert str(error).rpartition(" (ref")[2] in record.message


def test_what_is_expected_has_none(caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.WARNING, "adapters.discord")
    named = [code for name, code in vars(calls).items() if name.isupper() and type(code) is int]
    assert len(named) > 15
    for code in named:
        assert "(ref" not in str(CallRefused("GET /x", 400, code, "Odd"))
    assert "(ref" not in str(CallRefused("GET /x", 401, 0, "Unauthorized"))
    assert "(ref" not in str(failure("GET /x", TimeoutError()))
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


def test_a_wrong_token_is_refused():
    async def test(discord: DiscordEmulator) -> None:
        calls = Calls("wrong", discord.api_url)
        with pytest.raises(CallRefused):
            await calls("GET", "/users/@me")
        await calls.close()

    run(test)


def test_a_call_waits_as_long_as_discord_asks():
    async def test(here: Scene) -> None:
        here.discord.fails("GET", "/users/@me/guilds", times=2, status=429, wait=0.05)
        assert await here.calls("GET", "/users/@me/guilds")
        assert len(here.sent("GET", "/users/@me/guilds")) == 3

    scene(test)


def test_a_call_that_would_wait_too_long_did_not_arrive():
    async def test(here: Scene) -> None:
        here.discord.fails("GET", "/users/@me/guilds", status=429, wait=600.0)
        with pytest.raises(Undelivered, match="wait 600 s"):
            await here.calls("GET", "/users/@me/guilds")
        assert len(here.sent("GET", "/users/@me/guilds")) == 1

    scene(test)


def test_an_edit_that_comes_too_late_is_refused_however_discord_says_it():
    async def test(here: Scene) -> None:
        here.discord.fails("GET", "/users/@me/guilds", times=9, status=429, code=30046, wait=0.01)
        with pytest.raises(CallRefused) as refused:
            await here.calls("GET", "/users/@me/guilds")
        assert refused.value.code == 30046

    scene(test)


def test_files_are_whole_also_when_they_are_sent_again():
    async def test(here: Scene) -> None:
        here.discord.fails("POST", "/messages", times=2, status=429, wait=0.01)
        at, content = {"channel_id": here.channel}, b"x" * 2_000_000
        await here.calls("POST", "/channels/{channel_id}/messages", {"content": "a"}, at=at, files={"a": content})
        assert list(here.discord.state.files.values()) == [content]

    scene(test)


@pytest.mark.parametrize("misfortune", [{"lost": True, "times": 9}, {"status": 501}])
def test_a_lost_answer_is_uncertain(misfortune: dict[str, int]):
    async def test(here: Scene) -> None:
        here.discord.fails("GET", "/users/@me/guilds", **misfortune)
        with pytest.raises(Uncertain):
            await here.calls("GET", "/users/@me/guilds", patience=2.0)

    scene(test)


def test_nobody_there_and_a_connection_that_was_left_mean_not_sent():
    async def test() -> None:
        calls = Calls("token", "http://127.0.0.1:9/api/v10")
        with pytest.raises(ChatError):
            await calls("GET", "/users/@me", patience=2.0)
        await calls.close()
        with pytest.raises(Undelivered, match="the connection to Discord is closed"):
            await calls("GET", "/users/@me")

    asyncio.run(test())


def test_files_go_with_the_body():
    async def test(here: Scene) -> None:
        at, files = {"channel_id": here.channel}, {"a.txt": b"first", "b.txt": b"second"}
        message = await here.calls("POST", "/channels/{channel_id}/messages", {"content": "two"}, at=at, files=files)
        assert message["content"] == "two"
        kept = {one["filename"]: here.discord.state.files[one["id"]] for one in message["attachments"]}
        assert kept == files

    scene(test)


def test_a_proxy_that_the_environment_names_is_gone_through_but_for_what_it_excepts(monkeypatch: pytest.MonkeyPatch):
    for name in ("http_proxy", "https_proxy", "no_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    assert proxy(DEFAULT_URL) is None
    monkeypatch.setenv("HTTPS_PROXY", "http://proxy.example:3128")
    monkeypatch.setenv("NO_PROXY", "discord.example")
    assert proxy(DEFAULT_URL) == "http://proxy.example:3128"
    assert proxy("https://discord.example/api") is None
    assert proxy("http://discord.com/api") is None

    async def test(discord: DiscordEmulator) -> None:
        async with proxied() as (address, asked):
            monkeypatch.setenv("http_proxy", address)
            calls = Calls(discord.token, "http://discord.invalid/api/v10")
            with pytest.raises(CallRefused, match="404"):
                await calls("GET", "/gateway")
            await calls.close()
            assert asked[0] == "http://discord.invalid/api/v10/users/@me"
            socket = client(calls.api_url, "", True, lambda frame: None, asyncio.Event(), asyncio.sleep)
            assert socket.http.proxy == address
            await socket.close()

    run(test)


@asynccontextmanager
async def proxied() -> AsyncIterator[tuple[str, list[str]]]:
    """A proxy that leads nowhere: its address, and what it was asked for."""
    asked: list[str] = []

    async def answer(request: web.BaseRequest) -> web.Response:
        asked.append(str(request.url))
        raise web.HTTPNotFound

    async with AsyncExitStack() as open:
        runner = web.ServerRunner(web.Server(answer))
        await runner.setup()
        open.push_async_callback(runner.cleanup)
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        yield f"http://127.0.0.1:{runner.addresses[0][1]}", asked


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_file_is_not_looked_for_where_its_address_sends_us(status: int):
    async def test(here: Scene) -> None:
        async with elsewhere(status) as host:
            with pytest.raises(Unreachable, match=f"does not give the file: {status}"):
                await here.calls.download(host.url, 1_000)
            assert not host.came

    scene(test)
