"""No method is called whose scopes nobody knows, and none is listed that is not called."""

import ast
from collections.abc import Iterator
from pathlib import Path

from adapters.slack.rates import LIMITS
from adapters.slack.scopes import METHODS

ADAPTER = Path(__file__).resolve().parents[4] / "adapters" / "slack"


def attributes() -> set[str]:
    """What is called on the SDK's client, all through a parameter of the name `client`."""
    return {
        node.attr
        for node in nodes()
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "client"
    }


def named() -> set[str]:
    """The methods that calls are counted by: the literal first argument of `calls(…)`."""
    return {
        node.args[0].value
        for node in nodes()
        if isinstance(node, ast.Call)
        and ast.unparse(node.func).endswith("calls")
        and node.args
        and isinstance(node.args[0], ast.Constant)
        and isinstance(node.args[0].value, str)
    }


def nodes() -> Iterator[ast.AST]:
    for module in ADAPTER.glob("*.py"):
        yield from ast.walk(ast.parse(module.read_text(encoding="utf-8")))


def test_every_method_that_is_called_is_listed_and_no_other():
    by_attribute = {method.replace(".", "_"): method for method in METHODS}
    assert {by_attribute.get(name, name) for name in attributes()} == set(METHODS)


def test_calls_go_by_the_names_of_listed_methods():
    assert len(named()) > 5
    assert named() <= set(METHODS)
    assert set(LIMITS) <= set(METHODS)
