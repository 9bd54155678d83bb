"""Keeps git from taking tracked files for deleted while rules hide them from a command.

While a command runs, the index marks these files as left out of the work tree (`skip-worktree`, git-update-index(1)),
so `add -A`, `commit -a`, `stash` and `reset --hard` pass over them. Git itself marks them, in the sandbox, since a
repository's settings can run programs. A file beside the index lists the marks, so a crash leaves none behind: the
next command takes them back.

A command can also make a new index, or a commit without one. So its commits are looked at once it has ended: if one
deletes hidden files that are still on the disk, its branch goes back (`_DROPPED` finds such commits).
"""

import ast
import os
import shlex
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from harness.files.paths import printable
from harness.toolbox.shell import Hidden, ShellError

WITHIN = 60.0
"""Seconds for git to change an index."""
NAMED = 5
MOST_MOVED = 400
"""Maximum branches that a command moves and that are looked at: their names have to fit on a command line."""
_RECORD = "deskmate-hidden"
_MARKED_ELSEWHERE = (b"link", b"sdir")
"""Extensions of an index that lists names in another file, or folders in place of files (gitformat-index(5))."""
_IN = """cd %s || exit 0
command -v git >/dev/null || exit 0
git() { command git -c safe.directory='*' -c core.quotePath=true "$@"; }
export GIT_NO_REPLACE_OBJECTS=1 GIT_GRAFT_FILE=/none
d=$(git rev-parse --absolute-git-dir) || { [ -f .git/HEAD ] && exit 1; exit 0; }
[ -w "$d" ] || exit 0
export GIT_DIR="$d" GIT_WORK_TREE="$PWD"
"""
_DELETED = "git diff-index --cached --no-renames --name-only --diff-filter=D HEAD -- %s"
_TIPS = """git symbolic-ref -q HEAD >/dev/null || echo "$(git rev-parse -q --verify HEAD) HEAD"
git for-each-ref --format='%%(objectname) %%(refname)' refs/heads refs/tags refs/remotes"""
_MARK_ALL = f"""for try in 1 2 3; do
  n=$(mktemp) && git ls-files -z -t -- %s | sed -z -n 's/^H //p' >"$n" || exit 1
  cat "$n" >>"$d/{_RECORD}" && git update-index -z --skip-worktree --stdin <"$n" && break
  [ $try = 3 ] && exit 1
  sleep 0.3
done
"""
_MARK = f"""[ -e "$d/index" ] || ! git rev-parse -q --verify HEAD >/dev/null || git reset -q || exit 1
date +%%s
{_MARK_ALL}git ls-files -z -- %s | tr -cd '\\000' | wc -c
{_DELETED}
echo
{_TIPS}"""
_TAKE_BACK = f"""[ -e "$d/index" ] && git ls-files >/dev/null || {{ rm -f "$d/index"; git reset -q; }}
if [ %s = 0 ] && [ -f "$d/{_RECORD}" ]; then
  r=$(mktemp) && tr '\\000' '\\n' <"$d/{_RECORD}" >"$r"
  for try in 1 2 3; do
    git ls-files -z -t | sed -z -n 's/^S //p' | grep -zxF -f "$r" |
      git update-index -z --no-skip-worktree --stdin && break
    [ $try = 3 ] && exit 1
    sleep 0.3
  done
  rm -f "$d/{_RECORD}"
fi
{_DELETED}
echo
{_TIPS}"""
# Commits are looked at that no branch had before. What a merge takes from one of its parents it has not deleted, so
# `-c` compares with all of them. A branch that was rewritten may have lost the commit that added a file: that shows
# only beside what the branch was.
_DROPPED = """look() {
  git diff-tree -r --no-renames --name-only "$@" -- %s || exit 1
}
moved() {
  printf '\\tbranch %%s\\n' "$1"; shift
  made=$(git rev-list --reverse --topo-order --full-history "$2" --not %s --branches -- %s) || exit 1
  printf '%%s\\n' "$made" | look -c --diff-filter=D --stdin --format='%%x09commit %%H %%ct' || exit 1
  [ "$1" ] && [ "$(git rev-list -n 1 "$2" --not %s --branches)" ] || return 0
  base=$(git merge-base "$1" "$2") && [ "$base" = "$1" ] && return 0
  printf '\\tcommit %%s %%s\\n' "$2" "$(git rev-list -n 1 --timestamp "$2" | cut -d ' ' -f 1)"
  { look --diff-filter=D "$1" "$2"
    [ "$base" ] && look --diff-filter=A "$base" "$1" || look --diff-filter=D "$1" "$2"; } | sort | uniq -d
}
"""
_KNOWN = """printf '\\t%%s\\n' %s
git for-each-ref --contains=%s --format='%%(refname)' refs/tags refs/remotes
"""

Run = Callable[[str], Awaitable[tuple[int, str]]]
"""Runs a script in the sandbox; returns its exit code and its stdout, or its stderr if it fails."""


@dataclass(frozen=True, slots=True)
class Marked:
    """A repository whose hidden files are marked.

    Attributes:
        repository: its folder
        hidden: the hidden paths, from that folder on
        files: the number of hidden files that git tracks
        deleted: hidden files that somebody had staged as deleted before the command began
        tips: the commit of each branch and tag then, and of a HEAD that is on none
        began: seconds since the epoch
    """

    repository: str
    hidden: tuple[str, ...]
    files: int = 0
    deleted: frozenset[str] = frozenset()
    tips: Mapping[str, str] = field(default_factory=dict)
    began: int = 0


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The end of a command in these repositories: notes on its changes, and whether a branch went back."""

    notes: tuple[str, ...] = ()
    undone: bool = False


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
            given = _all(paths)
            code, said = await run(_IN % _at(repository) + _MARK % (given, given, given))
            if code:
                raise ShellError(
                    "the command was not started: git couldn't mark the files that rules hide in "
                    f"{repository or '/'} ({' '.join(said.split())[-200:]}). Is another git running there? If not, "
                    f"delete {repository}/.git/index.lock, or mend {repository}/.git/config with edit_file"
                )
            if said:
                began, files, rest = said.split("\n", 2)
                marked[-1] = Marked(repository, paths, int(files), *_state(rest), int(began))

    async def take_back(self, root: str, marked: Iterable[Marked], run: Run) -> TakenBack:
        """Call this once the command has ended."""
        notes, undone = list[str](), False
        for one in marked:
            self._open[one.repository] -= 1
            code, said = await run(
                _IN % _at(one.repository) + _TAKE_BACK % (self._open[one.repository], _all(one.hidden))
            )
            if not one.files:
                continue
            gone, tips = _state(said)
            moved = {name: tip for name, tip in tips.items() if tip != one.tips.get(name)}
            drops = await _drops(root, one, moved, run) if said and not code else None
            if drops is None:
                notes.append(_UNCHECKED % (one.repository or "/"))
            elif drops or _there(root, one, gone):
                await run(_IN % _at(one.repository) + self._whole(one, drops))
                notes += [_undone(one, drop) for drop in drops[:NAMED]] or [_RESTAGED % _named(_there(root, one, gone))]
                if len(drops) > NAMED:
                    notes.append(f"I moved {len(drops) - NAMED} more branches back for the same reason")
            undone = undone or drops is None or bool(drops)
        return TakenBack(tuple(notes), undone)

    def _whole(self, one: Marked, drops: Sequence["_Drop"]) -> str:
        """A script that puts the branches back, and the hidden files back into the index."""
        back = "".join(f"git update-ref --no-deref {shlex.quote(drop.branch)} {drop.back}\n" for drop in drops)
        again = _MARK_ALL % _all(one.hidden) if self._open[one.repository] else ""
        return f"{back}git reset -q -- {_all(one.hidden)}\n{again}"

    def limits(self, marked: Iterable[Marked]) -> tuple[str, ...]:
        """Notes on what git can't do in these repositories."""
        return tuple(
            f"Git tracks {one.files} files in {one.repository or '/'} that rules hide from commands. It leaves them as "
            "they are, and can't check them out or merge them."
            for one in marked
            if one.files
        )


_UNCHECKED = (
    "I couldn't check whether the new commits in %s delete files that rules only hide. Have a person look at them"
)
_RESTAGED = "Git's index lacked %s, which rules only hide from commands. I put the index entries back"


@dataclass(frozen=True, slots=True)
class _Drop:
    """A branch with a commit that deletes hidden files, and the commit to which it goes back."""

    branch: str
    tip: str
    back: str
    commit: str
    files: tuple[str, ...]


async def _drops(root: str, one: Marked, moved: Mapping[str, str], run: Run) -> list[_Drop] | None:
    """Branches that a command moved to a commit that deletes hidden files; None if git doesn't tell. A commit isn't the
    command's if a tag or a remote branch had it before, or a fetch brought it.
    """
    branches = dict(sorted((name, tip) for name, tip in moved.items() if _is_branch(name)))
    if not branches:
        return []
    if len(branches) > MOST_MOVED:
        return None
    known = " ".join(
        [
            *(one.tips[name] for name in branches if name in one.tips),
            *(shlex.quote(f"--exclude={name.removeprefix('refs/heads/')}") for name in branches),
        ]
    )
    script = _IN % _at(one.repository) + _DROPPED % (_all(one.hidden), known, _all(one.hidden), known)
    script += "".join(f"moved {shlex.quote(name)} '{one.tips.get(name, '')}' {tip}\n" for name, tip in branches.items())
    code, said = await run(script)
    if code:
        return None
    found = [
        (branch, commit, at, there)
        for branch, commit, at, files in _commits(said)
        if (there := _there(root, one, files))
    ]
    ids = dict.fromkeys(commit for _, commit, _, _ in found)
    _, said = await run(_IN % _at(one.repository) + "".join(_KNOWN % (id, id) for id in ids)) if ids else (0, "")
    holds = dict.fromkeys(ids, frozenset[str]())
    for part in said.split("\t")[1:]:
        id, *refs = part.split()
        holds[id] = frozenset(refs)
    drops = dict[str, _Drop]()
    for branch, commit, at, files in found:
        older = at < one.began
        before = any(ref not in moved or (older and ref.startswith("refs/remotes/")) for ref in holds[commit])
        if branch not in drops and not before:
            back = one.tips.get(branch, f"{commit}^")
            drops[branch] = _Drop(branch, branches[branch], back, commit, files)
    return list(drops.values())


def _commits(said: str) -> Iterator[tuple[str, str, int, list[str]]]:
    """What `_DROPPED` found, oldest first: branch, commit, time of the commit, and deleted files. After a tab stands no
    file: git quotes names with one.
    """
    branch = ""
    for part in said.split("\t")[1:]:
        head, *files = part.splitlines()
        what, name, *at = head.split(" ")
        branch = name if what == "branch" else branch
        if deleted := list(filter(None, files)):
            yield branch, name, int(at[0]), deleted


def _undone(one: Marked, drop: _Drop) -> str:
    branch = drop.branch.removeprefix("refs/heads/")
    back = one.tips.get(drop.branch, "")
    where = f"to {back[:12]}" if back else "to the commit before that"
    return (
        f"Undone: commit {drop.commit[:12]} deleted {_named(drop.files)}, which rules only hide from commands. I moved "
        f"{branch} back {where}; its other changes are still in {drop.tip[:12]} and in the index. Commit them again, "
        "without a new index"
    )


def _state(said: str) -> tuple[frozenset[str], dict[str, str]]:
    """Hidden files that are staged as deleted, and the tips of branches and tags."""
    deleted, _, tips = f"\n{said}".partition("\n\n")
    lines = (line.split(" ", 1) for line in tips.splitlines() if " " in line)
    return frozenset(deleted.splitlines()), {name: tip for tip, name in lines if tip}


def _is_branch(name: str) -> bool:
    return name == "HEAD" or name.startswith("refs/heads/")


def _there(root: str, one: Marked, files: Iterable[str]) -> tuple[str, ...]:
    """Of these files, as git quotes them, those on the disk. Somebody else deleted the others, or had staged that."""
    return tuple(
        path
        for file in files
        if file not in one.deleted and os.path.lexists(f"{root}{one.repository}/{(path := _unquoted(file))}")
    )


def _unquoted(file: str) -> str:
    """A path without git's quotes, which are C's (git-config(1), core.quotePath)."""
    return os.fsdecode(ast.literal_eval(f"b{file}")) if file.startswith('"') else file


def _named(files: Sequence[str]) -> str:
    more = f" and {len(files) - NAMED} more" if len(files) > NAMED else ""
    return f"{', '.join(map(printable, files[:NAMED]))}{more}"


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
    except (NotADirectoryError, FileNotFoundError):
        return os.path.lexists(git)  # the repository lies elsewhere, or a command removed its index
    except OSError:
        return False
    return data[4:8] == b"\0\0\0\4" or os.fsencode(path) in data or any(each in data for each in _MARKED_ELSEWHERE)


def _at(repository: str) -> str:
    return shlex.quote(f".{repository}")


def _all(paths: Iterable[str]) -> str:
    return " ".join(shlex.quote(f":(top,literal){path}") for path in paths)
