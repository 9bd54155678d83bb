"""Has Discord know our commands: they are written anew only where they differ from what it has."""

import logging
from collections.abc import Sequence
from typing import Any

from adapters.discord.calls import Calls
from adapters.discord.commands import same

log = logging.getLogger(__name__)

_EVERYWHERE = "/applications/{application_id}/commands"
_HERE = "/applications/{application_id}/guilds/{guild_id}/commands"
Json = dict[str, Any]


async def register(calls: Calls, app: str, guild: str, ours: Sequence[Json], only_here: bool) -> None:
    """In all servers and direct messages, or (`only_here`) in this server alone, where a change is seen at once. What
    an earlier start registered here alone is taken back otherwise: Discord would show both. Raises ChatError.
    """
    at = {"application_id": app, "guild_id": guild}
    here = list(ours) if only_here else []
    if not same(await calls("GET", _HERE, at=at), here):
        log.info("registering %d commands in the server", len(here))
        await calls("PUT", _HERE, here, at=at)
    if not only_here and not same(await calls("GET", _EVERYWHERE, at=at), ours):
        log.info("registering %d commands", len(ours))
        await calls("PUT", _EVERYWHERE, list(ours), at=at)


async def registered(calls: Calls, app: str, guild: str, ours: Sequence[Json]) -> bool:
    """Are they there for the people of the server, as we have them? Raises ChatError."""
    at = {"application_id": app, "guild_id": guild}
    return same(await calls("GET", _EVERYWHERE, at=at), ours) or same(await calls("GET", _HERE, at=at), ours)
