"""What a call does, in words: the line of a running step, the title of a card, and what is settled there."""

from collections.abc import Iterable
from dataclasses import KW_ONLY, dataclass

from harness.chat.cards import Block
from harness.chat.phrases import Code, Phrase, concealed_text, plain
from harness.chat.visible import visible

TITLE = 60
"""Characters of an object in a title."""
LINE = 100
"""The same in a line that stands for itself."""


@dataclass(frozen=True, slots=True)
class Act:
    """ "Edit", "Edited" and "pyproject.toml". It is made of a call's arguments and preview alone.

    Attributes:
        object: what it is done to, whole
        brief: what stands for an object in a title that has no room for it: "this command"
        extent: how much: "+2 −1", "new file, 12 lines"
        blocks: what has to be read before anybody decides
        notes: what else one needs to know
        about: the argument that the object says
        says: the arguments that blocks and notes say. All others are shown as they are
    """

    verb: str
    past: str
    object: Phrase = ()
    _: KW_ONLY
    brief: str = ""
    extent: str = ""
    blocks: tuple[Block, ...] = ()
    notes: tuple[str, ...] = ()
    about: str = ""
    says: frozenset[str] = frozenset()

    @property
    def whole(self) -> bool:
        """Can its object be read in a title, all of it?"""
        text = plain(self.object)
        marked = any("`" in part.text for part in self.object if isinstance(part, Code))
        return (
            len(text) <= TITLE
            and "\n" not in text
            and not marked
            and text == visible(text) == concealed_text(self.object)
        )

    @property
    def title(self) -> Phrase:
        """What it would do, as a question."""
        return (*self._said(self.verb, (self.brief,) if self.brief and not self.whole else self._object(TITLE)), "?")

    @property
    def proposed(self) -> Phrase:
        """What it would do, in a line."""
        return (*self._said(self.verb, self._object(LINE)), *self._extent)

    @property
    def done(self) -> Phrase:
        """What it did, in a line."""
        return (*self._said(self.past, self._object(LINE)), *self._extent)

    @property
    def line(self) -> str:
        """What it would do, as plain text."""
        return plain(self.proposed)

    def unsaid(self, names: Iterable[str]) -> list[str]:
        """Those of the arguments that are not to be read in it."""
        said = self.says | ({self.about} if self.whole else set())
        return [name for name in names if name not in said]

    def _said(self, verb: str, object: Phrase) -> Phrase:
        return (f"{verb} ", *object) if object else (verb,)

    @property
    def _extent(self) -> Phrase:
        return (f" ({self.extent})",) if self.extent else ()

    def _object(self, most: int) -> Phrase:
        return self.object if self.whole else in_a_line(self.object, most)


def in_a_line(phrase: Phrase, most: int) -> Phrase:
    """The beginning of code and words, with hidden characters spelt out and secrets masked."""
    first, *more = concealed_text(phrase).strip().split("\n")
    begins = " ".join(first.replace("`", "\u02cb").split())
    shown = f"{begins[: most - 1]}…" if more or len(begins) > most else begins
    return (Code(shown, ()),) if any(isinstance(part, Code) for part in phrase) else (shown,)


def used(name: str) -> Act:
    """What is known of a tool that says nothing of itself."""
    return Act("Use", "Used", (name,))
