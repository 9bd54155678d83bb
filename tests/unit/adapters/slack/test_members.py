"""Who is a full member is listed once for all."""

from adapters.slack.calls import Calls
from adapters.slack.members import KEPT, FullMembers
from adapters.slack.pacer import Pacer
from tests.fakes.clock import Clock
from tests.fakes.slack.emulator import SlackEmulator
from tests.unit.adapters.slack.rig import run


def test_guests_and_strangers_and_who_is_not_known_are_none():
    async def test(slack: SlackEmulator) -> None:
        clock = Clock()
        calls = Calls(slack.bot_token, slack.api_url, Pacer(clock, clock.sleep))
        full = FullMembers(calls, clock)
        ana, gus = slack.user("ana"), slack.user("gus", restricted=True)
        try:
            assert await full.others([ana.id, gus.id, "U0FAR", slack.bot.id]) == {gus.id, "U0FAR"}
            new = slack.user("new")
            assert await full.others([new.id]) == {new.id}, "they are listed again after a while"
            clock.now += KEPT
            assert await full.others([new.id]) == frozenset()
            assert len(slack.calls_of("users.list")) == 2
        finally:
            await calls.close()

    run(test)
