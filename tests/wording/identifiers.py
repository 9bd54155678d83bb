"""What things are called in the source, as far as nobody should have to learn it: the field has words for them."""

import ast
from collections.abc import Iterator
from pathlib import Path

MODULES = {"arranging", "beating", "bodies", "choosing", "drawing", "etiquette", "preparing", "waking"}
CLASSES = {
    "Alarm", "Beat", "Cadence", "Catalogue", "Cue", "HeartbeatFired", "Listed", "Listing", "Manners", "ModeChosen",
    "Offer", "Office", "Overview", "Premises", "Presence", "Pulse", "Scene", "Spent", "Standing", "Warm", "Watching",
    "Wish",
}  # fmt: skip
OTHERS = {"MUZZLED", "beat", "hiding", "put_away"}
"""Functions, and what is assigned."""


def private_names(module: Path, tree: ast.Module) -> Iterator[str]:
    if module.stem in MODULES:
        yield module.stem
    for node in ast.walk(tree):
        match node:
            case ast.ClassDef(name=name) if name in CLASSES:
                yield name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) if name.strip("_") in OTHERS:
                yield name.strip("_")
            case ast.Name(id=name, ctx=ast.Store()) if name.strip("_") in OTHERS:
                yield name.strip("_")
