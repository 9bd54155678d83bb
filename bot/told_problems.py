"""What is wrong with a workspace is told to its owners: each thing once, also over restarts, until it was mended."""

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from bot.owners import Owners, digest_of, listed
from harness.chat.people import Place
from harness.chat.port import Marks
from harness.sessions.journal import JournalError
from harness.workspace.problems import Problem

log = logging.getLogger(__name__)

_MENDED = "mended"


@dataclass(frozen=True, slots=True)
class ToldProblems:
    """Problems of one `kind`, below a `head`. `marks` keep what was told, by a number that rises each time it was
    mended, which is told in that word if there is one.
    """

    owners: Owners
    marks: Marks
    kind: str
    head: str
    mended: str = ""

    async def tell(self, problems: Sequence[Problem], state: str = "") -> None:
        """These are all that there are now, where things are in that `state`: in another they are told anew. Never
        raises: what could not be told is told the next time.
        """
        now = {digest_of(f"{problem}{state}"): problem for problem in problems}
        try:
            for place in self.owners.places():
                await self._tell(place, now)
        except JournalError as error:
            log.warning("owners are not told what is wrong with the workspace: %s", error)

    async def _tell(self, place: Place, now: Mapping[str, Problem]) -> None:
        below = f"{self.kind}:{place.id}:"
        told = {name.removeprefix(below): mark for name, mark in (await self.marks.below(below)).items()}
        mended = sorted(digest for digest in told.keys() - now.keys() if not told[digest].startswith(_MENDED))
        if mended and not now and self.mended:
            last = "".join(f"{digest} {told[digest]} " for digest in mended)
            await self.owners.tell(place, self.mended, digest_of(f"{_MENDED} {last}"))
        for digest in mended:
            await self.marks.note(below + digest, f"{_MENDED} {told[digest]}")
        new = [digest for digest in now if told.get(digest, _MENDED).startswith(_MENDED)]
        if not new:
            return
        times = {digest: _times(told, digest) + 1 for digest in new}
        said = digest_of("".join(f"{digest} {times[digest]} " for digest in new))
        await self.owners.tell(place, listed(self.head, [now[digest] for digest in new]), said)
        for digest in new:
            await self.marks.note(below + digest, str(times[digest]))


def _times(told: Mapping[str, str], digest: str) -> int:
    """How often it was told."""
    return int(told.get(digest, "0").split()[-1])


def warn_of(problems: Iterable[Problem]) -> None:
    """For whoever reads the log: each time."""
    for problem in problems:
        log.warning("%s", problem)
