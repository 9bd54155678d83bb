"""All platforms, in the order in which they are spoken of."""

from bot.platforms.definition import Platform, PlatformDefinition
from bot.platforms.discord import DiscordDefinition
from bot.platforms.slack import SlackDefinition
from bot.settings import Settings, SettingsError
from harness.chat.port import Marks

PLATFORMS: tuple[PlatformDefinition, ...] = (SlackDefinition(), DiscordDefinition())


def called(name: str) -> PlatformDefinition | None:
    """The one of that name, if there is one."""
    return next((one for one in PLATFORMS if one.traits.name == name), None)


def set_up(settings: Settings) -> list[PlatformDefinition]:
    """Those that the settings switch on."""
    return [one for one in PLATFORMS if one.is_set_up(settings)]


def problems(settings: Settings) -> list[str]:
    """A line for each setting of theirs that is wrong."""
    return [problem for one in PLATFORMS for problem in one.problems(settings).values()]


def check(settings: Settings) -> None:
    """What `deskmate run` needs for them. Raises SettingsError, with all that is wrong."""
    if wrong := problems(settings):
        raise SettingsError("\n".join(wrong))


def made(settings: Settings, marks: Marks) -> dict[str, Platform]:
    """What speaks and listens on those that are set up, by their names."""
    return {one.traits.name: one.made(settings, marks) for one in set_up(settings)}
