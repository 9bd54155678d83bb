"""The port to whatever runs activations."""

from typing import Protocol


class Engine(Protocol):
    def wake(self, thread: str) -> None:
        """There is something to read. Never lost, at whatever point the thread's activation is; harmless if there is
        nothing.
        """
