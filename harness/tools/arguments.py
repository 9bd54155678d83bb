"""What a tool takes: a pydantic model, or a JSON schema where the tool is described to us rather than written here."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
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
DEEPEST = 200
"""Lists and objects within each other that arguments by a schema may have."""

Problem = tuple[tuple[str, ...], str]
"""Where, from the outside in, and what is wrong there."""

# Patterns are whoever wrote the schema's, and may take for ever on what a model writes: the tool looks for itself.
_Validator: Any = extend(  # type: ignore[no-untyped-call]
    Draft202012Validator, {"pattern": None, "patternProperties": None}
)


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
            Draft202012Validator.check_schema(self.schema)
        except SchemaError as error:
            raise ValueError(f"no JSON schema: {error.message[:LONGEST]}") from None
        if self.schema.get("type", "object") != "object":
            raise ValueError("a tool takes an object")

    def read(self, text: str) -> Mapping[str, Any]:
        """Raises MalformedArguments."""
        try:
            value = json.loads(text, parse_constant=_no_constant)
        except (ValueError, RecursionError) as error:
            raise _malformed([((), f"invalid JSON: {error}")]) from None
        if _depth(value) > DEEPEST:
            raise _malformed([((), f"more than {DEEPEST} lists and objects within each other")])
        if not isinstance(value, dict):
            raise _malformed([((), "this is not an object")])
        try:
            wrong = list(map(_problem, self._checked.iter_errors(value)))
        except referencing.exceptions.Unresolvable as error:
            raise _malformed([((), f"its schema leads elsewhere: {error}")]) from None
        if wrong:
            raise _malformed(wrong)
        return value

    @cached_property
    def _checked(self) -> Any:
        return _Validator(dict(self.schema), registry=referencing.Registry())


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


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no number in JSON")


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
