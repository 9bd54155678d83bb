"""Commands and shortcuts, between people and a real Bolt app over Socket Mode."""

from typing import Any

import pytest

from tests.fakes.slack.emulator import SlackEmulator
from tests.fakes.slack.inputs import NotPossible
from tests.unit.fakes.slack.app import bolt, run

Json = dict[str, Any]


def test_a_command_is_answered_to_its_person_alone() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana = slack.user("ana")
        ops = slack.channel("ops", ana)
        async with bolt(slack) as app:

            @app.command("/deskmate")
            async def command(ack: Any, command: Json) -> None:
                await ack(f"status of {command['text']}")

            answer = await slack.runs_command(ana, ops, "/deskmate", "prod")
        assert answer["text"] == "status of prod"
        assert [one.text for one in slack.ephemerals(ana)] == ["status of prod"]
        assert slack.history(ops) == []

    run(test)


def test_a_command_names_who_it_mentions_and_may_be_answered_to_all() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana, ben = slack.user("ana"), slack.user("ben")
        ops = slack.channel("ops", ana)
        async with bolt(slack) as app:

            @app.event("message")
            async def message() -> None: ...

            @app.command("/deskmate")
            async def command(ack: Any, command: Json) -> None:
                block = {"type": "section", "text": {"type": "mrkdwn", "text": command["text"]}}
                await ack(text="x", blocks=[block], response_type="in_channel")

            await slack.runs_command(ana, ops, "/deskmate", f"grant {ben} <all> in <#{ops.id}>")
        named = f"grant <@{ben.id}|ben> &lt;all&gt; in <#{ops.id}|ops>"
        assert [one.shown for one in slack.posts(ops)] == [named]

    run(test)


def test_there_are_no_commands_in_threads() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana = slack.user("ana")
        said = await slack.says(ana, slack.dm(ana), "hello")
        with pytest.raises(NotPossible, match="/deskmate is not supported in threads"):
            await slack.runs_command(ana, said.channel, "/deskmate", thread_ts=said.ts)

    run(test)


def test_a_shortcut_carries_its_message_and_opens_a_modal() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana, ben = slack.user("ana"), slack.user("ben")
        aside = slack.channel("aside", ana, with_bot=False)
        said = await slack.says(ana, aside, "what is this?")
        heard: list[Json] = []
        modal = {"type": "modal", "title": {"type": "plain_text", "text": "T"}, "blocks": [{"type": "divider"}]}
        async with bolt(slack) as app:

            @app.message_shortcut("ask_deskmate")
            async def ask(ack: Any, shortcut: Json, client: Any) -> None:
                await ack()
                heard.append(shortcut)
                await client.views_open(trigger_id=shortcut["trigger_id"], view=modal)

            @app.global_shortcut("start_deskmate")
            async def start(ack: Any, shortcut: Json) -> None:
                await ack()
                heard.append(shortcut)

            await slack.uses_shortcut(ana, "ask_deskmate", said)
            await slack.until(lambda: slack.views.top(ana.id))
            await slack.uses_shortcut(ana, "start_deskmate")
        asked, started = heard
        assert (asked["message"]["text"], asked["channel"]["id"], asked["message_ts"]) == (said.text, aside.id, said.ts)
        assert asked["response_url"]
        assert (started["type"], "message" in started) == ("shortcut", False)
        with pytest.raises(NotPossible, match="ben has no shortcuts"):
            await slack.uses_shortcut(ben, "ask_deskmate", said)

    run(test)
