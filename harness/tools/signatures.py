"""What a function takes, by its annotations: a pydantic model of its arguments, for a tool of a team's own."""

import inspect
import warnings
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple, get_type_hints

from pydantic import BaseModel, ConfigDict, create_model
from pydantic.errors import PydanticUserError

from deskmate.tools import Progress

_CONFIG = ConfigDict(extra="forbid", frozen=True, protected_namespaces=())


class WrongSignature(ValueError):
    """No schema can be made of what a function takes. The message says what of it, and what would be right."""


class Signature(NamedTuple):
    """`progress` is the parameter that is given its Progress; empty, if none is."""

    arguments: type[BaseModel]
    progress: str

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.arguments.model_fields)

    def given(self, arguments: BaseModel) -> dict[str, Any]:
        """By which the function is called."""
        return {name: getattr(arguments, name) for name in self.names}


def signature(function: Callable[..., Any]) -> Signature:
    """Raises WrongSignature."""
    parameters, types = inspect.signature(function).parameters, _types(function)
    for name, parameter in parameters.items():
        _check(name, parameter, types)
    progress = [name for name in parameters if types[name] is Progress]
    if len(progress) > 1:
        raise WrongSignature(f"{' and '.join(progress)}: one parameter may be Progress")
    fields = dict(_fields(parameters, types))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of names that a model has, too, and of defaults that are no JSON
            arguments: type[BaseModel] = create_model(function.__name__, __config__=_CONFIG, **fields)
            arguments.model_json_schema()
    except (PydanticUserError, NameError, TypeError, ValueError) as error:
        raise WrongSignature(f"no JSON can be made of its annotations: {_first_line(error)}") from None
    return Signature(arguments, progress[0] if progress else "")


def _types(function: Callable[..., Any]) -> Mapping[str, Any]:
    try:
        return get_type_hints(function, include_extras=True)
    except Exception as error:  # annotations that are text are run
        raise WrongSignature(f"its annotations cannot be read: {_first_line(error)}") from None


def _check(name: str, parameter: inspect.Parameter, types: Mapping[str, Any]) -> None:
    """Raises WrongSignature for what a model cannot give by its name."""
    if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
        stars = "*" if parameter.kind is parameter.VAR_POSITIONAL else "**"
        raise WrongSignature(f"{stars}{name}: name each parameter, since a model is told what there is to give")
    if parameter.kind is parameter.POSITIONAL_ONLY:
        raise WrongSignature(f"{name}: it is given by its name, so leave out the / behind it")
    if name not in types:
        raise WrongSignature(f"{name} has no annotation: write {name}: str, or what else it is")
    if name.startswith("_") or (name.startswith("model_") and hasattr(BaseModel, name)):
        raise WrongSignature(f"{name}: call this parameter otherwise, without _ at its beginning")


def _fields(parameters: Mapping[str, inspect.Parameter], types: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, parameter in parameters.items():
        if types[name] is not Progress:
            yield name, (types[name], ... if parameter.default is parameter.empty else parameter.default)


def _first_line(error: Exception) -> str:
    return str(error).strip().split("\n")[0][:200] or type(error).__name__
