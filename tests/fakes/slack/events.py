"""The bodies of events and interactions, as JSON; shapes after docs.slack.dev/reference."""

from collections.abc import Iterable

from tests.fakes.slack.payloads import message
from tests.fakes.slack.records import APP_ID, Channel, Json, Message, Team, User


def _where(place: Channel) -> Json:
    kinds = {"public": "channel", "private": "group", "im": "im", "mpim": "mpim"}
    return {"channel": place.id, "channel_type": kinds[place.kind]}


def _whose(one: Message, place: Channel) -> Json:
    """In a channel that is shared with other workspaces: from which one its author is."""
    return {"user_team": one.team_id, "source_team": one.team_id} if place.shared_with else {}


def message_event(one: Message, place: Channel, base: str, root: Message | None) -> Json:
    """`root` is the message its thread hangs on: a reply that goes to the channel too brings it along."""
    event = {**message(one, base, metadata=False), **_whose(one, place), **_where(place), "event_ts": one.ts}
    if one.subtype == "thread_broadcast" and root is not None:
        event["root"] = message(root, base, metadata=False)
    return event


def mention_event(one: Message, place: Channel, base: str) -> Json:
    """`app_mention`: the same message, the same ts, another event."""
    return {
        **message(one, base, metadata=False),
        **_whose(one, place),
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


def joined_event(person: User, place: Channel, inviter: User | None, event_ts: str) -> Json:
    """`member_joined_channel`; `team` is that of the person."""
    kind = "G" if place.kind == "private" else "C"
    event: Json = {"type": "member_joined_channel", "user": person.id, "channel": place.id, "channel_type": kind}
    event |= {"team": person.team_id, "event_ts": event_ts}
    return {**event, "inviter": inviter.id} if inviter else event


def event_callback(team: Team, event: Json, event_id: str, at: float, *, shared: bool = False) -> Json:
    """The outer body of an event for the app in `team`; `shared`: it is about a channel of several workspaces."""
    return {
        "token": "verification-token",
        "team_id": team.id,
        "context_team_id": team.id,
        "enterprise_id": team.enterprise_id,
        "context_enterprise_id": team.enterprise_id,
        "api_app_id": APP_ID,
        "event": event,
        "type": "event_callback",
        "event_id": event_id,
        "event_time": int(at),
        "authorizations": [
            {
                "enterprise_id": team.enterprise_id,
                "team_id": team.id,
                "user_id": team.bot.id,
                "is_bot": True,
                "is_enterprise_install": team.by_org,
            }
        ],
        "is_ext_shared_channel": shared,
        "event_context": f"4-{event_id}",
    }


def interaction(kind: str, team: Team, person: User) -> Json:
    """What every interaction carries: block_actions, view_submission, view_closed."""
    return {
        "type": kind,
        "team": {"id": team.id, "domain": team.name}
        | ({"enterprise_id": team.enterprise_id} if team.enterprise_id else {}),
        "user": {"id": person.id, "username": person.name, "name": person.name, "team_id": person.team_id},
        "api_app_id": APP_ID,
        "token": "verification-token",
        "enterprise": {"id": team.enterprise_id, "name": team.name} if team.enterprise_id else None,
        "is_enterprise_install": team.by_org,
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
