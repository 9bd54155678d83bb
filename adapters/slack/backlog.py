"""Events that were acknowledged before they could be taken: Slack does not send them again, so they are kept with the
journal until they are.
"""

import json
from collections.abc import Sequence
from typing import Any

from harness.chat.port import Marks

MOST = 500
"""Events that are kept at once; what comes then is not acknowledged, and Slack sends it again."""

Json = dict[str, Any]
_NAME = "slack:backlog:"


async def left_behind(marks: Marks | None) -> frozenset[str]:
    """The teams in which something was acknowledged that is not taken. Raises JournalUnavailable."""
    found = await marks.below(_NAME) if marks else {}
    return frozenset(name.removeprefix(_NAME).partition(":")[0] for name, mark in found.items() if mark)


class Backlog:
    """Of one team. Without `marks` nothing is kept. All methods but `take_up` may be called once that has returned."""

    def __init__(self, marks: Marks | None, team: str) -> None:
        self._marks, self._prefix = marks, f"{_NAME}{team}:"
        self._free: list[str] = []
        """Names that hold nothing, to be used again: each is a row for ever."""
        self._number = 0

    async def take_up(self) -> Sequence[tuple[str, Json]]:
        """What a process before this one has left, in the order in which it came, by the names to `drop` it by. Raises
        JournalUnavailable.
        """
        if self._marks is None:
            return ()
        found = {name: json.loads(mark) for name, mark in (await self._marks.below(self._prefix)).items() if mark}
        self._free = [name for number in range(MOST) if (name := f"{self._prefix}{number}") not in found]
        self._number = max((one["number"] for one in found.values()), default=0)
        return [(name, one["body"]) for name, one in sorted(found.items(), key=lambda each: int(each[1]["number"]))]

    async def keep(self, body: Json) -> str:
        """By which name it is kept; empty if there is no room. Raises JournalUnavailable."""
        if self._marks is None or not self._free:
            return ""
        name, self._number = self._free.pop(), self._number + 1
        try:
            await self._marks.note(name, json.dumps({"number": self._number, "body": body}))
        except BaseException:
            self._free.append(name)
            raise
        return name

    async def drop(self, name: str) -> None:
        """It was taken. Raises JournalUnavailable: then it may be taken up again, and is known by its id."""
        assert self._marks
        await self._marks.note(name, "")
        self._free.append(name)
