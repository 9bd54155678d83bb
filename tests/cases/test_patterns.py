"""Text from outside that is parsed."""

import pytest

from harness.approvals.patterns import touches
from harness.files.errors import BadPattern
from harness.files.patterns import Pattern
from harness.tools.schedules import Cron
from scheduler.cron import NotRecurring, apart, next_after
from tests.reading import READER

HIDDEN = (
    "./bin/sudo ls",
    "~/bin/sudo ls",
    "$HOME/bin/sudo ls",
    "su\\\ndo ls",
    "${X:-sudo} ls",
    "su$@do ls",
    "echo ls|xargs sudo",
)


@pytest.mark.parametrize("command", HIDDEN)
def test_a_denying_pattern_matches_a_command_however_its_program_is_spelt(command: str):
    assert touches("sudo *", command, READER)


@pytest.mark.parametrize("command", ["ls -l", "echo sudoku", "git log --oneline", "cat notes/sudo.md", "make -C bin"])
def test_a_denying_pattern_matches_no_other_command(command: str):
    assert not touches("sudo *", command, READER)


@pytest.mark.parametrize("pattern", ["{" + "," * 6_000, "{" * 6_000 + ",", "a" * 20_000], ids=["commas", "braces", "a"])
def test_a_glob_pattern_has_a_longest(pattern: str):
    with pytest.raises(BadPattern):
        Pattern(pattern)


@pytest.mark.parametrize("place", range(5), ids=["minute", "hour", "day", "month", "weekday"])
def test_a_cron_expression_has_a_longest(place: int):
    fields = ["*"] * 5
    fields[place] = ",".join(["1"] * 2_000)
    again = Cron(" ".join(fields), "UTC")
    with pytest.raises(NotRecurring):
        next_after(again, 0.0)


def test_a_cron_expression_of_usual_length_is_read():
    again = Cron(f"{','.join(map(str, range(0, 60, 5)))} {','.join(map(str, range(24)))} 1-31 * mon-fri", "UTC")
    assert next_after(again, 0.0) is not None
    assert apart(again) == 300.0
