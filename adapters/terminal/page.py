"""What is written on: so wide, in colours or without, and by which clock its reader tells the time."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo


@dataclass(frozen=True, slots=True)
class Page:
    """Of `width` columns. Without `colours` nothing that is written on it has escape sequences. Times are told in the
    `zone`, or else in that of the machine, as seen from `now`, in seconds since the epoch.
    """

    width: int = 80
    colours: bool = False
    now: float = 0.0
    zone: tzinfo | None = None

    def styled(self, text: str, style: str) -> str:
        """In a style of rich's: "bold", "dim", "green". The text is the caller's to clean. Nothing for no text."""
        if not self.colours or not text:
            return text
        from rich.color import ColorSystem
        from rich.style import Style

        return Style.parse(style).render(text, color_system=ColorSystem.STANDARD)

    def told(self, at: float) -> str:
        """`19:11` today, and otherwise with its day: `Thu 3 Dec, 19:11`."""
        then, now = (datetime.fromtimestamp(one, UTC).astimezone(self.zone) for one in (at, self.now))
        year = f" {then.year}" if then.year != now.year else ""
        return f"{then:%H:%M}" if then.date() == now.date() else f"{then:%a} {then.day} {then:%b}{year}, {then:%H:%M}"


def in_colours(environment: Mapping[str, str]) -> bool:
    """Does whoever sits at the terminal want colours? See no-color.org; a dumb terminal has none."""
    return not environment.get("NO_COLOR") and environment.get("TERM", "") not in ("", "dumb")
