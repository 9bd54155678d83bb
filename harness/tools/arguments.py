"""What a tool takes: a pydantic model, or a JSON schema where the tool is described to us rather than written here."""

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import isinf
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel
from pydantic import ValidationError as Invalid

from harness.tools.mending import mended

if TYPE_CHECKING:
    from harness.tools.json_schemas import Validator

WRONG = 10
"""Things that are wrong with a call, as many as are told."""
LONGEST = 2_000
"""Characters that they are told in: names of fields are the model's, and may be of any length."""
Problem = tuple[tuple[str, ...], str]
"""Where, from the outside in, and what is wrong there."""


def as_object(arguments: str) -> Mapping[str, Any] | None:
    """What a model gave as arguments, if it is an object, whatever is in it. None at all is an empty one."""
    try:
        value = json.loads(arguments.strip() or "{}")
    except (ValueError, RecursionError):  # nested deeper than Python goes
        return None
    return value if isinstance(value, dict) else None


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
        self._validator.check()
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
        if wrong := self._validator.problems(value):
            raise _malformed(wrong)
        found: Mapping[str, Any] = value
        return found

    @cached_property
    def _validator(self) -> "Validator":
        from harness.tools.json_schemas import Validator

        return Validator(self.schema)


Takes = type[BaseModel] | JsonSchema


def read(takes: Takes, text: str) -> Any:
    """The arguments: of a pydantic model an instance, of a schema a dict. Raises MalformedArguments, in words that tell
    a model how to do better: of many things that are wrong, the first. What doesn't fit is read as it is plainly meant.
    """
    text = text.strip() or "{}"
    try:
        return _read(takes, text)
    except MalformedArguments:
        if (plain := _plain(takes, text)) is None:
            raise
        with suppress(MalformedArguments):
            return _read(takes, plain)
        raise


def _plain(takes: Takes, text: str) -> str | None:
    """The arguments in the shape of the schema, as far as their meaning is plain; None if nothing changes."""
    given = as_object(text)
    if given is None:
        return None
    try:
        plain = mended(given, schema(takes))
        return json.dumps(plain, ensure_ascii=False) if plain != given else None
    except RecursionError:
        return None


def _read(takes: Takes, text: str) -> Any:
    if isinstance(takes, JsonSchema):
        return takes.read(text)
    try:
        return takes.model_validate_json(text)
    except Invalid as error:
        found = error.errors(include_url=False, include_input=False, include_context=False)
        raise _malformed([(tuple(map(str, each["loc"])), each["msg"]) for each in found]) from None


def schema(takes: Takes) -> dict[str, Any]:
    """The JSON schema of what it takes; what is within it is for reading only."""
    found = dict(takes.schema if isinstance(takes, JsonSchema) else _schema_of(takes))
    found.pop("title", None)
    return found


@lru_cache(maxsize=512)
def _schema_of(model: type[BaseModel]) -> Mapping[str, Any]:
    """Made once: it takes longer than all else of offering a tool, and forms ask for it each time."""
    return model.model_json_schema()


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


def _number(text: str) -> float:
    number = float(text)
    if isinf(number):
        raise ValueError(f"{text[:20]} is too large")
    return number


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no number in JSON")
