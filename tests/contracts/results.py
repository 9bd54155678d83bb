"""What everything promises that keeps large results."""

import asyncio

from tests.contracts.storage import Storage


class ResultsContract:
    def test_each_thread_has_its_own_by_name(self, storage: Storage) -> None:
        async def write() -> None:
            results = storage.journal.results
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
            await results.keep("t", "1.1.0.txt", "one")
            await results.keep("t", "1.1.0.txt", "three")
            assert await results.text("t", "1.1.0.txt") == "three"
            assert dict(await results.sizes("t")) == {"1.1.0.txt": 5}

        asyncio.run(story())

    def test_ten_megabytes_and_characters_that_are_none_are_kept(self, storage: Storage) -> None:
        async def story() -> None:
            results = storage.journal.results
            await results.keep("t", "1.1.0.txt", f"a\0b\ud800{'x' * 10_000_000}")
            assert (await results.text("t", "1.1.0.txt") or "").startswith("a\ufffdb?xxx")

        asyncio.run(story())
