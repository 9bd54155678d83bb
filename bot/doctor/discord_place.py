"""A place in Discord: is it there, and may we speak in it?"""

from adapters.discord.probe import Probe
from bot.doctor.finding import Said
from bot.platforms.definition import Examination
from bot.platforms.discord import problems
from harness.chat.people import Place


async def reach(at: Examination, place: Place) -> tuple[str, list[Said]]:
    """As `bot.platforms.definition.PlatformDefinition` has it. Raises ChatError."""
    settings = at.settings
    if not settings.discord_bot_token:
        return "", [("setting", "this heartbeat is never set: Discord is not set up")]
    if {"DISCORD_API_URL", "DISCORD_BOT_TOKEN"} & problems(settings).keys():
        return "", [("note", "I can only check whether I may post there once Discord accepts my token")]
    probe = Probe(settings.discord_bot_token, settings.discord_api_url, at.now)
    try:
        servers = {one.id: one.name for one in (await probe.known()).servers}
        wanted = settings.discord_server or (next(iter(servers)) if len(servers) == 1 else place.team)
        if place.team != wanted or place.team not in servers:
            named = ", ".join(f"{name} ({id})" for id, name in servers.items()) or "none"
            return "", [("setting", f"it is for the server {place.team}, where I do not work (I am in: {named})")]
        if place.addressee:
            return "direct messages", []
        room = await probe.room(place)
    finally:
        await probe.close()
    if room is None:
        text = f"that server has no channel {place.channel} that I may see: let my role in"
        return "", [("wrong", text)]
    name, said = f"#{room.name}", list[Said]()
    if not (room.holds or place.thread):
        said.append(("setting", f"nobody can post in {name} itself: name one of its posts or threads after a colon"))
    if room.lacking:
        words = ", ".join(name.replace("_", " ") for name in room.lacking)
        said.append(("wrong", f"I lack permissions in {name}: {words}. Grant them in the channel's settings"))
    if not room.thread:
        said.append(("wrong", f"{name} has no thread {place.thread}, and no message of that id to begin one on"))
    return name, said
