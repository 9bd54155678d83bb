"""What a message may be made of: text, blocks, attachments, metadata, as calls carry them."""

import json
from typing import Any

from tests.fakes.slack import limits
from tests.fakes.slack.blocks import check_message, with_ids
from tests.fakes.slack.methods.call import ApiCall
from tests.fakes.slack.records import Json
from tests.fakes.slack.refusal import Refusal

_METADATA_BYTES = 16 * 1024


def content(call: ApiCall) -> dict[str, Any]:
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
        "metadata": metadata(call.args.get("metadata")),
    }


def metadata(raw: Any) -> Json | None:
    if raw in (None, "", {}):
        return None
    if not isinstance(raw, dict) or not isinstance(raw.get("event_type"), str):
        raise Refusal("invalid_metadata_format")
    if not isinstance(raw.get("event_payload"), dict):
        raise Refusal("invalid_metadata_format")
    if len(json.dumps(raw).encode()) > _METADATA_BYTES:
        raise Refusal("metadata_too_large")
    return {"event_type": raw["event_type"], "event_payload": raw["event_payload"]}
