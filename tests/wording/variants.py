"""Values of a type, so many that each of its parts is once each thing that it can be."""

import types
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from harness.chat.people import Person

ANA = Person("slack", "T", "ana", "Ana", frozenset({"owner"}))
_LEAVES: Mapping[Any, tuple[Any, ...]] = {
    str: ("x",),
    int: (2,),
    float: (7_200.0,),
    bool: (False, True),
    type(None): (None,),
    Person: (ANA,),
}
"""A text is always there: what depends on whether it is is put into words by whoever has one."""


@cache
def variants(hint: Any) -> tuple[Any, ...]:
    """Of a dataclass, a union, a literal, a tuple or a set of them, or of what these are made of."""
    origin, arguments = get_origin(hint), get_args(hint)
    if hint in _LEAVES:
        return _LEAVES[hint]
    if origin is Literal:
        return arguments
    if origin in (types.UnionType, Union):
        return tuple(value for argument in arguments for value in variants(argument))
    if origin in (tuple, frozenset):
        return (origin(), *(origin([value]) for value in variants(arguments[0])))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return ({},)
    return tuple(_of_dataclass(hint))


def _of_dataclass(hint: Any) -> Iterator[Any]:
    """One with the first of everything, and those that differ from it in one part."""
    assert is_dataclass(hint), hint
    hints = get_type_hints(hint)
    parts = {field.name: variants(hints[field.name]) for field in fields(hint)}
    usual = {name: values[0] for name, values in parts.items()}
    yield hint(**usual)  # type: ignore[operator]  # a class of dataclasses is what is_dataclass has let through
    for name, values in parts.items():
        yield from (hint(**{**usual, name: value}) for value in values[1:])  # type: ignore[operator]
