"""What is remembered is there for a call as its turn is told it, and for no other."""

import asyncio
from dataclasses import replace

import pytest

from adapters.files.memory_files import memory_files
from harness.chat.people import Person, Place
from harness.context.notes import Memory, Note, NoteLayer
from harness.files.errors import FilesError, Missing
from tests.contracts.files import CONTEXT
from tests.fakes.notes import MemoryNotes

BOB = Person("slack", "T", "bob", "Bob")
DIRECT, OPS = Place.direct(BOB), Place("slack", "T", "C1", "1.5")


def test_each_layer_that_is_told_there_is_a_file_that_nobody_writes() -> None:
    async def story() -> None:
        memory = Memory()
        memory.kept_in(MemoryNotes(), "")
        for number, layer in enumerate((NoteLayer("team"), NoteLayer("person", BOB.id))):
            await memory.write(Note(f"n{number}", layer, f"Note {number}.", by=BOB.id, name="Bob"), (), "", ())
        direct = memory_files(memory, replace(CONTEXT, place=DIRECT, requester=BOB))["/memory"]
        ops = memory_files(memory, replace(CONTEXT, place=OPS, requester=BOB))["/memory"]
        assert [entry.path for entry in await direct.list("/memory")] == ["/memory/person.md", "/memory/team.md"]
        assert [entry.path for entry in await ops.list("/memory")] == ["/memory/place.md", "/memory/team.md"]
        assert await direct.read("/memory/person.md") == "- Note 1.\n  (n1, Bob, Thursday, 1970-01-01)\n"
        assert await ops.read("/memory/place.md") == "Nothing is remembered here yet.\n"
        with pytest.raises(Missing):
            await ops.read("/memory/person.md")
        with pytest.raises(FilesError):
            await direct.write("/memory/person.md", "- mine")

    asyncio.run(story())
