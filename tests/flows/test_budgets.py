"""What may be spent in a day: who is told, what stops, and who has it go on. One story of Discord's."""

import asyncio
import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.discord.screen import shown
from tests.fakes.openai.script import Reply, call, reply
from tests.flows.discord_house import DiscordDesk
from tests.flows.house import BlackBox, Desk, InProcess
from tests.flows.surface import AnyRoom, mention
from tests.forked import completed

PRICED = """
name: Deskmate
model: openai/gpt-4o
api_base: {model}
people:
  - {{id: "{cyd}", name: Cyd, roles: [owner]}}
sandbox: {{backend: none}}
"""
"""A model of 2.50 dollars for a million tokens that are sent."""
DOLLAR = 400_000
"""Tokens for which a dollar is paid."""
DAILY = "budgets: {day: {cost: 2.00}}\n"
AnyOwned = Desk | DiscordDesk


class Owned(Desk):
    workspace = PRICED


class OwnedInDiscord(DiscordDesk):
    workspace = f"{PRICED}{DAILY.replace('{', '{{').replace('}', '}}')}"


def lived_in(folder: Path, budgets: str) -> Iterator[Desk]:
    with pytest.MonkeyPatch.context() as process:
        yield from Owned.lived_in(folder, InProcess(), process, budgets)


@pytest.fixture
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Desk]:
    yield from lived_in(tmp_path, getattr(request, "param", DAILY))


def budgets(text: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("desk", [f"budgets: {text}\n"], indirect=True, ids=["budgets"])


def looks(dollars: float = 1.0) -> Reply:
    """A step that asks nobody, for so much."""
    return reply(call("ls", path="/"), usage=(round(dollars * DOLLAR), 0))


def told_alone(desk: AnyOwned) -> list[str]:
    """What its owner was told, directly."""
    if isinstance(desk, Desk):
        return [post.shown for post in desk.slack.posts(desk.slack.dm(desk.cyd))]
    direct = desk.discord.state.direct_with(desk.cyd["id"])["id"]
    return [shown(copy.deepcopy(post)) for post in desk.discord.posts(direct)]


async def stopped(room: AnyRoom, who: Any, text: str = "Today's budget of $2.00 is used up until") -> Any:
    room.model_will(looks(), looks(1.25))
    await room.mentions(who, "look around")
    return await room.card(text)


def test_a_turn_stops_before_the_step_that_would_go_beyond_and_goes_on_once_an_owner_lifts_it(desk: Desk) -> None:
    async def story() -> None:
        room = desk.room()
        held = await stopped(room, desk.bob)
        assert "An owner (Cyd) can lift it." in held.shown
        assert list(held.controls) == ["Lift for today"]
        await room.rests()
        assert room.requests == 2
        await room.clicks(desk.dee, held, "Lift for today")
        await room.told(desk.dee, "Only an owner (Cyd) can lift this.")
        assert room.requests == 2
        room.model_will(looks(), reply("All seen."))
        await room.clicks(desk.cyd, held, "Lift for today")
        await room.reads(f"{mention(desk.cyd)} lifted today's budget of $2.00 until")
        await room.reads("All seen.")
        await room.rests()
        assert not room.now(held).controls
        half, whole = told_alone(desk)
        assert half == "At least 50 % of today's budget of $2.00 is used: $1.00."
        assert whole.startswith("Today's budget of $2.00 is used up ($2.25). I start nothing new until it begins anew")

    desk.play(story())


def test_what_was_lifted_is_lifted_everywhere_and_after_a_restart_and_the_next_day_begins_anew(desk: Desk) -> None:
    async def story() -> None:
        room, other = desk.room(), desk.room()
        held = await stopped(room, desk.bob)
        await other.mentions(desk.dee, "and you?")
        elsewhere = await other.card("Today's budget of $2.00 is used up until")
        assert len(desk.model.requests) == 2
        await restarted(desk)
        room.model_will(reply("I go on."), reply("I go on."), reply("Me too."), reply("A new day."))
        await room.clicks(desk.cyd, held, "Lift for today")
        for each in (room, other):
            await each.reads("I go on.")
        await restarted(desk)
        await other.addresses(desk.dee, "now?")
        await other.reads("Me too.")
        await other.rests()
        assert not other.now(elsewhere).controls
        desk.passes(86_400)
        await other.addresses(desk.dee, "and today?")
        await other.reads("A new day.")
        assert len(told_alone(desk)) == 2, "each was told once, and nothing is told of a new day"

    desk.play(story())


def test_an_owner_lifts_it_where_they_were_told_of_it_and_all_that_was_stopped_goes_on(desk: Desk) -> None:
    async def story() -> None:
        rooms = [desk.room(), desk.room()]
        held = await stopped(rooms[0], desk.bob)
        await rooms[1].mentions(desk.dee, "and you?")
        await rooms[1].card("Today's budget of $2.00 is used up until")
        told = await rooms[0].card_for(desk.cyd, "Today's budget of $2.00 is used up ($2.25).")
        assert list(told.controls) == ["Lift for today"]
        rooms[0].model_will(reply("I go on."), reply("I go on."))
        await rooms[0].clicks(desk.cyd, told, "Lift for today")
        for room in rooms:
            await room.reads(f"{mention(desk.cyd)} lifted today's budget of $2.00 until")
            await room.reads("I go on.")
            await room.rests()
        assert not rooms[0].now(held).controls
        await rooms[0].until(lambda: not rooms[0].now(told).controls)

    desk.play(story())


async def restarted(desk: Desk) -> None:
    assert desk.house
    await desk.house.stop()
    await desk.move_in(InProcess())


def test_a_new_day_needs_nobody_to_lift_anything(desk: Desk) -> None:
    async def story() -> None:
        room = desk.room()
        await stopped(room, desk.bob)
        await room.rests()
        room.model_will(reply("Good morning."))
        desk.passes(86_400)
        await room.reads("Good morning.")
        assert not room.ephemerals(desk.dee)

    desk.play(story())


def test_several_turns_at_once_go_beyond_by_one_step_each_at_most(desk: Desk) -> None:
    async def story() -> None:
        gates = [asyncio.Event() for _ in range(3)]
        rooms = [desk.room() for _ in gates]
        for room, gate, who in zip(rooms, gates, (desk.ana, desk.bob, desk.dee), strict=True):
            room.model_will(reply(gate, call("ls", path="/"), usage=(3 * DOLLAR, 0)))
            await room.mentions(who, "look around")
            await desk.model.asked(rooms.index(room) + 1)
        for gate in gates:
            gate.set()
        for room in rooms:
            await room.reads("Today's budget of $2.00 is used up until")
            await room.rests()
        assert len(desk.model.requests) == 3
        assert not any("50 %" in one for one in told_alone(desk)), "what is used up is not half used up"
        assert len(told_alone(desk)) == 1

    desk.play(story())


@budgets("{month: {cost: 2.00, hard: false}}")
def test_one_that_is_not_hard_only_tells(desk: Desk) -> None:
    async def story() -> None:
        room, other = desk.room(), desk.room()
        room.model_will(looks(), looks(0.75), looks(0.5), reply("All seen."), reply("Hello."))
        await room.mentions(desk.bob, "look around")
        told = await room.reads("This month's budget of $2.00 is used up. I go on.")
        await room.reads("All seen.")
        await other.mentions(desk.dee, "hello")
        await other.reads("Hello.")
        await other.rests()
        assert not told.controls
        assert not [one for one in other.shown if "budget" in one]
        assert told_alone(desk) == [
            "At least 50 % of this month's budget of $2.00 is used: $1.00.",
            "At least 80 % of this month's budget of $2.00 is used: $1.75.",
            "This month's budget of $2.00 is used up ($2.25). I go on: this budget only warns.",
        ]

    desk.play(story())


@budgets("{person: {day: {cost: 2.00}}, place: {day: {tokens: 1200000}}}")
def test_each_person_and_each_place_has_its_own(desk: Desk) -> None:
    async def story() -> None:
        room, other = desk.room(), desk.room()
        held = await stopped(room, desk.bob, "'s budget for today of $2.00 is used up until")
        assert held.shown.startswith(mention(desk.bob))
        room.model_will(looks(), reply("Beyond."))
        await room.mentions(desk.dee, "and I?")
        await room.card("The budget of this place for today of 1,200,000 tokens is used up until")
        await other.mentions(desk.dee, "and here?")
        await other.reads("Beyond.")

    desk.play(story())


def test_everybody_is_told_of_this_place_and_of_themselves_and_owners_of_all(desk: Desk) -> None:
    async def story() -> None:
        room, other = desk.room(), desk.room()
        room.model_will(reply("Hello.", usage=(DOLLAR, 0)), reply("Hi.", usage=(DOLLAR // 2, 0)))
        await room.mentions(desk.bob, "hello")
        await room.reads("Hello.")
        await other.mentions(desk.dee, "hello")
        await other.reads("Hi.")
        await other.rests()
        await other.addresses(desk.dee, "usage today")
        said = await other.told(desk.dee, "Today (UTC):")
        spent = "200,000 tokens in, 0 out, $0.50, in 1 request"
        assert said.splitlines() == ["Today (UTC):", f"- here: {spent}", f"- you: {spent}"]
        await other.addresses(desk.dee, "usage by person")
        assert (await other.told(desk.dee, "Today (UTC), by person:")).splitlines()[1:] == [f"- dee: {spent}"]
        await other.addresses(desk.cyd, "usage week by person")
        of_all = (await other.told(desk.cyd, "This week (UTC), by person:")).splitlines()[1:]
        assert [line.partition(":")[0] for line in of_all] == ["- bob", "- dee"], "as Slack names them"
        await other.addresses(desk.cyd, "usage month")
        said = await other.told(desk.cyd, "This month (UTC):")
        assert "- you: nothing" in said
        assert "- all: 600,000 tokens in, 0 out, $1.50, in 2 requests" in said
        assert "$2.00 a day; I stop there" in said
        await other.addresses(desk.dee, "usage by place")
        assert (await other.told(desk.dee, "Today (UTC), by place:")).splitlines()[1:] == [f"- here: {spent}"]
        await other.addresses(desk.dee, "usage year")
        await other.told(desk.dee, "I don't know `usage year`.")

    desk.play(story())


def test_what_was_used_is_told_on_a_terminal_too(tmp_path: Path) -> None:
    desk = Owned.open(tmp_path)

    async def story() -> None:
        await desk.move_in(BlackBox())
        room = desk.room()
        room.model_will(reply("Hello.", usage=(DOLLAR, 10)))
        await room.mentions(desk.bob, "hello")
        await room.reads("Hello.")
        await room.rests()
        ended = await asyncio.to_thread(
            completed, ("usage", "month", "--by", "place", "--json"), desk.environment, desk.folder
        )
        assert (ended.returncode, ended.stderr) == (0, ""), ended
        said = json.loads(ended.stdout)
        [place] = said["sums"]
        assert place["name"] == f"slack:{desk.slack.team.id}:{room.channel.id}"
        assert place["input_tokens"] == said["total"]["input_tokens"] == DOLLAR
        assert place["cost"] == pytest.approx(1.0, abs=0.001)

    try:
        desk.play(story())
    finally:
        desk.close()


@budgets("{day: {cost: 1.00}}\ntitles: {model: openai/gpt-4o}")
def test_nothing_is_asked_of_a_model_beside_the_turn_once_it_is_used_up_and_whoever_waits_knows_who_lifts_it(
    desk: Desk,
) -> None:
    async def story() -> None:
        room = desk.room()
        room.model_will(reply(call("execute", command="make"), usage=(2 * DOLLAR, 0)))
        await room.mentions(desk.bob, "run it")
        await room.card("Run ")
        await room.addresses(desk.bob, "why that?")
        said = await room.told(desk.bob, "I can't answer this now: today's budget of $1.00 is used up until")
        assert "An owner (Cyd) can lift it. I will read it when I go on." in said
        other = desk.room()
        await other.mentions(desk.dee, "hello")
        await other.card("Today's budget of $1.00 is used up until")
        await other.rests()
        assert len(desk.model.requests) == 1

    desk.play(story())


@budgets("{day: {cost: 1.00}}\ntitles: {model: openai/gpt-4o}")
def test_a_conversation_goes_by_its_first_words_where_there_is_no_budget_to_name_it(desk: Desk) -> None:
    async def story() -> None:
        room = desk.room()
        room.model_will(reply("Done.", usage=(2 * DOLLAR, 0)))
        await room.mentions(desk.bob, "hello there")
        await room.reads("Done.")
        await room.rests()
        await room.addresses(desk.bob, "status")
        await room.told(desk.bob, "hello there")
        assert room.requests == 1

    desk.play(story())


def test_in_discord_too_an_owner_lifts_it_and_nobody_else(tmp_path: Path) -> None:
    desk = OwnedInDiscord.open(tmp_path)

    async def story() -> None:
        room = desk.room()
        held = await stopped(room, desk.bob)
        await room.clicks(desk.dee, held, "Lift for today")
        await room.told(desk.dee, "Only an owner (Cyd) can lift this.")
        room.model_will(reply("All seen."))
        await room.clicks(desk.cyd, held, "Lift for today")
        await room.reads("lifted today's budget of $2.00 until")
        await room.reads("All seen.")
        await room.until(lambda: len(told_alone(desk)) == 2)

    with pytest.MonkeyPatch.context() as process:
        for _ in desk.live(InProcess(), process):
            desk.play(story())
