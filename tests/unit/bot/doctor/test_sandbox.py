"""The doctor on where commands run."""

import os
from dataclasses import replace
from pathlib import Path

from adapters.sandboxes.groups import groups_can_be_made
from bot.doctor.sandbox import sandbox
from harness.approvals.file_rules import FileRule, FileRules
from harness.approvals.gate import Rule, Verdict
from harness.tools.shell_commands import Unreadable
from harness.workspace.sandbox import SandboxSettings
from harness.workspace.workspace import Workspace
from tests.unit.adapters.sandboxes.confined import in_bubblewrap

HERE = {"PATH": os.environ["PATH"], "CI": "1"}


def found(folder: Path, settings: SandboxSettings, environment: dict[str, str] = HERE, *rules: Rule) -> list[str]:
    workspace = replace(Workspace(), sandbox=settings, rules=rules)
    return [str(one) for one in sandbox(folder, workspace, environment)]


@in_bubblewrap
def test_it_says_which_and_what_holds(tmp_path: Path) -> None:
    [line, *more] = found(tmp_path, SandboxSettings(environment=("CI",)))
    assert "commands run in bwrap: no network, 2,048 MB of memory" in line
    assert line.endswith("and they see CI")
    assert ("256 processes" in line) is groups_can_be_made()
    assert bool(more) is not groups_can_be_made()


def test_it_says_why_there_is_none_and_which_rules_mean_ask(tmp_path: Path) -> None:
    rule = Rule(Verdict.ALLOW, category="execute")
    [first, second] = found(tmp_path, SandboxSettings(), {"PATH": str(tmp_path)}, rule)
    assert "commands run without a sandbox: bubblewrap does not run here: it is not installed; install it" in first
    assert second.endswith("the rule that allows execute means ask here")
    assert "as the workspace says" in found(tmp_path, SandboxSettings("none"))[0]


def test_what_is_named_and_does_not_run_is_wrong(tmp_path: Path) -> None:
    [line] = found(tmp_path, SandboxSettings("bubblewrap"), {"PATH": str(tmp_path)})
    assert line.startswith("WRONG")
    assert "no command runs" in line


def test_a_variable_that_is_not_there_is_named(tmp_path: Path) -> None:
    assert "names NEVER, which is not set" in found(tmp_path, SandboxSettings("none", environment=("NEVER",)))[-1]


def test_a_missing_parser_of_commands_is_wrong(tmp_path: Path) -> None:
    workspace = replace(Workspace(), sandbox=SandboxSettings("none"))
    last = str([*sandbox(tmp_path, workspace, HERE, Unreadable())][-1])
    assert "I can't read commands (no shell parser is installed)" in last


def of_files(folder: Path, path: str, settings: SandboxSettings) -> str:
    rules = FileRules((FileRule("write", path, Verdict.DENY),))
    workspace = replace(Workspace(), sandbox=settings, files=rules)
    return "\n".join(str(one) for one in sandbox(folder, workspace, HERE))


@in_bubblewrap
def test_rules_on_files_that_keep_all_commands_from_running_are_wrong(tmp_path: Path) -> None:
    said = of_files(tmp_path, "/**/.env", SandboxSettings())
    assert "WRONG" in said
    assert "no command runs: no sandbox holds what `files` in workspace.yaml says of writing /**/.env" in said
    assert "no command runs" not in of_files(tmp_path, "/docs/**", SandboxSettings())


def test_rules_on_files_hold_for_no_command_without_a_sandbox(tmp_path: Path) -> None:
    assert "`files` rules don't apply to commands here, so I ask about each one" in of_files(
        tmp_path, "/docs/**", SandboxSettings("none")
    )


@in_bubblewrap
def test_a_repository_whose_files_rules_hide_is_named_unless_it_is_hidden_itself(tmp_path: Path) -> None:
    def said(*paths: str, match: str = "") -> bool:
        rules = FileRules(tuple(FileRule("read", path, Verdict.DENY) for path in paths))
        denied = (Rule(Verdict.DENY, category="read", match=match),) if match else ()
        workspace = replace(Workspace(), files=rules, rules=denied)
        return "can read them in git's history" in "\n".join(str(one) for one in sandbox(tmp_path, workspace, HERE))

    assert not said("/private/**"), "it is no repository"
    (tmp_path / "files/.git").mkdir(parents=True)
    assert said("/private/**")
    assert said(match="/private/*")
    assert not said("/private/**", "/.git")
    assert not said()
