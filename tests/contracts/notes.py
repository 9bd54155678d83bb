"""What everything that keeps notes promises."""

import asyncio

import pytest

from harness.context.notes import Note, NoteLayer, NoteUnknown
from harness.tools.calls import Quoted
from tests.contracts.storage import Storage

M1, M2 = Quoted("t", "m1"), Quoted("t", "m2")
TEAM, OPS, ANA = NoteLayer("team"), NoteLayer("place", "slack:T1:C1"), NoteLayer("person", "slack:T1:U1")


def note(id: str, text: str, layer: NoteLayer = OPS, at: float = 0.0, thread: str = "t") -> Note:
    return Note(id, layer, text, by="slack:T1:U1", name="Ana 🦀", place="slack:T1:C1:1.5", thread=thread, at=at)


class NotesContract:
    def test_each_layer_has_its_own_and_the_latest_come_first(self, storage: Storage) -> None:
        kept = [note("1", "red", at=1), note("2", "blue", at=2), note("3", "alpha", TEAM), note("4", "tea", ANA)]

        async def write() -> None:
            notes = storage.journal.notes
            for one in kept:
                assert await notes.write(one) is None

        async def read() -> None:
            notes = storage.reopen().notes
            assert [one.text for one in await notes.of([OPS])] == ["blue", "red"]
            assert [one.text for one in await notes.of([TEAM, ANA])] == ["alpha", "tea"]
            assert await notes.of([NoteLayer("person", "slack:T1:U2")]) == []
            assert list(await notes.of([OPS]))[1] == kept[0]
            assert len(await notes.all()) == 4

        asyncio.run(write())
        asyncio.run(read())

    def test_whatever_characters_are_in_it_it_is_kept(self, storage: Storage) -> None:
        async def story() -> None:
            notes = storage.journal.notes
            await notes.write(note("1", "nul \0, and \u202e, and 🦀"))
            [kept] = await notes.of([OPS])
            assert kept.text.replace("\ufffd", "\0") == "nul \0, and \u202e, and 🦀"
            assert await notes.told("t\0") == []

        asyncio.run(story())

    def test_written_twice_it_is_there_once(self, storage: Storage) -> None:
        async def story() -> None:
            notes = storage.journal.notes
            await notes.write(note("1", "red"))
            assert await notes.write(note("2", "blue"), instead="1", among=[OPS]) == note("1", "red")
            again = await notes.write(note("2", "blue"), instead="1", among=[OPS])
            assert again == note("1", "red"), "as after a crash"
            assert [one.text for one in await notes.of([OPS])] == ["blue"]
            await notes.write(note("3", "green"), instead="2", among=[OPS])
            assert await notes.write(note("2", "blue"), instead="1", among=[OPS]) is None
            assert [one.text for one in await notes.of([OPS])] == ["green"]

        asyncio.run(story())

    def test_what_is_replaced_is_told_nowhere_and_is_back_once_that_is_undone(self, storage: Storage) -> None:
        async def story() -> None:
            notes = storage.journal.notes
            await notes.write(note("1", "red"), [M1])
            await notes.write(note("2", "blue"), [M2], instead="1", among=[OPS])
            assert [one.id for one in await notes.of([OPS])] == [one.id for one in await notes.all()] == ["2"]
            assert await notes.named("1") is None
            assert await notes.forget("1") is None
            assert await notes.undo("1") == (None, None)
            assert await notes.covering("t", "m1") == []
            with pytest.raises(NoteUnknown):
                await notes.write(note("3", "green"), instead="1", among=[OPS])
            assert await notes.undo("2") == (note("2", "blue"), note("1", "red"))
            notes = storage.reopen().notes
            assert await notes.all() == [note("1", "red")]
            assert await notes.covering("t", "m2") == []
            assert [one.id for one in await notes.covering("t", "m1")] == ["1"]
            assert await notes.undo("2") == (None, None)
            assert await notes.undo("1") == (note("1", "red"), None)
            assert await notes.all() == []

        asyncio.run(story())

    @pytest.mark.parametrize("back", [True, False])
    def test_of_what_was_replaced_one_is_kept(self, storage: Storage, back: bool) -> None:
        async def story() -> None:
            notes = storage.journal.notes
            await notes.write(note("1", "red"))
            await notes.write(note("2", "blue"), instead="1", among=[OPS])
            await notes.write(note("3", "green"), instead="2", among=[OPS])
            if back:
                assert await notes.undo("3") == (note("3", "green"), note("2", "blue"))
                assert await notes.undo("2") == (note("2", "blue"), None)
            else:
                assert await notes.forget("3") == note("3", "green")
                assert await notes.undo("3") == (None, None)
            assert await notes.all() == []

        asyncio.run(story())

    @pytest.mark.parametrize(
        ("deleted", "counted", "left"),
        [("m1", 0, ["2"]), ("m2", 1, []), ("m3", 1, [])],
        ids=["what it replaced", "what replaced it", "both"],
    )
    def test_what_was_deleted_is_not_brought_back_and_brings_nothing_back(
        self, storage: Storage, deleted: str, counted: int, left: list[str]
    ) -> None:
        async def story() -> None:
            notes, m3 = storage.journal.notes, Quoted("t", "m3")
            await notes.write(note("1", "red"), [M1, m3])
            await notes.write(note("2", "blue"), [M2, m3], instead="1", among=[OPS])
            assert await notes.void("t", deleted) == counted
            assert [one.id for one in await notes.all()] == left
            assert (await notes.undo("2"))[1] is None
            assert await notes.all() == []

        asyncio.run(story())

    @pytest.mark.parametrize("instead", ["1", "no such"])
    def test_what_is_not_told_here_is_not_replaced(self, storage: Storage, instead: str) -> None:
        async def story() -> None:
            notes = storage.journal.notes
            await notes.write(note("1", "tea", ANA))
            with pytest.raises(NoteUnknown, match=f"there is no note {instead} here"):
                await notes.write(note("2", "coffee"), instead=instead, among=[OPS, TEAM])
            assert [one.text for one in await notes.all()] == ["tea"]

        asyncio.run(story())

    def test_what_is_forgotten_is_gone(self, storage: Storage) -> None:
        async def story() -> None:
            notes = storage.journal.notes
            await notes.write(note("1", "tea", ANA))
            assert await notes.forget("1", [OPS]) is None
            assert await notes.forget("1", [OPS, ANA]) == note("1", "tea", ANA)
            assert await notes.forget("1") is None
            assert await notes.all() == []

        asyncio.run(story())

    def test_a_note_goes_with_what_it_is_of_and_not_with_what_one_was_of_that_it_replaced(
        self, storage: Storage
    ) -> None:
        async def story() -> None:
            notes = storage.journal.notes
            await notes.write(note("1", "red"), [M1, M2])
            await notes.write(note("2", "blue", thread="other"), [M2])
            await notes.write(note("3", "green"), [Quoted("other", "m2")])
            await notes.write(note("4", "grey"), [Quoted("t", "m3")], instead="1", among=[OPS])
            assert await notes.void("t", "m1") == 0
            assert await notes.void("t", "m2") == 1
            assert sorted(one.id for one in await notes.all()) == ["3", "4"]

        asyncio.run(story())

    def test_of_what_was_deleted_none_is_left_and_none_is_written(self, storage: Storage) -> None:
        async def story() -> None:
            notes = storage.journal.notes
            await notes.write(note("1", "red"), [M1])
            await notes.write(note("2", "red, too", thread="other"), [Quoted("other", "m7")], like=["1"])
            await notes.write(note("3", "blue"), [M2])
            assert await notes.void("t", "m1") == 2
            assert await notes.void("t", "m1") == 0
            assert [one.id for one in await notes.all()] == ["3"]
            for covers, like in (([M1], []), ([Quoted("t", "m3"), M1], []), ([M1], ["3"])):
                with pytest.raises(NoteUnknown, match="deleted"):
                    await notes.write(note("4", "red"), covers, like=like)
            assert [one.id for one in await storage.reopen().notes.all()] == ["3"]

        asyncio.run(story())

    def test_it_is_known_who_was_told_what_and_what_of_that_was_deleted(self, storage: Storage) -> None:
        async def story() -> None:
            notes = storage.journal.notes
            await notes.void("t", "m2")
            for _ in range(2):
                assert await notes.tell("here", [M1, M2]) == {M2}
            await notes.tell("there", [M1, Quoted("t")])
            assert await notes.told("t", "m1") == ["here", "there"]
            assert await notes.told("t") == ["here", "there"]
            assert await notes.told("other") == []
            for _ in range(2):
                await notes.tell_as("branch", "there")
            await notes.tell_as("never", "other")
            assert await notes.told("t", "m1") == ["branch", "here", "there"]
            assert await notes.told("t", "m2") == ["here"]

        asyncio.run(story())
