"""What is settled is known before its card says so: meanwhile nobody is told that it is open."""

from adapters.terminal.menus import Menus
from harness.loop.progress import Unwatched
from harness.sessions.facts import Row
from harness.sessions.session import Session


class SettledAsks(Unwatched):
    """Fulfils `harness.loop.progress.Observer`."""

    def __init__(self, menus: Menus) -> None:
        self._menus = menus

    def recalled(self, thread: str, before: Session, row: Row, after: Session) -> None:
        self.folded(thread, before, row, after)

    def folded(self, thread: str, before: Session, row: Row, after: Session) -> None:
        still = {ask.id for ask in after.asks.open}
        self._menus.decided(thread, (ask.id for ask in before.asks.open if ask.id not in still))
