"""What everything promises that keeps large results."""

import asyncio

from harness.chat.people import Person, Place
from harness.sessions.facts import MessageReceived
from tests.contracts.storage import Storage, Store


async def begun(journal: Store, *threads: str) -> None:
    for thread in threads:
        await journal.append(
            thread, [MessageReceived(Person("slack", "T1", "U1"), Place("slack", "T1", "C1"), "hello")]
        )


class ResultsContract:
    def test_each_thread_has_its_own_by_name(self, storage: Storage) -> None:
        async def write() -> None:
            results = storage.journal.results
            await begun(storage.journal, "t", "other")
            await results.keep("t", "1.1.0.txt", "crab 🦀")
            await results.keep("t", "1.1.1.txt", "two")
            await results.keep("other", "1.1.0.txt", "theirs")

        async def read() -> None:
            results = storage.reopen().results
            assert dict(await results.sizes("t")) == {"1.1.0.txt": 9, "1.1.1.txt": 3}
            assert await results.text("t", "1.1.0.txt") == "crab 🦀"
            assert await results.text("other", "1.1.0.txt") == "theirs"
            assert await results.text("other", "1.1.1.txt") is None
            assert dict(await results.sizes("none")) == {}

        asyncio.run(write())
        asyncio.run(read())

    def test_what_is_kept_again_takes_the_place_of_what_was(self, storage: Storage) -> None:
        async def story() -> None:
            results = storage.journal.results
            await begun(storage.journal, "t")
            await results.keep("t", "1.1.0.txt", "one")
            await results.keep("t", "1.1.0.txt", "three")
            assert await results.text("t", "1.1.0.txt") == "three"
            assert dict(await results.sizes("t")) == {"1.1.0.txt": 5}

        asyncio.run(story())

    def test_ten_megabytes_and_characters_that_are_none_are_kept(self, storage: Storage) -> None:
        async def story() -> None:
            results = storage.journal.results
            await begun(storage.journal, "t")
            await results.keep("t", "1.1.0.txt", f"a\0b\ud800{'x' * 10_000_000}")
            assert (await results.text("t", "1.1.0.txt") or "").startswith("a\ufffdb?xxx")

        asyncio.run(story())

    def test_of_a_thread_that_is_not_there_nothing_is_kept(self, storage: Storage) -> None:
        async def story() -> None:
            await storage.journal.results.keep("none", "1.1.0.txt", "text")
            assert await storage.journal.results.text("none", "1.1.0.txt") is None

        asyncio.run(story())
