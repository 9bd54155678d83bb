"""All conversations are listed, and one is found by what it is called there."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from adapters.storage.journal import SqlJournal
from bot.threads.listing import ListedThread, NoSuchThread, listed, meant
from harness.chat.people import Place
from harness.sessions.facts import Fact, MessageReceived
from harness.sessions.index import ThreadSummary
from tests.laws.colleague import BOB, CHANNEL
from tests.unit.bot.threads.journals import on_disk

HI: Sequence[Fact] = [MessageReceived(BOB, CHANNEL, "hi", "m1")]
NAMES = ("aaaaaa01", "aaaaaa02", "T1.bbbbbb01", "cccccc01")


def summary(title: str, at: float, waits: bool = False, archived: bool = False) -> ThreadSummary:
    place = Place("slack", "T1", "C1", "1")
    return ThreadSummary(place=place, title=title, at=at, waits=waits, people=frozenset(), archived=archived)


async def rests(journal: SqlJournal, thread: str, summed: ThreadSummary) -> None:
    generation = (await journal.take(thread)).generation
    assert await journal.rest(thread, await journal.head(thread), generation, None, summed)


def test_each_says_how_it_stands_the_latest_first(tmp_path: Path) -> None:
    async def work(journal: SqlJournal) -> Sequence[ListedThread]:
        await rests(journal, NAMES[0], summary("old", 1.0, archived=True))
        await rests(journal, NAMES[1], summary("new\x1b[2J", 9.0, waits=True))
        await rests(journal, NAMES[2], summary("said more", 5.0))
        await journal.append(NAMES[2], HI)
        await journal.set_aside(NAMES[3], (await journal.take(NAMES[3])).generation, "row 1 is odd")
        return await listed(journal)

    found = on_disk(tmp_path, dict.fromkeys(NAMES, HI), work)
    assert [(one.thread, one.state) for one in found] == [
        ("cccccc01", "set aside"),
        ("aaaaaa02", "waiting"),
        ("T1.bbbbbb01", "working"),
        ("aaaaaa01", "idle"),
    ]
    assert str(found[0]) == "cccccc01  set aside  [(nothing said yet)]"
    assert str(found[1]) == ("aaaaaa02  waiting  Thursday, 1970-01-01 00:00 UTC  slack:T1:C1:1  [new\\x1b[2J]")
    assert str(found[3]) == "aaaaaa01  idle, archived  Thursday, 1970-01-01 00:00 UTC  slack:T1:C1:1  [old]"
    assert found[3].fields == {
        "thread": "aaaaaa01",
        "state": "idle",
        "archived": True,
        "at": "1970-01-01T00:00:01+00:00",
        "place": "slack:T1:C1:1",
        "title": "old",
    }


@pytest.mark.parametrize(
    ("name", "whole"),
    [("aaaaaa01", "aaaaaa01"), ("bbbbbb", "T1.bbbbbb01"), ("T1.b", "T1.bbbbbb01"), ("cc", "cccccc01")],
)
def test_one_is_found_by_its_name_or_how_that_begins(name: str, whole: str, tmp_path: Path) -> None:
    assert on_disk(tmp_path, dict.fromkeys(NAMES, HI), lambda journal: meant(journal, name)) == whole


@pytest.mark.parametrize(
    ("name", "said"), [("aaaaaa", "several: name one whole: aaaaaa01, aaaaaa02"), ("x", "no such"), ("", "no such")]
)
def test_a_name_that_is_none_or_several_is_said_to_be(name: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(NoSuchThread, match=said):
        on_disk(tmp_path, dict.fromkeys(NAMES, HI), lambda journal: meant(journal, name))
