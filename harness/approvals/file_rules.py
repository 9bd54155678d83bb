"""What of the files may be read and written, whichever tool does it: one more voice in the gate, which only tightens.

Of the rules on an operation the first that means a path decides; where none does, this voice says nothing against it.

`*`, `?` and `[…]` in a path stand for what is in one name, `**` for any folders, hidden ones too. What a rule means it
means with all that is in it: `/secret` is the folder and whatever lies below, `/secret/**` only what lies below.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from harness.approvals.gate import Reach, Verdict
from harness.approvals.names import ANY, Names, look_of
from harness.approvals.patterns import composed
from harness.tools.tool import AnyTool, Operation, PathFilter, Permits

_DOING: Mapping[Operation, str] = {"read": "reading", "write": "writing"}
_WILD = re.compile(r"[*?[]")
_BELOW = "/**"


@dataclass(frozen=True, slots=True)
class FileRule:
    """What becomes of one operation on whatever `path` means: a normal path, in which `*` and the like may stand."""

    operation: Operation
    path: str
    verdict: Verdict

    def __str__(self) -> str:
        return f"{_DOING[self.operation]} {self.path}"

    def means(self, path: str) -> bool:
        """Is it on that normal path; or, as `/docs/**`, on all that is in a folder?"""
        return _wanted(self.path).match_beginning(_parts(composed(path)))

    def may_mean_in(self, folder: str) -> bool:
        """Could it mean something that lies there, at any depth?"""
        wanted, names = _wanted(self.path), _parts(composed(folder))
        return wanted.match_beginning(names) or wanted.may_go_on(names)

    @property
    def whole(self) -> str:
        """The file or folder that it is on as a whole: `/docs` of `/docs` and of `/docs/**`. Empty, if only a look at
        the files tells what it is on.
        """
        path = self.path.removesuffix(_BELOW) or "/"
        return "" if _WILD.search(path) else path

    @property
    def begins(self) -> str:
        """The innermost folder that certainly holds all that it means."""
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
        """Those on it, in their order."""
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
        """Permits what no rule says anything against."""

        def may(path: str) -> bool:
            rule = self.first(operation, path)
            return rule is None or rule.verdict is Verdict.ALLOW

        def may_not(folder: str) -> bool:
            return any(rule.verdict is not Verdict.ALLOW and rule.may_mean_in(folder) for rule in self._of[operation])

        return PathFilter(may, may_not)

    def first(self, operation: Operation, path: str) -> FileRule | None:
        """The rule that decides on it."""
        return next((rule for rule in self._of[operation] if rule.means(path)), None)

    def _in_folders(self, operation: Operation, touched: Reach) -> Iterator[FileRule]:
        if operation == "write":
            for folder in (path.removesuffix(_BELOW) or "/" for path in touched.paths if path.endswith(_BELOW)):
                asking = (rule for rule in self._of[operation] if rule.verdict is Verdict.ASK)
                yield from (rule for rule in asking if rule.may_mean_in(folder))


NO_RULES = FileRules()


@lru_cache(maxsize=1024)
def _wanted(pattern: str) -> Names:
    """What the names of a path have to look like."""
    parts = list(_parts(composed(pattern)))
    if parts[-1:] == ["**"]:
        parts[-1] = "*"  # whatever lies there is meant with all that is in it
    return Names([ANY if part == "**" else look_of(part) for part in parts])


def _parts(path: str) -> tuple[str, ...]:
    return tuple(path.strip("/").split("/")) if path.strip("/") else ()
