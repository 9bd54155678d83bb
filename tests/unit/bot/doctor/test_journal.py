"""Where the journal is kept is looked at, and left as it is."""

import os
import re
from dataclasses import replace
from pathlib import Path

import pytest

from adapters.storage.database import Database, Unusable
from adapters.storage.lock import Holder
from adapters.storage.schema import REVISIONS, prepare
from bot import app
from bot.doctor.journal import journal
from tests.postgres import Postgres
from tests.unit.bot.doctor.findings import levels, settings, text

no_root = pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")


def test_what_is_not_there_yet_will_be_made_and_is_not_made_by_looking(tmp_path: Path) -> None:
    running, findings = journal(settings(tmp_path))
    assert (running, levels(findings)) == (None, [("data", "ok"), ("journal", "ok")])
    assert not list(tmp_path.iterdir())


def test_a_journal_that_was_used_says_its_version(tmp_path: Path) -> None:
    mine = settings(tmp_path)
    with app.opened(mine):
        pass
    before = {path.name for path in mine.data_dir.iterdir()}
    running, findings = journal(mine)
    assert (running, levels(findings)) == (None, [("data", "ok"), ("journal", "ok")])
    assert f"its schema is {REVISIONS[-1]}" in text(findings, "journal")
    assert {path.name for path in mine.data_dir.iterdir()} == before


def test_who_works_on_it_is_told_and_not_disturbed(tmp_path: Path) -> None:
    mine = settings(tmp_path)
    with app.opened(mine):
        running, findings = journal(mine)
        assert running
        assert running.pid == os.getpid()
        assert re.search(
            rf"process {os.getpid()}, since [-\d]+ [\d:]+ UTC works on this data folder", text(findings, "running")
        )
        assert ("running", "note") in levels(findings)
        assert mine.lock_file
        mine.lock_file.write_text("")  # it has not come to say who it is
        assert journal(mine)[0] == Holder()
    with app.opened(mine):
        pass


def test_a_database_of_two_names_is_told(tmp_path: Path) -> None:
    mine = settings(tmp_path)
    with app.opened(mine):
        pass
    assert mine.sqlite_file
    mine.sqlite_file.with_name("y.db").hardlink_to(mine.sqlite_file)
    _, findings = journal(mine)
    assert levels(findings) == [("data", "ok"), ("journal", "wrong")]
    assert "by hard links" in text(findings, "journal")
    with pytest.raises(Unusable, match="by hard links"), app.opened(mine):
        pass


def test_a_folder_that_cannot_be_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file")
    _, findings = journal(settings(tmp_path))
    assert levels(findings) == [("data", "wrong")]
    assert text(findings, "data").startswith(
        f"{tmp_path / 'data'} is a file, not a folder: remove it, or keep the journal elsewhere (DESKMATE_DATA_DIR"
    )


@no_root
@pytest.mark.parametrize("there", [True, False])
def test_a_folder_that_cannot_be_written_is_told(there: bool, tmp_path: Path) -> None:
    folder = tmp_path / "data"
    if there:
        folder.mkdir()
    closed = folder if there else tmp_path
    closed.chmod(0o500)
    try:
        _, findings = journal(settings(tmp_path))
    finally:
        closed.chmod(0o700)
    assert levels(findings) == [("data", "wrong")]
    assert "give it to the user that Deskmate runs as" in text(findings, "data")


def test_a_file_that_is_no_journal_is_told(tmp_path: Path) -> None:
    file = settings(tmp_path).sqlite_file
    assert file
    file.parent.mkdir(mode=0o700)
    file.touch(mode=0o600)
    file.write_text("this is a letter, not a database, and it is long enough to be looked at " * 20)
    _, findings = journal(settings(tmp_path))
    assert levels(findings) == [("data", "ok"), ("journal", "wrong")]
    assert "not a database" in text(findings, "journal")
    assert "Check DESKMATE_DATABASE_URL, and that the file is intact" in text(findings, "journal")


def test_a_file_that_is_damaged_behind_its_beginning_is_told(tmp_path: Path) -> None:
    mine = settings(tmp_path)
    with app.opened(mine):
        pass
    file = mine.data_dir / "deskmate.db"
    with file.open("r+b") as whole:
        whole.seek(file.stat().st_size - 4_096)
        whole.write(b"what a disk had in its place" * 100)
    _, findings = journal(mine)
    assert ("journal", "wrong") in levels(findings)
    assert re.search(r"is damaged \(.+\)\. Stop Deskmate, and restore a backup", text(findings, "journal"))


def test_conversations_that_could_not_be_read_are_named(tmp_path: Path) -> None:
    mine = settings(tmp_path)
    with app.opened(mine):
        pass
    why = "row 2 of a3f91c77e0b1d2f4 is odd"
    odd = f"INSERT INTO threads VALUES ('a3f91c77e0b1d2f4', 3, 1, 3, 0, NULL, '{why}', NULL, NULL)"  # noqa: S608
    with Database(mine.database_url).engine.begin() as connection:
        connection.exec_driver_sql(odd)

    found = journal(mine)[1]

    assert levels(found)[-1] == ("thread", "wrong")
    assert "a3f91c is set aside: row 2 of a3f91c77e0b1d2f4 is odd" in text(found, "thread")


def test_tables_of_another_release_are_told(tmp_path: Path) -> None:
    mine = settings(tmp_path)
    with app.opened(mine):
        pass
    for at, level in (("0999", "wrong"), ("", "note")):
        with Database(mine.database_url).engine.begin() as connection:
            connection.exec_driver_sql(f"UPDATE deskmate_version SET version_num = '{at}'")  # noqa: S608
        assert levels(journal(mine)[1])[-1] == ("journal", level)


@pytest.mark.parametrize(
    ("url", "level", "said"),
    [
        ("sqlite:///:memory:", "setting", "name a file"),
        (
            "postgresql+psycopg://ana:hunter2@127.0.0.1:1/x",
            "wrong",
            "Check DESKMATE_DATABASE_URL, and that its server runs",
        ),
    ],
)
def test_a_database_that_cannot_be_used_is_told_without_its_password(
    url: str, level: str, said: str, tmp_path: Path
) -> None:
    _, findings = journal(replace(settings(tmp_path), database_url=url))
    assert levels(findings) == [("journal", level)]
    assert said in text(findings, "journal")
    assert "hunter2" not in text(findings, "journal")


def test_on_postgresql_no_data_folder_is_needed(tmp_path: Path, postgres: Postgres) -> None:
    (tmp_path / "data").write_text("a file")
    mine = replace(settings(tmp_path), database_url=postgres.database())
    assert "the first start creates its tables" in text(journal(mine)[1], "journal")
    prepare(Database(mine.database_url), {})
    assert levels(journal(mine)[1]) == [("journal", "ok")]


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="it takes a folder that refuses even root")
def test_a_folder_that_refuses_in_spite_of_its_rights_is_told(tmp_path: Path) -> None:
    mine = replace(settings(tmp_path), data_dir=Path("/proc/x"), database_url="sqlite:////proc/x/deskmate.db")
    _, findings = journal(mine)
    assert levels(findings) == [("data", "wrong")]
    assert "DESKMATE_DATA_DIR" in text(findings, "data")
