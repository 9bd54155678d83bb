"""A line is one line, and no longer than what it says."""

from bot.work_log.line import LONGEST_NAME, given, in_line, named, spent, usage_fields
from harness.sessions.usage import Usage


def test_what_would_be_another_line_or_move_a_terminal_is_neither() -> None:
    assert in_line("no\nturn 1 began\x1b[2J") == "no turn 1 began\\x1b[2J"


def test_a_name_that_a_model_made_up_is_cut() -> None:
    assert named("x" * 1000) == "x" * LONGEST_NAME


def test_what_there_is_not_is_no_field() -> None:
    assert given(by="", why=None, seconds=0.0, turn=1) == {"seconds": 0.0, "turn": 1}


def test_a_cost_that_nobody_knows_is_not_said_to_be_nothing() -> None:
    assert spent(Usage(1200, 34, 0.0042)) == "1,200 tokens in, 34 out, $0.0042"
    assert spent(Usage(1200, 34)) == "1,200 tokens in, 34 out"
    used = {"input_tokens": 1200, "output_tokens": 34, "cached_tokens": 1000, "cost": 0.3}
    assert usage_fields(Usage(1200, 34, 0.1 + 0.2, 1000)) == used
