"""What a tool takes, by a pydantic model or by a JSON schema: read alike, refused alike."""

import json

import pytest
from pydantic import BaseModel, ConfigDict, Field

from harness.tools.arguments import LONGEST, WRONG, JsonSchema, MalformedArguments, Takes, read, schema, spelt


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


@pytest.mark.parametrize("takes", [Model, SCHEMA])
def test_a_schema_is_the_same_each_time_whatever_is_taken_off_it(takes: Takes) -> None:
    first = schema(takes)
    del first["properties"]
    assert schema(takes) == schema(takes) != first


def test_a_model_is_shown_the_schema_without_its_title() -> None:
    assert schema(SCHEMA) == {key: value for key, value in SCHEMA.schema.items() if key != "title"}
    assert "title" not in schema(Model)


@pytest.mark.parametrize("wrong", [{"type": "nonsense"}, {"type": "array"}, {"properties": []}])
def test_what_is_no_schema_of_an_object_is_refused_at_once(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"no JSON schema|takes an object"):
        JsonSchema(wrong)


def test_the_same_arguments_are_spelt_alike() -> None:
    assert spelt({"b": 1, "a": "ä"}) == spelt({"a": "ä", "b": 1}) == '{"a":"ä","b":1}'


@pytest.mark.parametrize("text", ['{"a": 1e999}', '{"a": "\\ud800"}', '{"\\ud800": 1}'])
def test_what_could_not_be_written_down_again_is_refused(text: str) -> None:
    with pytest.raises(MalformedArguments, match="invalid JSON"):
        read(JsonSchema({"type": "object"}), text)
