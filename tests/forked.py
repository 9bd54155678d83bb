"""`deskmate` as processes of their own that begin at once: forked from one that has imported all that it needs.

A start from nothing takes seconds, most of it imports, and the flows start it a hundred times. What is forked is as
real a process as any: memory, descriptors, signals and end are its own, and kill -9 takes it in the middle of whatever
it does. That it starts from nothing, too, is tested where that is the subject (`tests/unit/bot`).
"""

import asyncio
import importlib
import os
import pkgutil
import signal
import sys
import time
import warnings
from collections.abc import Mapping, Sequence
from multiprocessing import get_context
from multiprocessing.forkserver import ensure_running
from multiprocessing.reduction import DupFd
from pathlib import Path
from subprocess import CompletedProcess
from tempfile import TemporaryFile
from typing import Any

ROOMS = ("bot", "adapters", "harness", "scheduler")
LATER = ("litellm", "psycopg", "sqlalchemy.dialects.sqlite.pysqlite", "sqlalchemy.dialects.postgresql.psycopg")
"""What is imported by name, or once it is needed."""
_SERVER = get_context("forkserver")
_SERVER.set_forkserver_preload(["tests.forked"])
_NAME = "TESTS_FORK_SERVER"
"""Set for the process that is forked from, and for no other."""


class Forked:
    """`deskmate` with these arguments, in this folder (or else in that of this process), and no environment but this.
    It begins with this object.

    `stdin`, `stdout` and `stderr` are descriptors that are the caller's to close; otherwise it reads nothing, and
    writes to where this process does. `session`: it leads a session of its own, as what a terminal starts.
    """

    def __init__(
        self,
        arguments: Sequence[str],
        environment: Mapping[str, str],
        folder: Path | None = None,
        *,
        stdin: int | None = None,
        stdout: int = 1,
        stderr: int = 2,
        session: bool = False,
    ) -> None:
        _ready()
        nothing = os.open(os.devnull, os.O_RDONLY)
        try:
            given = _Descriptors(nothing if stdin is None else stdin, stdout, stderr)
            self._process = _SERVER.Process(
                target=_run,
                args=(list(arguments), dict(environment), str(folder or Path.cwd()), given, session),
                daemon=True,
            )
            self._process.start()
        finally:
            os.close(nothing)
        assert self._process.pid
        self.pid = self._process.pid

    @property
    def returncode(self) -> int | None:
        """As `subprocess` has it: None while it runs, and minus the signal's number if one ended it."""
        return self._process.exitcode

    def send_signal(self, number: signal.Signals) -> None:
        if self.returncode is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """kill -9."""
        self.send_signal(signal.SIGKILL)

    def wait(self, within: float | None = None) -> int:
        """Its status, once it has ended. Raises TimeoutError."""
        self._process.join(within)
        if self.returncode is None:
            raise TimeoutError(f"process {self.pid} has not ended within {within} s")
        return self.returncode

    async def ended(self, within: float) -> int:
        """The same, while the event loop goes on."""
        return await asyncio.to_thread(self.wait, within)


def completed(
    arguments: Sequence[str], environment: Mapping[str, str], folder: Path | None = None, within: float = 60
) -> "CompletedProcess[str]":
    """Runs it to its end, with nothing to read. Raises TimeoutError, after it was killed."""
    with TemporaryFile() as out, TemporaryFile() as err:
        program = Forked(arguments, environment, folder, stdout=out.fileno(), stderr=err.fileno())
        try:
            status = program.wait(within)
        finally:
            program.kill()
        for said in (out, err):
            said.seek(0)
        return CompletedProcess(["deskmate", *arguments], status, out.read().decode(), err.read().decode())


class _Descriptors:
    """They are sent along when the process that will have them is made (and at no other time)."""

    def __init__(self, *given: int) -> None:
        self.given = given

    def __getstate__(self) -> list[Any]:
        return [DupFd(one) for one in self.given]

    def __setstate__(self, sent: list[Any]) -> None:
        self.given = tuple(one.detach() for one in sent)

    def take(self) -> None:
        """They are 0, 1, 2 from now on."""
        for number, one in enumerate(self.given):
            os.dup2(one, number)
        for one in self.given:
            os.close(one)


def _ready() -> None:
    """The process to fork from is there, or has begun; it knows nothing of what tests have set in this one."""
    before = dict(os.environ)
    try:
        for name in before:
            if name not in ("PATH", "HOME", "PYTHONPATH", "PYTHONHASHSEED", "VIRTUAL_ENV"):
                del os.environ[name]
        os.environ.update({_NAME: "1", "LANG": "C.UTF-8", "LITELLM_LOCAL_MODEL_COST_MAP": "True"})
        ensure_running()
    finally:
        os.environ.clear()
        os.environ.update(before)


def _run(arguments: list[str], environment: dict[str, str], folder: str, given: _Descriptors, session: bool) -> None:
    """In the process that was forked: what an interpreter does before it begins, then the program."""
    assert os.getpid() != _IMPORTED_BY, "it was not forked from one that has imported everything"
    from bot.cli import main

    if session:
        os.setsid()
    given.take()
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    time.tzset()
    if action := environment.get("PYTHONWARNINGS"):
        warnings.simplefilter(action)  # type: ignore[arg-type]
    sys.stdin = open(0, closefd=False)  # noqa: SIM115
    sys.stdout = open(1, "w", errors="surrogateescape", buffering=1, closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", errors="backslashreplace", buffering=1, closefd=False)  # noqa: SIM115
    sys.argv = ["deskmate", *arguments]
    sys.exit(main(arguments))


def _import_everything() -> int:
    for room in ROOMS:
        package = importlib.import_module(room)
        for module in pkgutil.walk_packages(package.__path__, f"{room}."):
            if ".migrations." not in module.name:  # alembic runs them, it does not import them
                importlib.import_module(module.name)
    for name in LATER:
        importlib.import_module(name)
    return os.getpid()


_IMPORTED_BY = _import_everything() if _NAME in os.environ else 0
