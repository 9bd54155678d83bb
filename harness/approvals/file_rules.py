"""What of the files may be read and written, whichever tool does it: one more voice in the gate, which only tightens.

Of the rules on an operation the first that means a path decides; where none does, this voice says nothing against it.

`*`, `?` and `[…]` in a path stand for what is in one name, `**` for any folders, hidden ones too. What a rule means it
means with all that is in it: `/secret` is the folder and whatever lies below, `/secret/**` only what lies below.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import translate
from functools import cached_property, lru_cache

from harness.approvals.gate import Reach, Verdict
from harness.approvals.patterns import composed
from harness.tools.tool import AnyTool, Operation, Permits

_DOING: Mapping[Operation, str] = {"read": "reading", "write": "writing"}
_ONE = re.compile(r"\[!?\]?[^]]*\]|.", re.DOTALL)
_WILD = re.compile(r"[*?[]")
_BELOW = "/**"


@dataclass(frozen=True, slots=True)
class FileRule:
    """What becomes of one operation on what one path means, which is normal but for what stands for others."""

    operation: Operation
    path: str
    verdict: Verdict

    def __str__(self) -> str:
        return f"{_DOING[self.operation]} {self.path}"

    def means(self, path: str) -> bool:
        """A normal path; or, as `/docs/**`, all that is in a folder."""
        return _compiled(self.path).fullmatch(composed(path)) is not None

    def may_mean_in(self, folder: str) -> bool:
        """Could it mean something that lies there, at any depth?"""
        wanted, states = _parts(composed(self.path)), {0}
        for name in _parts(composed(folder)):
            states = set(_steps(wanted, _with_skips(wanted, states), name))
        return bool(states)

    @property
    def whole(self) -> str:
        """The one path that it means, with all or but for itself; empty, if that cannot be said without looking."""
        path = self.path.removesuffix(_BELOW) or "/"
        return "" if _WILD.search(path) else path

    @property
    def begins(self) -> str:
        """The folder in which all lies that it means."""
        literal = self.path[: found.start()] if (found := _WILD.search(self.path)) else self.path
        return literal.rpartition("/")[0] or "/"


@dataclass(frozen=True)
class FileRules:
    """In their order."""

    rules: tuple[FileRule, ...] = ()

    @cached_property
    def _of(self) -> Mapping[Operation, tuple[FileRule, ...]]:
        return {each: tuple(rule for rule in self.rules if rule.operation == each) for each in _DOING}

    def of(self, operation: Operation) -> tuple[FileRule, ...]:
        return self._of[operation]

    def bind(self, tool: AnyTool) -> bool:
        """Is any of them on what the tool does?"""
        return tool.operation is not None and bool(self._of[tool.operation])

    def says(self, tool: AnyTool, touched: Reach) -> tuple[Verdict, str]:
        """The gravest verdict on all that a call is about, and by which rule. What changes a folder as a whole is asked
        about where anything in it may be; whether something there is denied is seen when it is looked at.
        """
        if tool.operation is None:
            return Verdict.ALLOW, ""
        found = [rule for path in touched.paths if (rule := self.first(tool.operation, path))]
        found += self._in_folders(tool.operation, touched)
        gravest = max(found, key=lambda rule: rule.verdict, default=None)
        return (gravest.verdict, str(gravest)) if gravest else (Verdict.ALLOW, "")

    def permits(self, tool: AnyTool, own: Reach, listing: bool = False) -> Permits:
        """What a call may touch of what it comes upon: nothing that is denied, and what is asked about only if the call
        was asked about by that rule, or is `listing` names.
        """
        operation = tool.operation
        assert operation
        hit = {rule for path in own.paths if (rule := self.first(operation, path))}
        asked = {*hit, *self._in_folders(operation, own)}

        def may(path: str) -> bool:
            rule = self.first(operation, path)
            if rule is None or rule.verdict is Verdict.ALLOW:
                return True
            return rule.verdict is Verdict.ASK and (listing or rule in asked)

        return may

    def leaves(self, operation: Operation) -> Permits:
        """Is nothing said against it?"""

        def may(path: str) -> bool:
            rule = self.first(operation, path)
            return rule is None or rule.verdict is Verdict.ALLOW

        return may

    def first(self, operation: Operation, path: str) -> FileRule | None:
        return next((rule for rule in self._of[operation] if rule.means(path)), None)

    def _in_folders(self, operation: Operation, touched: Reach) -> Iterator[FileRule]:
        if operation == "write":
            for folder in (path.removesuffix(_BELOW) or "/" for path in touched.paths if path.endswith(_BELOW)):
                asking = (rule for rule in self._of[operation] if rule.verdict is Verdict.ASK)
                yield from (rule for rule in asking if rule.may_mean_in(folder))


NO_RULES = FileRules()


@lru_cache(maxsize=1024)
def _compiled(pattern: str) -> "re.Pattern[str]":
    *above, last = _parts(composed(pattern)) or ("**",)
    folders = "".join("(?:/[^/]+)*" if part == "**" else f"/{_name(part)}" for part in above)
    end = "/.+" if last == "**" else f"/{_name(last)}(?:/.*)?"
    everything = "" if _parts(pattern) else "|/"
    return re.compile(f"(?s:{folders}{end}{everything})")


@lru_cache(maxsize=4096)
def _name(part: str) -> str:
    """As a regular expression, of what holds no slash."""
    return "".join(map(_character, _ONE.findall(part)))


def _character(one: str) -> str:
    if one == "*":
        return "[^/]*"
    if one == "?":
        return "[^/]"
    return f"(?!/){translate(one).removeprefix('(?s:')[:-3]}" if len(one) > 1 else re.escape(one)


def _parts(path: str) -> tuple[str, ...]:
    return tuple(path.strip("/").split("/")) if path.strip("/") else ()


def _with_skips(wanted: Sequence[str], states: set[int]) -> set[int]:
    """Any number of folders may be none."""
    found = set(states)
    for state in states:
        while state < len(wanted) and wanted[state] == "**":
            state += 1
            found.add(state)
    return found


def _steps(wanted: Sequence[str], states: set[int], name: str) -> Iterator[int]:
    for state in states:
        if state == len(wanted):
            yield state  # what is meant is meant with all that is in it
        elif wanted[state] == "**":
            yield state
        elif re.fullmatch(f"(?s:{_name(wanted[state])})", name):
            yield state + 1
