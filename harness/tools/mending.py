"""Arguments that say plainly what is meant, in another shape than the schema has. Pure.

Small models write a list as a string of JSON, a number in quotes, and a bare string for an object of which only one
field is needed.
"""

import json
from collections.abc import Mapping
from typing import Any

_TYPES: Mapping[str, type | tuple[type, ...]] = {
    "array": list, "object": dict, "integer": int, "number": (int, float), "boolean": bool,
}  # fmt: skip
_DEEPEST = 10


def mended(value: Any, schema: Mapping[str, Any]) -> Any:
    """The value in the shape of `schema`, as far as its meaning is plain; the rest as it is."""
    return _mended(value, schema, schema, 0)


def _mended(value: Any, schema: Any, whole: Mapping[str, Any], depth: int) -> Any:
    schema = _followed(schema, whole)
    kind = schema.get("type")
    if depth > _DEEPEST or not isinstance(kind, str):
        return value
    if isinstance(value, str) and kind in _TYPES:
        value = _read(value, kind, schema)
    if kind == "array" and isinstance(value, list):
        return [_mended(each, schema.get("items"), whole, depth + 1) for each in value]
    fields = schema.get("properties")
    if kind == "object" and isinstance(value, dict) and isinstance(fields, Mapping):
        return {name: _mended(each, fields.get(name), whole, depth + 1) for name, each in value.items()}
    return value


def _read(value: str, kind: str, schema: Mapping[str, Any]) -> Any:
    """The string as JSON, if that is of this kind; for an object that needs one text, an object with that."""
    try:
        read = json.loads(value)
    except (ValueError, RecursionError):
        read = None
    if isinstance(read, _TYPES[kind]) and (kind == "boolean" or not isinstance(read, bool)):
        return read
    match schema.get("required"), schema.get("properties"):
        case [str(only)], {**fields} if kind == "object" and _is_text(fields.get(only)):
            return {only: value}
    return value


def _is_text(schema: Any) -> bool:
    return isinstance(schema, Mapping) and schema.get("type") == "string"


def _followed(schema: Any, whole: Mapping[str, Any]) -> Mapping[str, Any]:
    """Behind a reference to the definitions beside it, and without null."""
    if not isinstance(schema, Mapping):
        return {}
    found: Mapping[str, Any] = schema
    others = found.get("anyOf")
    if isinstance(others, list):
        some = [each for each in others if isinstance(each, Mapping) and each.get("type") != "null"]
        found = some[0] if len(some) == 1 else {}
    if isinstance(reference := found.get("$ref"), str):
        found = whole.get("$defs", {}).get(reference.removeprefix("#/$defs/"), {})
    return found
