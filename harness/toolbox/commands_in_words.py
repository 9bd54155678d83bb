"""What is said of a command: where it runs, what it sees and reaches there, and how it ended."""

from collections.abc import Mapping
from typing import assert_never

from harness.approvals.file_rules import FileRules
from harness.approvals.gate import Verdict
from harness.context.results import FOLDER as RESULTS
from harness.files.scratch import FOLDER as SCRATCH
from harness.files.scratch import VARIABLE
from harness.toolbox.screen_text import on_screen
from harness.toolbox.shell import Completed, Isolation
from harness.tools.skills import FOLDER as SKILLS
from harness.tools.tool import Operation

_KEPT: Mapping[Operation, str] = {"read": "does not see", "write": "does not change"}
_NAMED = 5
"""Paths of rules that are named."""


def found_besides(isolation: Isolation) -> str:
    """What a command finds beside the files, for the model."""
    if not isolation.sandbox:
        return f"What they call {SCRATCH} is ${VARIABLE}. "
    return (
        f"{SCRATCH} (${VARIABLE}) is there, too; so are, read only, {SKILLS} and, if the command names it, {RESULTS}. "
    )


def where(isolation: Isolation, rules: FileRules) -> str:
    """Where a command runs, and what it sees and reaches there, for the model."""
    if not isolation.sandbox:
        return "on the machine that you live on"
    network = "the network" if isolation.network else "no network"
    named = f", the variables {', '.join(isolation.environment)}" if isolation.environment else ""
    kept = "".join(f" ({said})" for said in apart(isolation, rules))
    return f"in a sandbox: it sees the system's programs, read only, your files{kept}{named}, and {network}"


def apart(isolation: Isolation, rules: FileRules) -> tuple[str, ...]:
    """What of the files a command does not see or not change, for people and the model; nothing, without a sandbox."""
    if not isolation.sandbox:
        return ()
    found = []
    for operation, words in _KEPT.items():
        kept = [rule.path for rule in rules.of(operation) if rule.verdict is not Verdict.ALLOW]
        if kept:
            more = f" and {len(kept) - _NAMED} more" if len(kept) > _NAMED else ""
            found.append(f"{words} {', '.join(kept[:_NAMED])}{more}")
    return tuple(found)


def seen_and_reached(isolation: Isolation) -> tuple[str, ...]:
    """What a command may see and reach in its sandbox, for people; nothing, where there is none."""
    if not isolation.sandbox:
        return ()
    network = "with network access" if isolation.network else "without network"
    named = (f"sees {', '.join(isolation.environment)}",) if isolation.environment else ()
    return (f"in a sandbox, {network}", *named)


def report(completed: Completed, timeout: float, longest: int) -> str:
    """What it said and how it ended, for the model. `timeout` is how many seconds it had, of the `longest` that it may
    have.
    """
    said = on_screen(completed.output).replace("\0", "\ufffd").rstrip("\n")
    match completed.ended:
        case "exited":
            end = f"[exit code {completed.exit_code}]"
        case "timed-out":
            end = (
                f"[exit code {completed.exit_code}: ended after {timeout:g} seconds; it may have taken effect in part. "
                f"Run it again with a longer timeout ({longest} at most), or do less at a time]"
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
    return "\n".join((said or "(no output)", end, *(f"[{note}]" for note in completed.notes)))
