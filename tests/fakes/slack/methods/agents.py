"""agents.sessions.* and assistant.threads.*: what a thread shows of the app at work, and what it suggests to say."""

from typing import get_args

from tests.fakes.slack import limits
from tests.fakes.slack.methods.call import ApiCall
from tests.fakes.slack.records import Channel, Json, Prompts, SessionStatus
from tests.fakes.slack.refusal import Refusal
from tests.fakes.slack.schema import items, record, string

_PROMPTS = items(record({"title": string(None, 1), "message": string(None, 1)}), limits.PROMPTS)
_UNHEARD = "missing_agent_session_stopped_event_subscription"


def set_session_status(call: ApiCall) -> Json:
    channel, thread_ts = _session(call)
    status = session_status(call, "status", "invalid_status")
    initiator = call.text("initiator_user_id") or None
    if initiator is not None and initiator not in channel.members:
        raise Refusal("user_not_found")
    one = call.sessions.set(channel, thread_ts, status, _title(call, least=0), initiator)
    answer: Json = {"status": one.status, "agent_status": one.status, **({"title": one.title} if one.title else {})}
    if not call.sessions.subscribed:
        answer |= {"warning": _UNHEARD, "response_metadata": {"warnings": [_UNHEARD]}}
    return answer


def rename_session(call: ApiCall) -> Json:
    channel, thread_ts = _session(call)
    return {"title": call.sessions.rename(channel, thread_ts, _title(call, least=1)).title}


def set_thread_status(call: ApiCall) -> Json:
    channel = call.state.writable(call.team, call.required("channel_id"))
    thread_ts = call.required("thread_ts")
    if "status" not in call.args:
        raise Refusal("invalid_arguments", ["missing required field: status"])
    _check_thread(call, channel, thread_ts)
    messages = call.args.get("loading_messages") or []
    if not isinstance(messages, list) or len(messages) > limits.LOADING_MESSAGES:
        raise Refusal("invalid_arguments", [f"no more than {limits.LOADING_MESSAGES} items [/loading_messages]"])
    call.state.set_status(channel.id, thread_ts, call.text("status"), tuple(map(str, messages)))
    return {}


def set_suggested_prompts(call: ApiCall) -> Json:
    """In the messages tab without thread_ts (the agent view), or in a thread."""
    channel = call.state.writable(call.team, call.required("channel_id"))
    if channel.kind != "im":
        raise Refusal("channel_not_found")
    thread_ts = call.text("thread_ts")
    if thread_ts:
        _check_thread(call, channel, thread_ts)
    wanted = call.args.get("prompts")
    wrong = list(_PROMPTS(wanted, "/prompts"))
    if wrong or not isinstance(wanted, list):
        raise Refusal("invalid_arguments", wrong)
    offered = {one["title"]: one["message"] for one in wanted}
    call.sessions.suggest(channel, thread_ts, Prompts(call.text("title"), offered))
    return {}


def session_status(call: ApiCall, name: str, error: str) -> SessionStatus:
    for status in get_args(SessionStatus):
        if call.text(name) == status:
            known: SessionStatus = status
            return known
    raise Refusal(error)


def _session(call: ApiCall) -> tuple[Channel, str]:
    """The channel and thread that the call names; the app must be there."""
    if not call.sessions.enabled:
        raise Refusal("feature_disabled")
    channel = call.state.visible(call.team, call.required("channel_id"))
    if call.team.bot.id not in channel.members:
        raise Refusal("not_authorized")
    thread_ts = call.text("thread_ts")
    if not thread_ts:
        raise Refusal("thread_ts_required")
    if not _is_thread(call, channel, thread_ts):
        raise Refusal("invalid_arguments", ["thread not found [json-pointer:/thread_ts]"])
    return channel, thread_ts


def _check_thread(call: ApiCall, channel: Channel, thread_ts: str) -> None:
    if not _is_thread(call, channel, thread_ts):
        raise Refusal("invalid_thread_ts")


def _is_thread(call: ApiCall, channel: Channel, thread_ts: str) -> bool:
    return any(one.thread == thread_ts for one in call.state.history(channel.id))


def _title(call: ApiCall, least: int) -> str:
    title = call.text("title")
    if not least <= len(title) <= limits.SESSION_TITLE:
        raise Refusal("invalid_arguments", [f"must be {least} to {limits.SESSION_TITLE} characters [/title]"])
    return title
