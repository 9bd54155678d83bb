"""Which files of a folder may hold a text, told by ripgrep: all others need not be read.

It only says which; what is in these is read by us, as ever, so that no link leads anywhere and results are the same.
What it cannot tell for certain it tells nothing of, and then every file is read.
"""

import logging
import os
import subprocess
from collections.abc import Callable

log = logging.getLogger(__name__)

LONGEST = 10_000
"""Bytes of a text that is looked for by it."""
ASKED_EVERY = 0.05
"""Seconds until it is asked again whether anybody waits."""
_SPECIAL = frozenset("\\.+*?()|[]{}^$#&-~")
"""What means something in its patterns (regex::escape)."""
_OPTIONS = (
    "--no-config", "--no-ignore", "--hidden", "--text", "--encoding=none", "--case-sensitive", "--no-messages",
    "--files-with-matches", "--null",
)  # fmt: skip


def holding(
    ripgrep: str, folder: str, text: str, largest: int, skips: frozenset[str], stopped: Callable[[], bool]
) -> frozenset[str] | None:
    """The real paths of files in and below a folder that hold the text, or a zero byte; None, if that is not known.
    Files of more than `largest` bytes are not looked at, nor is what lies in folders of the names `skips`.
    """
    if not ripgrep or "\0" in text or len(text.encode(errors="surrogatepass")) > LONGEST:
        return None
    wanted = "".join(f"\\{each}" if each in _SPECIAL else each for each in text)
    globs = [f"--glob=!{name}/" for name in sorted(skips)]
    patterns = (r"--regexp=(?-u:\x00)", f"--regexp={wanted}")
    options = (*_OPTIONS, f"--max-filesize={largest}", *globs, *patterns, ".")
    try:
        process = subprocess.Popen(
            [os.fsencode(ripgrep), *(option.encode(errors="surrogatepass") for option in options)],
            cwd=folder,
            env={},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
    except OSError as error:
        log.warning("ripgrep does not start, so I read all files: %s", error.strerror)
        return None
    found = _read(process, stopped)
    if process.returncode not in (0, 1):  # 2: something could not be looked at, so that we do
        return None
    return frozenset(os.path.join(folder, os.fsdecode(each[2:])) for each in found.split(b"\0") if each)


def _read(process: "subprocess.Popen[bytes]", stopped: Callable[[], bool]) -> bytes:
    """What it says; nothing more, once nobody waits."""
    while True:
        try:
            found, _ = process.communicate(timeout=ASKED_EVERY)
        except subprocess.TimeoutExpired:
            if stopped():
                process.kill()
        else:
            return found
