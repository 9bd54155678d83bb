"""chat.*: posting, updating, deleting."""

import json
from typing import Any

from tests.fakes.slack import limits, payloads
from tests.fakes.slack.blocks import check_message, with_ids
from tests.fakes.slack.methods.call import ApiCall
from tests.fakes.slack.records import Json, Message
from tests.fakes.slack.refusal import Refusal

_METADATA_BYTES = 16 * 1024


def post_message(call: ApiCall) -> Json:
    content = _content(call)
    channel = call.state.writable(call.team, call.required("channel"))
    one = call.state.post(
        channel,
        call.team.bot,
        thread_ts=call.text("thread_ts") or None,
        username=call.text("username") or None,
        **content,
    )
    return _answer(call, one)


def update(call: ApiCall) -> Json:
    """Blocks stay only when neither text nor blocks come; a text alone takes them away and shows "edited"."""
    if len(call.text("text")) > limits.UPDATE_TEXT:
        raise Refusal("msg_too_long")
    content = _content(call)
    channel = call.state.writable(call.team, call.required("channel"))
    before = call.state.message(channel.id, call.required("ts"))
    if before.user != call.team.bot.id:
        raise Refusal("cant_update_message")
    if "metadata" not in call.args:
        del content["metadata"]  # what was there stays
    if not content["blocks"]:
        content["edited"] = {"user": call.team.bot.id, "ts": call.state.new_ts()}
    return _answer(call, call.state.replace(before, **content))


def delete(call: ApiCall) -> Json:
    channel = call.state.writable(call.team, call.required("channel"))
    one = call.state.message(channel.id, call.required("ts"))
    if one.user != call.team.bot.id:
        raise Refusal("cant_delete_message")
    call.state.delete(one)
    return {"channel": channel.id, "ts": one.ts}


def post_ephemeral(call: ApiCall) -> Json:
    content = _content(call)
    channel = call.state.writable(call.team, call.required("channel"))
    to = call.required("user")
    if to not in channel.members:
        raise Refusal("user_not_in_channel")
    one = call.state.post_ephemeral(channel, call.team.bot, to, thread_ts=call.text("thread_ts") or None, **content)
    return {"message_ts": one.ts}


def get_permalink(call: ApiCall) -> Json:
    channel = call.state.readable(call.team, call.required("channel"))
    one = call.state.message(channel.id, call.required("message_ts"))
    link = f"https://{call.team.name}.slack.com/archives/{channel.id}/p{one.ts.replace('.', '')}"
    if one.thread_ts:
        link += f"?thread_ts={one.thread_ts}&cid={channel.id}"
    return {"channel": channel.id, "permalink": link}


def _answer(call: ApiCall, one: Message) -> Json:
    return {
        "channel": one.channel,
        "ts": one.ts,
        "text": one.text,
        "message": payloads.message(one, call.state.base, call.state.replies(one.channel, one.ts)),
    }


def _content(call: ApiCall) -> dict[str, Any]:
    """What the message says: text, blocks, attachments, metadata, checked as Slack checks them."""
    text, markdown, raw = call.text("text"), call.text("markdown_text"), call.args.get("blocks")
    attachments = call.args.get("attachments") or []
    if markdown:
        if text or raw:
            raise Refusal("markdown_text_conflict")
        if len(markdown) > limits.MARKDOWN_TEXT:
            raise Refusal("msg_too_long")
        text, raw = markdown, [{"type": "markdown", "text": markdown}]
    blocks = with_ids(check_message(raw), lambda: call.state.new_id("b")) if raw not in (None, "") else []
    if not isinstance(attachments, list):
        raise Refusal("invalid_attachments")
    if not (text.strip() or blocks or attachments):
        raise Refusal("no_text")
    return {
        "text": text[: limits.TEXT_TRUNCATED],
        "blocks": tuple(blocks),
        "attachments": tuple(attachments),
        "metadata": _metadata(call.args.get("metadata")),
    }


def _metadata(raw: Any) -> Json | None:
    if raw in (None, "", {}):
        return None
    if not isinstance(raw, dict) or not isinstance(raw.get("event_type"), str):
        raise Refusal("invalid_metadata_format")
    if not isinstance(raw.get("event_payload"), dict):
        raise Refusal("invalid_metadata_format")
    if len(json.dumps(raw).encode()) > _METADATA_BYTES:
        raise Refusal("metadata_too_large")
    return {"event_type": raw["event_type"], "event_payload": raw["event_payload"]}
