"""The three-step upload (files.getUploadURLExternal, a POST of the bytes, files.completeUploadExternal), files.info."""

from tests.fakes.slack import payloads
from tests.fakes.slack.blocks import check_message, with_ids
from tests.fakes.slack.methods.call import ApiCall
from tests.fakes.slack.records import Json
from tests.fakes.slack.refusal import Refusal


def get_upload_url(call: ApiCall) -> Json:
    """Step one: announces a file of `length` bytes; nobody sees it yet."""
    name, length = call.required("filename"), call.number("length", 0)
    if length <= 0:
        raise Refusal("missing_argument")
    upload = call.state.files.announce(call.team, name, length)
    return {"upload_url": f"{call.state.base}/upload/v1/{upload.id}", "file_id": upload.id}


def complete_upload(call: ApiCall) -> Json:
    """Step three: shares the files in channels (ids, not names); without any nobody but the app has them.

    The answer does not say which message shows them, as Slack's does not. `blocks` count only without a comment.
    """
    wanted = call.args.get("files")
    if not isinstance(wanted, list) or not wanted or not all(isinstance(each, dict) for each in wanted):
        raise Refusal("invalid_arguments", ["must be an array of files [json-pointer:/files]"])
    names = [call.text("channel_id"), *call.text("channels").split(",")]
    channels = [call.state.writable(call.team, name) for name in dict.fromkeys(filter(None, names))]
    thread_ts = call.text("thread_ts") or None
    for channel in channels:
        call.state.check_thread(channel, thread_ts)
    comment = call.text("initial_comment")
    blocks = [] if comment else check_message(call.args.get("blocks") or [])
    titles = {str(each.get("id")): str(each.get("title") or "") for each in wanted}
    done = call.state.files.complete(call.team, titles)
    for channel in channels:
        call.state.post(
            channel,
            call.team.bot,
            comment,
            thread_ts=thread_ts,
            subtype="file_share",
            files=tuple(done),
            blocks=tuple(with_ids(blocks, lambda: call.state.new_id("b"))),
        )
    return {"files": [{"id": one.id, "title": one.title} for one in done]}


def info(call: ApiCall) -> Json:
    """All about the file, also where an event only said check_file_info; with the messages that show it."""
    one = call.state.files.seen(call.team, call.required("file"))
    return {"file": payloads.file(one, call.state.base, full=True) | _shares(call, one.id), "comments": []}


def _shares(call: ApiCall, file_id: str) -> Json:
    shares: dict[str, dict[str, list[Json]]] = {}
    places: dict[str, list[str]] = {"channels": [], "groups": [], "ims": []}
    for message in call.state.messages.values():
        if file_id not in {one.id for one in message.files}:
            continue
        channel = call.state.channels[message.channel]
        where = {"ts": message.ts, **({"thread_ts": message.thread_ts} if message.thread_ts else {})}
        side = "public" if channel.kind == "public" else "private"
        shares.setdefault(side, {}).setdefault(channel.id, []).append(where)
        places["channels" if side == "public" else "ims" if channel.kind == "im" else "groups"].append(channel.id)
    return {"shares": shares, **places}
