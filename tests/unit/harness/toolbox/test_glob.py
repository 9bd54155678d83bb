from pathlib import Path

import pytest

from harness.toolbox.glob import glob
from harness.toolbox.grep import grep
from tests.unit.harness.toolbox.running import folder, run, subject, summary


def test_files_are_found_by_their_names(tmp_path: Path):
    tool = glob(folder(tmp_path, a_md="", b_py=""))

    assert run(tool, pattern="*.{md,py}").text == "/a.md\n/b.py"
    assert run(tool, pattern="*.txt").text == "No file in / matches *.txt."


def test_five_hundred_are_all_and_one_more_is_told(tmp_path: Path):
    for number in range(500):
        (tmp_path / f"{number:03}").touch()
    tool = glob(folder(tmp_path))
    assert len(run(tool, pattern="**").text.split("\n")) == 500

    (tmp_path / "500").touch()

    lines = run(tool, pattern="**").text.split("\n")
    assert len(lines) == 501
    assert lines[-1].startswith("[the first 500; there are more")


@pytest.mark.parametrize(("pattern", "path"), [("../*", "/"), ("*", "/none"), ("", "/"), ("*", "~")])
def test_what_cannot_be_searched_is_an_error_in_words(tmp_path: Path, pattern: str, path: str):
    result = run(glob(folder(tmp_path)), pattern=pattern, path=path)

    assert not result.ok
    assert str(tmp_path) not in result.text


@pytest.mark.parametrize(
    ("pattern", "found", "hidden"),
    [
        ("**/*.yml", "/a/x.yml", 2), ("**", "/a/x.yml", 2), ("a/**", "/a/x.yml", 1), ("*.yml", "/.github/w/x.yml", 0),
        (".github/**/*.yml", "/.github/w/x.yml", 0), ("a/*.yml", "/a/x.yml", 0), ("/**/x.yml", "/a/x.yml", 2),
    ],
)  # fmt: skip
def test_hidden_folders_that_are_skipped_are_told(tmp_path: Path, pattern: str, found: str, hidden: int):
    for name in (".github/w/x.yml", "a/x.yml", "a/.cache/x.yml", ".git/x.yml"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("needle")
    note = f"[not searched: {hidden} folder{'s' * (hidden > 1)} (hidden, so ** skips it: name it in the pattern"
    for tool in (glob(folder(tmp_path)), grep(folder(tmp_path))):
        more = {"glob": pattern, "pattern": "needle"} if tool.name == "grep" else {"pattern": pattern}
        said = run(tool, **more).text
        assert found in said.splitlines()
        assert ("[not searched" in said) is bool(hidden)
        assert not hidden or note in said


def test_it_only_reads(tmp_path: Path):
    tool = glob(folder(tmp_path))

    assert (tool.category, tool.repeatable) == ("read", True)
    assert summary(tool, pattern="*.md", path="docs") == "Find *.md in docs"


def test_rules_are_matched_with_where_the_pattern_leads(tmp_path: Path):
    tool = glob(folder(tmp_path))

    assert subject(tool, pattern="*.md") == "/*.md"
    assert subject(tool, pattern="*.md", path="docs/") == "/docs/*.md"
    assert subject(tool, pattern="/secrets/**", path="/workspace") == "/secrets/**"
    assert subject(tool, pattern="../secrets/*", path="/workspace") == "/workspace/../secrets/*"
