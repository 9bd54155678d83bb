"""Results that are kept until the end of the process."""

from collections.abc import Mapping


class MemoryResults:
    """Fulfils `harness.context.results.Results`."""

    def __init__(self) -> None:
        self._texts: dict[tuple[str, str], str] = {}

    async def keep(self, thread: str, name: str, text: str) -> None:
        self._texts[thread, name] = text.replace("\0", "\ufffd").encode(errors="replace").decode()

    async def sizes(self, thread: str) -> Mapping[str, int]:
        found = {name: text for (of, name), text in sorted(self._texts.items()) if of == thread}
        return {name: len(text.encode()) for name, text in found.items()}

    async def text(self, thread: str, name: str) -> str | None:
        return self._texts.get((thread, name))
