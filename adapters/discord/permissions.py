"""What a member of a server may do in a channel. Pure. Discord docs, permissions."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

VIEW, HISTORY, SEND, ADMINISTRATOR = 1 << 10, 1 << 16, 1 << 11, 1 << 3
EVERY = (1 << 64) - 1
ROLE, MEMBER = 0, 1
"""Types of a channel's overwrites."""
_SIGHT = VIEW | HISTORY

Json = Mapping[str, Any]


def reads(guild: Json, member: Json, channel: Json) -> bool:
    """Whether they see the channel, and what was said in it. Of a thread, `channel` is what it hangs on."""
    return granted(guild, member, channel) & _SIGHT == _SIGHT


def writes(guild: Json, member: Json, channel: Json) -> bool:
    """Whether they see the channel, and may say something in it."""
    return granted(guild, member, channel) & (VIEW | SEND) == VIEW | SEND


def named(channel: Json, type: int, how: str) -> list[str]:
    """Ids of the roles or members to whom the channel allows or denies (`how`) its view or its history."""
    overwrites = channel.get("permission_overwrites") or ()
    return [str(one["id"]) for one in overwrites if int(one["type"]) == type and int(one[how]) & _SIGHT]


def role_kept_out(guild: Json, channel: Json, where: Json) -> bool:
    """True if a member with some roles could read `where` and not `channel`, because the channel denies one of these
    roles. Only apps with a privileged intent get a list of members, so this tries possible members: with the denied
    role alone, and with roles that open `where`.
    """
    keys = [str(role["id"]) for role in guild.get("roles") or () if _opens(guild, role, where)]
    keys = [key for key in keys if _allowed(channel, key) & _SIGHT != _SIGHT]
    for role in named(channel, ROLE, "deny"):
        for held in ([role], *([role, key] for key in keys), [role, *keys]):
            if reads(guild, with_roles(held), where) and not reads(guild, with_roles(held), channel):
                return True
    return False


def _opens(guild: Json, role: Json, channel: Json) -> bool:
    """True if the role could let its holders see more of the channel. Administrators see every channel."""
    id, permissions = str(role["id"]), int(role["permissions"])
    if id == str(guild["id"]) or permissions & ADMINISTRATOR:
        return False
    return bool((permissions | _allowed(channel, id)) & _SIGHT)


def _allowed(channel: Json, role: str) -> int:
    return _all((one for one in channel.get("permission_overwrites") or () if str(one["id"]) == role), "allow")


def with_roles(roles: Sequence[str] = ()) -> Json:
    """A member with these roles whom no channel names."""
    return {"user": {"id": ""}, "roles": roles}


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
    roles = [one for one in overwrites if int(one["type"]) == ROLE and str(one["id"]) in held and one not in everyone]
    theirs = [one for one in overwrites if int(one["type"]) == MEMBER and str(one["id"]) == user]
    for each in (everyone, roles, theirs):
        allowed = allowed & ~_all(each, "deny") | _all(each, "allow")
    return allowed


def _all(overwrites: Iterable[Json], what: str) -> int:
    found = 0
    for one in overwrites:
        found |= int(one[what])
    return found
