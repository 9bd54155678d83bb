"""Files come in and go out, whole and once."""

from collections.abc import Awaitable, Callable

import pytest

from adapters.slack.attachments import SlackAttachments
from adapters.slack.calls import Calls
from adapters.slack.pacer import Pacer
from harness.chat.attachments import Attachment
from harness.chat.people import Place
from harness.chat.port import NotThere, Unreachable
from tests.fakes.clock import Clock
from tests.fakes.slack import payloads
from tests.fakes.slack.emulator import SlackEmulator
from tests.fakes.slack.records import Attached, Channel, File, Json, User
from tests.unit.adapters.slack.rig import run

Test = Callable[[SlackEmulator, SlackAttachments, Channel, User], Awaitable[None]]


def with_files(test: Test) -> None:
    async def main(slack: SlackEmulator) -> None:
        clock = Clock()
        calls = Calls(slack.bot_token, slack.api_url, Pacer(clock, clock.sleep))
        ana = slack.user("ana")
        try:
            await test(slack, SlackAttachments(calls), slack.channel("ops", ana), ana)
        finally:
            await calls.close()

    run(main)


def place(slack: SlackEmulator, channel: Channel, thread: str = "") -> Place:
    return Place("slack", slack.team.id, channel.id, thread)


def test_a_file_is_fetched_whole_by_its_id():
    async def test(slack: SlackEmulator, attachments: SlackAttachments, ops: Channel, ana: User) -> None:
        said = await slack.says(ana, ops, "look", files={"report.csv": b"a,b\n1,2\n"})
        found = await attachments.fetch(said.files[0].id, place(slack, ops))
        assert found == Attachment("report.csv", "text/csv", b"a,b\n1,2\n")

    with_files(test)


def test_a_file_that_was_shown_elsewhere_is_not_there():
    async def test(slack: SlackEmulator, attachments: SlackAttachments, ops: Channel, ana: User) -> None:
        said = await slack.says(ana, slack.dm(ana), "between us", files={"secret.txt": b"xyzzy"})
        for id in (said.files[0].id, "F404"):
            with pytest.raises(NotThere):
                await attachments.fetch(id, place(slack, ops))

    with_files(test)


def test_what_is_too_large_is_not_fetched():
    async def test(slack: SlackEmulator, attachments: SlackAttachments, ops: Channel, ana: User) -> None:
        said = await slack.says(ana, ops, "big", files=[Attached("big.bin", b"x", size=20_000_001)])
        with pytest.raises(Unreachable, match="larger than"):
            await attachments.fetch(said.files[0].id, place(slack, ops))

    with_files(test)


@pytest.mark.parametrize("name", ["report.csv", "report.html"])
def test_a_page_to_log_in_to_is_not_taken_for_the_file(name: str):
    async def test(slack: SlackEmulator, attachments: SlackAttachments, ops: Channel, ana: User) -> None:
        said = await slack.says(ana, ops, "look", files={name: b"<p>fine</p>"})
        slack.refuses("download", "not_authed")
        with pytest.raises(Unreachable, match=f"a page to log in to instead of {name}"):
            await attachments.fetch(said.files[0].id, place(slack, ops))
        assert (await attachments.fetch(said.files[0].id, place(slack, ops))).content == b"<p>fine</p>"

    with_files(test)


def test_a_file_is_sent_into_the_thread_once():
    async def test(slack: SlackEmulator, attachments: SlackAttachments, ops: Channel, ana: User) -> None:
        root = await slack.says(ana, ops, "send it")
        for _ in range(2):
            await attachments.send(place(slack, ops, root.ts), "chart-1-1-0.png", b"\x89PNG")
        [message] = slack.posts(ops, root.ts)
        assert [(file.name, file.content) for file in message.files] == [("chart-1-1-0.png", b"\x89PNG")]

    with_files(test)


def test_a_file_that_is_empty_is_not_sent_and_why():
    async def test(slack: SlackEmulator, attachments: SlackAttachments, ops: Channel, ana: User) -> None:
        root = await slack.says(ana, ops, "send it")
        with pytest.raises(Unreachable, match="is empty"):
            await attachments.send(place(slack, ops, root.ts), "chart.png", b"")
        assert not slack.posts(ops, root.ts)

    with_files(test)


@pytest.mark.parametrize("method", ["files.getUploadURLExternal", "files.completeUploadExternal"])
def test_a_refusal_is_of_the_step_that_was_refused(method: str):
    async def test(slack: SlackEmulator, attachments: SlackAttachments, ops: Channel, ana: User) -> None:
        root = await slack.says(ana, ops, "send it")
        slack.refuses(method, "not_allowed_token_type")
        with pytest.raises(Unreachable, match=f"{method}: not_allowed_token_type"):
            await attachments.send(place(slack, ops, root.ts), "chart.png", b"x")
        await attachments.send(place(slack, ops, root.ts), "chart.png", b"x")
        assert len(slack.posts(ops, root.ts)) == 1

    with_files(test)


@pytest.mark.parametrize(
    ("said", "error", "why"),
    [
        ({"mode": "hidden_by_limit"}, Unreachable, "older than Slack shows"),
        ({"mode": "hosted", "file_access": "access_denied"}, Unreachable, "does not let me read"),
        ({"mode": "access_denied"}, Unreachable, "does not let me read"),
        ({"mode": "tombstone"}, NotThere, "was deleted"),
        ({"mode": "external", "is_external": True}, Unreachable, "outside of Slack"),
        ({"is_external": True}, Unreachable, "outside of Slack"),
        ({"mode": "hosted"}, Unreachable, "does not say where"),
    ],
)
def test_why_a_file_is_not_given_is_told(monkeypatch: pytest.MonkeyPatch, said: Json, error: type[Exception], why: str):
    async def test(slack: SlackEmulator, attachments: SlackAttachments, ops: Channel, ana: User) -> None:
        about: Json = {"name": "a.txt", "mimetype": "text/plain", "size": 1, **said}
        monkeypatch.setattr(payloads, "file", lambda one, base, *, full=False: {"id": one.id, **about})
        brought = await slack.says(ana, ops, "look", files={"a.txt": b"x"})
        with pytest.raises(error, match=f"a.txt.*{why}|{why}.*a.txt"):
            await attachments.fetch(brought.files[0].id, place(slack, ops))

    with_files(test)


def forwarding(id: str, name: str = "disk.png") -> Json:
    return {"is_share": True, "author_name": "Bob", "files": [{"id": id, "name": name, "mode": "hosted"}]}


def test_a_forwarded_file_is_fetched_where_the_forward_stands():
    async def test(slack: SlackEmulator, attachments: SlackAttachments, ops: Channel, ana: User) -> None:
        elsewhere = await slack.says(ana, slack.channel("other", ana), "look", files={"disk.png": b"png"})
        id = elsewhere.files[0].id
        with pytest.raises(NotThere):
            await attachments.fetch(id, place(slack, ops))
        said = await slack.says(ana, ops, "", attachments=[forwarding(id)])
        for where in (place(slack, ops), place(slack, ops, said.ts)):
            assert (await attachments.fetch(id, where)).content == b"png"
        with pytest.raises(NotThere):
            await attachments.fetch(id, place(slack, slack.channel("third", ana)))

    with_files(test)


def test_an_app_opens_no_file_by_naming_it_in_an_attachment():
    async def test(slack: SlackEmulator, attachments: SlackAttachments, ops: Channel, ana: User) -> None:
        secret = await slack.says(ana, slack.dm(ana), "between us", files={"secret.txt": b"xyzzy"})
        robot = slack.user("robot", is_bot=True)
        there = slack.channel("alerts", ana, robot)
        await slack.says(robot, there, "hi", attachments=[forwarding(secret.files[0].id)])
        with pytest.raises(NotThere):
            await attachments.fetch(secret.files[0].id, place(slack, there))

    with_files(test)


def test_a_recording_s_transcript_is_a_file(monkeypatch: pytest.MonkeyPatch):
    async def test(slack: SlackEmulator, attachments: SlackAttachments, ops: Channel, ana: User) -> None:
        heard = await slack.says(ana, ops, "", files={"clip.m4a": b"sound"})
        words = await slack.says(ana, ops, "", files={"words.vtt": b"WEBVTT\n\nrestart it"})
        described = payloads.file

        def told(one: File, base: str, *, full: bool = False) -> Json:
            file = described(one, base, full=full)
            vtt = described(words.files[0], base)["url_private_download"]
            return {**file, "vtt": vtt} if one.name == "clip.m4a" else file

        monkeypatch.setattr(payloads, "file", told)
        found = await attachments.fetch(f"{heard.files[0].id}-vtt", place(slack, ops))
        assert found == Attachment("clip.m4a.vtt", "text/vtt", b"WEBVTT\n\nrestart it")
        with pytest.raises(NotThere, match="no transcript"):
            await attachments.fetch(f"{words.files[0].id}-vtt", place(slack, ops))

    with_files(test)
