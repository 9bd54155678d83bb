"""Values as plain JSON values, and back. A shape is worked out from a class once, when it is first needed.

A dataclass is an object by its fields, a NamedTuple an array, a set a sorted array. A class that has a tag, and so
every member of a union, is an array of its tag and its object, wherever it stands: a union may grow, and a class be
renamed, and what was written before stays readable. Unknown fields are left out, missing ones have their default.
"""

import types
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from operator import attrgetter, itemgetter
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

Convert = Callable[[Any], Any]
Outline = str | list[Any] | dict[str, Any]
PLAIN = (str, int, float, bool, type(None))


class Misshapen(ValueError):
    """A plain value does not have the shape that was asked for."""


class Shape(NamedTuple):
    """To a plain value, and back. None where the value is plain already. Reading may raise Misshapen, and what
    Python raises of itself at a value of another type.
    """

    plain: Convert | None = None
    read: Convert | None = None


AS_IT_IS = Shape()


class Shapes:
    """`tags` names the members of unions."""

    def __init__(self, tags: Mapping[type, str]) -> None:
        self._tags = tags
        self._known: dict[Any, Shape] = {}

    def of(self, hint: Any) -> Shape:
        """The shape of a class or type hint, without its own tag. Raises TypeError if it has none."""
        if hint not in self._known:
            self._known[hint] = self._made(hint)
        return self._known[hint]

    def outline(self, hint: Any) -> Outline:
        """All that is in the shape, as a JSON value: two classes of one outline read each other's values. A field that
        has a default is marked by a question mark behind its name.
        """
        if hint in self._tags:
            return {self._tags[hint]: self._fields(hint)}
        if is_dataclass(hint) and isinstance(hint, type):
            return self._fields(hint)
        if isinstance(hint, type) and issubclass(hint, tuple) and hasattr(hint, "_fields"):
            return [self.outline(inner) for inner in get_type_hints(hint).values()]
        if isinstance(hint, type) and issubclass(hint, Enum):
            return [member.value for member in hint]
        if get_origin(hint) is Literal:
            return list(get_args(hint))
        if arguments := get_args(hint):
            union = get_origin(hint) in (types.UnionType, Union)
            name = "one of" if union else get_origin(hint).__name__
            return {name: [self.outline(inner) for inner in arguments if inner is not Ellipsis]}
        return getattr(hint, "__name__", repr(hint))

    def _fields(self, cls: type[Any]) -> Outline:
        hints = get_type_hints(cls)
        optional = {each.name: "" if _required(each) else "?" for each in fields(cls)}
        return {f"{name}{mark}": self.outline(hints[name]) for name, mark in optional.items()}

    def _made(self, hint: Any) -> Shape:
        origin, arguments = get_origin(hint), get_args(hint)
        if hint in PLAIN or origin is Literal:
            return AS_IT_IS
        if origin in (types.UnionType, Union):
            return self._union(arguments)
        if origin is tuple and arguments[-1] is Ellipsis:
            return _many(self._item(arguments[0]), tuple)
        if origin is frozenset:
            return _set(self._item(arguments[0]))
        if isinstance(origin, type) and issubclass(origin, Mapping) and arguments[0] is str:
            return _mapping(self._item(arguments[1]))
        if isinstance(hint, type) and issubclass(hint, Enum):
            return Shape(attrgetter("value"), hint)
        if isinstance(hint, type) and issubclass(hint, tuple) and hasattr(hint, "_fields"):
            return Shape(list, lambda value: hint(*value))
        if isinstance(hint, type) and is_dataclass(hint):
            return self._object(hint)
        raise TypeError(f"{hint} has no shape in a journal")

    def _item(self, hint: Any) -> Shape:
        """The shape of a part: with its tag, if it has one."""
        return self._union((hint,)) if hint in self._tags else self.of(hint)

    def _union(self, members: Iterable[Any]) -> Shape:
        chosen = [member for member in members if member is not type(None)]
        if len(chosen) == 1 and chosen[0] not in self._tags:
            return _optional(self.of(chosen[0]))
        if untagged := [member for member in chosen if member not in self._tags]:
            raise TypeError(f"members of unions need a tag: {untagged}")
        plains = {member: (self._tags[member], self.of(member).plain) for member in chosen}
        reads = {self._tags[member]: self.of(member).read for member in chosen}

        def plain(value: Any) -> Any:
            if value is None:
                return None
            tag, inner = plains[type(value)]
            return [tag, inner(value) if inner else value]

        def read(value: Any) -> Any:
            if value is None:
                return None
            tag, inner = value
            if tag not in reads:
                raise Misshapen(f"{tag!r} is not one of {', '.join(reads)}")
            convert = reads[tag]
            return convert(inner) if convert else inner

        return Shape(plain, read)

    def _object(self, cls: type[Any]) -> Shape:
        hints = get_type_hints(cls)
        names = [field.name for field in fields(cls)]
        shapes = [self._item(hints[name]) for name in names]
        plains = [(i, shape.plain) for i, shape in enumerate(shapes) if shape.plain]
        reads = [(i, shape.read) for i, shape in enumerate(shapes) if shape.read]
        of_object, of_plain = _getter(attrgetter, names), _getter(itemgetter, names)

        if any(field.kw_only for field in fields(cls)):

            def made(got: Iterable[Any]) -> Any:
                return cls(**dict(zip(names, got, strict=True)))
        else:

            def made(got: Iterable[Any]) -> Any:
                return cls(*got)

        def plain(value: Any) -> dict[str, Any]:
            got = list(of_object(value))
            for i, convert in plains:
                got[i] = convert(got[i])
            return dict(zip(names, got, strict=True))

        def read(value: Any) -> Any:
            try:
                got = of_plain(value)
            except KeyError:
                return older(value)
            if reads:
                got = list(got)
                for i, convert in reads:
                    got[i] = convert(got[i])
            return made(got)

        def older(value: Mapping[str, Any]) -> Any:
            """Of before some of the fields."""
            got = {}
            for field, shape in zip(fields(cls), shapes, strict=True):
                if field.name in value:
                    got[field.name] = shape.read(value[field.name]) if shape.read else value[field.name]
                elif _required(field):
                    raise Misshapen(f"{cls.__name__} has no {field.name}")
            return cls(**got)

        return Shape(plain, read)


def _required(field: Field[Any]) -> bool:
    return field.default is MISSING and field.default_factory is MISSING


def _getter(kind: Callable[..., Convert], names: list[str]) -> Convert:
    """All of `names`, as a tuple even if there is only one, or none."""
    if not names:
        return lambda value: ()
    if len(names) == 1:
        one = kind(names[0])
        return lambda value: (one(value),)
    return kind(*names)


def _optional(shape: Shape) -> Shape:
    plain, read = shape
    return Shape(
        plain and (lambda value: None if value is None else plain(value)),
        read and (lambda value: None if value is None else read(value)),
    )


def _many(item: Shape, kind: Callable[[Iterable[Any]], Any]) -> Shape:
    plain, read = item
    return Shape(
        (lambda value: [plain(x) for x in value]) if plain else list,
        (lambda value: kind([read(x) for x in value])) if read else kind,
    )


def _set(item: Shape) -> Shape:
    """Sorted, so that equal sets are equal bytes."""
    plain, read = _many(item, frozenset)
    return Shape(lambda value: sorted(plain(value), key=repr), read) if plain else Shape(sorted, read)


def _mapping(item: Shape) -> Shape:
    plain, read = item
    return Shape(
        (lambda value: {key: plain(x) for key, x in value.items()}) if plain else dict,
        (lambda value: {key: read(x) for key, x in value.items()}) if read else None,
    )
