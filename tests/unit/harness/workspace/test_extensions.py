"""What lies beside the settings for later is read with them; what is wrong with it is a warning."""

from harness.tools.registry import Registry
from harness.workspace.contents import Contents, workspace_of
from harness.workspace.workspace import Workspace

APP, TOOLS = b"command: uvx\n", b"def find(): ...\n"
SUBAGENT = b"---\nname: tester\ndescription: Tests.\nskills: [pdf]\n---\nTest.\n"


def found(files: dict[str, bytes], unreadable: dict[str, str] | None = None) -> Workspace:
    contents = Contents("home", {"workspace.yaml": b"name: Robin\n", **files}, unreadable or {})
    return workspace_of(contents, Registry(()))


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
        "home/tools/secret.py is no file (left out)",
        "home/tools/tickets.py:1: not valid Python: invalid syntax (left out)",
    ]
