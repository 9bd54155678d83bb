"""What is too large for a request is there for the calls of its thread, and for no others."""

import asyncio
from dataclasses import replace

import pytest

from adapters.files.read_only import NoFiles
from adapters.files.result_files import result_files
from adapters.files.routed import Routed
from adapters.files.texts import TextFiles
from harness.context.results import LargeTexts
from harness.files.errors import Missing
from tests.contracts.files import CONTEXT
from tests.contracts.results import begun
from tests.fakes.journal import MemoryJournal
from tests.unit.adapters.files.test_texts import Kept


def test_another_thread_finds_nothing_of_it() -> None:
    async def story() -> None:
        journal, large = MemoryJournal(lambda: 0.0), LargeTexts()
        large.kept_in(journal.results, journal)
        await begun(journal, "t")
        await large.keep("t", "1.1.0", "text")
        mine, theirs = (result_files(large, replace(CONTEXT, thread=thread))["/results"] for thread in ("t", "u"))
        assert await mine.read("/results/1.1.0.txt") == "text"
        assert await theirs.list("/results") == ()
        with pytest.raises(Missing):
            await theirs.read("/results/1.1.0.txt")

    asyncio.run(story())


def test_they_are_found_only_by_whoever_names_them() -> None:
    async def story() -> None:
        routes = {folder: TextFiles(folder, Kept()) for folder in ("/docs", "/results")}
        files = Routed(NoFiles(), more=lambda context: routes, kept=("/results",), quiet=("/results",)).of(CONTEXT)
        assert len((await files.glob("**", "/")).paths) == 3
        assert {hit.path for hit in (await files.grep("no", "/")).hits} == {"/docs/2.txt"}
        assert len(await files.list("/results")) == 3
        assert [hit.path for hit in (await files.grep("no", "/results")).hits] == ["/results/2.txt"]
        assert [entry.path for entry in await files.list("/")] == ["/docs"]

    asyncio.run(story())
