"""Git in a sandbox never takes what rules hide for deleted."""

import asyncio
import os
import subprocess
from pathlib import Path

import pytest

from adapters.sandboxes.bubblewrap import Bubblewrap
from adapters.sandboxes.hidden_tracked import tracked
from harness.toolbox.shell import Completed, Hidden, ShellError
from tests.unit.adapters.sandboxes.confined import in_bubblewrap

HIDDEN = Hidden(folders=("/private",), files=("/.env",))
ME = "-c user.name=a -c user.email=a@b"
FILES = ("private/plan.txt", "private/deep/pay.txt", ".env", "notes.md", "a/b.txt")


def git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(
        ["git", "-c", "user.name=a", "-c", "user.email=a@b", *arguments],
        cwd=folder, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return done.stdout


def repository(folder: Path) -> Path:
    folder.mkdir(exist_ok=True, parents=True)
    for name in FILES:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(f"{name}\n")
    git(folder, "init", "-q", "-b", "main")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "all")
    return folder


def ran(folder: Path, command: str, hidden: Hidden = HIDDEN) -> Completed:
    shell = Bubblewrap(folder, os.environ)
    return asyncio.run(shell.run(command, 30, lambda text: None, hidden))


def whole(folder: Path) -> bool:
    """All files are in the commit, in the index and on the disk, and nothing is marked."""
    listed = [set(git(folder, *how).split()) for how in (("ls-tree", "-r", "--name-only", "HEAD"), ("ls-files",))]
    marked = [line for line in git(folder, "ls-files", "-t").splitlines() if not line.startswith("H ")]
    there = all((folder / name).read_text() == f"{name}\n" for name in FILES if name != "notes.md")
    return all(set(FILES) <= names for names in listed) and not marked and there


@in_bubblewrap
@pytest.mark.parametrize(
    "command",
    [
        f"git add -A && git {ME} commit -qm x",
        f"git {ME} commit -qam x",
        f"git add . && git {ME} commit -qm x",
        f"git {ME} commit -qm x -- notes.md",
        f"git {ME} stash && git {ME} stash pop",
        "git reset --hard",
        f"git checkout -q -b other && git {ME} commit -qam x && git checkout -q main",
        "git restore . ",
        "git checkout -- .",
    ],
)
def test_what_a_rule_hides_stays_tracked_and_stays(tmp_path: Path, command: str) -> None:
    folder = repository(tmp_path / "files")
    done = ran(folder, f"echo more >>notes.md; {command}")
    assert done.exit_code == 0, done.output
    assert whole(folder), git(folder, "status")
    assert git(folder, "status", "--porcelain").strip() in ("", "M notes.md")


@in_bubblewrap
def test_git_status_shows_no_deleted_file_to_a_command_and_what_it_cannot_do_fails_with_a_reason(
    tmp_path: Path,
) -> None:
    folder = repository(tmp_path / "files")
    assert "deleted" not in ran(folder, "git status").output
    git(folder, "checkout", "-q", "-b", "without")
    git(folder, "rm", "-rq", "private")
    git(folder, "commit", "-qm", "gone")
    done = ran(folder, "git checkout -q main", Hidden(folders=("/private",), files=("/.env",)))
    (folder / "private").exists()
    assert done.exit_code == 0 or "hide from commands" in " ".join(done.notes)
    git(folder, "checkout", "-q", "-f", "main")
    (folder / "private/plan.txt").write_text("another\n")
    git(folder, "commit", "-qam", "another")
    failed = ran(folder, "git reset --hard HEAD~1")
    assert failed.exit_code
    assert "rules hide from commands. It leaves them as they are" in " ".join(failed.notes)
    assert (folder / "private/plan.txt").read_text() == "another\n"


@in_bubblewrap
def test_a_command_that_deletes_them_all_the_same_says_so_and_how_to_undo_it(tmp_path: Path) -> None:
    folder = repository(tmp_path / "files")
    done = ran(folder, f"git rm -rq --cached --sparse private && git {ME} commit -qm x")
    assert done.exit_code == 0, done.output
    [note] = done.notes
    assert "private/deep/pay.txt, private/plan.txt" in note
    [undo] = [part for part in note.split(": ") if part.startswith("git reset --soft")]
    for each in undo.split(", then "):
        git(folder, *each.split()[1:])
    assert whole(folder)


@in_bubblewrap
def test_gits_warnings_are_no_answer(tmp_path: Path) -> None:
    folder = repository(tmp_path / "files")
    git(folder, "config", "core.fsync", "bogus")
    assert ran(folder, "true").notes == ()
    [note] = ran(folder, f"git rm -rq --cached --sparse private && git {ME} commit -qm x").notes
    assert git(folder, "rev-parse", "HEAD~1")[:12] in note
    assert "warning" not in note


@in_bubblewrap
def test_marks_are_taken_back_after_a_crash_and_only_by_the_last_of_several_commands(tmp_path: Path) -> None:
    folder = repository(tmp_path / "files")
    git(folder, "update-index", "--skip-worktree", "a/b.txt")
    shell = Bubblewrap(folder, os.environ)

    async def several() -> None:
        slow = shell.begin(f"sleep 1; git add -A; git {ME} commit -qam slow", 30, HIDDEN)
        await asyncio.sleep(0.4)
        await shell.run("git status", 30, lambda text: None, HIDDEN)
        assert (await slow.completed).exit_code in (0, 1), "there may be nothing to commit"

    asyncio.run(several())
    assert git(folder, "ls-files", "-t").count("S ") == 1, "a person's own mark stays"
    git(folder, "update-index", "--no-skip-worktree", "a/b.txt")
    assert whole(folder)
    git(folder, "update-index", "--skip-worktree", ".env")
    (folder / ".git/deskmate-hidden").write_bytes(b".env\0")
    ran(folder, "true")
    assert whole(folder)
    assert not (folder / ".git/deskmate-hidden").exists()


@in_bubblewrap
def test_a_repository_within_the_files_is_guarded_too_and_another_git_at_work_is_said(tmp_path: Path) -> None:
    folder = repository(tmp_path / "files/inner").parent
    hidden = Hidden(folders=("/inner/private",))
    assert ran(folder, f"cd inner && git add -A && git {ME} commit -qm x --allow-empty", hidden).exit_code == 0
    assert whole(folder / "inner")
    (folder / "inner/.git/index.lock").touch()
    with pytest.raises(ShellError, match="Is another git running there"):
        ran(folder, "true", hidden)


def test_only_repositories_that_may_track_what_is_hidden_are_looked_at(tmp_path: Path) -> None:
    folder = repository(tmp_path / "files")
    (folder / "attachments").mkdir()
    assert tracked(str(folder), Hidden(folders=("/attachments",))) == {}
    assert tracked(str(folder), HIDDEN) == {"": (".env", "private")}
    assert tracked(str(folder), Hidden(folders=("/private",), kept=("/",))) == {}, "nobody changes that index"
    assert tracked(str(folder), Hidden(folders=("/private", "/.git"))) == {}, "no command sees that repository"
    assert tracked(str(folder), Hidden(folders=("/none",))) == {}
