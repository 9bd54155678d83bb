"""Does a pattern of a rule cover a call's arguments? Patterns are shell globs (`*`, `?`, `[…]`) over the whole
subject.

On a shell command an allowing pattern covers only one simple command: anything with an operator, a substitution, a
redirection or a second line is not covered, since the pattern would say nothing about the rest of it. Its words are
whole words: `git status*` is `git status`, with whatever follows, and not `git statusx`. Options that make a program
write or run something, and paths that may lie outside of the files, it covers only if it names them (`beyond`).

Asking and denying patterns are content with any part: any command of a line, from any of its words on, wherever its
program lies. What only a shell can make out (`$X`, `*`, `{a,b}`) counts as whatever would be covered, where a program
is named. What a program that is run does in turn (a script, an interpreter's code, an alias) is not known here: against
that helps only that commands are asked.
"""

import re
import unicodedata
from collections.abc import Iterator
from fnmatch import fnmatchcase, translate
from functools import lru_cache

from harness.approvals.beyond import beyond

_NOT_SIMPLE = re.compile(r"[;&|<>`$(){}\n\r\0\\#!]")
"""`$` is a substitution, `\\` can join or hide; none of them is needed in a command that is allowed without a look."""
_OPERATOR = re.compile(r"&&|\|\||>>|<<|\$\(|[;&|<>`$(){}\\#!]|[\n\r]+|\0")
"""As people name it."""
_PARTS = re.compile(r"[;&|<>`(){}\n\r\"']+|\$\(")
_LONGEST_ALLOWED = 10_000
"""Characters of a command beyond which no allowing pattern covers it."""
_LONGEST = 100_000
"""Characters of a command that are looked at part by part: beyond that an asking or denying pattern covers it
untested.
"""
_LONGEST_UNRESOLVED = 4_000
"""Characters of a part that holds what only a shell can make out: beyond that it counts as covered."""
_JOINED = re.compile(r"\\\r?\n")
_QUOTES = re.compile(r"[\\\"']")
_ANYTHING = re.compile(r"\[!?\]?[^]]*\]|[*?\s]")
_ONE = re.compile(r"\[!?\]?[^]]*\]|.", re.DOTALL)
"""What in a pattern stands for one character; or a star."""
_WHOLE_WORD = re.compile(r"(?<=\w)\*(?=\s|\Z)")
"""A star right behind a word: what begins there is another word, or nothing."""
_WORD_ENDS = "\ue000"
"""Stands in such a pattern for the end of a word while it is translated: it is for nobody's use in a text."""

# What only a shell can make out: it is put into words as a NUL, which no command has.
_UNRESOLVED = re.compile(
    r"\$'[^']*'|\$\{[^{}]*\}|\$\([^()]*\)|\$\w+|\$[@*#?$!-]|`[^`]*`|\{[^{}\s]*\}|\[[^][\s]*\]|[*?]", re.DOTALL
)
_BREAKS = re.compile(r"[;&|<>()\n\r`]+")
_ASSIGNED = re.compile(r"\w+=.*", re.DOTALL)
_RUNS_OTHERS = frozenset((
    "xargs", "env", "exec", "eval", "command", "builtin", "nohup", "time", "nice", "ionice", "timeout", "setsid",
    "stdbuf", "sudo", "doas", "su", "watch", "parallel", "busybox", "chroot", "-c", "-exec", "-execdir", "-ok",
    "-okdir",
))  # fmt: skip
"""What runs a program that its words name: any of them may be it."""
_BEFORE_PROGRAMS = frozenset({"{", "}", "!", "then", "do", "else", "if", "elif", "while", "until"})
"""Words of the shell's own grammar: a program follows (POSIX, Shell Command Language, reserved words)."""
_FEEDS = frozenset({"xargs", "parallel"})
"""What adds words to the end."""


def allows(pattern: str, subject: str, shell: bool) -> bool:
    """Is all of `subject` what an allowing `pattern` means?"""
    if not shell:
        return fnmatchcase(subject.strip(), pattern)
    return means(pattern, subject) and not beyond(subject, pattern)


def proposed(subject: str, shell: bool) -> str:
    """An allowing pattern that means this and its like: `make test*`, `/docs/*`.
    Empty if none does.
    """
    words = subject.split()
    if shell:
        named = [" ".join(words[:2]), *words[:1]] if len(words) > 1 and not words[1].startswith("-") else words[:1]
        candidates = [f"{name}*" for name in named]
    elif subject.startswith("/"):
        folder = subject.rpartition("/")[0]
        candidates = [f"{folder}/*" if folder else subject]
    else:
        candidates = [] if subject.startswith("{") else [subject]
    return next((one for one in candidates if allows(one, subject, shell) and not (shell and never_allows(one))), "")


def kept_from(pattern: str, command: str) -> str:
    """What of the command keeps an allowing `pattern` from covering it: a word, or what makes it more than one simple
    command. Empty if it covers it, or means another command altogether.
    """
    if means(pattern, command):
        return beyond(command, pattern)
    if len(command) > _LONGEST_ALLOWED:
        return ""
    operator = _OPERATOR.search(command)
    begins = command[: operator.start()] if operator else ""
    return operator[0] if operator and begins.strip() and means(pattern, begins) else ""


def means_all(pattern: str) -> bool:
    """Does it say nothing of what it covers?"""
    return not _ANYTHING.sub("", pattern)


def never_allows(pattern: str) -> bool:
    """Is there no shell command that an allowing `pattern` covers, since each would be more than a simple one?"""
    return any(len(one) == 1 and _NOT_SIMPLE.match(one) for one in _ONE.findall(pattern))


def touches(pattern: str, subject: str, shell: bool) -> bool:
    """Is any part of `subject` what an asking or denying `pattern` means?"""
    subject, pattern = composed(subject), composed(pattern)
    if fnmatchcase(subject.strip(), pattern):
        return True
    if not shell:
        return False
    if len(subject) > _LONGEST:
        return True
    return any(_ends_in(part, pattern) for part in _parts(subject)) or _may_touch(pattern, subject)


def composed(text: str) -> str:
    """One of the spellings that look alike: `é` is one character, as a rule has it from a keyboard, or two, as a file
    has that comes from macOS (Unicode Standard Annex 15, NFC).
    """
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def means(pattern: str, command: str) -> bool:
    """Is it one simple command, which the pattern matches by whole words? That alone allows nothing."""
    if len(command) > _LONGEST_ALLOWED or _NOT_SIMPLE.search(command):
        return False
    return _whole_words(pattern).match(command.strip()) is not None


@lru_cache(maxsize=512)
def _whole_words(pattern: str) -> "re.Pattern[str]":
    marked = _WHOLE_WORD.sub(f"{_WORD_ENDS}*", pattern.replace(_WORD_ENDS, ""))
    return re.compile(translate(marked).replace(_WORD_ENDS, r"(?=\s|\Z)"))


def _parts(command: str) -> Iterator[str]:
    """Each simple command of a line, its words parted by one space; as it stands, and without what could hide it:
    `r''m` is `rm`, and so is `/bin/rm`, and one that goes on in the next line.
    """
    joined = _JOINED.sub("", command)
    for text in {command, joined, joined.replace("\\", ""), _QUOTES.sub("", joined)}:
        for part in _PARTS.split(text):
            if words := part.split():
                yield " ".join(words)
                if "/" in part:
                    yield " ".join(map(_base, words))
                if _FEEDS.intersection(words):
                    yield f"{' '.join(map(_base, words))} \ufffd"


def _base(word: str) -> str:
    """What a program is called, wherever it lies."""
    return word.rpartition("/")[2] or word


def _ends_in(part: str, pattern: str) -> bool:
    """Does the pattern cover what is left of the part from any of its words on? `sudo rm x` holds `rm x`.

    In time that grows with the length, not with its square: where the pattern has a star, the first word at which all
    before the star fits is enough to try, since the star takes up what lies between; where it has none, it says how
    long what is left must be.
    """
    ones = _ONE.findall(pattern)
    if "*" not in ones:
        return part[-len(ones) - 1 : -len(ones)] in ("", " ") and fnmatchcase(part[-len(ones) :], pattern)
    before = "".join(ones[: ones.index("*")])
    first = re.compile(f"(?:^|(?<= )){translate(f'{before}*')}").search(part)
    return first is not None and fnmatchcase(part[first.start() :], pattern)


def _may_touch(pattern: str, command: str) -> bool:
    """Could a command with words that only a shell can make out be what the pattern means?"""
    text, times = _QUOTES.sub("", _UNRESOLVED.sub("\0", _JOINED.sub("", command))), 0
    while times < 8 and (inner := _UNRESOLVED.sub("\0", text)) != text:  # one within another
        text, times = inner, times + 1
    if "\0" not in text:
        return False
    for part in _BREAKS.split(text):
        words = part.split()
        while words and (_ASSIGNED.fullmatch(words[0]) or words[0] in _BEFORE_PROGRAMS):
            del words[0]
        if not any("\0" in word for word in words):
            continue
        if len(part) > _LONGEST_UNRESOLVED:
            return True
        words = [_base(word) for word in words]
        anywhere = not _RUNS_OTHERS.isdisjoint(words)
        if _could_be(pattern, words, anywhere):
            return True
    return False


def _could_be(pattern: str, words: list[str], anywhere: bool) -> bool:
    """From a word on whose beginning is known; from any, if `anywhere`; from the first in any case. A NUL is whatever
    there is. All states of the pattern, as bits, are taken through the words at once.
    """
    ones = list(_ONE.findall(pattern))
    tokens = [one for one in ones if one != "*"]
    stars = 0
    at = 0
    for one in ones:
        if one == "*":
            stars |= 1 << at
        else:
            at += 1
    end, everything = 1 << len(tokens), (1 << (len(tokens) + 1)) - 1
    masks: dict[str, int] = {}
    states = 0
    for number, word in enumerate(words):
        if number:
            states = _stepped(states, " ", tokens, stars, masks)
        if number == 0 or anywhere or not word.startswith("\0"):
            states |= 1
        for character in word:
            if character == "\0":
                states = everything & ~((states & -states) - 1) if states else 0
            else:
                states = _stepped(states, character, tokens, stars, masks)
    return bool(states & end)


def _stepped(states: int, character: str, tokens: list[str], stars: int, masks: dict[str, int]) -> int:
    mask = masks.get(character)
    if mask is None:
        mask = sum(1 << at for at, one in enumerate(tokens) if fnmatchcase(character, one))
        masks[character] = mask
    return ((states & mask) << 1) | (states & stars)
