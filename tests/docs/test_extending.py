"""The workspace of `docs/extending.md` is right, and a turn is told what it says."""

import shlex
from pathlib import Path

import pytest

from bot.arguments import parser
from bot.wiring import toolbox
from bot.workspaces.check import checked
from harness.chat.people import Person
from harness.context.model import Reply, Request
from tests.cases.colleague import Colleague, Scripted, calls, play
from tests.docs.examples import commands, files, written

PAGE = "extending.md"
ANA = Person("slack", "T0123ABCD", "U0123ABCD", "Ana", frozenset({"owner", "approver"}))


@pytest.fixture
def support(tmp_path: Path) -> Path:
    """The workspace, as the page has it."""
    written(PAGE, tmp_path)
    (tmp_path / "support" / "files").mkdir()
    return tmp_path / "support"


def test_all_that_it_shows_is_right(support: Path) -> None:
    found = checked(support, toolbox(support / "files", {}))
    assert [str(one) for one in found if one.problem] == []
    said = "\n".join(one.text for one in found)
    for path in files(PAGE):
        if path.startswith("support/"):
            assert f"{path.removeprefix('support/')} is right" in said


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


def of(request: Request) -> tuple[str, set[str]]:
    """What a model is told before all else, and the tools that it sees."""
    return str(request.system.value["content"]), {tool["function"]["name"] for tool in request.tools}
