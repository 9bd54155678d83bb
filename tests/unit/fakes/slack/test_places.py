"""Who there is and where: users.info and conversations.*, asked by the SDK's own client."""

from typing import Any

import pytest

from tests.fakes.slack.emulator import SlackEmulator
from tests.fakes.slack.inputs import NotPossible
from tests.unit.fakes.slack.app import bolt, client, refused, run

Json = dict[str, Any]


def test_guests_bots_and_who_has_left_are_told_apart() -> None:
    async def test(slack: SlackEmulator) -> None:
        web = client(slack)

        async def info(user_id: str) -> Json:
            found: Json = (await web.users_info(user=user_id))["user"]
            return found

        ana, gus = slack.user("ana", "Ana Lopez"), slack.user("gus", restricted=True)
        lone, robot = slack.user("lone", ultra_restricted=True), slack.user("robot", is_bot=True)
        ops = slack.channel("ops", ana, gus)
        shown = await info(ana.id)
        assert (shown["is_restricted"], shown["is_ultra_restricted"], shown["is_bot"]) == (False, False, False)
        assert (await info(gus.id))["is_restricted"]
        both = await info(lone.id)
        assert (both["is_restricted"], both["is_ultra_restricted"]) == (True, True)
        theirs, ours = await info(robot.id), await info(slack.bot.id)
        assert theirs["is_bot"]
        assert theirs["profile"]["api_app_id"] != ours["profile"]["api_app_id"]
        slack.deactivates(gus)
        gone = await info(gus.id)
        assert gone["deleted"]
        assert "is_restricted" not in gone
        assert (await web.conversations_members(channel=ops.id))["members"] == sorted([ana.id, slack.bot.id])
        with pytest.raises(NotPossible, match="gus is deactivated"):
            await slack.says(gus, slack.dm(gus), "hello?")

    run(test)


def test_a_conversation_says_what_it_is() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana, ben = slack.user("ana"), slack.user("ben")
        web = client(slack)
        secret = slack.channel("secret", ana, kind="private")
        outside = slack.channel("outside", ana, with_bot=False)
        flags = ("is_channel", "is_group", "is_im", "is_mpim", "is_private", "is_archived", "is_ext_shared")
        table = [
            (slack.channel("ops", ana), {"is_channel"}),
            (secret, {"is_group", "is_private"}),
            (slack.archives(slack.channel("old", ana)), {"is_channel", "is_archived"}),
            (slack.dm(ana), {"is_im", "is_private"}),
            (slack.group(ana, ben), {"is_mpim", "is_private"}),
        ]
        for place, wanted in table:
            seen = (await web.conversations_info(channel=place.id))["channel"]
            assert {flag for flag in flags if seen.get(flag)} == wanted, place.name
        seen = (await web.conversations_info(channel=outside.id, include_num_members=True))["channel"]
        assert (seen["is_member"], seen["num_members"]) == (False, 1)
        slack.leaves(slack.bot, secret)
        assert await refused(slack, "conversations.info", channel=secret.id) == "channel_not_found"
        slack.deletes_channel(outside)
        assert await refused(slack, "conversations.info", channel=outside.id) == "channel_not_found"

    run(test)


def test_members_come_in_pages() -> None:
    async def test(slack: SlackEmulator) -> None:
        people = [slack.user(f"u{n}") for n in range(5)]
        ops, web = slack.channel("ops", *people), client(slack)
        found: list[str] = []
        cursor = None
        for _ in range(3):
            page = await web.conversations_members(channel=ops.id, limit=2, cursor=cursor)
            found += page["members"]
            cursor = page["response_metadata"]["next_cursor"]
        assert cursor == ""
        assert set(found) == {slack.bot.id, *(one.id for one in people)}
        assert await refused(slack, "conversations.members", channel=ops.id, limit=1000) == "invalid_limit"
        assert await refused(slack, "conversations.members", channel=ops.id, cursor="x") == "invalid_cursor"

    run(test)


def test_direct_messages_are_opened_with_one_or_with_some() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana, ben = slack.user("ana"), slack.user("ben")
        web = client(slack)
        one = await web.conversations_open(users=[ana.id])
        again = await web.conversations_open(users=ana.id, return_im=True)
        assert one["channel"]["id"] == again["channel"]["id"] == slack.dm(ana).id
        assert (again["already_open"], again["channel"]["user"]) == (True, ana.id)
        several = await web.conversations_open(users=[ana.id, ben.id])
        assert several["channel"]["id"] == slack.group(ben, ana).id
        await web.chat_postMessage(channel=several["channel"]["id"], text="hello you two")
        said = await slack.says(ben, slack.group(ana, ben), f"hello {slack.bot}")
        assert {one.event["type"] for one in slack.events_of("message", said)} == {"message"}
        assert slack.events_of("message", said)[0].event["channel_type"] == "mpim"
        assert (await web.conversations_open(channel=slack.dm(ana).id))["no_op"]

    run(test)


def test_direct_messages_that_slack_would_not_open_are_refused() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana, gone = slack.user("ana"), slack.deactivates(slack.user("gone"))
        ops, robot = slack.channel("ops", ana), slack.user("robot", is_bot=True)
        table: list[tuple[str, Json]] = [
            ("users_list_not_supplied", {}),
            ("too_many_users", {"users": ",".join(f"U{n}" for n in range(9))}),
            ("user_not_found", {"users": "U0"}),
            ("user_disabled", {"users": gone.id}),
            ("cannot_dm_bot", {"users": robot.id}),
            ("channel_not_found", {"users": ana.id, "prevent_creation": True}),
            ("channel_not_found", {"channel": "D0"}),
            ("method_not_supported_for_channel_type", {"channel": ops.id}),
        ]
        for error, args in table:
            assert await refused(slack, "conversations.open", **args) == error, args

    run(test)


def test_an_invited_app_hears_that_it_has_joined_and_then_hears_the_channel() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana, ben = slack.user("ana"), slack.user("ben")
        ops = slack.channel("ops", ana, with_bot=False)
        heard: list[Json] = []
        async with bolt(slack) as app:

            @app.event("member_joined_channel")
            async def joined(event: Json) -> None:
                heard.append(event)

            await slack.says(ana, ops, "before")
            slack.invites(ana, slack.bot, ops)
            slack.joins(ben, ops)
            await slack.until(lambda: len(heard) == 2)
        assert (heard[0]["user"], heard[0]["inviter"], heard[0]["channel"]) == (slack.bot.id, ana.id, ops.id)
        assert (heard[1]["user"], "inviter" in heard[1]) == (ben.id, False)
        assert slack.history(ops)[1].subtype == "channel_join"
        assert not [one for one in slack.envelopes if one.event.get("text") == "before"]
        with pytest.raises(NotPossible, match="eve is not in ops"):
            slack.invites(slack.user("eve"), ben, ops)

    run(test)
