"""Git in a sandbox never takes what rules hide for deleted."""

import asyncio
import os
import shlex
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


FOLDER = Hidden(folders=("/private",))
COMMIT = f"git {ME} commit -qm x"
NEW_INDEX = "rm .git/index; git add -A"


@in_bubblewrap
@pytest.mark.parametrize(
    "command",
    [
        f"git read-tree HEAD; git add -A; {COMMIT}",
        f"{NEW_INDEX}; {COMMIT}",
        f"git rm -rq --cached --sparse private && {COMMIT}",
        f"git ls-files -z | git update-index -z --no-skip-worktree --stdin; git {ME} commit -qam x",
        f"GIT_INDEX_FILE=/tmp/i git add -A; GIT_INDEX_FILE=/tmp/i {COMMIT}",
        "GIT_INDEX_FILE=/tmp/i git add -A; "
        f"git update-ref HEAD $(GIT_INDEX_FILE=/tmp/i git write-tree | xargs git {ME} commit-tree -p HEAD -m x)",
        f"{NEW_INDEX}; env -i PATH=$PATH git {ME} commit -qm x",
        f"{NEW_INDEX}; GIT_COMMITTER_DATE=2001-01-01T00:00:00Z {COMMIT}; git tag v1",
        f"{NEW_INDEX}; git {ME} commit -q --amend -m x",
        f"{NEW_INDEX}; git {ME} commit -q --amend -m 'of two'",
        f"{NEW_INDEX}; {COMMIT}; git revert -n HEAD; echo y >>notes.md; git add notes.md; {COMMIT}",
        f"{NEW_INDEX}; {COMMIT}; git update-ref refs/remotes/origin/main HEAD",
        f"{NEW_INDEX}; {COMMIT}; git update-ref refs/heads/HEAD HEAD",
        f"{NEW_INDEX}; {COMMIT}; git replace HEAD HEAD~1",
    ],
)
def test_a_commit_that_deletes_them_all_the_same_is_undone_and_fails(tmp_path: Path, command: str) -> None:
    folder = repository(tmp_path / "files")
    if "of two" in command:
        git(folder, "commit", "-qm", "more", "--allow-empty")
    before = git(folder, "rev-parse", "main").strip()
    done = ran(folder, f"echo more >>notes.md; {command}", FOLDER)
    assert done.exit_code, done.output
    note = done.notes[-1]
    assert note.startswith("Undone: commit ")
    assert "private/plan.txt" in note
    assert f"moved main back to {before[:12]}" in note
    assert git(folder, "rev-parse", "main").strip() == before
    assert whole(folder)
    again = ran(folder, f"git add -A; {COMMIT}", FOLDER)
    assert (again.exit_code, again.notes) == (0, ()), "the way that the note names"
    assert whole(folder)
    assert git(folder, "show", "HEAD:notes.md").count("\n") == 2


@in_bubblewrap
@pytest.mark.parametrize(
    ("spoils", "undone"),
    [
        ("git config core.bare true", True), ("git config core.worktree /tmp", True),
        ("git config diff.orderFile /none", True), ("git config core.repositoryFormatVersion 9", False),
        ("echo [ >>.git/config", False), ("mv .git/HEAD .git/H", False), ("git config log.showSignature true", True),
    ],
)  # fmt: skip
def test_a_repository_that_a_command_breaks_afterwards_is_looked_at_or_counts_as_unchecked(
    tmp_path: Path, spoils: str, undone: bool
) -> None:
    folder = repository(tmp_path / "files/a/inner")
    before = git(folder, "rev-parse", "main").strip()
    hidden = Hidden(folders=("/a/inner/private",))
    done = ran(tmp_path / "files", f"cd a/inner; {NEW_INDEX}; {COMMIT}; {spoils}", hidden)
    assert done.exit_code
    said = " ".join(done.notes)
    assert ("Undone: commit" in said) is undone, said
    assert undone or "I couldn't check whether the new commits in /a/inner delete files" in said
    assert not undone or (folder / ".git/refs/heads/main").read_text().strip() == before


@in_bubblewrap
def test_so_is_one_on_a_new_branch_or_on_none(tmp_path: Path) -> None:
    folder = repository(tmp_path / "files")
    before = git(folder, "rev-parse", "main").strip()
    odd = "x;exit'$(exit)&"
    for begins, name in (
        ("git checkout -q -b new", "new"), ("git checkout -q --detach", "HEAD"),
        (f"git checkout -q -b {shlex.quote(odd)}", odd),
    ):  # fmt: skip
        done = ran(folder, f"{begins}; {NEW_INDEX}; {COMMIT}", FOLDER)
        assert done.exit_code
        assert f"moved {name} back" in " ".join(done.notes)
        assert git(folder, "rev-parse", "HEAD").strip() == before
        assert whole(folder)
        git(folder, "checkout", "-q", "main")


@in_bubblewrap
@pytest.mark.parametrize("spoils", ["rm .git/index", "echo x >.git/index", "git read-tree HEAD; git add -A"])
def test_an_index_that_a_command_spoiled_is_whole_for_the_next_one(tmp_path: Path, spoils: str) -> None:
    folder = repository(tmp_path / "files")
    done = ran(folder, spoils, FOLDER)
    assert done.exit_code == 0, done.output
    assert whole(folder)
    (folder / ".git/index").unlink()
    assert ran(folder, f"echo x >>notes.md; git add -A; {COMMIT}", FOLDER).exit_code == 0
    assert whole(folder), "also after a crash"


@in_bubblewrap
def test_deletions_that_are_not_the_commands_stay(tmp_path: Path) -> None:
    """A person's, staged or committed; those of a branch that the command merges or takes up; a file of another."""
    folder = repository(tmp_path / "files")
    git(folder, "checkout", "-q", "-b", "upstream")
    git(folder, "rm", "-q", "--cached", "private/plan.txt")
    git(folder, "commit", "-qm", "untracked")
    git(folder, "update-ref", "refs/remotes/origin/main", "upstream")
    git(folder, "-c", "core.hooksPath=", "clone", "-q", "--bare", ".", "fetched")
    (folder / "fetched/HEAD").write_text("ref: refs/heads/upstream\n")
    (folder / ".git/info/exclude").write_text("fetched\n")
    git(folder, "checkout", "-qf", "main")
    git(folder, "branch", "-qD", "upstream")
    for command in (
        f"git checkout -q -b taken; git {ME} merge -q origin/main", "git branch late origin/main",
        f"git checkout -q -b two; echo x >x; git add x; {COMMIT}; git {ME} merge -q --no-edit origin/main",
        f"git checkout -q -b three; echo x >x; git add x; {COMMIT}; git {ME} rebase -q origin/main",
        "git checkout -q -b four main; git reset -q --soft origin/main",
        "git update-ref -d refs/remotes/origin/main; git checkout -q -b five; sleep 1; "
        f"git -c safe.bareRepository=all fetch -q ./fetched upstream:refs/remotes/f/x; git {ME} merge -q f/x",
    ):  # fmt: skip
        done = ran(folder, command, FOLDER)
        assert "Undone" not in " ".join(done.notes), (command, done.output)
        git(folder, "checkout", "-qf", "main")
        (folder / "private/plan.txt").write_text("private/plan.txt\n")
    git(folder, "rm", "-q", "--cached", "private/plan.txt")
    done = ran(folder, COMMIT, FOLDER)
    assert (done.exit_code, done.notes) == (0, ())
    assert "plan" not in git(folder, "ls-tree", "-r", "HEAD")


@in_bubblewrap
def test_gits_warnings_are_no_answer(tmp_path: Path) -> None:
    folder = repository(tmp_path / "files")
    git(folder, "config", "core.fsync", "bogus")
    assert ran(folder, "true").notes == ()
    before = git(folder, "rev-parse", "HEAD")
    [note] = ran(folder, f"git rm -rq --cached --sparse private && git {ME} commit -qm x").notes
    assert before[:12] in note
    assert "warning" not in note


@in_bubblewrap
def test_marks_are_taken_back_after_a_crash_and_only_by_the_last_of_several_commands(tmp_path: Path) -> None:
    folder = repository(tmp_path / "files")
    git(folder, "update-index", "--skip-worktree", "a/b.txt")
    shell = Bubblewrap(folder, os.environ)

    async def several() -> None:
        slow = await shell.begin(f"sleep 1; git add -A; git {ME} commit -qam slow", 30, HIDDEN)
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
