"""How a command ended that ran in the background, in words."""

from typing import assert_never

from harness.chat.phrases import Code, Phrase
from harness.sessions.notices import CommandOver
from harness.tools.changes import CommandEnd


def over(how: CommandEnd, exit_code: int | None = None) -> str:
    """`exit code 0`, `ended by kill`: a part of a sentence, for a model."""
    match how:
        case "exited":
            return f"exit code {exit_code}"
        case "timed-out":
            return "its time was over, so it was ended; it may have taken effect in part"
        case "flooded":
            return "it wrote far too much, so it was ended"
        case "memory":
            return f"exit code {exit_code}: something of it was killed, since it used more memory than it may"
        case "killed":
            return "ended by kill"
        case "stopped":
            return "people stopped it"
        case "lost":
            return "it was lost when I was restarted; what it has done by then is not known"
        case _:
            assert_never(how)


def told(what: CommandOver) -> Phrase:
    """What people read of one that they were to be notified of."""
    match what.how:
        case "lost":
            told = "I was restarted, and lost a command that was running"
        case "timed-out":
            told = "I ended a command, since its time was over"
        case _ if what.waits:
            told = "A command has ended, but I'm waiting for a decision first"
        case _:
            told = "A command has ended, and I'm switched off where I would go on"
    return (f"{told}: ", Code(what.command))
