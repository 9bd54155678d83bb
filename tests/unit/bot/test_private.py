"""Nobody else on the machine gets at what people say."""

import logging
import os
import stat
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot import app, private
from bot.doctor.journal import journal
from tests.unit.bot.doctor.findings import settings, text, wrong

pytestmark = pytest.mark.skipif(os.name == "nt", reason="there are no such rights")


@pytest.fixture(autouse=True)
def _usual_rights() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


def mode(path: Path) -> str:
    return f"{stat.S_IMODE(path.stat().st_mode):o}"


def test_the_first_start_makes_a_folder_and_files_for_us_alone(tmp_path: Path):
    mine = settings(tmp_path)
    with app.opened(mine):
        assert mode(mine.data_dir) == "700"
        rights = {path.name: mode(path) for path in mine.data_dir.iterdir()}
    assert {"deskmate.db", "deskmate.db.lock"} <= set(rights)
    assert set(rights.values()) == {"600"}
    assert not wrong(journal(mine)[1])


def test_a_log_that_was_left_behind_is_closed_too(tmp_path: Path):
    mine = settings(tmp_path)
    with app.opened(mine):
        pass
    file = mine.data_dir / "deskmate.db"
    for path in (file, mine.data_dir / "deskmate.db-wal"):
        path.touch()
        path.chmod(0o644)
    mine.data_dir.chmod(0o755)
    told = text(journal(mine)[1], "data")
    assert f"get into {mine.data_dir}: chmod 700 {mine.data_dir}" in told
    assert f"can read {file}: chmod 600 {file}" in told
    assert f"chmod 600 {file}-wal" in told
    with app.opened(mine):
        assert {mode(path) for path in mine.data_dir.iterdir()} == {"600"}
        assert mode(mine.data_dir) == "700"
    assert not wrong(journal(mine)[1])


def test_a_folder_that_others_may_live_in_is_told_and_left_as_it_is(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    (tmp_path / "data").mkdir(mode=0o755)
    shared = tmp_path / "data"
    mine = replace(settings(tmp_path), data_dir=tmp_path / "elsewhere", database_url=f"sqlite:///{shared / 'x.db'}")
    with caplog.at_level(logging.WARNING), app.opened(mine):
        assert mode(shared / "x.db") == "600"
    assert mode(shared) == "755"
    assert f"get into {shared}: chmod 700 {shared}" in caplog.text


def test_a_folder_that_is_for_everybody_is_not_closed_though_it_is_named(tmp_path: Path):
    folder = tmp_path / "all"
    folder.mkdir()
    folder.chmod(0o1777)
    told = list(private.keep(folder / "x.db", folder / "x.db.lock", folder))
    assert len(told) == 1
    assert mode(folder) == "1777"
