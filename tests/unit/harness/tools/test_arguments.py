"""What a tool takes, by a pydantic model or by a JSON schema: read alike, refused alike."""

import json
from contextlib import suppress

import pytest
from pydantic import BaseModel, ConfigDict, Field

from harness.tools.arguments import DEEPEST, LONGEST, WRONG, JsonSchema, MalformedArguments, Takes, read, schema, spelt


class Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    path: str
    lines: int = Field(10, ge=1)


SCHEMA = JsonSchema(
    {
        "title": "Read",
        "type": "object",
        "properties": {"path": {"type": "string"}, "lines": {"type": "integer", "minimum": 1}},
        "required": ["path"],
        "additionalProperties": False,
    }
)


@pytest.mark.parametrize("takes", [Model, SCHEMA])
def test_what_fits_is_read(takes: Takes) -> None:
    assert json.loads(spelt(read(takes, '{"path": "/a", "lines": 2}'))) == {"path": "/a", "lines": 2}


@pytest.mark.parametrize("takes", [Model, SCHEMA])
@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("{", ()),
        ("", ("path",)),
        ("[]", ()),
        ('{"path": 1}', ("path",)),
        ('{"path": "/a", "lines": 0}', ("lines",)),
        ('{"path": "/a", "lines": "two"}', ("lines",)),
        ('{"path": "/a", "lines": NaN}', ("lines",)),
    ],
)
def test_what_does_not_fit_is_refused_and_says_where(takes: Takes, text: str, where: tuple[str, ...]) -> None:
    with pytest.raises(MalformedArguments) as refused:
        read(takes, text)
    found = {problem[0] for problem in refused.value.problems}
    # a schema says of the whole what is missing, and of a constant that this is no JSON
    assert where in found or (takes is SCHEMA and found == {()})


@pytest.mark.parametrize("takes", [Model, SCHEMA])
def test_of_much_that_is_wrong_a_little_is_told(takes: Takes) -> None:
    with pytest.raises(MalformedArguments, match="and more") as refused:
        read(takes, json.dumps({"path": 1, **{f"{number}" * 300: 1 for number in range(3 * WRONG)}}))
    assert len(str(refused.value)) < 2 * LONGEST


def test_a_model_is_shown_the_schema_without_its_title() -> None:
    assert schema(SCHEMA) == {key: value for key, value in SCHEMA.schema.items() if key != "title"}
    assert "title" not in schema(Model)


@pytest.mark.parametrize("wrong", [{"type": "nonsense"}, {"type": "array"}, {"properties": []}])
def test_what_is_no_schema_of_an_object_is_refused_at_once(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"no JSON schema|takes an object"):
        JsonSchema(wrong)


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


def test_the_same_arguments_are_spelt_alike() -> None:
    assert spelt({"b": 1, "a": "ä"}) == spelt({"a": "ä", "b": 1}) == '{"a":"ä","b":1}'


LONG_NAME = json.dumps({f"{'a' * 40}b": 1})
MANY = json.dumps({"a": [{"b": number} for number in range(3_000)]})
TREE = {f"n{n}": {"allOf": [{"$ref": f"#/$defs/n{n + 1}"}] * 2} for n in range(24)} | {"n24": {"type": "object"}}


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


@pytest.mark.parametrize("text", ['{"a": 1e999}', '{"a": "\\ud800"}', '{"\\ud800": 1}'])
def test_what_could_not_be_written_down_again_is_refused(text: str) -> None:
    with pytest.raises(MalformedArguments, match="invalid JSON"):
        read(JsonSchema({"type": "object"}), text)


def test_a_field_may_be_called_like_a_keyword() -> None:
    takes = JsonSchema({"properties": {"pattern": {"type": "string"}}, "required": ["pattern"]})
    with pytest.raises(MalformedArguments):
        read(takes, '{"pattern": 1}')


def test_what_a_pattern_would_name_is_not_refused_as_another_field() -> None:
    takes = JsonSchema({"patternProperties": {"^x-": {"type": "string"}}, "additionalProperties": False})
    assert read(takes, '{"x-a": "b"}') == {"x-a": "b"}
