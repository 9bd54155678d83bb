"""What Slack says of our tokens is learned without leaving a trace."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest
from aiohttp import web

from adapters.slack.calls import CallRefused
from adapters.slack.limits import CONNECTIONS
from adapters.slack.probe import Connected, Installed, Probe, Room
from harness.chat.people import Place
from harness.chat.port import ChatError, Undelivered
from tests.fakes.slack.emulator import SlackEmulator
from tests.fakes.slack.records import APP_ID
from tests.fakes.slack.web import CONFIG_TOKEN
from tests.unit.adapters.slack.rig import at_work, run

NOWHERE = "http://127.0.0.1:9/api/"


def probing(
    test: Callable[[SlackEmulator, Probe], Awaitable[None]], ahead: float = 0.0, bot: str = "", app: str = ""
) -> None:
    async def main(slack: SlackEmulator) -> None:
        now = time.time
        probe = Probe(bot or slack.bot_token, app or slack.app_token, slack.api_url, lambda: now() + ahead)
        try:
            await test(slack, probe)
        finally:
            await probe.close()

    run(main)


@pytest.mark.parametrize("ahead", [0.0, 400.0, -400.0])
def test_it_says_where_the_bot_token_is_from_what_it_may_and_how_far_the_clocks_are_apart(ahead: float):
    async def test(slack: SlackEmulator, probe: Probe) -> None:
        slack.state.scopes = {"chat:write", "users:read"}
        found = await probe.installed()
        granted = frozenset({"chat:write", "users:read"})
        bot = slack.bot.bot_id or ""
        assert found == Installed(slack.team.id, "acme", "deskmate", bot, granted, found.ahead)
        assert found.ahead is not None
        assert abs(found.ahead - ahead) < 30
        assert await probe.app(bot) == APP_ID

    probing(test, ahead)


def test_a_connection_counts_all_and_is_closed_at_once():
    async def test(slack: SlackEmulator, probe: Probe) -> None:
        assert await probe.connected() == Connected(APP_ID, 1)
        await slack.until(lambda: not slack.socket.open_connections)
        async with at_work(slack):
            assert await probe.connected() == Connected(APP_ID, 2)

    probing(test)


def test_ten_others_leave_no_room_and_are_counted():
    async def test(slack: SlackEmulator, probe: Probe) -> None:
        url = f"{slack.state.base.replace('http', 'ws')}/link/"
        from aiohttp import ClientSession

        async with ClientSession() as session:
            sockets = [
                await session.ws_connect(url, params={"ticket": slack.socket.ticket()}) for _ in range(CONNECTIONS)
            ]
            assert await probe.connected() == Connected("", CONNECTIONS + 1)
            for socket in sockets:
                await socket.close()

    probing(test)


def test_an_event_that_came_over_its_connection_is_sent_again():
    async def test(slack: SlackEmulator, probe: Probe) -> None:
        async with at_work(slack) as us:
            ana = slack.user("ana")
            direct = slack.dm(ana)
            said = [await slack.says(ana, direct, f"hello {number}") for number in range(4)]
            looking = asyncio.create_task(probe.connected())
            said += [await slack.says(ana, direct, f"hello again {number}") for number in range(4)]
            await looking
            await slack.until(lambda: all(us.facts(direct, one.ts) for one in said))

    probing(test)


def test_a_token_that_slack_refuses_is_refused():
    async def test(slack: SlackEmulator, probe: Probe) -> None:
        for ask in (probe.installed, probe.connected, lambda: probe.manifest("xoxe.xoxp-old", APP_ID)):
            with pytest.raises(CallRefused, match="invalid_auth"):
                await ask()

    probing(test, bot="xoxb-wrong", app="xapp-wrong")


def test_the_app_s_manifest_is_read_with_its_owner_s_token():
    async def test(slack: SlackEmulator, probe: Probe) -> None:
        slack.state.manifest = {"settings": {}}
        assert await probe.manifest(CONFIG_TOKEN, APP_ID) == {"settings": {}}
        with pytest.raises(CallRefused, match="app_not_found"):
            await probe.manifest(CONFIG_TOKEN, "A0")

    probing(test)


def test_a_slack_that_asks_to_wait_for_long_is_not_waited_for():
    async def test(slack: SlackEmulator, probe: Probe) -> None:
        slack.rate_limits("auth.test", retry_after=60)
        with pytest.raises(Undelivered, match="wait longer"):
            await probe.installed()

    probing(test)


def test_offline_nothing_is_known():
    async def main() -> None:
        probe = Probe("xoxb-1", "xapp-1", NOWHERE, time.time)
        for ask in (probe.installed, probe.connected):
            with pytest.raises(ChatError, match="could not be connected to"):
                await ask()
        await probe.close()

    asyncio.run(main())


@pytest.mark.parametrize("what", ["closed", "no hello", "no json", "no socket", "nowhere"])
def test_a_socket_that_does_not_open_is_told_without_its_ticket(what: str):
    async def link(request: web.Request) -> web.StreamResponse:
        if what == "no socket":
            return web.Response(status=403)
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        if what != "closed":
            await socket.send_str("hm" if what == "no json" else '{"type": "disconnect", "reason": "link_disabled"}')
        await socket.close()
        return socket

    async def main() -> None:
        app = web.Application()
        runner = web.AppRunner(app, access_log=None)

        async def open(request: web.Request) -> web.StreamResponse:
            port = 9 if what == "nowhere" else runner.addresses[0][1]
            return web.json_response({"ok": True, "url": f"ws://127.0.0.1:{port}/link/?ticket=secret"})

        app.router.add_post("/api/apps.connections.open", open)
        app.router.add_get("/link/", link)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        probe = Probe("xoxb-1", "xapp-1", f"http://127.0.0.1:{runner.addresses[0][1]}/api/", time.time)
        with pytest.raises(Undelivered, match="the socket ") as raised:
            await probe.connected()
        assert "secret" not in str(raised.value)
        await probe.close()
        await runner.cleanup()

    asyncio.run(main())


def test_it_tells_what_a_place_is_and_whether_we_are_there():
    async def test(slack: SlackEmulator, probe: Probe) -> None:
        state, bob = slack.state, slack.state.add_user(slack.team, "bob")
        ops = state.add_channel(slack.team, "ops", [bob, slack.bot])
        others = state.add_channel(slack.team, "others", [bob])
        private = state.add_channel(slack.team, "private", [bob], "private")
        there = Place("slack", slack.team.id, ops.id)
        assert await probe.room(there) == Room("ops", member=True, archived=False)
        assert await probe.room(replace(there, channel=others.id, thread="1.2")) == Room("others", False, False)
        assert await probe.room(replace(there, channel=private.id)) is None
        assert await probe.room(replace(there, channel="C0")) is None
        direct = state.direct(slack.team, bob)
        assert await probe.room(replace(there, channel=direct.id)) == Room("", True, False)

        said = await slack.says(bob, ops, "hi")
        assert await probe.room(replace(there, thread=said.ts)) == Room("ops", True, False)
        assert await probe.room(replace(there, thread="1.2")) == Room("ops", True, False, thread=False)
        state.put_channel(replace(ops, archived=True))
        assert await probe.room(there) == Room("ops", True, archived=True)
        slack.state.scopes = set()
        with pytest.raises(CallRefused):
            await probe.room(there)

    probing(test)
