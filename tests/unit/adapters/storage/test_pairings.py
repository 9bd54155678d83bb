"""Codes by which people are let in, on both databases."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from adapters.storage.journal import SqlJournal
from adapters.storage.pairings import SqlPairings
from harness.chat.people import Person
from harness.workspace.pairing import GOOD_FOR, LOCKED_FOR, PENDING, TRIES, LockedOut, WrongCode
from tests.postgres import Postgres

GUS = Person("slack", "T1", "U7", "gus", member=False)


class Codes:
    def __init__(self, url: str) -> None:
        self.clock = 1_000_000.0
        self._journal = SqlJournal.open(url, lambda: self.clock)

    @property
    def kept(self) -> SqlPairings:
        return self._journal.pairings

    def offer(self, person: Person = GUS) -> str:
        code = asyncio.run(self.kept.offer(person))
        assert code
        return code

    def redeem(self, code: str, by: str = "ana") -> str:
        return asyncio.run(self.kept.redeem(code, by))

    def paired(self, person: Person = GUS) -> bool:
        return asyncio.run(self.kept.paired(person.id))

    def close(self) -> None:
        self._journal.close()


@pytest.fixture(params=["sqlite", "postgres"])
def codes(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Codes]:
    if request.param == "sqlite":
        codes = Codes(f"sqlite:///{tmp_path / 'codes.db'}")
    else:
        postgres: Postgres = request.getfixturevalue("postgres")
        codes = Codes(postgres.database())
    yield codes
    codes.close()


def test_whoever_is_vouched_for_is_let_in(codes: Codes):
    code = codes.offer()

    assert not codes.paired()
    assert codes.redeem(code.lower()) == GUS.id
    assert codes.paired()
    assert not codes.paired(Person("slack", "T1", "U8"))


def test_it_is_known_whether_anybody_was_vouched_for(codes: Codes):
    assert not asyncio.run(codes.kept.anybody())
    code = codes.offer()
    assert not asyncio.run(codes.kept.anybody()), "nobody has vouched yet"
    codes.redeem(code)
    assert asyncio.run(codes.kept.anybody())
    assert not asyncio.run(codes.kept.of("T2").anybody())


def test_a_code_stays_the_same_for_an_hour_and_is_good_once(codes: Codes):
    code = codes.offer()
    codes.clock += GOOD_FOR - 1
    assert codes.offer() == code

    codes.redeem(code)

    with pytest.raises(WrongCode):
        codes.redeem(code)


def test_an_old_code_is_none(codes: Codes):
    code = codes.offer()
    codes.clock += GOOD_FOR + 1

    with pytest.raises(WrongCode):
        codes.redeem(code)

    assert codes.offer() != code


def test_who_tries_wrong_codes_has_to_wait(codes: Codes):
    code = codes.offer()
    for _ in range(TRIES):
        with pytest.raises(WrongCode):
            codes.redeem("WRONG234", "eve")

    with pytest.raises(LockedOut):
        codes.redeem(code, "eve")

    codes.clock += LOCKED_FOR + 1
    assert codes.redeem(codes.offer(), "eve") == GUS.id


def test_others_may_try_meanwhile(codes: Codes):
    code = codes.offer()
    for _ in range(TRIES):
        with pytest.raises(WrongCode):
            codes.redeem("WRONG234", "eve")

    assert codes.redeem(code, "ana") == GUS.id


def test_a_crowd_does_not_fill_the_database(codes: Codes):
    for number in range(PENDING):
        codes.offer(Person("slack", "T1", f"U{number}"))

    assert asyncio.run(codes.kept.offer(Person("slack", "T1", "late"))) is None

    codes.clock += GOOD_FOR + 1
    assert codes.offer(Person("slack", "T1", "late"))


def test_a_crowd_in_one_team_leaves_codes_for_those_of_others(codes: Codes):
    one, two = codes.kept.of("T1"), codes.kept.of("T12")
    for number in range(PENDING):
        assert asyncio.run(one.offer(Person("slack", "T1", f"U{number}")))

    late = Person("slack", "T1", "late")
    assert asyncio.run(one.offer(late)) is None
    assert asyncio.run(two.offer(late))


def test_a_team_lets_in_for_itself_and_whoever_runs_us_for_all(codes: Codes):
    one, two = codes.kept.of("T1"), codes.kept.of("T2")
    first, second = asyncio.run(one.offer(GUS)), asyncio.run(two.offer(GUS))
    assert first
    assert second
    with pytest.raises(WrongCode):
        asyncio.run(two.redeem(first, "slack:T2:U1"))
    assert not asyncio.run(one.paired(GUS.id))
    assert asyncio.run(one.redeem(first, "slack:T1:U1")) == GUS.id
    assert asyncio.run(one.paired(GUS.id))
    assert not asyncio.run(two.paired(GUS.id))
    assert codes.redeem(second, "deskmate pair") == GUS.id
    assert asyncio.run(two.paired(GUS.id))
    assert not codes.paired()
