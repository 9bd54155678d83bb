"""Names of well-known programs by what they do with the words behind them: the one table, which rules, masks and the
shell parser share. What options of theirs are harmless is in `harness/approvals/programs`.
"""

import re


def _names(names: str) -> frozenset[str]:
    return frozenset(names.split())


SHELLS = _names("sh bash dash ash zsh ksh mksh busybox")
INTERPRETERS = _names("python pypy node deno bun ruby perl php lua")
"""They run a script, whose name may end with a version."""
EVALUATORS = _names("eval source .")
"""Words of a shell that run text or a file in the shell itself."""
FEEDERS = _names("xargs parallel")
"""They append words of their own to a command."""
WRAPPERS = FEEDERS | _names(
    "env exec eval command builtin nohup time nice ionice timeout setsid stdbuf sudo doas su watch busybox chroot"
)
"""They run a program named behind them."""
FILTERS = _names("awk gawk mawk sed find")
"""They can run text of their own language, or a program."""
PRINTERS = _names("echo printf")
TEXT_TAKERS = PRINTERS | _names("cat tee git curl gh ls cd mkdir true export umask")
"""They run nothing of what they are given or print."""
TEXT_RUNNERS = SHELLS | EVALUATORS | FEEDERS | _names("env su watch ssh script at batch crontab entr")
"""They run text as a command that is quoted behind them, or piped to them."""
VARIABLE_READERS = EVALUATORS | _names("printenv declare typeset")
"""They may use a variable whose name is not in the command."""
HTTP_CLIENTS = _names("curl wget http https xh xhs curlie gh")
"""They take headers and logins as words."""
HEADER_TAKERS = _names("http https xh xhs curlie")
"""HTTP clients that take `Name:value` without an option."""
_OPENERS = _names("make run start open load import include require call cat cp mv rm curl wget ssh basic")
"""Words in front of a file, also in prose."""
_LAUNCHERS = SHELLS | EVALUATORS | WRAPPERS | _OPENERS


def name_of(word: str) -> str:
    """A program's name without its folder and an interpreter's version: `python` for `/usr/bin/python3.11`."""
    name = word.rpartition("/")[2] or word
    unversioned = re.sub(r"[\d.]+\Z", "", name)
    return unversioned if unversioned in INTERPRETERS else name


def runs_code(word: str) -> bool:
    """True for the name of a program that runs files or its input as code."""
    name = name_of(word)
    return name in SHELLS or name in INTERPRETERS or name in EVALUATORS


def launches(word: str) -> bool:
    """True for words in front of a script, a program or a file."""
    return runs_code(word) or name_of(word) in _LAUNCHERS
