"""What `files` of workspace.yaml keeps from being read and written, by tools and by commands."""

from collections.abc import Iterator

import pytest

from tests.fakes.openai.script import call, reply
from tests.flows.house import WORKSPACE, Desk, InProcess, story
from tests.flows.room import Room
from tests.unit.adapters.sandboxes.confined import in_bubblewrap

FILES = """
files:
  - {{operations: [read, write], paths: [/secret/**], verdict: deny}}
  - {{operations: [read], paths: [/hr/**], verdict: ask}}
  - {{operations: [write], paths: [/docs/**], verdict: ask}}
  - {{operations: [write], paths: [/box/kept/**], verdict: deny}}
"""


class Kept(Desk):
    workspace = WORKSPACE.replace("backend: none", "backend: auto") + FILES


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    with pytest.MonkeyPatch.context() as process:
        yield from Kept.lived_in(tmp_path_factory.mktemp("desk"), InProcess(), process)


def has(desk: Desk, *names: str) -> None:
    for name in names:
        (desk.files / name).parent.mkdir(parents=True, exist_ok=True)
        (desk.files / name).write_text(f"word-4711 in {name}\n")


@story
async def test_what_is_denied_is_in_no_list_and_found_by_no_search(desk: Desk, room: Room) -> None:
    has(desk, "secret/key.txt", "hr/pay.csv", "a.md")
    room.model_will(
        reply(
            call("glob", pattern="**"),
            call("grep", pattern="word-4711"),
            call("read_file", file_path="/secret/key.txt"),
        ),
        reply("Three files, as far as I see."),
    )
    await room.mentions(desk.bob, "what is there?")
    await room.reads("Three files, as far as I see.")
    found, searched, read = (str(one["content"]) for one in (await room.asked(2)).messages[-3:])
    assert "/hr/pay.csv" in found, "its name is not what is asked about"
    assert "/secret/key.txt" not in found
    assert "/a.md" in searched
    assert "not searched: 2 files (that a rule keeps from me)" in searched
    assert "denied by the rule on reading /secret/**" in read


@story
async def test_what_is_asked_is_read_once_somebody_approves(desk: Desk, room: Room) -> None:
    has(desk, "hr/pay.csv")
    room.model_will(reply(call("read_file", file_path="/hr/pay.csv")), reply("I have read it."))
    await room.mentions(desk.bob, "read it")
    await room.clicks(desk.bob, await room.card("Read hr/pay.csv"), "Approve")
    await room.reads("I have read it.")
    assert "word-4711 in hr/pay.csv" in (await room.asked(2)).said


@story
async def test_a_folder_with_anything_in_it_that_is_denied_stays_and_nobody_is_asked(desk: Desk, room: Room) -> None:
    has(desk, "box/kept/plan.md", "box/scraps.md")
    room.model_will(reply(call("delete", file_path="/box")), reply("No."))
    await room.mentions(desk.bob, "clean up")
    await room.reads("No.")
    assert not [message for message in room.posts if message.controls and "Delete" in message.shown]
    said = (await room.asked(2)).said
    assert "a rule keeps me from deleting /box/kept/plan.md, so nothing of /box was deleted" in said
    assert (desk.files / "box" / "scraps.md").exists()


@in_bubblewrap
@story
async def test_a_command_does_not_see_nor_change_what_is_kept_and_its_card_says_so(desk: Desk, room: Room) -> None:
    has(desk, "secret/key.txt", "hr/pay.csv", "docs/a.md", "free.md")
    command = "cat secret/* hr/*; echo new >docs/a.md; mv docs old; echo new >free.md"
    room.model_will(reply("", call("execute", command=command)), reply("Tried."))
    await room.mentions(desk.bob, "try")
    card = await room.card("cat secret/*")
    assert "does not see /secret/**, /hr/**" in card.shown
    assert "does not change /secret/**, /docs/**, /box/kept/**" in card.shown
    await room.clicks(desk.bob, card, "Approve")
    await room.reads("Tried.")
    assert "word-4711" not in (await room.asked(2)).said
    assert (desk.files / "docs" / "a.md").read_text() == "word-4711 in docs/a.md\n"
    assert (desk.files / "free.md").read_text() == "new\n"


@story
async def test_what_is_denied_meanwhile_does_not_happen_though_it_was_asked_before(desk: Desk, room: Room) -> None:
    has(desk, "docs/a.md")
    room.model_will(
        reply(call("edit_file", file_path="/docs/a.md", old_string="word", new_string="new")),
        reply("It is denied now."),
    )
    await room.mentions(desk.bob, "edit it")
    card = await room.card("Edit docs/a.md")
    settings = desk.folder / "workspace" / "workspace.yaml"
    before = settings.read_text()
    try:
        settings.write_text(before.replace("paths: [/docs/**], verdict: ask", "paths: [/docs/**], verdict: deny"))
        await room.clicks_as_seen(desk.bob, card, "Approve")
        await room.reads("It is denied now.")
    finally:
        settings.write_text(before)
    assert (desk.files / "docs" / "a.md").read_text() == "word-4711 in docs/a.md\n"


@story
async def test_an_always_for_every_call_does_not_answer_for_a_path_that_a_rule_asks_about(
    desk: Desk, room: Room
) -> None:
    has(desk, "docs/price.md")
    room.model_will(
        reply(call("write_file", file_path="/list.md", content="a")),
        reply(call("write_file", file_path="/other.md", content="b")),
        reply(call("read_file", file_path="/docs/price.md")),
        reply(call("write_file", file_path="/docs/price.md", content="0")),
        reply("Done."),
    )
    await room.mentions(desk.ana, "write")
    await room.fills_in(
        desk.ana,
        await room.card("Create list.md"),
        "Always…",
        {"Stop asking about": "Every call of write_file"},
    )
    card = await room.card("docs/price.md")
    assert (desk.files / "other.md").exists(), "for which it was given"
    await room.fills_in(desk.ana, card, "Deny…", {"Why not?": "not that"})
    await room.reads("Done.")
    assert (desk.files / "docs" / "price.md").read_text() == "word-4711 in docs/price.md\n"
