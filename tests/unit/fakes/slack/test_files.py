"""Files from people, and files of the app in three steps."""

from typing import Any

import aiohttp
import pytest

from tests.fakes.slack.emulator import SlackEmulator
from tests.fakes.slack.records import Attached
from tests.unit.fakes.slack.app import bolt, client, refused, run

Json = dict[str, Any]


async def fetched(url: str, token: str = "") -> tuple[int, str, bytes]:
    """Status, content type, body."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    async with aiohttp.ClientSession() as session, session.get(url, headers=headers) as page:
        return page.status, page.content_type, await page.read()


def test_a_file_comes_with_a_link_that_needs_the_token() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana = slack.user("ana")
        said = await slack.says(ana, slack.dm(ana), "the log", files={"app.log": b"boom"})
        event = slack.events_of("message", said)[0].event
        assert event["subtype"] == "file_share"
        assert event["files"][0]["size"] == 4
        async with bolt(slack) as app:
            url = event["files"][0]["url_private_download"]
            async with aiohttp.ClientSession() as session:
                async with session.get(url) as page:
                    assert page.content_type == "text/html"
                async with session.get(url, headers={"Authorization": f"Bearer {slack.bot_token}"}) as page:
                    assert await page.read() == b"boom"
            info = await app.client.files_info(file=event["files"][0]["id"])
            assert info["file"]["name"] == "app.log"

    run(test)


def test_an_event_may_hold_back_what_a_file_is() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana, eve = slack.user("ana"), slack.user("eve", team=slack.workspace("globex"))
        shared = slack.channel("shared", ana, eve)
        said = await slack.says(eve, shared, "look", files=[Attached("plan.csv", b"a,b", held_back=True)])
        (told,) = slack.events_of("message", said)[0].event["files"]
        assert (told["file_access"], "url_private" in told, "name" in told) == ("check_file_info", False, False)
        info = (await client(slack).files_info(file=told["id"]))["file"]
        assert (info["name"], info["mimetype"], info["size"], info["file_access"]) == (
            "plan.csv",
            "text/csv",
            3,
            "visible",
        )
        assert await fetched(info["url_private_download"], slack.bot_token) == (200, "text/csv", b"a,b")
        slack.refuses("files.info", "access_denied")
        assert await refused(slack, "files.info", file=told["id"]) == "access_denied"

    run(test)


def test_size_and_kind_are_what_slack_says_they_are() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana = slack.user("ana")
        files = [Attached("film.mp4", size=900_000_000), Attached("page.html", b"<html>", mimetype="text/html")]
        said = await slack.says(ana, slack.dm(ana), "", files=files)
        film, page = slack.events_of("message", said)[0].event["files"]
        assert (film["size"], film["mimetype"]) == (900_000_000, "video/mp4")
        assert await fetched(page["url_private_download"], slack.bot_token) == (200, "text/html", b"<html>")

    run(test)


def test_only_the_app_of_the_workspace_gets_the_bytes() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana, other = slack.user("ana"), slack.workspace("globex", installed=True)
        said = await slack.says(ana, slack.dm(ana), "", files={"a.txt": b"secret"})
        url = slack.events_of("message", said)[0].event["files"][0]["url_private_download"]
        assert (await fetched(url, "xoxb-wrong"))[:2] == (200, "text/html")
        assert (await fetched(url, other.bot_token))[0] == 404

    run(test)


def test_a_download_may_break_off() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana = slack.user("ana")
        said = await slack.says(ana, slack.dm(ana), "", files={"a.bin": b"x" * 1_000})
        url = slack.events_of("message", said)[0].event["files"][0]["url_private_download"]
        slack.drops("download")
        with pytest.raises(aiohttp.ClientError):
            await fetched(url, slack.bot_token)
        slack.breaks("download", 503)
        assert (await fetched(url, slack.bot_token))[0] == 503
        assert (await fetched(url, slack.bot_token))[2] == b"x" * 1_000

    run(test)


def test_a_deleted_file_leaves_its_place() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana = slack.user("ana")
        said = await slack.says(ana, slack.dm(ana), "see", files={"a.txt": b"x"})
        before = slack.events_of("message", said)[0].event["files"][0]
        await slack.deletes_file(said)
        assert slack.envelopes[-1].event["message"]["files"] == [{"id": before["id"], "mode": "tombstone"}]
        assert await refused(slack, "files.info", file=before["id"]) == "file_deleted"
        assert (await fetched(before["url_private_download"], slack.bot_token))[0] == 404

    run(test)


def test_a_file_is_uploaded_in_three_steps_and_shown_in_the_thread() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana = slack.user("ana")
        ops, web = slack.channel("ops", ana), client(slack)
        asked = await slack.says(ana, ops, "show me")
        answer = await web.files_upload_v2(
            channel=ops.id, thread_ts=asked.ts, filename="args.json", content='{"a": 1}', initial_comment="in full"
        )
        reply = slack.thread(ops, asked.ts)[1]
        assert (reply.text, reply.subtype) == ("in full", "file_share")
        assert [(one.name, one.content) for one in reply.files] == [("args.json", b'{"a": 1}')]
        assert [one["id"] for one in answer["files"]] == [reply.files[0].id]
        assert [call.method for call in slack.calls] == ["files.getUploadURLExternal", "files.completeUploadExternal"]

    run(test)


def test_bytes_that_were_not_announced_are_refused_and_nothing_is_shown_before_the_end() -> None:
    async def test(slack: SlackEmulator) -> None:
        ops, web = slack.channel("ops"), client(slack)
        step = await web.files_getUploadURLExternal(filename="a.txt", length=3)
        assert await refused(slack, "files.completeUploadExternal", files=[{"id": step["file_id"]}]) == "file_not_found"
        async with aiohttp.ClientSession() as session:
            async with session.post(step["upload_url"], data=b"four") as response:
                assert response.status == 400
            form = aiohttp.FormData()
            form.add_field("file", b"abc", filename="a.txt")
            async with session.post(step["upload_url"], data=form) as response:
                assert response.status == 200
        assert slack.history(ops) == []
        await web.files_completeUploadExternal(files=[{"id": step["file_id"], "title": "A"}], channel_id=ops.id)
        assert slack.posts(ops)[0].files[0].content == b"abc"

    run(test)


def test_where_a_file_is_shown_is_found_by_its_info() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana = slack.user("ana")
        ops, web = slack.channel("ops", ana), client(slack)
        asked = await slack.says(ana, ops, "show me")
        made = await web.files_upload_v2(channel=ops.id, thread_ts=asked.ts, filename="a.txt", content="x")
        info = (await web.files_info(file=made["files"][0]["id"]))["file"]
        reply = slack.thread(ops, asked.ts)[1]
        assert info["shares"] == {"public": {ops.id: [{"ts": reply.ts, "thread_ts": asked.ts}]}}
        assert info["channels"] == [ops.id]

    run(test)


def test_an_upload_that_slack_would_not_share_is_refused_and_can_be_completed_after_all() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana = slack.user("ana")
        ops, web = slack.channel("ops", ana), client(slack)
        step = await web.files_getUploadURLExternal(filename="a.txt", length=1)
        async with aiohttp.ClientSession() as session, session.post(step["upload_url"], data=b"x") as response:
            assert response.status == 200
        files = [{"id": step["file_id"]}]
        table: list[tuple[str, Json]] = [
            ("invalid_arguments", {"files": []}),
            ("channel_not_found", {"channel_id": "ops"}),
            ("not_in_channel", {"channel_id": slack.channel("else", ana, with_bot=False).id}),
            ("cannot_reply_to_message", {"thread_ts": "1.0"}),
            ("invalid_blocks", {"blocks": [{"type": "poem"}]}),
            ("file_not_found", {"files": [*files, {"id": "F0"}]}),
        ]
        for error, change in table:
            args = {"files": files, "channel_id": ops.id, **change}
            assert await refused(slack, "files.completeUploadExternal", **args) == error, change
        assert await refused(slack, "files.getUploadURLExternal", filename="a.txt", length=0) == "missing_argument"
        await web.files_completeUploadExternal(files=[{"id": step["file_id"], "title": "A"}], channel_id=ops.id)
        assert await refused(slack, "files.completeUploadExternal", files=files) == "file_not_found"
        assert [one.files[0].title for one in slack.posts(ops)] == ["A"]

    run(test)
