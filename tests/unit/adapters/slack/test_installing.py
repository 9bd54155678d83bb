"""Pages by which the app comes into teams: what may go wrong with them is a page too, and leaves nothing behind."""

import asyncio
import logging
import re
import sqlite3
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from itertools import count
from pathlib import Path

import aiohttp
import pytest
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_bolt.response import BoltResponse
from slack_sdk.oauth.installation_store import Installation
from slack_sdk.web.async_client import AsyncWebClient

from adapters.slack.http import Http
from adapters.slack.installing import INSTALL, REDIRECT, ROTATES, STATE_GOOD_FOR, Installing, SignedStates, page
from adapters.storage.journal import SqlJournal
from adapters.storage.tables import deskmate_version, metadata
from tests.fakes.slack.emulator import SlackEmulator
from tests.references import unreferred
from tests.unit.adapters.slack.rig import run

WANTED = ("chat:write", "users:read")
TABLES = sorted(metadata.tables.keys() - {deskmate_version.name})


def installing(slack: SlackEmulator, journal: SqlJournal, secret: str = "") -> Installing:
    one = slack.installations
    states = iter(f"state-{number}" for number in range(99))
    return Installing(
        one.client_id,
        secret or one.client_secret,
        f"http://localhost{REDIRECT}",
        slack.api_url,
        WANTED,
        journal.installations,
        time.time,
        lambda: next(states),
    )


Browser = Callable[[str, dict[str, str]], Awaitable[tuple[int, str]]]


def browsing(
    test: Callable[[SlackEmulator, SqlJournal, Browser], Awaitable[None]], folder: Path, secret: str = ""
) -> None:
    async def main(slack: SlackEmulator) -> None:
        slack.installations.redirect_urls = [f"http://localhost{REDIRECT}"]
        slack.installations.browsing = slack.user("ana")
        http, calls = Http("127.0.0.1", 0), aiohttp.ClientSession()
        with SqlJournal.open(f"sqlite:///{folder / 'desk.db'}", time.time) as journal:
            client = AsyncWebClient(None, slack.api_url, session=calls, retry_handlers=[])
            await http.start(None, installing(slack, journal, secret).flow(client))

            async def get(path: str, headers: dict[str, str]) -> tuple[int, str]:
                address = f"http://127.0.0.1:{http.port}{path}"
                async with aiohttp.ClientSession() as web, web.get(address, headers=headers) as page:
                    return page.status, await page.text()

            await test(slack, journal, get)
            await http.stop()
            await calls.close()

    run(main)


async def allowed(slack: SlackEmulator, get: Browser) -> tuple[str, dict[str, str]]:
    """The path that Slack sends people back to, and their browser's cookie."""
    status, text = await get(INSTALL, {})
    assert status == 200
    link = re.findall(r'href="(http[^"]+)"', text)[0].replace("&amp;", "&")
    state = re.findall("state=([^&]+)", link)[0]
    assert slack.installations.browsing
    where = slack.installations.allow(slack.installations.browsing, link)
    return where.removeprefix("http://localhost"), {"Cookie": f"slack-app-oauth-state={state}"}


def test_the_page_asks_for_what_we_need_and_what_comes_of_it_is_kept(tmp_path: Path):
    async def test(slack: SlackEmulator, journal: SqlJournal, get: Browser) -> None:
        path, cookie = await allowed(slack, get)
        assert (await get(path, cookie))[0] == 200
        kept = await journal.installations.find(slack.team.id)
        assert kept
        assert (kept.token, kept.user, kept.bot) == (slack.bot_token, slack.bot.id, slack.bot.bot_id)
        assert kept.url == "https://acme.slack.com/"
        assert set(WANTED) <= set(kept.scopes.split(","))

    browsing(test, tmp_path)


@pytest.mark.parametrize(
    ("path", "status", "says"),
    [
        ("?error=access_denied&state={state}", 200, "access_denied"),
        ("?code=guessed&state=another", 400, "invalid_browser"),
        ("?state={state}", 401, "missing_code"),
        ("?code=guessed&state={state}", 401, "invalid_code"),
    ],
)
def test_what_comes_back_wrong_installs_nothing(tmp_path: Path, path: str, status: int, says: str):
    async def test(slack: SlackEmulator, journal: SqlJournal, get: Browser) -> None:
        _, cookie = await allowed(slack, get)
        answer = await get(REDIRECT + path.format(state=cookie["Cookie"].partition("=")[2]), cookie)
        assert answer[0] == status
        assert says in answer[1]
        assert not await journal.installations.all()

    browsing(test, tmp_path)


def test_a_secret_that_is_wrong_installs_nothing(tmp_path: Path):
    async def test(slack: SlackEmulator, journal: SqlJournal, get: Browser) -> None:
        path, cookie = await allowed(slack, get)
        assert (await get(path, cookie))[0] == 401
        assert not await journal.installations.all()

    browsing(test, tmp_path, secret="wrong")


def test_while_the_database_is_away_people_are_told_to_come_again(tmp_path: Path):
    async def test(slack: SlackEmulator, journal: SqlJournal, get: Browser) -> None:
        path, cookie = await allowed(slack, get)
        journal.close()
        status, text = await get(path, cookie)
        assert (status, "try again in a while" in text) == (503, True)
        assert (await get(INSTALL, {}))[0] == 200, "nothing is written for who only looks"

    browsing(test, tmp_path)


def test_what_nobody_foresaw_is_told_with_a_reference_that_the_log_has(caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.ERROR, "adapters.slack")

    async def broken(request: AsyncBoltRequest) -> BoltResponse:
        raise KeyError("a bug")

    answer = asyncio.run(page(broken, AsyncBoltRequest(body="")))
    assert answer.status == 500
    assert unreferred(answer.body.rstrip(".\n")) == "Something went wrong. Tell whoever runs Deskmate"
    [record] = caplog.records
    assert record.message.rpartition(" (")[2] in answer.body
    assert "a bug" not in answer.body


@pytest.mark.parametrize("method", ["oauth.v2.access", "auth.test"])
def test_while_slack_does_not_answer_people_are_told_to_begin_again(tmp_path: Path, method: str):
    async def test(slack: SlackEmulator, journal: SqlJournal, get: Browser) -> None:
        path, cookie = await allowed(slack, get)
        slack.drops(method, "before")
        status, text = await get(path, cookie)
        assert (status, "Slack did not answer" in text) == (503, True)
        assert not await journal.installations.all()
        path, cookie = await allowed(slack, get)
        assert (await get(path, cookie))[0] == 200

    browsing(test, tmp_path)


def test_it_is_installed_though_slack_does_not_tell_the_address_of_messages(tmp_path: Path):
    async def test(slack: SlackEmulator, journal: SqlJournal, get: Browser) -> None:
        path, cookie = await allowed(slack, get)
        asked = count(1)
        slack.drops("auth.test", "before", when=lambda arguments: next(asked) == 2)  # bolt asks, too
        assert (await get(path, cookie))[0] == 200
        (found,) = await journal.installations.all()
        assert (found.token, found.url) == (slack.bot_token, "")

    browsing(test, tmp_path)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"bot_refresh_token": "xoxe-1"}, ROTATES),
        ({"bot_token": None}, "gave no token"),
        ({"team_id": None}, "did not say where"),
        ({"is_enterprise_install": True}, "did not say where"),
    ],
)
def test_what_we_cannot_work_with_is_not_kept(tmp_path: Path, changes: dict[str, object], why: str):
    async def test(slack: SlackEmulator, journal: SqlJournal, get: Browser) -> None:
        given: dict[str, object] = {"user_id": "U1", "team_id": "T1", "bot_token": "xoxb-1", "bot_user_id": "UB"}
        with pytest.raises(ValueError, match=why[:20]):
            await installing(slack, journal)._save(Installation(**(given | changes)))  # type: ignore[arg-type]
        assert not await journal.installations.all()

    browsing(test, tmp_path)


def test_a_state_is_good_once_and_for_ten_minutes_and_nobody_else_makes_one():
    now = [1_000.0]
    numbers = count()
    states = SignedStates("secret", lambda: now[0], lambda: f"n{next(numbers)}")
    first, second, third = (states.issue() for _ in range(3))
    assert len({first, second, third}) == 3
    assert [states.redeem(first) for _ in range(2)] == [True, False]
    for wrong in ("", ".", "n0", "n0.9999", f"{second}x", second.replace("1600", "9999"), "\u00e9.1600.x"):
        assert not states.redeem(wrong)
    assert not SignedStates("another", lambda: now[0], str).redeem(second)
    now[0] += STATE_GOOD_FOR - 1
    assert states.redeem(second)
    now[0] += 1
    assert not states.redeem(third)


def test_whoever_asks_for_the_page_again_and_again_makes_no_rows(tmp_path: Path):
    async def test(slack: SlackEmulator, journal: SqlJournal, get: Browser) -> None:
        for _ in range(20):
            assert (await get(INSTALL, {}))[0] == 200

    browsing(test, tmp_path)
    with closing(sqlite3.connect(tmp_path / "desk.db")) as database:
        rows = [database.execute(f"SELECT count(*) FROM {table}").fetchone() for table in TABLES]  # noqa: S608
    assert set(rows) == {(0,)}
