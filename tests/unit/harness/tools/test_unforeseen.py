"""A failure that nobody foresaw has a reference, for people and in the log."""

import asyncio
import logging

import pytest

from harness.tools.unforeseen import FIELDS, described, reference, unforeseen
from tests.references import unreferred

log = logging.getLogger("tests.unforeseen")


def broken(why: str) -> Exception:
    try:
        raise ValueError(why)
    except ValueError as error:
        return error


def elsewhere(why: str) -> Exception:
    try:
        raise ValueError(why)
    except ValueError as error:
        return error


def wrapped(inner: Exception) -> Exception:
    try:
        raise RuntimeError("outer") from inner
    except RuntimeError as error:
        return error


def test_people_read_the_reference_that_the_log_has_with_the_traceback(caplog: pytest.LogCaptureFixture) -> None:
    error = broken("no such thing")
    told = unforeseen(log, error, "%s: %s failed", "t", "it")
    assert unreferred(told) == "ValueError: no such thing"
    [record] = caplog.records
    ref = reference(error)
    assert told.endswith(f"(ref {ref})")
    assert record.message == f"t: it failed (ref {ref})"
    assert getattr(record, FIELDS) == {"ref": ref}
    assert record.exc_info
    assert record.exc_info[1] is error


def test_what_is_tried_again_fails_by_the_same_reference_whatever_it_says_this_time() -> None:
    assert reference(broken("request 1 failed")) == reference(broken("request 2 failed"))
    assert reference(broken("x")) != reference(elsewhere("x"))
    assert reference(wrapped(broken("x"))) == reference(wrapped(broken("y")))
    assert reference(wrapped(broken("x"))) != reference(wrapped(elsewhere("x")))


def test_it_may_be_about_something_too() -> None:
    error = broken("x")
    assert len({reference(error), reference(error, "chat.update"), reference(error, "chat.postMessage", 400)}) == 3


def test_what_was_raised_for_each_other_has_one_too() -> None:
    one, other = broken("one"), broken("other")
    one.__cause__, other.__cause__ = other, one
    assert len(reference(one)) == 6


def test_what_cannot_say_what_it_is_is_called_by_its_kind() -> None:
    class Speechless(Exception):
        def __str__(self) -> str:
            raise self

    assert described(Speechless()) == "Speechless"
    assert described(asyncio.CancelledError()) == "CancelledError: "
