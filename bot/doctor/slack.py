"""What Slack says of our tokens, and what there is to do about it."""

from collections.abc import Mapping
from dataclasses import replace

from adapters.slack.calls import CallRefused
from adapters.slack.manifest import difference, manifest, scopes
from adapters.slack.probe import Connected, Installed, Probe
from adapters.slack.socket import ALONE, split
from adapters.storage.lock import Holder
from bot.doctor.finding import Finding
from bot.platforms import registry
from bot.platforms.definition import Examination
from bot.platforms.slack import REDIRECT, problems
from bot.registry import TEAMS, named
from bot.settings import Settings, SettingsError
from harness.chat.installations import Installation
from harness.chat.platforms import SLACK
from harness.chat.port import ChatError
from harness.workspace.problems import WorkspaceError
from harness.workspace.teams import home

APPS = "api.slack.com/apps"
SKEW = 60.0
"""Seconds that the clocks may differ."""


async def slack(at: Examination) -> list[Finding]:
    """Where it is not set up, another platform may be."""
    settings = at.settings
    if settings.slack_teams:
        return await _teams(at)
    if not settings.slack_bot_token and not settings.slack_app_token:
        return [_not_set_up(settings)]
    wrong = problems(settings)
    found = [Finding("slack", "setting", problem) for problem in wrong.values()]
    if "SLACK_API_URL" in wrong:
        return found
    probe = Probe(settings.slack_bot_token, settings.slack_app_token, settings.slack_api_url, at.now)
    try:
        return [*found, *await _tokens(at, wrong, probe)]
    finally:
        await probe.close()


def _not_set_up(settings: Settings) -> Finding:
    if others := " and ".join(one.traits.title for one in registry.set_up(settings)):
        return Finding("slack", "note", f"is not set up: I work only in {others}")
    others = "".join(
        f"; or set up {one.traits.title} (`deskmate manifest {one.traits.name}`, {one.tokens})"
        for one in registry.PLATFORMS
        if one.traits != SLACK
    )
    text = (
        f"no tokens are set: make an app at {APPS} from what `deskmate manifest slack` prints, install it, and set "
        f"SLACK_BOT_TOKEN and SLACK_APP_TOKEN{others}"
    )
    return Finding("slack", "setting", text)


async def _teams(at: Examination) -> list[Finding]:
    settings, wrong = at.settings, problems(at.settings)
    found = [Finding("slack", "setting", problem) for problem in wrong.values()]
    if "SLACK_API_URL" in wrong:
        return found
    bots = ""
    for one in at.installations:
        probe = Probe(one.token, "", settings.slack_api_url, at.now)
        try:
            found += await _team(settings, one, probe)
            bots = bots or await _app_of(probe, one.bot)
        finally:
            await probe.close()
    if not at.installations and "DESKMATE_DATABASE_URL" not in at.refused:
        where = "/slack/install at the address where browsers reach me"
        if "SLACK_REDIRECT_URL" not in wrong:
            where = f"{settings.slack_redirect_url.removesuffix(REDIRECT)}/slack/install"
        text = f"no team has installed the app yet: open {where}, while `deskmate run` runs"
        found.append(Finding("teams", "note", text))
    probe = Probe("", settings.slack_app_token, settings.slack_api_url, at.now)
    try:
        way, app = await _way_in(at, wrong, probe, bots)
        return [*found, *way, *await _events(settings, probe, bots or app)]
    finally:
        await probe.close()


async def _team(settings: Settings, one: Installation, probe: Probe) -> list[Finding]:
    who = f"{one.name} ({one.team or one.organization})"
    try:
        installed = await probe.installed()
    except CallRefused as error:
        text = f"{who}: Slack refuses its token ({error.code}): let the team install the app again"
        return [Finding("team", "wrong", text)]
    except ChatError as error:
        return [_away(error)]
    found = [Finding("team", "ok", f"{who}: installed as @{installed.user_name}")]
    found += [replace(each, text=f"{who}: {each.text}") for each in _granted(installed.scopes) if each.level != "ok"]
    try:
        folders = named(settings)
    except (SettingsError, WorkspaceError):
        return found  # which is said of the workspace
    if one.team and home(one.team, one.organization, folders) is None:
        text = f"{who} has no workspace, so I turn its people away: add {one.team} to {TEAMS}"
        found.append(Finding("team", "wrong", text))
    return found


async def _tokens(at: Examination, wrong: Mapping[str, str], probe: Probe) -> list[Finding]:
    """Of those tokens that look like one."""
    found: list[Finding] = []
    bots = ""
    if "SLACK_BOT_TOKEN" not in wrong:
        try:
            installed = await probe.installed()
        except CallRefused as error:
            found.append(_refused_bot(error))
        except ChatError as error:
            return [*found, _away(error)]
        else:
            found += _installed(installed)
            bots = await _app_of(probe, installed.bot)
    way, app = await _way_in(at, wrong, probe, bots)
    return [*found, *way, *await _events(at.settings, probe, bots or app)]


async def _way_in(at: Examination, wrong: Mapping[str, str], probe: Probe, bots: str) -> tuple[list[Finding], str]:
    """How payloads come in, and the app that the app-level token is of, if it is known."""
    if at.settings.slack_by_http:
        return [] if "SLACK_LISTEN" in at.refused else [_by_http(at.settings)], ""
    if "SLACK_APP_TOKEN" in wrong:
        return [], ""
    try:
        connected = await probe.connected()
    except CallRefused as error:
        return [_refused_app(error)], ""
    except ChatError as error:
        return [_away(error)], ""
    return _connected(connected, bots, at.running), connected.app


def _by_http(settings: Settings) -> Finding:
    text = (
        f"`deskmate run` listens on {settings.slack_listen} for what Slack sends. Slack tries that connection when "
        f"you enter the request URL at {APPS}, while `deskmate run` runs"
    )
    return Finding("requests", "note", text)


def _away(error: ChatError) -> Finding:
    text = (
        f"{error}. Is there a network, and a way through proxy and firewall (HTTPS_PROXY, wss://)? If so, Slack itself "
        "may be down: see status.slack.com"
    )
    return Finding("slack", "wrong", text)


def _refused_bot(error: CallRefused) -> Finding:
    text = (
        f"Slack refuses SLACK_BOT_TOKEN ({error.code}): copy the Bot User OAuth Token of the app at {APPS}, under "
        "OAuth & Permissions, after you have installed it to your workspace"
    )
    return Finding("bot token", "setting", text)


def _refused_app(error: CallRefused) -> Finding:
    text = (
        f"Slack refuses SLACK_APP_TOKEN ({error.code}): make an app-level token with the scope connections:write at "
        f"{APPS}, under Basic Information, and see that Socket Mode is on"
    )
    return Finding("app token", "setting", text)


def _installed(installed: Installed) -> list[Finding]:
    where = f"@{installed.user_name} in the workspace {installed.team_name} ({installed.team})"
    found = [Finding("bot token", "ok", f"is valid: {where}"), *_granted(installed.scopes)]
    if installed.ahead is not None:
        found.append(_clock(installed.ahead))
    return found


def _granted(granted: frozenset[str] | None) -> list[Finding]:
    if granted is None:
        text = f"Slack does not say which scopes are granted: compare them with `deskmate manifest slack` at {APPS}"
        return [Finding("scopes", "note", text)]
    wanted = scopes(manifest())
    missing = [scope for scope in wanted if scope not in granted]
    more = sorted(granted - set(wanted))
    found = []
    if missing:
        text = (
            f"not granted: {', '.join(missing)}. Add what is missing at {APPS}, under OAuth & Permissions (or paste "
            "`deskmate manifest slack` under App Manifest), and reinstall the app"
        )
        found.append(Finding("scopes", "wrong", text))
    else:
        found.append(Finding("scopes", "ok", f"all {len(wanted)} are granted"))
    if more:
        found.append(Finding("scopes", "note", f"granted but not needed: {', '.join(more)}"))
    return found


def _clock(ahead: float) -> Finding:
    text = f"{abs(ahead):.0f} s {'ahead of' if ahead > 0 else 'behind'} Slack's"
    if abs(ahead) <= SKEW:
        return Finding("clock", "ok", text)
    text = f"{text}: let this machine set its clock by the network (NTP). I refuse what was signed over 300 s ago"
    return Finding("clock", "wrong", text)


async def _app_of(probe: Probe, bot: str) -> str:
    """The app that the bot token belongs to; empty if that cannot be told."""
    try:
        return await probe.app(bot) if bot else ""
    except ChatError:
        return ""


def _connected(connected: Connected, bots: str, running: Holder | None) -> list[Finding]:
    """`bots` is the bot token's app, if it is known."""
    if bots and connected.app and bots != connected.app:
        text = (
            f"SLACK_APP_TOKEN belongs to the app {connected.app}, and SLACK_BOT_TOKEN to {bots}: take both from one "
            "app, or I hear nobody"
        )
        found = [Finding("app token", "setting", text)]
    else:
        found = [Finding("app token", "ok", "is valid, and opens connections (connections:write)")]
    others = connected.connections - 1
    if others == 0:
        alone = "no process is connected to Slack for this app"
        if running:
            return [
                *found,
                Finding("connections", "note", f"{alone}, though one works on this journal: see its log"),
            ]
        return [*found, Finding("connections", "ok", f"{alone}: the next one gets every event")]
    if running and others == 1:
        text = "1 other connection of this app: probably the process that works on this journal"
        return [*found, Finding("connections", "note", text)]
    return [*found, Finding("connections", "wrong", f"{split(others)}: {ALONE}")]


async def _events(settings: Settings, probe: Probe, app: str) -> list[Finding]:
    """What the app is subscribed to is told to its owner only."""
    config_token = settings.slack_config_token
    if not config_token:
        text = (
            f"these tokens can't read them: compare App Manifest at {APPS} with `deskmate manifest slack`, or set "
            "SLACK_CONFIG_TOKEN (Your App Configuration Tokens, on the same page) for this run"
        )
        return [Finding("events", "note", text)]
    if not app:
        return [Finding("events", "note", "not checked: I don't know which app this is")]
    try:
        given = await probe.manifest(config_token, app)
    except CallRefused as error:
        text = f"Slack refuses SLACK_CONFIG_TOKEN ({error.code}): it is good for 12 hours; make a new one at {APPS}"
        return [Finding("events", "setting", text)]
    except ChatError as error:
        return [Finding("events", "wrong", f"{error}. Try again later")]
    missing, more = difference(given, manifest())
    found = []
    if missing:
        text = (
            f"the app's manifest lacks {', '.join(missing)}: paste `deskmate manifest slack` at {APPS}, under App "
            "Manifest"
        )
        found.append(Finding("events", "wrong", text))
    else:
        found.append(Finding("events", "ok", "the app's manifest has all that is needed"))
    if more:
        found.append(Finding("events", "note", f"the app's manifest also has {', '.join(more)}"))
    return found
