"""What every index of what was said promises."""

import asyncio
from collections.abc import Sequence

import pytest

from harness.chat.people import Person, Place
from harness.context.said import IndexChange, IndexedMessage, queried_words
from harness.sessions.facts import MessageReceived
from tests.contracts.storage import Storage, Store

OPS, TEAM = Place("slack", "T1", "C1", "1.5"), Place("slack", "T1", "C2", "2.5")
ANA = Person("slack", "T1", "U1", "Ana")


def message(
    text: str, position: int = 1, place: Place = OPS, thread: str = "aa", at: float = 0.0, name: str = ""
) -> IndexedMessage:
    return IndexedMessage(thread, position, at, place, text, by=ANA.id, name="Ana 🦀", message=name or f"m{position}")


def change(*added: IndexedMessage, gone: Sequence[str] = ()) -> IndexChange:
    return IndexChange(set(gone), list(added))


async def begun(journal: Store, *threads: str, rows: int = 1) -> None:
    """Threads with so many rows each."""
    for thread in threads:
        await journal.append(thread, [MessageReceived(ANA, OPS, "hello")] * rows)


async def found(journal: Store, query: str, place: Place = OPS, team: str = "", thread: str = "") -> list[str]:
    words = queried_words(query)
    room = message("", place=place).room
    return [one.text for one in await journal.said.find(words, room, team, 10, thread)]


class SaidContract:
    def test_what_was_said_is_found_by_all_of_its_words_the_latest_first(self, storage: Storage) -> None:
        said = [
            message("The price is nine euros.", 1, at=1),
            message("A PRICE of ten, then", 2, at=2),
            message("no price", 1, TEAM, "bb", at=3),
        ]

        async def write() -> None:
            await begun(storage.journal, "aa", "bb", rows=2)
            assert await storage.journal.said.take("aa", 0, 2, change(*said[:2]))
            assert await storage.journal.said.take("bb", 0, 1, change(said[2]))

        async def read() -> None:
            index = storage.reopen().said
            words = queried_words("price")
            assert [(one.room.channel, one.at) for one in await index.rooms(words, "", 9)] == [("C2", 3), ("C1", 2)]
            assert list(await index.find(words, said[0].room, "", 10)) == [said[1], said[0]]
            assert list(await index.find(words, said[0].room, "", 1)) == [said[1]]
            assert list(await index.find(queried_words("nine price"), said[0].room, "", 10)) == [said[0]]
            assert list(await index.find(queried_words("nine ten"), said[0].room, "", 10)) == []
            assert [one.at for one in await index.rooms(words, "", 9, "b")] == [3]
            [first] = await index.rooms(words, "", 1)
            [second] = await index.rooms(words, "", 1, after=first)
            assert (first.at, second.at) == (3, 2)
            assert list(await index.rooms(words, "", 1, after=second)) == []
            assert list(await index.find(words, said[0].room, "", 10, "b")) == []

        asyncio.run(write())
        asyncio.run(read())

    @pytest.mark.parametrize(
        ("text", "query"),
        [
            ("Grüße aus Köln", "GRUSSE koln"),
            ("naïve café", "Naive Cafe\u0301"),
            ("明日の会議は京都です", "会議"),
            ("明日の会議は京都です", "京"),
            ("ที่ประชุม พรุ่งนี้", "ประชุม"),
            ("회의는 내일입니다", "회의"),
            ("हिन्दी में", "हिन्दी"),
            ("snake_case-word/path.py", "case word path"),
            ("he said \"no\" and 'yes'", "'no'"),
            ("a\0b \ud800 c", "a b c"),
            ("x" * 200, "x" * 200),
        ],
    )
    def test_words_of_all_scripts_are_found(self, storage: Storage, text: str, query: str) -> None:
        async def story() -> None:
            added = IndexChange()
            added.add(message(text))
            await begun(storage.journal, "aa")
            await storage.journal.said.take("aa", 0, 1, added)
            assert len(await found(storage.journal, query)) == 1
            assert not await found(storage.journal, f"{query} other")

        asyncio.run(story())

    @pytest.mark.parametrize(
        "query",
        ['"', "pri*", "price NEAR(nine)", "price AND NOT nine", "-price", "words:price", "price | nine & !a", "^price"],
    )
    def test_nothing_in_a_query_is_read_as_the_language_of_the_index(self, storage: Storage, query: str) -> None:
        async def story() -> None:
            await begun(storage.journal, "aa")
            await storage.journal.said.take("aa", 0, 1, change(message("the price"), message(query, 2)))
            if queried_words(query):
                assert query in await found(storage.journal, query)
                assert ("the price" in await found(storage.journal, query)) is (queried_words(query) == ("price",))

        asyncio.run(story())

    def test_what_is_gone_is_found_no_more_and_what_took_its_place_is(self, storage: Storage) -> None:
        async def story() -> None:
            index = storage.journal.said
            await begun(storage.journal, "aa", "bb", rows=2)
            await index.take("aa", 0, 1, change(message("a red door"), message("a blue door", 2)))
            await index.take("bb", 0, 1, change(message("a red wall", 1, thread="bb")))
            await index.take("aa", 1, 2, change(message("a green door", 3, name="m1"), gone=["m1"]))
            assert await found(storage.journal, "red") == ["a red wall"], "of that name in another thread"
            assert await found(storage.journal, "green") == ["a green door"]
            assert len(await found(storage.journal, "door")) == 2

        asyncio.run(story())

    def test_what_another_was_faster_with_is_taken_once(self, storage: Storage) -> None:
        async def story() -> None:
            index = storage.journal.said
            await begun(storage.journal, "aa", rows=5)
            assert await index.indexed("aa") == 0
            assert await index.take("aa", 0, 5, change(message("once")))
            assert not await index.take("aa", 0, 5, change(message("once")))
            assert await found(storage.journal, "once") == ["once"]
            assert await index.indexed("aa") == 5

        asyncio.run(story())

    def test_of_rows_that_are_not_there_nothing_is_taken(self, storage: Storage) -> None:
        async def story() -> None:
            index = storage.journal.said
            await begun(storage.journal, "aa")
            assert not await index.take("aa", 0, 2, change(message("gone")))
            assert not await index.take("bb", 0, 1, change(message("gone", thread="bb")))
            assert await found(storage.journal, "gone") == []
            assert (await index.indexed("aa"), await index.indexed("bb")) == (0, 0)

        asyncio.run(story())

    def test_threads_are_behind_until_all_of_their_rows_are_taken(self, storage: Storage) -> None:
        async def story() -> None:
            index = storage.journal.said
            await begun(storage.journal, "aa", "bb", "T2.cc")
            assert set(await index.behind("", 10)) == {"aa", "bb"}
            assert await index.behind("T2", 10) == ["T2.cc"]
            assert len(await index.behind("", 1)) == 1
            await index.take("aa", 0, 1, change())
            assert await index.behind("", 10) == ["bb"]
            await begun(storage.journal, "aa")
            assert set(await index.behind("", 10)) == {"aa", "bb"}

        asyncio.run(story())

    def test_a_team_finds_nothing_of_another(self, storage: Storage) -> None:
        async def story() -> None:
            await begun(storage.journal, "aa", "T2.bb", "T22.cc")
            for thread in ("aa", "T2.bb", "T22.cc"):
                await storage.journal.said.take(thread, 0, 1, change(message(f"secret of {thread}", thread=thread)))
            assert await found(storage.journal, "secret") == ["secret of aa"]
            assert await found(storage.journal, "secret", team="T2") == ["secret of T2.bb"]
            assert await found(storage.journal, "secret", team="T2", thread="T22") == []
            assert [one.at for one in await storage.journal.said.rooms(("secret",), "T22", 9)] == [0]

        asyncio.run(story())

    def test_what_is_set_aside_is_neither_behind_nor_found(self, storage: Storage) -> None:
        async def story() -> None:
            await begun(storage.journal, "aa")
            await storage.journal.said.take("aa", 0, 1, change(message("secret")))
            await begun(storage.journal, "aa")
            claim = await storage.journal.take("aa")
            await storage.journal.set_aside("aa", claim.generation, "it cannot be read")
            assert await storage.journal.said.behind("", 10) == []
            assert await found(storage.journal, "secret") == [], "it may have been deleted since"
            assert await storage.journal.said.rooms(("secret",), "", 9) == []

        asyncio.run(story())

    def test_a_discord_thread_is_a_room_of_its_own(self, storage: Storage) -> None:
        async def story() -> None:
            here, there = Place("discord", "1", "2", "3"), Place("discord", "1", "2", "4")
            await begun(storage.journal, "aa")
            await storage.journal.said.take("aa", 0, 1, change(message("red", 1, here), message("red", 2, there)))
            assert {one.room for one in await storage.journal.said.rooms(("red",), "", 9)} == {here, there}
            assert len(await found(storage.journal, "red", here)) == 1

        asyncio.run(story())

    def test_what_is_forgotten_is_behind_again(self, storage: Storage) -> None:
        async def story() -> None:
            index = storage.journal.said
            await begun(storage.journal, "aa", "bb")
            for thread in ("aa", "bb"):
                await index.take(thread, 0, 1, change(message(f"red {thread}", thread=thread)))
            await index.forget(["aa"])
            assert await found(storage.journal, "red") == ["red bb"]
            assert await index.behind("", 10) == ["aa"]
            await index.forget()
            assert await found(storage.journal, "red") == []
            assert await index.indexed("bb") == 0
            assert await index.take("bb", 0, 1, change(message("red bb", thread="bb")))
            assert await found(storage.journal, "red") == ["red bb"]

        asyncio.run(story())

    def test_very_long_words_and_messages_do_no_harm(self, storage: Storage) -> None:
        async def story() -> None:
            han = "".join(map(chr, range(0x4E00, 0x9FFF))) * 5
            words = " ".join(f"wort{i}" for i in range(30_000))
            await begun(storage.journal, "aa", rows=3)
            change = IndexChange()
            for position, text in enumerate((han, words, "x" * 500_000)):
                change.add(message(text, position + 1))
            assert await storage.journal.said.take("aa", 0, 3, change)
            assert len(await found(storage.journal, "wort77")) == 1
            assert len(await found(storage.journal, han[20:24])) == 1

        asyncio.run(story())
