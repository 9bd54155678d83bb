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
from harness.tools.key_fragments import trailing, without_fragments
from harness.tools.previews import FileChange, FilesGone, Foreseen, NoteNamed, OwnChange, Preview

MIN_VALUE_CHARS = 8
"""Characters of a value that is masked wherever it stands. What is shorter stands in too many words."""
MAX_PATTERN_CHARS = 1_000
PATTERN_TIMEOUT_S, CHARS_PER_SECOND = 0.25, 2_000_000
"""Seconds that a pattern has for a text, and one more for so many characters: some take for ever where a text is made
for that. After that all of the text is masked."""
LARGE_TEXT_CHARS = 20_000
"""Characters through which a pattern looks while others go on."""
MAX_WAITING_CHARS = 4_096
"""Maximum characters of possible key lines that live output holds back."""
MAX_HELD_CHARS = 16_384
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
_END_CHARS = 200
"""Characters, more than what _KEY_ENDS finds."""
_TOO_SLOW = "of mask takes too long to look through it]"
_KEY_LINE = re.compile(r"[-+| ]?[ \d\t:|]*[A-Za-z0-9+/=]{16,76}\s*")


FRAGMENT: Final = "[masked: private key, by its looks]"
_ESCAPE_MARKS = ("\x1b", "\x9b", "^[[", "1b[", "033[")
_ESCAPE = re.compile(
    r"""(?x)
    (?:\x1b\[ | \x9b) [0-?]{0,64} [ -/]{0,8} [@-~]                 # CSI: colors, erasing
    | \x1b [\]PX^_] [^\x07\x1b]{0,2000} (?:\x07 | \x1b\\)            # OSC, DCS, SOS, PM, APC: titles, links
    | \x1b [ -/]{0,8} [0-~]? | [\x08\x0e\x0f\x7f]                   # others, and controls beside them
    | (?:\^\[ | \\(?:x1b | u001b | 0?33)) \[ [0-?]{0,64} [ -/]{0,8} [@-~]   # CSI as cat -v or JSON spell it
    """
)
"""ECMA-48, sections 5.3 to 5.6: sequences and controls that show no character, such as colors."""


class WrongPattern(ValueError):
    """It is none, or one that would mask everywhere. The message says why."""


def compiled(pattern: str) -> Any:
    """A pattern as `mask` has it. Raises WrongPattern."""
    if len(pattern) > MAX_PATTERN_CHARS:
        raise WrongPattern(f"it may have at most {MAX_PATTERN_CHARS:,} characters")
    try:
        made = regex.compile(pattern)
        if made.search("", timeout=PATTERN_TIMEOUT_S):
            raise WrongPattern("it matches an empty text too, so it would mask everything")
        if all(made.fullmatch(one, timeout=PATTERN_TIMEOUT_S) for one in "aZ"):
            raise WrongPattern("it matches any letter, so it would mask nearly everything")
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
    """`values` has what each known secret is called, by its value; `patterns` are a workspace's."""

    values: Mapping[str, str] = field(default_factory=dict)
    patterns: Sequence[Any] = ()

    def masked(self, text: str) -> str:
        """The text with masks; masking it again changes nothing. If an escape sequence, such as a color, is within a
        secret, the text loses all of its escape sequences.
        """
        masked = self._masked(text)
        if not any(mark in masked for mark in _ESCAPE_MARKS):
            return masked
        plain = _ESCAPE.sub("", masked)
        found = self._masked(plain)
        return masked if found == plain else found

    def _masked(self, text: str) -> str:
        text = _without_private_keys(text)  # first: one may be a value, and its parts are no key any more without it
        for value in sorted(self.values, key=len, reverse=True):  # one may be a part of another
            if value in text:
                text = text.replace(value, label(self.values[value]))
        text = without_fragments(without_keys(text, label), FRAGMENT)
        lower = text.lower()
        for known, pattern, name in _BESIDE:
            if known in lower:
                text = pattern.sub(_group_masked(name), text)
        for number, pattern in enumerate(self.patterns, 1):
            text = _by_pattern(pattern, text, number)
        return text

    def and_of(self, others: "Masks") -> "Masks":
        """What was secret before is so still, wherever it stands by now."""
        if others is self:
            return self
        return Masks({**self.values, **others.values}, others.patterns)

    def of_result(self, result: ToolResult) -> ToolResult:
        text = self.masked(result.text)
        return result if text == result.text else replace(result, text=text)

    def of_preview(self, seen: Foreseen) -> Foreseen:
        """What it is bound to stays: only what is there to be read is masked."""
        return Foreseen(self._shown(seen.preview), self.masked(seen.summary))

    def _shown(self, preview: Preview) -> Preview:
        match preview:
            case FileChange(diff=diff) | FilesGone(diff=diff) | OwnChange(diff=diff):
                return replace(preview, diff=self.masked(diff))
            case NoteNamed(text=text):
                return replace(preview, text=self.masked(text))
            case _:
                return preview

    def stream(self, output: Callable[[str], None]) -> "Stream":
        return Stream(self, output)


Masking = Callable[[], Awaitable[Masks]]
"""What is masked now: what is known to be secret may have become more since."""


_BY_LOOKS = Masks()


async def by_looks() -> Masks:
    """Where nothing is known to be secret."""
    return _BY_LOOKS


class Stream:
    """What comes piece by piece, masked: a piece may end in the middle of a secret, so that it is shown line by line,
    and a private key not at all until it has ended.
    """

    def __init__(self, masks: Masks, output: Callable[[str], None]) -> None:
        self._masks, self._output, self._held = masks, output, ""
        self._drops = False
        """The rest of a line that was too long to wait for."""
        self._in_key = False
        """Of a private key that was too long to wait for, the end has not come."""
        self._gave_up = False
        """A pattern has taken too long once: it would do so with each piece, and everybody would wait."""

    def add(self, piece: str) -> None:
        self._held += piece
        if self._in_key:
            ends = _KEY_ENDS.search(self._held)
            self._held, self._in_key = (self._held[ends.end() :], False) if ends else (self._held[-_END_CHARS:], True)
            if self._in_key:
                return
        if self._drops:
            _, found, self._held = self._held.partition("\n")
            self._drops = not found
        end = max(self._held.rfind("\n"), self._held.rfind("\r")) + 1
        begins = self._held.rfind(_KEY_BEGINS)
        if begins >= 0 and not _KEY_ENDS.search(self._held[:end], begins) and "PRIVATE" in self._held[begins:end]:
            end = begins
        if (more := trailing(self._held[:end])) < MAX_WAITING_CHARS:  # the next line tells if they belong to a key
            end -= more
        ready, self._held = self._held[:end], self._held[end:]
        if ready:
            self._show(ready)
        if len(self._held) > MAX_HELD_CHARS:
            self._in_key = begins == end and begins >= 0
            self._held, self._drops = "", not self._in_key
            self._output(f"{label('private key')}\n" if self._in_key else "[…]\n")

    def end(self) -> None:
        """Nothing more comes."""
        held, self._held = self._held, ""
        if held and not (self._drops or self._in_key):
            self._show(held)

    def _show(self, text: str) -> None:
        if self._gave_up:
            return
        masked = self._masks.masked(text)
        self._gave_up = masked.endswith(_TOO_SLOW)
        self._output(masked)


def without_key_lines(text: str) -> str:
    """Without private keys, and with as many lines: for what shows a part of a text by its lines."""
    if _KEY_BEGINS not in text:
        return text
    return _KEY.sub(lambda found: label("private key") + "\n" * found[0].count("\n"), text)


def key_lines(text: str) -> frozenset[str]:
    """The lines of all private keys in a whole text, stripped."""
    found = _KEY.findall(text) if _KEY_BEGINS in text else ()
    return frozenset(line.strip() for key in found for line in key.split("\n") if line.strip())


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
    """In labels nothing is looked for: they would be masked again and again."""
    name, found, since = label(f"pattern {number}"), list[str](), 0
    try:
        for known in _LABEL.finditer(text):
            found += [_replaced(pattern, text[since : known.start()], name), known[0]]
            since = known.end()
        return "".join([*found, _replaced(pattern, text[since:], name)])
    except TimeoutError:
        return f"[masked: all of it, since pattern {number} {_TOO_SLOW}"


def _replaced(pattern: Any, text: str, name: str) -> str:
    """Raises TimeoutError."""
    within = PATTERN_TIMEOUT_S + len(text) / CHARS_PER_SECOND
    found: str = pattern.sub(
        lambda match: name if match[0] else "", text, timeout=within, concurrent=len(text) > LARGE_TEXT_CHARS
    )
    return found
