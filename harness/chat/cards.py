"""What a person is shown and fills in, on any surface. Adapters render these; the words come from `approvals/cards`."""

from dataclasses import KW_ONLY, dataclass
from typing import Literal

from harness.chat.people import Person


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
class Detail:
    """A labelled part of a card, shown in full: a surface that has no room attaches it as a file. `code` keeps its
    spacing.
    """

    label: str
    text: str
    code: bool = False


@dataclass(frozen=True, slots=True)
class Card:
    """An ask as people see it. Pending and settled share one body: settled, `outcome` stands in place of the buttons.

    Attributes:
        summary: plain, of one line, and fit for a notification
        details: whole
        deciders: who may decide
        at: when it was settled, in seconds since the epoch: surfaces say it in their reader's own time
        rows: asks that share this card, each with its own body, buttons and outcome
        by: who is named in the outcome. People may call themselves as they like: a surface that can says who they are
    """

    title: str
    summary: str
    _: KW_ONLY
    details: tuple[Detail, ...] = ()
    warning: str = ""
    deciders: str = ""
    choices: Choices | None = None
    buttons: tuple[Button, ...] = ()
    outcome: str = ""
    at: float | None = None
    rows: tuple["Card", ...] = ()
    by: Person | None = None

    @property
    def outcome_parts(self) -> tuple[str, Person | None, str]:
        """What comes before whoever is named in the outcome, them, and what comes after."""
        before, named, after = self.outcome.partition(f" by {self.by}") if self.by else (self.outcome, "", "")
        return (f"{before} by ", self.by, after) if named else (self.outcome, None, "")

    @property
    def answerable(self) -> bool:
        """Is there anything to be pressed on it?"""
        return bool(self.buttons or self.choices) or any(row.answerable for row in self.rows)


@dataclass(frozen=True, slots=True)
class Task:
    """One thing that we do, in a line."""

    id: str
    title: str
    status: Literal["running", "done", "failed"] = "running"


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
        buttons: below it
        live: it is still being written; more is streamed, and an update makes it final
        to: whom it answers; a platform may show the writing of a live one to them before others
        tasks: what we do meanwhile
        feedback: below the buttons, where a platform has such
        haste: where a platform takes only so many at once, `first` goes before texts that wait; `spare` is posted if
            there is room for it and for a change of it later, else it is Undelivered at once. So is what is live
    """

    markdown: str
    _: KW_ONLY
    buttons: tuple[Button, ...] = ()
    live: bool = False
    to: Person | None = None
    tasks: tuple[Task, ...] = ()
    feedback: Feedback | None = None
    haste: Haste = ""


Body = Text | Card


@dataclass(frozen=True, slots=True)
class Field:
    """One line of a form.

    Attributes:
        value: what stands in it when it is opened
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


@dataclass(frozen=True, slots=True)
class Form:
    """What a button opens.

    Attributes:
        token: what comes back with FormSubmitted
        submit: what is on the button that sends it
        text: what is read before anything is filled in
    """

    title: str
    token: str
    submit: str
    fields: tuple[Field, ...]
    _: KW_ONLY
    text: str = ""
