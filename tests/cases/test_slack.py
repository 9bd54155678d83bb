"""What Slack brings us, and what people see there."""

import asyncio
import dataclasses
import json
import logging
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from adapters.slack import ask_shortcut, controls
from bot import logs
from harness.commands.lists import NOTHING_HERE
from harness.context.model import Reply, Request
from harness.sessions.journal import JournalUnavailable
from tests.cases.colleague import Scripted, calls
from tests.cases.platforms import WITHIN, InSlack, in_slack
from tests.fakes.journal import FailingJournal
from tests.fakes.slack import payloads
from tests.fakes.slack.records import File, Json, Message

COMMAND = "rm -r build/old"
EXECUTES = calls(("execute", json.dumps({"command": COMMAND})))
WRITES = calls(("write_file", '{"file_path": "/a.md", "content": "x"}'))
MODES = """
default_mode: build
modes:
  plan: {tools: [read, question, plan], leads_to: [build]}
  build: {}
"""


class Failing(FailingJournal):
    """Nobody has to be vouched for."""

    pairings = None


# What is said
def test_the_deleted_beginning_of_a_thread_is_in_no_later_request(tmp_path: Path):
    model = Scripted(Reply("Noted."), Reply("Hm."))

    async def story(slack: InSlack) -> None:
        said = await slack.mentions(slack.bob, "the code is 4711")
        await slack.reads("Noted.")
        ts = slack.slack.state.new_ts()
        was = {"type": "message", "user": slack.bob.id, "text": said.text, "ts": said.ts, "thread_ts": said.ts}
        stone = {"subtype": "tombstone", "text": "This message was deleted.", "user": "USLACKBOT", "hidden": True}
        event = {"type": "message", "subtype": "message_changed", "hidden": True, "channel": slack.dev.id, "ts": ts}
        await slack.slack.emits(
            {**event, "message": {**was, **stone}, "previous_message": was, "event_ts": ts, "channel_type": "channel"}
        )
        await slack.works_off()
        await slack.mentions(slack.bob, "and now?", thread=said.ts)
        await slack.reads("Hm.")

    in_slack(tmp_path, model, story)
    assert "4711" in model.said(0)
    assert "4711" not in model.said(1)


def test_a_reply_that_came_before_the_mention_that_begins_its_thread_is_read(tmp_path: Path):
    model = Scripted(Reply("I see."))

    async def story(slack: InSlack) -> None:
        slack.journal.fails(
            "append", JournalUnavailable("down"), JournalUnavailable("down")
        )  # of both events of the mention
        root = await slack.mentions(slack.bob, "why is it dark?")
        await slack.hours.rests()
        await slack.says(slack.dee, "since nine o'clock, by the way", root.ts)
        await slack.hours.rests()
        await slack.passes(5.0)  # Slack brings the mention again
        await slack.reads("I see.")

    in_slack(tmp_path, model, story, journal=lambda hours: Failing(hours))
    assert "why is it dark?" in model.said()
    assert "since nine o\\'clock" in model.said()


# Cards that are settled
async def settled(slack: InSlack) -> Message:
    """The card of a command, as it was before it was approved; by now nobody waits for it."""
    await slack.mentions(slack.ana, "clean up")
    card = await slack.card(COMMAND)
    await slack.slack.clicks(slack.ana, card.ts, "Deny…")
    view = await slack.until(lambda: slack.slack.views.top(slack.ana.id))
    await slack.slack.submits(slack.ana, view, {})
    await slack.reads("Understood.")
    await slack.until(lambda: not slack.slack.message(card).controls)
    await slack.works_off()
    return card


def test_a_click_on_a_settled_card_leaves_it_as_it_is(tmp_path: Path):
    async def story(slack: InSlack) -> None:
        card = await settled(slack)
        before = slack.slack.message(card).shown
        await slack.slack.clicks(slack.dee, card.ts, "Approve", as_seen=card)
        await slack.until(lambda: [one for one in slack.told(slack.dee) if one])
        await slack.passes(30.0)
        assert slack.slack.message(card).shown == before
        assert COMMAND in before

    in_slack(tmp_path, Scripted(EXECUTES, Reply("Understood.")), story)


def test_a_form_that_is_sent_after_a_stop_leaves_the_card_as_it_is(tmp_path: Path):
    async def story(slack: InSlack) -> None:
        root = await slack.mentions(slack.ana, "clean up")
        card = await slack.card(COMMAND)
        await slack.slack.clicks(slack.ana, card.ts, "Deny…")
        view = await slack.until(lambda: slack.slack.views.top(slack.ana.id))
        await slack.mentions(slack.bob, "stop", thread=root.ts)
        await slack.until(lambda: not slack.slack.message(card).controls)
        await slack.works_off()
        before = slack.slack.message(card).shown
        await slack.slack.submits(slack.ana, view, {})
        await slack.passes(30.0)
        assert slack.slack.message(card).shown == before
        assert COMMAND in before

    in_slack(tmp_path, Scripted(EXECUTES), story)


# What is written
def test_each_message_of_a_long_table_begins_with_its_header(tmp_path: Path):
    rows = [f"| {number} | the quantity of number {number} | {number * 7} |" for number in range(400)]
    table = "\n".join(["| no | what | much |", "| --- | --- | ---: |", *rows])

    async def story(slack: InSlack) -> None:
        await slack.mentions(slack.bob, "list all")
        last = await slack.until(lambda: [one for one in slack.posts() if rows[-1] in _markdown(one)])
        assert last
        posts = [one for one in slack.posts() if "| the quantity of" in _markdown(one)]
        assert len(posts) > 1
        tables = [[line for line in _markdown(one).splitlines() if line.startswith("|")] for one in posts]
        assert [lines[:2] for lines in tables] == [table.splitlines()[:2]] * len(posts)
        assert [line for lines in tables for line in lines[2:]] == rows

    in_slack(tmp_path, Scripted(Reply(table)), story)


def _markdown(message: Message) -> str:
    return "\n".join(block["text"] for block in message.blocks if block["type"] == "markdown")


# What is refused
def _with_blocks(kind: str) -> Callable[[Json], bool]:
    return lambda call: any(one["type"] == kind for one in call.get("blocks") or ())


@pytest.mark.parametrize("kinds", [["markdown"], ["markdown", "section", "actions", "rich_text"]])
def test_where_slack_refuses_some_blocks_what_is_said_arrives_all_the_same(tmp_path: Path, kinds: list[str]):
    async def story(slack: InSlack) -> None:
        slack.slack.refuses("chat.*Stream", "unknown_method", times=None)
        for method in ("chat.postMessage", "chat.update", "chat.postEphemeral"):
            for kind in kinds:
                slack.slack.refuses(method, "invalid_blocks", times=None, when=_with_blocks(kind))
        await slack.mentions(slack.bob, "write it")
        answer = await slack.reads("It is **done**.")
        await slack.works_off()
        assert [one.shown for one in slack.posts() if "It is **done**" in one.shown] == [answer.shown]
        assert not slack.posts(slack.slack.dm(slack.bob)), "nothing has to be said elsewhere"

    in_slack(tmp_path, Scripted(Reply("It is **done**.")), story)


@pytest.mark.parametrize("kind", ["rich_text", "markdown"])
def test_a_card_is_answered_where_slack_refuses_some_of_its_blocks(tmp_path: Path, kind: str):
    async def story(slack: InSlack) -> None:
        for method in ("chat.postMessage", "chat.update"):
            slack.slack.refuses(method, "invalid_blocks", times=None, when=_with_blocks(kind))
        await slack.mentions(slack.ana, "clean up")
        card = await slack.card(COMMAND)
        await slack.slack.clicks(slack.ana, card.ts, "Deny…")
        view = await slack.until(lambda: slack.slack.views.top(slack.ana.id))
        await slack.slack.submits(slack.ana, view, {})
        await slack.until(lambda: not slack.slack.message(card).controls)
        assert COMMAND in slack.slack.message(card).shown
        await slack.reads("Understood.")

    in_slack(tmp_path, Scripted(EXECUTES, Reply("Understood.")), story)


def test_what_slack_takes_in_no_form_is_an_error_in_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    async def story(slack: InSlack) -> None:
        slack.slack.refuses("chat.*Stream", "unknown_method", times=None)
        slack.slack.refuses("chat.postMessage", "invalid_blocks", times=None)
        await slack.mentions(slack.bob, "hello")
        async with asyncio.timeout(WITHIN):
            while not [one for one in caplog.records if one.levelno == logging.ERROR]:  # noqa: ASYNC110 - over a socket
                await asyncio.sleep(0.01)

    with caplog.at_level(logging.INFO), caplog.at_level(logging.INFO, "adapters.slack"):
        in_slack(tmp_path, Scripted(Reply("Hello.")), story)
    [told, *_] = [one.getMessage() for one in caplog.records if one.levelno == logging.ERROR]
    assert "both as blocks and as text" in told
    assert "chat.postMessage: invalid_blocks" in told


SENDS = calls(("send_file", '{"file_path": "/a.md"}'))
SENDING = "permissions: {categories: {message: allow}}\n"


def test_a_refused_upload_names_the_step_that_was_refused(tmp_path: Path):
    model = Scripted(SENDS, Reply("Hm."))

    async def story(slack: InSlack) -> None:
        (slack.files / "a.md").write_text("x")
        slack.slack.refuses("files.getUploadURLExternal", "not_allowed_token_type", times=None)
        await slack.mentions(slack.bob, "show it")
        await slack.reads("Hm.")

    in_slack(tmp_path, model, story, SENDING)
    assert "Not sent" in model.said()
    assert "files.completeUploadExternal" not in model.said()


def test_that_a_file_is_empty_is_said(tmp_path: Path):
    model = Scripted(SENDS, Reply("Hm."))

    async def story(slack: InSlack) -> None:
        (slack.files / "a.md").write_text("")
        await slack.mentions(slack.bob, "show it")
        await slack.reads("Hm.")

    in_slack(tmp_path, model, story, SENDING)
    assert "Not sent" in model.said()
    assert "empty" in model.said().rpartition("Not sent")[2]


@pytest.mark.parametrize("mode", ["hidden_by_limit", "access_denied"])
def test_a_file_that_is_not_given_is_not_said_to_be_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: str
):
    def told(one: File, base: str, *, full: bool = False) -> Json:
        """Slack docs, file object: of such a file it is only said that it is there."""
        return {"id": one.id, "name": one.name, "mimetype": one.mimetype, "size": one.size, "mode": mode}

    def answers(request: Request) -> Reply:
        file = re.search(r"with the id (F\w+)", held(request))
        assert file
        done = "Not saved" in held(request)
        return Reply("Hm.") if done else calls(("save_attachment", json.dumps({"id": file[1]})))

    model = Scripted(answers=answers)

    async def story(slack: InSlack) -> None:
        monkeypatch.setattr(payloads, "file", told)
        direct = slack.slack.dm(slack.bob)
        await slack.slack.says(slack.bob, direct, "look", files={"a.txt": b"x"})
        await slack.reads("Hm.", direct)

    in_slack(tmp_path, model, story)
    assert "Not saved" in model.said()
    assert "outside of Slack" not in model.said()


def held(request: Request) -> str:
    return str([message.value for message in request.messages])


# What stands in attachments and blocks
ALERT: Json = {"title": "[FIRING:1] DiskFull", "fields": [{"title": "host", "value": "db-7"}], "fallback": "alert"}
FORWARD: Json = {
    "is_share": True,
    "is_msg_unfurl": True,
    "author_name": "Bo",
    "channel_id": "C07OTHER1",
    "channel_name": "incidents",
    "message_blocks": [
        {"message": {"blocks": [{"type": "rich_text", "elements": [
            {"type": "rich_text_section", "elements": [{"type": "text", "text": "db-7 is full"}]}]}]}}
    ],
}  # fmt: skip
QUOTED = '<outside from="message">\n> Bo in #incidents: db-7 is full\n</outside>'
"""As a request has it: text of others, between the marks of text from outside."""


def last(model: Scripted) -> str:
    return str(model.requests[-1].messages[-1].value["content"])


@pytest.mark.parametrize("where", ["directly", "mention", "thread"])
def test_a_forward_alone_opens_a_turn_with_its_words(tmp_path: Path, where: str):
    model = Scripted(Reply("Hello."), Reply("I see.")) if where == "thread" else Scripted(Reply("I see."))

    async def story(slack: InSlack) -> None:
        channel, thread = slack.slack.dm(slack.bob) if where == "directly" else slack.dev, None
        if where == "thread":
            thread = (await slack.mentions(slack.bob, "hi")).ts
            await slack.reads("Hello.")
        text = "" if where == "directly" else str(slack.slack.bot)
        await slack.slack.says(slack.bob, channel, text, thread, attachments=[FORWARD])
        await slack.reads("I see.", channel)

    in_slack(tmp_path, model, story)
    assert QUOTED in last(model)


def test_what_is_overheard_with_an_attachment_is_in_the_next_request(tmp_path: Path):
    model = Scripted(Reply("Hello."), Reply("I see."))

    async def story(slack: InSlack) -> None:
        thread = (await slack.mentions(slack.bob, "hi")).ts
        await slack.reads("Hello.")
        await slack.slack.says(slack.ana, slack.dev, f"{slack.dee} fyi", thread, attachments=[FORWARD])
        await slack.works_off()
        await slack.mentions(slack.bob, "and?", thread=thread)
        await slack.reads("I see.")

    in_slack(tmp_path, model, story)
    assert QUOTED in held(model.requests[-1]).replace("\\n", "\n")


def test_an_alert_is_read_in_its_thread_in_its_channel_and_before_a_restart(tmp_path: Path):
    read = calls(("read_channel", '{"channel": "#alerts"}'))
    model = Scripted(Reply("A disk."), read, Reply("Two disks."))

    async def story(slack: InSlack) -> None:
        grafana = slack.slack.user("grafana", is_bot=True)
        alerts = slack.slack.channel("alerts", slack.bob, slack.ana, slack.own, slack.dee, grafana)
        alert = await slack.slack.says(grafana, alerts, "", attachments=[ALERT], subtype="bot_message")
        await slack.slack.says(slack.ana, alerts, "oh", alert.ts, attachments=[FORWARD])
        await slack.works_off()
        await slack.mentions(slack.bob, "look at this alert", alerts, alert.ts)
        await slack.reads("A disk.", alerts)
        await slack.mentions(slack.bob, "what was there?")
        await slack.reads("Two disks.")

    in_slack(tmp_path, model, story)
    first, _, result = (held(request).replace("\\n", "\n") for request in model.requests)
    for said in (first, result):
        assert "> grafana: [FIRING:1] DiskFull\n> host: db-7" in said
    assert "> ana: oh\n> > Bo in #incidents: db-7 is full" in first


def test_a_preview_that_comes_later_is_heard_and_opens_nothing(tmp_path: Path):
    model = Scripted(Reply("Hello."), Reply("I see."))

    async def story(slack: InSlack) -> None:
        said = await slack.mentions(slack.bob, "see <https://blog.example/1>")
        await slack.reads("Hello.")
        await slack.slack.unfurls(said, "https://blog.example/1", title="On disks", text="They fill.")
        await slack.works_off()
        assert len(model.requests) == 1
        await slack.mentions(slack.bob, "and?", thread=said.ts)
        await slack.reads("I see.")

    in_slack(tmp_path, model, story)
    assert "> blog.example (link preview): On disks\n> They fill." in held(model.requests[-1]).replace("\\n", "\n")


def test_after_a_forward_posts_are_asked_about(tmp_path: Path):
    model = Scripted(calls(("post_message", '{"to": "#dev", "text": "x"}')), Reply("Hm."))

    async def story(slack: InSlack) -> None:
        await slack.slack.says(slack.bob, slack.dev, str(slack.slack.bot), attachments=[FORWARD])
        assert "a message" in (await slack.card("Post to ")).shown

    in_slack(tmp_path, model, story, SENDING)


# Connections
def test_a_second_process_on_the_same_app_is_warned_of(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    async def story(slack: InSlack) -> None:
        assert slack.parts
        _, second = slack._made()
        try:
            await second.start(slack.parts.intake, slack.parts.commands)
            await slack.slack.connected(2)
            async with asyncio.timeout(WITHIN):
                while not warned():  # noqa: ASYNC110 - Slack's first word comes over its socket
                    await asyncio.sleep(0.01)
        finally:
            await second.close()

    def warned() -> list[str]:
        said = [one.getMessage() for one in caplog.records if one.levelno == logging.WARNING]
        return [one for one in said if re.search(r"connection", one)]

    with caplog.at_level(logging.INFO), caplog.at_level(logging.INFO, "adapters.slack"):
        in_slack(tmp_path, Scripted(), story)
    [told] = warned()
    assert "1 other connection of this app" in told


def test_no_log_has_the_ticket_of_a_socket(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    async def story(slack: InSlack) -> None:
        slack.slack.drops_connections()
        await slack.slack.connected()

    with caplog.at_level(logging.DEBUG), caplog.at_level(logging.DEBUG, "adapters.slack"):
        in_slack(tmp_path, Scripted(), story)
    assert {one.name for one in caplog.records if re.search(r"ticket-\d", logs.redacted(one.getMessage()))} == set()


# Payloads that are not as ours are
@pytest.mark.parametrize("callback", [controls.CALLBACK, ask_shortcut.CALLBACK])
@pytest.mark.parametrize(
    "junk",
    ["5", "null", pytest.param("[" * 50_000, id="nested"), "", "{}", "[1, 2]"],
)
def test_a_form_with_junk_in_what_it_remembers_is_acknowledged(tmp_path: Path, callback: str, junk: str):
    async def story(slack: InSlack) -> None:
        body: dict[str, Any] = {
            "type": "view_submission",
            "team": {"id": slack.slack.team.id, "domain": "acme"},
            "user": {"id": slack.bob.id, "name": "bob", "team_id": slack.slack.team.id},
            "api_app_id": "A0DESKMATE",
            "trigger_id": "1.2.3",
            "view": {
                "id": "V1",
                "type": "modal",
                "callback_id": callback,
                "private_metadata": junk,
                "state": {"values": {}},
                "blocks": [],
            },
        }
        assert await slack.slack.door.send("interactive", body).within(0.5)

    in_slack(tmp_path, Scripted(), story)


def test_a_click_with_a_token_of_an_unknown_thread_leaves_a_live_card_alone(tmp_path: Path):
    async def story(slack: InSlack) -> None:
        await slack.mentions(slack.bob, "write it")
        card = await slack.card("Create a.md?")
        thread = card.metadata["event_payload"]["key"].partition(":")[0] if card.metadata else ""
        assert thread
        forged = json.loads(json.dumps(card.blocks).replace(thread, "0123456789abcdef"))
        await slack.slack.clicks(slack.dee, card.ts, "Approve", as_seen=dataclasses.replace(card, blocks=tuple(forged)))
        await slack.passes(30.0)
        assert slack.slack.message(card).shown == card.shown
        assert "Approve" in slack.slack.message(card).controls

    in_slack(tmp_path, Scripted(WRITES), story)


# Commands
@pytest.mark.parametrize("word", ["mode plan", "heartbeat every 30m"])
def test_a_command_may_be_the_first_thing_that_is_said(tmp_path: Path, word: str):
    async def story(slack: InSlack) -> None:
        await slack.mentions(slack.bob, word)
        await slack.works_off()
        await slack.passes(30.0)
        seen = [*slack.told(slack.bob), *(one.shown for one in slack.posts())]
        assert seen
        assert NOTHING_HERE not in "\n".join(seen)

    in_slack(tmp_path, Scripted(), story, MODES)


def test_a_slash_command_is_answered_where_it_was_typed(tmp_path: Path):
    async def story(slack: InSlack) -> None:
        await slack.mentions(slack.bob, "hello")
        await slack.reads("Hello.")
        await slack.works_off()
        answer = await slack.slack.runs_command(slack.bob, slack.dev, "/deskmate", "mode plan")
        await slack.works_off()
        assert answer.get("text") or answer.get("blocks")

    in_slack(tmp_path, Scripted(Reply("Hello.")), story, MODES)


def test_a_stop_after_the_work_is_told_that_nothing_is_at_work(tmp_path: Path):
    async def story(slack: InSlack) -> None:
        await slack.mentions(slack.bob, "hello")
        await slack.reads("Hello.")
        await slack.works_off()
        answer = await slack.slack.runs_command(slack.bob, slack.dev, "/deskmate", "stop")
        assert answer
        assert NOTHING_HERE not in str(answer)

    in_slack(tmp_path, Scripted(Reply("Hello.")), story)


def test_a_stop_outside_of_threads_stops_or_says_which_thread_waits(tmp_path: Path):
    async def story(slack: InSlack) -> None:
        await slack.mentions(slack.bob, "write it")
        card = await slack.card("Create a.md?")
        await slack.works_off()
        await slack.mentions(slack.bob, "stop")
        await slack.works_off()
        await slack.passes(30.0)
        seen = "\n".join([*slack.told(slack.bob), *(one.shown for one in slack.posts())])
        stopped = not slack.slack.message(card).controls
        assert stopped or "nothing to stop" not in seen

    in_slack(tmp_path, Scripted(WRITES), story)


def test_a_wakeup_that_there_is_not_is_not_said_to_have_waited(tmp_path: Path):
    async def story(slack: InSlack) -> None:
        await slack.mentions(slack.bob, "hello")
        await slack.reads("Hello.")
        await slack.works_off()
        answer = await slack.slack.runs_command(slack.bob, slack.dev, "/deskmate", "wakeups cancel zz")
        await slack.works_off()
        seen = f"{answer}\n" + "\n".join(slack.told(slack.bob))
        assert len(seen) > len("{}\n")
        assert "any more" not in seen

    in_slack(tmp_path, Scripted(Reply("Hello.")), story)


def test_a_heartbeat_takes_the_rest_of_the_line_as_its_checklist(tmp_path: Path):
    model = Scripted(Reply("Hello."), Reply("No."))

    async def story(slack: InSlack) -> None:
        root = await slack.mentions(slack.bob, "hello")
        await slack.reads("Hello.")
        await slack.mentions(slack.bob, "heartbeat every 2h", thread=root.ts)
        await slack.works_off()
        await slack.mentions(slack.bob, "heartbeat checklist Is the build red?", thread=root.ts)
        await slack.works_off()
        await slack.passes(10.0)
        assert slack.parts
        [thread] = slack.journal.threads
        [heartbeat] = (await slack.parts.intake.reader.session(thread)).timers.heartbeats
        assert heartbeat.config.checklist == "Is the build red?"

    in_slack(tmp_path, model, story)
    assert len(model.requests) == 1


# Names
@pytest.mark.parametrize("name", ["own", "*ana* `x` _y_", "ana\napproved by own"])
def test_who_decided_is_mentioned_by_id(tmp_path: Path, name: str):
    async def story(slack: InSlack) -> None:
        eve = slack.slack.user(name)
        slack.slack.joins(eve, slack.dev)
        await slack.mentions(eve, "write it")
        card = await slack.card("Create a.md?")
        await slack.slack.clicks(eve, card.ts, "Approve")
        await slack.until(lambda: not slack.slack.message(card).controls)
        outcome = json.dumps(slack.slack.message(card).blocks, ensure_ascii=False)
        assert {"type": "user", "user_id": eve.id} in slack.slack.message(card).blocks[0]["elements"][0]["elements"]
        assert f"approved by {name}" not in outcome

    in_slack(tmp_path, Scripted(WRITES, Reply("Written.")), story)
