"""The app comes into workspaces and leaves them, and its tokens are worth what Slack would have them be."""

import dataclasses
from collections.abc import Awaitable

import aiohttp
import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from tests.fakes.slack.emulator import SlackEmulator
from tests.fakes.slack.records import User
from tests.unit.fakes.slack.app import client, run

REDIRECT = "http://localhost:3000/slack/oauth_redirect"


async def refused(error: str, call: Awaitable[object]) -> None:
    with pytest.raises(SlackApiError) as caught:
        await call
    assert caught.value.response["error"] == error


def page(slack: SlackEmulator, scope: str = "chat:write,users:read", redirect: str = REDIRECT, id: str = "") -> str:
    return (
        f"{slack.state.base}/oauth/v2/authorize?client_id={id or slack.installations.client_id}"
        f"&scope={scope}&state=s1&redirect_uri={redirect}"
    )


async def installed(slack: SlackEmulator, person: User, **wanted: str) -> str:
    """The token that comes of it."""
    slack.installations.redirect_urls = [REDIRECT]
    where = slack.installations.allow(person, page(slack, **wanted))
    assert where.startswith(f"{REDIRECT}?code=")
    assert where.endswith("&state=s1")
    code = where.split("code=")[1].split("&")[0]
    answer = await exchanged(slack, code)
    return str(answer["access_token"])


async def exchanged(slack: SlackEmulator, code: str, redirect: str = REDIRECT, secret: str = "") -> dict[str, object]:
    web = AsyncWebClient(base_url=slack.api_url)
    one = slack.installations
    answer = await web.oauth_v2_access(
        client_id=one.client_id, client_secret=secret or one.client_secret, code=code, redirect_uri=redirect
    )
    assert isinstance(answer.data, dict)
    return answer.data


def code_of(slack: SlackEmulator, person: User) -> str:
    return slack.installations.allow(person, page(slack)).split("code=")[1].split("&")[0]


def test_a_token_is_of_one_workspace_and_sees_no_other() -> None:
    async def test(slack: SlackEmulator) -> None:
        other = slack.workspace("other")
        eve = slack.user("eve", team=other)
        token = await installed(slack, eve, scope="chat:write,users:read,channels:read")
        theirs, web = slack.channel("theirs", eve, team=slack.state.teams[other.id]), client(slack)
        elsewhere = AsyncWebClient(token, base_url=slack.api_url)
        assert (await elsewhere.auth_test())["team_id"] == other.id
        assert (await elsewhere.chat_postMessage(channel=theirs.id, text="hi"))["ok"]
        await refused("channel_not_found", web.chat_postMessage(channel=theirs.id, text="hi"))
        await refused("user_not_found", web.users_info(user=eve.id))
        assert {call.token for call in slack.calls_of("chat.postMessage")} == {token, slack.bot_token}

    run(test)


def test_what_was_not_granted_is_refused_with_what_is_needed_and_what_there_is() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana = slack.user("ana")
        ops, web = slack.channel("ops", ana), client(slack)
        slack.installations.grant(slack.team, ["users:read", "channels:read"])
        with pytest.raises(SlackApiError) as caught:
            await web.chat_postMessage(channel=ops.id, text="hi")
        body = caught.value.response.data
        assert (body["error"], body["needed"], body["provided"]) == (
            "missing_scope",
            "chat:write",
            "channels:read,users:read",
        )
        await refused("missing_scope", web.conversations_history(channel=ops.id))
        assert (await web.conversations_info(channel=ops.id))["ok"]
        assert slack.posts(ops) == []

    run(test)


def test_a_code_is_good_once_for_ten_minutes_with_the_secret_and_where_it_was_sent() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana = slack.user("ana")
        slack.installations.redirect_urls = [REDIRECT]
        await refused("invalid_code", exchanged(slack, "guessed"))
        code = code_of(slack, ana)
        await exchanged(slack, code)
        await refused("invalid_code", exchanged(slack, code))
        await refused("bad_client_secret", exchanged(slack, code_of(slack, ana), secret="guessed"))
        await refused("bad_redirect_uri", exchanged(slack, code_of(slack, ana), redirect="http://evil.example/"))
        late = code_of(slack, ana)
        slack.clock.advance(601)
        await refused("code_expired", exchanged(slack, late))

    run(test)


@pytest.mark.parametrize(
    ("wanted", "error"),
    [
        ({"redirect": "https://evil.example/"}, "bad_redirect_uri"),
        ({"scope": "no:such"}, "invalid_scope"),
        ({"scope": ""}, "invalid_scope"),
        ({"id": "9.9"}, "invalid_client_id"),
    ],
)
def test_the_page_says_what_is_wrong_with_the_address_that_led_there(wanted: dict[str, str], error: str) -> None:
    async def test(slack: SlackEmulator) -> None:
        slack.installations.redirect_urls = [REDIRECT]
        async with aiohttp.ClientSession() as web:
            async with web.get(page(slack)) as answer:
                assert answer.status == 401, "nobody is signed in"
            slack.installations.browsing = slack.user("ana")
            async with web.get(page(slack, **wanted)) as answer:
                assert (answer.status, await answer.text()) == (400, error)
            async with web.get(page(slack), allow_redirects=False) as answer:
                assert answer.status == 302

    run(test)


def test_a_revoked_token_and_a_removed_app_are_told_and_refused_each_in_its_way() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana = slack.user("ana")
        ops = slack.channel("ops", ana)
        token = slack.bot_token
        slack.installations.revoke(slack.team)
        web = AsyncWebClient(token, base_url=slack.api_url)
        await refused("token_revoked", web.auth_test())
        assert [one.event["tokens"] for one in slack.events_of("tokens_revoked")] == [
            {"oauth": [], "bot": [slack.bot.id]}
        ]
        again = await installed(slack, ana)
        assert again != token
        slack.installations.uninstall(slack.team)
        await refused("account_inactive", AsyncWebClient(again, base_url=slack.api_url).auth_test())
        assert len(slack.events_of("app_uninstalled")) == 1
        assert len(slack.events_of("tokens_revoked")) == 2
        before = len(slack.envelopes)
        await slack.says(ana, ops, "hello?")
        assert len(slack.envelopes) == before, "it is in no channel any more"

    run(test)


def test_an_organization_has_it_in_all_of_its_workspaces_with_one_token() -> None:
    async def test(slack: SlackEmulator) -> None:
        one, two = (
            slack.state.put_team(dataclasses.replace(slack.workspace(name), enterprise_id="E1")) for name in "ab"
        )
        eve, fay = slack.user("eve", team=one), slack.user("fay", team=two)
        slack.installations.whole_org = True
        token = await installed(slack, eve, scope="chat:write,channels:read")
        web = AsyncWebClient(token, base_url=slack.api_url)
        for person, team in ((eve, one), (fay, two)):
            channel = slack.channel("c", person, team=slack.state.teams[team.id])
            await web.chat_postMessage(channel=channel.id, text="hi")
            await slack.says(person, channel, "hello")
        bodies = [one.payload for one in slack.envelopes if one.event.get("text") == "hello"]
        assert [body["authorizations"][0]["is_enterprise_install"] for body in bodies] == [True, True]
        assert [body["enterprise_id"] for body in bodies] == ["E1", "E1"]
        slack.installations.uninstall(two)
        await refused("account_inactive", web.auth_test())

    run(test)
