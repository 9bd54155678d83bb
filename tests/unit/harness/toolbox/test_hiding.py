"""What rules and attachments keep from a command."""

import asyncio
import errno
import os
from dataclasses import replace
from pathlib import Path

import pytest

from adapters.files.folder import Folder
from adapters.sandboxes.unsandboxed import Unsandboxed
from harness.approvals.file_rules import FileRule, FileRules
from harness.approvals.gate import Rule, Verdict
from harness.toolbox import hiding
from harness.toolbox.attached_files import folder_of
from harness.toolbox.execute import execute
from harness.toolbox.hiding import attached_elsewhere, with_what_rules_hide, with_what_rules_keep
from harness.toolbox.read_file import read_file
from harness.toolbox.shell import NOTHING_HIDDEN, Hidden, ShellError
from harness.tools.calls import ToolCall
from harness.tools.registry import Registry
from harness.tools.tool import Permits, ToolContext, both, everything
from harness.workspace.gates import ruled
from harness.workspace.workspace import Workspace
from tests.unit.harness.toolbox.attached import HERE, Attached

CONTEXT = ToolContext(ToolCall("1.1.0", "execute", "{}"), "t", place=HERE)


def hidden(root: Path, shows: Permits) -> Hidden:
    return asyncio.run(with_what_rules_hide(Hidden(("/x",)), Folder(root), shows))


def test_what_was_attached_is_seen_where_it_was_alone() -> None:
    home = replace(HERE, thread="")
    assert attached_elsewhere(Attached())(CONTEXT) == Hidden(("/attachments",), (folder_of(home),))
    assert attached_elsewhere(Attached())(replace(CONTEXT, place=None)) == Hidden(("/attachments",))


def test_where_no_rule_keeps_anything_nobody_looks(tmp_path: Path) -> None:
    assert hidden(tmp_path / "never", everything) == Hidden(("/x",))


def test_folders_are_hidden_as_a_whole_and_files_one_by_one(tmp_path: Path) -> None:
    for name in ("secret/a", "secret/b/c", "docs/a.env", "docs/b", ".env"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x")
    (tmp_path / "way").symlink_to(tmp_path / "secret")
    found = hidden(tmp_path, lambda path: not path.startswith("/secret/") and not path.endswith(".env"))
    assert found.folders == ("/x", "/secret")
    assert set(found.files) == {"/docs/a.env", "/.env"}


def test_what_no_path_names_is_not_seen_where_rules_are(tmp_path: Path) -> None:
    for name in ("back\\s/x", "new\nline/x", "a/nb\u00a0sp.key", "a/b"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x")
    found = hidden(tmp_path, lambda path: not path.endswith(".pem"))
    assert set(found.folders) == {"/x", "/back\\s", "/new\nline"}
    assert found.files == ("/a/nb\u00a0sp.key",)


def test_what_a_rule_means_of_hidden_files_alone_is_hidden_alone(tmp_path: Path) -> None:
    for name in ("src/.env", "src/main.py", ".config/x"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x")
    rules = FileRules((FileRule("read", "/**/.*", Verdict.DENY),))
    found = hidden(tmp_path, rules.leaves("read"))
    assert (found.folders, found.files) == (("/x", "/.config"), ("/src/.env",))


def test_what_cannot_be_looked_at_is_hidden_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("theirs/x", "ours/x.env"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x")
    scandir = os.scandir

    def refused(folder: int | str) -> object:
        if os.path.samestat(os.stat(folder), os.stat(tmp_path / "theirs")):
            raise PermissionError(errno.EACCES, "Permission denied")  # which root is never told
        return scandir(folder)

    monkeypatch.setattr(os, "scandir", refused)
    found = hidden(tmp_path, lambda path: not path.endswith(".env"))
    assert (found.folders, found.files) == (("/x", "/theirs"), ("/ours/x.env",))


RULES = FileRules((FileRule("read", "/private/**", Verdict.DENY),))


def made(root: Path, *names: str) -> None:
    for name in names:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("x")


@pytest.mark.parametrize("wide", [False, True])
def test_folders_in_which_no_rule_means_anything_are_not_looked_through(
    tmp_path: Path, wide: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However much lies there; by rules on files, and by those on tools."""
    monkeypatch.setattr(hiding, "MOST", 20)
    made(tmp_path, "private/a", *(f"node_modules/{n}/{m}" for n in range(9) for m in range(9)))
    private = RULES.leaves("read")
    workspace = Workspace(rules=(Rule(Verdict.DENY, category="read", match="/private/*"),))
    tool = ruled(workspace, Registry([execute(Unsandboxed(tmp_path, {})), read_file(Folder(tmp_path))]))["execute"]
    assert tool.shows
    shows = [private, tool.shows(CONTEXT), both(private, tool.shows(CONTEXT))]
    if wide:
        shows = [both(one, FileRules((FileRule("read", "/**/.env", Verdict.DENY),)).leaves("read")) for one in shows]
    for one in shows:
        found = hidden(tmp_path, one)
        assert found.folders[:2] == ("/x", "/private")
        assert bool(found.unseen) is wide


def test_where_there_is_too_much_to_look_through_inner_folders_are_hidden_and_commands_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hiding, "MOST", 20)
    made(tmp_path, "src/a", "src/.env", "z", *(f"node_modules/{n}/{m}/.env" for n in range(3) for m in range(9)))
    found = hidden(tmp_path, lambda path: not path.endswith(".env"))
    assert "/src/.env" in found.files
    assert found.unseen
    assert all(one.startswith("/node_modules/") for one in found.unseen)
    for n, m in ((n, m) for n in range(3) for m in range(9)):
        env = f"/node_modules/{n}/{m}/.env"
        assert env in found.files or not found.sees(env)


def test_where_there_is_too_much_to_hide_folders_stand_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hiding, "MOST_HIDDEN", 3)
    made(tmp_path, "src/a", "src/.env", *(f"lib/{n}.env" for n in range(9)))
    found = hidden(tmp_path, lambda path: not path.endswith(".env"))
    assert (found.folders, found.files, found.unseen) == (("/x", "/lib"), ("/src/.env",), ("/lib",))
    made(tmp_path, *(f"{n}.env" for n in range(9)))
    with pytest.raises(ShellError, match="Move these into one folder, and deny that"):
        hidden(tmp_path, lambda path: not path.endswith(".env"))


def test_what_an_earlier_rule_allows_is_seen_in_what_is_hidden(tmp_path: Path) -> None:
    for name in ("secret/pub/deep/a", "secret/pub/not/b", "secret/c", "secret/d"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    rules = FileRules(
        tuple(
            FileRule("read", path, verdict)
            for path, verdict in (
                ("/secret/pub/not", Verdict.DENY),
                ("/secret/pub/**", Verdict.ALLOW),
                ("/secret/d", Verdict.ALLOW),
                ("/secret/**", Verdict.DENY),
            )
        )
    )
    found = asyncio.run(with_what_rules_hide(Hidden(), Folder(tmp_path), rules.leaves("read"), rules))
    assert (found.folders, found.files) == (("/secret",), ())
    assert sorted(found.but) == ["/secret/d", "/secret/pub/deep"]


def kept(root: Path, *rules: FileRule) -> Hidden:
    return asyncio.run(with_what_rules_keep(NOTHING_HIDDEN, Folder(root), FileRules(rules)))


def writing(path: str, verdict: Verdict = Verdict.DENY) -> FileRule:
    return FileRule("write", path, verdict)


def test_what_is_not_to_be_written_is_kept_but_for_what_an_earlier_rule_allows(tmp_path: Path) -> None:
    (tmp_path / "docs" / "drafts").mkdir(parents=True)
    (tmp_path / "plan.md").write_text("x")
    allow, ask = writing("/docs/drafts/**", Verdict.ALLOW), writing("/plan.md", Verdict.ASK)
    found = kept(
        tmp_path, allow, writing("/docs/**"), ask, writing("/docs/old/**"), FileRule("read", "/x", ask.verdict)
    )
    assert (found.kept, found.changed) == (("/docs", "/plan.md"), ("/docs/drafts",))
    assert kept(tmp_path, writing("/docs/**"), allow).changed == (), "the first rule wins"
    assert kept(tmp_path, writing("/**"), writing("/**/*.key")).kept == ("/",), "the pattern says nothing more"


def test_what_would_lie_in_a_file_is_not_what_a_rule_on_that_file_says(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("")
    found = kept(tmp_path, writing("/a/**", Verdict.ALLOW), writing("/a"))
    assert (found.kept, found.changed) == (("/a",), ())


def test_what_is_not_of_the_files_need_not_be_kept(tmp_path: Path) -> None:
    assert kept(tmp_path, writing("/skills/x/**"), writing("/memory/**"), writing("/results/*.txt")) == NOTHING_HIDDEN


def test_a_folder_need_not_be_there_and_is_kept_empty(tmp_path: Path) -> None:
    assert kept(tmp_path, writing("/locks/**")).kept == ("/locks",)


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("/**/.env", "writing /**/.env: say which folders, as in /docs/**, or name files that are there"),
        ("/gone.md", "writing /gone.md: /gone.md is not there: make it, or say which folder it would be in"),
        ("/way/**", "writing /way/**: /way is a link: say where it leads, /docs"),
    ],
)
def test_where_no_sandbox_could_hold_a_rule_nothing_runs(tmp_path: Path, path: str, why: str) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "way").symlink_to("docs")
    with pytest.raises(ShellError) as caught:
        kept(tmp_path, writing(path))
    assert str(caught.value).startswith("the command was not started: no sandbox holds what `files` in workspace.yaml")
    assert str(caught.value).endswith(why)


def test_a_folder_is_kept_as_it_is_spelt_there(tmp_path: Path) -> None:
    (tmp_path / "docs" / "cafe\u0301").mkdir(parents=True)
    assert kept(tmp_path, writing("/docs/caf\u00e9/**")).kept == ("/docs/cafe\u0301",)
    assert kept(tmp_path, writing("/th\u00e9/caf\u00e9/**")).kept == ("/th\u00e9/caf\u00e9",)
    (tmp_path / "docs" / "caf\u00e9").mkdir()
    assert set(kept(tmp_path, writing("/docs/caf\u00e9/**")).kept) == {"/docs/cafe\u0301", "/docs/caf\u00e9"}


def test_a_rule_on_reading_what_is_a_link_says_where_it_would_hold(tmp_path: Path) -> None:
    (tmp_path / "way").symlink_to("secret")
    (tmp_path / "secret").mkdir()
    with pytest.raises(ShellError, match=r"reading /way/.*: /way is a link: say where it leads, /secret"):
        kept(tmp_path, FileRule("read", "/way/**", Verdict.DENY))
    assert kept(tmp_path, FileRule("read", "/secret/**", Verdict.DENY)) == NOTHING_HIDDEN
