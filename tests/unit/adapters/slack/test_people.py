"""Names are looked up once, and nobody waits for them long."""

from dataclasses import replace

from adapters.slack.calls import Calls
from adapters.slack.pacer import Pacer
from adapters.slack.people import FORGIVEN, KEPT, REFUSED, STANDS, Names
from tests.fakes.clock import Clock
from tests.fakes.slack.emulator import SlackEmulator
from tests.unit.adapters.slack.rig import run


def made(slack: SlackEmulator) -> tuple[Calls, Names, Clock]:
    clock = Clock()
    calls = Calls(slack.bot_token, slack.api_url, Pacer(clock, clock.sleep))
    return calls, Names(calls, clock), clock


def test_a_name_is_asked_for_once_an_hour():
    async def test(slack: SlackEmulator) -> None:
        calls, names, clock = made(slack)
        ana, bob = slack.user("ana"), slack.user("bob")
        for _ in range(3):
            assert await names.of([ana.id, bob.id], within=5.0) == {ana.id: "ana", bob.id: "bob"}
        assert len(slack.calls_of("users.info")) == 2
        await clock.advance(KEPT + 1)
        assert await names.of([ana.id], within=5.0) == {ana.id: "ana"}
        assert len(slack.calls_of("users.info")) == 3
        await names.close()
        await calls.close()

    run(test)


def test_where_somebody_lives_comes_with_their_name():
    async def test(slack: SlackEmulator) -> None:
        calls, names, _ = made(slack)
        ana = slack.user("ana")
        await names.of([ana.id], within=5.0)
        assert await names.zone(ana.id, within=5.0) == "Europe/Madrid"
        assert len(slack.calls_of("users.info")) == 1
        slack.refuses("users.info", "missing_scope")
        assert await names.zone(slack.user("bob").id, within=5.0) == ""
        await names.close()
        await calls.close()

    run(test)


def test_a_lookup_that_takes_long_is_not_waited_for_but_kept():
    async def test(slack: SlackEmulator) -> None:
        calls, names, _ = made(slack)
        ana = slack.user("ana")
        hold = slack.holds("users.info")
        assert await names.of([ana.id], within=0.01) == {}
        assert await names.of([ana.id], within=0.01) == {}
        hold.release()
        assert await names.of([ana.id], within=5.0) == {ana.id: "ana"}
        assert len(slack.calls_of("users.info")) == 1
        await names.close()
        await calls.close()

    run(test)


def test_a_name_that_slack_does_not_tell_is_tried_again_after_a_while():
    async def test(slack: SlackEmulator) -> None:
        calls, names, clock = made(slack)
        ana = slack.user("ana")
        slack.refuses("users.info", "missing_scope")
        assert await names.of([ana.id], within=5.0) == {}
        assert await names.of([ana.id], within=5.0) == {}
        assert len(slack.calls_of("users.info")) == 1
        await clock.advance(REFUSED + 1)
        assert await names.of([ana.id], within=5.0) == {ana.id: "ana"}
        await names.close()
        await calls.close()

    run(test)


def test_closing_gives_up_what_is_being_looked_up():
    async def test(slack: SlackEmulator) -> None:
        calls, names, _ = made(slack)
        hold = slack.holds("users.info")
        assert await names.of([slack.user("ana").id], within=0.01) == {}
        await names.close()
        await calls.close()
        hold.release()

    run(test)


def test_guests_and_strangers_are_no_full_members():
    async def test(slack: SlackEmulator) -> None:
        calls, names, _ = made(slack)
        ana, gus, una = slack.user("ana"), slack.user("gus", restricted=True), slack.user("una", ultra_restricted=True)
        left = slack.deactivates(slack.user("left"))
        members = [await names.member(user.id, slack.team.id, within=5.0) for user in (ana, gus, una, left)]
        assert members == [True, False, False, False]
        await names.close()
        await calls.close()

    run(test)


def test_who_shares_a_channel_with_us_is_a_member_where_their_workspace_is_or_those_of_their_organization_are():
    async def test(slack: SlackEmulator) -> None:
        calls, names, _ = made(slack)
        globex = slack.workspace("globex")
        eve, ivy = slack.user("eve", team=globex), slack.user("ivy", team=globex)
        slack.channel("shared", eve, ivy)
        slack.state.put_user(replace(ivy, also_of=(slack.team.id,)))
        assert await names.member(eve.id, slack.team.id, within=5.0) is False
        assert names.home(eve.id, slack.team.id) == globex.id
        assert await names.member(ivy.id, slack.team.id, within=5.0) is True
        assert names.home(ivy.id, slack.team.id) == slack.team.id
        await names.close()
        await calls.close()

    run(test)


def test_who_cannot_be_seen_counts_as_a_guest():
    async def test(slack: SlackEmulator) -> None:
        calls, names, _ = made(slack)
        slack.refuses("users.info", "missing_scope")
        assert await names.member(slack.user("ana").id, slack.team.id, within=5.0) is False
        await names.close()
        await calls.close()

    run(test)


def test_of_nobody_it_is_known_with_a_token_that_is_worth_nothing_any_more():
    async def test(slack: SlackEmulator) -> None:
        calls, names, _ = made(slack)
        slack.refuses("users.info", "token_revoked")
        ana = slack.user("ana")
        assert await names.member(ana.id, slack.team.id, within=5.0) is None
        await names.close()
        await calls.close()

    run(test)


def test_while_slack_does_not_answer_nobody_knows():
    async def test(slack: SlackEmulator) -> None:
        calls, names, _ = made(slack)
        ana = slack.user("ana")
        hold = slack.holds("users.info")
        assert await names.member(ana.id, slack.team.id, within=0.01) is None
        hold.release()
        assert await names.member(ana.id, slack.team.id, within=5.0) is True
        await names.close()
        await calls.close()

    run(test)


def test_who_was_known_today_is_known_while_slack_does_not_answer_and_not_for_ever():
    async def test(slack: SlackEmulator) -> None:
        calls, names, clock = made(slack)
        ana, team = slack.user("ana").id, slack.team.id
        assert await names.member(ana, team, within=5.0)
        slack.breaks("users.info", 503, times=1_000)
        for passes, known in ((KEPT, True), (STANDS - KEPT - 10, True), (20.0, None)):
            await clock.advance(passes)
            await names.member(ana, team, within=5.0)
            assert await names.member(ana, team, within=5.0) == known
        await names.close()
        await calls.close()

    run(test)


def test_who_is_being_looked_up_is_what_they_were_today_and_not_what_they_were_before():
    async def test(slack: SlackEmulator) -> None:
        calls, names, clock = made(slack)
        ana, team = slack.user("ana").id, slack.team.id
        assert await names.member(ana, team, within=5.0)
        hold = slack.holds("users.info")
        await clock.advance(KEPT + 1)
        assert await names.member(ana, team, within=0.01)
        await clock.advance(STANDS)
        assert await names.member(ana, team, within=0.01) is None
        hold.release()
        assert await names.member(ana, team, within=5.0)
        await names.close()
        await calls.close()

    run(test)


def test_whoever_could_not_be_looked_up_is_when_slack_brings_their_words_again():
    async def test(slack: SlackEmulator) -> None:
        calls, names, clock = made(slack)
        ana = slack.user("ana")
        slack.breaks("users.info")
        assert await names.member(ana.id, slack.team.id, within=5.0) is None
        assert await names.member(ana.id, slack.team.id, within=5.0) is None
        assert len(slack.calls_of("users.info")) == 1
        await clock.advance(FORGIVEN + 1)
        assert await names.member(ana.id, slack.team.id, within=5.0) is True
        await names.close()
        await calls.close()

    run(test)
