"""Whatever others write for a schema is used, or said not to be: soon, and without looking anything up."""

import json
import subprocess
import sys
from contextlib import suppress

import pytest

from harness.tools.arguments import JsonSchema, MalformedArguments, read
from harness.tools.json_schemas import DEEPEST

LONG_NAME = json.dumps({f"{'a' * 40}b": 1})
MANY = json.dumps({"a": [{"b": number} for number in range(3_000)]})
TREE = {f"n{n}": {"allOf": [{"$ref": f"#/$defs/n{n + 1}"}] * 2} for n in range(24)} | {"n24": {"type": "object"}}


def test_a_reference_leads_nowhere_outside() -> None:
    takes = JsonSchema({"properties": {"a": {"$ref": "https://example.com/schema.json"}}})
    with pytest.raises(MalformedArguments, match="cannot be used"):
        read(takes, '{"a": 1}')
    within = JsonSchema({"properties": {"a": {"$ref": "#/$defs/word"}}, "$defs": {"word": {"type": "string"}}})
    assert read(within, '{"a": "b"}') == {"a": "b"}


def test_a_pattern_of_whoever_wrote_the_schema_holds_nobody_up() -> None:
    takes = JsonSchema({"properties": {"a": {"type": "string", "pattern": "^(a+)+$"}}})
    assert read(takes, json.dumps({"a": "a" * 200 + "!"}))


def test_what_lies_too_deep_is_refused() -> None:
    takes = JsonSchema(
        {"properties": {"a": {"$ref": "#/$defs/tree"}}, "$defs": {"tree": {"items": {"$ref": "#/$defs/tree"}}}}
    )
    for depth in (DEEPEST, 5_000, 500_000):
        with pytest.raises(MalformedArguments):
            read(takes, f'{{"a": {"[" * depth}{"]" * depth}}}')


@pytest.mark.parametrize(
    "schema",
    [
        {"patternProperties": {"(a+)+$": {"type": "string"}}, "additionalProperties": False},
        {"$ref": "#"},
        {"$ref": "#/required", "required": ["a"]},
        {"$ref": "#/title", "title": "a"},
        {"$id": "http://[bad", "properties": {"a": {"$ref": "other"}}},
        {"properties": {"a": {"multipleOf": 0.5}}},
        {"properties": {"a": {"uniqueItems": True}}},
        {"$ref": "#/$defs/n0", "$defs": TREE},
    ],
)
@pytest.mark.parametrize("text", ["{}", '{"a": 1}', LONG_NAME, '{"a": 1e999}', MANY])
def test_whatever_the_schema_is_it_is_used_or_said_not_to_be(schema: dict[str, object], text: str) -> None:
    """And soon: none of these ends by itself."""
    with suppress(MalformedArguments):
        read(JsonSchema(schema), text)


@pytest.mark.parametrize("depth", [150, 3_000])
def test_a_schema_that_is_too_deep_or_too_large_is_refused_at_once(depth: int) -> None:
    deep: dict[str, object] = {}
    for _ in range(depth):
        deep = {"properties": {"a": deep}}
    for wrong in (deep, {"properties": {f"a{n}": {"type": "string"} for n in range(5_000)}}):
        with pytest.raises(ValueError, match="no JSON schema"):
            JsonSchema(wrong)


def test_a_field_may_be_called_like_a_keyword() -> None:
    takes = JsonSchema({"properties": {"pattern": {"type": "string"}}, "required": ["pattern"]})
    with pytest.raises(MalformedArguments):
        read(takes, '{"pattern": 1}')


def test_what_a_pattern_would_name_is_not_refused_as_another_field() -> None:
    takes = JsonSchema({"patternProperties": {"^x-": {"type": "string"}}, "additionalProperties": False})
    assert read(takes, '{"x-a": "b"}') == {"x-a": "b"}


def test_what_checks_is_loaded_with_the_first_schema_and_not_before() -> None:
    """It takes long, and what we are given to start with describes itself by models."""
    program = (
        "import sys, harness.tools.arguments as arguments\n"
        "assert 'jsonschema' not in sys.modules and 'referencing' not in sys.modules\n"
        "arguments.JsonSchema({})\n"
        "assert 'jsonschema' in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)
