"""Reads `files`: what of the files may be read and written, whichever tool does it."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import get_args

from harness.approvals.file_rules import FileRule, FileRules
from harness.approvals.gate import Verdict
from harness.files.errors import BadPattern
from harness.files.paths import printable
from harness.files.patterns import LONGEST, spelt_out
from harness.tools.tool import Operation
from harness.workspace.given import Given
from harness.workspace.problems import shown

_KEYS = ("operations", "paths", "verdict")
_OPERATIONS: Mapping[str, Operation] = {each: each for each in get_args(Operation)}
_VERDICTS = {"allow": Verdict.ALLOW, "ask": Verdict.ASK, "deny": Verdict.DENY}
_LIKE = "{operations: [read], paths: [/secret/**], verdict: deny}"
MOST = 500
"""Paths of all rules."""


def file_rules(given: Given) -> FileRules:
    rules = tuple(rule for item in given.items(f"[{_LIKE}]") for rule in _rules(item))
    if len(rules) > MOST:
        given.wrong(f"may name {MOST} paths at most: name folders, as in /secret/**")
    return FileRules(rules)


def _rules(given: Given) -> Iterator[FileRule]:
    """Of one that names several operations and paths, one for each."""
    known = len(given.problems)
    values = given.fields(_KEYS, like=_LIKE)
    if len(given.problems) > known:
        return
    if missing := [key for key in _KEYS if key not in values]:
        given.wrong(f"needs {' and '.join(missing)}, as in `{_LIKE}`")
        return
    operations = values["operations"].each_of(_OPERATIONS, "operation")
    paths = [path for item in values["paths"].items("[/secret/**]") for path in _paths(item)]
    verdict = values["verdict"].one_of(_VERDICTS, "verdict")
    if len(given.problems) > known:
        return
    if not operations or not paths or verdict is None:
        given.wrong("is on nothing: name operations (read, write) and paths, as in `paths: [/secret/**]`")
        return
    for operation, path in product(operations, dict.fromkeys(paths)):
        yield FileRule(_OPERATIONS[operation], path, _VERDICTS[verdict])


def _paths(given: Given) -> tuple[str, ...]:
    """The normal paths that stand there, alternatives spelt out; none, if something is wrong."""
    path = given.line_of_text()
    if not path:
        return ()
    if why := _wrong(path):
        given.wrong(f"{why}, not {shown(path)}")
        return ()
    try:
        return tuple(f"/{'/'.join(_parts(each))}" for each in spelt_out(path))
    except BadPattern as error:
        given.wrong(str(error))
        return ()


def _wrong(path: str) -> str:
    """What would be right instead; empty, if it is right."""
    parts = path.replace("\\", "/").split("/")
    if ".." in parts:
        return "must be a path without .., written from /, the root of the files"
    if any(part.startswith("~") for part in parts):
        return "must be a path from /, the root of the files, where ~ means nothing"
    if "\\" in path:
        return "must have / between folders, and no backslash"
    if not path.startswith("/"):
        return "must begin with /, the root of the files, as in /secret/**"
    if printable(path) != path:
        return "must have no control or invisible characters"
    return f"must have {LONGEST:,} characters at most" if len(path) > LONGEST else ""


def wrong_pattern(pattern: str) -> str:
    """Why the pattern of a rule on a tool matches no normal path, as what would be right; empty if it may match one."""
    path = f"/{pattern}" if pattern.startswith(("*", "?", "[")) else pattern
    if why := _wrong(path):
        return why
    if path != "/" and not {"", "."}.isdisjoint(path.split("/")[1:]):
        return "must have a name between slashes and at its end, as in /secret/*"
    return ""


def _parts(path: str) -> list[str]:
    """Of many `**` in a row one says the same."""
    parts = [part for part in path.split("/") if part not in ("", ".")]
    return [part for at, part in enumerate(parts) if part != "**" or parts[at - 1 : at] != ["**"]]
