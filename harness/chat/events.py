"""What people did in a chat, as adapters report it.

`id` is made of what the platform calls the event, so that a redelivery has the same; it becomes the journal's dedupe
key.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from harness.chat.people import Person, Place
from harness.chat.port import ChatLine


@dataclass(frozen=True, slots=True)
class MessageSent:
    """`message` is the platform's name for it, and may be reacted to. `text` is plain: mentions of us are cut out.

    `addressed`: to us, by a mention or in a direct message. `tags`: it names somebody else. `late`: it stands in a
    thread that somebody else began. `about` is what its author points at, in the words of others. `unseen`: it was
    typed where nobody else sees it.
    """

    id: str
    place: Place
    by: Person
    text: str
    message: str = ""
    addressed: bool = True
    tags: bool = False
    late: bool = False
    about: tuple[ChatLine, ...] = ()
    unseen: bool = False


@dataclass(frozen=True, slots=True)
class MessageEdited:
    """`message` reads `text` from now on. `said` is the id of the event by which we heard of it. The rest is as in
    MessageSent, of what it says now.
    """

    id: str
    place: Place
    by: Person
    text: str
    message: str
    said: str = ""
    addressed: bool = False
    tags: bool = False
    late: bool = False
    about: tuple[ChatLine, ...] = ()


@dataclass(frozen=True, slots=True)
class MessageRemoved:
    """`message` was deleted, `by` its author or somebody else. `said` is as in MessageEdited."""

    id: str
    place: Place
    by: Person
    message: str
    said: str = ""


@dataclass(frozen=True, slots=True)
class ButtonClicked:
    """`token` is what the button carried; `message` the card that it is on; `selected` what a menu beside it held."""

    id: str
    place: Place
    by: Person
    token: str
    message: str
    selected: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FormSubmitted:
    """`values` are as typed, by the field's name; a choice of several is joined by newlines."""

    id: str
    place: Place
    by: Person
    token: str
    message: str
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
    """A word for us that is not a message. `wide`: it was said in a channel outside of any conversation. `private`:
    nobody else saw it.
    """

    id: str
    place: Place
    by: Person
    command: str
    argument: str = ""
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
