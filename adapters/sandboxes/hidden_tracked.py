"""Keeps git from taking tracked files for deleted while rules hide them from a command.

While a command runs, the index marks these files as left out of the work tree (`skip-worktree`, git-update-index(1)),
so `add -A`, `commit -a`, `stash` and `reset --hard` pass over them. Git itself marks them, in the sandbox, since a
repository's settings can run programs. A file beside the index lists the marks, so a crash leaves none behind: the
next command takes them back.
"""

import os
import shlex
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass

from harness.files.paths import printable
from harness.toolbox.shell import Hidden, ShellError

WITHIN = 60.0
"""Seconds for git to change an index."""
NAMED = 5
_RECORD = "deskmate-hidden"
_MARK = f"""cd %s || exit 0
command -v git >/dev/null && d=$(git rev-parse --git-dir 2>/dev/null) || exit 0
for try in 1 2 3; do
  n=$(mktemp) && git ls-files -z -t -- %s | sed -z -n 's/^H //p' >"$n" || exit 1
  cat "$n" >>"$d/{_RECORD}" && git update-index -z --skip-worktree --stdin <"$n" && break
  [ $try = 3 ] && exit 1
  sleep 0.3
done
git rev-parse -q --verify HEAD
git ls-files -z -t -- %s | tr -cd '\\000' | wc -c"""
_TAKE_BACK = f"""cd %s || exit 0
command -v git >/dev/null && d=$(git rev-parse --git-dir 2>/dev/null) || exit 0
if [ -n "%s" ]; then
  {{ git diff --no-ext-diff --no-textconv -z --name-only --diff-filter=D %s HEAD -- %s
    git diff --no-ext-diff --no-textconv -z --name-only --diff-filter=D --cached -- %s; }} | tr '\\000' '\\n' | sort -u
fi
[ %s = 0 ] && [ -f "$d/{_RECORD}" ] || exit 0
r=$(mktemp) && tr '\\000' '\\n' <"$d/{_RECORD}" >"$r"
for try in 1 2 3; do
  git ls-files -z -t | sed -z -n 's/^S //p' | grep -zxF -f "$r" |
    git update-index -z --no-skip-worktree --stdin && break
  [ $try = 3 ] && exit 1
  sleep 0.3
done
rm -f "$d/{_RECORD}\""""

Run = Callable[[str], Awaitable[tuple[int, str]]]
"""Runs a script in the sandbox; returns its exit code and its stdout, or its stderr if it fails."""


@dataclass(frozen=True, slots=True)
class Marked:
    """A repository whose hidden files are marked.

    Attributes:
        repository: its folder
        hidden: the hidden paths, from that folder on
        commit: its HEAD when the command began; empty without one
        files: the number of hidden files that git tracks
    """

    repository: str
    hidden: tuple[str, ...]
    commit: str = ""
    files: int = 0


class HiddenTracked:
    """Marks the hidden files of all repositories in one folder. Several commands can run at once: the last one takes
    the marks back. Commands are counted in memory, since they end with this process.
    """

    def __init__(self) -> None:
        self._open = Counter[str]()

    async def mark(self, root: str, hidden: Hidden, run: Run, marked: list[Marked]) -> None:
        """Call this before a command runs. Adds to `marked` as it goes, so `take_back` also works after a cancellation.
        Raises ShellError if git can't mark them.
        """
        for repository, paths in tracked(root, hidden).items():
            self._open[repository] += 1
            marked.append(Marked(repository, paths))
            code, said = await run(_MARK % (_at(repository), _all(paths), _all(paths)))
            if code:
                raise ShellError(
                    "the command was not started: git couldn't mark the files that rules hide in "
                    f"{repository or '/'}. Is another git running there? ({' '.join(said.split())[-200:]})"
                )
            *commit, files = said.split() or ["0"]
            marked[-1] = Marked(repository, paths, "".join(commit[:1]), int(files) if files.isdecimal() else 0)

    async def take_back(self, marked: Iterable[Marked], run: Run) -> tuple[str, ...]:
        """Call this once the command has ended. Returns notes on hidden files that it deleted from git."""
        notes = list[str]()
        for one in marked:
            self._open[one.repository] -= 1
            paths, at = _all(one.hidden), _at(one.repository)
            commit = one.commit if one.files else ""
            _, said = await run(_TAKE_BACK % (at, commit, commit or "HEAD", paths, paths, self._open[one.repository]))
            if one.files and (deleted := [line for line in said.splitlines() if line.strip()]):
                more = f" and {len(deleted) - NAMED} more" if len(deleted) > NAMED else ""
                named = f"{', '.join(map(printable, deleted[:NAMED]))}{more}"
                notes.append(
                    f"Git now has {named} as deleted, though rules only hide them from commands. Undo that before you "
                    f"continue: git reset --soft {one.commit[:12] or 'HEAD'}, then git reset -q"
                )
        return tuple(notes)

    def limits(self, marked: Iterable[Marked]) -> tuple[str, ...]:
        """Notes on what git can't do in these repositories."""
        return tuple(
            f"Git tracks {one.files} files in {one.repository or '/'} that rules hide from commands. It leaves them as "
            "they are, and can't check them out or merge them."
            for one in marked
            if one.files
        )


def tracked(root: str, hidden: Hidden) -> Mapping[str, tuple[str, ...]]:
    """Repositories that may track hidden files, by folder, each with the hidden paths from there on."""
    found = dict[str, list[str]]()
    for path in (*hidden.folders, *hidden.files):
        if not os.path.lexists(root + path):
            continue
        parts = path.strip("/").split("/")
        for depth in range(len(parts) - 1, -1, -1):
            repository = "".join(f"/{part}" for part in parts[:depth])
            git = f"{repository}/.git"
            if path == git or not os.path.lexists(root + git):
                continue
            inside = "/".join(parts[depth:])
            if hidden.sees(git) and hidden.changes(f"{git}/index") and _may_track(root + git, inside):
                found.setdefault(repository, []).append(inside)
            break
    return {repository: tuple(sorted(paths)) for repository, paths in found.items()}


def _may_track(git: str, path: str) -> bool:
    """True if the repository's index could list something at or below that path. Only version 4 shortens names
    (gitformat-index(5)).
    """
    try:
        with open(f"{git}/index", "rb") as index:
            data = index.read()
    except NotADirectoryError:
        return True  # the repository lies elsewhere
    except OSError:
        return False
    return data[4:8] == b"\0\0\0\4" or os.fsencode(path) in data


def _at(repository: str) -> str:
    return shlex.quote(f".{repository}")


def _all(paths: Iterable[str]) -> str:
    return " ".join(shlex.quote(f":(top,literal){path}") for path in paths)
