"""Discord, in one server."""

import asyncio
import re
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING

from bot.platforms.definition import Examination, Platform
from bot.settings import Settings, SettingsError, is_url
from harness.chat.people import Place
from harness.chat.platforms import DISCORD
from harness.chat.port import Marks
from harness.loop.clock import Now, Sleep

if TYPE_CHECKING:
    from adapters.discord.app import Discord
    from bot.doctor.finding import Finding, Said

_ONE_WORD = "{} must be the token alone, one word, without “Bot” before it"
_ONE_TEAM = (
    "DISCORD_BOT_TOKEN and SLACK_CLIENT_ID are both set: beside several teams in Slack there is no Discord; run it "
    "as a process of its own"
)


class DiscordDefinition:
    """Fulfils `bot.platforms.definition.PlatformDefinition`."""

    traits = DISCORD
    tokens = "DISCORD_BOT_TOKEN"

    def is_set_up(self, settings: Settings) -> bool:
        return bool(settings.discord_bot_token)

    def problems(self, settings: Settings) -> Mapping[str, str]:
        return problems(settings)

    def made(self, settings: Settings, marks: Marks) -> Platform:
        return discord_of(settings, marks)

    def manifest(self, name: str, settings: Settings, http: str) -> str:
        from adapters.discord.manifest import manifest, written

        if http:
            raise SettingsError("--http is for Slack: Discord has no need of it")
        return written(manifest(name))

    async def examine(self, at: Examination) -> "list[Finding]":
        from bot.doctor.discord import discord

        return await discord(at)

    async def reach(self, at: Examination, team: str, place: Place) -> "tuple[str, list[Said]]":
        from bot.doctor.discord_place import reach

        return await reach(at, place)


def discord_of(settings: Settings, marks: Marks, now: Now = time.time, sleep: Sleep = asyncio.sleep) -> "Discord":
    """Discord as the settings have it."""
    from adapters.discord.app import Discord

    return Discord(
        settings.discord_bot_token,
        settings.discord_api_url,
        settings.discord_gateway_url,
        marks,
        now,
        sleep,
        commands_here=settings.discord_commands == "server",
        server=settings.discord_server,
    )


def problems(settings: Settings) -> dict[str, str]:
    """What is wrong, by the name of the setting. No token is not wrong: then there is no Discord."""
    found = {}
    for name, value, schemes in (
        ("DISCORD_API_URL", settings.discord_api_url, ("http", "https")),
        ("DISCORD_GATEWAY_URL", settings.discord_gateway_url, ("ws", "wss")),
    ):
        if value and not is_url(value, schemes):
            found[name] = f"{name} must be a URL that begins with {schemes[0]}:// or {schemes[1]}://"
        elif value and not settings.discord_bot_token:
            found["DISCORD_BOT_TOKEN"] = f"DISCORD_BOT_TOKEN is missing: {name} is of no use without it"
    if len(settings.discord_bot_token.split()) > 1:
        found["DISCORD_BOT_TOKEN"] = _ONE_WORD.format("DISCORD_BOT_TOKEN")
    if settings.discord_commands not in ("", "everywhere", "server"):
        found["DISCORD_COMMANDS"] = (
            "DISCORD_COMMANDS must be everywhere, or server to register commands in the server alone, while you work "
            "on them"
        )
    if settings.discord_server and not re.fullmatch("[0-9]{15,20}", settings.discord_server):
        found["DISCORD_SERVER"] = "DISCORD_SERVER must be a server's id, as “Copy Server ID” in its menu gives it"
    if settings.discord_bot_token and settings.slack_teams:
        found["DISCORD_BOT_TOKEN"] = _ONE_TEAM
    return found
