"""A place in Slack: is it there, and may we speak in it?"""

from adapters.slack.probe import Probe
from bot.doctor.finding import Said
from bot.platforms.definition import Examination
from bot.platforms.slack import problems
from harness.chat.people import Place


async def reach(at: Examination, team: str, place: Place) -> tuple[str, list[Said]]:
    """As `bot.platforms.definition.PlatformDefinition` has it. Raises ChatError."""
    settings, wrong = at.settings, problems(at.settings)
    if settings.slack_teams:
        if team.startswith("T") and place.team != team:
            return "", [("setting", f"this heartbeat is never set: this workspace belongs to the team {team}")]
        installed = [one for one in at.installations if one.team in ("", place.team)]
        token = max(installed, key=lambda one: one.team).token if installed else ""
    else:
        token = settings.slack_bot_token
    if not settings.slack_teams and not settings.slack_bot_token and not settings.slack_app_token:
        return "", [("setting", "this heartbeat is never set: Slack is not set up")]
    if not token or {"SLACK_API_URL", "SLACK_BOT_TOKEN"} & wrong.keys():
        return "", [("note", "I can only check whether I may post there once Slack accepts my tokens")]
    probe = Probe(token, "", settings.slack_api_url, at.now)
    try:
        if not settings.slack_teams and (ours := (await probe.installed()).team) != place.team:
            return "", [("setting", f"it is for the team {place.team}, but this app is in {ours}")]
        if place.addressee:
            return "direct messages", []
        room = await probe.room(place)
    finally:
        await probe.close()
    if room is None:
        text = (
            f"there is no channel {place.channel}, or it is private and I am not in it: copy its id from its "
            "details, and invite me there"
        )
        return "", [("wrong", text)]
    name = f"#{room.name}" if room.name else "direct messages"
    if room.archived:
        return name, [("wrong", f"{name} is archived: remove the heartbeat, or unarchive the channel")]
    if not room.member:
        return name, [("wrong", f"I am not in {name}, so I can't post there: invite me with /invite and my name")]
    if not room.thread:
        return name, [("wrong", f"{name} has no thread {place.thread}: copy the link of its first message")]
    return name, []
