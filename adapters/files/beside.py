"""What commands find beside the files: what is the thread's own, and, read only, skills and results."""

import asyncio
import os
import stat
from collections.abc import Iterator, Set
from pathlib import Path

from adapters.files.disk import OthersDisk, below
from adapters.files.nested import visited
from adapters.files.scratch_files import ScratchFiles
from harness.approvals.file_rules import FileRules
from harness.approvals.gate import Verdict
from harness.context.results import FOLDER as RESULTS
from harness.context.results import LargeTexts
from harness.files.errors import FilesError
from harness.files.paths import joined
from harness.files.scratch import FOLDER, MOST
from harness.sessions.journal import JournalError
from harness.toolbox.shell import Mount, ShellError
from harness.tools.tool import Permits, ToolContext, everything

LOOKED_AT = 2_000
"""Files and folders of one that rules are on: a skill that has more commands do not find, and beside a thread's own
that has more they do not run.
"""


class Beside:
    """Implements harness.toolbox.execute.Beside."""

    def __init__(self, scratch: ScratchFiles, large: LargeTexts) -> None:
        self._scratch, self._large = scratch, large
        self._laying = asyncio.Lock()
        self._laid: dict[Path, int] = {}
        """How many bytes of each were kept when it was laid: of a command that runs in the background there is more in
        a while. The file itself may be larger, since long lines are broken in it.
        """

    async def __call__(self, command: str, context: ToolContext, rules: FileRules, sandbox: bool) -> tuple[Mount, ...]:
        try:
            own = await asyncio.to_thread(self._own, context, rules)
            if not sandbox:
                return own
            skills = await asyncio.to_thread(lambda: tuple(_of_skills(context)))
            return (*own, *skills, *(await self._results(context) if RESULTS in command else ()))
        except OSError as error:
            raise ShellError(f"the command was not started: {FOLDER} cannot be opened ({error.strerror})") from error
        except JournalError as error:
            raise ShellError(f"the command was not started: {RESULTS} cannot be read just now ({error})") from error

    def _own(self, context: ToolContext, rules: FileRules) -> tuple[Mount, ...]:
        folder = self._scratch.of(context.thread)
        if folder is None or not context.shows(joined(FOLDER, ".any")):
            return ()
        hidden = () if context.shows is everything else _hidden(str(folder), FOLDER, context.shows)
        if hidden is None:
            raise ShellError(
                f"the command was not started: {FOLDER} holds more than {LOOKED_AT:,} files, too many to hide those "
                "that rules deny. Delete some of them first"
            )
        may = _changes(rules)
        if may and self._scratch.full(context.thread):
            raise ShellError(
                f"the command was not started: {FOLDER} holds more than {MOST:,} bytes. Delete something in it first"
            )
        return (Mount(FOLDER, str(folder), may, hidden),)

    async def _results(self, context: ToolContext) -> tuple[Mount, ...]:
        """They are laid into a folder for whoever names it, and stay there for the next."""
        folder = self._scratch.results_of(context.thread)
        if folder is None:
            return ()
        kept = await self._large.of_calls(context.thread)
        wanted = {name: size for name, size in kept.items() if context.shows(joined(RESULTS, name))}
        async with self._laying:
            same = {name for name, size in wanted.items() if self._laid.get(folder / name) == size}
            for name in await asyncio.to_thread(_not_laid, folder, wanted.keys(), same):
                text = await self._large.text(context.thread, name)
                if text is not None:
                    await asyncio.to_thread(_lay, folder / name, text)
                    self._laid[folder / name] = wanted[name]
        return (Mount(RESULTS, str(folder)),)


def _changes(rules: FileRules) -> bool:
    """May a command change all that is the thread's own? What rules keep part of is read only, as a whole."""
    for rule in rules.of("write"):
        if rule.verdict is not Verdict.ALLOW and rule.may_mean_in(FOLDER):
            return False
        if rule.whole and below(rule.whole, FOLDER):
            return True
    return True


def _not_laid(folder: Path, wanted: Set[str], same: Set[str]) -> list[str]:
    """What is not there yet, or is not the `same` any more; what is not to be there any more goes."""
    there = set(os.listdir(folder))
    for name in there - wanted:
        (folder / name).unlink()
    return sorted(wanted - (there & same))


def _lay(file: Path, text: str) -> None:
    """Wholly, or under another name."""
    part = file.with_name(f".{file.name}")
    part.write_text(text, "utf-8", "replace")
    part.replace(file)


def _of_skills(context: ToolContext) -> Iterator[Mount]:
    for skill in context.skills:
        try:
            home = OthersDisk(Path(skill.home), skill.path, Path(skill.within)).root()
        except FilesError:
            continue
        hidden = _hidden(home, skill.path, context.shows, dots=False)
        if hidden is not None:
            yield Mount(skill.path, home, hidden=hidden)


def _hidden(home: str, at: str, shows: Permits, dots: bool = True) -> tuple[str, ...] | None:
    """What of it is not found by tools either: what rules keep and, but for `dots`, hidden files. None, if that is too
    much to know. Raises OSError.
    """
    found, seen = list[str](), 0
    for visit in visited(None, home):
        inside = visit.path("")
        for name, status in visit.entries:
            shown = (dots or not name.startswith(".")) and shows(f"{at}{inside}{name}")
            if stat.S_ISDIR(status.st_mode) and not (shown and os.access(name, os.R_OK | os.X_OK, dir_fd=visit.here)):
                shown = False  # else a command could let itself in, and see there what rules keep
                visit.folders.remove(name)
            if not shown:
                found.append(f"{inside}{name}")
        seen += len(visit.entries)
        if seen > LOOKED_AT:
            return None
    return tuple(found)
