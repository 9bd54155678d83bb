"""The three-step upload (files.getUploadURLExternal, a POST of the bytes, files.completeUploadExternal), files.info."""

import dataclasses
import mimetypes

from tests.fakes.slack import payloads
from tests.fakes.slack.blocks import check_message, with_ids
from tests.fakes.slack.methods.call import ApiCall
from tests.fakes.slack.records import File, Json, Upload
from tests.fakes.slack.refusal import Refusal
from tests.fakes.slack.state import State


def get_upload_url(call: ApiCall) -> Json:
    """Step one: announces a file of `length` bytes; nobody sees it yet."""
    name, length = call.required("filename"), call.number("length", 0)
    if length <= 0:
        raise Refusal("invalid_arguments", ["must be greater than 0 [json-pointer:/length]"])
    file_id = call.state.new_id("F")
    call.state.uploads[file_id] = Upload(file_id, name, length)
    return {"upload_url": f"{call.state.base}/upload/v1/{file_id}", "file_id": file_id}


def receive(state: State, file_id: str, content: bytes) -> bool:
    """Step two: the bytes. False when nothing of that id and length was announced."""
    upload = state.uploads.get(file_id)
    if upload is None or upload.length != len(content):
        return False
    state.uploads[file_id] = dataclasses.replace(upload, content=content)
    return True


def complete_upload(call: ApiCall) -> Json:
    """Step three: shares the files. The answer does not say which message shows them, as Slack's does not."""
    wanted = call.args.get("files")
    if not isinstance(wanted, list) or not wanted or not all(isinstance(each, dict) for each in wanted):
        raise Refusal("invalid_arguments", ["must be an array of files [json-pointer:/files]"])
    channel = call.state.writable(call.team, call.text("channel_id")) if call.text("channel_id") else None
    blocks = check_message(call.args.get("blocks") or [])
    done: list[File] = []
    for each in wanted:
        upload = call.state.uploads.get(str(each.get("id")))
        if upload is None or upload.content is None:
            raise Refusal("file_not_found")
        kind = mimetypes.guess_type(upload.name)[0] or "text/plain"
        title = str(each.get("title") or upload.name)
        done.append(File(upload.id, upload.name, title, upload.content, call.team.bot.id, kind))
    if channel is not None:
        call.state.post(
            channel,
            call.team.bot,
            call.text("initial_comment"),
            thread_ts=call.text("thread_ts") or None,
            subtype="file_share",
            files=tuple(done),
            blocks=tuple(with_ids(blocks, lambda: call.state.new_id("b"))),
        )
    for one in done:
        call.state.files[one.id] = one
        del call.state.uploads[one.id]
    return {"files": [{"id": one.id, "title": one.title} for one in done]}


def info(call: ApiCall) -> Json:
    one = call.state.files.get(call.required("file"))
    if one is None:
        raise Refusal("file_not_found")
    return {"file": payloads.file(one, call.state.base)}
