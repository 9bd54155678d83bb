"""What a person is shown and fills in, on any surface. Adapters render these; the words come from `harness/wording`."""

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass, replace
from typing import Literal

from harness.chat.people import Person
from harness.chat.phrases import Phrase, joined, plain
from harness.chat.secrets import concealed
from harness.chat.visible import visible

HIDDEN = "A part of this is hidden. “Show secrets…” shows it."


@dataclass(frozen=True, slots=True)
class Button:
    """What is pressed.

    Attributes:
        token: what comes back with it
        form: it opens a form before it counts
        more: it belongs in a menu beside the first buttons
    """

    label: str
    token: str
    style: Literal["", "primary", "danger"] = ""
    _: KW_ONLY
    form: bool = False
    more: bool = False


@dataclass(frozen=True, slots=True)
class Option:
    """One of the answers that a question offers. Labels are unique within it."""

    label: str
    description: str = ""


@dataclass(frozen=True, slots=True)
class Choices:
    """What a question offers: one of the options, or several if `multiple`. The clicked token carries no option:
    `selected` does.
    """

    options: tuple[Option, ...]
    multiple: bool
    token: str


@dataclass(frozen=True, slots=True)
class Block:
    """What is decided about, in full: a surface that has no room attaches it as a file of that `name`. All kinds but
    Markdown keep their spacing. `secrets` are the values that a mask covers; None masks by looks.
    """

    text: str
    kind: Literal["shell", "diff", "text", "markdown"] = "text"
    _: KW_ONLY
    name: str = "details"
    secrets: tuple[str, ...] | None = None

    @property
    def concealed(self) -> "Block":
        """As it is shown where many people read it."""
        return replace(self, text=self._concealed, secrets=())

    @property
    def hides(self) -> bool:
        """True if a mask covers a part of it."""
        return self._concealed != visible(self.text)

    @property
    def _concealed(self) -> str:
        return concealed(self.text, self.secrets, prose=self.kind == "markdown")


def as_one(blocks: Sequence[Block]) -> Block:
    """What has no room, as one file: a block alone as it is, several each below its name."""
    if len(blocks) == 1:
        return blocks[0]
    return Block("\n\n".join(f"{one.name}:\n{one.text}" for one in blocks))


@dataclass(frozen=True, slots=True)
class Card:
    """An ask as people see it. Pending and settled share one body: settled, its `outcome` stands for all of it, and for
    the title.

    Attributes:
        lead: a line above the title: who asked for it, and where, for whoever sees it elsewhere
        title: what is asked
        buttons: how it is decided; settled, how that is revoked
        reason: why, in the words of the model or of the workspace
        warning: what has to be read first
        blocks: mostly one
        notes: what else one needs to decide, in one line
        outcome: what was decided on, by whom, when, and what came of it
        call: what it is about, by its id
        unfinished: what came of it will be added to the outcome, once the call has ended
        rows: asks that share this card, and its reason; each has its own body, buttons and outcome
        masked: True if a mask covers a part of its blocks, on surfaces that many people read
    """

    title: Phrase
    _: KW_ONLY
    lead: Phrase = ()
    reason: str = ""
    warning: Phrase = ()
    blocks: tuple[Block, ...] = ()
    notes: Phrase = ()
    choices: Choices | None = None
    buttons: tuple[Button, ...] = ()
    outcome: Phrase = ()
    call: str = ""
    unfinished: bool = False
    rows: tuple["Card", ...] = ()
    masked: bool = False

    @property
    def line(self) -> Phrase:
        """All of it in a line."""
        return self.outcome or self.title

    @property
    def caution(self) -> Phrase:
        """The warning, on surfaces that mask secrets: people read it first."""
        hidden: Phrase = (HIDDEN,) if self.masked and not self.outcome else ()
        return joined([self.warning, hidden], " ")

    @property
    def answerable(self) -> bool:
        """Is something on it still to be decided?"""
        return (not self.outcome and bool(self.buttons or self.choices)) or any(row.answerable for row in self.rows)


@dataclass(frozen=True, slots=True)
class Task:
    """One thing that is done or to be done, in a line; `details` say what is being done for it."""

    id: str
    title: str
    status: Literal["pending", "running", "done", "failed"] = "running"
    details: str = ""


@dataclass(frozen=True, slots=True)
class Feedback:
    """What the two buttons carry by which people say that an answer was good, or bad."""

    good: str
    bad: str


Haste = Literal["", "first", "spare"]


@dataclass(frozen=True, slots=True)
class Text:
    """A message, whole; surfaces split what is too long for one.

    Attributes:
        markdown: what it says
        lead: what we say ourselves, above that; nothing in it is alive but its people and times
        buttons: below it
        live: it is still being written; more is streamed, and an update makes it final
        to: whom it answers; a platform may show the writing of a live one to them before others
        tasks: what I do meanwhile, below `so_far`
        feedback: below the buttons, where a platform has such
        haste: where a platform takes only so many at once, `first` goes before texts that wait; `spare` is posted if
            there is room for it and for a change of it later, else it is Undelivered at once. So is what is live
    """

    markdown: str
    _: KW_ONLY
    lead: Phrase = ()
    buttons: tuple[Button, ...] = ()
    live: bool = False
    to: Person | None = None
    tasks: tuple[Task, ...] = ()
    so_far: str = ""
    feedback: Feedback | None = None
    haste: Haste = ""

    @property
    def plain(self) -> str:
        """All of it as text."""
        return "\n\n".join(filter(None, (plain(self.lead), self.markdown)))


Body = Text | Card


@dataclass(frozen=True, slots=True)
class Field:
    """One line of a form.

    Attributes:
        value: what stands in it when it is opened
        most: characters that it takes; as many as there is room for, if 0
        kind: how it is typed in: `choice` is one of `options`, `json` anything that JSON can say
    """

    name: str
    label: str
    _: KW_ONLY
    value: str = ""
    kind: Literal["line", "text", "integer", "number", "boolean", "choice", "json"] = "line"
    options: tuple[str, ...] = ()
    required: bool = True
    hint: str = ""
    most: int = 0


@dataclass(frozen=True, slots=True)
class Form:
    """What a button opens.

    Attributes:
        token: what comes back with FormSubmitted
        submit: what is on the button that sends it
        text: what is read before anything is filled in
        card: what is decided by it. A surface that cannot show all of it there opens no form
    """

    title: str
    token: str
    submit: str
    fields: tuple[Field, ...]
    _: KW_ONLY
    text: str = ""
    card: Card | None = None
