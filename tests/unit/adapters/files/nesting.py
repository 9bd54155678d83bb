"""Folders in folders, as a command can make them."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

DEEP = 1_500
"""More than Python calls itself, and longer than a path may be."""


@contextmanager
def nested(folder: Path, number: int = DEEP, holds: bytes = b"") -> Iterator[None]:
    """In that one, with a file in the last. In the end all of it is gone: pytest could not tidy it up."""
    folder.mkdir(exist_ok=True)
    here = os.open(folder, os.O_RDONLY)
    for _ in range(number):
        os.mkdir("deep", dir_fd=here)
        inside = os.open("deep", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = inside
    file = os.open("last.md", os.O_CREAT | os.O_WRONLY, dir_fd=here)
    os.write(file, holds)
    os.close(file)
    os.close(here)
    try:
        yield
    finally:
        subprocess.run(["rm", "-rf", folder], check=True)
