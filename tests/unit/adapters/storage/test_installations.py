"""Where the app is installed, on both databases: what `harness.chat.installations` promises."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from adapters.storage.installations import SqlInstallations
from adapters.storage.journal import SqlJournal
from harness.chat.installations import Installation
from tests.postgres import Postgres

ONE = Installation(
    "T1", "", "xoxb-1", "UB1", bot="B1", name="acme", url="https://acme.slack.com/", scopes="chat:write", at=10.0
)
TWO = replace(ONE, team="T2", token="xoxb-2", at=20.0)
ORG = replace(ONE, team="", organization="E1", token="xoxb-org", name="Org", at=30.0)


class Kept:
    def __init__(self, url: str) -> None:
        self.url = url
        self._journal = SqlJournal.open(url, lambda: 1_000.0)

    @property
    def here(self) -> SqlInstallations:
        return self._journal.installations

    def restart(self) -> None:
        self.close()
        self._journal = SqlJournal.open(self.url, lambda: 1_000.0)

    def close(self) -> None:
        self._journal.close()


@pytest.fixture(params=["sqlite", "postgres"])
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Kept]:
    if request.param == "sqlite":
        kept = Kept(f"sqlite:///{tmp_path / 'kept.db'}")
    else:
        postgres: Postgres = request.getfixturevalue("postgres")
        kept = Kept(postgres.database())
    yield kept
    kept.close()


def test_each_team_has_its_own_and_keeps_it_over_a_restart(kept: Kept):
    async def fill() -> None:
        for one in (TWO, ONE):
            await kept.here.save(one)

    asyncio.run(fill())
    kept.restart()
    assert asyncio.run(kept.here.find("T1")) == ONE
    assert asyncio.run(kept.here.find("T2", "E9")) == TWO
    assert asyncio.run(kept.here.find("T3")) is None
    assert asyncio.run(kept.here.find("")) is None
    assert list(asyncio.run(kept.here.all())) == [ONE, TWO]


def test_installed_again_it_is_replaced_also_once_the_team_joined_an_organization(kept: Kept):
    async def scene() -> None:
        again, joined = replace(ONE, token="xoxb-again"), replace(ONE, organization="E1", token="xoxb-joined")
        for one in (ONE, again, joined):
            await kept.here.save(one)
            assert await kept.here.find("T1") == one
        assert list(await kept.here.all()) == [joined]

    asyncio.run(scene())


def test_what_is_removed_late_takes_nothing_away_that_came_since(kept: Kept):
    async def scene() -> None:
        await kept.here.save(ONE)
        await kept.here.save(TWO)
        again = replace(ONE, token="xoxb-again")
        await kept.here.save(again)
        assert not await kept.here.remove(ONE)
        assert await kept.here.find("T1") == again
        assert await kept.here.remove(again)
        assert await kept.here.find("T1") is None
        assert list(await kept.here.all()) == [TWO]

    asyncio.run(scene())


def test_an_organizations_counts_for_its_teams_unless_they_have_their_own(kept: Kept):
    async def scene() -> None:
        await kept.here.save(ORG)
        assert await kept.here.find("") is None
        assert await kept.here.find("", "E1") == ORG
        assert await kept.here.find("T1") is None
        assert await kept.here.find("T1", "E2") is None
        assert await kept.here.find("T1", "E1") == ORG
        await kept.here.note("T1", "E2")
        await kept.here.note("T1", "E1")
        assert await kept.here.find("T1") == ORG
        assert await kept.here.organizations() == {"T1": "E1"}
        own = replace(ONE, organization="E1")
        await kept.here.save(own)
        assert await kept.here.find("T1", "E1") == own
        await kept.here.remove(own)
        assert await kept.here.find("T1", "E1") == ORG

    asyncio.run(scene())
