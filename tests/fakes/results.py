"""Results that are kept until the end of the process."""

from collections.abc import Callable, Mapping


class MemoryResults:
    """Fulfils `harness.context.results.Results`."""

    def __init__(self, heads: Callable[[], Mapping[str, int]] | None = None) -> None:
        """`heads` are those of all threads; None where every thread is there."""
        self._heads = heads
        self._texts: dict[tuple[str, str], str] = {}

    async def keep(self, thread: str, name: str, text: str) -> None:
        if self._heads is None or self._heads().get(thread, 0):
            self._texts[thread, name] = text.replace("\0", "\ufffd").encode(errors="replace").decode()

    def forget_thread(self, thread: str) -> None:
        self._texts = {key: text for key, text in self._texts.items() if key[0] != thread}

    async def sizes(self, thread: str) -> Mapping[str, int]:
        found = {name: text for (of, name), text in sorted(self._texts.items()) if of == thread}
        return {name: len(text.encode()) for name, text in found.items()}

    async def text(self, thread: str, name: str) -> str | None:
        return self._texts.get((thread, name))
