"""What the rules on files come to, in words."""

from pathlib import Path

import pytest

from bot.workspaces.file_rules import in_words, why_it_never_decides, why_no_command_runs
from harness.approvals.file_rules import FileRule, FileRules
from harness.approvals.gate import Verdict


def reading(path: str, verdict: Verdict = Verdict.DENY) -> FileRule:
    return FileRule("read", path, verdict)


@pytest.mark.parametrize("path", ["/there/**", "/there/a.md", "/there/*.md", "/**/b", "/scratch/**", "/"])
def test_what_a_rule_says_is_told_in_words(tmp_path: Path, path: str) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "a.md").write_text("text")
    assert in_words(reading(path), tmp_path) == f"reading {path} is denied"
    assert in_words(FileRule("write", path, Verdict.ASK), tmp_path) == f"writing {path} is asked"


@pytest.mark.parametrize("path", ["/gone/**", "/there/gone", "/gone/*.md"])
def test_that_nothing_is_there_yet_is_said(tmp_path: Path, path: str) -> None:
    (tmp_path / "there").mkdir()
    assert in_words(reading(path), tmp_path) == f"reading {path} is denied, though nothing is there yet"
    assert in_words(reading(path), tmp_path / "none").endswith("though nothing is there yet")


@pytest.mark.parametrize(
    ("first", "path", "covered"),
    [
        ("/**", "/a/**", True),
        ("/a", "/a/b/**", True),
        ("/a/*", "/a/b", True),
        ("/*.md", "/*.md", True),
        ("/?.md", "/*.md", False),
        ("/a/**", "/a", False),
        ("/a/b", "/a/**", False),
    ],
)
def test_one_that_never_decides_is_known(first: str, path: str, covered: bool) -> None:
    why = (
        f"the rule on reading {path} never decides: that on reading {first} comes first (exceptions stand above)"
        if covered
        else ""
    )
    assert why_it_never_decides(reading(path), [reading(first)]) == why
    assert why_it_never_decides(reading(path), [FileRule("write", first, Verdict.DENY)]) == ""


def test_what_no_sandbox_could_hold_keeps_every_command_from_running(tmp_path: Path) -> None:
    assert why_no_command_runs(FileRules((FileRule("write", "/docs/**", Verdict.DENY),)), tmp_path) == ""
    why = why_no_command_runs(FileRules((FileRule("write", "/**/x", Verdict.DENY),)), tmp_path)
    assert why.startswith("no command runs: no sandbox holds what `files` in workspace.yaml says of writing /**/x")
