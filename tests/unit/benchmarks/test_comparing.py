"""Two trees are compared figure by figure, and a commit that is not there is told."""

import shutil
import subprocess
from pathlib import Path

import pytest

from benchmarks.comparing import Comparison, NoBase, figures, summed_up, table, tree


def test_every_number_of_a_report_is_a_figure_by_where_it_stands():
    report = {"step_cpu_ms": {"0": 2.0, "1000": 3}, "load": {"acknowledged_ms": {"p50": 1.5}}, "machine": "a machine"}

    assert figures(report) == {"step_cpu_ms.0": 2.0, "step_cpu_ms.1000": 3.0, "load.acknowledged_ms.p50": 1.5}


def test_a_ratio_is_that_of_the_median_round_so_that_one_busy_moment_favours_nobody():
    rounds = [({"ms": 10.0}, {"ms": 5.0}), ({"ms": 40.0}, {"ms": 20.0}), ({"ms": 10.0}, {"ms": 50.0})]

    assert summed_up(rounds) == {"ms": (10.0, 20.0, 0.5)}


def test_what_only_one_of_them_measures_is_left_out_and_nothing_stays_nothing():
    rounds = [({"old": 1.0, "both": 0.0}, {"both": 2.0, "new": 1.0})]

    assert summed_up(rounds) == {"both": (0.0, 2.0, 1.0)}


def test_the_table_has_a_line_for_each_figure():
    comparison: Comparison = {
        "base": "17d2a49",
        "rounds": 3,
        "figures": {
            "step_cpu_ms.0": {"base": 1.86, "here": 0.93, "ratio": 0.5},
            "request_bytes_sent.0": {"base": 111_967.0, "here": 111_967.0, "ratio": 1.0},
        },
        "machine": "a machine",
    }

    head, line, other, where = table(comparison)
    assert head.split() == ["17d2a49", "this", "tree", "ratio"]
    assert line.split() == ["step_cpu_ms.0", "1.86", "0.93", "0.50"]
    assert other.split() == ["request_bytes_sent.0", "111,967", "111,967", "1.00"]
    assert where == "medians of 3 rounds on a machine"


needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="it takes git")


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    def git(*arguments: str) -> None:
        subprocess.run(["git", *arguments], cwd=tmp_path, check=True, capture_output=True)

    git("init", "--initial-branch", "main")
    by = ("-c", "user.name=Ana", "-c", "user.email=ana@desk.example")
    for text in ("one", "two"):
        (tmp_path / "file").write_text(text)
        git("add", "file")
        git(*by, "commit", "--message", text)
    return tmp_path


@needs_git
def test_the_tree_of_a_commit_is_there_for_as_long_as_it_takes_and_this_one_stays_as_it_is(repository: Path):
    (repository / "file").write_text("not committed")

    with tree(repository, "HEAD~1") as (folder, commit):
        assert (folder / "file").read_text() == "one"
        assert commit

    assert not folder.exists()
    assert (repository / "file").read_text() == "not committed"
    worktrees = subprocess.run(["git", "worktree", "list"], cwd=repository, capture_output=True, text=True, check=True)
    assert len(worktrees.stdout.splitlines()) == 1


@needs_git
@pytest.mark.parametrize("base", ["no-such-branch", "--help", "HEAD:file"])
def test_what_is_no_commit_is_told(base: str, repository: Path):
    with pytest.raises(NoBase), tree(repository, base):
        pass
