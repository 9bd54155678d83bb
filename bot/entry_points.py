"""What other distributions give by entry points."""

import sys
from collections.abc import Iterable
from contextlib import redirect_stdout
from dataclasses import replace
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

import yaml

from harness.tools.registry import Registry
from harness.tools.unforeseen import described
from harness.workspace.compose import compose
from harness.workspace.problems import WorkspaceError, shown
from harness.workspace.profiles import Profiles, profiles

PROFILES = "deskmate.profiles"
_CALLED = "entry point"


@cache
def installed(group: str) -> tuple[EntryPoint, ...]:
    """In an order that is the same each time."""
    return tuple(sorted(entry_points(group=group), key=lambda one: (_distribution(one), one.name)))


def given_profiles(tools: Registry, found: Iterable[EntryPoint] | None = None) -> tuple[Profiles, ...]:
    """Those of each entry point, in their order; see `harness.workspace.profiles` for what they are. Raises
    WorkspaceError, which names the entry point, for what cannot be loaded or read.
    """
    return tuple(_read(one, tools) for one in (installed(PROFILES) if found is None else found))


class _Whole(yaml.SafeDumper):
    """Writes what is there several times as often."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _read(entry: EntryPoint, tools: Registry) -> Profiles:
    source = named(entry)
    given = compose(_text(_loaded(entry, source), source), source)
    found = profiles(given, tools) if given else {}
    if given and given.problems:
        raise WorkspaceError([replace(problem, line=0) for problem in given.problems])
    return found


def _loaded(entry: EntryPoint, source: str) -> object:
    """It is the code of others, which may do anything. What it prints is for whoever looks on, and no part of what a
    command prints.
    """
    try:
        with redirect_stdout(sys.stderr):
            return entry.load()
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        kind, _, says = described(error).partition(": ")
        why = f"cannot be loaded: {kind}: {shown(says)}"
    raise WorkspaceError.of(source, why)


def _text(value: object, source: str) -> str:
    """In YAML, so that it is read as the workspace's own are."""
    try:
        return yaml.dump(value, Dumper=_Whole, sort_keys=False, allow_unicode=True)
    except (yaml.YAMLError, RecursionError) as error:
        kind = type(error.args[1]).__name__ if len(error.args) > 1 else "what holds itself or is nested so deep"
    raise WorkspaceError.of(source, f"must hold text, numbers, lists and mappings alone, not {kind}")


def named(entry: EntryPoint) -> str:
    """As messages call it."""
    return f"{_CALLED} {entry.name} of {entry.group} ({_distribution(entry)})"


def is_installed(source: str) -> bool:
    """Is it what `named` calls something, and no file?"""
    return source.startswith(f"{_CALLED} ")


def _distribution(entry: EntryPoint) -> str:
    return f"{entry.dist.name} {entry.dist.version}" if entry.dist else ""
