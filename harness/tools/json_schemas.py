"""What checks arguments by a JSON schema that others wrote: soon, whatever schema and arguments are.

Apart from `arguments`, which imports it for the first schema: what it takes to import is felt in a start, and our own
tools describe what they take by pydantic models.
"""

from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from itertools import islice
from typing import Any

import referencing
from jsonschema import Draft202012Validator
from jsonschema.exceptions import SchemaError, ValidationError
from jsonschema.validators import extend

from harness.tools.arguments import LONGEST, Problem

DEEPEST = 100
"""Lists and objects within each other that arguments may have."""
DEEPEST_SCHEMA = 60
"""And that a schema may have."""
MOST = 100
"""Things that are wrong with a call, as many as are looked for."""
LARGEST = 5_000
"""Values that a schema may have."""
LOOKS = 20_000
"""References that are followed for one call: a few that lead to each other twice would be followed for ever."""
_LEFT_OUT = frozenset({
    "pattern", "patternProperties", "propertyNames", "uniqueItems", "unevaluatedProperties", "unevaluatedItems",
    "multipleOf", "$id", "$schema", "$dynamicRef", "$anchor", "$dynamicAnchor",
})  # fmt: skip
"""Keywords that are not checked here, since what checking them takes has no bound that we know, or since they lead
elsewhere: the tool looks for itself. The model is shown them all.
"""
_OF_NAMES = frozenset({"properties", "$defs", "definitions", "dependentSchemas"})
_looks: ContextVar[list[int]] = ContextVar("looks")


def _followed(validator: Any, reference: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
    left = _looks.get()
    left[0] -= 1
    if left[0] < 0:
        raise _TooMuch
    yield from Draft202012Validator.VALIDATORS["$ref"](validator, reference, instance, schema)


class _TooMuch(Exception):
    """More references lead to each other than are followed."""


_Validator: Any = extend(Draft202012Validator, {"$ref": _followed})  # type: ignore[no-untyped-call]


class Validator:
    """Checks by a schema. Raises ValueError for one that is larger or deeper than there may be."""

    def __init__(self, schema: Mapping[str, Any]) -> None:
        self._schema = _checkable(schema)
        self._validator = _Validator(self._schema, registry=referencing.Registry())

    def check(self) -> None:
        """Raises ValueError if it is no schema."""
        try:
            Draft202012Validator.check_schema(self._schema)
        except SchemaError as error:
            raise ValueError(f"no JSON schema: {error.message[:LONGEST]}") from None
        except RecursionError:
            raise ValueError("no JSON schema: its references lead in a ring") from None

    def problems(self, value: Any) -> list[Problem]:
        """What is wrong with arguments, as they came out of JSON; nothing, if they fit."""
        if _depth(value) > DEEPEST:
            return [((), f"more than {DEEPEST} lists and objects within each other")]
        if not isinstance(value, dict):
            return [((), "this is not an object")]
        _looks.set([LOOKS])
        try:
            return list(map(_problem, islice(self._validator.iter_errors(value), MOST)))
        except Exception as error:  # the library's own, of a schema that is one by its letter alone
            return [((), f"its schema cannot be used: {type(error).__name__}")]


def _checkable(schema: Mapping[str, Any]) -> dict[str, Any]:
    """What of it is checked. Raises ValueError for one that is larger or deeper than there may be."""
    if _depth(schema) > DEEPEST_SCHEMA or _size(schema) > LARGEST:
        raise ValueError(f"no JSON schema: more than {LARGEST} values, or {DEEPEST_SCHEMA} within each other")

    def without(value: Any, names: bool = False) -> Any:
        """`names`: its keys are names of fields, not keywords."""
        if isinstance(value, list):
            return [without(each) for each in value]
        if not isinstance(value, dict):
            return value
        if names:
            return {key: without(each) for key, each in value.items()}
        unsaid = _LEFT_OUT | ({"additionalProperties"} if "patternProperties" in value else frozenset[str]())
        return {key: without(each, key in _OF_NAMES) for key, each in value.items() if key not in unsaid}

    found: dict[str, Any] = without(dict(schema))
    return found


def _problem(error: ValidationError) -> Problem:
    return tuple(map(str, error.absolute_path)), error.message


def _size(value: Any) -> int:
    """All values in it."""
    count, ahead = 0, [value]
    while ahead:
        each = ahead.pop()
        count += 1
        if isinstance(each, dict | list):
            ahead += _within(each)
    return count


def _depth(value: Any) -> int:
    """Of lists and objects within each other."""
    deepest, ahead = 0, [(value, 1)]
    while ahead:
        each, depth = ahead.pop()
        if isinstance(each, dict | list):
            deepest = max(deepest, depth)
            ahead += ((inner, depth + 1) for inner in _within(each))
    return deepest


def _within(value: dict[str, Any] | list[Any]) -> Iterator[Any]:
    yield from value.values() if isinstance(value, dict) else value
