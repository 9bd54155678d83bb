"""A copy is whole, of one moment and for nobody else. Nothing is overwritten, and one that failed leaves nothing."""

import asyncio
import errno
import stat
from pathlib import Path

import pytest

from adapters.storage.backup import BackupFailed, NotOfSQLite, backup
from adapters.storage.database import Database, Unusable
from adapters.storage.journal import SqlJournal
from harness.sessions.journal import JournalUnavailable
from tests.contracts.journal import said, texts
from tests.postgres import Postgres

LONG = "x" * 2_000


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a.db"


@pytest.fixture
def database(path: Path) -> Database:
    return Database(f"sqlite:///{path}")


def opened(path: Path) -> SqlJournal:
    return SqlJournal.open(f"sqlite:///{path}", lambda: 1.5)


def test_what_is_only_in_the_write_ahead_log_is_in_the_copy(path: Path, database: Database, tmp_path: Path):
    async def scene() -> None:
        with opened(path) as journal:
            await journal.append("t", [said("one"), said("two")])
            assert path.with_name("a.db-wal").stat().st_size > 0

            size = backup(database, tmp_path / "copy.db")

            await journal.append("t", [said("three")])
        assert size == (tmp_path / "copy.db").stat().st_size
        with opened(tmp_path / "copy.db") as copy:
            assert texts(await copy.read("t")) == ["one", "two"]
            assert (await copy.append("t", [said("other")])).head == 3

    asyncio.run(scene())


def test_a_copy_that_is_made_while_others_write_is_of_one_moment(path: Path, database: Database, tmp_path: Path):
    async def scene() -> None:
        with opened(path) as journal:
            await asyncio.gather(*(journal.append(f"t{n}", [said(LONG), said(LONG)]) for n in range(50)))
            copying = asyncio.create_task(asyncio.to_thread(backup, database, tmp_path / "copy.db"))
            written = 0
            while not copying.done():
                await asyncio.gather(*(journal.append(f"t{n}", [said(LONG), said(LONG)]) for n in range(50)))
                written += 1
            await copying
            assert written
        with opened(tmp_path / "copy.db") as copy:
            for n in range(50):
                rows, head = await copy.read(f"t{n}"), await copy.head(f"t{n}")
                assert [row.position for row in rows] == list(range(1, head + 1))
                assert head % 2 == 0, "an append is whole or not there"

    asyncio.run(scene())


def test_nobody_else_reads_it_and_it_is_one_file(path: Path, database: Database, tmp_path: Path):
    with opened(path):
        pass
    (tmp_path / "kept").mkdir()

    backup(database, tmp_path / "kept" / "copy.db")

    assert [file.name for file in (tmp_path / "kept").iterdir()] == ["copy.db"]
    assert stat.S_IMODE((tmp_path / "kept" / "copy.db").stat().st_mode) == 0o600


@pytest.mark.parametrize("what", ["a file", "a folder", "a link to nothing", "itself"])
def test_nothing_is_overwritten(what: str, path: Path, database: Database, tmp_path: Path):
    with opened(path):
        pass
    to = path if what == "itself" else tmp_path / "copy.db"
    match what:
        case "a file":
            to.write_text("mine")
        case "a folder":
            to.mkdir()
        case "a link to nothing":
            to.symlink_to("nowhere")
    before = sorted(tmp_path.iterdir())

    with pytest.raises(BackupFailed, match="already exists: name a new file"):
        backup(database, to)

    assert sorted(tmp_path.iterdir()) == before
    assert what != "a file" or to.read_text() == "mine"


def test_a_damaged_file_makes_no_copy(path: Path, database: Database, tmp_path: Path):
    with opened(path) as journal:
        asyncio.run(journal.append("t", [said(LONG)] * 50))
    with path.open("r+b") as file:
        file.seek(4096 * 3)
        file.write(b"\xff" * 4096 * 3)

    with pytest.raises((BackupFailed, JournalUnavailable), match=r"damaged|malformed"):
        backup(database, tmp_path / "copy.db")

    assert not [file for file in tmp_path.iterdir() if "copy" in file.name]


def test_where_it_cannot_be_written_that_is_said(path: Path, database: Database, tmp_path: Path):
    with opened(path):
        pass
    with pytest.raises(FileNotFoundError):
        backup(database, tmp_path / "nowhere" / "copy.db")


def test_a_file_with_several_names_is_not_copied_since_each_has_a_log_of_its_own(
    path: Path, database: Database, tmp_path: Path
):
    with opened(path):
        pass
    (tmp_path / "b.db").hardlink_to(path)
    with pytest.raises(Unusable, match="other names"):
        backup(database, tmp_path / "copy.db")


def test_a_server_has_its_own_tools(postgres: Postgres, tmp_path: Path):
    with pytest.raises(NotOfSQLite):
        backup(Database(postgres.database()), tmp_path / "copy.db")


def test_what_is_no_database_is_said_to_be_none(path: Path, database: Database, tmp_path: Path):
    path.write_text("this is not a database, and long enough for it to be seen: " + "no " * 100)
    with pytest.raises(JournalUnavailable):
        backup(database, tmp_path / "copy.db")


def test_a_disk_that_knows_no_links_gets_its_copy_too_and_keeps_what_it_has(
    path: Path, database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def link(source: Path, target: Path) -> None:
        raise PermissionError(errno.EPERM, "no links here")

    monkeypatch.setattr("os.link", link)
    with opened(path) as journal:
        asyncio.run(journal.append("t", [said("one")]))
    backup(database, tmp_path / "copy.db")
    with opened(tmp_path / "copy.db") as copy:
        assert texts(asyncio.run(copy.read("t"))) == ["one"]
    with pytest.raises(BackupFailed):
        backup(database, tmp_path / "copy.db")
