"""How a check on JSON is written: small functions that yield what is wrong, with a JSON pointer, as Slack does."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

Check = Callable[[Any, str], Iterator[str]]
"""Takes a value and its JSON pointer; yields one line for each thing wrong with it."""


def anything(value: Any, at: str) -> Iterator[str]:
    yield from ()


def boolean(value: Any, at: str) -> Iterator[str]:
    if not isinstance(value, bool):
        yield f"must be a boolean [json-pointer:{at}]"


def string(most: int | None = None, least: int = 0) -> Check:
    """A string of `least` to `most` characters."""

    def check(value: Any, at: str) -> Iterator[str]:
        if not isinstance(value, str):
            yield f"must be a string [json-pointer:{at}]"
        elif len(value) < least:
            yield f"must be more than {least - 1} characters [json-pointer:{at}]"
        elif most is not None and len(value) > most:
            yield f"must be less than {most + 1} characters [json-pointer:{at}]"

    return check


def integer(least: int, most: int) -> Check:
    def check(value: Any, at: str) -> Iterator[str]:
        if not isinstance(value, int) or isinstance(value, bool):
            yield f"must be an integer [json-pointer:{at}]"
        elif not least <= value <= most:
            yield f"must be between {least} and {most} [json-pointer:{at}]"

    return check


def choice(*values: str) -> Check:
    def check(value: Any, at: str) -> Iterator[str]:
        if value not in values:
            yield f"must be one of: {', '.join(values)} [json-pointer:{at}]"

    return check


def items(of: Check, most: int | None = None, least: int = 1) -> Check:
    """An array of `least` to `most` things that each pass `of`."""

    def check(value: Any, at: str) -> Iterator[str]:
        if not isinstance(value, list):
            yield f"must be an array [json-pointer:{at}]"
            return
        if len(value) < least:
            yield f"no fewer than {least} items allowed [json-pointer:{at}]"
        if most is not None and len(value) > most:
            yield f"no more than {most} items allowed [json-pointer:{at}]"
        for index, item in enumerate(value):
            yield from of(item, f"{at}/{index}")

    return check


def record(required: Mapping[str, Check] | None = None, optional: Mapping[str, Check] | None = None) -> Check:
    """An object with these keys and no others (Slack refuses additional properties)."""
    required, optional = required or {}, optional or {}

    def check(value: Any, at: str) -> Iterator[str]:
        if not isinstance(value, dict):
            yield f"must be an object [json-pointer:{at}]"
            return
        for key in required:
            if value.get(key) is None:
                yield f"missing required field: {key} [json-pointer:{at}]"
        for key, item in value.items():
            of = required.get(key) or optional.get(key)
            if of is None:
                yield f"invalid additional property: {key} [json-pointer:{at}]"
            elif item is not None:
                yield from of(item, f"{at}/{key}")

    return check


def one_of(kinds: Callable[[], Mapping[str, Check]], *allowed: str) -> Check:
    """An object whose `type` is one of `allowed` (all of `kinds` when none is named) and which passes that check.

    `kinds` is a function so that kinds may nest.
    """

    def check(value: Any, at: str) -> Iterator[str]:
        if not isinstance(value, dict):
            yield f"must be an object [json-pointer:{at}]"
            return
        kind = value.get("type")
        known = kinds()
        if not isinstance(kind, str) or kind not in (allowed or known):
            yield f"unsupported type: {kind} [json-pointer:{at}/type]"
            return
        yield from known[kind]({key: item for key, item in value.items() if key != "type"}, at)

    return check


def either(*keys: str) -> Check:
    """At least one of these keys is there."""

    def check(value: Any, at: str) -> Iterator[str]:
        if isinstance(value, dict) and all(value.get(key) is None for key in keys):
            yield f"must have one of: {', '.join(keys)} [json-pointer:{at}]"

    return check


def not_both(one: str, other: str) -> Check:
    def check(value: Any, at: str) -> Iterator[str]:
        if isinstance(value, dict) and value.get(one) is not None and value.get(other) is not None:
            yield f"cannot have both {one} and {other} [json-pointer:{at}]"

    return check


def both(*checks: Check) -> Check:
    """All of these."""

    def check(value: Any, at: str) -> Iterator[str]:
        for of in checks:
            yield from of(value, at)

    return check
