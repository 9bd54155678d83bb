"""How a command in the background ended, for the model and for people."""

from typing import get_args

from harness.chat.phrases import plain
from harness.sessions.notices import CommandOver
from harness.tools.changes import CommandEnd
from harness.wording.command_ends import over, told


def test_each_end_says_what_the_model_needs_to_know() -> None:
    assert over("exited", 3) == "exit code 3"
    assert over("memory", 137).startswith("exit code 137: something of it was killed")
    assert "not known" in over("lost")
    assert len({over(how, 0) for how in get_args(CommandEnd)}) == len(get_args(CommandEnd))


def test_people_are_told_of_what_was_lost_and_what_took_too_long() -> None:
    lost, late = plain(told(CommandOver("lost", "make"))), plain(told(CommandOver("timed-out", "make")))
    assert lost == "I was restarted, and lost a command that was running: make"
    assert late == "I ended a command, since its time was over: make"


def test_people_are_told_why_i_do_not_go_on_now_that_a_command_has_ended() -> None:
    decide, off = plain(told(CommandOver("exited", "make", waits=True))), plain(told(CommandOver("exited", "make")))
    assert decide == "A command has ended, but I'm waiting for a decision first: make"
    assert off == "A command has ended, and I'm switched off where I would go on: make"
