"""chat.*: posting, updating, deleting."""

from tests.fakes.slack import limits, payloads
from tests.fakes.slack.methods.call import ApiCall
from tests.fakes.slack.methods.content import content
from tests.fakes.slack.records import Json, Message
from tests.fakes.slack.refusal import Refusal


def post_message(call: ApiCall) -> Json:
    parts = content(call)
    channel = call.state.writable(call.team, call.required("channel"))
    thread_ts = call.text("thread_ts") or None
    one = call.state.post(
        channel,
        call.team.bot,
        thread_ts=thread_ts,
        subtype="thread_broadcast" if thread_ts and call.flag("reply_broadcast") else None,
        username=call.text("username") or None,
        **parts,
    )
    return _answer(call, one)


def update(call: ApiCall) -> Json:
    """Blocks stay only when neither text nor blocks come; a text alone takes them away and shows "edited"."""
    if len(call.text("text")) > limits.UPDATE_TEXT:
        raise Refusal("msg_too_long")
    parts = content(call)
    channel = call.state.writable(call.team, call.required("channel"))
    before = call.state.message(channel.id, call.required("ts"))
    if before.user != call.team.bot.id:
        raise Refusal("cant_update_message")
    if before.streaming == "in_progress":
        raise Refusal("streaming_state_conflict")
    if before.streaming:
        parts["streaming"] = "completed"
    if "metadata" not in call.args:
        del parts["metadata"]  # what was there stays
    if not parts["blocks"]:
        parts["edited"] = {"user": call.team.bot.id, "ts": call.state.new_ts()}
    return _answer(call, call.state.replace(before, **parts))


def delete(call: ApiCall) -> Json:
    channel = call.state.writable(call.team, call.required("channel"))
    one = call.state.message(channel.id, call.required("ts"))
    if one.user != call.team.bot.id or one.streaming == "in_progress":
        raise Refusal("cant_delete_message")
    call.state.delete(one)
    return {"channel": channel.id, "ts": one.ts}


def post_ephemeral(call: ApiCall) -> Json:
    parts = content(call)
    channel = call.state.writable(call.team, call.required("channel"))
    to = call.required("user")
    if to not in channel.members:
        raise Refusal("user_not_in_channel")
    one = call.state.post_ephemeral(channel, call.team.bot, to, thread_ts=call.text("thread_ts") or None, **parts)
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
