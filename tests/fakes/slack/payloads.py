"""The objects that Slack answers with and that events carry, as JSON; shapes after docs.slack.dev/reference."""

from collections.abc import Mapping, Sequence
from typing import Any

from tests.fakes.slack.records import APP_ID, Channel, File, Json, Message, User, View


def user(one: User, *, stranger: bool = False) -> Json:
    """`stranger`: of another workspace, and in no channel with the app, which then learns little."""
    body: Json = {"id": one.id, "team_id": one.team_id, "name": one.name, "deleted": one.deleted}
    profile: Json = {"real_name": one.real_name, "display_name": one.name, "team": one.team_id}
    if one.bot_id:
        profile |= {"bot_id": one.bot_id, "api_app_id": one.app_id}
    if one.also_of:
        body["enterprise_user"] = {"id": one.id, "teams": [one.team_id, *one.also_of]}
    if stranger:
        body["is_stranger"] = True
    if not one.deleted:
        body |= {
            "real_name": one.real_name,
            "is_restricted": one.restricted,
            "is_ultra_restricted": one.ultra_restricted,
            "tz": "Europe/Madrid",
            "tz_label": "Central European Time",
            "tz_offset": 3600,
        }
    return {**body, "is_bot": one.is_bot, "is_app_user": False, "profile": profile}


def bot_profile(one: User) -> Json | None:
    """What messages of bots carry of their author."""
    if one.bot_id is None:
        return None
    return {"id": one.bot_id, "app_id": one.app_id, "name": one.name, "team_id": one.team_id, "deleted": False}


def channel(one: Channel, bot: User, *, count: bool = False) -> Json:
    """As `bot` sees it; with `count`, how many are in it."""
    body: Json = {
        "id": one.id,
        "created": one.created,
        "context_team_id": one.team_id,
        "is_channel": one.kind == "public",
        "is_group": one.kind == "private",
        "is_im": one.kind == "im",
        "is_mpim": one.kind == "mpim",
        "is_private": one.kind != "public",
        "is_archived": one.archived,
        "is_org_shared": False,
    }
    if one.kind == "im":
        return {**body, "user": next((member for member in sorted(one.members) if member != bot.id), bot.id)}
    body |= {
        "name": one.name,
        "name_normalized": one.name,
        "is_general": False,
        "is_shared": bool(one.shared_with),
        "is_ext_shared": bool(one.shared_with),
        "is_pending_ext_shared": False,
        "is_member": bot.id in one.members,
        "topic": {"value": "", "creator": "", "last_set": 0},
        "purpose": {"value": "", "creator": "", "last_set": 0},
    }
    if one.shared_with:
        body |= {"conversation_host_id": one.team_id, "shared_team_ids": [one.team_id, *sorted(one.shared_with)]}
    return {**body, "num_members": len(one.members)} if count else body


def file(one: File, base: str, *, full: bool = False) -> Json:
    """`base` is the emulator's address without a trailing slash: where the bytes can be fetched with a token.

    `full`: also what Slack holds back.
    """
    if one.deleted:
        return {"id": one.id, "mode": "tombstone"}
    if one.held_back and not full:
        return {"id": one.id, "user": one.user, "mode": "file_access", "file_access": "check_file_info"}
    return {
        "id": one.id,
        "name": one.name,
        "title": one.title,
        "mimetype": one.mimetype,
        "filetype": one.name.rpartition(".")[2],
        "size": one.size,
        "user": one.user,
        "user_team": one.team_id,
        "mode": "hosted",
        "is_external": False,
        "file_access": "visible",
        "url_private": f"{base}/files/{one.id}/{one.name}",
        "url_private_download": f"{base}/files/{one.id}/download/{one.name}",
    }


def message(one: Message, base: str, replies: Sequence[Message] = (), *, metadata: bool = True) -> Json:
    """A message as the Web API returns it. `replies` are those in its thread, when it is the parent."""
    body: Json = {"type": "message", "user": one.user, "ts": one.ts, "text": one.text, "team": one.team_id}
    optional: Mapping[str, Any] = {
        "subtype": one.subtype,
        "client_msg_id": one.client_msg_id,
        "blocks": list(one.blocks),
        "attachments": list(one.attachments),
        "bot_id": one.bot_id,
        "app_id": one.app_id,
        "bot_profile": one.bot_profile,
        "username": one.username,
        "edited": one.edited,
        "thread_ts": one.thread_ts or (one.ts if replies else None),
        "files": [file(each, base) for each in one.files],
        "metadata": one.metadata if metadata else None,
        "streaming_state": one.streaming and ("in_progress" if one.streaming == "in_progress" else "completed"),
        "reactions": [
            {"name": name, "users": list(users), "count": len(users)} for name, users in one.reactions.items() if users
        ],
    }
    body |= {key: value for key, value in optional.items() if value}
    if one.subtype == "bot_message":
        del body["user"]
    if replies:
        body |= {
            "reply_count": len(replies),
            "reply_users": list(dict.fromkeys(reply.user for reply in replies)),
            "latest_reply": replies[-1].ts,
        }
    return body


def view(one: View) -> Json:
    """A view as views.open returns it and as submissions carry it (without the state of its inputs)."""
    body = one.body
    return {
        "id": one.id,
        "team_id": one.team_id,
        "app_id": APP_ID,
        "app_installed_team_id": one.team_id,
        "hash": one.hash,
        "root_view_id": one.root_id,
        "previous_view_id": one.previous_id,
        "type": body["type"],
        "title": body.get("title"),
        "submit": body.get("submit"),
        "close": body.get("close"),
        "blocks": body["blocks"],
        "callback_id": body.get("callback_id", ""),
        "external_id": body.get("external_id", ""),
        "private_metadata": body.get("private_metadata", ""),
        "clear_on_close": body.get("clear_on_close", False),
        "notify_on_close": body.get("notify_on_close", False),
        "state": {"values": {}},
    }
