"""Of a command it is said where it runs, what it sees and how it ended."""

import pytest

from harness.approvals.file_rules import NO_RULES, FileRule, FileRules
from harness.approvals.gate import Verdict
from harness.toolbox.commands_in_words import apart, found_besides, report, seen_and_reached, where
from harness.toolbox.shell import Completed, Isolation

CONTAINED = Isolation("bwrap", network=False, environment=("CI",))


def test_without_a_sandbox_nothing_is_said_of_one() -> None:
    assert where(Isolation(), NO_RULES) == "on the machine that you live on"
    assert (seen_and_reached(Isolation()), apart(Isolation(), NO_RULES)) == ((), ())
    assert found_besides(Isolation()) == "What they call /scratch is $SCRATCH. "


def test_in_a_sandbox_it_is_said_what_is_seen_and_reached() -> None:
    assert seen_and_reached(CONTAINED) == ("in a sandbox, without network", "sees CI")
    assert where(CONTAINED, NO_RULES).endswith("your files, the variables CI, and no network")
    assert "read only, /skills and, if the command names it, /results" in found_besides(CONTAINED)


def test_of_many_paths_that_rules_keep_some_are_named() -> None:
    denied = (FileRule("read", f"/{n}/**", Verdict.DENY) for n in range(7))
    rules = FileRules((*denied, FileRule("write", "/a", Verdict.ALLOW), FileRule("write", "/b", Verdict.ASK)))
    assert apart(CONTAINED, rules) == (
        "does not see /0/**, /1/**, /2/**, /3/**, /4/** and 2 more",
        "does not change /b",
    )


@pytest.mark.parametrize(
    ("completed", "end"),
    [
        (Completed(3, "said\n"), "said\n[exit code 3]"),
        (Completed(0, ""), "(no output)\n[exit code 0]"),
        (Completed(0, "a\0b"), "a\ufffdb\n[exit code 0]"),
    ],
)
def test_the_exit_code_is_always_told(completed: Completed, end: str) -> None:
    assert report(completed, 30, 600) == end


def test_what_ended_a_command_is_told_with_what_to_do() -> None:
    said = {how: report(Completed(137, "", how), 30, 600) for how in ("timed-out", "flooded", "memory")}
    assert "ended after 30 seconds" in said["timed-out"]
    assert "600 at most" in said["timed-out"]
    assert "wrote far too much" in said["flooded"]
    assert "more memory than it may" in said["memory"]
