from enum import Enum

from hypothesis import given
from hypothesis import strategies as st

from harness.context.canonical import canonical, digested, exact
from harness.context.notes import NoteLayer


class Colour(Enum):
    RED = 1


@given(st.dictionaries(st.text(max_size=5), st.integers(), max_size=6), st.randoms(use_true_random=False))
def test_the_same_value_is_the_same_text_whatever_order_it_was_put_together_in(value, random) -> None:
    names = list(value)
    random.shuffle(names)
    assert canonical({name: value[name] for name in names}) == canonical(value)


def test_what_is_sent_as_it_was_keeps_its_order() -> None:
    assert exact({"b": 1, "a": (2,)}) == '{"b":1,"a":[2]}'
    assert canonical({"b": 1, "a": (2,)}) == '{"a":[2],"b":1}'


def test_each_kind_of_value_has_its_form() -> None:
    value = {1: {"y", "x"}, "who": NoteLayer("team", "é"), "colour": Colour.RED}
    assert canonical(value) == '{"1":["x","y"],"colour":"red","who":{"name":"team","of":"é"}}'


def test_other_texts_have_other_digests() -> None:
    assert digested("a") == digested("a") != digested("b")
