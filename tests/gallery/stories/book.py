"""What a story is, and where it is kept."""

from collections.abc import Callable
from dataclasses import dataclass

from tests.gallery.stage import Told

CHATS = ("slack", "discord")
EVERYWHERE = (*CHATS, "terminal")


@dataclass(frozen=True, slots=True)
class Story:
    """`happens` says it in a line; `on` are the platforms on which it is played."""

    name: str
    happens: str
    on: tuple[str, ...]
    told: Told


class Chapter(list[Story]):
    """Stories that belong together; `@chapter.story(on)` adds one, with its docstring as what happens."""

    def story(self, on: tuple[str, ...] = EVERYWHERE) -> Callable[[Told], Told]:
        def add(told: Told) -> Told:
            self.append(Story(told.__name__.replace("_", "-"), (told.__doc__ or "").strip(), on, told))
            return told

        return add
