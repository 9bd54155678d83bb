"""What the workspace names is set where it belongs, once, and what it names no more ends."""

import asyncio
from collections.abc import Callable
from dataclasses import replace

import pytest

from harness.chat.people import Place
from harness.loop.reconcile_heartbeats import arrange_heartbeats
from harness.sessions import facts as f
from harness.sessions.index import listing
from harness.sessions.session import Session
from harness.tools.heartbeats import OWN, HeartbeatConfig
from harness.tools.schedules import Interval
from harness.workspace.heartbeats import Placed
from harness.workspace.workspace import Member, Workspace
from tests.laws.colleague import ANA, BOB, CHANNEL, DM
from tests.unit.harness.loop.test_commands import Desk

TIDE, MOON = (Placed(CHANNEL, HeartbeatConfig(f"file-{name}", Interval(300.0))) for name in ("tide", "moon"))
OWNERS = (
    Member("test:T:bob", name="Bob"),
    Member("slack:T:eve", name="Eve", roles=frozenset({"owner"})),
    Member("test:T:olga", name="Olga", roles=frozenset({"owner"})),
)


class House(Desk):
    async def starts(self, *placed: Placed, reaches: Callable[[Place], bool] = lambda place: True) -> None:
        workspace = Workspace(heartbeats=placed, people=OWNERS)
        await arrange_heartbeats(workspace, self.journal, self.journal.index, self.intake.reader, self, reaches)

    async def all_rest(self) -> None:
        for thread in list(self.journal.threads):
            session = await self.intake.reader.session(thread)
            generation = (await self.journal.take(thread)).generation
            await self.journal.rest(thread, session.head, generation, None, listing(session))

    async def ends_it(self, id: str, rests: bool) -> None:
        """Ana does, and what is at work in the conversation then comes to rest or not."""
        await self.journal.append(
            await self.intake.reader.thread(CHANNEL), [f.TimerEnded(id, "", by=ANA, place=CHANNEL)]
        )
        if rests:
            await self.all_rest()

    async def session(self) -> Session:
        return await self.intake.reader.session(await self.intake.reader.thread(CHANNEL))

    async def facts(self, place: Place = CHANNEL) -> list[f.Fact]:
        return [row.fact for row in await self.journal.read(await self.intake.reader.thread(place))]


def test_it_is_set_once_however_often_it_is_started() -> None:
    async def main() -> list[f.Fact]:
        house = House()
        await house.starts(TIDE)
        await house.all_rest()
        await house.starts(TIDE)
        assert len(house.woken) == 1
        return await house.facts()

    [fact] = asyncio.run(main())
    assert isinstance(fact, f.HeartbeatSet)
    assert (fact.place, fact.config, str(fact.by)) == (CHANNEL, TIDE.config, "Olga")


def test_of_two_that_start_at_once_one_sets_it() -> None:
    async def main() -> list[f.Fact]:
        house = House()
        await asyncio.gather(*(house.starts(TIDE, MOON) for _ in range(3)))
        return await house.facts()

    assert [type(fact) for fact in asyncio.run(main())] == [f.HeartbeatSet, f.HeartbeatSet]


def test_what_is_named_no_more_ends_and_what_people_set_stays() -> None:
    async def main() -> list[f.Fact]:
        house = House()
        await house.starts(TIDE, MOON)
        own = f.HeartbeatSet(BOB, CHANNEL, HeartbeatConfig(OWN, Interval(300.0)))
        await house.journal.append(await house.intake.reader.thread(CHANNEL), [own])
        await house.all_rest()
        await house.starts(MOON)
        await house.starts(MOON)
        await house.starts(TIDE)
        return (await house.facts())[3:]

    [removed, other, again] = asyncio.run(main())
    assert removed == f.TimerEnded("file-tide", "removed")
    assert other == f.TimerEnded("file-moon", "removed")
    assert isinstance(again, f.HeartbeatSet)
    assert again.config == TIDE.config


@pytest.mark.parametrize("rests", [True, False], ids=["at rest", "at work"])
def test_what_somebody_ended_in_a_conversation_stays_so_while_it_is_named(rests: bool) -> None:
    async def main() -> None:
        house = House()
        await house.starts(TIDE)
        await house.ends_it("file-tide", rests)
        await house.starts(TIDE)
        await house.starts(TIDE)
        assert len(await house.facts()) == 2
        await house.starts(TIDE, MOON)
        assert [heartbeat.id for heartbeat in (await house.session()).timers.heartbeats] == ["file-moon"]

    asyncio.run(main())


@pytest.mark.parametrize("rests", [True, False], ids=["at rest", "at work"])
def test_what_was_named_no_more_at_a_start_and_is_named_again_begins_anew_though_somebody_had_ended_it(
    rests: bool,
) -> None:
    async def main() -> None:
        house = House()
        await house.starts(TIDE)
        await house.ends_it("file-tide", rests)
        await house.starts()
        assert (await house.facts())[2:] == [f.TimerEnded("file-tide", "removed")]
        await house.all_rest()
        await house.starts()
        assert len(await house.facts()) == 3, "that it is gone is said once"
        await house.starts(TIDE)
        assert [heartbeat.id for heartbeat in (await house.session()).timers.heartbeats] == ["file-tide"]
        await house.ends_it("file-tide", rests)
        await house.starts(TIDE)
        assert not (await house.session()).timers.heartbeats

    asyncio.run(main())


def test_nothing_is_set_where_we_do_not_speak_nor_ended_for_that() -> None:
    async def main() -> None:
        house = House()
        await house.starts(TIDE)
        beside = replace(MOON, place=DM)
        await house.starts(TIDE, beside, reaches=lambda place: False)
        assert len(await house.facts()) == 1
        assert not await house.facts(DM)

    asyncio.run(main())


def test_where_nobody_is_named_it_is_the_workspaces() -> None:
    async def main() -> list[f.Fact]:
        house = House()
        elsewhere = Placed(Place("discord", "7", "8"), TIDE.config)
        await house.starts(elsewhere)
        return await house.facts(elsewhere.place)

    [fact] = asyncio.run(main())
    assert isinstance(fact, f.HeartbeatSet)
    assert (str(fact.by), fact.by.platform, fact.by.user) == ("the workspace", "discord", "")
