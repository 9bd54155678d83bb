"""What a member of a server may do in a channel. Pure. Discord docs, permissions."""

from collections.abc import Iterable, Mapping
from typing import Any

VIEW, HISTORY, SEND, ADMINISTRATOR = 1 << 10, 1 << 16, 1 << 11, 1 << 3
EVERY = (1 << 64) - 1
_ROLE, _MEMBER = 0, 1

Json = Mapping[str, Any]


def reads(guild: Json, member: Json, channel: Json) -> bool:
    """Whether they see the channel, and what was said in it. Of a thread, `channel` is what it hangs on."""
    return granted(guild, member, channel) & (VIEW | HISTORY) == VIEW | HISTORY


def writes(guild: Json, member: Json, channel: Json) -> bool:
    """Whether they see the channel, and may say something in it."""
    return granted(guild, member, channel) & (VIEW | SEND) == VIEW | SEND


def granted(guild: Json, member: Json, channel: Json) -> int:
    """All that they may do there, as one number."""
    user, held = str(member["user"]["id"]), {str(guild["id"]), *map(str, member.get("roles") or ())}
    if str(guild.get("owner_id")) == user:
        return EVERY
    allowed = 0
    for role in guild.get("roles") or ():
        if str(role["id"]) in held:
            allowed |= int(role["permissions"])
    if allowed & ADMINISTRATOR:
        return EVERY
    overwrites = list(channel.get("permission_overwrites") or ())
    everyone = [one for one in overwrites if str(one["id"]) == str(guild["id"])]
    roles = [one for one in overwrites if int(one["type"]) == _ROLE and str(one["id"]) in held and one not in everyone]
    theirs = [one for one in overwrites if int(one["type"]) == _MEMBER and str(one["id"]) == user]
    for each in (everyone, roles, theirs):
        allowed = allowed & ~_all(each, "deny") | _all(each, "allow")
    return allowed


def _all(overwrites: Iterable[Json], what: str) -> int:
    found = 0
    for one in overwrites:
        found |= int(one[what])
    return found
