"""Could a command run on this machine, as far as that can be told without running it?"""

import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from adapters.sandboxes.environment import passed_on

WITHIN = 5.0
"""Seconds for a shell to read a command."""
_NOT_SIMPLE = re.compile(r"[;&|<>`$(){}\[\]*?~#!\n\r\\]")
"""What a shell makes something else of: of such a command it is told only whether a shell can read it."""
_ASSIGNED = re.compile(r"\w+=.*", re.S)
_INTERPRETERS = re.compile(r"(?:.*/)?(?:(?:ba|da|z)?sh|python[\d.]*|perl|ruby|php)")
"""What runs the file that is its first argument, by that very name."""


def hindrance(command: str, folder: Path, environment: Mapping[str, str]) -> str:
    """Why it could not run in that folder with what it sees of our environment, in words; empty, if nothing is known
    that is in its way.
    """
    try:
        if why := _unreadable(command, environment):
            return f"a shell cannot read it ({why})"
        words = [] if _NOT_SIMPLE.search(command) else shlex.split(command)
        while words and _ASSIGNED.fullmatch(words[0]):
            del words[0]
        return _first(words, folder, environment) if words else ""
    except (OSError, ValueError, subprocess.TimeoutExpired) as error:
        return f"a shell cannot read it ({error})"


def _unreadable(command: str, environment: Mapping[str, str]) -> str:
    """What a shell has to say that reads it, and runs nothing of it."""
    done = _shell(["-n", "-c", command], environment)
    return (done.stderr.strip() or f"exit code {done.returncode}") if done.returncode else ""


def _first(words: list[str], folder: Path, environment: Mapping[str, str]) -> str:
    program, rest = words[0], words[1:]
    if "/" in program:
        file = folder / program
        if not file.is_file():
            return f"there is no {program}" if program.startswith("/") else f"there is no {program} in {folder}"
        if not os.access(file, os.X_OK):
            return f"{file} may not be executed: chmod +x {file}"
    elif not program.startswith("-") and _shell(["-c", 'command -v "$1"', "sh", program], environment).returncode:
        return f"there is no command {program} here (PATH is {passed_on(environment)['PATH']})"
    if rest and _INTERPRETERS.fullmatch(program) and not rest[0].startswith("-"):
        found = (folder / rest[0]).exists() or shutil.which(rest[0], os.F_OK, passed_on(environment)["PATH"])
        return "" if found else f"there is no {rest[0]} in {folder}"
    return ""


def _shell(arguments: list[str], environment: Mapping[str, str]) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        ["/bin/sh", *arguments],
        env=passed_on(environment),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=WITHIN,
        check=False,
    )
