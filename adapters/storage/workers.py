"""Threads with a connection each, to which an event loop hands work: one hop there and one back.

`Writers` is one thread. What waits for it together is committed together, and answered together. `Readers` are a few,
and take one piece of work each.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Any, TypeVar

from sqlalchemy.engine.interfaces import DBAPICursor

from adapters.storage.database import Database, DatabaseConnection, gave_way, told
from harness.sessions.journal import JournalError, JournalUnavailable

log = logging.getLogger(__name__)
T = TypeVar("T")

GROUP = 256
"""Pieces of work that one transaction takes at most."""
TRIES = 10
"""How often a piece of work gives way to those of another process that would wait for it as it waits for them."""


@dataclass(slots=True, eq=False)
class _Job:
    """`thread` is the session's thread whose rows it locks. Its outcome is known to those who wait once it is
    delivered.
    """

    thread: str
    work: Callable[[DBAPICursor], Any]
    future: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop
    result: Any = None
    error: BaseException | None = None

    def run(self, cursor: DBAPICursor) -> None:
        """Raises what the driver raises; what the journal refuses is an outcome like another."""
        self.result, self.error = None, None
        try:
            self.result = self.work(cursor)
        except JournalError as refused:
            self.error = refused


def _always(error: Exception) -> bool:
    return True


def _never(error: Exception) -> bool:
    return False


class _Workers:
    def __init__(self, database: Database, name: str, count: int) -> None:
        self._database = database
        self._queue: SimpleQueue[_Job | None] = SimpleQueue()
        self._gate = Lock()
        self._closed = False
        self._threads = [Thread(target=self._serve, name=f"{name}-{i}", daemon=True) for i in range(count)]
        for thread in self._threads:
            thread.start()

    async def do(self, thread: str, work: Callable[[DBAPICursor], T]) -> T:
        """What `work` returns, and for writers: once it is committed. Raises what it raises of JournalError, and
        JournalUnavailable. If the waiting is cancelled, it may be done or not.
        """
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        with self._gate:
            if self._closed:
                raise JournalUnavailable("the journal is closed")
            self._queue.put(_Job(thread, work, future, loop))
        return await future

    def close(self) -> None:
        """Waits until all that was handed over is done."""
        with self._gate:
            if not self._closed:
                self._closed = True
                for _ in self._threads:
                    self._queue.put(None)
        for thread in self._threads:
            thread.join()

    def _serve(self) -> None:
        raise NotImplementedError


class Readers(_Workers):
    """A connection that turns out to be dead is replaced once."""

    def _serve(self) -> None:
        connection = DatabaseConnection(self._database)
        while job := self._queue.get():
            for last in (False, True):
                try:
                    job.run(connection.cursor())
                    break
                except Exception as error:
                    connection.drop()
                    if last or isinstance(error, JournalUnavailable):
                        _failed([job], error)
                        break
            _deliver([job])
        connection.drop()


class Writers(_Workers):
    """Group commit. A piece of work that fails does not fail those beside it: they are done again, each alone."""

    def __init__(self, database: Database, name: str) -> None:
        super().__init__(database, name, 1)

    def _serve(self) -> None:
        connection, more = DatabaseConnection(self._database), True
        while more and (job := self._queue.get()):
            jobs = [job]
            while len(jobs) < GROUP:
                try:
                    following = self._queue.get_nowait()
                except Empty:
                    break
                if following is None:
                    more = False
                    break
                jobs.append(following)
            # In one order, or two processes could each wait for a row that the other holds.
            jobs.sort(key=lambda job: job.thread)
            if not self._commit(connection, jobs):
                for job in jobs:
                    self._commit_alone(connection, job)
            _deliver(jobs)
        connection.drop()

    def _commit_alone(self, connection: DatabaseConnection, job: _Job) -> None:
        """What it locks besides its thread, such as a key, another process may lock in another order."""
        for again in (*[gave_way] * (TRIES - 1), _never):
            if self._commit(connection, [job], again):
                return

    def _commit(
        self, connection: DatabaseConnection, jobs: Sequence[_Job], again: Callable[[Exception], bool] = _always
    ) -> bool:
        """One transaction, in which each job gets its outcome. False if nothing was done by an error of which `again`
        says that the jobs may be tried once more.
        """
        committing = False
        try:
            cursor = self._begun(connection)
        except Exception as error:
            return _failed(jobs, error)
        try:
            for job in jobs:
                job.run(cursor)
            committing = True
            cursor.execute("COMMIT")
        except Exception as error:
            connection.drop()
            return (committing or not again(error)) and _failed(jobs, error)
        return True

    def _begun(self, connection: DatabaseConnection) -> DBAPICursor:
        """A dead connection is replaced once. Raises JournalUnavailable, and what the driver raises."""
        cursor = connection.cursor()
        try:
            cursor.execute(self._database.begin)
        except self._database.Error:
            connection.drop()
            cursor = connection.cursor()
            cursor.execute(self._database.begin)
        return cursor


def _failed(jobs: Sequence[_Job], error: Exception) -> bool:
    for job in jobs:
        job.error = _unavailable(error)
    return True


def _unavailable(error: Exception) -> JournalUnavailable:
    if isinstance(error, JournalUnavailable):
        return error
    unavailable = JournalUnavailable(f"the database: {told(error)}")
    unavailable.__cause__ = error
    return unavailable


def _deliver(jobs: Sequence[_Job]) -> None:
    """One call into each event loop, whose turn it takes to answer all of them."""
    for loop in {job.loop for job in jobs}:
        try:
            loop.call_soon_threadsafe(_answer, [job for job in jobs if job.loop is loop])
        except RuntimeError:  # the loop has closed, so nobody waits
            log.debug("the database answered after its caller had gone")


def _answer(jobs: Sequence[_Job]) -> None:
    for job in jobs:
        if job.future.done():
            continue
        if job.error:
            job.future.set_exception(job.error)
        else:
            job.future.set_result(job.result)
