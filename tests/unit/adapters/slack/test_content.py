"""All that a message says is read, once, and text of others is kept apart from its author's."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from adapters.slack.content import MOST, MOST_QUOTED, PLACEHOLDERS, Content, attached_files, content
from tests.unit.adapters.slack.test_blocks import JSON, item, rich, run, text

PAYLOADS = Path(__file__).parents[3] / "payloads" / "slack"
"""Shapes: Slack docs, message event, secondary message attachments, file object; of forwards, which no page documents,
slackapi/java-slack-sdk#1179 (`message_blocks`), ColeMurray/background-agents#1143 (`is_share`, `files`),
slackapi/slack-skills-plugin#149 (a forward's own `text` is empty); of clips, `transcription` and `vtt` as in
slack-sdk's recorded responses of files.info.
"""
TABLE = {"type": "table", "rows": [[text("a", "raw_text"), text("b", "raw_text")]]}


def said(name: str) -> Content:
    body: dict[str, Any] = json.loads((PAYLOADS / f"{name}.json").read_text(encoding="utf-8"))
    return content(body["event"])


def by_a_person(**message: Any) -> Content:
    return content({"user": "U1", **message})


def by_an_app(**message: Any) -> Content:
    return content({"bot_id": "B1", **message})


def test_a_forward_is_quoted_once_with_its_author_channel_link_and_files() -> None:
    found = said("forward_direct")
    assert (found.text, found.files) == ("", ())
    [quote] = found.quotes
    assert (quote.by, quote.author, quote.where) == ("Bob", "U07BOB001", " in #incidents")
    assert (quote.channel, quote.message) == ("C07OTHER1", "1795737600.000200")
    assert quote.text.split("\n") == [
        "db-7 is *full* &amp; <@U07ANA001> is on call",
        "[attached: disk.png, image/png, 812 bytes, with the id F07DISK01]",
        "Slack conversation",
        "<https://acme.slack.com/archives/C07OTHER1/p1795737600000200>",
    ]
    assert found.people == {"U07ANA001", "U07BOB001"}


def test_a_forward_without_text_of_its_own_is_read_from_its_blocks() -> None:
    message = {"blocks": [rich(run("only here"))], "attachments": [{"title": "and this"}], "files": [{"id": "F9"}]}
    forward = {"is_share": True, "message_blocks": [{"message": message}], "fallback": "not needed"}
    [quote] = by_a_person(attachments=[forward]).quotes
    assert quote.text == ("only here\n[attached: a file, unknown type, with the id F9]\nand this")
    assert (quote.by, quote.where) == ("somebody", " elsewhere")


def test_an_app_s_attachment_is_what_the_app_says() -> None:
    found = said("grafana_alert")
    assert not found.quotes
    assert found.text.split("\n") == [
        "<https://grafana.example/alerting/7|[FIRING:1] DiskFull db-7>",
        "*Firing*",
        "Value: B=97.2",
        "host: db-7",
        "runbook: <https://wiki.example/disk|Disk full>",
        "[image: <https://grafana.example/render/7.png>]",
        "Grafana v12.1",
    ]


def test_blocks_are_read_where_the_text_is_a_placeholder() -> None:
    assert said("github_pull_request").text.split("\n") == [
        "Pull request opened by octocat",
        "*<https://github.com/acme/api/pull/7|#7 Rotate the tokens>*",
        "*Assignees*",
        "hubot",
        "[image: octocat]",
        "[image: GitHub] acme/api",
        "[<https://github.com/acme/api/pull/7/files|Review>] [Label, bug]",
    ]
    for placeholder in PLACEHOLDERS:
        assert by_an_app(text=placeholder, blocks=[TABLE]).text == "a | b"
        assert by_an_app(text=placeholder).text == ""


def test_a_recording_comes_with_its_transcript_as_text_of_others() -> None:
    found = said("audio_clip")
    assert found.files == ("[attached: audio_message.m4a, audio/mp4, 52,311 bytes, with the id F07CLIP01]",)
    [quote] = found.quotes
    assert quote.by == "the recording audio_message.m4a, as Slack transcribed it"
    assert quote.text == (
        "please restart the build of the api\n"
        "[attached: the whole transcript of audio_message.m4a, text/vtt, with the id F07CLIP01-vtt]"
    )
    clip = {"id": "F1", "name": "a.mp4", "transcription": {"status": "processing"}}
    assert by_a_person(files=[clip]).quotes[0].text == "[Slack's transcript isn't ready: processing]"


def test_the_beginning_of_a_text_file_is_read() -> None:
    snippet = {"id": "F1", "name": "a.py", "preview": "x = 1 < 2", "preview_is_truncated": True, "alt_txt": "code"}
    found = by_a_person(files=[snippet])
    assert found.files == ("[attached: a.py, unknown type, shows: code, with the id F1]",)
    assert [(one.by, one.text) for one in found.quotes] == [("the file a.py", "x = 1 &lt; 2\n[the file goes on]")]


def test_text_that_blocks_repeat_is_said_once() -> None:
    blocks = [{"type": "header", "text": text("Deploy failed")}, {"type": "section", "text": text("on *db-7*")}]
    assert by_an_app(text="Deploy failed", blocks=blocks).text == "Deploy failed\non *db-7*"
    assert by_an_app(text="Deploy failed: on db-7", blocks=blocks).text == "Deploy failed: on db-7"
    assert by_an_app(text="A summary", blocks=blocks).text == "A summary\nDeploy failed\non *db-7*"
    assert by_an_app(text="hi <@U1|ana>", blocks=[rich(run("hi "), {"type": "user", "user_id": "U1"})]).text == (
        "hi <@U1|ana>"
    )
    assert by_an_app(text="Deploy failed", attachments=[{"text": "Deploy failed"}]).text == "Deploy failed"
    assert by_an_app(text="x", blocks=[{"type": "markdown", "text": "---"}]).text == "x\n---"


def test_what_a_person_adds_to_typed_text_is_read() -> None:
    assert by_a_person(text="hi *you*", blocks=[rich(run("hi "), run("you", bold=True))]).text == "hi *you*"
    assert by_a_person(text="hours:", blocks=[rich(run("hours:")), TABLE]).text == "hours:\na | b"
    assert by_a_person(text="", blocks=[rich(run("only "), {"type": "user", "user_id": "U2"})]).text == "only <@U2>"


def test_in_a_person_s_message_attachments_are_text_of_others() -> None:
    preview = {"from_url": "https://blog.example/1", "title": "On disks", "title_link": "https://blog.example/1",
               "text": "They fill.", "fallback": "On disks", "service_name": "Blog"}  # fmt: skip
    found = by_a_person(text="see <https://blog.example/1>", attachments=[preview, {"text": "done"}])
    assert found.text == "see <https://blog.example/1>"
    assert [(one.by + one.where, one.text) for one in found.quotes] == [
        ("Blog (link preview)", "<https://blog.example/1|On disks>\nThey fill."),
        ("", "done"),
    ]
    assert by_an_app(text="see", attachments=[preview]).quotes, "a preview is a page's text, whoever posts the link"
    bare = {"from_url": "https://me@blog.example:8080/1", "fallback": "f", "pretext": "", "actions": [{"text": "Ack"}]}
    [quote] = by_a_person(attachments=[bare]).quotes
    assert (quote.by, quote.text) == ("blog.example", "[Ack]")


def test_the_fallback_counts_where_nothing_else_says_it() -> None:
    assert by_an_app(attachments=[{"fallback": "f", "text": "t"}]).text == "t"
    assert by_an_app(attachments=[{"fallback": "f"}]).text == "f"
    assert by_an_app(attachments=[{"id": 1}]).text == "[an attachment of a kind that I can't read]"


def test_how_much_is_read_is_bounded_and_says_so() -> None:
    long = "word " * 20_000
    assert len(by_an_app(blocks=[{"type": "markdown", "text": long}]).text) < MOST + 100
    found = by_a_person(attachments=[{"text": long}, {"text": long}])
    assert sum(len(one.text) for one in found.quotes) < MOST_QUOTED + 200
    assert all("more characters are not shown]" in one.text for one in found.quotes)


def test_forwards_within_forwards_are_read_to_a_depth() -> None:
    inner: dict[str, Any] = {"text": "deepest", "files": [{"id": "F1"}]}
    for _ in range(200):
        inner = {"is_share": True, "attachments": [inner]}
    assert isinstance(by_a_person(attachments=[inner]), Content)
    once = {
        "is_share": True,
        "author_name": "Bo",
        "text": "look",
        "attachments": [{"text": "at this", "files": [{"id": "F1"}]}],
    }
    assert by_a_person(attachments=[once]).quotes[0].text.startswith("look\nat this\n[attached: a file")
    assert [file["id"] for file in attached_files({"attachments": [once]})] == ["F1"]


def test_lists_of_others_are_items_too() -> None:
    block = {"type": "rich_text", "elements": [{"type": "rich_text_list", "style": "bullet", "elements": [item("a")]}]}
    assert by_an_app(blocks=[block]).text == "• a"


@given(JSON, JSON)
def test_any_json_is_read_without_an_error(one: Any, other: Any) -> None:
    content({"text": one, "blocks": other, "attachments": [{"text": one, "blocks": other, "message_blocks": other}]})
    content({"attachments": one, "files": other})
    content({"files": [{"transcription": one, "preview": other, "name": one, "size": other}]})


@pytest.mark.parametrize(
    ("text", "more"),
    [("Deploy of the failover service", "fail"), ("Do you know: may we?", "No"), ("Balance 500", "Balance -500")],
)
def test_words_within_other_words_and_signs_are_not_taken_for_a_copy(text: str, more: str) -> None:
    blocks = [{"type": "section", "text": {"type": "mrkdwn", "text": one}} for one in (text, more)]
    assert content({"bot_id": "B1", "text": text, "blocks": blocks}).text == f"{text}\n{more}"
    attached = {"bot_id": "B1", "text": text, "attachments": [{"text": more}]}
    assert content(attached).text == f"{text}\n{more}"
