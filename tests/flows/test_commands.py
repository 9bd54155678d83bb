"""Words that are commands: `/deskmate` in a channel, and the same words to it in a thread."""

from collections.abc import Iterator

import pytest

from tests.fakes.openai.script import call, reply
from tests.flows.house import Desk, InProcess, story
from tests.flows.room import Room
from tests.flows.surface import mention


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    with pytest.MonkeyPatch.context() as process:
        yield from Desk.lived_in(tmp_path_factory.mktemp("desk"), InProcess(), process)


async def greeted(desk: Desk, room: Room) -> None:
    room.model_will(reply("Hello."))
    await room.mentions(desk.bob, "hello")
    await room.reads("Hello.")
    await room.rests()


@story
async def test_a_mode_that_permits_more_is_allowed_by_who_may_decide(desk: Desk, room: Room) -> None:
    await greeted(desk, room)
    await room.says(desk.bob, f"{desk.slack.bot} mode free")
    asked = await room.card(f"{mention(desk.bob)} asks for free mode, which permits more")
    await room.clicks(desk.dee, asked, "Allow")
    await room.told(desk.dee, "Only an approver (Cyd) can decide this.")
    await room.clicks(desk.cyd, asked, "Allow")
    await room.reads(f"{mention(desk.cyd)} switched me to free mode.")
    await room.until(lambda: not desk.slack.message(asked).controls)
    room.model_will(reply(call("write_file", file_path="/free.md", content="x")), reply("Written without asking."))
    await room.says(desk.bob, f"{desk.slack.bot} write it")
    await room.reads("Written without asking.")
    request = await room.asked(2)
    assert 'mode "free"' in str(request.messages[0]["content"])
    assert (desk.files / "free.md").read_text() == "x"
    await room.says(desk.dee, f"{desk.slack.bot} mode plan")
    await room.reads(f"{mention(desk.dee)} switched me to plan mode.")


@story
async def test_a_slash_command_is_answered_at_once_and_to_its_author_alone(desk: Desk, room: Room) -> None:
    nobody = await desk.slack.runs_command(desk.bob, room.channel, "/deskmate", "status")
    assert "You have no thread in this channel yet" in nobody["text"]
    await greeted(desk, room)
    answer = await desk.slack.runs_command(desk.bob, room.channel, "/deskmate", "status")
    assert "**hello**" in answer["text"]
    assert "Mode: plan. Model: openai/scripted." in answer["text"]
    threads = await desk.slack.runs_command(desk.ana, room.channel, "/deskmate", "threads")
    address = f"acme.slack.com/archives/{room.channel.id}/p{room.thread.replace('.', '')}"
    assert f"**hello** – idle, just now · [open](https://{address})" in threads["text"]
    assert len(room.posts) == 1


@story
async def test_another_model_thinks_where_it_was_chosen(desk: Desk, room: Room) -> None:
    await greeted(desk, room)
    await room.says(desk.bob, f"{desk.slack.bot} model openai/second")
    await room.told(desk.bob, "From the next step I use openai/second.")
    room.model_will(reply("Second here."))
    await room.says(desk.bob, f"{desk.slack.bot} who is there?")
    await room.reads("Second here.")
    assert (await room.asked(2)).body["model"] == "second"


@story
async def test_a_grant_is_revoked_and_what_it_covered_is_asked_again(desk: Desk, room: Room) -> None:
    writes = reply(call("write_file", file_path="/a.md", content="a"))
    room.model_will(writes, writes, reply("Both."), writes)
    await room.mentions(desk.bob, "write it twice")
    await room.fills_in(
        desk.bob, await room.card("Create "), "Always…", {"Stop asking about": "Every call of write_file"}
    )
    await room.reads("Both.")
    await room.says(desk.dee, f"{desk.slack.bot} revoke write_file")
    await room.told(desk.dee, "Revoked. From now on I ask about write_file again.")
    await room.says(desk.bob, f"{desk.slack.bot} and once more")
    await room.card("Replace a.md?")
    told = await desk.slack.runs_command(desk.bob, room.channel, "/deskmate", "approvals")
    assert "Replace a.md (1 line → 1)?" in told["text"]
    assert f"/archives/{room.channel.id}/p" in told["text"]
    assert "Passed on" in (await desk.slack.runs_command(desk.bob, room.channel, "/deskmate", "stop"))["text"]
    await room.reads(f"Stopped by {mention(desk.bob)}")


@story
async def test_what_ended_early_goes_on_by_a_word(desk: Desk, room: Room) -> None:
    room.model_will(reply(call("write_file", file_path="/b.md", content="b")), reply("Better now."))
    await room.mentions(desk.bob, "write it")
    await room.card("Create ")
    await room.says(desk.bob, "stop")
    await room.reads(f"Stopped by {mention(desk.bob)}")
    assert "Passed on" in (await desk.slack.runs_command(desk.bob, room.channel, "/deskmate", "retry"))["text"]
    await room.reads("Better now.")


@story
async def test_what_waits_is_listed_and_taken_back(desk: Desk, room: Room) -> None:
    go_on = desk.files / "dropped"
    room.model_will(reply(call("execute", command=f"until test -e {go_on.name}; do sleep 0.05; done")), reply("Done."))
    await room.mentions(desk.bob, "wait for it")
    await room.clicks(desk.bob, await room.card("Run "), "Approve")
    said = await room.says(desk.ana, "and paint it red")
    await room.until(lambda: desk.slack.reactions(said))
    await room.says(desk.bob, f"{desk.slack.bot} queue")
    queue = await room.told(desk.bob, "Not read yet")
    number = queue.split("`")[1]
    await room.says(desk.bob, f"{desk.slack.bot} queue drop {number}")
    await room.told(desk.bob, f"Only {mention(desk.ana)} can take that back.")
    await room.says(desk.ana, f"{desk.slack.bot} queue drop {number}")
    await room.told(desk.ana, "Dropped.")
    await room.until(lambda: not desk.slack.reactions(said))
    go_on.touch()
    await room.reads("Done.")
    assert "red" not in str((await room.asked(2)).messages[1:])


@story
async def test_a_new_conversation_remembers_nothing_and_the_old_one_goes_on_when_it_is_switched_to(
    desk: Desk, room: Room
) -> None:
    await greeted(desk, room)
    await room.says(desk.bob, f'{desk.slack.bot} rename "the greeting"')
    await room.told(desk.bob, "This thread is now called “the greeting”.")
    await room.says(desk.bob, f"{desk.slack.bot} new")
    await room.told(desk.bob, "A new conversation begins here.")
    room.model_will(reply("What greeting?"), reply("That one."))
    await room.says(desk.bob, "do you remember?")
    await room.reads("What greeting?")
    assert "hello" not in str((await room.asked(2)).messages)
    await room.rests()
    await room.says(desk.bob, f"{desk.slack.bot} threads")
    listed = await room.told(desk.bob, "Threads of this channel")
    id = next(line for line in listed.splitlines() if "the greeting" in line).split("`")[1]
    await room.says(desk.bob, f"{desk.slack.bot} switch {id}")
    await room.told(desk.bob, "This thread now continues “the greeting”.")
    await room.says(desk.bob, "and now?")
    await room.reads("That one.")
    assert "hello" in str((await room.asked(3)).messages)


@story
async def test_a_conversation_of_another_channel_is_not_found(desk: Desk, room: Room) -> None:
    await greeted(desk, room)
    elsewhere = desk.room()
    elsewhere.model_will(reply("Here too."))
    await elsewhere.mentions(desk.dee, "hi")
    await elsewhere.reads("Here too.")
    await elsewhere.rests()
    threads = await desk.slack.runs_command(desk.bob, room.channel, "/deskmate", "threads")
    id = threads["text"].split("`")[1]
    await elsewhere.says(desk.dee, f"{desk.slack.bot} switch {id}")
    await elsewhere.told(desk.dee, "There is no such conversation. `threads` lists those of this channel.")
