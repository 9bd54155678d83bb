import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Literal, NamedTuple

import pytest

from adapters.storage.shapes import Misshapen, Shapes


class Colour(Enum):
    RED = "r"


class Point(NamedTuple):
    x: int
    y: int = 0


@dataclass(frozen=True, slots=True)
class Circle:
    size: float


@dataclass(frozen=True, slots=True)
class Square:
    size: float
    at: Point | None = None


@dataclass(frozen=True, slots=True)
class Drawing:
    name: str
    shape: Circle | Square
    more: tuple[Circle, ...] = ()
    labels: frozenset[str] = frozenset()
    by_name: Mapping[str, Square] = field(default_factory=dict)
    colour: Colour = Colour.RED
    kind: Literal["a", "b"] = "a"
    corner: Point | None = None
    notes: tuple[str, ...] = ()


TAGS: Mapping[type, str] = {Circle: "circle", Square: "square"}


def plain(value: Any) -> Any:
    convert = Shapes(TAGS).of(type(value)).plain
    return convert(value) if convert else value


def read(cls: Any, value: Any) -> Any:
    convert = Shapes(TAGS).of(cls).read
    return convert(value) if convert else value


def test_values_are_plain_and_members_of_unions_have_their_tag_wherever_they_stand():
    drawing = Drawing(
        "x", Square(1.5, Point(1)), (Circle(2.0),), frozenset({"b", "a"}), {"s": Square(3.0)}, corner=Point(4, 5)
    )

    assert plain(drawing) == {
        "name": "x",
        "shape": ["square", {"size": 1.5, "at": [1, 0]}],
        "more": [["circle", {"size": 2.0}]],
        "labels": ["a", "b"],
        "by_name": {"s": ["square", {"size": 3.0, "at": None}]},
        "colour": "r",
        "kind": "a",
        "corner": [4, 5],
        "notes": [],
    }
    assert read(Drawing, plain(drawing)) == drawing


def test_equal_sets_are_equal_plain_values():
    @dataclass(frozen=True)
    class Kept:
        points: frozenset[Point]
        names: frozenset[str]

    kept = Kept(frozenset(map(Point, (3, 30, 1, 2, 200))), frozenset({"c", "a", "b"}))

    assert plain(kept) == {"points": [[1, 0], [2, 0], [200, 0], [3, 0], [30, 0]], "names": ["a", "b", "c"]}
    assert read(Kept, plain(kept)) == kept


def test_missing_fields_have_their_default_and_unknown_ones_are_left_out():
    assert read(Drawing, {"name": "x", "shape": ["circle", {"size": 1.0, "glow": 3}], "later": 1}) == Drawing(
        "x", Circle(1.0)
    )
    assert read(Square, {"size": 1.0}) == Square(1.0)
    assert read(Square, {"size": 1.0, "at": [7]}) == Square(1.0, Point(7))


def test_a_missing_field_without_a_default_is_named():
    with pytest.raises(Misshapen, match="Drawing has no shape"):
        read(Drawing, {"name": "x"})


def test_an_unknown_member_of_a_union_is_named_with_those_that_are_known():
    with pytest.raises(Misshapen, match="'hexagon' is not one of circle, square"):
        read(Drawing, {"name": "x", "shape": ["hexagon", {}]})


def test_a_member_of_a_union_without_a_tag_is_refused_before_anything_is_written():
    with pytest.raises(TypeError, match="members of unions need a tag"):
        Shapes({Circle: "circle"}).of(Drawing)


def test_a_type_that_journals_cannot_keep_is_refused():
    @dataclass(frozen=True)
    class Odd:
        what: list[int]

    with pytest.raises(TypeError, match="has no shape in a journal"):
        Shapes({}).of(Odd)


def test_the_outline_changes_with_whatever_is_within():
    @dataclass(frozen=True)
    class Named:
        size: float
        at: Point | None = None

    other = {Circle: "circle", Square: "box"}

    assert Shapes(TAGS).outline(Drawing) == Shapes(TAGS).outline(Drawing)
    assert '"kind?": ["a", "b"]' in json.dumps(Shapes(TAGS).outline(Drawing))
    assert Shapes(other).outline(Drawing) != Shapes(TAGS).outline(Drawing)
    assert Shapes(TAGS).outline(Square) != Shapes(TAGS).outline(Circle)
    assert Shapes({}).outline(Named) == Shapes({}).outline(Square), "a class may be renamed"


def test_a_value_whose_fields_go_by_their_names_alone_comes_back_as_it_was():
    @dataclass(frozen=True, kw_only=True)
    class Named:
        size: int = 1
        at: Point | None = None

    shape = Shapes({}).of(Named)
    assert shape.plain
    assert shape.read
    assert shape.read(shape.plain(Named(size=2, at=Point(1, 2)))) == Named(size=2, at=Point(1, 2))
    assert shape.read({"size": 3}) == Named(size=3)
