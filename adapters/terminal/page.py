"""What is written on: so wide, and in colours or without."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Page:
    """Of `width` columns. Without `colours` nothing that is written on it has escape sequences."""

    width: int = 80
    colours: bool = False

    def styled(self, text: str, style: str) -> str:
        """In a style of rich's: "bold", "dim", "green". The text is the caller's to clean. Nothing for no text."""
        if not self.colours or not text:
            return text
        from rich.color import ColorSystem
        from rich.style import Style

        return Style.parse(style).render(text, color_system=ColorSystem.STANDARD)


def in_colours(environment: Mapping[str, str]) -> bool:
    """Does whoever sits at the terminal want colours? See no-color.org; a dumb terminal has none."""
    return not environment.get("NO_COLOR") and environment.get("TERM", "") not in ("", "dumb")
