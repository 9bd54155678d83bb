"""What Discord brings us, and what people see there."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

from harness.chat.people import Person, Place
from harness.context.model import Reply
from harness.sessions.facts import MessageReceived, Row
from harness.sessions.journal import ALL
from tests.cases.colleague import Scripted, Unpaired, calls
from tests.cases.platforms import InDiscord, in_discord

WRITES = calls(("write_file", '{"file_path": "/a.md", "content": "x"}'))
LONG = 3_000


class Counted(Unpaired):
    """Knows how many rows were read."""

    rows_read = 0

    async def read(
        self, thread: str, after: int = 0, *, generation: int | None = None, most: int = ALL
    ) -> Sequence[Row]:
        rows = await super().read(thread, after, generation=generation, most=most)
        self.rows_read += len(rows)
        return rows


def test_a_deletion_reads_little_however_long_its_thread_is(tmp_path: Path):
    journals = list[Counted]()

    def journal(now: object) -> Counted:
        journals.append(Counted(now))  # type: ignore[arg-type]
        return journals[-1]

    async def story(discord: InDiscord) -> None:
        thread = discord.mentions(discord.bob, "hello")
        await discord.reads(thread, "Hello.")
        said = discord.discord.says(discord.bob, thread, "what I regret")
        await discord.reads(thread, "Yes?")
        await discord.hours.rests()
        assert discord.parts
        place = Place("discord", discord.discord.state.guild, discord.dev, thread)
        kept = await discord.parts.intake.reader.thread(place)
        bob = Person("discord", discord.discord.state.guild, discord.bob["id"], "bob")
        more = [MessageReceived(bob, place, "x", f"c{number}", addressed=False) for number in range(LONG)]
        await journals[0].append(kept, more)
        discord.parts.engine.wake(kept)
        await discord.hours.rests()
        await discord.stops()  # who wrote what is remembered only for a while
        await discord.starts()
        before, head = journals[0].rows_read, len(journals[0].threads[kept].rows)
        discord.discord.state.delete(thread, said["id"])
        async with asyncio.timeout(5.0):
            while len(journals[0].threads[kept].rows) == head:  # noqa: ASYNC110 - it comes over a socket
                await asyncio.sleep(0.01)
        await discord.hours.rests()
        assert journals[0].rows_read - before < LONG / 10

    in_discord(tmp_path, Scripted(Reply("Hello."), Reply("Yes?")), story, journal=journal)


def test_that_the_first_mention_is_worked_on_is_shown_in_its_channel(tmp_path: Path):
    over = asyncio.Event()

    async def slowly() -> Reply:
        await over.wait()
        return Reply("Hello.")

    async def story(discord: InDiscord) -> None:
        thread = discord.mentions(discord.bob, "hello")
        await discord.until(lambda: discord.dev in discord.discord.state.typing)
        assert not discord.discord.posts(thread)
        over.set()
        await discord.reads(thread, "Hello.")

    in_discord(tmp_path, Scripted(answers=lambda request: slowly()), story)


def test_who_can_be_written_to_neither_there_nor_directly_sees_a_reaction(tmp_path: Path):
    async def story(discord: InDiscord) -> None:
        direct = discord.discord.state.direct_with(discord.bob["id"])["id"]
        discord.discord.fails("POST", f"/channels/{direct}/messages", times=100, status=403, code=50007)
        # Discord docs: 50013 is lacking permissions
        discord.discord.fails("POST", "/threads", times=100, status=403, code=50013)
        said = discord.mentions(discord.bob, "hello")
        await discord.until(lambda: "📪" in discord.discord.state.reactions.get(said, set()))

    in_discord(tmp_path, Scripted(Reply("Hello.")), story)


def test_people_are_told_that_a_thread_was_locked(tmp_path: Path):
    async def story(discord: InDiscord) -> None:
        thread = discord.mentions(discord.bob, "write it")
        card = await discord.reads(thread, "Create ")
        await discord.until(lambda: discord.discord.controls(card))
        discord.discord.state.archive(thread, False, locked=True)
        # Discord docs: 50013 is what somebody gets who may not do it; in a locked thread only moderators write
        discord.discord.fails("POST", f"/channels/{thread}/messages", times=100, status=403, code=50013)
        discord.discord.clicks(discord.bob, card, "Approve")
        direct = str(discord.discord.state.direct_with(discord.bob["id"])["id"])
        told = discord.discord.shown(await discord.reads(direct, "I could not post where you asked me"))
        assert "locked" in told
        assert "permission" not in told

    in_discord(tmp_path, Scripted(WRITES, Reply("Written.")), story)


def test_who_decided_is_mentioned_by_id_in_discord(tmp_path: Path):
    async def story(discord: InDiscord) -> None:
        eve = discord.discord.user("own")
        thread = discord.mentions(eve, "write it")
        card = await discord.reads(thread, "Create ")
        await discord.until(lambda: discord.discord.controls(card))
        discord.discord.clicks(eve, card, "Approve")
        settled = await discord.reads(thread, "approved by")
        assert f"<@{eve['id']}>" in discord.discord.shown(settled).partition("approved by")[2]

    in_discord(tmp_path, Scripted(WRITES, Reply("Written.")), story)
