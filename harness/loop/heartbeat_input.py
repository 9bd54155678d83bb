"""What a heartbeat is to look at is read before the model is asked: the list, and what its check says."""

from collections.abc import Awaitable, Callable
from typing import Protocol

from harness.sessions.effects import ReadChecklist
from harness.sessions.facts import ChecklistRead
from harness.sessions.heartbeat import digested
from harness.toolbox.shell import Completed, Shell, ShellError
from harness.tools.masks import Masking, by_looks

WITHIN = 60.0
"""Seconds for a check."""
LONGEST = 10_000
"""Characters of the list, and of what a check says, that the model is shown."""


class Prepare(Protocol):
    async def __call__(self, effect: ReadChecklist) -> ChecklistRead:
        """Never raises but its cancellation: what was not to be had is said in its `why`."""


async def nothing(effect: ReadChecklist) -> ChecklistRead:
    """Where there is neither a workspace nor a place where checks run: what the heartbeat itself says."""
    return ChecklistRead(effect.at, effect.checklist)


class Preparing:
    """`checklist` is the workspace's list as it is now, empty if there is none; checks run in `shell`. What is secret
    by `masking` is masked in what they say.
    """

    def __init__(self, checklist: Callable[[], Awaitable[str]], shell: Shell, masking: Masking = by_looks) -> None:
        self._checklist, self._shell, self._masking = checklist, shell, masking

    async def __call__(self, effect: ReadChecklist) -> ChecklistRead:
        checklist = effect.checklist or await self._checklist()
        if not effect.check:
            return ChecklistRead(effect.at, _cut(checklist))
        try:
            completed = await self._shell.run(effect.check, WITHIN, lambda text: None)
        except ShellError as error:
            return ChecklistRead(effect.at, _cut(checklist), why=f"the check could not be run: {error}")
        found = (await self._masking()).masked(_told(completed))
        if (digest := digested(found)) == effect.known:
            return ChecklistRead(effect.at, "", digest=digest)  # a journal need not have it each time
        return ChecklistRead(effect.at, _cut(checklist), found=_cut(found), digest=digest)


def _cut(text: str) -> str:
    left_out = len(text) - LONGEST
    return text if left_out <= 0 else f"{text[:LONGEST]}\n[{left_out} more characters were cut]"


def _told(completed: Completed) -> str:
    """All that it says, and how it ended if that was not well."""
    said = completed.output.replace("\0", "\ufffd").strip()
    well = completed.ended == "exited" and completed.exit_code == 0
    return said if well else f"{said}\n[exit code {completed.exit_code}]".strip()
