"""What was said is indexed once a thread has come to rest: a step is not made slower by it."""

from harness.context.history import History
from harness.loop.progress import Unwatched


class Indexing(Unwatched):
    """Watches for `history`, whose index is brought up by a task of its own."""

    def __init__(self, history: History) -> None:
        self._history = history

    def rested(self, thread: str) -> None:
        self._history.rested(thread)
