"""What people say and attach in private reaches others neither by files nor by messages, unless somebody lets it."""

import json
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from bot.wiring import Outside
from harness.chat.people import Place
from harness.context.model import Reply
from harness.toolbox.attached_files import folder_of
from tests.cases.colleague import ANA, BOB, OWN, Colleague, Scripted, calls, play
from tests.laws.privacy import Team
from tests.unit.adapters.sandboxes.confined import in_bubblewrap

EDIT = "permissions: {categories: {edit: allow, read: allow}}\n"
RAN = "permissions: {categories: {execute: allow}}\nsandbox: {backend: bubblewrap}\n"
PUBLIC, FEW, GROUP, DIRECT = (
    Place("slack", "T", *where) for where in (("CALL", "1.0"), ("CFEW", "1.0"), ("GTWO",), ("DBOB",))
)
NOTE = ("write_file", '{"file_path": "/note.md", "content": "BOB WANTS TO LEAVE"}')
SAYS = "everyone I work with could read"
REACHES = "others could see what this does"


POSTED = list[tuple[Place, str]]()


def desk(folder: Path, settings: str, *steps: Reply) -> Colleague:
    outside = Outside()
    POSTED.clear()
    outside.rooms.add("slack", Team(lambda *posted: POSTED.append(posted)))
    return Colleague(folder, Scripted(*steps), settings, outside=outside)


def told(folder: Path, settings: str, story: Callable[[Colleague], Awaitable[None]], *steps: Reply) -> None:
    async def whole() -> None:
        one = desk(folder, settings, *steps)
        await story(one)
        await one.ends()

    play(whole)


@pytest.mark.parametrize("place", [DIRECT, GROUP, FEW])
@pytest.mark.parametrize(
    "call",
    [
        NOTE,
        ("edit_file", '{"file_path": "/a.md", "old_string": "old", "new_string": "BOB WANTS TO LEAVE"}'),
        ("delete", '{"file_path": "/a.md"}'),
    ],
)
def test_each_write_from_a_private_place_is_asked_and_the_card_says_who_could_read_it(
    tmp_path: Path, place: Place, call: tuple[str, str]
):
    (tmp_path / "a.md").write_text("old\n")
    read = calls(("read_file", '{"file_path": "/a.md"}'))

    async def story(one: Colleague) -> None:
        await one.says("keep this", by=ANA if place == FEW else BOB, place=place)
        [card] = one.chat.cards(place)
        says = "this deletes it for everyone I work with" if call[0] == "delete" else SAYS
        assert any(says in text for text in one.chat.reads(place))
        assert not any("Always" in button.label for button in card.buttons)
        assert (tmp_path / "a.md").read_text() == "old\n"
        assert not (tmp_path / "note.md").exists()

    told(tmp_path, EDIT, story, read, calls(call), Reply("Done."))


def test_each_time_is_each_time_whatever_a_mode_lets_through(tmp_path: Path):
    yolo = "modes: {free: {yolo: true}}\ndefault_mode: free\n"

    async def story(one: Colleague) -> None:
        await one.says("keep this", place=DIRECT)
        await one.clicks("Approve", place=DIRECT)
        assert (tmp_path / "note.md").exists()
        assert len(one.chat.cards(DIRECT)) == 2, "the second write is asked as well"

    again = calls(("write_file", '{"file_path": "/other.md", "content": "AND SOON"}'))
    told(tmp_path, yolo, story, calls(NOTE), again, Reply("Done."))


MESSAGES = "permissions: {categories: {message: allow, read: allow}}\n"
POST = calls(("post_message", '{"to": "#CALL", "text": "BOB WANTS TO LEAVE"}'))


@pytest.mark.parametrize("settings", [MESSAGES, f"talk: named\n{MESSAGES}"])
@pytest.mark.parametrize("place", [DIRECT, GROUP, FEW])
def test_each_post_from_a_private_place_is_asked_and_the_card_says_who_could_read_it(
    tmp_path: Path, place: Place, settings: str
):
    async def story(one: Colleague) -> None:
        await one.says("tell the team", by=OWN, place=place)
        [card] = one.chat.cards(place)
        assert any("everyone who gets this could read it" in text for text in one.chat.reads(place))
        assert not any("Always" in button.label for button in card.buttons)
        assert not POSTED
        await one.clicks("Approve", by=OWN, place=place)
        assert [(where.channel, text) for where, text in POSTED] == [("CALL", "BOB WANTS TO LEAVE")]

    told(tmp_path, settings, story, POST, Reply("Done."))


def test_a_post_from_a_public_channel_and_a_file_for_the_place_itself_are_not_asked(tmp_path: Path):
    async def story(one: Colleague) -> None:
        await one.says("tell the team", place=PUBLIC)
        assert len(POSTED) == 1
        await one.says("and show me", place=DIRECT)
        assert not one.chat.cards()

    (tmp_path / "a.md").write_text("old\n")
    show = calls(("send_file", '{"file_path": "/a.md"}'))
    told(tmp_path, MESSAGES, story, POST, Reply("Done."), show, Reply("Done."))


def test_a_public_channel_the_own_folder_and_a_team_of_one_are_not_asked(tmp_path: Path):
    alone = "talk: named\npermissions: {categories: {edit: allow}}\n"

    async def public(one: Colleague) -> None:
        await one.says("keep this", place=PUBLIC)
        assert not one.chat.cards(PUBLIC)

    async def direct(one: Colleague) -> None:
        await one.says("keep this", by=OWN, place=Place("slack", "T", "DOWN"))
        assert not one.chat.cards()

    async def scratch(one: Colleague) -> None:
        await one.says("keep this", place=DIRECT)
        assert not one.chat.cards(DIRECT)

    told(tmp_path, EDIT, public, calls(NOTE), Reply("Done."))
    (tmp_path / "note.md").unlink()
    told(tmp_path, alone, direct, calls(NOTE), Reply("Done."))
    own = calls(("write_file", '{"file_path": "/scratch/note.md", "content": "x"}'))
    told(tmp_path, EDIT, scratch, own, Reply("Done."))


def test_without_a_sandbox_a_command_from_a_private_place_is_asked_and_says_so(tmp_path: Path):
    rules = "permissions:\n  rules: [{tool: execute, match: 'touch*', verdict: allow}]\n"

    async def story(one: Colleague) -> None:
        await one.says("run it", place=DIRECT)
        assert any(REACHES in text for text in one.chat.reads(DIRECT))
        assert not (tmp_path / "x").exists()
        await one.says("run it", by=ANA, place=PUBLIC)
        assert (tmp_path / "x").exists(), "a rule allows it where everybody reads"

    run = calls(("execute", '{"command": "touch x"}'))
    told(tmp_path, rules, story, run, run, Reply("Done."))


@in_bubblewrap
@pytest.mark.parametrize(("place", "kept"), [(DIRECT, True), (GROUP, True), (PUBLIC, False)])
def test_a_command_that_nobody_approved_changes_no_shared_file_from_a_private_place(
    tmp_path: Path, place: Place, kept: bool
):
    async def story(one: Colleague) -> None:
        await one.says("keep this", place=place)
        assert not one.chat.cards(place)
        assert (tmp_path / "pub.txt").exists() is not kept
        if kept:
            assert "read-only, except /scratch" in one.model.said()

    told(tmp_path, RAN, story, calls(("execute", '{"command": "echo BOB LEAVES >pub.txt"}')), Reply("Done."))


@in_bubblewrap
def test_a_command_that_sees_private_attachments_changes_no_shared_file_though_it_was_approved(tmp_path: Path):
    kept = tmp_path / folder_of(DIRECT).lstrip("/")
    kept.mkdir(parents=True)
    (kept / "payslip.txt").write_text("4711")
    copy = json.dumps({"command": "cp attachments/*/payslip.txt pub.txt; cp attachments/*/payslip.txt /tmp"})

    async def story(one: Colleague) -> None:
        await one.says("copy it", place=DIRECT)
        assert any(SAYS in text for text in one.chat.reads(DIRECT))
        await one.clicks("Approve", place=DIRECT)
        assert not (tmp_path / "pub.txt").exists()
        assert "Read-only file system" in one.model.said()

    asked = "permissions: {categories: {execute: ask}}\nsandbox: {backend: bubblewrap}\n"
    told(tmp_path, asked, story, calls(("execute", copy)), Reply("Done."))


@in_bubblewrap
def test_an_approved_command_may_change_shared_files_from_a_private_place(tmp_path: Path):
    async def story(one: Colleague) -> None:
        await one.says("keep this", place=DIRECT)
        assert any(SAYS in text for text in one.chat.reads(DIRECT))
        await one.clicks("Approve", place=DIRECT)
        assert (tmp_path / "pub.txt").exists()

    asked = "permissions: {categories: {execute: ask}}\nsandbox: {backend: bubblewrap}\n"
    told(tmp_path, asked, story, calls(("execute", '{"command": "echo hi >pub.txt"}')), Reply("Done."))


@in_bubblewrap
@pytest.mark.parametrize("place", [DIRECT, GROUP])
@pytest.mark.parametrize(("network", "asked"), [("true", True), ("false", False)])
def test_a_command_that_reaches_a_network_is_asked_in_a_private_place(
    tmp_path: Path, place: Place, network: str, asked: bool
):
    rules = "permissions:\n  rules: [{tool: execute, match: 'ls*', verdict: allow}]\n"
    settings = f"{rules}sandbox: {{backend: bubblewrap, network: {network}}}\n"

    async def story(one: Colleague) -> None:
        await one.says("look", place=place)
        assert bool(one.chat.cards(place)) is asked
        assert any(REACHES in text for text in one.chat.reads(place)) is asked
        await one.says("look", by=ANA, place=PUBLIC)
        assert not one.chat.cards(PUBLIC), "everybody reads there"

    ran = calls(("execute", '{"command": "ls"}'))
    told(tmp_path, settings, story, *(2 * (ran, Reply("Done.")) if not asked else (ran, ran, Reply("Done."))))


TOOLS = """
from deskmate.tools import tool
@tool(category="CATEGORY", outside=False, here=HERE)
def ticket(text: str) -> str:
    "Makes a ticket."
    return "made"
"""


@pytest.mark.parametrize(
    ("category", "here", "asked"),
    [
        *(("other", False, True), ("edit", False, True), ("execute", False, True), ("message", False, True)),
        *(("other", True, False), ("message", True, False), ("read", False, False)),
    ],
)
def test_a_teams_own_tool_is_asked_in_a_private_place(tmp_path: Path, category: str, here: bool, asked: bool):
    home, files = tmp_path / "home", tmp_path / "home/files"
    (home / "tools").mkdir(parents=True)
    files.mkdir()
    (home / "tools/tickets.py").write_text(TOOLS.replace("CATEGORY", category).replace("HERE", str(here)))
    (home / "workspace.yaml").write_text(f"model: scripted\npermissions: {{categories: {{{category}: allow}}}}\n")

    async def story() -> None:
        outside = Outside()
        outside.rooms.add("slack", Team(lambda *posted: None))
        made = calls(("ticket", '{"text": "BOB WANTS TO LEAVE"}'))
        one = Colleague(files, Scripted(made, Reply("Done."), made, Reply("Done.")), "", home=home, outside=outside)
        await one.says("make one", by=ANA, place=PUBLIC)
        assert not one.chat.cards(PUBLIC)
        await one.says("make one", place=DIRECT)
        assert bool(one.chat.cards(DIRECT)) is asked
        await one.ends()

    play(story)


@pytest.mark.parametrize("place", [DIRECT, GROUP, FEW, PUBLIC])
def test_a_reminder_tells_approvers_no_words_of_a_private_place(tmp_path: Path, place: Place):
    async def story(one: Colleague) -> None:
        await one.says("keep this", by=ANA if place == FEW else BOB, place=place)
        await one.clock.advance(16 * 3600)
        await one.parts.engine.sweep()
        await one.rests()
        told = [body for where, _, body in one.chat.messages.values() if where != place]
        assert told
        assert ("ANA LEAVES" in f"{told}") is (place == PUBLIC)

    rules = "remind: 1m\npermissions: {categories: {edit: ask}}\n"
    told(tmp_path, rules, story, Reply("ANA LEAVES.", calls(NOTE).calls))
