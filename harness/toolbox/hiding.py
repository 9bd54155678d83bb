"""What of the files a command does not see: what rules keep from being read, and what was attached elsewhere. And what
it does not change: what rules keep from being written.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from harness.approvals.file_rules import NO_RULES, FileRule, FileRules
from harness.approvals.gate import Verdict
from harness.approvals.patterns import composed
from harness.chat.attachments import Attachments
from harness.context.memory_views import FOLDER as MEMORY
from harness.context.results import FOLDER as RESULTS
from harness.files.errors import FilesError, Missing, WrongKind
from harness.files.paths import ATTACHMENTS as FOLDER
from harness.files.paths import joined
from harness.files.port import FileEntry, Files
from harness.files.scratch import FOLDER as SCRATCH
from harness.toolbox.attached_files import folder_of
from harness.toolbox.shell import NOTHING_HIDDEN, Hidden, ShellError
from harness.tools.skills import FOLDER as SKILLS
from harness.tools.tool import Permits, ToolContext, everything, may_refuse

MOST = 20_000
"""Maximum files and folders that are looked at one by one. Folders beyond that are hidden as a whole."""
MOST_HIDDEN = 1_000
"""Maximum files and folders that are hidden one by one. Above that, folders around them are."""
_ANY_NAMES = ("deskmate any", ".deskmate any")
"""Files that a rule on all of a folder means both, and hardly any other rule does."""
NOT_THERE = (SKILLS, RESULTS, MEMORY, SCRATCH)
"""Folders that are none of the files that a command changes."""

Hiding = Callable[[ToolContext], Hidden]


def nothing(context: ToolContext) -> Hidden:
    """Hides nothing: for where nothing is attached."""
    return NOTHING_HIDDEN


def attached_elsewhere(attachments: Attachments) -> Hiding:
    """What was attached is seen only where it was."""

    def of(context: ToolContext) -> Hidden:
        own = (folder_of(attachments.home(context.place)),) if context.place else ()
        return Hidden(folders=(FOLDER,), but=own)

    return of


async def attached_here(hidden: Hidden, files: Files) -> bool:
    """True if a command sees files that people attached in its place."""
    for folder in hidden.but:
        if in_any(folder, (FOLDER,)) and await _listed(files, folder):
            return True
    return False


def read_only(hidden: Hidden) -> Hidden:
    """The same with all files read-only. Mounts beside the files stay as they are."""
    return replace(hidden, kept=("/",), changed=())


async def with_what_rules_hide(hidden: Hidden, files: Files, shows: Permits, rules: FileRules = NO_RULES) -> Hidden:
    """With what of the files `shows` does not let through, as things are; in a folder that is hidden what one of the
    `rules` allows is seen. Folders in which no rule means anything are not looked at. If there is too much to keep
    apart, folders are hidden as a whole, so commands still run; raises ShellError only where that can't be done.
    """
    if shows is everything:
        return hidden
    allowing = [rule for rule in rules.of("read") if rule.verdict is Verdict.ALLOW]
    folders, alone, but, left, seen = list[str](), list[str](), list[str](), deque(["/"]), 0
    while left and seen <= MOST:
        folder = left.popleft()  # the outer ones first: beyond the limit the inner ones are hidden
        try:
            entries = await files.list(folder)
        except Missing:
            continue
        except FilesError:  # whoever may not look at it now could make it theirs to look at
            if folder == "/":
                raise
            folders.append(folder)
            continue
        within = not Hidden(tuple(folders), tuple(but)).sees(folder)
        for entry in entries:
            seen += 1
            if entry.lies:  # where that is, it is looked at by itself
                continue
            if entry.unnamed:  # no rule can speak of it, nor of what is in it
                (folders if entry.folder else alone).append(entry.unnamed)
            elif entry.folder and not (shows(entry.path) and any(shows(joined(entry.path, n)) for n in _ANY_NAMES)):
                folders += [] if within else [entry.path]
                if any(rule.may_mean_in(entry.path) for rule in allowing):
                    left.append(entry.path)
            elif entry.folder:
                but += [entry.path] if within else []
                if may_refuse(shows, entry.path):
                    left.append(entry.path)
            elif not shows(entry.path):
                alone += [] if within else [entry.path]
            elif within:
                but.append(entry.path)
    unseen = tuple(one for one in left if not in_any(one, folders))
    folders, alone, wholly = _in_short([*folders, *unseen], alone)
    if len(but) > MOST_HIDDEN:
        raise ShellError(
            "the command was not started: rules allow too many files in hidden folders. Move these into one folder, "
            "and allow that"
        )
    return replace(
        hidden,
        folders=(*hidden.folders, *folders),
        but=(*hidden.but, *but),
        files=(*hidden.files, *alone),
        unseen=tuple(sorted({*unseen, *wholly}.intersection(folders))),
    )


def _in_short(folders: list[str], files: list[str]) -> tuple[list[str], list[str], set[str]]:
    """At most MOST_HIDDEN of both: folders that hold the most of them stand for all in them, and are returned again.
    Raises ShellError if only the root could.
    """
    wholly = set[str]()
    while len(folders) + len(files) > MOST_HIDDEN:
        around = Counter(path.rpartition("/")[0] for path in (*folders, *files))
        around.pop("", None)
        if not around:
            raise ShellError(
                "the command was not started: there are too many files to keep apart those that rules deny. Move these "
                "into one folder, and deny that"
            )
        [(most, _)] = around.most_common(1)
        folders = [*(one for one in folders if not in_any(one, (most,))), most]
        files = [one for one in files if not in_any(one, (most,))]
        wholly.add(most)
    return folders, files, wholly


async def with_what_rules_keep(hidden: Hidden, files: Files, rules: FileRules) -> Hidden:
    """With what of the files rules keep from being written, as things are. A folder in which nothing is to be written
    need not be there. Raises ShellError where no sandbox could hold what one of them says, of reading too.
    """
    for rule in rules.of("read"):
        if rule.verdict is not Verdict.ALLOW and rule.whole and not in_any(rule.whole, NOT_THERE):
            for path in await spellings(files, rule.whole):
                _check_leads(rule, path, files)
    decided = dict[str, bool]()
    for rule in rules.of("write"):
        for path in await spellings(files, rule.whole):
            if in_any(path or rule.begins, (*decided, *NOT_THERE)):
                continue  # an earlier rule has decided on all of that
            if rule.verdict is not Verdict.ALLOW:
                await _check(rule, path, files)
                decided[path] = False
            elif path and await stands(files, path, as_folder=rule.path != rule.whole):
                decided[path] = True
    kept, changed = ([path for path, may in decided.items() if may is wanted] for wanted in (False, True))
    return replace(hidden, kept=tuple(kept), changed=tuple(changed))


async def _check(rule: FileRule, path: str, files: Files) -> None:
    """Raises ShellError if no sandbox can hold that rule."""
    if not path:
        raise ShellError(_cannot_hold(rule, "say which folders, as in /docs/**, or name files that are there"))
    if rule.path == rule.whole and not await stands(files, path):
        raise ShellError(_cannot_hold(rule, f"{path} is not there: make it, or say which folder it would be in"))
    _check_leads(rule, path, files)


def _check_leads(rule: FileRule, path: str, files: Files) -> None:
    """What is mounted is where it lies, and is seen there."""
    if (lies := files.lies(path)) != path:
        raise ShellError(_cannot_hold(rule, f"{path} is a link: say where it leads, {lies}"))


async def spellings(files: Files, path: str) -> Sequence[str]:
    """All paths that are there and look like this one, which may be written in several ways (`composed`); where none
    is, the path itself.
    """
    if path.isascii():
        return (path,)
    found = ["/"]
    for part in path.strip("/").split("/"):
        alike = [entry for folder in found for entry in await _listed(files, folder) if _looks(entry.path, part)]
        found = [entry.path for entry in alike] or [joined(folder, part) for folder in found]
    return found


def _looks(path: str, name: str) -> bool:
    return composed(path.rpartition("/")[2]) == composed(name)


async def _listed(files: Files, folder: str) -> Sequence[FileEntry]:
    try:
        return await files.list(folder)
    except FilesError:
        return ()


async def stands(files: Files, path: str, as_folder: bool = False) -> bool:
    """Is anything there; or, `as_folder`, a folder? Raises FilesError where that cannot be told."""
    try:
        await files.list(path)
    except WrongKind:
        return not as_folder  # it is a file
    except Missing:
        return False
    return True


def in_any(path: str, folders: Iterable[str]) -> bool:
    """Is it one of them, or below one?"""
    return any(f"{path.rstrip('/')}/".startswith(f"{folder.rstrip('/')}/") for folder in folders)


def _cannot_hold(rule: FileRule, instead: str) -> str:
    return f"the command was not started: no sandbox holds what `files` in workspace.yaml says of {rule}: {instead}"
