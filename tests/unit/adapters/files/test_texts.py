"""Texts as files in one folder: what is promised of reading, but for what only a disk has."""

import asyncio
from collections.abc import Mapping

import pytest

from adapters.files.texts import OfThread, TextFiles
from harness.files.errors import BadPattern, Failed, FilesError, Missing, ReadOnly, Ruled, WrongKind
from harness.files.port import Hit, NotSearched, NumberedLine
from harness.sessions.journal import JournalUnavailable
from tests.contracts.files import CONTEXT

KEPT = {"1.1.0.txt": "one\ntwo needle\nthree\n", "1.1.1.txt": "needle\nneedle", "2.txt": "no"}


class Kept:
    def __init__(self, away: bool = False) -> None:
        self.away = away

    async def sizes(self) -> Mapping[str, int]:
        if self.away:
            raise JournalUnavailable("the database is away")
        return {name: len(text) for name, text in KEPT.items()}

    async def text(self, name: str) -> str | None:
        return KEPT.get(name)


FILES = TextFiles("/results", Kept())


def refused(kind: type[FilesError], *, files: TextFiles = FILES, does: str, path: str, pattern: str = "needle") -> None:
    async def story() -> None:
        match does:
            case "list":
                await files.list(path)
            case "read":
                await files.read(path)
            case "grep":
                await files.grep(pattern, path)
            case "glob":
                await files.glob("*", path)
            case "write":
                await files.write(path, "x")

    with pytest.raises(kind):
        asyncio.run(story())


def test_they_are_listed_read_and_the_same_for_every_call() -> None:
    async def story() -> None:
        files = FILES.of(CONTEXT)
        entries = await files.list("/results/")
        assert [(entry.path, entry.size) for entry in entries] == [
            ("/results/1.1.0.txt", 21),
            ("/results/1.1.1.txt", 13),
            ("/results/2.txt", 2),
        ]
        assert await files.read("results/2.txt") == "no"
        assert await files.read_bytes("/results/2.txt") == b"no"
        assert files.lies("results/2.txt") == "/results/2.txt"

    asyncio.run(story())


@pytest.mark.parametrize(
    ("kind", "does", "path"),
    [
        (Missing, "read", "/results/3.txt"),
        (Missing, "list", "/results/3.txt"),
        (Missing, "grep", "/results/3.txt"),
        (Missing, "read", "/results/2.txt/deeper"),
        (WrongKind, "read", "/results"),
        (WrongKind, "list", "/results/2.txt"),
        (WrongKind, "glob", "/results/2.txt"),
        (ReadOnly, "write", "/results/2.txt"),
    ],
)
def test_what_cannot_be_done_says_why(kind: type[FilesError], does: str, path: str) -> None:
    refused(kind, does=does, path=path)


@pytest.mark.parametrize("pattern", ["", "a\nb"])
def test_a_search_for_nothing_or_over_lines_is_refused(pattern: str) -> None:
    refused(BadPattern, does="grep", path="/results", pattern=pattern)


def test_a_storage_that_is_away_is_a_failure_of_files() -> None:
    refused(Failed, files=TextFiles("/results", Kept(away=True)), does="list", path="/results")


def test_they_are_found_by_name_from_above_and_within() -> None:
    async def story() -> None:
        for pattern, path, found in (
            ("*.txt", "/", 3),
            ("1.*", "/results", 2),
            ("/results/2.txt", "/results", 1),
            ("results/*", "/", 3),
            ("*", "/results", 3),
            ("*.md", "/", 0),
        ):
            assert len((await FILES.glob(pattern, path)).paths) == found, (pattern, path)
        cut = await FILES.glob("*", "/", 1)
        assert (cut.paths, cut.complete) == (("/results/1.1.0.txt",), False)

    asyncio.run(story())


def test_lines_are_found_with_their_numbers_and_counted_to_the_end() -> None:
    async def story() -> None:
        found = await FILES.grep("needle", "/results", most=2)
        assert found.hits == (
            Hit("/results/1.1.0.txt", 1, (NumberedLine(2, "two needle"),)),
            Hit("/results/1.1.1.txt", 2, (NumberedLine(1, "needle"),)),
        )
        assert not found.complete
        [alone] = (await FILES.grep("needle", "/results/1.1.1.txt")).hits
        assert alone.count == 2
        assert (await FILES.grep("needle", "/", "2.*")).hits == ()

    asyncio.run(story())


def test_a_rule_keeps_them_from_being_touched() -> None:
    async def story() -> None:
        with pytest.raises(Ruled):
            await FILES.read("/results/2.txt", lambda path: False)
        found = await FILES.grep("needle", "/", permits=lambda path: not path.endswith("1.1.txt"))
        assert [hit.path for hit in found.hits] == ["/results/1.1.0.txt"]
        assert found.left_out == (NotSearched("ruled", 1),)

    asyncio.run(story())


def test_a_thread_has_its_own() -> None:
    async def sizes(thread: str) -> Mapping[str, int]:
        return {thread: 1}

    async def text(thread: str, name: str) -> str | None:
        return f"{thread} {name}"

    texts = OfThread("t", sizes, text)
    assert asyncio.run(texts.sizes()) == {"t": 1}
    assert asyncio.run(texts.text("a")) == "t a"
