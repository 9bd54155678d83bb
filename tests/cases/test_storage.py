"""What is kept, and who keeps it."""

import asyncio
import json
import os
import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from adapters.storage.codec import KINDS, Codec
from adapters.storage.database import Database, Unusable
from adapters.storage.journal import SqlJournal
from adapters.storage.lock import Held
from adapters.storage.schema import prepare
from bot import app
from bot.doctor.journal import journal as examined
from harness.chat.people import Person, Place
from harness.context.model import Reply, Request
from harness.context.snapshot import Snapshot
from harness.loop.refusals import NotAdmitted
from harness.sessions import facts as f
from harness.sessions.facts import Fact, MessageReceived, Row
from harness.sessions.journal import ALL
from harness.sessions.session import Session
from tests.cases.colleague import BOB, DEE, ELSEWHERE, HERE, OWN, Clock, Colleague, Scripted, Unpaired, calls, play
from tests.postgres import Postgres
from tests.unit.bot.doctor.findings import settings, text

ASKS = calls(("write_file", '{"file_path": "/a.md", "content": "x"}'))
CHATTER = 5_000


# A release that knows more facts than this one
@dataclass(frozen=True, slots=True)
class OfTomorrow:
    """A fact that the next release will know."""

    text: str = "something new"


def newer(url: str, clock: Clock) -> SqlJournal:
    """The same journal, as the next release has it."""
    kinds: Mapping[str, type[Fact]] = {**KINDS, "of-tomorrow": OfTomorrow}  # type: ignore[dict-item]
    database, codec = Database(url), Codec(kinds)
    prepare(database, codec.versions)
    return SqlJournal(database, clock, codec)


async def rolled_back(url: str, clock: Clock, thread: str) -> None:
    """The next release has said something in that thread, and then this one was installed again."""
    with newer(url, clock) as journal:
        await journal.append(thread, [OfTomorrow()])  # type: ignore[list-item]


class Kept:
    """A colleague on a database of its own, with one thread that it cannot read in HERE, and one like others."""

    def __init__(self, folder: Path, model: Scripted, more: str = "") -> None:
        self.settings = settings(folder)
        self.settings.data_dir.mkdir()
        self.clock, self._files, self._model, self._more = Clock(), folder / "files", model, more
        self._files.mkdir()

    async def __aenter__(self) -> Colleague:
        self._journal = SqlJournal.open(self.settings.database_url, self.clock)
        bob = self._colleague = Colleague(self._files, self._model, self._more, journal=self._journal, clock=self.clock)
        await bob.says("write it")
        await bob.says("write it here too", place=ELSEWHERE)
        self.thread = await bob.thread()
        await self._journal.append(self.thread, [MessageReceived(DEE, HERE, "what is lost", addressed=False)])
        assert self.settings.sqlite_file
        with sqlite3.connect(self.settings.sqlite_file) as database:
            last = "SELECT max(position) FROM facts WHERE thread = ?"
            broken = f"UPDATE facts SET body = ? WHERE thread = ? AND position = ({last})"  # noqa: S608
            database.execute(broken, (b'{"by"', self.thread, self.thread))
        return bob

    async def __aexit__(self, *error: object) -> None:
        await self._colleague.ends()
        self._journal.close()


def test_a_database_with_facts_of_a_newer_release_is_refused_at_start(tmp_path: Path):
    mine, clock = settings(tmp_path), Clock()
    with app.opened(mine, clock):
        pass
    asyncio.run(rolled_back(mine.database_url, clock, "t"))
    with pytest.raises(Unusable, match="newer"), app.opened(mine, clock):
        pass


def test_the_doctor_names_a_thread_that_cannot_be_read(tmp_path: Path):
    kept = Kept(tmp_path, Scripted(ASKS, ASKS))

    async def story() -> None:
        async with kept as bob:
            await bob.parts.engine.sweep()
            await bob.rests()

    play(story)
    _, findings = examined(kept.settings)
    assert [one for one in findings if kept.thread in one.text and one.level != "ok"]


@pytest.mark.parametrize("word", ["approvals", "threads"])
def test_commands_look_over_all_threads_but_one_that_cannot_be_read(tmp_path: Path, word: str):
    async def story() -> None:
        async with Kept(tmp_path, Scripted(ASKS, ASKS)) as bob:
            channel = Place(ELSEWHERE.platform, ELSEWHERE.team, ELSEWHERE.channel)
            told = await bob.commands(word, place=channel, wide=True)
            assert ("Create a.md (new file, 1 line)?" if word == "approvals" else "write it here too") in told

    play(story)


def test_the_home_tab_shows_all_but_a_thread_that_cannot_be_read(tmp_path: Path):
    async def story() -> None:
        async with Kept(tmp_path, Scripted(ASKS, ASKS)) as bob:
            shown = await bob.parts.commands.home_view(BOB)
            assert len(shown.waiting) == 1

    play(story)


def test_heartbeats_of_the_workspace_are_set_though_a_thread_cannot_be_read(tmp_path: Path):
    named = 'heartbeats:\n  - {every: 2h, place: "slack:T:CNEW", checklist: "look"}\n'

    async def story() -> None:
        async with Kept(tmp_path, Scripted(ASKS, ASKS), named) as bob:
            await bob.parts.arrange()
            await bob.rests()
            assert (await bob.session(Place("slack", "T", "CNEW"))).timers.heartbeats

    play(story)


@pytest.mark.parametrize("how", ["says", "clicks"])
def test_whoever_talks_in_a_thread_that_cannot_be_read_is_told(tmp_path: Path, how: str):
    async def story() -> None:
        async with Kept(tmp_path, Scripted(ASKS, ASKS)) as bob:
            await bob.parts.engine.sweep()
            await bob.rests()
            before, refused = len(bob.chat.reads()), ""
            try:
                await (bob.says("hello?") if how == "says" else bob.clicks("Approve"))
            except NotAdmitted as error:  # which the platform's part tells them
                refused = str(error)
            assert refused or bob.chat.reads()[before:]

    play(story)


def test_a_thread_that_cannot_be_read_is_logged_once(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    async def story() -> None:
        async with Kept(tmp_path, Scripted(ASKS, ASKS)) as bob:
            for _ in range(20):
                bob.clock.now += 3.0
                await bob.parts.engine.sweep()
                await bob.rests()

    play(story)
    assert len([one for one in caplog.records if one.levelname in ("WARNING", "ERROR")]) <= 2


# One process owns a database
def test_a_second_process_is_refused_on_postgresql_as_on_a_file(tmp_path: Path, postgres: Postgres):
    mine = replace(settings(tmp_path), database_url=postgres.database())
    with app.opened(mine), pytest.raises(Held), app.opened(mine):
        pass


def test_the_doctor_says_who_works_on_postgresql(tmp_path: Path, postgres: Postgres):
    mine = replace(settings(tmp_path), database_url=postgres.database())
    with app.opened(mine):
        _, findings = examined(mine)
    assert str(os.getpid()) in text(findings, "running")


# What grows
class Ticking(Unpaired):
    """Knows how often the event loop had its turn since the first rows were read."""

    def __init__(self, clock: Clock) -> None:
        super().__init__(clock)
        self.ticks, self.since = 0, 0

    async def read(
        self, thread: str, after: int = 0, *, generation: int | None = None, most: int = ALL
    ) -> Sequence[Row]:
        rows = await super().read(thread, after, generation=generation, most=most)
        if not after:
            self.since = self.ticks
        return rows

    async def tick(self) -> None:
        while True:
            self.ticks += 1
            await asyncio.sleep(0)


def chatter(first: int, last: int, text: str = "between us") -> Iterator[MessageReceived]:
    for number in range(first, last):
        yield MessageReceived(BOB, HERE, f"{text} {number}", f"c{number}", addressed=False)


@pytest.mark.parametrize("who", ["the activation", "a command"])
def test_a_long_thread_is_folded_without_holding_up_the_others(tmp_path: Path, who: str):
    async def story() -> None:
        clock = Clock()
        journal = Ticking(clock)
        held: list[int] = []

        def asked(request: Request) -> Reply:
            held.append(journal.ticks - journal.since)
            return Reply("well")

        bob = Colleague(tmp_path, Scripted(answers=asked), journal=journal, clock=clock)
        await journal.append(await bob.thread(), list(chatter(0, CHATTER)))
        ticking = asyncio.create_task(journal.tick())
        if who == "a command":
            await bob.session()
            held.append(journal.ticks - journal.since)
        else:
            await bob.says("hello")
        ticking.cancel()
        await bob.ends()
        assert held[0] >= CHATTER / 500, "rows are folded in slices of at most 500, or elsewhere"

    play(story)


def test_a_snapshot_of_before_some_fields_is_read_with_their_defaults():
    codec, session = Codec(), Session(head=7, now=5.0, title="the build", place=HERE)
    version, body = codec.encode_snapshot(Snapshot(session, (), ()))
    older = json.loads(body)
    for name in ("todos", "models", "mode_request"):
        del older["session"][name]
    read = codec.decode_snapshot(re.sub(r"[0-9a-f]{16}$", "0" * 16, version), json.dumps(older).encode())
    assert read == Snapshot(session, (), ())


class Weighing(Unpaired):
    """Knows how much was written into it as snapshots."""

    written = 0
    codec = Codec()

    async def save(self, thread: str, generation: int, snapshot: Snapshot) -> None:
        self.written += len(self.codec.encode_snapshot(snapshot)[1])
        await super().save(thread, generation, snapshot)


def test_snapshots_of_a_thread_in_which_people_talk_among_themselves_do_not_outgrow_what_they_say(tmp_path: Path):
    async def story() -> None:
        clock = Clock()
        journal = Weighing(clock)
        bob = Colleague(tmp_path, Scripted(), journal=journal, clock=clock)
        thread, said = await bob.thread(), 0
        for first in range(0, 4_000, 200):
            facts = list(chatter(first, first + 200, "between us " * 20))
            said += sum(len(fact.text) for fact in facts)
            await journal.append(thread, facts)
            bob.parts.engine.wake(thread)
            await bob.rests()
        await bob.ends()
        assert journal.written <= 3 * said

    play(story)


def test_keys_that_no_platform_repeats_any_more_are_not_kept(tmp_path: Path):
    mine, clock = settings(tmp_path), Clock()
    said = f.MessageReceived(OWN, HERE, "hello")

    async def day(number: int) -> None:
        with app.opened(mine, clock) as journal:
            for each in range(20):
                await journal.append("t", [said], key=f"event-{number}-{each}")
            assert (await journal.append("t", [said], key=f"event-{number}-0")).rows == (), "not within a day"

    for number in range(30):
        asyncio.run(day(number))
        clock.now += 4 * 86_400.0
    assert mine.sqlite_file
    with sqlite3.connect(mine.sqlite_file) as database:
        [(kept,)] = database.execute("SELECT count(*) FROM keys").fetchall()
    assert kept < 30 * 20 / 2


def test_strangers_of_one_team_leave_codes_for_those_of_another(tmp_path: Path):
    mine = settings(tmp_path)

    async def story() -> None:
        with app.opened(mine, Clock()) as journal:
            first, second = journal.pairings.of("T1"), journal.pairings.of("T2")
            for number in range(60):
                await first.offer(Person("slack", "T1", f"U{number}", member=False))
            assert await second.offer(Person("slack", "T2", "U1", member=False))

    play(story)
