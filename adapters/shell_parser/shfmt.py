"""A CommandReader on shfmt, the command of mvdan/sh (https://github.com/mvdan/sh)."""

import asyncio
import json
import re
import shutil
import subprocess
import sysconfig
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from adapters.shell_parser.syntax import Node, children, only_command, simple_commands
from harness.chat.program_names import EVALUATORS, SHELLS, TEXT_RUNNERS, TEXT_TAKERS
from harness.tools.shell_commands import HOLE, Reading, Redirection, SimpleCommand, Unreadable, Word, base

MAX_CHARS = 20_000
"""Maximum characters of a command; people decide on a longer one."""
MAX_TREE_BYTES = 4_000_000
"""Maximum length of a syntax tree; people decide on a command with more parts."""
MAX_NESTED_TEXTS = 8
"""Maximum quoted texts of a command that are read as commands of their own, at all depths together."""
MAX_DEPTH = 3
"""Maximum depth of such texts: `sh -c "sh -c '…'"` is 2."""
CACHE_SIZE = 512
"""Readings in memory."""
TIMEOUT_S = 5.0
"""Seconds before the parser is killed."""
_DIALECTS = ("posix", "bash")
_UNUSUAL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
"""Control characters that parsers and shells treat differently, and lone surrogates, which no process can be given."""
_UNFINISHED = re.compile(r"(?<!\\)(?:\\\\)*\\\Z")
_COMMAND_LIKE = re.compile(r"[\s;&|<>()`]")
"""A word without any of these is no more than one word in any shell."""
_ATTACHED = re.compile(r"\A(?:-[A-Za-z](?=[^\s=-]*\s)|-{0,2}[\w.-]+=)?[!:]?(?:exec=)?")
"""What stands in front of a command that is attached to an option or a name: `-S'…'`, `--pager='…'`, `alias.x=!…`."""
_PLACEHOLDER = "${_}"
_ALIKE = (None, "Lit", "SglQuoted", "DblQuoted", "CallExpr", "DeclClause", "File")
"""Types of nodes that join nothing."""


_Commands = tuple[SimpleCommand, ...]


class _NotShell(Exception):
    """The text has a syntax error."""


class _TooManyParts(Exception):
    """The syntax tree is longer than MAX_TREE_BYTES."""


class Shfmt:
    """Reads each text in two dialects, POSIX and bash, since `/bin/sh` is either; a text whose readings differ has a
    problem. One process for each dialect, about 4 ms.
    """

    def __init__(self, program: str) -> None:
        self._program = program
        self._read = lru_cache(maxsize=CACHE_SIZE)(self._reading)

    def __call__(self, text: str) -> Reading:
        try:
            return self._read(text)
        except (OSError, subprocess.TimeoutExpired):  # not kept: it may run the next time
            return Reading(problem="the shell parser didn't run")

    async def ahead(self, text: str) -> None:
        await asyncio.to_thread(self, text)

    def _reading(self, text: str) -> Reading:
        """Raises OSError, TimeoutExpired."""
        try:
            if len(text) > MAX_CHARS:
                return Reading(problem=f"it has more than {MAX_CHARS:,} characters")
            if _UNUSUAL.search(text):
                return Reading(problem="it contains a control character")
            if _UNFINISHED.search(text):
                return Reading(problem="it ends with a backslash")
            tree = self._tree(text)
            if isinstance(tree, str):
                return Reading(problem=tree)
            commands = simple_commands(tree)
            if any(map(_is_ambiguous, (one for command in commands for one in command.redirections))):
                return Reading(problem="sh and bash read it differently")
            quoted, mentioned, problem = self._quoted(commands)
            return Reading(commands, quoted, mentioned, only_command(tree), problem)
        except _NotShell:
            return Reading(problem="its syntax is wrong")
        except _TooManyParts:
            return Reading(problem="it has too many parts")
        except RecursionError:
            return Reading(problem="it is nested too deeply")
        except (KeyError, TypeError, ValueError, AttributeError):  # a tree of a shape that nobody foresaw
            return Reading(problem="the shell parser gave an answer that I can't read")

    def _tree(self, text: str) -> dict[str, Any] | str:
        """The syntax tree, or the problem with it. Raises _NotShell, _TooManyParts, OSError, TimeoutExpired."""
        posix, bash = (self._parsed(text, dialect) for dialect in _DIALECTS)
        if posix is None and bash is None:
            raise _NotShell
        if posix is None or bash is None or _shape(posix) != _shape(bash):
            return "sh and bash read it differently"
        return posix

    def _parsed(self, text: str, dialect: str) -> dict[str, Any] | None:
        """The syntax tree; None if the text has a syntax error in that dialect."""
        done = subprocess.run(
            [self._program, f"--language-dialect={dialect}", "--to-json"],
            input=text.encode(),
            capture_output=True,
            timeout=TIMEOUT_S,
            check=False,
            env={},
        )
        if len(done.stdout) > MAX_TREE_BYTES:
            raise _TooManyParts
        return dict(json.loads(done.stdout)) if done.returncode == 0 else None

    def _quoted(self, commands: _Commands) -> tuple[_Commands, _Commands, str]:
        """The commands in quoted words that run, those in other quoted words, and the problem if one that a shell would
        run cannot be judged.
        """
        texts = [(nested, 1) for nested in _nested(commands)]
        found, mentioned = list[SimpleCommand](), list[SimpleCommand]()
        for number, (nested, depth) in enumerate(texts):
            if number == MAX_NESTED_TEXTS or depth > MAX_DEPTH:
                return tuple(found), tuple(mentioned), "it quotes too many commands"
            try:
                tree: dict[str, Any] | str = self._tree(nested.text.replace(HOLE, _PLACEHOLDER))
            except _NotShell:
                tree = "a command that it quotes has wrong syntax"
            if isinstance(tree, str):
                if nested.is_script:
                    return tuple(found), tuple(mentioned), tree
                continue
            inner = simple_commands(tree)
            if not nested.is_script:  # an expansion in place of a program says nothing of a text that may be no command
                inner = tuple(one for one in inner if one.words and not one.words[0].loose.startswith(HOLE))
            (found if nested.runs else mentioned).extend(inner)
            texts += [(one._replace(runs=one.runs and nested.runs), depth + 1) for one in _nested(inner)]
        return tuple(found), tuple(mentioned), ""


class _Nested(NamedTuple):
    """A text in a command's words that may be a command.

    Attributes:
        is_script: True if a shell among the words runs that very text
        runs: True if some program on the line runs quoted text, or takes this text as a command
    """

    text: str
    is_script: bool
    runs: bool


def _nested(commands: _Commands) -> Iterator[_Nested]:
    line_runs = any(base(word.text) in TEXT_RUNNERS for command in commands for word in command.words)
    for command in commands:
        shell = any(base(word.text) in SHELLS or base(word.text) in EVALUATORS for word in command.words)
        for word in command.texts():
            attached = _ATTACHED.match(word.text)
            begins = attached[0] if attached else ""
            text = word.text[len(begins) :]
            if _COMMAND_LIKE.search(text.strip()):
                taken = begins.endswith(("!", "exec=")) or (begins != "" and command.program not in TEXT_TAKERS)
                yield _Nested(text, shell and _is_script(command, word), line_runs or taken)


def _is_ambiguous(redirection: Redirection) -> bool:
    """True for `<&-x`: bash closes a descriptor and starts the word x there, others read one word."""
    return redirection.operator in ("<&", ">&") and not re.fullmatch(r"\d+-?|-", redirection.target.text)


def _is_script(command: SimpleCommand, word: Word) -> bool:
    """True if a shell among the words runs that very word: the operand of `-c` or `eval`, or a here-document."""
    words = [each.text for each in command.words]
    if not word.inline:
        return True
    at = next((number for number, each in enumerate(command.words) if each is word), None)
    return at is not None and any(re.fullmatch(r"-\w*c|eval", each) for each in map(base, words[:at]))


def _shape(tree: dict[str, Any]) -> tuple[object, object]:
    """The parts of a syntax tree on which both dialects have to agree."""
    return simple_commands(tree), list(_operators(tree))


def _operators(tree: Node) -> Iterator[object]:
    """How statements are joined."""
    nodes = list[Any]([tree])
    while nodes:
        node = nodes.pop()
        if isinstance(node, list):
            nodes += node
            continue
        if not isinstance(node, dict):
            continue
        if (kind := node.get("Type")) not in _ALIKE:
            yield kind
        yield from ((name, node[name]) for name in ("Op", "Negated", "Background") if node.get(name))
        nodes += children(node)


def installed() -> "Shfmt | Unreadable":
    """The reader of this installation; without a parser, one that leaves every command to people."""
    beside = Path(sysconfig.get_path("scripts")) / "shfmt"
    program = str(beside) if beside.is_file() else shutil.which("shfmt")
    return Shfmt(program) if program else Unreadable()
