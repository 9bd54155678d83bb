"""What was frozen is never written again."""

import json
import shutil
from pathlib import Path

import pytest

from tests.journals.write import FOLDER, SHAPES, Frozen, freeze, frozen, release, write


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """As it was before anything was frozen."""
    for file in (SHAPES, FOLDER / f"{release()}.jsonl"):
        shutil.copy(file, tmp_path)
    return tmp_path


def contents(folder: Path) -> dict[str, str]:
    return {file.name: file.read_text(encoding="utf-8") for file in folder.iterdir()}


def with_another_shape(folder: Path, kind: str) -> None:
    """As if it had been another one that was kept."""
    known = json.loads((folder / SHAPES.name).read_text(encoding="utf-8"))
    known[kind]["1"]["and"] = "str"
    (folder / SHAPES.name).write_text(json.dumps(known), encoding="utf-8")


def test_until_it_is_frozen_a_shape_may_change(folder: Path):
    right = contents(folder)
    with_another_shape(folder, "sent")
    write(folder)
    assert contents(folder) == right


def test_what_is_frozen_is_the_journal_of_today_and_another_one_is_frozen_beside_it(folder: Path):
    names = [freeze(folder).name, freeze(folder).name]
    assert names == ["frozen-1.jsonl", "frozen-2.jsonl"]
    assert len({contents(folder)[name] for name in (*names, f"{release()}.jsonl")}) == 1


def test_a_shape_that_is_frozen_is_not_written_over_and_nothing_else_is(folder: Path):
    freeze(folder)
    with_another_shape(folder, "sent")
    before = contents(folder)
    with pytest.raises(Frozen, match="the shape of 'sent' in version 1 is kept for ever: raise its version"):
        write(folder)
    assert contents(folder) == before


def test_a_kind_that_is_written_no_more_is_known_for_ever(folder: Path):
    known = json.loads((folder / SHAPES.name).read_text(encoding="utf-8"))
    known["telegram"] = {"1": {"text": "str"}}
    (folder / SHAPES.name).write_text(json.dumps(known), encoding="utf-8")
    write(folder)
    assert "telegram" in contents(folder)[SHAPES.name]


def test_the_rows_of_what_is_frozen_stay_and_what_they_fold_to_is_written_anew(folder: Path):
    journal = freeze(folder)
    right = journal.read_text(encoding="utf-8")
    lines = [json.loads(line) for line in right.splitlines()]
    lines[1]["folds"] = {"as": "it was once"}
    older = json.loads(lines[0]["body"])
    del older["unseen"]  # a field that was added since
    lines[0]["body"] = json.dumps(older)
    journal.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")
    write(folder)
    after = [json.loads(line) for line in journal.read_text(encoding="utf-8").splitlines()]
    assert after[0]["body"] == lines[0]["body"]
    assert after[1:] == [json.loads(line) for line in right.splitlines()][1:]
    assert frozen(folder) == [journal]
