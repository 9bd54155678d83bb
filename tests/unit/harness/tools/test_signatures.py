"""What a function takes, by its annotations."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, Field

from deskmate.tools import Progress
from harness.tools.signatures import WrongSignature, signature


class Line(BaseModel):
    name: str
    number: int = 1


@dataclass
class Point:
    x: float


def refund(
    order: Annotated[str, Field(description="Its number.")],
    lines: list[Line],
    progress: Progress,
    kind: Literal["all", "part"] = "all",
    at: Point | None = None,
) -> str:
    """Refunds."""
    return order


def test_the_schema_is_of_the_annotations_and_progress_is_no_argument() -> None:
    takes = signature(refund)
    schema = takes.arguments.model_json_schema()
    assert takes.names == ("order", "lines", "kind", "at")
    assert takes.progress == "progress"
    assert schema["required"] == ["order", "lines"]
    assert schema["properties"]["order"]["description"] == "Its number."
    assert schema["properties"]["kind"]["enum"] == ["all", "part"]
    assert schema["additionalProperties"] is False


def test_what_is_given_is_what_the_annotations_say() -> None:
    takes = signature(refund)
    read = takes.arguments.model_validate_json('{"order": "7", "lines": [{"name": "kettle"}], "at": {"x": 1}}')
    assert takes.given(read) == {"order": "7", "lines": [Line(name="kettle")], "kind": "all", "at": Point(1.0)}


def test_names_that_a_model_has_too_are_names_like_any_other() -> None:
    def odd(json: str, schema: int, copy: bool, model_id: str) -> None:
        """Odd."""

    takes = signature(odd)
    read = takes.arguments.model_validate_json('{"json": "a", "schema": 1, "copy": true, "model_id": "b"}')
    assert takes.given(read) == {"json": "a", "schema": 1, "copy": True, "model_id": "b"}
    assert read.model_dump_json() == '{"json":"a","schema":1,"copy":true,"model_id":"b"}'


def bad(text: str) -> Callable[..., Any]:
    scope: dict[str, Any] = {"Callable": Callable, "Progress": Progress}
    exec(text, scope)  # noqa: S102 - as a file of theirs is run
    found: Callable[..., Any] = scope["f"]
    return found


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("def f(order): ...", "order has no annotation: write order: str"),
        ("def f(*orders: str): ...", r"\*orders: name each parameter"),
        ("def f(**orders: str): ...", r"\*\*orders: name each parameter"),
        ("def f(order: str, /): ...", "order: it is given by its name"),
        ("def f(_order: str): ...", "_order: call this parameter otherwise"),
        ("def f(model_dump: str): ...", "model_dump: call this parameter otherwise"),
        ("def f(order: 'Ordr'): ...", "its annotations cannot be read: name 'Ordr' is not defined"),
        ("def f(order: '1/0'): ...", "its annotations cannot be read: "),
        ("def f(order: Callable[[], int]): ...", "no JSON can be made of its annotations"),
        ("class A: ...\ndef f(order: A): ...", "no JSON can be made of its annotations"),
        ("def f(a: Progress, b: Progress): ...", "a and b: one parameter may be Progress"),
    ],
)
def test_what_no_schema_can_be_made_of_says_what_would_be_right(text: str, why: str) -> None:
    with pytest.raises(WrongSignature, match=why):
        signature(bad(text))
