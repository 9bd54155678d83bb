"""A folder of a conversation's own, for tools and for commands."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fakes.openai.script import call, reply
from tests.flows import skills
from tests.flows.house import WORKSPACE, Desk, InProcess, story
from tests.flows.room import Room
from tests.unit.adapters.sandboxes.confined import in_bubblewrap


class Contained(Desk):
    workspace = WORKSPACE.replace("backend: none", "backend: auto")

    def furnish(self, cyd: str, settings: str = "") -> None:
        super().furnish(cyd, settings)
        home = skills.add(self.folder / "workspace", "count")
        (home / "run.sh").write_text("echo counted\n")
        (home / ".env").write_text("word-4711\n")


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    with pytest.MonkeyPatch.context() as process:
        yield from Contained.lived_in(tmp_path_factory.mktemp("desk"), InProcess(), process)


def kept(desk: Desk, name: str) -> list[Path]:
    return list((desk.folder / "data" / "scratch").rglob(name))


@story
async def test_nobody_is_asked_about_what_is_written_there_and_no_other_thread_sees_it(desk: Desk, room: Room) -> None:
    room.model_will(
        reply(call("write_file", file_path="/scratch/plan.md", content="word-4711\n")),
        reply(call("edit_file", file_path="/scratch/plan.md", old_string="word", new_string="mark")),
        reply("Noted."),
        reply(call("read_file", file_path="/scratch/plan.md")),
        reply("I know of no plan."),
    )
    await room.mentions(desk.bob, "plan it")
    await room.reads("Noted.")
    assert not [message for message in room.posts if message.controls and "plan.md" in message.shown]
    assert [path.read_text() for path in kept(desk, "plan.md")] == ["mark-4711\n"]
    assert not (desk.files / "scratch").exists()
    await room.mentions(desk.bob, "what was the plan?")
    await room.reads("I know of no plan.")
    assert "/scratch/plan.md does not exist" in (await room.asked(5)).said


@in_bubblewrap
@story
async def test_commands_find_it_and_the_scripts_of_skills(desk: Desk, room: Room) -> None:
    command = "sh /skills/count/run.sh >$SCRATCH/out; cat /scratch/out /skills/count/.env; ls /scratch"
    room.model_will(
        reply(call("write_file", file_path="/scratch/in", content="x\n")),
        reply(call("execute", command=command)),
        reply(call("read_file", file_path="/scratch/out")),
        reply("Counted."),
    )
    await room.mentions(desk.bob, "count")
    await room.clicks(desk.bob, await room.card("/skills/count/run.sh"), "Approve")
    await room.reads("Counted.")
    said = (await room.asked(3)).said
    assert "counted\n" in said
    assert "in\nout\n" in said
    assert "word-4711" not in said
    assert "1\tcounted" in (await room.asked(4)).said


@story
async def test_it_goes_with_its_conversation(desk: Desk, room: Room) -> None:
    room.model_will(reply(call("write_file", file_path="/scratch/secret.md", content="word-4711\n")), reply("Noted."))
    await room.mentions(desk.ana, "keep it for now")
    await room.reads("Noted.")
    assert kept(desk, "secret.md")
    await room.addresses(desk.ana, "delete")
    asked = await room.ephemeral(desk.ana, "This deletes “keep it for now")
    await room.clicks(desk.ana, asked, "Delete for good")
    await room.reads("is having this conversation deleted")
    await room.until(lambda: not kept(desk, "secret.md"))
