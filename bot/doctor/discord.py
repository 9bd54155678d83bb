"""What Discord says of our token, and what there is to do about it."""

from adapters.discord.calls import CallRefused
from adapters.discord.manifest import PORTAL, invite
from adapters.discord.probe import Known, Probe, Server
from adapters.discord.scopes import missing
from bot.doctor.finding import Finding
from bot.platforms.definition import Examination
from bot.platforms.discord import problems
from harness.chat.port import ChatError

SKEW = 60.0
"""Seconds that the clocks may differ."""


async def discord(at: Examination) -> list[Finding]:
    """Nothing is found where Discord is not set up."""
    settings, wrong = at.settings, problems(at.settings)
    found = [Finding("discord", "setting", problem) for problem in wrong.values()]
    if not settings.discord_bot_token or {"DISCORD_API_URL", "DISCORD_BOT_TOKEN"} & wrong.keys():
        return found
    probe = Probe(settings.discord_bot_token, settings.discord_api_url, at.now)
    try:
        ahead = await probe.ahead()
        found += [_clock(ahead)] if ahead is not None else []
        known = await probe.known()
        ours = _ours(known, settings.discord_server)
        found += _known(known, settings.discord_server)
        if ours:
            found += [_granted(known, ours), await _commands(probe, known, ours)]
    except CallRefused as error:
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


def _refused(error: CallRefused) -> Finding:
    if error.status != 401:
        return Finding("discord", "wrong", f"{error}. Try again later")
    text = f"Discord refuses DISCORD_BOT_TOKEN: make a new one at {PORTAL}, under Bot, Reset Token"
    return Finding("bot token", "setting", text)


def _known(known: Known, wanted: str) -> list[Finding]:
    token = Finding("bot token", "ok", f"is valid: @{known.user_name}, application {known.app_name} ({known.app})")
    return [token, _server(known, wanted), _content(known)]


def _ours(known: Known, wanted: str) -> Server | None:
    """The server in which it works, if that can be told."""
    if wanted or len(known.servers) == 1:
        return next((one for one in known.servers if wanted in ("", one.id)), None)
    return None


def _server(known: Known, wanted: str) -> Finding:
    ours = _ours(known, wanted)
    if ours:
        return Finding("server", "ok", f"{ours.name} ({ours.id})")
    names = ", ".join(f"{one.name} ({one.id})" for one in known.servers)
    if wanted:
        text = f"DISCORD_SERVER is {wanted}, but I am not in that server; I am in: {names or 'none'}"
        return Finding("server", "setting", text)
    if known.servers:
        text = f"I am in several servers: set DISCORD_SERVER to the id of the one to work in ({names})"
        return Finding("server", "setting", text)
    return Finding("server", "wrong", f"I am in no server: open {invite(known.app)} and choose yours")


def _content(known: Known) -> Finding:
    """Mentions, direct messages, buttons and commands work without."""
    if known.content:
        return Finding("intents", "ok", "the message content intent is on: I hear replies in threads")
    text = (
        "the message content intent is off, so in servers I hear only messages that mention me. Switch it on at "
        f"{PORTAL}, under Bot, Message Content Intent, for replies without a mention"
    )
    return Finding("intents", "note", text)


def _granted(known: Known, server: Server) -> Finding:
    lacking = missing(server.granted)
    if not lacking:
        return Finding("permissions", "ok", "all that I need are granted; a channel may still deny some")
    words = ", ".join(name.replace("_", " ") for name in lacking)
    text = (
        f"not granted in {server.name}: {words}. Open {invite(known.app)} again, or give them to my role in the "
        "server's settings"
    )
    return Finding("permissions", "wrong", text)


async def _commands(probe: Probe, known: Known, server: Server) -> Finding:
    """`deskmate run` registers them when it starts."""
    if await probe.registered(known, server):
        return Finding("commands", "ok", "are registered, and up to date")
    text = "are not registered, or out of date: `deskmate run` registers them when it starts"
    return Finding("commands", "note", text)


def _clock(ahead: float) -> Finding:
    text = f"{abs(ahead):.0f} s {'ahead of' if ahead > 0 else 'behind'} Discord's"
    if abs(ahead) <= SKEW:
        return Finding("clock", "ok", text)
    return Finding("clock", "wrong", f"{text}: let this machine set its clock by the network (NTP)")
