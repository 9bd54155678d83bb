"""Deciding from Slack's home tab."""

from tests.fakes.slack.emulator import SlackEmulator
from tests.fakes.slack.records import User


async def approves(slack: SlackEmulator, who: User) -> None:
    """What waits there, once its form has shown all of it."""
    await slack.clicks(who, slack.home(who), "Approve…")
    form = await slack.until(lambda: slack.views.top(who.id))
    await slack.submits(who, form)
