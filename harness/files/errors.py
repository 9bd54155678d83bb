"""How files refuse. The message is for the model to read: what is wrong, and never where the tree really lies.

FilesError
├── AccessRefused       the path leaves the tree, or is not one of our paths
│   ├── Linked          it has another name, by a hard link, that may lie outside of the tree
│   ├── Ruled           a rule of the workspace keeps it from being touched like this
│   └── ReadOnly        nothing is written there
├── Missing             there is no such file or folder
├── WrongKind           a folder where a file is needed, the other way round, or neither of them
├── UnreadableFile      not text in UTF-8, or too large to read whole
│   └── TooLarge        too large to read whole
├── Looped              its links go in a circle
├── NotReplaced         the text to replace is not there exactly as often as it must be
├── Unread              there is a file, which was to be replaced by somebody who does not know what it holds
├── Overtaken           a call before it in its step changes it, too
├── BadPattern          a glob pattern or a search text that means nothing
├── Changed             it is not as it was when it was looked at
├── TookTooLong         it took longer than its deadline, and was given up
├── Busy                too many searches are still under way
└── Failed              the disk refused, for want of space for instance
    └── Forbidden       we may not open it
"""


class FilesError(Exception):
    """Files did not do what they were asked; nothing was changed."""


class AccessRefused(FilesError):
    """The path leaves the tree, or is not one of our paths."""


class Linked(AccessRefused):
    """It has another name, by a hard link, that may lie outside of the tree."""


class Ruled(AccessRefused):
    """A rule of the workspace keeps it from being touched like this."""


class ReadOnly(AccessRefused):
    """Nothing is written there."""


class Missing(FilesError):
    """There is no such file or folder."""


class WrongKind(FilesError):
    """A folder where a file is needed, the other way round, or neither of them."""


class UnreadableFile(FilesError):
    """Not text in UTF-8, or too large to read whole."""


class TooLarge(UnreadableFile):
    """Too large to read whole."""


class Looped(FilesError):
    """Its links go in a circle."""


class NotReplaced(FilesError):
    """The text to replace is not there exactly as often as it must be."""


class Unread(FilesError):
    """There is a file, which was to be replaced by somebody who does not know what it holds."""


class Overtaken(FilesError):
    """A call before it in its step changes it, too."""


class BadPattern(FilesError):
    """A glob pattern or a search text that means nothing."""


class Changed(FilesError):
    """It is not as it was when it was looked at."""


class TookTooLong(FilesError):
    """It took longer than its deadline, and was given up."""


class Busy(FilesError):
    """Too many searches are still under way."""


class Failed(FilesError):
    """The disk refused."""


class Forbidden(Failed):
    """We may not open it."""
