"""Socket Mode, with the SDK's own client at the other end."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import aiohttp
import pytest
from slack_bolt.async_app import AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

from tests.fakes.slack.emulator import SlackEmulator, StillWaiting
from tests.unit.fakes.slack.app import QUIET, bolt, run

Json = dict[str, Any]


def test_an_event_redelivered_has_the_same_event_id_and_runs_the_handler_again() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana = slack.user("ana")
        ran: list[str] = []
        async with bolt(slack) as app:

            @app.event("message")
            async def message(body: Json) -> None:
                ran.append(body["event_id"])

            said = await slack.says(ana, slack.dm(ana), "hello")
            await slack.settled()
            (first,) = slack.events_of("message", said)
            again = slack.redelivers(first)
            third = slack.redelivers(again)
            await slack.settled()
        assert (again.attempt, third.attempt, again.reason) == (1, 2, "timeout")
        assert len({first.id, again.id, third.id}) == 3
        assert len(ran) == 3
        assert len(set(ran)) == 1

    run(test)


def test_an_event_that_is_not_acknowledged_is_sent_again_in_the_same_envelope() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana = slack.user("ana")
        tries = 0
        async with bolt(slack, process_before_response=True) as app:

            @app.event("message")
            async def message() -> None:
                nonlocal tries
                tries += 1
                if tries < 3:
                    raise RuntimeError("crashed before the acknowledgement")

            await slack.says(ana, slack.dm(ana), "hello")
            await slack.settled()
        (envelope,) = slack.envelopes
        assert (tries, envelope.attempt, envelope.reason) == (3, 2, "timeout")

    run(test, retry_delays=(0.02, 0.02, 0.02))


def test_events_wait_for_a_connection() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana = slack.user("ana")
        for n in range(3):
            await slack.says(ana, slack.dm(ana), f"m{n}")
        heard: list[str] = []
        assert not any(one.acknowledged for one in slack.envelopes)
        async with connected(slack) as socket:
            for _ in range(3):
                frame = await socket.receive_json()
                heard.append(frame["payload"]["event"]["text"])
                await socket.send_json({"envelope_id": frame["envelope_id"]})
            await slack.settled()
        assert heard == ["m0", "m1", "m2"]

    run(test)


class connected:
    """A bare socket that has heard hello."""

    def __init__(self, slack: SlackEmulator) -> None:
        self._slack = slack
        self._session = aiohttp.ClientSession()

    async def __aenter__(self) -> aiohttp.ClientWebSocketResponse:
        web = AsyncWebClient(base_url=self._slack.api_url, logger=QUIET)
        self.url = (await web.apps_connections_open(app_token=self._slack.app_token))["url"]
        self.socket = await self._session.ws_connect(self.url)
        self.hello = await self.socket.receive_json()
        assert self.hello["type"] == "hello"
        return self.socket

    async def __aexit__(self, *error: object) -> None:
        await self.socket.close()
        await self._session.close()


def test_each_payload_goes_to_one_connection_in_turn() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana = slack.user("ana")
        async with connected(slack) as one, connected(slack) as two:
            await slack.connected(2)
            for n in range(4):
                await slack.says(ana, slack.dm(ana), f"m{n}")
            heard = [[(await socket.receive_json())["payload"]["event"]["text"] for _ in "ab"] for socket in (one, two)]
        assert sorted(heard[0] + heard[1]) == ["m0", "m1", "m2", "m3"]

    run(test)


def test_an_event_whose_connection_breaks_is_sent_to_the_next_one() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana = slack.user("ana")
        async with connected(slack) as socket:
            await slack.says(ana, slack.dm(ana), "hello")
            first = await socket.receive_json()
        await slack.until(lambda: not slack.socket.connections)
        async with connected(slack) as socket:
            second = await socket.receive_json()
            await socket.send_json({"envelope_id": second["envelope_id"]})
            await slack.settled()
        assert second["envelope_id"] == first["envelope_id"]
        assert (second["retry_attempt"], second["retry_reason"]) == (1, "connection_failed")

    run(test)


def test_the_client_reconnects_when_it_is_told_to_and_when_it_is_cut() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana = slack.user("ana")
        heard: list[str] = []
        async with bolt(slack, ping_interval=0.1) as app:

            @app.event("message")
            async def message(event: Json) -> None:
                heard.append(event["text"])

            slack.disconnects("refresh_requested")
            await slack.says(ana, slack.dm(ana), "during the refresh")
            await slack.until(lambda: heard == ["during the refresh"])
            slack.disconnects("warning")
            await slack.until(lambda: len(slack.calls_of("apps.connections.open")) == 3)
            await slack.connected()
            slack.drops_connections()
            await slack.says(ana, slack.dm(ana), "after the cut")
            await slack.until(lambda: heard[-1] == "after the cut")

    run(test)


def test_a_socket_may_be_dead_and_stay_open_and_what_went_there_comes_again() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana = slack.user("ana")
        heard: list[str] = []
        async with bolt(slack, ping_interval=0.25) as app:

            @app.event("message")
            async def message(event: Json) -> None:
                heard.append(event["text"])

            slack.silences_connections()
            await slack.says(ana, slack.dm(ana), "anybody?")
            (envelope,) = slack.envelopes
            assert not await envelope.within(0.1)
            assert slack.socket.open_connections
            await slack.until(lambda: heard == ["anybody?"])
        assert (envelope.attempt, envelope.acknowledged) == (1, True)
        assert len(slack.calls_of("apps.connections.open")) > 1

    run(test)


def test_two_processes_share_what_comes_and_learn_of_each_other_from_hello() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana = slack.user("ana")
        heard: dict[str, list[str]] = {"one": [], "two": []}
        async with bolt(slack) as one, bolt(slack) as two:
            for name, app in (("one", one), ("two", two)):

                def listen(app: AsyncApp = app, name: str = name) -> None:
                    @app.event("message")
                    async def message(event: Json) -> None:
                        heard[name].append(event["text"])

                listen()
            for n in range(4):
                await slack.says(ana, slack.dm(ana), f"m{n}")
            await slack.until(lambda: sum(map(len, heard.values())) == 4)
            third = connected(slack)
            async with third:
                assert third.hello["num_connections"] == 3
        assert [len(found) for found in heard.values()] == [2, 2]

    run(test)


def test_a_client_whose_pings_are_not_answered_gives_its_connection_up() -> None:
    async def test(slack: SlackEmulator) -> None:
        async with bolt(slack, ping_interval=0.25):
            slack.socket.answers_pings = False
            await slack.until(lambda: len(slack.calls_of("apps.connections.open")) > 1)
            slack.socket.answers_pings = True
            await slack.connected()

    run(test)


def test_a_ticket_opens_one_socket() -> None:
    async def test(slack: SlackEmulator) -> None:
        one = connected(slack)
        async with one, aiohttp.ClientSession() as session:
            with pytest.raises(aiohttp.WSServerHandshakeError):
                await session.ws_connect(one.url)

    run(test)


def test_an_eleventh_connection_is_sent_away() -> None:
    async def test(slack: SlackEmulator) -> None:
        open_ones = [connected(slack) for _ in range(10)]
        for one in open_ones:
            await one.__aenter__()
        web = AsyncWebClient(base_url=slack.api_url, logger=QUIET)
        url = (await web.apps_connections_open(app_token=slack.app_token))["url"]
        async with aiohttp.ClientSession() as session, session.ws_connect(url) as socket:
            assert json.loads((await socket.receive()).data)["reason"] == "too_many_websockets"
        await asyncio.gather(*(one.__aexit__() for one in open_ones))

    run(test)


def test_waiting_in_vain_shows_what_people_see() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana = slack.user("ana")
        await slack.says(ana, slack.channel("ops", ana), "is anybody there?")
        with pytest.raises(StillWaiting, match=r"ana: is anybody there\?"):
            await slack.until(lambda: slack.envelopes[9], within=0.05)

    run(test)


def test_moving_the_clock_wakes_who_waits() -> None:
    async def test(slack: SlackEmulator) -> None:
        start = slack.clock()
        waiting = asyncio.ensure_future(slack.until(lambda: slack.clock() >= start + 60))
        await asyncio.sleep(0)
        slack.clock.advance(60)
        assert await waiting

    run(test)


def test_events_are_sent_again_by_the_clock_that_was_given() -> None:
    waiting: list[tuple[float, Callable[[], None]]] = []

    def later(seconds: float, what: Callable[[], None]) -> "asyncio.Future[None]":
        waiting.append((seconds, what))
        return asyncio.get_running_loop().create_future()

    async def test(slack: SlackEmulator) -> None:
        ana, heard = slack.user("ana"), asyncio.Queue[int]()
        async with bolt(slack, process_before_response=True) as app:

            @app.event("message")
            async def message(body: Json) -> None:
                heard.put_nowait(len(waiting))
                if len(waiting) < 3:
                    raise RuntimeError("not yet")

            said = await slack.says(ana, slack.dm(ana), "hello")
            for times in (1, 2):
                assert await heard.get() == times
                waiting[-1][1]()
            await slack.settled()
        (envelope,) = slack.events_of("message", said)
        assert (envelope.attempt, envelope.reason) == (2, "timeout")
        assert [seconds for seconds, _ in waiting] == [3, 60, 300]

    run(test, later=later)
