"""A text, or what is installed, becomes a module."""

import sys
from types import ModuleType
from typing import get_type_hints

import pytest

from adapters.own_tools.modules import Importable, NotImported, imported

PATH = "/srv/tools/orders.py"


def test_a_file_is_a_module_of_its_own_whose_annotations_are_found_again() -> None:
    text = "from __future__ import annotations\nclass Order: ...\ndef find(order: Order) -> str: ...\n"
    one, other = imported(Importable(PATH, text)), imported(Importable("/other/tools/orders.py", text))
    assert isinstance(one, ModuleType)
    assert get_type_hints(one.find)["order"] is one.Order
    assert one is not other
    assert sys.modules[Importable(PATH, text).module] is one


def test_what_is_installed_is_what_its_entry_point_stands_for() -> None:
    assert imported(Importable("", "json:dumps")) is sys.modules["json"].dumps


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("x = 1\nimport nothing_of_that_name\n", NotImported("raised ModuleNotFoundError", 2)),
        ("def f():\n    raise ValueError('no licence\\nhere')\n\nf()\n", NotImported("raised ValueError", 2)),
        ("import sys\nsys.exit(3)\n", NotImported("raised SystemExit", 2)),
        ("x = 1\nreturn 3\n", NotImported("raised SyntaxError", 2)),
        ("import json\njson.loads('')\n", NotImported("raised JSONDecodeError", 2)),
        ("class E(BaseException):\n    def __str__(self): raise E\nraise E\n", NotImported("raised E", 3)),
    ],
)
def test_what_raises_is_told_with_the_line_of_its_own_file(text: str, wrong: NotImported) -> None:
    given = Importable(PATH, text)
    found = imported(given)
    assert isinstance(found, NotImported)
    assert found.message.startswith(f"{wrong.message} when it was imported")
    assert len(found.message.splitlines()) == 1
    assert found.line == wrong.line
    assert given.module not in sys.modules


def test_of_what_is_installed_no_line_is_told() -> None:
    assert imported(Importable("", "nothing_of_that_name")) == NotImported(
        "raised ModuleNotFoundError when it was imported: No module named 'nothing_of_that_name'"
    )
