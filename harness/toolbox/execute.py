"""The tool that runs a command."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import replace
from functools import partial
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from harness.approvals.file_rules import NO_RULES, FileRules
from harness.chat.cards import Block
from harness.chat.phrases import Code
from harness.chat.secrets import concealed
from harness.chat.untrusted import in_line
from harness.chat.wording import duration
from harness.context.results import kept_in
from harness.files.errors import FilesError
from harness.files.port import Files
from harness.toolbox.background_commands import LONGEST, MOST, BackgroundCommands
from harness.toolbox.commands_in_words import apart, found_besides, report, seen_and_reached, where
from harness.toolbox.hiding import (
    Hiding,
    attached_here,
    nothing,
    read_only,
    with_what_rules_hide,
    with_what_rules_keep,
)
from harness.toolbox.outside_files import OutsideFiles
from harness.toolbox.schedule_wakeup import MOST as MOST_WAKEUPS
from harness.toolbox.shell import NOTHING_HIDDEN, Begun, Completed, Hidden, Mount, Shell, ShellError, to_the_end
from harness.toolbox.wording import counted
from harness.tools.acts import Act
from harness.tools.calls import ToolResult
from harness.tools.changes import CommandStarted
from harness.tools.command_secrets import command_secrets
from harness.tools.masks import without_mask
from harness.tools.origins import ATTACHMENT, COMMAND, OURS
from harness.tools.previews import Preview
from harness.tools.shell_commands import CommandReader, Unreadable
from harness.tools.tool import Tool, ToolContext

EXECUTE = "execute"
_USUAL_TIMEOUT = 120
_LONGEST_TIMEOUT = 600
_KEPT = (
    "[This command found all files read-only, except /scratch: others can read them, and this place is private. "
    "write_file and edit_file ask people before they change shared files.]"
)
SHOWN = 100
"""Characters of a command in the background that are said of it."""


Beside = Callable[[str, ToolContext, FileRules, bool], Awaitable[tuple[Mount, ...]]]
"""What a command finds beside the files: of what it says, for whom it runs, by rules on files, and whether it is in a
sandbox. Raises ShellError.
"""


class Execute(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    command: str = Field(description="What sh is to run.")
    timeout: float | None = Field(
        None,
        gt=0,
        le=LONGEST,
        allow_inf_nan=False,
        description=(
            f"Seconds until it is ended: {_USUAL_TIMEOUT} unless you say otherwise, {_LONGEST_TIMEOUT} at most; in the "
            f"background {LONGEST}."
        ),
    )
    background: bool = Field(False, description="Do not wait for it: you get its id at once.")
    notify: bool = Field(
        False, description="In the background only: you go on by yourself as soon as it has ended, to act on that."
    )

    @property
    def limit(self) -> float:
        """Seconds that it may take."""
        return self.timeout or (LONGEST if self.background else _USUAL_TIMEOUT)

    @model_validator(mode="after")
    def _makes_sense(self) -> Self:
        if self.notify and not self.background:
            raise ValueError("notify is for commands in the background: leave it out, or set background as well")
        if self.limit > _LONGEST_TIMEOUT and not self.background:
            raise ValueError(
                f"you wait for {_LONGEST_TIMEOUT} seconds at most: what takes longer runs in the background"
            )
        return self

    @field_validator("command")
    @classmethod
    def _can_be_run(cls, command: str) -> str:
        if not command.strip():
            raise ValueError("the command is empty")
        if "\0" in command:
            raise ValueError("a command has no NUL characters")
        return without_mask(command)


def execute(
    shell: Shell,
    files: Files | None = None,
    hides: Hiding = nothing,
    rules: FileRules = NO_RULES,
    background: BackgroundCommands | None = None,
    beside: Beside | None = None,
    traces: OutsideFiles | None = None,
    reader: CommandReader | None = None,
) -> Tool[Execute]:
    """`reader` reads commands for the rules, and `traces` knows the files that hold text from outside. A command finds
    what is `beside` the files. In a sandbox it does not see what it `hides`, nor what of the `files` rules keep from
    being read, and does not change what `rules` keep from being written.
    """
    held, traces = background or BackgroundCommands(), traces or OutsideFiles()

    async def run(arguments: Execute, context: ToolContext) -> ToolResult:
        try:
            hidden = hides(context) if shell.isolation.sandbox else NOTHING_HIDDEN
            keeps, own = False, "" if context.approved else next(iter(context.untrusted), "")
            origin = outside or own  # the command itself can hold words that the thread has read
            if files and shell.isolation.sandbox:
                attached = await attached_here(hidden, files)
                origin = origin or (ATTACHMENT if attached else await traces.any())
                keeps = context.private and (attached or not context.approved)
                hidden = await with_what_rules_hide(hidden, files, context.shows, rules)
                hidden = await with_what_rules_keep(hidden, files, rules)
                hidden = read_only(hidden) if keeps else hidden
            if beside:
                found = await beside(arguments.command, context, rules, bool(shell.isolation.sandbox))
                hidden = replace(hidden, beside=found)
            if arguments.background:
                return await begun(arguments, context, hidden, origin)
            await traces.begins(_named(context), origin)
            try:
                completed = await shell.run(arguments.command, arguments.limit, context.output, hidden)
            finally:
                await to_the_end(traces.ends(_named(context), origin))
        except (ShellError, FilesError) as error:
            return ToolResult(str(error), ok=False, outside=OURS)
        code = completed.exit_code
        text = await asyncio.to_thread(report, completed, arguments.limit, _LONGEST_TIMEOUT)
        text = f"{text}\n{_KEPT}" if keeps and code else text
        text = f"{text}\n{_unseen(hidden)}" if hidden.unseen else text
        return ToolResult(text, ok=code == 0, exit_code=code, outside=origin or None)

    async def begun(arguments: Execute, context: ToolContext, hidden: Hidden, origin: str) -> ToolResult:
        """Raises ShellError."""
        id, limit = context.call.id, arguments.limit
        name = _named(context)
        await traces.begins(name, origin)
        one: Begun | None = None
        try:
            if why := _not_begun(arguments, context, held):
                return ToolResult(f"Not started: {why}", ok=False, outside=OURS)
            one = await shell.begin(arguments.command, limit, hidden)
            if why := _not_begun(arguments, context, held):  # others may have begun meanwhile, but not from here on
                return ToolResult(f"Not started: {why}", ok=False, outside=OURS)
            held.begin(context.thread, id, partial(_until, one, partial(traces.ends, name, origin)), limit, origin)
        finally:
            if id not in held.open(context.thread):
                if one is not None:
                    one.completed.cancel()
                await to_the_end(traces.ends(name, origin))
        change = CommandStarted(
            held.node,
            held.boot,
            in_line(concealed(arguments.command, command_secrets(arguments.command, reader)), SHOWN),
            limit,
            notify=arguments.notify,
            outside=origin,
        )
        then = "You go on as soon as it has ended" if arguments.notify else "You will see here that it has ended"
        told = (
            f"It runs in the background as {id}, for {duration(limit)} at most. {then}. Once a minute "
            f"{kept_in(held.path(id), 'what it says is kept')}; poll tells how it stands, and kill ends it."
        )
        told = f"{told}\n{_unseen(hidden)}" if hidden.unseen else told
        return ToolResult(told, changes=(change,), outside=OURS)

    isolation = shell.isolation
    outside = COMMAND if isolation.network or not isolation.sandbox else OURS
    return Tool(
        name=EXECUTE,
        description=(
            f"Run a command with sh {where(isolation, rules)}, with the root of your files as working directory: what "
            f"the file tools call /notes.md is notes.md here. {found_besides(isolation) if beside else ''}It has no "
            "terminal and nothing to read from stdin. You get its exit code and what it wrote to stdout and stderr, of "
            "long output both ends. It is ended, with all that it left running, when it exits or after timeout seconds "
            f"({_USUAL_TIMEOUT} unless you say otherwise, {_LONGEST_TIMEOUT} at most). What takes longer, or is to run "
            f"while you do something else, runs in the background, for an hour at most, {MOST} at once. People may be "
            "asked before it runs: make it one that they can understand."
        ),
        category="execute",
        arguments=Execute,
        run=run,
        unsandboxed=not isolation.sandbox,
        reaches_others=outside == COMMAND,
        outside=outside,
        shell=reader or Unreadable(),
        subject=_subject,
        act=partial(_act, (*seen_and_reached(isolation), *apart(isolation, rules)), reader),
        timeout=None,
    )


def _until(begun: Begun, ends: Callable[[], Coroutine[Any, Any, None]]) -> Begun:
    """A background command that counts as ended only after `ends` is done."""

    async def settled() -> None:
        await asyncio.wait({begun.completed})
        await ends()

    settling = asyncio.ensure_future(settled())

    async def whole() -> Completed:
        try:
            return await begun.completed
        finally:
            await asyncio.shield(settling)

    completed = asyncio.ensure_future(whole())
    completed.add_done_callback(lambda _: begun.completed.cancel())  # also if it is cancelled before its first step
    return Begun(completed, begun.said)


def _unseen(hidden: Hidden) -> str:
    first, *more = hidden.unseen
    others = f" and {counted(len(more), 'more folder')}" if more else ""
    return (
        f"[Commands find {first}{others} empty: too many files lie "
        "there to apply the rules on reading to each. `delete` can remove them. If the rules name whole folders, this "
        "limit doesn't apply.]"
    )


def _named(context: ToolContext) -> str:
    return f"{context.thread} {context.call.id}"


def _subject(arguments: Execute) -> str:
    """In the background it is not one simple command, so that no pattern covers it which was meant for what people see
    end.
    """
    return f"{{ {arguments.command}\n}} &" if arguments.background else arguments.command


def _not_begun(arguments: Execute, context: ToolContext, held: BackgroundCommands) -> str:
    """Why it is not; empty if it may be."""
    running = held.open(context.thread)
    if len(running) >= MOST:
        return (
            f"{MOST} commands run in the background of this thread already ({', '.join(running)}). End one with kill, "
            "or wait until one has ended."
        )
    if arguments.notify and context.self_wakeups >= MOST_WAKEUPS:
        return (
            f"you have had yourself woken {MOST_WAKEUPS} times since a person spoke last. Leave notify out, or tell "
            "people how things are, and wait for them."
        )
    return ""


def _act(notes: tuple[str, ...], reader: CommandReader | None, arguments: Execute, _: Preview | None) -> Act:
    secrets = command_secrets(arguments.command, reader)
    most = f"{duration(arguments.limit)} at most"
    most = f"in the background, {most}" if arguments.background else most
    act = Act(
        "Run",
        "Started" if arguments.background else "Ran",
        (Code(arguments.command, secrets),),
        brief="this command",
        notes=(*notes, most, *(("I go on once it has ended",) if arguments.notify else ())),
        about="command",
        says=frozenset({"timeout", "background", "notify"}),
    )
    return (
        act
        if act.whole
        else replace(
            act,
            blocks=(Block(arguments.command, "shell", name="command", secrets=secrets),),
            says=act.says | {"command"},
        )
    )
