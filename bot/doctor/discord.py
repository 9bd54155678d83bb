"""What Discord says of our token, and what there is to do about it."""

from adapters.discord.calls import Refused
from adapters.discord.manifest import PORTAL, invite
from adapters.discord.probe import Known, Probe, Server
from adapters.discord.scopes import missing
from bot.doctor.finding import Finding
from bot.settings import Settings, discord_problems
from harness.chat.port import ChatError
from harness.loop.clock import Now

SKEW = 60.0
"""Seconds that the clocks may differ."""


async def discord(settings: Settings, now: Now) -> list[Finding]:
    """Nothing is found where Discord is not set up."""
    problems = discord_problems(settings)
    found = [Finding("discord", "setting", problem) for problem in problems.values()]
    if not settings.discord_bot_token or {"DISCORD_API_URL", "DISCORD_BOT_TOKEN"} & problems.keys():
        return found
    probe = Probe(settings.discord_bot_token, settings.discord_api_url, now)
    try:
        ahead = await probe.ahead()
        found += [_clock(ahead)] if ahead is not None else []
        known = await probe.known()
        found += _known(known)
        if len(known.servers) == 1:
            found += [_granted(known, known.servers[0]), await _commands(probe, known, known.servers[0])]
    except Refused as error:
        found.append(_refused(error))
    except ChatError as error:
        found.append(_away(error))
    finally:
        await probe.close()
    return found


def _away(error: ChatError) -> Finding:
    text = (
        f"{error}. Is there a network, and a way through proxy and firewall (HTTPS_PROXY, wss://)? If so, Discord "
        "itself may be down: see discordstatus.com"
    )
    return Finding("discord", "wrong", text)


def _refused(error: Refused) -> Finding:
    if error.status != 401:
        return Finding("discord", "wrong", f"{error}. Try again later")
    text = f"Discord refuses DISCORD_BOT_TOKEN: make a new one at {PORTAL}, under Bot, Reset Token"
    return Finding("bot token", "setting", text)


def _known(known: Known) -> list[Finding]:
    token = Finding(
        "bot token", "ok", f"is valid: @{known.user_name} of the application {known.app_name} ({known.app})"
    )
    return [token, _server(known), _content(known)]


def _server(known: Known) -> Finding:
    if not known.servers:
        text = f"it is in no server: open {invite(known.app)} and choose yours"
        return Finding("server", "wrong", text)
    if len(known.servers) > 1:
        names = ", ".join(f"{one.name} ({one.id})" for one in known.servers)
        text = f"it is in {len(known.servers)} servers and works in exactly one: take it out of the others ({names})"
        return Finding("server", "wrong", text)
    return Finding("server", "ok", f"{known.servers[0].name} ({known.servers[0].id})")


def _content(known: Known) -> Finding:
    """Mentions, direct messages, buttons and commands work without."""
    if known.content:
        return Finding("intents", "ok", "the message content intent is on: replies in threads are heard")
    text = (
        "the message content intent is off, so in a channel or thread only what mentions it is heard: switch it on at "
        f"{PORTAL}, under Bot, Message Content Intent, for replies without a mention"
    )
    return Finding("intents", "note", text)


def _granted(known: Known, server: Server) -> Finding:
    lacking = missing(server.granted)
    if not lacking:
        return Finding("permissions", "ok", "all that are needed are granted; a channel may still deny some")
    words = ", ".join(name.replace("_", " ") for name in lacking)
    text = (
        f"not granted in {server.name}: {words}. Open {invite(known.app)} once more, or give them to its role in the "
        "server's settings"
    )
    return Finding("permissions", "wrong", text)


async def _commands(probe: Probe, known: Known, server: Server) -> Finding:
    """`deskmate run` registers them when it starts."""
    if await probe.registered(known, server):
        return Finding("commands", "ok", "are registered as they are now")
    text = "are not registered, or not as they are now: `deskmate run` registers them when it starts"
    return Finding("commands", "note", text)


def _clock(ahead: float) -> Finding:
    text = f"{abs(ahead):.0f} s {'ahead of' if ahead > 0 else 'behind'} Discord's"
    if abs(ahead) <= SKEW:
        return Finding("clock", "ok", text)
    return Finding("clock", "wrong", f"{text}: let this machine set its clock by the network (NTP)")
