import asyncio

from harness.chat.people import Person, Place
from harness.context.memory_views import MemoryViews
from harness.context.notes import Memory, Note, NoteLayer
from tests.fakes.notes import MemoryNotes

BOB = Person("slack", "T", "bob", "Bob")


def test_all_of_a_layer_is_read_whole_also_what_no_prompt_has_room_for() -> None:
    async def story() -> None:
        memory = Memory()
        memory.kept_in(MemoryNotes(), "")
        for number in range(300):
            await memory.write(Note(f"n{number}", NoteLayer("team"), "x\ny" * 30, by=BOB.id), (), "", ())
        views = MemoryViews(memory, Place("slack", "T", "C1"), BOB)
        text = await views.text("team.md")
        assert text
        assert text.count("\n- ") == 299
        assert (await views.sizes())["team.md"] == len(text)
        assert await views.text("person.md") is None

    asyncio.run(story())
