"""Whatever becomes of what people do, they are told, and nothing is raised."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

import pytest

from harness.approvals.forms import FormErrors, NothingToFill
from harness.chat.port import Undelivered
from harness.loop.answering import (
    FAILED,
    NOT_ANSWERED,
    NOT_OPENED,
    NOT_TAKEN,
    UNSURE_CLICKED,
    UNSURE_SENT,
    answered,
    form_opened,
    taken,
)
from harness.loop.refusals import NotAdmitted, NotOpen
from harness.sessions.journal import JournalUnavailable
from tests.references import unreferred

T = TypeVar("T")


async def says(what: T | Exception) -> T:
    if isinstance(what, Exception):
        raise what
    return what


async def never() -> bool:
    await asyncio.Event().wait()
    return True


@pytest.mark.parametrize(
    ("became", "told"),
    [
        (True, ""),
        (False, NOT_TAKEN),
        (NotAdmitted("You may not talk to me."), "You may not talk to me."),
        (NotOpen("That has ended."), "That has ended."),
        (FormErrors({"to": "too long", "": "nothing typed"}), "This was not accepted: to: too long; nothing typed"),
        (JournalUnavailable("down"), UNSURE_CLICKED),
    ],
)
def test_they_are_told_what_became_of_it(became: bool | Exception, told: str, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.CRITICAL):
        assert asyncio.run(taken(says(became))) == told


@pytest.mark.parametrize(
    ("became", "told"),
    [
        ("In mode build.", "In mode build."),
        (NotAdmitted("You may not talk to me."), "You may not talk to me."),
        (JournalUnavailable("down"), NOT_ANSWERED),
    ],
)
def test_a_command_is_answered_or_that_is_said(became: str | Exception, told: str) -> None:
    assert asyncio.run(answered(says(became))) == told


@pytest.mark.parametrize(
    "working",
    [
        lambda: taken(says(RuntimeError("a bug"))),
        lambda: answered(says(RuntimeError("a bug"))),
        lambda: form_opened(says(RuntimeError("a bug")), says, 60.0),
    ],
)
def test_of_what_nobody_foresaw_they_are_told_a_reference_that_the_log_has(
    working: Callable[[], Awaitable[str]], caplog: pytest.LogCaptureFixture
) -> None:
    async def main() -> str:
        return await working()

    told = asyncio.run(main())
    assert unreferred(told) == FAILED
    [record] = caplog.records
    assert told.rpartition(" (")[2] == record.message.rpartition(" (")[2]
    assert record.exc_info


def test_what_takes_too_long_is_not_waited_for() -> None:
    assert asyncio.run(taken(never(), 0.0, UNSURE_SENT)) == UNSURE_SENT


@pytest.mark.parametrize(
    ("found", "told"),
    [
        (True, ""),
        (NotOpen("That has ended."), "That has ended."),
        (NotAdmitted("You may not talk to me."), "You may not talk to me."),
        (NothingToFill("This is too long."), "This is too long."),
        (JournalUnavailable("down"), NOT_OPENED),
    ],
)
def test_a_form_opens_or_that_is_said(found: bool | Exception, told: str) -> None:
    shown: list[bool] = []

    async def show(form: bool) -> None:
        shown.append(form)

    assert asyncio.run(form_opened(says(found), show, 60.0)) == told
    assert shown == ([] if told else [True])


def test_a_form_that_is_found_too_late_or_that_the_platform_does_not_take_is_said_not_to_have_opened() -> None:
    async def refuse(form: bool) -> None:
        raise Undelivered("down")

    assert asyncio.run(form_opened(never(), refuse, 0.0)) == NOT_OPENED
    assert asyncio.run(form_opened(says(True), refuse, 60.0)) == NOT_OPENED
