"""One value of the file and where it stands: reads it as what it should be, or notes what would be right."""

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from functools import lru_cache
from urllib.parse import urlsplit

from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from harness.workspace.problems import Problem, meant, shown

_TAG = "tag:yaml.org,2002:"
TRUE, _FALSE = ("yes", "on", "true"), ("no", "off", "false")
"""As YAML 1.1 has them."""
_TRUTH = {**dict.fromkeys(TRUE, True), **dict.fromkeys(_FALSE, False)}
OR_NEVER = "a duration, like 90s, 30m, 1h or 3d, or never"
_DURATION = re.compile(r"([0-9]{1,6})([smhdw])")
_SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800}


def duration(text: str) -> float | None:
    """Of `90s`, `30m`, `1h`, `3d` or `2w`, in seconds; None if it is no duration."""
    match = _DURATION.fullmatch(text)
    return float(int(match[1]) * _SECONDS[match[2]]) if match and int(match[1]) else None


@dataclass(frozen=True, slots=True)
class Given:
    """What is wrong is added to `problems`, and what is read in its place is the `default` or nothing."""

    node: Node
    source: str
    line: int = 1
    """Where its key stands, or it itself if it has none."""
    key: str = ""
    problems: list[Problem] = field(default_factory=list)

    @property
    def null(self) -> bool:
        """Nothing stands here: `model:` alone is as if it were left out."""
        return isinstance(self.node, ScalarNode) and self.node.tag == f"{_TAG}null"

    @property
    def never(self) -> bool:
        return isinstance(self.node, ScalarNode) and self.node.value == "never"

    @property
    def compound(self) -> bool:
        return not isinstance(self.node, ScalarNode)

    @property
    def sequence(self) -> bool:
        return isinstance(self.node, SequenceNode)

    @property
    def textual(self) -> bool:
        """Is it text, rather than a number, a truth or nothing?"""
        return self._scalar("str") is not None

    def wrong(self, message: str, line: int | None = None) -> None:
        self.problems.append(self.problem(message, line))

    def problem(self, message: str, line: int | None = None) -> Problem:
        """One with what stands here, for whoever keeps it: it does not make the file wrong."""
        return Problem(self.source, line or self.line, self.key, message)

    def fields(self, known: Collection[str], noun: str = "key", like: str = "key: value") -> dict[str, "Given"]:
        """The values of a mapping whose keys are `known`; those where nothing stands are left out. `like` is one that
        would be right, for the message.
        """
        values = self._values(like, f"; its {'keys may be' if len(known) > 1 else 'key is'} {', '.join(known)}")
        for name, value in values.items():
            if name not in known:
                value.wrong(f"there is no such {noun}{meant(name, known)}")
        return {name: value for name, value in values.items() if name in known and not value.null}

    def entries(self) -> dict[str, "Given"]:
        """The values of a mapping by key; of two with the same key neither tells which is meant."""
        return self._values()

    def _values(self, like: str = "key: value", keys: str = "") -> dict[str, "Given"]:
        """As `entries`; `keys` is what is said of them where it is no mapping."""
        if self.null:
            return {}
        if not isinstance(self.node, MappingNode) or self.node.tag != f"{_TAG}map":
            self.wrong(f"must be a mapping, as in `{like}`{self.instead}{keys}")
            return {}
        values: dict[str, Given] = {}
        for key, value in self.node.value:
            name = self._name(key)
            if name is None:
                continue
            if name in values:
                self._at(name, key, value).wrong(f"is here twice: also in line {values[name].line}")
            else:
                values[name] = self._at(name, key, value)
        return values

    def items(self, like: str = "[one, two]") -> list["Given"]:
        """Those of a list. `like` is one that would be right, for the message."""
        if self.null:
            return []
        if not isinstance(self.node, SequenceNode) or self.node.tag != f"{_TAG}seq":
            self.wrong(f"must be a list, as in `{like}`{self.instead}")
            return []
        return [
            Given(node, self.source, _line(node), f"{self.key}[{index}]", self.problems)
            for index, node in enumerate(self.node.value)
        ]

    def text(self, default: str = "") -> str:
        value = self._scalar("str")
        if value is None:
            self.wrong(f"must be text{self.instead if self.compound else '; if it is, put it in quotes'}")
            return default
        if not _keepable(value):
            self.wrong("must be text without NUL and without half a character")
            return default
        return value

    def literal(self) -> str | None:
        """The text of a scalar as it stands, whatever YAML takes it for; None of what is none, or is nothing."""
        value = None if self.null else self._scalar()
        return value if value is None or _keepable(value) else None

    def line_of_text(self, default: str = "") -> str:
        """Text that is not empty and has one line."""
        problems = len(self.problems)
        value = self.text(default).strip()
        if len(self.problems) == problems and (not value or len(value.splitlines()) != 1):
            self.wrong("must be one line of text")
            return default
        return value

    def word(self) -> str:
        """A line of text without blanks."""
        value = self.line_of_text()
        if len(value.split()) > 1:
            self.wrong("must be one word")
            return ""
        return value

    def words(self) -> tuple[str, ...]:
        """A list of lines of text, each once."""
        return tuple(dict.fromkeys(filter(None, (item.line_of_text() for item in self.items()))))

    def flag(self, default: bool, right: str = "true or false") -> bool:
        """`right` is what it may be, for the message."""
        value = _TRUTH.get((self._scalar("bool") or "").casefold())
        if value is None:
            self.wrong(f"must be {right}{self.instead}")
            return default
        return value

    def whole(self, least: int, most: int, default: int) -> int:
        value = self._scalar("int") or ""
        if not re.fullmatch("0|[1-9][0-9]{0,11}", value) or not least <= int(value) <= most:
            self.wrong(f"must be a whole number from {least} to {most}{self.instead}")
            return default
        return int(value)

    def amount(self, default: float | None) -> float | None:
        value = self._scalar("int") or self._scalar("float") or ""
        if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", value) or float(value) == 0:
            self.wrong(f"must be an amount of more than 0, like 5 or 0.50{self.instead}")
            return default
        return float(value)

    def seconds(self, default: float | None, right: str = "a duration, like 90s, 30m, 1h or 3d") -> float | None:
        """A duration. `right` is what else it may be, for the message."""
        found = duration(self._scalar("str") or "")
        if found is None:
            self.wrong(f"must be {right}{self.instead}")
            return default
        return found

    def one_of(self, known: Collection[str], noun: str) -> str | None:
        """One of the `known` words."""
        value = self._scalar()
        if value is None or self.null:
            self.wrong(f"must be a {noun}{meant('', known)}")
            return None
        return value if self.named(value, known, noun) else None

    def each_of(self, known: Collection[str], noun: str) -> tuple[str, ...]:
        """A list of `known` words, each once."""
        items = self.items(f"[{', '.join([*known][:2]) or 'one, two'}]")
        return tuple(dict.fromkeys(filter(None, (item.one_of(known, noun) for item in items))))

    def url(self, like: str, filled: Callable[[str], str] = lambda url: url) -> str:
        """The address of something on the web, like that one; empty if it is none. `filled` is what is looked at of
        what stands here.
        """
        url = self.word()
        try:
            parts = urlsplit(filled(url))
            valid = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
        except ValueError:
            valid = False
        if url and not valid:
            self.wrong(f"must be a URL, like {like}, not {shown(url)}")
        return url if valid else ""

    def named(self, name: str, known: Collection[str], noun: str) -> bool:
        """Is `name` one of the `known`?"""
        if name not in known:
            self.wrong(f"there is no {noun} {shown(name)}{meant(name, known)}")
        return name in known

    @property
    def instead(self) -> str:
        """What stands here, for the end of a message on what should."""
        if not isinstance(self.node, ScalarNode):
            return ", not a list" if isinstance(self.node, SequenceNode) else ", not a mapping"
        quote = self.node.style if self.node.style in ("'", '"') else ""
        return "" if self.null else f", not {quote}{shown(str(self.node.value))}{quote}"

    def _scalar(self, kind: str | None = None) -> str | None:
        """The text of a scalar, if it is of that kind."""
        if not isinstance(self.node, ScalarNode) or (kind and self.node.tag != f"{_TAG}{kind}"):
            return None
        return str(self.node.value)

    def _name(self, key: Node) -> str | None:
        if not isinstance(key, ScalarNode) or not _keepable(key.value):
            self.wrong("a key must be text", _line(key))
            return None
        if key.tag == f"{_TAG}merge":
            self.wrong("merging by << is not supported: write the keys out", _line(key))
            return None
        if key.tag != f"{_TAG}str":
            self.wrong(f"the key {shown(key.value)} must be text; if it is, put it in quotes", _line(key))
            return None
        return str(key.value)

    def _at(self, name: str, key: Node, value: Node) -> "Given":
        way = f"{self.key}.{_shown(name)}" if self.key else _shown(name)
        return Given(value, self.source, _line(key), way, self.problems)


_shown = lru_cache(maxsize=500)(shown)
"""Of keys: a folder of skills has the same few in each."""


def _line(node: Node) -> int:
    return int(node.start_mark.line) + 1


def _keepable(text: str) -> bool:
    """Can it be stored and sent as UTF-8?"""
    return "\0" not in text and (text.isascii() or not any("\ud800" <= character <= "\udfff" for character in text))
