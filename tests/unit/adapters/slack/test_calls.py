"""How calls to the Web API wait, and how each failure counts."""

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from adapters.slack import calls, posts
from adapters.slack.calls import LONG, WORDS, CallRefused, Calls, TooLong, failure
from adapters.slack.pacer import Pacer
from adapters.slack.rates import Priority
from harness.chat.port import ChatError, Uncertain, Undelivered, Unreachable
from tests.fakes.clock import Clock, settle
from tests.fakes.elsewhere import elsewhere
from tests.fakes.slack.emulator import SlackEmulator
from tests.references import unreferred
from tests.unit.adapters.slack.rig import run

NOWHERE = "http://127.0.0.1:9/api/"


@asynccontextmanager
async def made(url: str, token: str, clock: Clock, timeout: float = 5.0) -> AsyncIterator[Calls]:
    calls = Calls(token, url, Pacer(clock, clock.sleep), timeout)
    try:
        yield calls
    finally:
        await calls.close()


def on_slack(test: Callable[[SlackEmulator, Calls, Clock], Awaitable[None]]) -> None:
    async def main(slack: SlackEmulator) -> None:
        clock = Clock()
        async with made(slack.api_url, slack.bot_token, clock) as calls:
            await test(slack, calls, clock)

    run(main)


async def who(calls: Calls) -> dict[str, Any]:
    return await calls("auth.test", lambda client: client.auth_test())


def test_an_answer_is_what_slack_said():
    async def test(slack: SlackEmulator, calls: Calls, clock: Clock) -> None:
        assert (await who(calls))["user_id"] == slack.bot.id

    on_slack(test)


def test_a_call_waits_as_slack_asks_and_is_made_again():
    async def test(slack: SlackEmulator, calls: Calls, clock: Clock) -> None:
        slack.rate_limits("auth.test", retry_after=20, times=2)
        answer = asyncio.create_task(who(calls))
        for _ in range(2):
            await clock.slept.wait()
            await clock.advance(19.0)
            assert not answer.done()
            await clock.advance(1.5)
        assert (await answer)["ok"]

    on_slack(test)


def test_a_call_that_would_wait_too_long_did_not_arrive():
    async def test(slack: SlackEmulator, calls: Calls, clock: Clock) -> None:
        slack.rate_limits("auth.test", retry_after=600)
        with pytest.raises(Undelivered, match="wait longer"):
            await who(calls)
        assert len(slack.calls_of("auth.test")) == 1

    on_slack(test)


@pytest.mark.parametrize(("status", "kind"), [(500, Uncertain), (502, Uncertain), (504, Uncertain), (503, Undelivered)])
def test_a_server_that_fails_may_have_done_it(status: int, kind: type[ChatError]):
    async def test(slack: SlackEmulator, calls: Calls, clock: Clock) -> None:
        slack.breaks("auth.test", status)
        with pytest.raises(kind):
            await who(calls)

    on_slack(test)


def test_a_lost_answer_is_uncertain_and_the_call_is_made_once():
    async def test(slack: SlackEmulator, calls: Calls, clock: Clock) -> None:
        slack.drops("auth.test", "after")
        with pytest.raises(Uncertain):
            await who(calls)
        assert len(slack.calls_of("auth.test")) == 1

    on_slack(test)


def test_no_answer_in_time_is_uncertain():
    async def main(slack: SlackEmulator) -> None:
        async with made(slack.api_url, slack.bot_token, Clock(), timeout=0.1) as calls:
            hold = slack.holds("auth.test")
            with pytest.raises(Uncertain):
                await who(calls)
            hold.release()

    run(main)


def test_a_slack_that_cannot_be_connected_to_got_nothing():
    async def main() -> None:
        async with made(NOWHERE, "xoxb-x", Clock()) as calls:
            with pytest.raises(Undelivered):
                await who(calls)

    asyncio.run(main())


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("channel_not_found", CallRefused),
        ("is_archived", CallRefused),
        ("not_in_channel", CallRefused),
        ("invalid_auth", CallRefused),
        ("account_inactive", CallRefused),
        ("missing_scope", CallRefused),
        ("restricted_action", CallRefused),
        ("message_not_found", CallRefused),
        ("cant_update_message", CallRefused),
        ("msg_too_long", TooLong),
        ("msg_blocks_too_long", TooLong),
        ("invalid_blocks", TooLong),
        ("fatal_error", Uncertain),
        ("internal_error", Uncertain),
        ("service_unavailable", Undelivered),
    ],
)
def test_a_refusal_is_final_unless_slack_says_otherwise(code: str, kind: type[ChatError]):
    async def test(slack: SlackEmulator, calls: Calls, clock: Clock) -> None:
        slack.refuses("auth.test", code)
        with pytest.raises(kind, match=WORDS.get(code, code)) as raised:
            await who(calls)
        assert not isinstance(raised.value, CallRefused) or raised.value.code == code
        assert isinstance(raised.value, Unreachable) == (kind in (CallRefused, TooLong))

    on_slack(test)


def test_what_nobody_foresaw_has_a_reference_that_the_log_has(caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.WARNING, "adapters.slack")
    refused, broken = CallRefused("chat.update", "too_odd"), failure("chat.update", KeyError("a bug"))
    assert unreferred(str(refused)) == "Slack refused chat.update: too_odd"
    assert str(refused) == str(CallRefused("chat.update", "too_odd")), "the same each time that it is tried"
    assert isinstance(broken, Uncertain)
    assert unreferred(str(broken)) == "chat.update: KeyError: 'a bug'"
    for error in (refused, broken):
        assert any(str(error).rpartition(" (ref")[2] in record.message for record in caplog.records)


def test_what_is_expected_has_none(caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.WARNING, "adapters.slack")
    sources = [source.read_text(encoding="utf-8") for source in Path(calls.__file__).parent.glob("*.py")]
    compared = [one for source in sources for one in re.findall(r"(?:error\.code |done=)(.*)", source)]
    codes = {code for line in compared for code in re.findall(r'"([a-z_]+)"', line)}
    assert {"already_reacted", "message_not_found", "user_disabled"} <= codes
    for code in codes | {posts.STREAMING}:
        assert "(ref" not in str(CallRefused("chat.update", code)), code
    assert "(ref" not in str(failure("chat.update", TimeoutError()))
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


def test_a_call_that_is_of_use_only_now_is_left_out_while_slack_is_busy():
    async def test(slack: SlackEmulator, calls: Calls, clock: Clock) -> None:
        async def update() -> None:
            await calls(
                "chat.update",
                lambda client: client.chat_update(channel="C", ts="1", text="x"),
                patience=0.0,
                priority=Priority.LIVE,
            )

        slack.rate_limits("chat.update", retry_after=30)
        for _ in range(2):
            with pytest.raises(Undelivered):
                await update()
        assert len(slack.calls_of("chat.update")) == 1
        await clock.advance(31)
        with pytest.raises(CallRefused):
            await update()
        await settle()

    on_slack(test)


def test_what_was_one_call_too_many_comes_before_those_that_asked_later():
    async def test(slack: SlackEmulator, calls: Calls, clock: Clock) -> None:
        ends = list[int]()

        async def post(number: int) -> None:
            with suppress(CallRefused):
                await calls(
                    "chat.postMessage",
                    lambda client: client.chat_postMessage(channel="C", text=f"{number}"),
                    channel="C",
                    patience=LONG,
                )
            ends.append(number)

        slack.rate_limits("chat.postMessage", retry_after=100)
        first = asyncio.create_task(post(0))
        await clock.slept.wait()
        others = [asyncio.create_task(post(number)) for number in range(1, 8)]
        while len(ends) < 8:
            await clock.advance(10.0)
            await asyncio.sleep(0.01)
        await asyncio.gather(first, *others)
        made = [call.args["text"] for call in slack.calls_of("chat.postMessage")]
        assert made == ["0", *map(str, range(8))]

    on_slack(test)


def test_whoever_waits_when_we_leave_is_told_that_nothing_was_sent():
    async def test(slack: SlackEmulator, calls: Calls, clock: Clock) -> None:
        slack.rate_limits("auth.test", retry_after=30)
        waits = asyncio.create_task(who(calls))
        await clock.slept.wait()
        await calls.close()
        with pytest.raises(Undelivered):
            await waits

    on_slack(test)


@pytest.mark.parametrize(
    "url",
    [
        "https://docs.example/d/1",
        "https://files.slack.com.example/f",
        "https://notslack.com/f",
        "http://files.slack.com/f",
        "https://slack.com@docs.example/f",
        "https://docs.example\\@files.slack.com/f",
        "https://[files.slack.com/f",
        "file:///etc/passwd",
        "//files.slack.com/f",
        "",
    ],
)
def test_our_token_goes_nowhere_but_to_slack(url: str):
    async def test(slack: SlackEmulator, calls: Calls, clock: Clock) -> None:
        with pytest.raises(Unreachable, match="outside of Slack"):
            await calls.download(url, 1_000)

    on_slack(test)


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_file_is_not_looked_for_where_its_address_sends_us(status: int):
    async def main() -> None:
        clock = Clock()
        async with elsewhere(status) as host, made(host.url.replace("/file", "/api/"), "xoxb-1", clock) as calls:
            with pytest.raises(Unreachable, match="another address"):
                await calls.download(host.url, 1_000)
            assert not host.came

    asyncio.run(main())
