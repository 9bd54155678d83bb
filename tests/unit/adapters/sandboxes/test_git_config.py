"""Settings that run programs are found however they are written, and nothing else is touched."""

import subprocess
from pathlib import Path

import pytest

from adapters.sandboxes.git_config import UNUSUAL, without_programs


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("[core]\n\tfsmonitor = ./evil\n", "core.fsmonitor"),
        ("[CORE]\nFsMonitor=./evil\n", "core.fsmonitor"),
        ("[core] fsmonitor = ./evil\n", "core.fsmonitor"),
        ("\ufeff[core]\nfsmonitor = ./evil\n", "core.fsmonitor"),
        ('[filter "x"]\nclean = ./evil\n', "filter.clean"),
        ('[filter "]"]\nclean = ./evil\n', "filter.clean"),
        ("[diff.x]\ntextconv = ./evil\n", "diff.textconv"),
        ('[diff "x"] ; words\n  command = ./evil\n', "diff.command"),
        ("[alias]\nst = !./evil\n", "alias.st"),
        ("[include]\npath = ../evil\n", "include.path"),
        ('[includeIf "gitdir:/"]\npath = ../evil\n', "includeif.path"),
    ],
)
def test_a_setting_that_runs_a_program_is_switched_off(tmp_path: Path, text: str, name: str) -> None:
    left, names = without_programs(text)
    assert names == (name,)
    (tmp_path / "config").write_text(left)
    said = subprocess.run(
        ["git", "config", "-f", "config", "-l"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert said.stdout == ""


def test_all_else_stays_and_so_does_what_was_there_before() -> None:
    text = '[core]\n\tbare = false\n\tpager = less\n[remote "origin"]\n\turl = https://example.com/x.git\n'
    assert without_programs(text) == (text.replace("\tpager = less", "# switched off: pager = less"), ("core.pager",))
    assert without_programs(text, frozenset({"\tpager = less"})) == (text, ())


@pytest.mark.parametrize(
    "text",
    [
        "[core]\n\tx = y \\\n[zzz]\n\tfsmonitor = ./evil.sh\n",
        "[core]\nx = y\f[zzz]\nfsmonitor = ./evil.sh\n",
        "[core]\nx = y\r[zzz]\nfsmonitor = ./evil.sh\n",
        "[core]\n# a\r[zzz]\nfsmonitor = ./evil.sh\n",
        '[core]\nx = "y\n[zzz]"\nfsmonitor = ./evil.sh\n',
        "[a][core]fsmonitor = ./evil.sh\n",
        "[a] [core] fsmonitor = ./evil.sh\n",
        '[a "]"] [core]fsmonitor = ./evil.sh\n',
        '[core]\nx = "a" "y\n[zzz]"\nfsmonitor = ./evil.sh\n',
    ],
)
def test_a_config_that_git_reads_otherwise_than_by_lines_is_switched_off_whole(text: str) -> None:
    left, names = without_programs(text)
    assert names == (UNUSUAL,)
    assert all(line.startswith("# switched off: ") for line in left.splitlines())


@pytest.mark.parametrize(
    "text", ["[user]\n[core]\n\tbare = false\n", '[a "]"]\n\n[b]\n\tx = "y"\n', '[a]\n\tx = a\\"b\n']
)
def test_an_empty_section_and_closed_quotes_are_usual(text: str) -> None:
    assert without_programs(text) == (text, ())
