from random import Random

from harness.workspace.pairing import ALPHABET, LENGTH, new_code, typed


def test_a_code_is_of_letters_and_digits_that_nobody_mistakes():
    code = new_code(Random(1))

    assert len(code) == LENGTH
    assert set(code) <= set(ALPHABET)
    assert not set("0O1I") & set(ALPHABET)


def test_a_code_may_be_typed_in_small_letters():
    assert typed(" abcd2345\n") == "ABCD2345"
