"""What was said and done in a thread, as a model is shown it: `context/transcript` makes it of rows, and a branch of
another thread begins with it.
"""

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field

from harness.chat.port import ChatLine
from harness.tools.calls import Media, Quoted, ToolCall
from harness.tools.changes import Todo


@dataclass(frozen=True, slots=True)
class Said:
    """Somebody's words, by name. `overheard`: perhaps not to us. `position` is their row, `message` the platform's
    name. `about` is what they point at.
    """

    by: str
    text: str
    _: KW_ONLY
    overheard: bool = False
    position: int = 0
    message: str = ""
    about: tuple[ChatLine, ...] = ()


@dataclass(frozen=True, slots=True)
class Background:
    """What was said in a place before we were asked there."""

    lines: tuple[ChatLine, ...]


@dataclass(frozen=True, slots=True)
class Noted:
    """What became of a turn that did not end by its reply, or what else the model should know."""

    text: str


@dataclass(frozen=True, slots=True)
class Spoke:
    """The model's words and calls."""

    text: str
    calls: tuple[ToolCall, ...] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """The one result of a call, by the call's id. It begins with the `words` of people about that call: an answer, a
    reason, a note, which they said in `row`. If somebody answered by a `message`, its words come after `lead`. `quotes`
    are those whose words were found.
    """

    call: str
    text: str
    _: KW_ONLY
    message: str = ""
    lead: str = ""
    quotes: tuple[Quoted, ...] = ()
    words: str = ""
    row: int = 0


@dataclass(frozen=True, slots=True)
class Told:
    """People's words about a call that is no longer shown: see Result."""

    text: str
    _: KW_ONLY
    row: int = 0
    message: str = ""
    lead: str = ""


@dataclass(frozen=True, slots=True)
class Seen:
    """Media that the results before it show to the model. `refused` are the digests of those that a provider refused:
    they are only named.
    """

    media: tuple[Media, ...]
    refused: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Looked:
    """What a heartbeat was to look at, in that `turn`."""

    turn: int
    text: str


@dataclass(frozen=True, slots=True)
class LeftOut:
    """So many messages that people wrote to each other, of which more came between two requests than there is room
    for.
    """

    messages: int


@dataclass(frozen=True, slots=True)
class Talked:
    """What people said while calls waited for them, and what the model answered: one note, after the results."""

    said: tuple[Said, ...]
    answer: str


@dataclass(frozen=True, slots=True)
class CarriedOver:
    """Facts that outlast the words in which the model learned them.

    Attributes:
        skills: names of skills that the model has read
        binding: names of those that restrict the tools of its turn
        results: paths of results that are kept whole
        commands: background commands, by id, with their first line; empty once a message in it was deleted
    """

    skills: tuple[str, ...] = ()
    binding: tuple[str, ...] = ()
    results: tuple[str, ...] = ()
    commands: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Summed:
    """What stands in place of what was summed up, with what was `to_do` then; `messages` are those whose words are in
    it. `void`: one of them was deleted since, so it says nothing any more. `outside`: some of what it sums up came from
    outside.
    """

    text: str
    messages: tuple[str, ...] = ()
    _: KW_ONLY
    to_do: tuple[Todo, ...] = ()
    carried_over: CarriedOver = CarriedOver()
    void: bool = False
    outside: bool = False


@dataclass(frozen=True, slots=True)
class Branched:
    """What stands before it was said in the thread that this one is a branch of."""


Entry = Said | Background | Noted | Spoke | Result | Told | Seen | Looked | LeftOut | Talked | Summed | Branched
