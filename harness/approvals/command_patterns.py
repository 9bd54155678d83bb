"""Patterns of rules on shell commands, compared word by word with a command as the parser reads it.

An allowing pattern covers one simple command. A `*` at its end covers further words as long as they are plain: no
option that `programs` does not know to be harmless, and no path outside of the files. `git status*` covers
`git status` with any plain words, and not `git statusx`.

An asking or denying pattern is found in any command of a line, from any of its words on, wherever the program lies and
whichever options stand before its subcommand. A part that only a shell can expand counts as a match where it may be the
program. A script, an interpreter's code or an alias is not looked into: against these helps only to be asked.
"""

import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import lru_cache

from harness.approvals import programs
from harness.chat.program_names import FEEDERS, WRAPPERS
from harness.tools.shell_commands import HOLE, SimpleCommand, base

_ONE = re.compile(r"\[!?\]?[^]]*\]|.", re.DOTALL)
"""A part of a glob: what matches one character, or a star."""
_URL = re.compile(r"https?://")
_ONE_OF = re.compile(r"\[[^]/]*\]")
_OPTION = re.compile(r"-[\w-]*")
"""A path may follow an option's letters directly: `-I/usr/include`, `-C..`."""
_ABSOLUTE = re.compile(r"(?:^|[^\w.*?~/-])/|(?:^|[=:,])~")
"""Where an absolute path begins: in `--file=/x`, `@/x` and `a:/x` as in `/x`."""
_NAME = re.compile(r"[\w.*?~-]+")
_STAR_AFTER_WORD = re.compile(r".*\w\*", re.DOTALL)
_SAFE_WORD = re.compile(r"[\w@%+=:,./-]+")
"""Characters that neither a shell nor a glob treats specially."""
_WRAPPERS = WRAPPERS | {"-c", "-exec", "-execdir", "-ok", "-okdir"}
"""Words that run a program named behind them: any later word may be that program."""


# Allowing patterns


@dataclass(frozen=True, slots=True)
class _Token:
    """One word of a pattern. `many`: any number of plain words; with a `glob`, of words that match it."""

    glob: str = ""
    many: bool = False

    def matches(self, word: str) -> bool:
        return fnmatchcase(word, self.glob) and _exits(word) <= _exits(self.glob)


def covers(pattern: str, command: SimpleCommand) -> bool:
    """True if an allowing pattern covers the command, which is alone on its line."""
    return any(_fits(pattern, words, plain) for words, plain in _variants(pattern, command))


def matches(pattern: str, command: SimpleCommand) -> bool:
    """True if the pattern matches the command's words, plain or not."""
    return any(_fits(pattern, words, [True] * len(words)) for words, _ in _variants(pattern, command))


def uncovered_word(pattern: str, command: SimpleCommand) -> str:
    """The first word that keeps a matching pattern from covering the command, as it is written but for quotes; empty if
    there is none.
    """
    for words, plain in _variants(pattern, command):
        if not _fits(pattern, words, plain) and _fits(pattern, words, [True] * len(words)):
            for number in range(len(words)):
                if not plain[number] and not _fits(pattern, words, _only(number, len(words))):
                    return command.words[number - len(words)].text  # a variant leaves out words behind the first
    return ""


def proposed(command: SimpleCommand) -> tuple[str, ...]:
    """Patterns that "Always" may propose, the wider first: the words that name the task, then the exact command."""
    words = [word.text for word in command.words]
    count = programs.proposal(words)
    return (f"{_spelt(words[:count])}*", _spelt(words)) if count else (_spelt(words),)


def _only(number: int, length: int) -> list[bool]:
    return [index != number for index in range(length)]


def _variants(pattern: str, command: SimpleCommand) -> list[tuple[list[str], list[bool]]]:
    """The command's words, and for each word True if a `*` covers it. The second variant leaves out harmless options
    before the subcommand.
    """
    words = [word.text for word in command.words]
    if not words:
        return []
    name = command.program
    addressed = any(token.glob and not token.glob.startswith("-") for token in _tokens(pattern)[1:])
    covered = programs.covered(name, words[1:], addressed=addressed)
    expands = [word.text != word.loose for word in command.words]
    plain = [True, *covered]
    options_follow = True
    for number, word in enumerate(words):
        options_follow = options_follow and word != "--"
        may_become_option = options_follow and word.startswith(("*", "?", "["))
        if expands[number] and "{" in word:  # what a brace expansion gives is nowhere in the text
            words[number], plain[number] = HOLE, False
        elif _exits(word):
            plain[number] = False
        elif expands[number] and (may_become_option or not programs.takes_any_file(name)):
            plain[number] = plain[number] and name in programs.READS_ONLY
    skipped = programs.leading(name, words[1:])
    found = [(words, plain)]
    if skipped:
        found.append((words[:1] + words[1 + skipped :], plain[:1] + plain[1 + skipped :]))
    return found


@lru_cache(maxsize=512)
def _tokens(pattern: str) -> tuple[_Token, ...]:
    found = list[_Token]()
    words = _words(pattern)
    for number, word in enumerate(words):
        if word == "*":
            found.append(_Token(many=True))
        elif _STAR_AFTER_WORD.fullmatch(word):
            found += [_Token(word[:-1]), _Token(many=True)]
        else:
            found.append(_Token(word))
            if word.endswith("*") and number == len(words) - 1:
                found.append(_Token(word, many=True))
    return tuple(found)


def _words(pattern: str) -> list[str]:
    try:
        return shlex.split(pattern)
    except ValueError:
        return pattern.split()


def _fits(pattern: str, words: Sequence[str], plain: Sequence[bool]) -> bool:
    """True if the pattern matches all the words, and each word that only a `*` matches is plain. All states of the
    pattern go through the words at once, so the time is the product of both lengths.
    """
    tokens = _tokens(pattern)
    states = _closed({0}, tokens)
    for word, is_plain in zip(words, plain, strict=True):
        reached = set[int]()
        for at in states:
            if at < len(tokens):
                token = tokens[at]
                if token.many and (token.matches(word) if token.glob else is_plain):
                    reached.add(at)
                elif not token.many and token.matches(word):
                    reached.add(at + 1)
        states = _closed(reached, tokens)
    return len(tokens) in states


def _closed(states: set[int], tokens: Sequence[_Token]) -> set[int]:
    """The states, and those behind tokens that can match no word."""
    found = set(states)
    for at in sorted(states):
        while at < len(tokens) and tokens[at].many:
            at += 1
            found.add(at)
    return found


def _spelt(words: Sequence[str]) -> str:
    """A pattern that matches just these words."""
    return " ".join(word if _SAFE_WORD.fullmatch(word) else _quoted(word) for word in words)


def _quoted(word: str) -> str:
    return shlex.quote(literal(word))


def literal(text: str) -> str:
    """A glob that matches only the text."""
    return re.sub(r"[*?\[]", lambda found: f"[{found[0]}]", text)


def _exits(word: str) -> int:
    """The number of times that a word leads out of the working directory: to the root, to a home, or up. Parts that
    could be a path count, and so do names that a shell could expand to `..`, such as `.?`.
    """
    word = _ONE_OF.sub("?", _URL.sub("", word))
    if option := _OPTION.match(word):
        word = word[option.end() :]
    return len(_ABSOLUTE.findall(word)) + sum(map(_is_parent, _NAME.findall(word)))


def _is_parent(name: str) -> bool:
    return len(name) > 1 and name[0] == "." and name[1:].replace("*", "") in ("", ".", "?")


# Asking and denying patterns


def finds(pattern: str, command: SimpleCommand) -> bool:
    """True if the pattern matches the command from any of its words on: `sudo rm x` contains `rm x`. A program's folder
    and the options before its subcommand are set aside, with their values: `git -C . push` contains `git push`.
    """
    words = [word.loose for word in command.words]
    if not words:
        return False
    if FEEDERS.intersection(map(base, words)):
        words.append(HOLE)
    anywhere = not _WRAPPERS.isdisjoint(map(base, words))
    automaton = _automaton(pattern)
    if HOLE not in "".join(words) and not automaton.may_match(words):
        return False
    spellings = _spellings(words)
    if any(automaton.found(spelling, anywhere) for spelling in spellings):
        return True
    # `git push *` means `git push` without a further word as well, where that is what runs
    bare = pattern.removesuffix(" *")
    return bare != pattern and any(_automaton(bare).found(spelling, anywhere, inner=False) for spelling in spellings)


def _spellings(words: list[str]) -> list[list[str]]:
    """The words as they stand, and each without its folder."""
    bases = [base(word) for word in words]
    return [words] if bases == words else [words, bases]


class _Automaton:
    """A glob over words that are joined by spaces. Bit n of a state says that its first n characters have matched."""

    def __init__(self, pattern: str) -> None:
        ones = _ONE.findall(pattern)
        self._tokens = [one for one in ones if one != "*"]
        self._stars, at = 0, 0
        for one in ones:
            if one == "*":
                self._stars |= 1 << at
            else:
                at += 1
        self._end, self._everything = 1 << len(self._tokens), (1 << (len(self._tokens) + 1)) - 1
        self._literal = max(re.split(r"[*?\s]|\[!?\]?[^]]*\]", pattern), key=len)
        self._masks: dict[str, int] = {}

    def may_match(self, words: Sequence[str]) -> bool:
        """False if no word contains the longest literal of the pattern. No word may have a hole."""
        return any(self._literal in word for word in words)

    def found(self, words: Sequence[str], anywhere: bool, inner: bool = True) -> bool:
        """True if the glob matches from some word to the end; from each `inner` word whose beginning is known, or from
        any if `anywhere`; in any case from the first.
        """
        states = program = carried = 0
        after_option = False
        for number, word in enumerate(words):
            is_option = word.startswith("-")
            begins = 1 if number == 0 or anywhere or (inner and not word.startswith(HOLE)) else 0
            before = self._step(states, " ") | carried if number else 0
            # The state behind a program and a space is carried over options, and over words that may be their values
            behind_program = self._step(program, " ") if number and is_option else 0
            carried = behind_program | (carried if is_option or after_option else 0)
            program = self._through(begins, word)
            states = self._through(before, word) | program
            after_option = is_option
        return bool(states & self._end)

    def _through(self, states: int, word: str) -> int:
        for character in word:
            if character == HOLE:  # any text: the lowest state and all behind it
                lowest = states & -states
                states = self._everything & ~(lowest - 1) if states else 0
            else:
                states = self._step(states, character)
        return states

    def _step(self, states: int, character: str) -> int:
        mask = self._masks.get(character)
        if mask is None:
            mask = sum(1 << at for at, one in enumerate(self._tokens) if fnmatchcase(character, one))
            self._masks[character] = mask
        return ((states & mask) << 1) | (states & self._stars)


@lru_cache(maxsize=512)
def _automaton(pattern: str) -> _Automaton:
    return _Automaton(pattern)
