"""The lists find what they are there to find, and nothing else."""

import ast
from pathlib import Path
from typing import get_args

import pytest

from harness.approvals.asks import Outcome, Settlement
from tests.wording.identifiers import private_names
from tests.wording.literals import literals
from tests.wording.rules import private, too_long, we
from tests.wording.variants import ANA, variants


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("May I use execute?", ["may i use"]),
        ("(1 line becomes 2 lines)", ["line becomes"]),
        ("By myself I look here every 2 h.", ["by myself", "i look here"]),
        ("The beat of a heartbeat", ["beat"]),
        ("Heartbeat: every 2 h, 9–18 (Berlin). I look here.", ["i look here"]),
        ("Run `make deploy`? The officer wished that it were so.", []),
    ],
)
def test_a_private_word_is_found_as_a_whole_word(text: str, found: list[str]) -> None:
    assert list(private(text)) == found


def test_we_is_found_in_no_other_word() -> None:
    assert list(we("We ask, and it is ours: tell us.")) == ["we", "ours", "us"]
    assert not list(we("The US week was better; focus on the hour."))


def test_a_sentence_is_too_long_by_its_words() -> None:
    twenty = " ".join(["word"] * 20)
    assert not list(too_long(f"{twenty}. {twenty}: {twenty}\n{twenty}"))
    assert list(too_long(f"{twenty}. So {twenty}.")) == ["so word word word"]


def test_literals_are_read_as_people_read_them() -> None:
    source = '''
"""A docstring is read by nobody else."""
KEY, LABEL = "not-yours", "Approve…"
told = f"{who} has {'changed it' if changed else 'set it'}: " "I go on."
def it(): "Nor this one."
'''
    assert list(literals(ast.parse(source))) == ["Approve…", "… has …: I go on.", "changed it", "set it"]


def test_every_part_of_a_value_is_once_each_thing_that_it_can_be() -> None:
    found = variants(Settlement)
    assert {one.outcome for one in found} == set(get_args(Outcome))
    assert {one.by for one in found} == {ANA, None}
    assert variants(tuple[bool, ...]) == ((), (False,), (True,))


def test_a_private_name_is_found_where_it_is_given_not_where_it_is_used() -> None:
    source = "class Beat:\n    def _put_away(self): return Wish(self)\nMUZZLED = beaten = 1\n"
    found = private_names(Path("harness/sessions/waking.py"), ast.parse(source))
    assert set(found) == {"waking", "Beat", "put_away", "MUZZLED"}
