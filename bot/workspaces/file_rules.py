"""What the rules on files come to, for whoever checks a workspace or the setup."""

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path

from adapters.files.folder import Folder
from harness.approvals.file_rules import FileRule, FileRules
from harness.approvals.gate import Verdict
from harness.files.errors import FilesError
from harness.toolbox.hiding import NOT_THERE, in_any, spellings, stands, with_what_rules_keep
from harness.toolbox.shell import NOTHING_HIDDEN, ShellError

_BECOMES: Mapping[Verdict, str] = {
    Verdict.ALLOW: "left to the other rules",
    Verdict.ASK: "asked",
    Verdict.DENY: "denied",
}


def in_words(rule: FileRule, files: Path) -> str:
    """For people. `files` is the folder that the rules are on."""
    yet = "" if asyncio.run(_on_something(rule, Folder(files))) else ", though nothing is there yet"
    return f"{rule} is {_BECOMES[rule.verdict]}{yet}"


def why_it_never_decides(rule: FileRule, earlier: Sequence[FileRule]) -> str:
    """For people: which of the `earlier` rules decides on all that it is on; empty, if it may decide. Of a pattern that
    is known only where an earlier rule has the very same.
    """
    alike = (one for one in earlier if one.operation == rule.operation)
    covers = next((one for one in alike if one.path == rule.path or (rule.whole and one.means(rule.path))), None)
    return f"the rule on {rule} never decides: that on {covers} comes first (exceptions stand above)" if covers else ""


def why_no_command_runs(rules: FileRules, files: Path) -> str:
    """For people: which of the rules on `files` no sandbox could hold; empty, if there is none."""
    try:
        asyncio.run(with_what_rules_keep(NOTHING_HIDDEN, Folder(files), rules))
    except (ShellError, FilesError) as error:
        return str(error).replace("the command was not started", "no command runs")
    return ""


async def _on_something(rule: FileRule, files: Folder) -> bool:
    """Is anything where its path says, or where its pattern begins? Yes, too, where that cannot be told from here."""
    place = rule.whole or rule.begins
    if in_any(place, NOT_THERE):
        return True
    try:
        return any([await stands(files, path) for path in await spellings(files, place)])
    except FilesError:
        return True
