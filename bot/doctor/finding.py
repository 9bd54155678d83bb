"""What the doctor says of one thing."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Level = Literal["ok", "note", "wrong", "setting"]
Said = tuple[Level, str]
"""Of one thing that is looked at, what is not as it should be."""

STATUS: Mapping[Level, int] = {"ok": 0, "note": 0, "wrong": 1, "setting": 2}
"""Exit statuses: all is well, something is wrong, a setting is. The highest of all findings counts."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found about one thing, in one line. What is wrong says what to do about it."""

    about: str
    level: Level
    text: str

    def __str__(self) -> str:
        mark = self.level if self.level in ("ok", "note") else "WRONG"
        return f"{mark:<5}  {self.about:<11}  {' '.join(self.text.split())}"
