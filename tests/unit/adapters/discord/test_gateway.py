"""What comes over the gateway goes to those who take it, once."""

from harness.sessions.facts import MessageDeleted
from harness.workspace.places import PlacePolicy
from tests.fakes.discord.emulator import DiscordEmulator
from tests.unit.adapters.discord.rig import WITHIN, Colleague, at_work, received, run
from tests.unit.adapters.slack.rig import Journal


def deleted(us: Colleague, channel: str, thread: str) -> list[str]:
    return [fact.message for fact in us.facts(channel, thread) if isinstance(fact, MessageDeleted)]


# Brought into the server
def test_who_we_are_is_said_once_where_new_members_are_greeted():
    async def test(discord: DiscordEmulator) -> None:
        ops, hall = discord.channel("ops")["id"], discord.channel("hall")["id"]
        discord.state.greeting, journal = hall, Journal()
        async with at_work(discord, journal, introduction="I am Deskmate.") as us:
            await us.says(hall, "I am Deskmate.")
            discord.comes_back()
            await discord.gateway.drop()
            await discord.until(lambda: discord.gateway.resumed, WITHIN)
            discord.says(discord.user("ana"), hall, "who brought that along?")
        async with at_work(discord, journal, introduction="I am Deskmate.") as us:
            said = discord.says(discord.user("bob"), ops, f"{discord.bot} hello")
            await us.says(said["id"], "done")
            assert len(discord.posts(hall)) == 1
            assert not discord.posts(ops)
            assert not us.facts(hall), "what is said there is none of our business"

    run(test)


def test_nothing_is_said_first_where_we_are_to_be_silent():
    async def test(discord: DiscordEmulator) -> None:
        hall = discord.channel("hall")["id"]
        async with at_work(discord, introduction="I am Deskmate.", policy=PlacePolicy("off")) as us:
            discord.comes_back()
            ana = discord.user("ana")
            direct = discord.state.direct_with(ana["id"])["id"]
            discord.says(ana, direct, "status")  # is dealt with after what came before
            await discord.until(lambda: discord.posts(direct), WITHIN)
            assert not discord.posts(hall)
            assert not us.journal.threads

    run(test)


# Messages
def test_a_message_that_comes_again_is_one_fact():
    async def test(discord: DiscordEmulator) -> None:
        async with at_work(discord) as us:
            ana, ops = discord.user("ana"), discord.channel("ops")["id"]
            said = discord.says(ana, ops, f"{discord.bot} hello")
            await us.says(said["id"], "done")
            discord.redelivers(said)
            discord.redelivers(said)
            discord.says(ana, said["id"], "again?")
            await discord.until(lambda: len(us.model.requests) == 2, WITHIN)
            assert received(us, ops, said["id"]) == ["hello", "again?"]

    run(test)


def test_what_many_messages_end_with_at_once_is_heard_of_each():
    async def test(discord: DiscordEmulator) -> None:
        async with at_work(discord) as us:
            ana, ops = discord.user("ana"), discord.channel("ops")["id"]
            thread = discord.says(ana, ops, f"{discord.bot} hello")["id"]
            await us.says(thread, "done")
            more = [discord.says(ana, thread, text)["id"] for text in ("one", "two")]
            await discord.until(lambda: received(us, ops, thread) == ["hello", "one", "two"], WITHIN)
            discord.state.purge(thread, more)
            discord.says(ana, thread, "go on")
            await discord.until(lambda: "go on" in received(us, ops, thread), WITHIN)
            assert deleted(us, ops, thread) == more

    run(test)
