"""Patterns of rules: shell globs (`*`, `?`, `[…]`) over a call's whole subject; over a command, word by word
(`command_patterns`).
"""

import re
import unicodedata
from fnmatch import fnmatchcase

from harness.approvals import command_patterns
from harness.tools.shell_commands import CommandReader

_ANYTHING = re.compile(r"\[!?\]?[^]]*\]|[*?\s]")
_WILD = re.compile(r"[*?[]")
_OPERATORS = re.compile(r"&&|\|\||>>|<<|\$\(|[;&|<>`$()\n\r\0]")
_QUOTED = re.compile(r"'[^']*'|\"[^\"$`]*\"|\[[^]]*\]")


def allows(pattern: str, subject: str, reader: CommandReader | None = None) -> bool:
    """True if an allowing `pattern` covers all of `subject`, which is a command if there is a `reader`."""
    if reader is None:
        return fnmatchcase(subject.strip(), pattern)
    alone = reader(subject).alone
    return alone is not None and command_patterns.covers(pattern, alone)


def means(pattern: str, subject: str, reader: CommandReader | None = None) -> bool:
    """True if `pattern` matches the subject, whatever options the command has. This alone allows nothing."""
    if reader is None:
        return fnmatchcase(subject.strip(), pattern)
    alone = reader(subject).alone
    return alone is not None and command_patterns.matches(pattern, alone)


def touches(pattern: str, subject: str, reader: CommandReader | None = None) -> bool:
    """True if an asking or denying `pattern` matches any part of `subject` that runs."""
    subject, pattern = composed(subject), composed(pattern)
    if fnmatchcase(subject.strip(), pattern):
        return True
    if reader is None:
        return False
    reading = reader(subject)
    return any(command_patterns.finds(pattern, command) for command in (*reading.commands, *reading.quoted))


def may_touch_in(pattern: str, folder: str) -> bool:
    """False only if an asking or denying `pattern` certainly matches no path in that folder."""
    literal, within = _WILD.split(composed(pattern))[0], f"{composed(folder).rstrip('/')}/"
    return literal.startswith(within) or within.startswith(literal)


def mentioned(pattern: str, subject: str, reader: CommandReader | None = None) -> bool:
    """True if an asking or denying `pattern` matches quoted text that may or may not run."""
    return reader is not None and any(
        command_patterns.finds(composed(pattern), command) for command in reader(composed(subject)).mentioned
    )


def kept_from(pattern: str, subject: str, reader: CommandReader) -> str:
    """The part of a command that an allowing `pattern` does not cover, though it matches the rest: a word, or a second
    command. Empty if the pattern covers everything, or matches another command altogether.
    """
    reading = reader(subject)
    if reading.problem:
        return ""
    if reading.alone is not None:
        return command_patterns.uncovered_word(pattern, reading.alone)
    first = next((one for one in reading.commands if one.words), None)
    if first is None or not command_patterns.matches(pattern, first):
        return ""
    written = subject.removesuffix("\n} &") + " &" if subject.endswith("\n} &") else subject  # in the background
    operator = _OPERATORS.search(_QUOTED.sub(lambda found: "x" * len(found[0]), written))
    return operator[0] if operator else ""


def proposed(subject: str, reader: CommandReader | None = None) -> str:
    """An allowing pattern for this call and its like: `make test*`, `/docs/*`. Empty if no pattern covers the call."""
    candidates: tuple[str, ...]
    if reader is not None:
        alone = reader(subject).alone
        candidates = command_patterns.proposed(alone) if alone else ()
    elif subject.startswith("/"):
        folder = subject.rpartition("/")[0]
        candidates = (f"{folder}/*" if folder else subject,)
    else:
        candidates = () if subject.startswith("{") else (subject,)
    return next((one for one in candidates if allows(one, subject, reader)), "")


def exact(subject: str, reader: CommandReader | None = None) -> str:
    """The pattern of this very call: without wildcards."""
    alone = reader(subject).alone if reader else None
    if alone is not None and allows(spelt := command_patterns.proposed(alone)[-1], subject, reader):
        return spelt
    return command_patterns.literal(subject.strip())


def covers_call(pattern: str, subject: str, reader: CommandReader | None = None) -> bool:
    """True if a grant on the pattern covers the call: an allowing pattern does, or the pattern is exactly the call. A
    command with a pipe has no other one.
    """
    return allows(pattern, subject, reader) or pattern == exact(subject, reader)


def means_all(pattern: str) -> bool:
    """True if the pattern covers every subject."""
    return not _ANYTHING.sub("", pattern)


def never_allows(pattern: str) -> bool:
    """True if no simple command matches the pattern: it contains an operator or an expansion."""
    return _OPERATORS.search(_QUOTED.sub("", pattern)) is not None


def composed(text: str) -> str:
    """The text in one of two spellings that look alike: a keyboard gives `é` as one character, macOS file names as two
    (Unicode Standard Annex 15, NFC).
    """
    return text if text.isascii() else unicodedata.normalize("NFC", text)
