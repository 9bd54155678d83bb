"""What lies beside the settings for later is read with them; what is wrong with it is a warning."""

import pytest

from harness.tools.registry import NONE, LeftOut, OwnTools, Registry
from harness.workspace.contents import Contents, workspace_of
from harness.workspace.problems import WorkspaceError
from harness.workspace.tool_files import digest_of
from harness.workspace.workspace import Workspace

APP, TOOLS = b"command: uvx\n", b"from deskmate.tools import tool\n"
SUBAGENT = b"---\nname: tester\ndescription: Tests.\nskills: [pdf]\n---\nTest.\n"


def found(files: dict[str, bytes], unreadable: dict[str, str] | None = None, own: OwnTools = NONE) -> Workspace:
    contents = Contents("home", {"workspace.yaml": b"name: Robin\n", **files}, unreadable or {})
    return workspace_of(contents, Registry((), own))


def test_each_is_known_by_the_name_of_its_file() -> None:
    skill = {"skills/pdf/SKILL.md": b"---\nname: pdf\ndescription: Reads PDF.\n---\n"}
    workspace = found({"apps/mail.yaml": APP, "tools/tickets.py": TOOLS, "subagents/tester.md": SUBAGENT, **skill})
    assert (*workspace.apps, *workspace.tool_files, *workspace.subagents) == ("mail", "tickets", "tester")
    assert workspace.warnings == ()


def test_what_is_wrong_is_left_out_and_told_and_harms_no_other() -> None:
    workspace = found(
        {
            "apps/mail.yaml": APP,
            "apps/other.yaml": b"comand: x\n",
            "apps/more.yaml": b"\xff",
            "tools/tickets.py": b"def find(:\n",
            "tools/plain.py": b"def find(): ...\n",
            "subagents/tester.md": SUBAGENT,
            "subagents/long.md": b"x" * 300_000,
        },
        {"apps": "holds 3,000, of which the first 2,000 are read", "tools/secret.py": "is no file"},
    )
    assert (*workspace.apps, *workspace.tool_files, *workspace.subagents) == ("mail",)
    assert sorted(map(str, workspace.warnings)) == [
        "home/apps holds 3,000, of which the first 2,000 are read",
        "home/apps/more.yaml:1: this is not UTF-8: save the file as UTF-8 (left out)",
        "home/apps/other.yaml:1: an app needs a `command` that starts it, or the `url` where it is (left out)",
        "home/apps/other.yaml:1: comand: there is no such key; did you mean command? (left out)",
        "home/subagents/long.md is larger than 262,144 bytes (left out)",
        "home/subagents/tester.md:4: skills[0]: there is no skill pdf (left out)",
        "home/tools/plain.py has no tool: put @tool, of deskmate.tools, above a function (left out)",
        "home/tools/secret.py is no file (left out)",
        "home/tools/tickets.py:1: not valid Python: invalid syntax (left out)",
    ]


def test_a_file_whose_tools_could_not_be_loaded_is_left_out_and_told_once() -> None:
    own = OwnTools({}, {"home/tools/a.py": digest_of(TOOLS.decode())}, (LeftOut("home/tools/a.py", 3, "raised it"),))
    workspace = found({"tools/a.py": TOOLS}, own=own)
    assert workspace.tool_files == {}
    assert list(map(str, workspace.warnings)) == ["home/tools/a.py:3: raised it (left out)"]


def test_what_is_another_than_was_loaded_counts_later_and_says_so() -> None:
    digests = {f"home/tools/{name}.py": digest_of(TOOLS.decode()) for name in ("same", "changed", "gone")}
    files = {"tools/same.py": TOOLS, "tools/changed.py": TOOLS + b"x = 1\n", "tools/new.py": TOOLS}
    workspace = found(files, own=OwnTools(digests=digests))
    assert list(map(str, workspace.warnings)) == [
        "home/tools/changed.py has changed since I started: it counts once I am restarted",
        "home/tools/new.py is new: it counts once I am restarted",
        "home/tools/gone.py is gone, or can't be read any more: its tools are there until I am restarted",
    ]
    assert all(one.harmless for one in workspace.warnings)


def test_rules_may_be_on_what_could_not_be_loaded_and_on_nothing_else() -> None:
    text = b"name: Robin\npermissions: {tools: {refund: deny}, rules: [{tool: refund, verdict: ask}]}\n"
    text += b"modes: {work: {tools: [refund]}}\nprofiles: {'*': {exclude_tools: [refund]}}\n"
    own = OwnTools(missing=frozenset({"refund"}))
    assert workspace_of(Contents("home", {"workspace.yaml": text}), Registry((), own)).name == "Robin"
    with pytest.raises(WorkspaceError, match="there is no tool refund"):
        workspace_of(Contents("home", {"workspace.yaml": text}), Registry(()))
