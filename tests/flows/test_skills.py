"""Skills in Slack: told of in a line, read on demand, narrowing, kept to their places, and listed."""

import json
from collections.abc import Iterator

import pytest

from tests.fakes.openai.script import call, reply
from tests.flows.house import Desk, InProcess, story
from tests.flows.room import Room
from tests.flows.skills import add
from tests.flows.surface import mention

READS = reply(call("skill", name="forms"))


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    folder = tmp_path_factory.mktemp("desk")
    forms = add(folder / "workspace", "forms")
    (forms / "tax.md").write_text("Line 7 is yours.\n")
    add(folder / "workspace", "careful", "allowed-tools: Read, Bash(git:*)\n")
    add(folder / "workspace", "old")
    with pytest.MonkeyPatch.context() as process:
        yield from Desk.lived_in(folder, InProcess(), process, "skills: {old: {enabled: false}}\n")


async def said(room: Room, nth: int) -> str:
    """What the nth request of this story holds, but for what it is told before all else."""
    return json.dumps((await room.asked(nth)).messages[1:], ensure_ascii=False)


@story
async def test_a_turn_is_told_a_line_reads_the_rest_on_demand_and_finds_its_files(desk: Desk, room: Room) -> None:
    reads = reply(call("read_file", file_path="/skills/forms/tax.md"), call("ls", path="/skills"))
    room.model_will(READS, reads, reply("Filled in."))
    await room.mentions(desk.bob, "fill in the tax form")
    await room.reads("Filled in.")
    told = str((await room.asked(1)).messages[0]["content"])
    assert "- forms: Use for: forms." in told
    assert "- old:" not in told
    assert "in pen" not in told
    assert "Fill them in pen." in await said(room, 2)
    third = await said(room, 3)
    assert "Line 7 is yours." in third
    assert "/skills/old" not in third


@story
async def test_what_is_there_is_not_written_and_nobody_is_asked(desk: Desk, room: Room) -> None:
    room.model_will(reply(call("write_file", file_path="/skills/forms/tax.md", content="x")), reply("I can't."))
    await room.mentions(desk.bob, "change the skill")
    await room.reads("I can't.")
    assert "cannot be written: what lies there can only be read" in await said(room, 2)
    assert not [post for post in room.posts if post.controls]


@story
async def test_a_skill_that_leaves_less_narrows_the_turn_and_not_the_next(desk: Desk, room: Room) -> None:
    writes = reply(call("write_file", file_path="/a.md", content="a"))
    room.model_will(reply(call("skill", name="careful")), writes, reply("It may only read."), writes, reply("Done."))
    await room.mentions(desk.bob, "be careful")
    await room.reads("It may only read.")
    assert "the skill careful was read, and leaves only read_file, execute git* in this turn" in await said(room, 3)
    await room.addresses(desk.bob, "now write")
    await room.clicks(desk.bob, await room.card("Create a.md?"), "Approve")
    await room.reads("Done.")
    assert (desk.files / "a.md").read_text() == "a"


@story
async def test_one_that_is_pinned_is_in_its_place_alone(desk: Desk, room: Room) -> None:
    workspace = desk.folder / "workspace"
    add(workspace, "ops", text="The secret way.")
    pin = f'"slack:{desk.slack.team.id}:{desk.room("ops").channel.id}"'
    file = workspace / "workspace.yaml"
    before = file.read_text()
    file.write_text(before.replace("old: {enabled: false}", f"old: {{enabled: false}}, ops: {{places: [{pin}]}}"))
    looks = reply(call("skill", name="ops"), call("grep", pattern="secret way"))
    room.model_will(looks, reply("Not here."))
    await room.mentions(desk.bob, "how do we deploy?")
    await room.reads("Not here.")
    assert "There is no skill ops here; there are: careful, forms." in await said(room, 2)
    assert "The secret way." not in await said(room, 2)
    answer = await desk.slack.runs_command(desk.bob, room.channel, "/deskmate", "skills")
    assert "**ops** (only in [" in answer["text"]
    assert "Use for: ops" not in answer["text"]
    file.write_text(before)


@story
async def test_the_word_lists_them_with_their_state_and_owners_are_told_once_of_a_broken_one(
    desk: Desk, room: Room
) -> None:
    workspace = desk.folder / "workspace"
    file = workspace / "workspace.yaml"
    file.write_text(file.read_text().replace("roles: [approver]", "roles: [approver, owner]"))
    (add(workspace, "broken") / "SKILL.md").write_text("Nothing says what this is for.\n")
    room.model_will(reply("Hello."), reply("Still here."))
    await room.mentions(desk.bob, "hello")
    await room.reads("Hello.")
    direct = desk.slack.dm(desk.cyd)
    told = await room.until(lambda: next((m for m in desk.slack.posts(direct) if "left out" in m.shown), None))
    assert "skills/broken/SKILL.md:1`: must begin with a line of" in told.shown
    await room.addresses(desk.bob, "and now?")
    await room.reads("Still here.")
    await room.rests()
    assert len([m for m in desk.slack.posts(direct) if "left out" in m.shown]) == 1
    await room.addresses(desk.bob, "skills")
    listed = await room.told(desk.bob, "is broken")
    assert "broken is broken and left out: line 1, must begin with a line of" in listed.replace("*", "")
    assert "old (off)" in listed.replace("*", "")
    assert "Use for: forms." in listed
    assert mention(desk.bob) not in listed
