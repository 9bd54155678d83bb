"""What was left out of a workspace, or is doubtful, is told to its owners: each thing once, until it was mended."""

import logging
from collections.abc import Mapping, Sequence

from bot.owners import Owners, digest_of, listed
from harness.chat.people import Place
from harness.chat.port import Marks
from harness.sessions.journal import JournalError
from harness.workspace.problems import Problem

log = logging.getLogger(__name__)

HEAD = "Something in my workspace was left out, or is not as it should be:"
_MENDED = "mended"


class WorkspaceWarnings:
    """`marks` keep what was told, by a number that rises each time it was mended."""

    def __init__(self, owners: Owners, marks: Marks) -> None:
        self._owners, self._marks = owners, marks

    async def tell(self, warnings: Sequence[Problem]) -> None:
        """Never raises: what could not be told is told the next time."""
        for warning in warnings:
            log.warning("%s", warning)
        try:
            for place in self._owners.places():
                await self._tell(place, warnings)
        except JournalError as error:
            log.warning("owners are not told what is doubtful about the workspace: %s", error)

    async def _tell(self, place: Place, warnings: Sequence[Problem]) -> None:
        below = f"warned:{place.id}:"
        told = {name.removeprefix(below): mark for name, mark in (await self._marks.below(below)).items()}
        now = {digest_of(str(warning)): warning for warning in warnings}
        for digest in told.keys() - now.keys():
            if not told[digest].startswith(_MENDED):
                await self._marks.note(below + digest, f"{_MENDED} {told[digest]}")
        new = [digest for digest in now if told.get(digest, _MENDED).startswith(_MENDED)]
        if not new:
            return
        times = {digest: _times(told, digest) + 1 for digest in new}
        said = digest_of("".join(f"{digest} {times[digest]} " for digest in new))
        await self._owners.tell(place, listed(HEAD, [now[digest] for digest in new]), said)
        for digest in new:
            await self._marks.note(below + digest, str(times[digest]))


def _times(told: Mapping[str, str], digest: str) -> int:
    """How often it was told."""
    return int(told.get(digest, "0").split()[-1])
