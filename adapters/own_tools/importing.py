"""What is to be imported, with a limit on its time. It is imported in a process of its own first: what hangs there, or
ends that, is not imported here. What hangs here all the same, hangs in a thread that nobody waits for.
"""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stdout, suppress
from threading import Thread

from adapters.own_tools import probe
from adapters.own_tools.modules import Importable, NotImported, imported

WITHIN = 10.0
"""Seconds that an import may take."""
AT_ONCE = 4


def import_all(found: Sequence[Importable], within: float = WITHIN) -> list[object | NotImported]:
    """In the same order. Never raises; blocks for a few times `within` at most for each four."""
    if not found:
        return []
    with ThreadPoolExecutor(AT_ONCE) as pool:
        probed = list(pool.map(lambda one: _probed(one, within), found))
    return [_here(one, within) if wrong is None else wrong for one, wrong in zip(found, probed, strict=True)]


def _probed(given: Importable, within: float) -> NotImported | None:
    """Why it is not to be imported here, if it is not."""
    asked = json.dumps({"path": given.path, "text": given.text, "sys_path": sys.path})
    try:
        process = subprocess.Popen(
            [sys.executable, "-I", probe.__file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
            start_new_session=True,
        )
    except OSError as error:
        return NotImported(f"cannot be tried: {error}")
    try:
        said, _ = process.communicate(f"{asked}\n", timeout=within)
    except subprocess.TimeoutExpired:
        _end(process.pid)
        process.communicate()
        return _too_long(within)
    _end(process.pid)
    try:
        wrong = json.loads(said)
    except ValueError:
        return NotImported(f"ended the process that imported it ({_ended(process.returncode)})")
    return NotImported(wrong["message"], wrong["line"]) if wrong else None


def _end(group: int) -> None:
    """Kills that process group, as far as there is one, with what has not left it."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)


def _here(given: Importable, within: float) -> object | NotImported:
    """Imports it in this process. What it prints goes to stderr: it is no part of what a command prints."""
    found = list[object | NotImported]()
    thread = Thread(target=lambda: found.append(imported(given)), name=f"import of {given.path}", daemon=True)
    folder = os.getcwd()
    with redirect_stdout(sys.stderr):
        thread.start()
        thread.join(within)
    os.chdir(folder)  # by it the names of a workspace and of a journal are found
    return found[0] if found else _too_long(within)


def _too_long(within: float) -> NotImported:
    return NotImported(f"was not imported within {within:g} seconds: let it begin what takes long when a tool is used")


def _ended(status: int) -> str:
    return f"by signal {-status}" if status < 0 else f"with status {status}"
