"""The tool that runs a command."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import assert_never

from pydantic import BaseModel, ConfigDict, Field, field_validator

from harness.approvals.file_rules import NO_RULES, FileRules
from harness.approvals.gate import Verdict
from harness.chat.cards import Block
from harness.chat.phrases import Code
from harness.chat.wording import duration
from harness.context.results import FOLDER as RESULTS
from harness.files.errors import FilesError
from harness.files.port import Files
from harness.files.scratch import FOLDER as SCRATCH
from harness.files.scratch import VARIABLE
from harness.toolbox.hiding import Hiding, nothing, with_what_rules_hide, with_what_rules_keep
from harness.toolbox.shell import NOTHING_HIDDEN, Completed, Mount, Reach, Shell, ShellError
from harness.tools.acts import Act
from harness.tools.calls import ToolResult
from harness.tools.masks import without_mask
from harness.tools.origins import COMMAND, OURS
from harness.tools.previews import Preview
from harness.tools.skills import FOLDER as SKILLS
from harness.tools.tool import Operation, Tool, ToolContext

EXECUTE = "execute"
_USUAL_TIMEOUT = 120
_LONGEST_TIMEOUT = 600
_KEPT: Mapping[Operation, str] = {"read": "does not see", "write": "does not change"}
_NAMED = 5
"""Paths of rules that are named."""


Beside = Callable[[str, ToolContext, FileRules, bool], Awaitable[tuple[Mount, ...]]]
"""What a command finds beside the files: of what it says, for whom it runs, by rules on files, and whether it is in a
sandbox. Raises ShellError.
"""


class Execute(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    command: str = Field(description="What sh is to run.")
    timeout: float = Field(
        _USUAL_TIMEOUT, gt=0, le=_LONGEST_TIMEOUT, allow_inf_nan=False, description="Seconds until it is ended."
    )

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
    beside: Beside | None = None,
) -> Tool[Execute]:
    """A command finds what is `beside` the files. In a sandbox it does not see what it `hides`, nor what of the `files`
    rules keep from being read, and does not change what `rules` keep from being written.
    """

    async def run(arguments: Execute, context: ToolContext) -> ToolResult:
        try:
            hidden = hides(context) if shell.reach.sandbox else NOTHING_HIDDEN
            if files and shell.reach.sandbox:
                hidden = await with_what_rules_hide(hidden, files, context.shows)
                hidden = await with_what_rules_keep(hidden, files, rules)
            if beside:
                found = await beside(arguments.command, context, rules, bool(shell.reach.sandbox))
                hidden = replace(hidden, beside=found)
            completed = await shell.run(arguments.command, arguments.timeout, context.output, hidden)
        except (ShellError, FilesError) as error:
            return ToolResult(str(error), ok=False, outside=OURS)
        code = completed.exit_code
        return ToolResult(_report(completed, arguments.timeout), ok=code == 0, exit_code=code)

    reach = shell.reach
    return Tool(  # noqa: S604 - `shell` says what rules are matched with; nothing is run here
        name=EXECUTE,
        description=(
            f"Run a command with sh {_where(reach, rules)}, with the root of your files as working directory: what the "
            f"file tools call /notes.md is notes.md here. {_also(reach) if beside else ''}It has no terminal and "
            "nothing to read from stdin. You get its exit code and what it wrote to stdout and stderr, of long output "
            "both ends. It is ended, with all that it left in the background, when it exits or after timeout seconds "
            f"({_USUAL_TIMEOUT} unless you say otherwise, {_LONGEST_TIMEOUT} at most). People may be asked before it "
            "runs: make it one that they can understand."
        ),
        category="execute",
        arguments=Execute,
        run=run,
        unsandboxed=not reach.sandbox,
        outside=COMMAND if reach.network or not reach.sandbox else OURS,
        shell=True,
        subject=lambda arguments: arguments.command,
        act=partial(_act, (*seen_and_reached(reach), *_apart(reach, rules))),
        timeout=None,
    )


def _also(reach: Reach) -> str:
    """Of what is beside the files."""
    if not reach.sandbox:
        return f"What they call {SCRATCH} is ${VARIABLE}. "
    return f"{SCRATCH} (${VARIABLE}) is there, too, and read only {SKILLS} and, if the command names it, {RESULTS}. "


def _where(reach: Reach, rules: FileRules) -> str:
    if not reach.sandbox:
        return "on the machine that you live on"
    network = "the network" if reach.network else "no network"
    named = f", the variables {', '.join(reach.environment)}" if reach.environment else ""
    kept = "".join(f" ({said})" for said in _apart(reach, rules))
    return f"in a sandbox: it sees the system's programs, read only, your files{kept}{named}, and {network}"


def _apart(reach: Reach, rules: FileRules) -> tuple[str, ...]:
    """What of the files a command does not see or not change, for people and the model; nothing, without a sandbox."""
    if not reach.sandbox:
        return ()
    found = []
    for operation, words in _KEPT.items():
        kept = [rule.path for rule in rules.of(operation) if rule.verdict is not Verdict.ALLOW]
        if kept:
            more = f" and {len(kept) - _NAMED} more" if len(kept) > _NAMED else ""
            found.append(f"{words} {', '.join(kept[:_NAMED])}{more}")
    return tuple(found)


def seen_and_reached(reach: Reach) -> tuple[str, ...]:
    """What a command may see and reach in its sandbox, for people; nothing, where there is none."""
    if not reach.sandbox:
        return ()
    network = "with network access" if reach.network else "without network"
    named = (f"sees {', '.join(reach.environment)}",) if reach.environment else ()
    return (f"in a sandbox, {network}", *named)


def _act(reaches: tuple[str, ...], arguments: Execute, _: Preview | None) -> Act:
    act = Act(
        "Run",
        "Ran",
        (Code(arguments.command),),
        brief="this command",
        notes=(*reaches, f"{duration(arguments.timeout)} at most"),
        about="command",
        says=frozenset({"timeout"}),
    )
    return (
        act
        if act.whole
        else replace(act, blocks=(Block(arguments.command, "shell", name="command"),), says=act.says | {"command"})
    )


def _report(completed: Completed, timeout: float) -> str:
    said = completed.output.replace("\0", "\ufffd").rstrip("\n")
    match completed.ended:
        case "exited":
            end = f"[exit code {completed.exit_code}]"
        case "timed_out":
            end = (
                f"[exit code {completed.exit_code}: ended after {timeout:g} seconds; it may have taken effect in part. "
                f"Run it again with a longer timeout ({_LONGEST_TIMEOUT} at most), or do less at a time]"
            )
        case "flooded":
            end = (
                f"[exit code {completed.exit_code}: ended because it wrote far too much. "
                "Send its output to a file and look at parts of it]"
            )
        case "memory":
            end = (
                f"[exit code {completed.exit_code}: something of it was killed, since it used more memory than it may. "
                "Do less at a time]"
            )
        case _:
            assert_never(completed.ended)
    return f"{said}\n{end}" if said else f"(no output)\n{end}"
