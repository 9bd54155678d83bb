from hypothesis import given
from hypothesis import strategies as st

from adapters.sandboxes.output import Output


@given(st.lists(st.binary(max_size=30)), st.integers(min_value=2, max_value=40))
def test_all_is_kept_up_to_the_limit_and_never_more(chunks: list[bytes], longest: int):
    output = Output(longest)
    for chunk in chunks:
        output.add(chunk)
    said = b"".join(chunks)

    assert output.total == len(said)
    if len(said) <= longest // 2 * 2:
        assert str(output) == said.decode(errors="replace")
    else:
        left_out = len(said) - longest // 2 * 2
        assert f"\n[{left_out:,} bytes of output are left out here]\n" in str(output)


def test_both_ends_are_kept():
    output = Output(6)
    for letter in b"abcdefghij":
        output.add(bytes([letter]))

    assert str(output) == "abc\n[4 bytes of output are left out here]\nhij"


def test_a_character_that_is_cut_by_the_gap_is_left_out():
    output = Output(6)
    output.add("aééééb".encode())

    assert str(output) == "aé\n[4 bytes of output are left out here]\néb"


def test_a_character_that_comes_in_two_pieces_is_handed_on_whole():
    output = Output(100)

    assert output.add(b"caf\xc3") == "caf"
    assert output.add(b"\xa9") == "é"
    assert str(output) == "café"


def test_memory_is_bounded():
    output = Output(1000)
    for _ in range(1000):
        output.add(b"x" * 1000)

    assert len(str(output)) < 1100
    assert len(output._head) + len(output._tail) <= 2500
