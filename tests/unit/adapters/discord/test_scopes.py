"""No request is made whose permissions nobody knows, and none is listed that is not made."""

import ast
import importlib
from collections.abc import Iterator
from pathlib import Path

import discord
import pytest

from adapters.discord.scopes import ADMINISTRATOR, BITS, ROUTES, WHY, integer, missing, needed

ADAPTER = Path(__file__).resolve().parents[4] / "adapters" / "discord"
VERBS = {"GET", "POST", "PUT", "PATCH", "DELETE"}


def requests() -> Iterator[tuple[str, str]]:
    """The first two arguments of every call that begins with a verb of HTTP; a name stands for a constant."""
    for file in ADAPTER.glob("*.py"):
        module = importlib.import_module(f"adapters.discord.{file.stem}")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(args=[ast.Constant(value=str(verb)), path, *_]) if verb in VERBS:
                    yield verb, _text(path, vars(module))
                case ast.Call(func=ast.Attribute(attr="_insist"), args=[path]):
                    yield "GET", _text(path, vars(module))


def _text(node: ast.expr, constants: dict[str, object]) -> str:
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.Name(id=name):
            return str(constants.get(name, ""))
        case _:
            raise AssertionError(f"the path of a request is a text or a constant: {ast.unparse(node)}")


def test_every_request_that_is_made_is_listed_and_no_other():
    made = {(verb, path) for verb, path in requests() if path}
    assert made == set(ROUTES)


def test_each_permission_that_is_used_has_its_reason_and_discords_number():
    assert set().union(*ROUTES.values()) == set(WHY) == set(BITS)
    for name, bit in BITS.items():
        assert discord.Permissions(**{name: True}).value == bit
    assert discord.Permissions(administrator=True).value == ADMINISTRATOR
    assert integer(needed()) == discord.Permissions(**dict.fromkeys(needed(), True)).value


@pytest.mark.parametrize("lacking", sorted(BITS))
def test_what_a_server_has_not_granted_is_named(lacking: str):
    assert missing(integer(set(BITS) - {lacking})) == (lacking,)
    assert missing(integer(BITS)) == missing(ADMINISTRATOR) == ()
