"""What is secret is masked in what a tool gives, before model, chat, log and journal have it: what looks like a key of
a provider or a platform, private keys, passwords in addresses, what we know to be secret, and what the patterns of a
workspace mean. In its place stands what it was: `[masked: GitHub token]`. What people say is theirs, and left as it is.
"""

import re
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

import regex

from harness.chat.keys import without_keys
from harness.tools.calls import ToolResult
from harness.tools.previews import FileChange, Foreseen, NoteNamed, Preview

SHORTEST = 8
"""Characters of a value that is masked wherever it stands. What is shorter stands in too many words."""
LONGEST_PATTERN = 1_000
WITHIN = 0.25
"""Seconds that a pattern has for a text: some take for ever where a text is made for that. After that all of the text
is masked."""
HELD = 16_384
"""Characters without a line end that are waited for, of what is shown while a command runs."""

_LABEL = re.compile(r"\[masked: [^\[\]\n]{1,120}\]")
_NOT_IN_LABEL = re.compile(r"[^\w .,-]")
_BEARER = re.compile(r"(?i:bearer)\s{1,8}([A-Za-z0-9+/._~=-]{16,})")
_AUTHORIZATION = re.compile(
    r"""(?i:authorization)["']?\s{0,8}[:=]\s{0,8}["']?(?:(?i:bearer|basic|token)\s{1,8})?([A-Za-z0-9+/._~=-]{8,})"""
)
"""RFC 9110, section 11.6.2; RFC 6750 and RFC 7617 for the schemes."""
_IN_URL = re.compile(r"""://[^/\s:@"'<>]{0,200}:([^/\s@"'<>]{1,400})@""")
"""RFC 3986, section 3.2.1: user:password."""
_AWS_SECRET = re.compile(
    r"""(?i:aws_?secret_?access_?key)["']?\s{0,8}[:=]\s{0,8}["']?([A-Za-z0-9/+=]{40})(?![A-Za-z0-9/+=])"""
)
"""AWS CLI User Guide, "Configuration and credential file settings": it has no form of its own."""
_KEY_BEGINS: Final = "-----BEGIN "
_KEY = re.compile(
    r"-----BEGIN (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----"
    r"(?:.*?-----END (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----|.*)",
    re.DOTALL,
)
"""RFC 7468, OpenSSH's PROTOCOL.key, RFC 4880 section 6.2. Without an end, all that comes after it."""
_KEY_ENDS = re.compile(r"-----END (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----")
_KEY_LINE = re.compile(r"[-+| ]?[ \d\t:|]*[A-Za-z0-9+/=]{16,76}\s*")


class WrongPattern(ValueError):
    """It is none, or one that would mask everywhere. The message says why."""


def compiled(pattern: str) -> Any:
    """A pattern as `mask` has it. Raises WrongPattern."""
    if len(pattern) > LONGEST_PATTERN:
        raise WrongPattern(f"it may have at most {LONGEST_PATTERN:,} characters")
    try:
        made = regex.compile(pattern)
        if made.search("", timeout=WITHIN):
            raise WrongPattern("it matches an empty text too, so it would mask everything")
    except (regex.error, RecursionError, OverflowError) as error:
        raise WrongPattern(" ".join(str(error).split()) or "it is nested too deeply") from None
    except TimeoutError:
        raise WrongPattern("it takes too long") from None
    return made


def label(name: str) -> str:
    return f"[masked: {_NOT_IN_LABEL.sub('', name)[:80] or 'secret'}]"


def holds_mask(text: str) -> bool:
    """Does a mask stand in it for something?"""
    return _LABEL.search(text) is not None


def without_mask(text: str) -> str:
    """The text, if all that it says is there. Raises ValueError: what a mask stands for would be lost, as a model is
    not shown it and writes the mask in its place.
    """
    if found := _LABEL.search(text):
        raise ValueError(
            f"it has {found[0]} in it, which stands for something that you are not shown and that would be lost: leave "
            "that part as it is, and change only what is around it"
        )
    return text


@dataclass(frozen=True)
class Masks:
    """`values` are known to be secret, by what they are called; `patterns` are a workspace's."""

    values: Mapping[str, str] = field(default_factory=dict)
    patterns: Sequence[Any] = ()

    def masked(self, text: str) -> str:
        """Doing it twice changes nothing more."""
        for value in sorted(self.values, key=len, reverse=True):  # one may be a part of another
            if value in text:
                text = text.replace(value, label(self.values[value]))
        text = _without_private_keys(text)
        text = without_keys(text, label)
        lower = text.lower()
        for known, pattern, name in _BESIDE:
            if known in lower:
                text = pattern.sub(_group_masked(name), text)
        for number, pattern in enumerate(self.patterns, 1):
            text = _by_pattern(pattern, text, number)
        return text

    def of_result(self, result: ToolResult) -> ToolResult:
        text = self.masked(result.text)
        return result if text == result.text else replace(result, text=text)

    def of_preview(self, seen: Foreseen) -> Foreseen:
        """What it is bound to stays: only what is there to be read is masked."""
        return Foreseen(self._shown(seen.preview), self.masked(seen.summary))

    def _shown(self, preview: Preview) -> Preview:
        match preview:
            case FileChange(diff=diff):
                return replace(preview, diff=self.masked(diff))
            case NoteNamed(text=text):
                return replace(preview, text=self.masked(text))
            case _:
                return preview

    def stream(self, output: Callable[[str], None]) -> "Stream":
        return Stream(self, output)


Masking = Callable[[], Awaitable[Masks]]
"""What is masked now: what is known to be secret may have become more since."""


async def by_looks() -> Masks:
    """Where nothing is known to be secret."""
    return Masks()


class Stream:
    """What comes piece by piece, masked: a piece may end in the middle of a secret, so that it is shown line by line,
    and a private key not at all until it has ended.
    """

    def __init__(self, masks: Masks, output: Callable[[str], None]) -> None:
        self._masks, self._output, self._held, self._drops = masks, output, "", False

    def add(self, piece: str) -> None:
        self._held += piece
        if self._drops:  # the rest of a line that was too long to wait for
            _, found, self._held = self._held.partition("\n")
            self._drops = not found
        end = max(self._held.rfind("\n"), self._held.rfind("\r")) + 1
        begins = self._held.rfind(_KEY_BEGINS)
        if begins >= 0 and not _KEY_ENDS.search(self._held[:end], begins) and "PRIVATE" in self._held[begins:end]:
            end = begins
        ready, self._held = self._held[:end], self._held[end:]
        if ready:
            self._output(self._masks.masked(ready))
        if len(self._held) > HELD:
            self._held, self._drops = "", True
            self._output("[…]\n")

    def end(self) -> None:
        """Nothing more comes."""
        held, self._held = self._held, ""
        if held and not self._drops:
            self._output(self._masks.masked(held))


def _without_private_keys(text: str) -> str:
    if _KEY_BEGINS in text:
        text = _KEY.sub(label("private key"), text)
    if "PRIVATE KEY" in text and (end := _KEY_ENDS.search(text)):  # its beginning is not shown
        text = "".join(_end_of_key(text, end.start()))
    return text


def _end_of_key(text: str, end: int) -> Iterator[str]:
    """Without the lines of a key that end there, however it begins."""
    lines = text[:end].splitlines(keepends=True)
    kept = len(lines)
    if lines and not lines[-1].endswith("\n"):
        kept -= 1  # what stands before the end in its line
    before = lines[kept:]
    while kept and _KEY_LINE.fullmatch(lines[kept - 1]):
        kept -= 1
    yield from lines[:kept]
    if kept < len(lines) - len(before):
        yield f"{label('private key')}\n"
    yield from before
    yield text[end:]


_BESIDE = (
    ("bearer", _BEARER, "token"),
    ("authorization", _AUTHORIZATION, "authorization"),
    ("://", _IN_URL, "password"),
    ("secret", _AWS_SECRET, "AWS secret key"),
)
"""What is secret by what stands beside it."""


def _group_masked(name: str) -> Callable[["re.Match[str]"], str]:
    def of(found: "re.Match[str]") -> str:
        start, end = found.start(1) - found.start(), found.end(1) - found.start()
        return f"{found[0][:start]}{label(name)}{found[0][end:]}"

    return of


def _by_pattern(pattern: Any, text: str, number: int) -> str:
    name = label(f"pattern {number}")
    try:
        found: str = pattern.sub(lambda match: name if match[0] else "", text, timeout=WITHIN)
    except TimeoutError:
        return f"[masked: all of it, since pattern {number} of mask takes too long to look through it]"
    return found
