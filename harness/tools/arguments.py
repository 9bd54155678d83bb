"""What a tool takes: a pydantic model, or a JSON schema where the tool is described to us rather than written here."""

import json
from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from math import isinf
from typing import Any

import referencing
from jsonschema import Draft202012Validator
from jsonschema.exceptions import SchemaError, ValidationError
from jsonschema.validators import extend
from pydantic import BaseModel
from pydantic import ValidationError as Invalid

WRONG = 10
"""Things that are wrong with a call, as many as are told."""
LONGEST = 2_000
"""Characters that they are told in: names of fields are the model's, and may be of any length."""
DEEPEST = 100
"""Lists and objects within each other that arguments by a schema may have."""
DEEPEST_SCHEMA = 60
"""And that a schema may have."""
MOST = 100
"""Things that are wrong with a call, as many as are looked for."""

Problem = tuple[tuple[str, ...], str]
"""Where, from the outside in, and what is wrong there."""

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


class MalformedArguments(ValueError):
    """The arguments of a call are not what its tool takes; the message tells the model what would be right. `problems`
    are all that are wrong.
    """

    def __init__(self, message: str, problems: tuple[Problem, ...] = ()) -> None:
        super().__init__(message)
        self.problems = problems


@dataclass(frozen=True)
class JsonSchema:
    """What a tool takes, by a JSON schema (draft 2020-12) of an object. Raises ValueError if it is none. A reference
    leads nowhere but within it.
    """

    schema: Mapping[str, Any]

    def __post_init__(self) -> None:
        try:
            checked = _checkable(self.schema)
            Draft202012Validator.check_schema(checked)
        except SchemaError as error:
            raise ValueError(f"no JSON schema: {error.message[:LONGEST]}") from None
        except RecursionError:
            raise ValueError("no JSON schema: its references lead in a ring") from None
        if self.schema.get("type", "object") != "object":
            raise ValueError("a tool takes an object")

    def read(self, text: str) -> Mapping[str, Any]:
        """Raises MalformedArguments."""
        try:
            value = json.loads(text, parse_constant=_no_constant, parse_float=_number)
            text.encode()
            json.dumps(value, ensure_ascii=False).encode()  # no halves of characters, which could not be written down
        except (ValueError, RecursionError) as error:
            raise _malformed([((), f"invalid JSON: {error}")]) from None
        if _depth(value) > DEEPEST:
            raise _malformed([((), f"more than {DEEPEST} lists and objects within each other")])
        if not isinstance(value, dict):
            raise _malformed([((), "this is not an object")])
        _looks.set([LOOKS])
        try:
            wrong = list(map(_problem, islice(self._checked.iter_errors(value), MOST)))
        except Exception as error:  # the library's own, of a schema that is one by its letter alone
            raise _malformed([((), f"its schema cannot be used: {type(error).__name__}")]) from None
        if wrong:
            raise _malformed(wrong)
        return value

    @cached_property
    def _checked(self) -> Any:
        return _Validator(_checkable(self.schema), registry=referencing.Registry())


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


Takes = type[BaseModel] | JsonSchema


def read(takes: Takes, text: str) -> Any:
    """The arguments: of a pydantic model an instance, of a schema a dict. Raises MalformedArguments, in words that tell
    a model how to do better: of many things that are wrong, the first.
    """
    text = text.strip() or "{}"
    if isinstance(takes, JsonSchema):
        return takes.read(text)
    try:
        return takes.model_validate_json(text)
    except Invalid as error:
        found = error.errors(include_url=False, include_input=False, include_context=False)
        raise _malformed([(tuple(map(str, each["loc"])), each["msg"]) for each in found]) from None


def schema(takes: Takes) -> dict[str, Any]:
    """The JSON schema of what it takes."""
    found = dict(takes.schema) if isinstance(takes, JsonSchema) else takes.model_json_schema()
    found.pop("title", None)
    return found


def spelt(arguments: Any) -> str:
    """As JSON, in one order."""
    if isinstance(arguments, BaseModel):
        return arguments.model_dump_json()
    return json.dumps(arguments, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def _malformed(problems: list[Problem]) -> MalformedArguments:
    told = (f"{'.'.join(where) or 'arguments'}: {what[:1].lower()}{what[1:]}" for where, what in problems[:WRONG])
    wrong = "; ".join(told)
    more = "; and more" if len(problems) > WRONG or len(wrong) > LONGEST else ""
    return MalformedArguments(f"{wrong[:LONGEST]}{more}", tuple(problems))


def _problem(error: ValidationError) -> Problem:
    return tuple(map(str, error.absolute_path)), error.message


def _number(text: str) -> float:
    number = float(text)
    if isinf(number):
        raise ValueError(f"{text[:20]} is too large")
    return number


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no number in JSON")


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
