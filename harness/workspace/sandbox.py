"""Reads `sandbox`: where commands run, and what they may see and reach there."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from harness.workspace.given import Given
from harness.workspace.problems import shown

Backend = Literal["auto", "bubblewrap", "docker", "none"]
BACKENDS: Mapping[str, Backend] = {each: each for each in get_args(Backend)}
_KEYS = ("backend", "network", "environment", "memory", "processes", "image", "author")
_SIZE = re.compile(r"([1-9][0-9]{0,5})\s?(MB|GB)")
_BYTES = {"MB": 1024**2, "GB": 1024**3}
_LEAST, _MOST = 64 * 1024**2, 1024**4
_IMAGE = re.compile(r"[a-z0-9][a-z0-9._/:-]{0,200}@sha256:[0-9a-f]{64}")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,100}")
_AUTHOR = re.compile(r"([^<>\n]{1,100}?) ?<([^<>\s@]{1,100}@[^<>\s@]{1,200})>")
_NETWORK = "true (all of the network) or false (none of it)"
MOST_NAMES = 50


@dataclass(frozen=True, slots=True)
class SandboxSettings:
    """What the workspace says. `auto` is the best that runs here; `environment` names variables of ours that commands
    are given; `memory` is in bytes; `image` is what docker runs, by its digest; `author` is the name and address in
    commits that commands make.
    """

    backend: Backend = "auto"
    network: bool = False
    environment: tuple[str, ...] = ()
    memory: int = 2 * 1024**3
    processes: int = 256
    image: str = ""
    author: tuple[str, str] | None = None


USUAL = SandboxSettings()


def sandbox(given: Given) -> SandboxSettings:
    values = given.fields(_KEYS, like="{backend: none}")
    backend = values["backend"].one_of(BACKENDS, "sandbox") if "backend" in values else None
    found = SandboxSettings(
        BACKENDS.get(backend or "", USUAL.backend),
        values["network"].flag(USUAL.network, _NETWORK) if "network" in values else USUAL.network,
        _names(values["environment"]) if "environment" in values else (),
        _memory(values["memory"]) if "memory" in values else USUAL.memory,
        values["processes"].whole(8, 100_000, USUAL.processes) if "processes" in values else USUAL.processes,
        _image(values["image"]) if "image" in values else "",
        _author(values["author"]) if "author" in values else None,
    )
    if found.backend == "docker" and "image" not in values:
        given.wrong('docker needs an `image`, pinned by its digest, as in "python:3.13-slim@sha256:…"')
    return found


def _names(given: Given) -> tuple[str, ...]:
    found = []
    for item in given.items():
        name = item.word()
        if name and not _NAME.fullmatch(name):
            item.wrong(f"must be the name of a variable, not {shown(name)}: its value is taken from my own environment")
        elif name:
            found.append(name)
    if len(found) > MOST_NAMES:
        given.wrong(f"may name {MOST_NAMES} variables at most")
    return tuple(dict.fromkeys(found))


def _memory(given: Given) -> int:
    match = _SIZE.fullmatch(given.literal() or "")
    size = int(match[1]) * _BYTES[match[2]] if match else 0
    if not _LEAST <= size <= _MOST:
        given.wrong(f"must be an amount from 64MB to 1024GB, like 512MB or 2GB{given.instead}")
        return USUAL.memory
    return size


def _image(given: Given) -> str:
    name = given.word()
    if name and not _IMAGE.fullmatch(name):
        given.wrong(
            f"must be an image with its digest, as in python:3.13-slim@sha256:…, not {shown(name)}: tomorrow a tag may "
            "be another image (`docker images --digests` shows digests)"
        )
        return ""
    return name


def _author(given: Given) -> tuple[str, str] | None:
    match = _AUTHOR.fullmatch(given.line_of_text())
    if match is None:
        given.wrong(f"must be a name and an address, as in Deskmate <deskmate@example.com>{given.instead}")
        return None
    return match[1], match[2]
