"""What whoever pressed, sent or typed something is told of it where they did: nothing that people do is lost unsaid."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

from harness.approvals.forms import FormErrors, NothingToFill
from harness.chat.port import ChatError
from harness.loop.refusals import NotAdmitted, NotOpen
from harness.sessions.journal import JournalUnavailable
from harness.tools.unforeseen import logged, referred

log = logging.getLogger(__name__)

GIVEN_UP = 10.0
"""Seconds after which nobody waits for the journal any more. It may take it still, so that nothing is said of that."""
UNSURE_CLICKED = (
    "I don't know yet whether your click counts: my database is not responding. If nothing changes within a minute, "
    "press the button once more."
)
UNSURE_SENT = (
    "I don't know yet whether I got this: my database is not responding. If nothing happens within a minute, "
    "send it once more."
)
NOT_TAKEN = (
    "I can't take this answer: its conversation was deleted, or the message is not mine, or you may not answer here."
)
NOT_OPENED = "The form did not open. Please click again."
FAILED = "Something went wrong, and I don't know whether this was done."
NOT_ANSWERED = "I don't know yet whether this was done: my database is not responding. Check again in a minute."
F = TypeVar("F")


async def taken(taking: Awaitable[bool], given_up: float = GIVEN_UP, unsure: str = UNSURE_CLICKED) -> str:
    """What they are to be told of what `Intake.receive` takes, if anything: `unsure`, if it is not known whether."""
    try:
        async with asyncio.timeout(given_up):
            return "" if await taking else NOT_TAKEN
    except (NotAdmitted, NotOpen) as refused:
        return str(refused)
    except FormErrors as error:
        return f"This was not accepted: {error}"
    except (JournalUnavailable, TimeoutError) as error:
        log.warning("not known whether an action was recorded: %s", error)
        return unsure
    except Exception as error:
        return referred(FAILED, logged(log, error, "an action was not handled"))


async def answered(answering: Awaitable[str], given_up: float = GIVEN_UP) -> str:
    """What `Commands.invoke` answers, or why it does not."""
    try:
        async with asyncio.timeout(given_up):
            return await answering
    except NotAdmitted as refused:
        return str(refused)
    except (JournalUnavailable, TimeoutError) as error:
        log.warning("not known whether a command was done: %s", error)
        return NOT_ANSWERED
    except Exception as error:
        return referred(FAILED, logged(log, error, "a command was not answered"))


async def form_opened(finding: Awaitable[F], show: Callable[[F], Awaitable[None]], within: float) -> str:
    """Shows the form that was found within so many seconds. What whoever wanted it is to be told, if anything."""
    try:
        async with asyncio.timeout(within):
            form = await finding
        await show(form)
        return ""
    except (NotOpen, NotAdmitted, NothingToFill) as error:
        return str(error)
    except (JournalUnavailable, TimeoutError, ChatError) as error:
        log.warning("a form was not opened: %s", error)
        return NOT_OPENED
    except Exception as error:
        return referred(FAILED, logged(log, error, "a form was not opened"))
