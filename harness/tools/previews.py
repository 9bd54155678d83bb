"""What a call would do to the world as it is: what people are shown before they decide, and what they then decide on.

A call that was approved acts on what was shown and on nothing else: its tool is given the preview again when it runs,
and says Outdated, having done nothing, where the world is another one by then.
"""

from dataclasses import KW_ONLY, dataclass, replace
from typing import Literal

from harness.chat.people import Place

Hidden = Literal["", "binary", "large", "ruled", "linked", "forbidden"]
"""Why people are not shown what a file holds: it is no text, it is too large, a rule keeps it from being read, it has
another name by a hard link, or it cannot be read.
"""

Stale = Literal["world", "tool"]
"""What is another than the one that a call was cleared for: what it was to act on, or the tool itself."""


@dataclass(frozen=True, slots=True)
class FileChange:
    """What becomes of a file.

    Attributes:
        version: a digest of what the change depends on, and of where that lies: all of a file that is to be replaced,
            or the lines that are to be edited
        before: how many lines it touches; None, if there is no such file
        after: how many there are in their place
        diff: these lines, marked - and +, with some around them; empty where they are not shown
        whole: does `diff` say all that becomes of it?
        hidden: why `diff` does not say what is there
        added: how many lines come, where it is known
        removed: how many go
        lies: where it really lies, if that was looked at
    """

    version: str
    before: int | None
    after: int
    _: KW_ONLY
    diff: str = ""
    whole: bool = True
    hidden: Hidden = ""
    added: int = 0
    removed: int = 0
    lies: str = ""

    def same(self, other: "Preview") -> bool:
        """Is it about the same world?"""
        return isinstance(other, FileChange) and self.version == other.version

    @property
    def evident(self) -> bool:
        """Do the arguments of the call say all that it does? So it is with a new file."""
        return self.before is None and not self.hidden

    @property
    def bare(self) -> "FileChange":
        """What a call is bound to, without what is there to be read."""
        return replace(self, diff="")


@dataclass(frozen=True, slots=True)
class Recipient:
    """To whom or where something is said: the `place`, which the platform knows by `id`, and people by `name` just
    now.
    """

    place: Place
    id: str
    name: str

    def same(self, other: "Preview") -> bool:
        """Is it the same, whatever it is called by now?"""
        return isinstance(other, Recipient) and self.place == other.place

    @property
    def evident(self) -> bool:
        """Who a name means is not in the name."""
        return False

    @property
    def bare(self) -> "Recipient":
        return self


@dataclass(frozen=True, slots=True)
class FileSent:
    """A file as it is, of that `version`, with its size in bytes, and where it really lies, if that was looked at."""

    version: str
    size: int
    lies: str = ""

    def same(self, other: "Preview") -> bool:
        """Does it hold the same?"""
        return isinstance(other, FileSent) and self.version == other.version

    @property
    def evident(self) -> bool:
        """What a file holds is not in its name."""
        return False

    @property
    def bare(self) -> "FileSent":
        return self


@dataclass(frozen=True, slots=True)
class NoteNamed:
    """The note that is to go, or to give way to another: its text; empty, if there is to be one more."""

    text: str = ""

    def same(self, other: "Preview") -> bool:
        """Is it the one that was seen? An id never stands for two."""
        return isinstance(other, NoteNamed)

    @property
    def evident(self) -> bool:
        """What a note says is not in its id."""
        return not self.text

    @property
    def bare(self) -> "NoteNamed":
        return self


@dataclass(frozen=True, slots=True)
class FilesGone:
    """A file goes, or a folder with all in it.

    Attributes:
        version: a digest of all that goes, and of where it lies
        files: how many go
        size: of all of them, in bytes
        folder: is it one?
        link: it is a link, and what that leads to stays
        removed: how many lines a text has that goes
        diff, whole, hidden, lies: as of a FileChange
    """

    version: str
    files: int
    size: int
    _: KW_ONLY
    folder: bool = False
    link: bool = False
    removed: int = 0
    diff: str = ""
    whole: bool = True
    hidden: Hidden = ""
    lies: str = ""

    def same(self, other: "Preview") -> bool:
        """Would the same go?"""
        return isinstance(other, FilesGone) and self.version == other.version

    @property
    def evident(self) -> bool:
        """What goes is not in its name."""
        return False

    @property
    def bare(self) -> "FilesGone":
        """What a call is bound to, without what is there to be read."""
        return replace(self, diff="")


@dataclass(frozen=True, slots=True)
class OwnChange:
    """What a tool of a team's own says that it would do.

    Attributes:
        version: a digest of what that depends on, as the tool says
        diff: what goes and comes, as it says; may be empty
        whole: is that all of it?
    """

    version: str
    diff: str = ""
    whole: bool = True

    def same(self, other: "Preview") -> bool:
        """Does it depend on the same?"""
        return isinstance(other, OwnChange) and self.version == other.version

    @property
    def evident(self) -> bool:
        """What a tool looks up is not in its arguments."""
        return False

    @property
    def bare(self) -> "OwnChange":
        return replace(self, diff="")


Preview = FileChange | Recipient | FileSent | NoteNamed | FilesGone | OwnChange


def version(preview: Preview | None) -> str | None:
    """Of the file that a call is bound to; None, if it is bound to none."""
    return preview.version if isinstance(preview, FileChange | FileSent | FilesGone) else None


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What a call would do; `summary` says it in a line, plainly, for people."""

    preview: Preview
    summary: str


@dataclass(frozen=True, slots=True)
class Outdated:
    """What a tool returns that has done nothing, since the world is not the one that people were shown; and a runner
    that has run nothing, since the tool is not the one that was cleared.
    """

    what: Stale = "world"


@dataclass(frozen=True, slots=True)
class Unfeasible:
    """It cannot be done as the world is, whoever allows it: `why` is for the model."""

    why: str
