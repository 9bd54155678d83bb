"""A failure that nobody foresaw: what people read of it ends with a reference, and the log has that with the traceback.

The reference is made of what failed, and where: what is tried again fails by the same one, so that nothing is another
for it, and whoever looks for one in the log finds each time that it happened.
"""

import logging
from collections.abc import Iterator
from hashlib import sha256
from traceback import walk_tb

FIELDS = "fields"
"""The attribute of a record of the log that has what its line says by name, for programs."""
RECURRING = "recurring"
"""The attribute of a record that may come again and again: those with the same value say the same."""
_LENGTH = 6
_DEEPEST = 20
"""Exceptions that are looked at behind one."""


def unforeseen(log: logging.Logger, error: BaseException, what: str, *about: object) -> str:
    """What it is, for people to read. The log has `what`, which is about the others as logging has it."""
    return referred(described(error), logged(log, error, what, *about))


def logged(log: logging.Logger, error: BaseException, what: str, *about: object) -> str:
    """The reference alone, for those to whom it says nothing what it is."""
    ref = reference(error)
    log.error(f"{what} (ref %s)", *about, ref, exc_info=error, extra={FIELDS: {"ref": ref}})
    return ref


def refusal(log: logging.Logger, text: str, *about: object) -> str:
    """The same of what somebody else refused, and nobody foresaw: nothing was raised. `about` is what was refused. It
    may come with each status that is shown, and is RECURRING.
    """
    ref = sha256("\n".join(map(str, about)).encode()).hexdigest()[:_LENGTH]
    log.error("%s", told := referred(text, ref), extra={FIELDS: {"ref": ref}, RECURRING: ref})
    return told


def referred(text: str, ref: str) -> str:
    return f"{text} (ref {ref})"


def reference(error: BaseException, *about: object) -> str:
    """Of its kind, of where it and what is behind it were raised, and of what it is `about`. Not of what it says, which
    may be another each time.
    """
    parts = [str(one) for one in about]
    for each in behind(error):
        parts.append(type(each).__qualname__)
        parts += [f"{frame.f_code.co_qualname}:{line}" for frame, line in walk_tb(each.__traceback__)]
    return sha256("\n".join(parts).encode()).hexdigest()[:_LENGTH]


def behind(error: BaseException) -> Iterator[BaseException]:
    """It, and what it was raised for."""
    seen, each = set[int](), error
    while id(each) not in seen and len(seen) < _DEEPEST:
        seen.add(id(each))
        yield each
        if (before := each.__cause__ or each.__context__) is None:
            return
        each = before


def described(error: BaseException) -> str:
    """Its kind, and what it says of itself if it can."""
    try:
        return f"{type(error).__name__}: {error}"
    except Exception:
        return type(error).__name__
