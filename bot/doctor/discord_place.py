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
        return "", [("setting", "it is never set, since Discord is not set up")]
    if {"DISCORD_API_URL", "DISCORD_BOT_TOKEN"} & problems(settings).keys():
        return "", [("note", "whether it can speak there is not known, as long as Discord does not let us in")]
    probe = Probe(settings.discord_bot_token, settings.discord_api_url, at.now)
    try:
        servers = {one.id: one.name for one in (await probe.known()).servers}
        wanted = settings.discord_server or (next(iter(servers)) if len(servers) == 1 else place.team)
        if place.team != wanted or place.team not in servers:
            named = ", ".join(f"{name} ({id})" for id, name in servers.items()) or "none"
            return "", [("setting", f"it names the server {place.team}, in which we do not work (we are in: {named})")]
        if place.addressee:
            return "direct messages", []
        room = await probe.room(place)
    finally:
        await probe.close()
    if room is None:
        text = f"there is no channel {place.channel} in that server, or we may not see it: let our role in"
        return "", [("wrong", text)]
    name, said = f"#{room.name}", list[Said]()
    if not (room.holds or place.thread):
        said.append(
            ("setting", f"nothing can be said in {name} itself: name one of its posts or threads, behind a colon")
        )
    if room.lacking:
        words = ", ".join(name.replace("_", " ") for name in room.lacking)
        said.append(("wrong", f"{name} does not let us: {words}. Allow it in the channel's permissions"))
    if not room.thread:
        said.append(("wrong", f"{name} has no thread {place.thread}, nor a message on which it could begin"))
    return name, said
