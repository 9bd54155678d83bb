"""What Slack sends and answers, as JSON; shapes after docs.slack.dev/reference."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tests.fakes.slack.records import Channel, File, Json, Message, Team, User, View

APP_ID = "A0DESKMATE"


def user(one: User) -> Json:
    return {
        "id": one.id,
        "team_id": one.team_id,
        "name": one.name,
        "real_name": one.real_name,
        "deleted": one.deleted,
        "is_bot": one.is_bot,
        "is_app_user": False,
        "tz": "Europe/Madrid",
        "tz_label": "Central European Time",
        "tz_offset": 3600,
        "profile": {
            "real_name": one.real_name,
            "display_name": one.name,
            **({"bot_id": one.bot_id, "api_app_id": APP_ID} if one.bot_id else {}),
        },
    }


def channel(one: Channel, bot: User) -> Json:
    body: Json = {
        "id": one.id,
        "context_team_id": one.team_id,
        "is_channel": one.kind == "public",
        "is_group": one.kind == "private",
        "is_im": one.kind == "im",
        "is_mpim": one.kind == "mpim",
        "is_private": one.kind != "public",
        "is_archived": one.archived,
        "is_ext_shared": False,
    }
    if one.kind == "im":
        body["user"] = next((member for member in sorted(one.members) if member != bot.id), bot.id)
    else:
        body |= {"name": one.name, "is_member": bot.id in one.members, "num_members": len(one.members)}
    return body


def file(one: File, base: str) -> Json:
    """`base` is the emulator's address without a trailing slash: where the bytes can be fetched with a token."""
    return {
        "id": one.id,
        "name": one.name,
        "title": one.title,
        "mimetype": one.mimetype,
        "filetype": one.name.rpartition(".")[2],
        "size": len(one.content),
        "user": one.user,
        "mode": "hosted",
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
        "app_id": APP_ID if one.bot_id else None,
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
    if replies:
        body |= {
            "reply_count": len(replies),
            "reply_users": list(dict.fromkeys(reply.user for reply in replies)),
            "latest_reply": replies[-1].ts,
        }
    return body


def _where(place: Channel) -> Json:
    kinds = {"public": "channel", "private": "group", "im": "im", "mpim": "mpim"}
    return {"channel": place.id, "channel_type": kinds[place.kind]}


def message_event(one: Message, place: Channel, base: str) -> Json:
    return {**message(one, base, metadata=False), **_where(place), "event_ts": one.ts}


def mention_event(one: Message, place: Channel, base: str) -> Json:
    """`app_mention`: the same message, the same ts, another event."""
    return {
        **message(one, base, metadata=False),
        "type": "app_mention",
        "channel": place.id,
        "event_ts": one.ts,
    }


def changed_event(now: Message, before: Message, place: Channel, base: str, event_ts: str) -> Json:
    return {
        "type": "message",
        "subtype": "message_changed",
        "hidden": True,
        "ts": event_ts,
        "event_ts": event_ts,
        **_where(place),
        "message": message(now, base, metadata=False),
        "previous_message": message(before, base, metadata=False),
    }


def deleted_event(before: Message, place: Channel, base: str, event_ts: str) -> Json:
    return {
        "type": "message",
        "subtype": "message_deleted",
        "hidden": True,
        "ts": event_ts,
        "event_ts": event_ts,
        "deleted_ts": before.ts,
        **_where(place),
        "previous_message": message(before, base, metadata=False),
    }


def reaction_event(kind: str, one: Message, user_id: str, name: str, event_ts: str) -> Json:
    """`kind` is reaction_added or reaction_removed."""
    return {
        "type": kind,
        "user": user_id,
        "reaction": name,
        "item_user": one.user,
        "item": {"type": "message", "channel": one.channel, "ts": one.ts},
        "event_ts": event_ts,
    }


def event_callback(team: Team, event: Json, event_id: str, at: float) -> Json:
    """The outer body of an event: what an `events_api` envelope carries."""
    return {
        "token": "verification-token",
        "team_id": team.id,
        "context_team_id": team.id,
        "context_enterprise_id": None,
        "api_app_id": APP_ID,
        "event": event,
        "type": "event_callback",
        "event_id": event_id,
        "event_time": int(at),
        "authorizations": [
            {
                "enterprise_id": None,
                "team_id": team.id,
                "user_id": team.bot.id,
                "is_bot": True,
                "is_enterprise_install": False,
            }
        ],
        "is_ext_shared_channel": False,
        "event_context": f"4-{event_id}",
    }


def view(one: View) -> Json:
    """A view as views.open returns it and as submissions carry it (without the state of its inputs)."""
    body = one.body
    return {
        "id": one.id,
        "team_id": one.team_id,
        "app_id": APP_ID,
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


def interaction(kind: str, team: Team, person: User) -> Json:
    """What every interaction carries: block_actions, view_submission, view_closed."""
    return {
        "type": kind,
        "team": {"id": team.id, "domain": team.name},
        "user": {"id": person.id, "username": person.name, "name": person.name, "team_id": person.team_id},
        "api_app_id": APP_ID,
        "token": "verification-token",
        "enterprise": None,
        "is_enterprise_install": False,
    }


def message_container(one: Message, place: Channel, base: str, replies: Iterable[Message]) -> Json:
    """Where an action on a message happened. Slack leaves the message itself out when it is ephemeral."""
    container: Json = {
        "type": "message",
        "message_ts": one.ts,
        "channel_id": one.channel,
        "is_ephemeral": one.ephemeral_to is not None,
    }
    if one.thread_ts:
        container["thread_ts"] = one.thread_ts
    body: Json = {
        "container": container,
        "channel": {"id": place.id, "name": place.name if place.kind != "im" else "directmessage"},
    }
    if one.ephemeral_to is None:
        body["message"] = message(one, base, list(replies))
    return body
