"""What people did in a chat, as adapters report it.

`id` is made of what the platform calls the event, so that a redelivery has the same; it becomes the journal's dedupe
key.
"""

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass

from harness.chat.people import Person, Place
from harness.chat.port import ChatLine


@dataclass(frozen=True, slots=True)
class MessageSent:
    """Something was said.

    Attributes:
        text: plain: mentions of us are cut out
        message: the platform's name for it, which may be reacted to
        addressed: to us, by a mention or in a direct message
        tags: it names somebody else
        late: it stands in a thread that somebody else began
        about: what its author points at, in the words of others
        unseen: it was typed where nobody else sees it
        written: when that was by the platform's clock, in seconds since the epoch, if it says
    """

    id: str
    place: Place
    by: Person
    text: str
    message: str = ""
    _: KW_ONLY
    addressed: bool = True
    tags: bool = False
    late: bool = False
    about: tuple[ChatLine, ...] = ()
    unseen: bool = False
    written: float | None = None


@dataclass(frozen=True, slots=True)
class MessageEdited:
    """`message` reads `text` from now on.

    Attributes:
        said: the id of the event by which we heard of it
        addressed, tags, late, about: as in MessageSent, of what it says now
        reworded: the author's own words changed, and not only `about`
    """

    id: str
    place: Place
    by: Person
    text: str
    message: str
    _: KW_ONLY
    said: str = ""
    addressed: bool = False
    tags: bool = False
    late: bool = False
    about: tuple[ChatLine, ...] = ()
    reworded: bool = True


@dataclass(frozen=True, slots=True)
class MessageRemoved:
    """`message` was deleted.

    Attributes:
        by: its author or somebody else
        said: the id of the event by which we heard of it
    """

    id: str
    place: Place
    by: Person
    message: str
    _: KW_ONLY
    said: str = ""


@dataclass(frozen=True, slots=True)
class ButtonClicked:
    """A button of ours was pressed.

    Attributes:
        token: what it carried
        message: the card that it is on
        selected: what a menu beside it held
    """

    id: str
    place: Place
    by: Person
    token: str
    message: str
    _: KW_ONLY
    selected: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FormSubmitted:
    """A form of ours was sent.

    Attributes:
        token: what the button that opened it carried
        message: the card that this is on
        values: as typed, by the field's name; a choice of several is joined by newlines
    """

    id: str
    place: Place
    by: Person
    token: str
    message: str
    _: KW_ONLY
    values: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Surface:
    """How one speaks of commands and conversations where people meet us: `sign` is typed before a command's words, or
    nothing if they stand alone in a message; `among` is what holds several conversations there.
    """

    sign: str = ""
    among: str = " of this channel"

    def spelt(self, words: str) -> str:
        """A command as it is typed there, in Markdown."""
        return f"`{self.sign}{words}`"


@dataclass(frozen=True, slots=True)
class CommandInvoked:
    """A word for us that is not a message.

    Attributes:
        wide: it was said in a channel outside of any conversation
        private: nobody else saw it
        surface: where it was said, by which others are spelt
    """

    id: str
    place: Place
    by: Person
    command: str
    argument: str = ""
    _: KW_ONLY
    wide: bool = False
    private: bool = False
    surface: Surface = Surface()


@dataclass(frozen=True, slots=True)
class Invited:
    """We were brought into a place, by somebody if the platform says by whom."""

    id: str
    place: Place
    by: Person


ChatEvent = MessageSent | MessageEdited | MessageRemoved | ButtonClicked | FormSubmitted | CommandInvoked | Invited
