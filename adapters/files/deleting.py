"""What goes when a path of a disk is deleted. All of it blocks."""

import os
import stat
from dataclasses import replace

from adapters.files.disk import Disk, text_of
from harness.files.changes import digest
from harness.files.editing import unix
from harness.files.errors import Changed, FilesError, Linked, Ruled, TooLarge, UnreadableFile
from harness.files.paths import normal, printable
from harness.files.port import Deletion
from harness.tools.previews import Hidden
from harness.tools.tool import Permits

MOST = 100_000
"""Files and folders that go at once."""
LONGEST = 100_000_000
"""Characters of all their paths."""
MARK = "\ufeff"
"""A byte order mark: of the file, not of its first line."""


def found(disk: Disk, path: str, permits: Permits) -> Deletion:
    """What would go. Raises FilesError, Ruled if anything of it is not permitted."""
    virtual, real = normal(path), disk.own(path)
    lies = disk.lies(real)
    parts, files, size, folder, link, mode, length = list[str](), 0, 0, False, False, 0, 0
    for below, status in disk.all_in(virtual, real):
        if not permits(f"{lies}{printable(below)}"):
            raise Ruled(_kept(virtual, lies, printable(below)))
        if len(parts) == MOST:
            raise TooLarge(f"{virtual} holds more than {MOST:,} files and folders: delete it part by part")
        length += len(below)
        if length > LONGEST:
            raise TooLarge(f"{virtual} is nested too deep for me: delete it with a command")
        is_folder = stat.S_ISDIR(status.st_mode)
        if not below:
            folder, link, mode = is_folder, stat.S_ISLNK(status.st_mode), stat.S_IMODE(status.st_mode)
        if not is_folder:
            files, size = files + 1, size + status.st_size
        parts.append(f"{below} {_stamp(status)}")
    whole = Deletion(digest(lies, *sorted(parts)), folder, files, size, lies, link)
    return whole if folder or link else _of_a_file(disk, virtual, real, replace(whole, mode=mode))


def remove(disk: Disk, path: str, permits: Permits, version: str | None) -> Deletion:
    """It is gone. Raises FilesError, Changed if it is not of that version."""
    virtual, seen = normal(path), found(disk, path, permits)

    def check() -> None:
        if version is not None and found(disk, path, permits).version != version:
            raise Changed(f"{virtual} is not as it was when it was looked at")

    disk.remove(virtual, disk.own(path), check)
    return seen


def _of_a_file(disk: Disk, virtual: str, real: str, seen: Deletion) -> Deletion:
    """With what it holds."""
    try:
        data = disk.read_bytes(virtual, real)
    except FilesError as error:  # it goes all the same
        return replace(seen, why=unread(error))
    known = replace(seen, version=digest(seen.lies, data))
    try:
        return replace(known, text=unix(text_of(virtual, data).removeprefix(MARK)))
    except UnreadableFile:
        return replace(known, why="binary")


def unread(error: FilesError) -> Hidden:
    """Why the bytes of a file are not known."""
    match error:
        case TooLarge():
            return "large"
        case Linked():
            return "linked"
        case _:
            return "forbidden"


def _kept(virtual: str, lies: str, below: str) -> str:
    if below:
        return f"a rule keeps me from deleting {lies}{below}, so nothing of {virtual} was deleted"
    if lies == virtual:
        return f"a rule keeps me from touching {virtual} like this"
    return f"{virtual} lies at {lies}, and a rule keeps me from touching that like this"


def _stamp(status: os.stat_result) -> str:
    """What tells it from what it was before; of a folder only which it is, since what is in it has its own."""
    if stat.S_ISDIR(status.st_mode):
        return f"{status.st_dev} {status.st_ino}"
    return f"{status.st_dev} {status.st_ino} {status.st_size} {status.st_mtime_ns}"
