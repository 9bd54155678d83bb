"""What whoever pressed, sent or typed something is told of it where they did: nothing that people do is lost unsaid."""

import asyncio
import logging
from collections.abc import Awaitable

from harness.approvals.forms import FormErrors
from harness.loop.intake import NotAdmitted, NotOpen
from harness.sessions.journal import JournalUnavailable

log = logging.getLogger(__name__)

GIVEN_UP = 10.0
"""Seconds after which it counts as not recorded."""
NOT_RECORDED = "Your click was not recorded: my journal is not responding. Please click again."
NOT_SENT = "This was not recorded: my journal is not responding. Please send it again."
NOT_TAKEN = "I could not take this: you may not answer here, or this is not one of my messages."
NOT_ANSWERED = "I do not know whether this was done: my journal is not responding. Please try again in a while."


async def taken(taking: Awaitable[bool], given_up: float = GIVEN_UP, lost: str = NOT_RECORDED) -> str:
    """What they are to be told of what `Intake.receive` takes, if anything: `lost`, if nobody knows whether it was."""
    try:
        async with asyncio.timeout(given_up):
            return "" if await taking else NOT_TAKEN
    except (NotAdmitted, NotOpen) as refused:
        return str(refused)
    except FormErrors as error:
        return f"This was not taken: {error}"
    except (JournalUnavailable, TimeoutError) as error:
        log.warning("what somebody did was not recorded: %s", error)
        return lost
    except Exception:
        log.exception("what somebody did was not recorded")
        return NOT_TAKEN


async def answered(answering: Awaitable[str], given_up: float = GIVEN_UP) -> str:
    """What `Commands.invoke` answers, or why it does not."""
    try:
        async with asyncio.timeout(given_up):
            return await answering
    except NotAdmitted as refused:
        return str(refused)
    except (JournalUnavailable, TimeoutError) as error:
        log.warning("a command was not answered: %s", error)
        return NOT_ANSWERED
    except Exception:
        log.exception("a command was not answered")
        return NOT_ANSWERED
