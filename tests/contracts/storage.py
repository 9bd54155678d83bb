"""The journals that the suites run on."""

from pathlib import Path
from typing import Protocol

from adapters.storage.journal import SqlJournal
from harness.context.notes import Notes
from harness.context.results import Results
from harness.context.said import SaidIndex
from harness.context.snapshot import Snapshots
from harness.sessions.index import ThreadIndex
from harness.sessions.journal import Journal
from harness.sessions.ledger import Ledger
from tests.fakes.journal import MemoryJournal


class Store(Journal, Snapshots, Protocol):
    """All ports, as every journal here fulfils them."""

    @property
    def index(self) -> ThreadIndex: ...
    @property
    def ledger(self) -> Ledger: ...
    @property
    def notes(self) -> Notes: ...
    @property
    def said(self) -> SaidIndex: ...
    @property
    def results(self) -> Results: ...


class Storage:
    """A journal and its clock. `journal` may be another one after `reopen`, of what was kept."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.journal = self._open()

    def _open(self) -> Store:
        raise NotImplementedError

    def reopen(self) -> Store:
        return self.journal

    def close(self) -> None:
        pass


class InMemory(Storage):
    def _open(self) -> Store:
        return MemoryJournal(lambda: self.now)


class OnDatabase(Storage):
    def __init__(self, url: str) -> None:
        self.url = url
        self._opened: list[SqlJournal] = []
        super().__init__()

    @classmethod
    def sqlite(cls, folder: Path) -> "OnDatabase":
        return cls(f"sqlite:///{folder / 'deskmate.db'}")

    def _open(self) -> Store:
        self._opened.append(SqlJournal.open(self.url, lambda: self.now))
        return self._opened[-1]

    def another(self) -> Store:
        """The same database, as another process has it."""
        return self._open()

    def reopen(self) -> Store:
        self.close()
        self.journal = self._open()
        return self.journal

    def close(self) -> None:
        while self._opened:
            self._opened.pop().close()
