"""The lock on a file of SQLite: taken, seen, lost."""

import os
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from subprocess import PIPE, Popen

import pytest

from adapters.storage.database import Database
from adapters.storage.file_lock import FileLock, holder
from adapters.storage.lock import Held, Holder
from tests.unit.adapters.storage.told import Told

ROOT = Path(__file__).parents[4]
HOLDER = """
import sys, time
from pathlib import Path
from adapters.storage.file_lock import FileLock
lock = FileLock(Path(sys.argv[1] + ".lock"), Path(sys.argv[1]), print, look=600.0)
lock.acquire()
print("held", flush=True)
time.sleep(600)
"""
linux = pytest.mark.skipif(
    sys.platform != "linux", reason="elsewhere the file beside the database is all that is locked"
)


@pytest.fixture
def told() -> Told:
    return Told()


def beside(database: Path) -> Path:
    return database.with_name(f"{database.name}.lock")


def lock(database: Path, told: Told | None = None) -> FileLock:
    told = told or Told()
    return FileLock(beside(database), database, told.lost, told.end, grace=0.0, look=0.01)


@pytest.fixture
def other(tmp_path: Path) -> Iterator["Popen[str]"]:
    """A process that holds that of x.db."""
    with Popen([sys.executable, "-c", HOLDER, tmp_path / "x.db"], cwd=ROOT, stdout=PIPE, text=True) as process:
        assert process.stdout
        try:
            assert process.stdout.readline() == "held\n"
            yield process
        finally:
            process.kill()


def test_a_second_holder_is_told_which_process_has_it(tmp_path: Path):
    path = tmp_path / "new" / "x.db"
    with lock(path), pytest.raises(Held, match=f"process {os.getpid()}, since 20") as raised:
        lock(path).acquire()

    assert raised.value.holder.pid == os.getpid()
    assert str(path.parent) in str(raised.value)


def test_once_released_another_has_it(tmp_path: Path):
    first, second = lock(tmp_path / "x.db"), lock(tmp_path / "x.db")
    first.acquire()
    first.acquire()
    first.release()
    first.release()

    with second, pytest.raises(Held):
        first.acquire()


def test_each_database_has_its_own(tmp_path: Path):
    with lock(tmp_path / "a" / "x.db"), lock(tmp_path / "b" / "x.db"):
        assert {path.parent.name for path in tmp_path.glob("*/x.db.lock")} == {"a", "b"}


def test_a_process_that_is_killed_holds_it_no_longer(tmp_path: Path, other: "Popen[str]"):
    with pytest.raises(Held) as raised:
        lock(tmp_path / "x.db").acquire()
    assert raised.value.holder.pid == other.pid
    other.kill()
    other.wait()

    with lock(tmp_path / "x.db"):
        assert (tmp_path / "x.db.lock").read_text() == f"{os.getpid()}\n"


def removed(database: Path) -> Path:
    beside(database).unlink()
    return database


def linked(database: Path) -> Path:
    other = database.with_name("y.db")
    other.hardlink_to(database)
    return other


def moved(database: Path) -> Path:
    return database.rename(database.with_name("y.db"))


@linux
@pytest.mark.parametrize("then", [removed, linked, moved])
def test_a_database_is_locked_by_whatever_name_it_is_opened(
    then: Callable[[Path], Path], tmp_path: Path, other: "Popen[str]"
):
    database = then(tmp_path / "x.db")

    for _ in range(2):  # whoever is refused leaves nothing behind that lies
        assert holder(beside(database), database) == Holder()
        with pytest.raises(Held, match=f"{database}, which has another name, or had its lock file removed: another"):
            lock(database).acquire()


@linux
def test_the_lock_on_the_database_outlives_whoever_opens_and_closes_it(tmp_path: Path):
    database = tmp_path / "x.db"
    with lock(database):
        with Database(f"sqlite:///{database}").engine.begin() as connection:
            connection.exec_driver_sql("CREATE TABLE t (x)")
        database.read_bytes()
        beside(database).unlink()

        with pytest.raises(Held):
            lock(database).acquire()
    with lock(database):
        pass


def replaced(path: Path) -> None:
    backup = path.with_name("backup")
    backup.write_bytes(path.read_bytes())
    backup.replace(path)


@pytest.mark.parametrize("how", [Path.unlink, replaced])
@pytest.mark.parametrize("name", ["x.db", "x.db.lock"])
def test_a_file_that_is_removed_or_replaced_takes_the_lock_away_and_then_the_process(
    name: str, how: Callable[[Path], None], tmp_path: Path, told: Told
):
    with lock(tmp_path / "x.db", told):
        how(tmp_path / name)

        assert told.waits().startswith(
            f"{tmp_path / name} was removed or replaced while I worked on {tmp_path / 'x.db'}"
        )


@linux
@pytest.mark.parametrize("end", ["-wal", "-shm"])
def test_what_sqlite_keeps_beside_its_database_is_not_removed_unseen(end: str, tmp_path: Path, told: Told):
    with lock(tmp_path / "x.db", told):
        database = Database(f"sqlite:///{tmp_path / 'x.db'}")
        with database.engine.connect() as connection:
            connection.exec_driver_sql("CREATE TABLE t (x)")
            connection.commit()
            Path(f"{tmp_path / 'x.db'}{end}").unlink()
            assert told.waits().startswith(f"{tmp_path / 'x.db'}{end} was removed")
        database.engine.dispose()
    with closing(sqlite3.connect(tmp_path / "x.db")) as kept:
        assert kept.execute("SELECT name FROM sqlite_master").fetchall() == [("t",)], "it was closed in order"


@linux
def test_what_sqlite_removes_itself_is_no_loss(tmp_path: Path, told: Told):
    with lock(tmp_path / "x.db", told):
        for _ in range(20):
            database = Database(f"sqlite:///{tmp_path / 'x.db'}")
            with database.engine.connect() as connection:
                connection.exec_driver_sql("CREATE TABLE IF NOT EXISTS t (x)")
                connection.commit()
            database.engine.dispose()
    assert not told.why


def test_a_link_that_leads_elsewhere_takes_the_lock_away(tmp_path: Path, told: Told):
    link = tmp_path / "link.db"
    link.symlink_to("x.db")
    with FileLock(tmp_path / "x.db.lock", link, told.lost, told.end, grace=0.0, look=0.01):
        (tmp_path / "y.db").touch()
        (tmp_path / "new").symlink_to("y.db")
        (tmp_path / "new").replace(link)

        assert str(link) in told.waits()


def test_a_holder_that_has_not_said_who_it_is_is_another_process(tmp_path: Path):
    path = tmp_path / "x.db"
    with lock(path):
        beside(path).write_text("")

        with pytest.raises(Held, match="another process") as raised:
            lock(path).acquire()

    assert raised.value.holder == Holder()


def test_who_holds_it_may_be_asked_without_taking_it(tmp_path: Path):
    path, database = tmp_path / "x.db.lock", tmp_path / "x.db"
    assert holder(path, database) is None
    assert not path.exists()
    assert not database.exists()

    with lock(database):
        os.utime(path, (1_700_000_000, 1_700_000_000))
        assert holder(path, database) == Holder(os.getpid(), since=1_700_000_000)

    assert holder(path, database) is None, "it is released"
    path.write_text("4711\n")
    assert holder(path, database) is None, "whoever wrote this was killed"
    assert path.read_text() == "4711\n"
    with lock(database):
        assert holder(path, database)


def test_what_cannot_be_locked_is_not_said_to_be_held(tmp_path: Path):
    (tmp_path / "x.db").mkdir()
    with pytest.raises(IsADirectoryError):
        lock(tmp_path / "x.db").acquire()
    (tmp_path / "x.db").rmdir()

    with lock(tmp_path / "x.db"):
        pass
