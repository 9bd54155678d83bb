"""What people say is committed once, in its order, and nobody is left without an answer."""

import asyncio

from harness.sessions.facts import MessageCorrected, MessageDeleted, MessageReceived
from tests.fakes.discord.emulator import DiscordEmulator
from tests.unit.adapters.discord.rig import WITHIN, Colleague, asked, at_work, received, run
from tests.unit.adapters.slack.rig import Journal


def deleted(us: Colleague, channel: str, thread: str) -> list[str]:
    return [fact.message for fact in us.facts(channel, thread) if isinstance(fact, MessageDeleted)]


def test_who_mentions_our_role_is_answered():
    async def test(discord: DiscordEmulator) -> None:
        async with at_work(discord) as us:
            ana, ops = discord.user("ana"), discord.channel("ops")["id"]
            thread = discord.says(ana, ops, f"{discord.role} hello")["id"]
            await us.says(thread, "done")
            assert discord.state.channels[thread]["name"] == "hello"
            assert received(us, ops, thread) == ["hello"]

    run(test)


def test_beside_a_voice_channel_where_there_are_no_threads_it_answers_in_place():
    async def test(discord: DiscordEmulator) -> None:
        async with at_work(discord) as us:
            ana, talk = discord.user("ana"), discord.voice("talk")["id"]
            discord.says(ana, talk, f"{discord.bot} hello")
            await us.says(talk, "done")
            discord.says(ana, talk, f"{discord.bot} and now?")
            await discord.until(lambda: received(us, talk) == ["hello", "and now?"], WITHIN)

    run(test)


def test_a_reply_to_one_of_our_messages_says_which():
    async def test(discord: DiscordEmulator) -> None:
        async with at_work(discord) as us:
            ana, talk = discord.user("ana"), discord.voice("talk")["id"]
            discord.says(ana, talk, f"{discord.bot} list them")
            await us.says(talk, "done")
            [ours] = discord.posts(talk)
            discord.replies(ana, ours, f"{discord.bot} this one please")
            await discord.until(lambda: len(received(us, talk)) == 2, WITHIN)
            pointed = [fact.about for fact in us.facts(talk) if isinstance(fact, MessageReceived)]
            assert [[(line.text, line.ours) for line in about] for about in pointed] == [[], [("done", True)]]

    run(test)


def test_what_cannot_be_committed_is_tried_again_in_order():
    async def test(discord: DiscordEmulator) -> None:
        async with at_work(discord) as us:
            direct = discord.state.direct_with(discord.user("ana")["id"])
            us.journal.away = True
            for text in ("one", "two", "three"):
                discord.says(direct["recipients"][0], direct["id"], text)
            await asyncio.sleep(0.1)
            us.journal.away = False
            await discord.until(lambda: len(received(us, direct["id"])) == 3 and discord.posts(direct["id"]), WITHIN)
            assert received(us, direct["id"]) == ["one", "two", "three"]

    run(test)


def test_edits_and_deletions_are_heard():
    async def test(discord: DiscordEmulator) -> None:
        async with at_work(discord) as us:
            ana, ops = discord.user("ana"), discord.channel("ops")["id"]
            said = discord.says(ana, ops, f"{discord.bot} hello")
            await us.says(said["id"], "done")
            more = discord.says(ana, said["id"], "the red one")
            await discord.until(lambda: len(us.model.requests) == 2, WITHIN)
            discord.state.edit(said["id"], more["id"], ana["id"], {"content": "the blue one"}, {})
            discord.state.delete(said["id"], more["id"])
            later = discord.says(ana, said["id"], "go on")
            await discord.until(lambda: len(us.model.requests) == 3, WITHIN)
            facts = us.facts(ops, said["id"])
            assert [one.text for one in facts if isinstance(one, MessageCorrected)] == ["the blue one"]
            assert [one.message for one in facts if isinstance(one, MessageDeleted)] == [more["id"]]
            assert received(us, ops, said["id"])[-1] == later["content"]

    run(test)


def test_what_is_edited_to_mention_us_is_answered_once():
    async def test(discord: DiscordEmulator) -> None:
        async with at_work(discord) as us:
            ana, ops = discord.user("ana"), discord.channel("ops")["id"]
            said = discord.says(ana, ops, "deploy")
            for text in ("deploy", "deploy it", "deploy it now"):
                discord.state.edit(ops, said["id"], ana["id"], {"content": f"{discord.bot} {text}"}, {})
                discord.state.edit(ops, said["id"], ana["id"], {"content": f"{discord.bot} {text}"}, {})
            await us.says(said["id"], "done")
            assert received(us, ops, said["id"]) == ["deploy"]

    run(test)


def test_a_change_of_discords_own_to_what_was_edited_long_ago_is_not_said_now():
    async def test(discord: DiscordEmulator) -> None:
        async with at_work(discord) as us:
            ana, ops = discord.user("ana"), discord.channel("ops")["id"]
            said = discord.says(ana, ops, "deploy")
            old = {**said, "content": f"{discord.bot} deploy", "mentions": [discord.state.bot]}
            discord.gateway.emit("MESSAGE_UPDATE", {**old, "edited_timestamp": "2020-01-01T00:00:00+00:00"})
            other = discord.says(ana, ops, f"{discord.bot} hello")
            await us.says(other["id"], "done")
            assert not us.facts(ops, said["id"])

    run(test)


def test_a_command_is_answered_once_and_where_only_its_author_sees_it():
    async def test(discord: DiscordEmulator) -> None:
        async with at_work(discord) as us:
            ana, ops = discord.user("ana"), discord.channel("ops")["id"]
            said = discord.says(ana, ops, f"{discord.bot} status")
            discord.redelivers(said)
            direct = discord.state.direct_with(ana["id"])["id"]
            await discord.until(lambda: discord.posts(direct), WITHIN)
            discord.says(ana, direct, "hello")
            await us.says(direct, "done")
            assert len(discord.posts(direct)) == 2

    run(test)


def test_a_command_in_plain_words_is_tried_again_until_it_is_committed():
    async def test(discord: DiscordEmulator) -> None:
        async with at_work(discord) as us:
            ana, ops, thread, _ = await asked(us)
            us.journal.away = True
            try:
                discord.says(ana, thread, f'{discord.bot} rename "The big deployment"')
                async with asyncio.timeout(WITHIN):
                    while "The big deployment" not in str(us.journal.refused):  # noqa: ASYNC110 - nothing tells of it
                        await asyncio.sleep(0.01)
            finally:
                us.journal.away = False
            await discord.until(lambda: "The big deployment" in str(us.facts(ops, thread)), WITHIN)

    run(test)


def test_strangers_are_told_once_that_they_may_not():
    async def test(discord: DiscordEmulator) -> None:
        async with at_work(discord) as us:
            direct = discord.state.direct_with(discord.user("eve")["id"])
            eve = direct["recipients"][0]
            discord.state.pending.add(eve["id"])
            discord.says(eve, direct["id"], "let me in")
            discord.says(eve, direct["id"], "please")
            await us.says(direct["id"], "I do not know you")
            discord.state.pending.clear()
            ana = discord.state.direct_with(discord.user("ana")["id"])
            discord.says(ana["recipients"][0], ana["id"], "hello")
            await us.says(ana["id"], "done")
            assert len(discord.posts(direct["id"])) == 1
            assert len(us.model.requests) == 1

    run(test)


def test_what_is_deleted_after_a_restart_is_known_by_the_journal():
    async def test(discord: DiscordEmulator) -> None:
        ana, ops, journal = discord.user("ana"), discord.channel("ops")["id"], Journal()
        async with at_work(discord, journal) as us:
            thread = discord.says(ana, ops, f"{discord.bot} hello")["id"]
            answer = await us.says(thread, "done")
            said = discord.says(ana, thread, "hunter2")["id"]
            await discord.until(lambda: received(us, ops, thread) == ["hello", "hunter2"], WITHIN)
        async with at_work(discord, journal) as us:
            discord.state.delete(thread, answer["id"])
            discord.state.delete(thread, said)
            discord.says(ana, thread, "go on")
            await discord.until(lambda: "go on" in received(us, ops, thread), WITHIN)
            (fact,) = (fact for fact in us.facts(ops, thread) if isinstance(fact, MessageDeleted))
            assert (fact.message, fact.by.name) == (said, "somebody"), "Discord does not say whose it was"

    run(test)
