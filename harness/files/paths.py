"""What a model writes becomes a normal path, or is refused.

A normal path begins with `/`, the root of the tree, and has neither empty parts nor `.` nor `..`: two spellings of one
path are equal once they are normal, and none names anything outside. (Links can still lead out: the adapter looks.)
"""

import re

from harness.files.errors import AccessRefused

ATTACHMENTS = "/attachments"
"""The folder of files that people attached. Each place sees its own part of it."""
_DRIVE = re.compile(r"[A-Za-z]:(?:[\\/]|$)")


def normal(path: str) -> str:
    """The normal form; a relative path counts from the root, and an empty one is the root.

    Raises AccessRefused for `..`, a leading `~`, a drive letter, a backslash and what no file can be called.
    """
    if _DRIVE.match(path):
        raise AccessRefused(
            f"{printable(path)}: drive letters mean nothing here; paths begin with /, the root of the files"
        )
    if path.startswith("~"):
        raise AccessRefused(f"{printable(path)}: ~ means nothing here; paths begin with /, the root of the files")
    if "\\" in path:
        raise AccessRefused(f"{printable(path)}: write / between folders, not a backslash")
    if printable(path) != path:
        raise AccessRefused(f"{printable(path)}: a path has no control or invisible characters")
    parts = [part for part in path.split("/") if part not in ("", ".")]
    if ".." in parts:
        raise AccessRefused(f"{path}: a path has no .. in it; write it from /, the root of the files")
    return "/" + "/".join(parts)


def joined(folder: str, name: str) -> str:
    """The path of `name` in a folder whose path is normal."""
    return f"{folder.rstrip('/')}/{name}"


def printable(text: str) -> str:
    """`text` with `?` for every character that would not show, or would move the ones beside it."""
    if text.isprintable():
        return text
    return "".join(character if shows(character) else "?" for character in text)


def shows(character: str) -> bool:
    """Does it show? Joiners count: in Persian and in emoji they shape what stands beside them, and hide nothing."""
    return character.isprintable() or character in "\u200c\u200d"
