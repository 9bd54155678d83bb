"""Names are matched one after another; what repeats may be none."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.approvals.names import ANY, Look, Names, look_of

_SPELT = st.lists(st.sampled_from(["a", "b", "*", "**"]), max_size=5)
_PATHS = st.lists(st.sampled_from(["a", "b", "c"]), max_size=6)


def look(spelt: str) -> Look:
    return ANY if spelt == "**" else look_of(spelt)


def names(spelt: list[str]) -> Names:
    return Names([look(one) for one in spelt])


@given(_SPELT, _PATHS)
def test_it_is_what_an_expression_over_all_of_it_would_match(spelt: list[str], path: list[str]) -> None:
    expression = re.compile("".join({"*": "./", "**": "(./)*"}.get(one, f"{one}/") for one in spelt))
    whole = "".join(f"{name}/" for name in path)
    wanted = names(spelt)
    assert wanted.match(path) is (expression.fullmatch(whole) is not None)
    assert wanted.match_beginning(path) is (expression.match(whole) is not None)


@given(_SPELT, _PATHS, _PATHS)
def test_what_may_go_on_is_known_before_it_does(spelt: list[str], path: list[str], more: list[str]) -> None:
    if more and names(spelt).match([*path, *more]):
        assert names(spelt).may_go_on(path)


@pytest.mark.parametrize(("path", "goes_on"), [([], True), (["a"], True), (["b"], False), (["a", "b"], False)])
def test_nothing_goes_on_where_all_was_met_or_one_was_not(path: list[str], goes_on: bool) -> None:
    assert names(["a", "b"]).may_go_on(path) is goes_on
