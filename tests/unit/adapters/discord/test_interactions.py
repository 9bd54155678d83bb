"""What people do is committed once, and nobody who does something is left without an answer."""

import asyncio
from typing import Any

import pytest

from adapters.discord.interactions import ANSWERED_BELOW, ANSWERED_HERE, NOT_SEEN
from adapters.discord.parse import ELSEWHERE
from harness.approvals.asks import Approve, Edit, Reject
from harness.loop.answering import NOT_ANSWERED, NOT_OPENED, NOT_TAKEN, UNSURE_CLICKED
from harness.sessions.facts import AskAnswered, MessageReceived
from tests.fakes.discord.emulator import DiscordEmulator
from tests.fakes.discord.screen import control
from tests.fakes.discord.shape import Json
from tests.flows.surface import mention
from tests.unit.adapters.discord.rig import WITHIN, Colleague, asked, at_work, run
from tests.unit.adapters.slack.rig import calls


def pressed(card: Json, label: str) -> Json:
    return {"component_type": 2, "custom_id": control(card, label)["custom_id"]}


def answers(us: Colleague, channel: str, thread: str) -> list[AskAnswered]:
    return [fact for fact in us.facts(channel, thread) if isinstance(fact, AskAnswered)]


# Clicks
def test_a_click_is_put_off_before_it_is_recorded_and_then_answered():
    async def test(discord: DiscordEmulator) -> None:
        async with at_work(discord) as us:
            ana, ops, thread, card = await asked(us)
            us.journal.open.clear()
            clicked = discord.clicks(ana, card, "Approve")
            await discord.until(lambda: clicked.answer == 6, WITHIN)
            assert not answers(us, ops, thread)
            us.journal.open.set()
            await discord.until(lambda: answers(us, ops, thread), WITHIN)
            (answer,) = answers(us, ops, thread)
            assert isinstance(answer.choice, Approve)
            await us.says(thread, "It is done.")
            assert [one.to for one in us.deployed] == ["prod"]

    run(test)


def test_two_clicks_at_once_run_it_once_and_both_are_told():
    async def test(discord: DiscordEmulator) -> None:
        async with at_work(discord) as us:
            ana, _, thread, card = await asked(us)
            bob = discord.user("bob")
            discord.clicks(ana, card, "Approve")
            discord.clicks(bob, card, "Approve")
            await us.says(thread, "It is done.")
            await discord.until(lambda: discord.private(ana) or discord.private(bob), WITHIN)
            assert not (discord.private(ana) and discord.private(bob)), "the card tells who was in time"
            assert len(us.deployed) == 1

    run(test)


def test_a_click_that_is_not_ours_is_told_so():
    async def test(discord: DiscordEmulator) -> None:
        async with at_work(discord) as us:
            ana, _, _, card = await asked(us)
            data = {"component_type": 2, "custom_id": "click.0:nothing"}
            discord.state.interact(3, ana["id"], card["channel_id"], data, card)
            await us.told(ana, NOT_TAKEN)
            data = {"component_type": 2, "custom_id": "somebody:else"}
            discord.state.interact(3, ana["id"], card["channel_id"], data, card)
            await us.told(ana, "This button isn't mine.")

    run(test)


@pytest.mark.parametrize(
    ("label", "values", "kind"), [("Deny…", {"Why not?": "no"}, Reject), ("Edit…", {"to": "staging"}, Edit)]
)
def test_a_form_opens_comes_back_and_counts(label: str, values: dict[str, str], kind: type):
    async def test(discord: DiscordEmulator) -> None:
        async with at_work(discord) as us:
            ana, ops, thread, card = await asked(us)
            opened = discord.clicks(ana, card, label)
            await discord.until(lambda: opened.modal, WITHIN)
            discord.submits(ana, opened, values)
            await us.says(thread, "It is done.")
            (answer,) = answers(us, ops, thread)
            assert isinstance(answer.choice, kind)
            assert [one.to for one in us.deployed] == (["staging"] if kind is Edit else [])

    run(test)


def test_a_form_for_what_is_settled_does_not_open_and_says_why():
    async def test(discord: DiscordEmulator) -> None:
        async with at_work(discord) as us:
            ana, _, thread, card = await asked(us)
            seen = {**card, "components": list(card["components"])}
            discord.clicks(ana, card, "Approve")
            await us.says(thread, "It is done.")
            discord.clicks(ana, seen, "Edit…")
            await us.told(ana, "This was approved")

    run(test)


def test_a_form_that_cannot_be_taken_says_what_is_wrong():
    async def test(discord: DiscordEmulator) -> None:
        async with at_work(discord) as us:
            ana, ops, thread, card = await asked(us)
            opened = discord.clicks(ana, card, "Edit…")
            await discord.until(lambda: opened.modal, WITHIN)
            discord.submits(ana, opened, {"times": "many", "notes": "which took an hour"})
            await us.told(ana, "This was not accepted: ")
            await us.told(ana, "notes:\n```\nwhich took an hour\n```")
            assert not answers(us, ops, thread)

    run(test)


@pytest.mark.parametrize("how", [{"lost": True}, {"status": 501}])
def test_what_is_done_counts_though_discord_does_not_say_that_it_was_put_off(how: dict[str, Any]):
    async def test(discord: DiscordEmulator) -> None:
        async with at_work(discord) as us:
            ana, _, thread, card = await asked(us)
            discord.fails("POST", "/callback", **how)
            discord.clicks(ana, card, "Approve")
            await us.says(thread, "It is done.")
            us.model.says(calls("deploy", '{"to":"test"}'), "That is done, too.")
            discord.says(ana, thread, "and test")
            opened = discord.clicks(ana, await us.card(thread, "Deploy to test"), "Edit…")
            await discord.until(lambda: opened.modal, WITHIN)
            discord.fails("POST", "/callback", **how)
            discord.submits(ana, opened, {"to": "staging"})
            await us.says(thread, "That is done, too.")
            assert [one.to for one in us.deployed] == ["prod", "staging"]

    run(test)


def test_a_button_for_a_form_is_answered_though_it_is_in_a_server_where_we_work_no_more():
    async def test(discord: DiscordEmulator) -> None:
        async with at_work(discord) as us:
            ana, _, _, card = await asked(us)
            elsewhere, discord.state.guild = discord.state.guild, discord.state.id()
            discord.state.interact(
                3, ana["id"], card["channel_id"], pressed(card, "Edit…"), {**card, "guild_id": elsewhere}
            )
            await us.told(ana, ELSEWHERE)

    run(test)


def test_who_presses_something_is_answered_though_discord_does_not_say_who_they_are():
    async def test(discord: DiscordEmulator) -> None:
        async with at_work(discord) as us:
            _, _, _, card = await asked(us)
            bob = discord.user("bob")
            direct = discord.state.direct_with(bob["id"])["id"]
            discord.fails("GET", f"/members/{bob['id']}", times=2, status=501)
            discord.state.interact(3, bob["id"], direct, pressed(card, "Approve"), card)
            await us.told(bob, UNSURE_CLICKED)
            discord.state.interact(3, bob["id"], direct, pressed(card, "Edit…"), card)
            await us.told(bob, NOT_OPENED)
            assert not us.deployed

    run(test)


def test_a_form_opens_for_nobody_in_a_direct_message_who_is_not_in_our_server():
    async def test(discord: DiscordEmulator) -> None:
        async with at_work(discord) as us:
            _, _, _, card = await asked(us)
            eve = discord.user("eve")
            discord.state.pending.add(eve["id"])
            direct = discord.state.direct_with(eve["id"])["id"]
            opened = discord.state.interact(3, eve["id"], direct, pressed(card, "Edit…"), card)
            await us.told(eve, "I do not know you")
            assert not opened.modal

    run(test)


# Commands, and the menu of a message
async def soon(seconds: float) -> None:
    """Waits a moment for what would take longer."""
    await asyncio.sleep(min(seconds, 0.2))


async def registered(discord: DiscordEmulator) -> None:
    await discord.until(lambda: discord.state.commands.listed(), WITHIN)


def test_a_slash_command_is_put_off_and_answered_for_whoever_said_it():
    async def test(discord: DiscordEmulator) -> None:
        async with at_work(discord) as us:
            ana, ops, thread, _ = await asked(us)
            await registered(discord)
            us.journal.open.clear()
            said = discord.commands(ana, thread, "rename", "The big deployment")
            await discord.until(lambda: said.thinking, WITHIN)
            assert said.answer == 5
            us.journal.open.set()
            await us.told(ana, "This thread is now called “The big deployment”.")
            discord.commands(ana, ops, "status")
            await us.told(ana, "waiting for 1 decision")
            assert len(discord.posts(thread)) == 1, "nobody else sees it"
            assert not discord.posts(ops)

    run(test)


def test_a_command_that_the_conversation_answers_does_not_stay_as_if_it_were_thought_about():
    async def test(discord: DiscordEmulator) -> None:
        async with at_work(discord, sleep=soon) as us:
            ana, _, thread, _ = await asked(us)
            await registered(discord)
            said = discord.commands(ana, thread, "stop")
            await us.says(thread, f"Stopped by {mention(ana)}")
            await discord.until(lambda: said.answer and not said.thinking, WITHIN)
            assert not said.private

    run(test)


def test_a_command_that_cannot_be_answered_or_is_no_longer_one_says_so():
    async def test(discord: DiscordEmulator) -> None:
        async with at_work(discord) as us:
            ana, ops, _, _ = await asked(us)
            data = {"id": "1", "name": "old", "type": 1, "options": []}
            discord.state.interact(2, ana["id"], ops, data)
            await us.told(ana, "I no longer know this command.")
            await registered(discord)
            us.journal.away = True
            discord.commands(ana, ops, "rename", "anything")
            await us.told(ana, NOT_ANSWERED)
            us.journal.away = False

    run(test)


def test_somebody_asks_about_a_message_and_is_answered_in_its_thread():
    async def test(discord: DiscordEmulator) -> None:
        async with at_work(discord) as us:
            ana, bob, ops = discord.user("ana"), discord.user("bob"), discord.channel("ops")["id"]
            await registered(discord)
            plan = discord.says(bob, ops, "we migrate on Friday")
            opened = discord.points(ana, plan, "Ask deskmate")
            await discord.until(lambda: opened.modal, WITHIN)
            assert "About what bob said: we migrate on Friday" in str(opened.modal)
            discord.submits(ana, opened, {"What do you want to know, or have done?": "is that wise?"})
            await us.says(plan["id"], "done")
            await us.told(ana, ANSWERED_BELOW)
            (said,) = [fact for fact in us.facts(ops, plan["id"]) if isinstance(fact, MessageReceived)]
            assert (said.text, said.unseen) == ("is that wise?", True)
            assert [(one.by, one.text) for one in said.about] == [("bob", "we migrate on Friday")]

    run(test)


def test_after_a_restart_the_message_that_is_asked_about_is_looked_up_and_one_that_is_gone_is_told():
    async def test(discord: DiscordEmulator) -> None:
        ana = discord.user("ana")
        direct = discord.state.direct_with(ana["id"])["id"]
        async with at_work(discord) as us:
            await registered(discord)
            notes = [discord.says(ana, direct, words) for words in ("one", "two")]
            opened = [discord.points(ana, note, "Ask deskmate") for note in notes]
            await discord.until(lambda: all(one.modal for one in opened), WITHIN)
        async with at_work(discord) as us:
            discord.state.delete(direct, notes[1]["id"])
            for one in opened:
                discord.submits(ana, one, {"What do you want to know, or have done?": "why?"})
            await us.told(ana, ANSWERED_HERE)
            await us.told(ana, NOT_SEEN)
            asked = [fact for fact in us.facts(direct) if isinstance(fact, MessageReceived) and fact.about]
            assert [line.text for fact in asked for line in fact.about] == ["one"]

    run(test)


def test_after_a_restart_the_first_message_of_a_forums_post_is_looked_up_in_it():
    async def test(discord: DiscordEmulator) -> None:
        ana, forum = discord.user("ana"), discord.forum("ideas")["id"]
        post = discord.posts_in_forum(ana, forum, "A rocket", "Let us build one")
        async with at_work(discord) as us:
            await registered(discord)
            opened = discord.points(ana, post, "Ask deskmate")
            await discord.until(lambda: opened.modal, WITHIN)
        async with at_work(discord) as us:
            discord.submits(ana, opened, {"What do you want to know, or have done?": "how large?"})
            await us.told(ana, ANSWERED_BELOW)
            await us.says(post["id"], "done")
            (asked,) = (fact for fact in us.facts(forum, post["id"]) if isinstance(fact, MessageReceived))
            assert [line.text for line in asked.about] == ["Let us build one"]

    run(test)
