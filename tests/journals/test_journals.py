"""Old facts stay readable, and mean what they meant: the journals that releases have written."""

import importlib
import inspect
import json
import pkgutil
import sys
from pathlib import Path
from typing import Any

import pytest

import harness.wording
from adapters.storage.codec import KINDS, UPCASTS, Codec
from harness.sessions.facts import Row
from harness.sessions.fold import apply, fold
from harness.sessions.session import Session
from harness.sessions.wants import wants
from tests.journals.write import FOLDER, SHAPES, folds, lines, release, shapes

GOLDEN = sorted(FOLDER.glob("*.jsonl"))
CODEC = Codec()


def kept(journal: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in journal.read_text(encoding="utf-8").splitlines()]


def rows(journal: Path) -> list[Row]:
    return [
        Row(r["position"], r["at"], CODEC.decode(r["kind"], r["version"], r["body"].encode())) for r in kept(journal)
    ]


@pytest.mark.parametrize("journal", GOLDEN, ids=lambda journal: journal.stem)
def test_a_journal_of_any_release_is_read_and_is_at_rest(journal: Path):
    session = fold(rows(journal))

    assert session.head == len(kept(journal)) > 50
    assert session.turn is None
    assert not wants(session)


@pytest.mark.parametrize("journal", GOLDEN, ids=lambda journal: journal.stem)
def test_nothing_that_a_release_wrote_is_lost_by_writing_it_again(journal: Path):
    for row, line in zip(rows(journal), kept(journal), strict=True):
        kind, version, body = CODEC.encode(row.fact)
        assert CODEC.decode(kind, version, body) == row.fact
        if (line["kind"], line["version"]) not in UPCASTS:
            assert kind == line["kind"]
            assert holds(json.loads(body), json.loads(line["body"])), f"{line} became {body!r}"


@pytest.mark.parametrize("journal", GOLDEN, ids=lambda journal: journal.stem)
def test_each_row_folds_to_what_it_did_when_it_was_written(journal: Path):
    session = Session()
    for row, line in zip(rows(journal), kept(journal), strict=True):
        before, session = session, apply(session, row)
        was = {"folds": line["folds"], "wants": line["wants"]}
        assert folds(before, session) == was, f"row {row.position}: {row.fact}"


def test_rewording_all_that_we_say_changes_nothing_that_was_written(monkeypatch: pytest.MonkeyPatch):
    """No sentence steers the fold, and none is in a session."""
    reworded = 0
    for found in pkgutil.iter_modules(harness.wording.__path__):
        module = importlib.import_module(f"harness.wording.{found.name}")
        for name, value in list(vars(module).items()):
            if inspect.isfunction(value) and value.__module__ == module.__name__ and not name.startswith("_"):
                monkeypatch.setattr(module, name, lambda *_, **__: "reworded")
                reworded += 1
    assert reworded > 10
    for journal in GOLDEN:
        test_each_row_folds_to_what_it_did_when_it_was_written(journal)
    loaded = {name for name in sys.modules if name.startswith("harness.sessions.")}
    for name in loaded:
        used = {getattr(value, "__module__", "") for value in vars(sys.modules[name]).values()}
        assert not any(each and each.startswith("harness.wording") for each in used), f"{name} speaks"


def test_every_shape_that_is_written_is_known_by_its_version():
    known = json.loads(SHAPES.read_text(encoding="utf-8"))
    for kind, versions in shapes().items():
        for version, outline in versions.items():
            assert outline == known.get(kind, {}).get(version), (
                f"the shape of {kind} has changed: raise its version ({version}), give an upcast if it needs one, and "
                "run `python -m tests.journals.write`"
            )


def test_this_release_has_its_journal_with_every_kind_of_fact():
    mine = FOLDER / f"{release()}.jsonl"

    assert {line["kind"] for line in kept(mine)} == set(KINDS)
    assert mine.read_text(encoding="utf-8").splitlines(keepends=True) == list(lines(rows(mine))), "the same bytes"


def holds(new: Any, old: Any) -> bool:
    """Is all that is in `old` in `new`, which may have more fields?"""
    match new, old:
        case dict(), dict():
            return all(key in new and holds(new[key], value) for key, value in old.items())
        case list(), list():
            return len(new) == len(old) and all(map(holds, new, old))
        case _:
            return bool(new == old)


@pytest.mark.parametrize(
    ("new", "old", "held"),
    [
        ({"a": 1, "b": [{"c": 2}]}, {"b": [{}]}, True),
        ({"a": 1}, {"a": 2}, False),
        ({"a": 1}, {"b": 1}, False),
        ([1], [1, 2], False),
    ],
)
def test_what_is_lost_is_noticed(new: Any, old: Any, held: bool):
    assert holds(new, old) is held
