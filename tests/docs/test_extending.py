"""The workspace of `docs/extending.md` is right, and a turn is told what it says."""

import json
import shlex
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

from adapters.workspaces.names import ALONE, BESIDE, IN_FOLDERS
from bot.arguments import parser
from bot.wiring import tools_in
from bot.workspaces.check import checked
from harness.chat.people import Person, Place
from harness.context.model import Reply, Request
from tests.cases.colleague import Colleague, Scripted, calls, play
from tests.docs.examples import ROOT, commands, files, introduced, written
from tests.unit.bot.deskmate import deskmate_from_nothing, deskmate_of

PAGE = "extending.md"
ANA = Person("slack", "T0123ABCD", "U0123ABCD", "Ana", frozenset({"owner", "approver"}))


@pytest.fixture
def support(tmp_path: Path) -> Path:
    """The workspace, as the page has it."""
    written(PAGE, tmp_path)
    (tmp_path / "support" / "files").mkdir()
    return tmp_path / "support"


def test_all_that_it_shows_is_right(support: Path) -> None:
    found = checked(support, tools_in(support, {}))
    assert [str(one) for one in found if one.problem] == []
    said = "\n".join(one.text for one in found)
    of_others = {"support/skills/refund/wording.md", "support/parcels.txt"}
    for path in files(PAGE).keys() - of_others:
        if path.startswith("support/"):
            assert f"{path.removeprefix('support/')} is right" in said


def test_whoever_reads_it_is_told_of_each_block_which_file_it_is() -> None:
    for path, said in introduced(PAGE).items():
        name = path.removeprefix("support/").removesuffix("+")
        assert f"`{name}`" in said
        assert ("at the end of" in said) is path.endswith("+")


def test_the_folder_is_drawn_with_all_that_it_may_hold() -> None:
    drawn = (ROOT / "docs" / PAGE).read_text(encoding="utf-8").partition("```\nsupport/\n")[2].partition("```")[0]
    assert {line.split()[0].rstrip("/") for line in drawn.splitlines()} == {*ALONE, *IN_FOLDERS, *BESIDE, "files"}


def test_what_it_says_of_the_command_line_can_be_typed() -> None:
    assert commands(PAGE)
    for command in commands(PAGE):
        name, *arguments = shlex.split(command)
        assert name == "deskmate"
        parser().parse_args(arguments)


def test_a_turn_in_it_is_told_its_conventions_and_sees_its_tools(support: Path) -> None:
    model = Scripted(Reply("Hello."))

    async def story() -> None:
        bob = Colleague(support / "files", model, home=support)
        await bob.says("what does a kettle cost?")
        await bob.ends()

    play(story)
    told, seen = of(model.requests[0])
    assert "You are Robin" in told
    assert "Never guess one." in told
    assert "Where they say nothing, say so." in told
    assert {"read_file", "ask_user"} <= seen
    assert not {"write_file", "execute", "post_message"} & seen


def test_its_skill_is_read_when_a_turn_comes_to_such_a_task_and_is_there_in_its_channel_alone(support: Path) -> None:
    model = Scripted(
        Reply("Hello."),
        calls(("skill", '{"name": "refund"}')),
        calls(("read_file", '{"file_path": "/skills/refund/wording.md"}')),
        Reply("We are sorry."),
    )

    async def story() -> None:
        bob = Colleague(support / "files", model, home=support)
        await bob.says("hello")
        await bob.says("I want my money back", place=Place("slack", "T0123ABCD", "C0123ABCD", "1"))
        await bob.ends()

    play(story)
    elsewhere, there, read, looked = model.requests
    assert "How we refund." not in of(elsewhere)[0]
    assert "How we refund." in of(there)[0]
    assert "Over 50 € ask Ana" in str(read.messages[-1].value)
    assert "Your money is on its way." in str(looked.messages[-1].value)


def test_what_it_allows_runs_and_what_it_does_not_is_asked(support: Path) -> None:
    model = Scripted(
        Reply("Hello."),
        calls(("write_file", '{"file_path": "/drafts/a.md", "content": "x"}')),
        calls(("write_file", '{"file_path": "/a.md", "content": "x"}')),
        Reply("Done."),
    )

    async def story() -> None:
        bob = Colleague(support / "files", model, home=support)
        await bob.says("hello")
        await bob.commands("mode", "work", ANA)
        await bob.says("write")
        assert (support / "files" / "drafts" / "a.md").exists()
        assert not (support / "files" / "a.md").exists()
        await bob.clicks("Approve")
        assert (support / "files" / "a.md").exists()
        await bob.ends()

    play(story)


def test_a_distribution_gives_profiles_that_count_below_those_of_the_workspace(support: Path) -> None:
    python = installed(support.parent / "house")
    show = ("workspace", "show", "--json", "--workspace", str(support), "--model", "ollama_chat/qwen3")
    ended = deskmate_of(python, support.parent, *show)
    assert (ended.returncode, ended.stderr) == (0, "")
    package = json.loads(ended.stdout)
    layers = {layer["name"]: layer["text"] for layer in package["layers"]}
    assert layers["prefix"] == "You are a small model, so take small steps."
    assert layers["suffix"] == "Answer in the language of the question."
    assert package["model"] == "ollama_chat/qwen3"
    without = json.loads(deskmate_from_nothing(support.parent, *show).stdout)
    assert "suffix" not in {layer["name"] for layer in without["layers"]}
    size = {tool["name"]: tool["tokens"] for tool in package["tools"]}
    assert size["grep"] < {tool["name"]: tool["tokens"] for tool in without["tools"]}["grep"], "it is described anew"
    assert not {"schedule_wakeup", "wakeups"} & set(size)
    assert package["excluded"] == ["schedule_wakeup", "wakeups"]


def test_its_tool_shows_what_it_would_do_and_does_that_or_nothing(support: Path) -> None:
    wants = calls(("redirect", '{"parcel": "P-7", "city": "Kiel"}'))
    model = Scripted(Reply("Hello."), calls(("where_is", '{"parcel": "P-7"}')), wants, Reply("Done."))

    async def story() -> None:
        bob = Colleague(support / "files", model, home=support)
        await bob.says("hello")
        await bob.commands("mode", "work", ANA)
        await bob.says("P-7 has to go to Kiel")
        assert "Hamburg" in model.said()
        [card] = [one for one in bob.chat.cards() if one.buttons]
        assert card.blocks[0].text == "- P-7 Hamburg\n+ P-7 Kiel"
        (support / "parcels.txt").write_text("P-7 Ulm\nP-8 Bremen\n")
        await bob.clicks("Approve", ANA)
        assert (support / "parcels.txt").read_text() == "P-7 Ulm\nP-8 Bremen\n"
        await bob.clicks("Approve", ANA)
        assert (support / "parcels.txt").read_text() == "P-7 Kiel\nP-8 Bremen\n"
        await bob.ends()

    play(story)


def test_a_distribution_gives_tools_that_are_there_beside_the_workspaces_own(support: Path) -> None:
    python = installed(support.parent / "house")
    checks = ("workspace", "check", "--workspace", str(support))
    ended = deskmate_of(python, support.parent, *checks)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "entry point house of deskmate.tools (house 1.0) is right: opening_hours (read)." in ended.stdout
    assert "tools/parcels.py is right: where_is (read), redirect (other, shows what it would do)." in ended.stdout
    show = ("workspace", "show", "--json", "--workspace", str(support))
    package = json.loads(deskmate_of(python, support.parent, *show).stdout)
    assert {"where_is", "opening_hours"} <= {tool["name"] for tool in package["tools"]}


def installed(house: Path) -> Path:
    """The Python of a fresh environment, in which that is installed beside Deskmate, as the page says: `pip install`.
    What builds it is the one that builds Deskmate: no index is asked.
    """
    fresh, wheels = house.parent / "fresh", house.parent / "wheels"
    venv.create(fresh, symlinks=True)
    python = fresh / "bin" / "python"
    offline = ("--no-index", "--no-deps", "--disable-pip-version-check", "--quiet")
    pip("wheel", *offline, "--no-build-isolation", "--wheel-dir", str(wheels), str(house))
    [wheel] = wheels.iterdir()
    pip("--python", str(python), "install", *offline, str(wheel))
    [packages] = fresh.glob("lib/python*/site-packages")
    (packages / "deskmate.pth").write_text(f"{ROOT}\n{sysconfig.get_path('purelib')}\n")
    return python


def pip(*arguments: str) -> None:
    ended = subprocess.run([sys.executable, "-m", "pip", *arguments], capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr


def of(request: Request) -> tuple[str, set[str]]:
    """What a model is told before all else, and the tools that it sees."""
    return str(request.system.value["content"]), {tool["function"]["name"] for tool in request.tools}
