"""What a tool is made of, and what it is given when it runs."""

import json
from collections.abc import Awaitable, Callable
from dataclasses import KW_ONLY, dataclass
from functools import cached_property
from hashlib import sha256
from typing import Any, Generic, Literal, TypeVar, cast

from harness.chat.people import Person, Place
from harness.tools.acts import Act, used
from harness.tools.arguments import JsonSchema, MalformedArguments, Takes, read, schema, spelt
from harness.tools.calls import Awaiting, Quoted, ToolCall, ToolResult
from harness.tools.changes import FileChanged, PendingWakeup, UndoOutcome
from harness.tools.origins import OURS
from harness.tools.previews import Outdated, Preview
from harness.tools.shell_commands import CommandReader
from harness.tools.skills import Skill

Arguments = TypeVar("Arguments")
"""What it is given when it runs: an instance of its pydantic model, or a dict that its schema lets through."""


Operation = Literal["read", "write"]
"""What a tool does with files: it looks at them, or changes them."""
Permits = Callable[[str], bool]
"""May a tool touch that path, by the rules?"""


def everything(path: str) -> bool:
    """Where no rule is on paths."""
    return True


@dataclass(frozen=True, slots=True)
class PathFilter:
    """Permits that also tell whether they could refuse anything in a folder, at any depth."""

    permits: Permits
    refuses_in: Callable[[str], bool]

    def __call__(self, path: str) -> bool:
        return self.permits(path)


def may_refuse(permits: Permits, folder: str) -> bool:
    """False only if everything in that folder is certainly permitted."""
    return permits is not everything and (not isinstance(permits, PathFilter) or permits.refuses_in(folder))


def both(one: Permits, other: Permits) -> Permits:
    if one is everything or other is everything:
        return other if one is everything else one
    return PathFilter(
        lambda path: one(path) and other(path), lambda folder: may_refuse(one, folder) or may_refuse(other, folder)
    )


def nowhere(text: str) -> tuple[Quoted, ...]:
    """Where nothing was said."""
    return ()


def whole(text: str) -> str:
    """Where nothing is secret."""
    return text


def nothing(subject: str) -> bool:
    """What most tools are careful about."""
    return False


@dataclass(frozen=True)
class ToolContext:
    """What a running tool is given besides its arguments.

    Attributes:
        output: shows progress to people; it is not the result
        requester: whom the work is for
        place: where the turn began
        authors: whoever it has heard
        covers: the messages that a text may be made of, of all that the model was shown: for what is kept of it
        mode: the session's by its name; empty for the workspace's default
        wakeups: those that the thread waits for
        self_wakeups: how often it was asked to be woken since a person spoke last
        alike: how many calls of the same tool came before it in its step and may yet add to them
        zone: the requester's time zone by its IANA name, if the workspace says so
        usual_zone: that of the others
        permits: what of the files it may touch: asked of each that it comes upon, where that really lies
        shows: what of the files may be shown to people before they decide
        skills: those that there are where the turn began
        preview: what people were shown who approved of the call: it acts on that, or not at all. None where nothing was
            asked
        decided: have people decided on it before, or given it other arguments? Then they see what it would do by now
        earlier: the calls that come before it in its step
        seen: the files that the model was shown or has made, as FileSeen has them: `FILE`, or `FILE VERSION`
        tool: the digest of the tool that the rules have judged: no other one runs. Empty where it is bound to none
        masked: the text without what is secret, as far as that is known
        private: True if people who can't read the place read the files
        approved: True if a person let this very call run
        untrusted: the origins of text from outside that the thread has read
    """

    call: ToolCall
    thread: str
    output: Callable[[str], None] = lambda text: None
    _: KW_ONLY
    requester: Person | None = None
    place: Place | None = None
    authors: tuple[Person, ...] = ()
    covers: Callable[[str], tuple[Quoted, ...]] = nowhere
    mode: str = ""
    wakeups: tuple[PendingWakeup, ...] = ()
    self_wakeups: int = 0
    alike: int = 0
    zone: str = ""
    usual_zone: str = ""
    permits: Permits = everything
    shows: Permits = everything
    skills: tuple[Skill, ...] = ()
    preview: Preview | None = None
    decided: bool = False
    earlier: tuple[ToolCall, ...] = ()
    seen: tuple[str, ...] = ()
    tool: str = ""
    masked: Callable[[str], str] = whole
    private: bool = False
    approved: bool = False
    untrusted: tuple[str, ...] = ()


@dataclass(frozen=True)
class Tool(Generic[Arguments]):
    """A thing that the model may ask for.

    Attributes:
        arguments: what it takes, a pydantic model or a JSON schema, which the model is shown
        run: may raise: the runner turns that into a result. A tool of `kind` question or plan asks a person, and their
            answer is its result: it has no `run`
        repeatable: running it twice is as good as once: after a crash it is simply run again
        unsandboxed: it can reach all that we can: asked every time, but for a rule that allows those very arguments
        outside: where what it gives comes from, if that is outside of the team and its files, as a code of `origins`:
            who has read that asks more (docs/decisions/0045)
        shell: the reader of its subject, if that is a shell command: an allowing pattern then covers one simple command
            only, and a denying one any part of it
        subject: what patterns in rules are matched with: the command, the normal path, or all of the arguments as JSON
        leads: where the subject really lies, if links lead elsewhere: it has to be allowed there too, and denied
            nowhere. It looks at the disk
        below: what it looks through as a whole, as `/docs/**`: who denies or asks about all of that means this call
        operation: what it does with files, if rules on files are about it
        places: of which files, as in `below`, where its subject is no path; of that, and where it leads, if None
        here: True if it sends words to its conversation's own place alone
        reaches_others: True if what it does can reach others by more than the files: over a network, say
        careful: is it asked every time for that subject, whatever rules, grants and modes allow?
        permits: what the rules leave it of the files, for those arguments; all, if None
        shows: what of the files people may be shown before they decide; all, if None
        apart: what rules keep from what it runs, spelt out: with other rules it is another tool
        preview: what it would do as things are, for people to decide on; None if that is what its arguments say.
            Whatever it raises means that it cannot be done: the model is told, and nobody is asked
        act: what it does, in words, of the arguments and what is known of the world alone
        undo: makes a file what it was before the call with those arguments changed it, however often it is tried; what
            it raises means that it could not be done just now. None if nothing can be had back
        timeout: seconds until the runner ends it; None where the tool keeps a deadline of its own
    """

    name: str
    description: str
    category: str
    arguments: type[Arguments] | JsonSchema
    run: Callable[[Arguments, ToolContext], Awaitable[ToolResult | Awaiting | Outdated]] | None = None
    _: KW_ONLY
    kind: Literal["action", "question", "plan"] = "action"
    repeatable: bool = False
    unsandboxed: bool = False
    outside: str = OURS
    shell: CommandReader | None = None
    subject: Callable[[Arguments], str] = spelt
    leads: Callable[[Arguments], tuple[str, ...]] = lambda arguments: ()
    below: Callable[[Arguments], tuple[str, ...]] = lambda arguments: ()
    operation: Operation | None = None
    places: Callable[[Arguments], tuple[str, ...]] | None = None
    here: bool = False
    reaches_others: bool = False
    careful: Callable[[str], bool] = nothing
    permits: "Callable[[Arguments, ToolContext], Permits] | None" = None
    shows: "Callable[[ToolContext], Permits] | None" = None
    apart: str = ""
    preview: Callable[[Arguments, ToolContext], Awaitable[Preview]] | None = None
    act: Callable[[Arguments, Preview | None], Act] | None = None
    undo: "Callable[[Arguments, FileChanged, ToolContext], Awaitable[UndoOutcome]] | None" = None
    timeout: float | None = 120.0

    def parse(self, arguments: str) -> Arguments:
        """Raises MalformedArguments."""
        try:
            given: Arguments = read(cast("Takes", self.arguments), arguments)
        except MalformedArguments as error:
            raise MalformedArguments(f"malformed arguments for {self.name}: {error}", error.problems) from None
        return given

    def doing(self, arguments: Arguments, preview: Preview | None = None) -> Act:
        """What it would do, for people, as far as that is known."""
        return self.act(arguments, preview) if self.act else used(self.name)

    def line(self, arguments: Arguments, preview: Preview | None = None) -> str:
        """The same in one line."""
        return self.doing(arguments, preview).line

    @property
    def takes_path(self) -> bool:
        """True if its subject is a normal path of the files."""
        return self.operation is not None and self.places is None

    @cached_property
    def digest(self) -> str:
        """Of what the model, the rules and people know it by, not of the code that does it. Of another digest it is
        another tool, whatever its name: nothing that was approved or granted before is for it.
        """
        trusted = (
            self.kind,
            self.repeatable,
            self.unsandboxed,
            self.shell is not None,
            *([self.apart] if self.apart else ()),
        )
        known = (self.name, self.description, self.category, self.schema(), *trusted)
        return sha256(json.dumps(known, sort_keys=True).encode()).hexdigest()[:16]

    def schema(self) -> dict[str, Any]:
        """The JSON schema of its arguments."""
        return schema(cast("Takes", self.arguments))


AnyTool = Tool[Any]
