"""What is written in the files of the repository, whatever they are for."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.architecture.tree import ROOT, texts

LOCKS = ("runtime", "dev")

# Pieced together, so that this file passes its own test.
REGISTRY_HOSTS = re.compile("|".join((r"pypi\." "org", "python" r"hosted\." "org", r"registry\." "npmjs")))
ABSOLUTE_PATH = re.compile(r"(?<![\w.~-])/(?:work|root|home/\w+|Users/\w+)/\w")


def test_no_file_names_a_registry_host():
    assert not [str(file) for file, text in texts() if REGISTRY_HOSTS.search(text)]


def test_no_file_names_a_path_of_one_machine():
    found = [f"{file}: {match[0]}" for file, text in texts() for match in ABSOLUTE_PATH.finditer(text)]

    assert not found, "\n".join(found)


@pytest.mark.parametrize("lock", LOCKS)
def test_lock_leaves_the_choice_of_index_to_the_machine(lock: str):
    text = lock_file(lock).read_text(encoding="utf-8")

    assert "://" not in text
    assert not re.search(r"^\s*-", text.replace("    --hash=", ""), re.MULTILINE), "a lock holds requirements only"


@pytest.mark.parametrize("lock", LOCKS)
def test_every_line_of_a_lock_is_one_release_with_its_hashes(lock: str):
    requirements = locked(lock)

    assert requirements
    for line in requirements:
        assert re.fullmatch(r"\S+==\S+(?: ; .+?)?(?: --hash=sha256:[0-9a-f]{64})+", line), line


def test_development_lock_holds_the_runtime_lock():
    assert set(locked("runtime")) <= set(locked("dev"))


@pytest.mark.parametrize("lock", LOCKS)
def test_lock_has_a_release_that_fits_for_everything_the_project_asks_for(lock: str):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    asked = project["project"]["dependencies"] + project["dependency-groups"]["build"]
    if lock == "dev":
        asked += project["dependency-groups"]["dev"]
    releases = dict(line.split(" ")[0].split("==") for line in locked(lock))

    for requirement in map(Requirement, asked):
        release = releases.get(canonicalize_name(requirement.name))
        assert release is not None, f"{requirement.name} is not locked: make lock"
        assert release in requirement.specifier, f"{requirement} is locked at {release}: make lock"


def lock_file(lock: str) -> Path:
    return ROOT / "requirements" / f"{lock}.txt"


def locked(lock: str) -> list[str]:
    """The requirements of a lock, one string each: continued lines joined, comments left out."""
    text = re.sub(r"^\s*#.*\n", "", lock_file(lock).read_text(encoding="utf-8"), flags=re.MULTILINE)
    return [" ".join(line.split()) for line in re.sub(r"\\\n", " ", text).splitlines()]
