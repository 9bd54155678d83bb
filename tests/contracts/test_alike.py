"""The fake journal does exactly what a database does, whatever is asked in whatever order."""

import asyncio
from collections.abc import Iterator
from operator import attrgetter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.storage.journal import SqlJournal
from harness.chat.people import Place
from harness.sessions.facts import PlaceBound
from harness.sessions.index import ThreadSummary
from harness.sessions.journal import JournalError
from tests.contracts.journal import ANA, said, snapshot
from tests.contracts.storage import Store
from tests.fakes.journal import MemoryJournal
from tests.postgres import Postgres

Operation = tuple[str, tuple[Any, ...], dict[str, Any]]

threads, heads, generations = st.sampled_from("ab"), st.integers(0, 6), st.integers(0, 3)
times = st.floats(0, 10)
places = st.builds(Place, st.just("slack"), st.just("T1"), st.sampled_from("CD"), st.sampled_from(["", "1.2"]))
facts = st.builds(said, st.sampled_from("xyz")) | st.builds(PlaceBound, st.just(ANA), places)
said_so = st.lists(facts, max_size=3)
people, counts = st.sampled_from(["slack:T1:U1", "slack:T1:U2"]), st.integers(1, 3)
keys = st.sampled_from(["slack:T1:U1", "role=owner"])
listings = st.builds(
    ThreadSummary,
    place=places,
    title=st.sampled_from(["", "a 🦀"]),
    at=times,
    waits=st.booleans(),
    people=st.frozensets(people),
    arranged=st.booleans(),
    deciders=st.frozensets(keys),
    scheduled=st.frozensets(people),
)
teams = st.sampled_from(["", "T1", "T2"])
operations = st.one_of(
    st.tuples(
        st.just("append"),
        st.tuples(threads, said_so),
        st.fixed_dictionaries(
            {"key": st.none() | st.sampled_from("kl"), "generation": st.none() | generations},
            optional={"lasting": st.booleans()},
        ),
    ),
    st.tuples(
        st.just("decide"),
        st.tuples(threads, said_so),
        st.fixed_dictionaries({"generation": generations, "expect": st.none() | heads}),
    ),
    st.tuples(
        st.just("read"),
        st.tuples(threads, heads),
        st.fixed_dictionaries({"generation": st.none() | generations}, optional={"most": counts}),
    ),
    st.tuples(st.just("head"), st.tuples(threads), st.just({})),
    st.tuples(st.just("holder"), st.tuples(st.sampled_from("kl")), st.just({})),
    st.tuples(st.just("take"), st.tuples(threads), st.just({})),
    st.tuples(
        st.just("rest"), st.tuples(threads, heads, generations, st.none() | times, st.none() | listings), st.just({})
    ),
    st.tuples(st.just("index.bound"), st.tuples(places), st.just({})),
    st.tuples(st.just("index.of_channel"), st.tuples(places, counts, st.just("") | people), st.just({})),
    st.tuples(st.just("index.of_person"), st.tuples(people, counts), st.just({})),
    st.tuples(st.just("index.named"), st.tuples(places, st.sampled_from(["", "a", "x"])), st.just({})),
    st.tuples(st.just("index.waiting"), st.tuples(places, st.just("") | people), st.just({})),
    st.tuples(st.just("index.decided_by"), st.tuples(st.frozensets(keys), teams), st.just({})),
    st.tuples(st.just("index.scheduled"), st.tuples(st.none() | st.frozensets(people), teams), st.just({})),
    st.tuples(st.just("index.unrested"), st.tuples(st.none() | places), st.just({})),
    st.tuples(st.just("index.arranged"), st.tuples(teams), st.just({})),
    st.tuples(st.just("restless"), st.tuples(times, st.just(1000) | st.integers(1, 2)), st.just({})),
    st.tuples(st.just("save"), st.tuples(threads, generations, st.builds(snapshot, heads)), st.just({})),
    st.tuples(st.just("load"), st.tuples(threads), st.just({})),
)


class Pair:
    """Both at once. The database is emptied, rather than made anew, for each example."""

    def __init__(self, url: str) -> None:
        self.now = 0.0
        self.real = SqlJournal.open(url, lambda: self.now)

    async def empty(self) -> None:
        def work(cursor: Any) -> None:
            for table in ("snapshots", "facts", "keys", "participants", "concerned", "listings", "bindings", "threads"):
                cursor.execute(f"DELETE FROM {table}")  # noqa: S608

        await self.real._writers.do("", work)
        self.fake = MemoryJournal(lambda: self.now)

    async def play(self, course: list[tuple[Operation, float]]) -> None:
        await self.empty()
        for (name, arguments, named), passes in course:
            self.now += passes
            expected, got = [await outcome(j, name, arguments, named) for j in (self.fake, self.real)]
            assert got == expected, f"{name}{arguments} {named}"


async def outcome(journal: Store, name: str, arguments: tuple[Any, ...], named: dict[str, Any]) -> object:
    try:
        return await attrgetter(name)(journal)(*arguments, **named)
    except JournalError as error:
        return type(error)


@pytest.fixture(scope="module")
def sqlite(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    folder: Path = tmp_path_factory.mktemp("alike")
    pair = Pair(f"sqlite:///{folder / 'a.db'}")
    yield pair
    pair.real.close()


@pytest.fixture(scope="module")
def on_postgres(postgres: Postgres) -> Iterator[Pair]:
    pair = Pair(postgres.database())
    yield pair
    pair.real.close()


courses = st.lists(st.tuples(operations, st.sampled_from([0.0, 0.5, 2.0])), min_size=5, max_size=40)


@given(courses)
def test_sqlite_and_the_fake_do_the_same(sqlite: Pair, course: list[tuple[Operation, float]]):
    asyncio.run(sqlite.play(course))


@settings(max_examples=30)
@given(courses)
def test_postgres_and_the_fake_do_the_same(on_postgres: Pair, course: list[tuple[Operation, float]]):
    asyncio.run(on_postgres.play(course))
