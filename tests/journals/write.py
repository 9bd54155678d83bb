"""Writes what `test_journals` compares with, as this code has it: `python -m tests.journals.write`.

VERSION.jsonl   one long conversation with every kind of fact, which ends at rest: each row as a database keeps it, and
                what it folds to, namely what it changed in the session, and which effects are wanted from then on
frozen-N.jsonl  the same, as it was when it was frozen: its rows are never written again, only what they fold to
shapes.json     the shape of each kind of fact in each of its versions, and of snapshots; what is there stays

Read each line that changes: a journal that was written stays readable, and means what it meant.
`python -m tests.journals.write freeze` keeps the journal of today: before each release, and whenever databases that are
to be kept are made.
"""

import json
import sys
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import MISSING, Field, fields, is_dataclass, replace
from pathlib import Path
from typing import Any

from adapters.storage.codec import Codec
from harness.context.snapshot import VERSION, Snapshot
from harness.sessions import facts as f
from harness.sessions.fold import apply
from harness.sessions.session import Session
from harness.sessions.wants import wants
from tests.journals.course import course

FOLDER = Path(__file__).parent
SHAPES = FOLDER / "shapes.json"
SNAPSHOT = "(snapshot)"
ROOT = FOLDER.parents[1]

CODEC = Codec()

Shapes = dict[str, dict[str, Any]]
"""By kind and version."""


def lines(rows: Iterable[f.Row]) -> Iterator[str]:
    """The bodies are kept as text, since they are to stay the same to the byte."""
    session = Session()
    for row in rows:
        kind, version, body = CODEC.encode(row.fact)
        before, session = session, apply(session, row)
        line = {
            "position": row.position,
            "at": row.at,
            "kind": kind,
            "version": version,
            "body": body.decode(),
            **folds(before, session),
        }
        yield json.dumps(line, ensure_ascii=False) + "\n"


def folds(before: Session, after: Session) -> dict[str, Any]:
    """What a row did: what it changed in the session, and the effects that are wanted since."""
    known = wants(before)
    wanted = [spelt(effect) for effect in wants(after) if effect not in known]
    return {"folds": changed(plain(before), plain(after)), "wants": wanted}


def spelt(value: Any) -> str:
    """As `repr`, with sets in one order, and without what is as by default."""
    if isinstance(value, frozenset):
        return f"{{{', '.join(sorted(map(spelt, value)))}}}"
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return f"({', '.join(map(spelt, value))})"
    if not is_dataclass(value):
        return repr(value)
    given = ((each.name, getattr(value, each.name)) for each in fields(value) if not is_default(each, value))
    return f"{type(value).__name__}({', '.join(f'{name}={spelt(inner)}' for name, inner in given)})"


def is_default(each: Field[Any], value: Any) -> bool:
    return each.default is not MISSING and getattr(value, each.name) == each.default


def plain(session: Session) -> Any:
    """As it is kept in snapshots, but for where and when it is."""
    _, body = CODEC.encode_snapshot(Snapshot(replace(session, head=0, now=0.0), (), ()))
    return json.loads(body)["session"]


def changed(before: Any, after: Any) -> Any:
    """Of two JSON values that differ, what is new in the second; what is gone is null."""
    if not (isinstance(before, dict) and isinstance(after, dict)):
        return after
    keys = dict.fromkeys([*before, *after])
    return {key: changed(before.get(key), after.get(key)) for key in keys if before.get(key) != after.get(key)}


def shapes() -> Shapes:
    now = {kind: {str(version): CODEC.outline(kind)} for kind, version in CODEC.versions.items()}
    return {**now, SNAPSHOT: {str(VERSION): CODEC.outline()}}


def release() -> str:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return str(project["version"])


def refolded(journal: Path) -> Iterator[str]:
    """Its rows as they are, each with what it folds to now."""
    session = Session()
    for line in journal.read_text(encoding="utf-8").splitlines():
        kept = json.loads(line)
        fact = CODEC.decode(kept["kind"], kept["version"], kept["body"].encode())
        before, session = session, apply(session, f.Row(kept["position"], kept["at"], fact))
        yield json.dumps({**kept, **folds(before, session)}, ensure_ascii=False) + "\n"


def frozen(folder: Path = FOLDER) -> list[Path]:
    """The journals whose rows never change again."""
    return sorted(folder.glob("frozen-*.jsonl"))


class Frozen(Exception):
    """What is kept for ever would change."""


def write(folder: Path = FOLDER) -> None:
    """All files of the folder, as this code has them. Raises Frozen, and then changes nothing."""
    file, now = folder / SHAPES.name, shapes()
    known = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    if frozen(folder):
        _refuse_other_shapes(known, now)
    file.write_text(json.dumps(_all_shapes(known, now), indent=1, sort_keys=True) + "\n", encoding="utf-8")
    _written(folder / f"{release()}.jsonl", lines(course()))
    for journal in frozen(folder):
        _written(journal, refolded(journal))


def freeze(folder: Path = FOLDER) -> Path:
    """Keeps the journal of the release in the making for ever, as it is now; the file in which it is."""
    write(folder)
    journal = folder / f"frozen-{len(frozen(folder)) + 1}.jsonl"
    _written(journal, lines(course()))
    return journal


def _written(journal: Path, lines: Iterable[str]) -> None:
    journal.write_text("".join(lines), encoding="utf-8")  # all of them first: they may be read from there


def _refuse_other_shapes(known: Shapes, now: Shapes) -> None:
    """Raises Frozen if a kind has another shape now in a version that is known."""
    for kind, versions in now.items():
        if kind == SNAPSHOT:
            continue
        for version, outline in versions.items():
            if known.get(kind, {}).get(version, outline) != outline:
                raise Frozen(
                    f"the shape of {kind!r} in version {version} is kept for ever: raise its version in"
                    " adapters/storage/codec.py, and give an upcast if a field has no default"
                )


def _all_shapes(known: Shapes, now: Shapes) -> Shapes:
    """What is known, and what there is now; of snapshots that alone, since one of another version is never read."""
    merged = {kind: {**known.get(kind, {}), **now.get(kind, {})} for kind in {*known, *now}}
    return {**merged, SNAPSHOT: now[SNAPSHOT]}


if __name__ == "__main__":
    if sys.argv[1:] not in ([], ["freeze"]):
        sys.exit("python -m tests.journals.write [freeze]")
    try:
        (freeze if sys.argv[1:] else write)()
    except Frozen as error:
        sys.exit(str(error))
