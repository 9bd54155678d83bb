"""chat.startStream, chat.appendStream, chat.stopStream."""

from tests.fakes.slack import limits, payloads
from tests.fakes.slack.blocks import check_message
from tests.fakes.slack.chunks import Display
from tests.fakes.slack.methods.agents import session_status
from tests.fakes.slack.methods.call import ApiCall
from tests.fakes.slack.methods.content import metadata
from tests.fakes.slack.records import Channel, Json
from tests.fakes.slack.refusal import Refusal


def start(call: ApiCall) -> Json:
    """In channels only for somebody: recipient_user_id and recipient_team_id. Metadata is no argument of it.

    From now on the thread's session is processing; stop ends that, with another `session_status` or "active".
    """
    channel = call.state.writable(call.team, call.required("channel"))
    thread_ts = call.required("thread_ts")
    _check_recipient(call, channel)
    one = call.streams.start(
        call.team, channel, thread_ts, _chunks(call), _display(call), call.text("username") or None
    )
    call.sessions.streams(channel, one.thread, "processing")
    return {"channel": one.channel, "ts": one.ts}


def append(call: ApiCall) -> Json:
    channel = call.state.writable(call.team, call.required("channel"))
    ts, chunks = call.required("ts"), _chunks(call)
    if not chunks:
        raise Refusal("no_text")
    one = call.streams.append(call.team, channel, ts, chunks)
    return {"channel": one.channel, "ts": one.ts}


def stop(call: ApiCall) -> Json:
    channel = call.state.writable(call.team, call.required("channel"))
    blocks = check_message(call.args.get("blocks") or [])
    after = session_status(call, "session_status", "invalid_arguments") if call.text("session_status") else "active"
    one = call.streams.stop(
        call.team, channel, call.required("ts"), _chunks(call), blocks, metadata(call.args.get("metadata"))
    )
    call.sessions.streams(channel, one.thread, after)
    shown = payloads.message(one, call.state.base, call.state.replies(one.channel, one.ts))
    return {"channel": one.channel, "ts": one.ts, "message": shown}


def _check_recipient(call: ApiCall, channel: Channel) -> None:
    user_id, team_id = call.text("recipient_user_id"), call.text("recipient_team_id")
    if channel.kind != "im":
        if not user_id:
            raise Refusal("missing_recipient_user_id")
        if not team_id:
            raise Refusal("missing_recipient_team_id")
    person = call.state.users.get(user_id)
    if user_id and (person is None or (team_id and person.team_id != team_id)):
        raise Refusal("user_not_found")


def _display(call: ApiCall) -> Display:
    match call.text("task_display_mode"):
        case "" | "timeline":
            return "timeline"
        case "plan":
            return "plan"
    raise Refusal("invalid_arguments", ["must be one of: timeline, plan [json-pointer:/task_display_mode]"])


def _chunks(call: ApiCall) -> list[Json]:
    """What this call adds, `markdown_text` first. Not yet checked."""
    chunks = call.args.get("chunks") or []
    if not isinstance(chunks, list):
        raise Refusal("invalid_chunks", ["must be an array [json-pointer:/chunks]"])
    markdown = call.text("markdown_text")
    if len(markdown) > limits.MARKDOWN_TEXT:
        raise Refusal("msg_too_long")
    return [{"type": "markdown_text", "text": markdown}, *chunks] if markdown else chunks
