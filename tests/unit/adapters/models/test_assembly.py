import json

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from adapters.models.assembly import LONGEST, Assembly, encodable
from adapters.models.pieces import CallPiece, Piece
from harness.context.model import ProposedCall, Shown
from tests.unit.adapters.models.made import calling, text


def assembled(*pieces: Piece, tools: tuple[str, ...] = ()) -> Assembly:
    assembly = Assembly(tools)
    for one in pieces:
        assembly.add(one)
    assembly.end()
    return assembly


def test_text_and_thinking_are_put_together():
    assembly = assembled(*text("", "I "), Piece(thinking="hm"), *text("look."), Piece(finish="stop"))

    assert (assembly.text, assembly.finish) == ("I look.", "stop")
    assert assembly.shown == Shown("I look.", "hm")


def test_what_was_shown_stays_what_it_was():
    assembly = Assembly()
    assembly.add(Piece("One "))
    shown = assembly.shown
    assembly.add(Piece("two", "hm"))

    assert shown == Shown("One ")
    assert assembly.shown == Shown("One two", "hm")


def test_nothing_has_come_until_the_model_made_something():
    assert not Assembly().begun
    assert assembled(*text(""), Piece(finish="stop")).begun
    assert assembled(*text(""), Piece(finish="stop")).empty
    for first in (*text("a"), Piece(thinking="a"), calling(0, "c", "ls")):
        assert not assembled(first).empty


def test_calls_are_told_apart_by_their_index():
    assembly = assembled(
        calling(0, "a", "ls"),
        calling(1, "b", "read"),
        calling(0, arguments='{"path"'),
        calling(1, arguments="{}"),
        calling(0, arguments=': "/"}'),
    )

    assert assembly.calls == (ProposedCall("ls", '{"path": "/"}', "a"), ProposedCall("read", "{}", "b"))


@pytest.mark.parametrize("index", [0, None])
@pytest.mark.parametrize("ids", [("a", "b"), ("", ""), ("a", "")])
def test_whole_calls_that_all_have_one_index_or_none_are_told_apart(index: int | None, ids: tuple[str, str]):
    """By ids, where they have some; else by the first one's being whole."""
    first, second = ids
    assert assembled(calling(index, first, "ls", '{"a": "}{"}'), calling(index, second, "ls", "{}")).calls == (
        ProposedCall("ls", '{"a": "}{"}', first),
        ProposedCall("ls", "{}", second),
    )


def test_calls_of_other_tools_without_ids_are_others_though_the_first_is_not_whole():
    assert assembled(calling(0, "", "ls", "{"), calling(0, "", "read", "{}")).calls == (
        ProposedCall("ls", "{"),
        ProposedCall("read", "{}"),
    )


def test_calls_of_one_id_and_several_indices_stay_several():
    assert assembled(calling(0, "a", "ls", "{}"), calling(1, "a", "ls", "{}")).calls == (
        ProposedCall("ls", "{}", "a"),
        ProposedCall("ls", "{}", "a"),
    )


@pytest.mark.parametrize("id", ["a", ""])
@pytest.mark.parametrize("pieces", [("{", "}"), ("", "{}"), ('{"a": "', '{"}'), ('{"a": "\\', '""}'), ("[{}", "]")])
def test_a_piece_that_repeats_its_name_goes_on_with_a_call_that_is_not_whole(pieces: tuple[str, str], id: str):
    first, second = pieces
    assert assembled(calling(0, id, "ls", first), calling(0, id, "ls", second)).calls == (
        ProposedCall("ls", first + second, id),
    )


def test_a_whole_call_that_comes_once_more_at_the_end_is_one():
    whole = calling(0, "a", "ls", '{"path": "/"}')

    assert assembled(calling(0, "a", "ls"), calling(0, arguments='{"path": "/"}'), whole).calls == (
        ProposedCall("ls", '{"path": "/"}', "a"),
    )
    assert len(assembled(whole, calling(0, "a", "ls", '{"path": "/b"}')).calls) == 2


def test_an_empty_object_that_is_followed_by_the_arguments_gives_way_to_them():
    assert assembled(
        calling(0, "a", "ls", "{}"), calling(0, arguments='{"path"'), calling(0, arguments=": 1}")
    ).calls == (ProposedCall("ls", '{"path": 1}', "a"),)
    assert assembled(calling(0, "a", "ls", "{}"), calling(0, arguments="\n")).calls == (
        ProposedCall("ls", "{}\n", "a"),
    )


def test_a_piece_without_an_index_goes_on_with_the_last_call():
    assert assembled(calling(0, "a", "ls", "{"), calling(None, arguments="}")).calls == (ProposedCall("ls", "{}", "a"),)


def test_what_a_provider_leaves_out_is_empty():
    assembly = assembled(Piece(), calling(0), Piece(usage=lambda: "counted"))

    assert assembly.calls == (ProposedCall("", "", ""),)
    assert (assembly.text, assembly.finish, assembly.usage and assembly.usage()) == ("", "", "counted")


@pytest.mark.parametrize("finish", ["length", "max_tokens", "MAX_TOKENS", "model_length"])
def test_a_reply_that_was_cut_before_the_arguments_of_a_call_began_has_begun_them(finish: str):
    """Or it would be a call without arguments, which is whole."""
    assert assembled(calling(0, "a", "ls"), Piece(finish=finish)).calls == (ProposedCall("ls", "{", "a"),)
    assert assembled(calling(0, "a", "ls", " "), Piece(finish=finish)).calls == (ProposedCall("ls", "{", "a"),)
    assert assembled(calling(0, "a", "ls", "{}"), Piece(finish=finish)).calls == (ProposedCall("ls", "{}", "a"),)
    assert assembled(calling(0, "a", "ls"), Piece(finish="stop")).calls == (ProposedCall("ls", "", "a"),)


def test_bytes_are_counted_from_where_the_provider_counted_last():
    assembly = assembled(Piece("ab", "c"), calling(0, "id", "ls", "{}"))
    assert (assembly.usage, assembly.uncounted) == (None, 7)

    assembly.add(Piece("now", usage=lambda: "counted"))
    assert assembly.uncounted == 0, "what comes with the count is in it"

    assembly.add(Piece("é\ud83d"))
    assert (assembly.usage and assembly.usage(), assembly.uncounted) == ("counted", 5)


def test_names_and_malformed_arguments_stay_as_the_model_gave_them():
    assert assembled(calling(0, "a", "rm -rf/ä", '{"x')).calls == (ProposedCall("rm -rf/ä", '{"x', "a"),)


def test_halves_of_a_character_are_joined_or_replaced():
    assert assembled(*text("a\ud83d", "\ude00b")).text == "a😀b"
    assert assembled(*text("a\ud83d", "b", "\ude00", "\ud83d")).text == "a�b��"
    assert assembled(calling(0, "\udcff", "l\ud800s", "\udc00")).calls == (ProposedCall("l�s", "�", "�"),)


def test_a_reply_that_never_ends_is_full():
    assembly = assembled(*text("a" * LONGEST))
    assert not assembly.full
    assembly.add(calling(0, "a", "ls", "b"))
    assert assembly.full
    assert assembly.cut


def test_what_is_short_is_worth_showing_and_what_is_long_only_in_pieces_that_are_not_short_beside_it():
    assembly, shown = Assembly(), Shown()
    times = 0
    for _ in range(20_000):
        assembly.add(Piece("word "))
        if assembly.has_grown(shown.lengths):
            shown, times = assembly.shown, times + 1

    assert 256 < times < 2_000


@given(st.lists(st.sampled_from(['{"a"', ": 1", "}", "{", '"', "\\", "[]", "x", " "]), max_size=12))
def test_whether_a_call_is_whole_does_not_depend_on_how_it_is_cut(parts: list[str]):
    joined = "".join(parts)
    assume(joined != "{}" and parts[:1] != ["{}"])

    assert count_with_another(parts) == count_with_another([joined])
    try:
        whole = isinstance(json.loads(joined), dict)
    except ValueError:
        whole = False
    if whole:
        assert count_with_another(parts) == 2


def count_with_another(parts: list[str]) -> int:
    """How many calls there are, if these arguments are followed by another call at their index."""
    pieces = [calling(0, "", "" if number else "ls", part) for number, part in enumerate(parts or [""])]
    return len(assembled(*pieces, calling(0, "", "ls", "{}")).calls)


@given(st.text(st.characters() | st.sampled_from("\ud800\ud83d\ude00\udfff")))
def test_any_text_can_be_stored_afterwards(text: str):
    encodable(text).encode()


@given(st.lists(st.text(st.characters() | st.sampled_from("\ud800\ud83d\ude00\udfff"))))
def test_any_text_can_be_shown_at_any_time(pieces: list[str]):
    assembly = Assembly()
    for piece in pieces:
        assembly.add(Piece(piece, piece))
        assembly.shown.text.encode()
        assembly.shown.thinking.encode()
    assembly.end()
    assert assembly.shown.thinking == encodable("".join(pieces))


@given(st.text())
def test_whole_text_stays_as_it_is(text: str):
    assert encodable(text) == text


def test_a_piece_may_hold_several_calls():
    both = Piece(calls=(CallPiece(0, "a", "ls", "{}"), CallPiece(1, "b", "read", "{}")))

    assert assembled(both).calls == (ProposedCall("ls", "{}", "a"), ProposedCall("read", "{}", "b"))


NAMES = ("write_file", "write_todos", "ls")


@pytest.mark.parametrize(
    "parts", [("write_", "file"), ("w", "rite", "_file"), ("write_file",), ("functions.write_file",)]
)
def test_a_name_may_come_in_parts_or_with_a_prefix(parts: tuple[str, ...]):
    pieces = [calling(0, "a" if not number else "", part) for number, part in enumerate(parts)]
    assert assembled(*pieces, calling(0, arguments="{}"), tools=NAMES).calls == (ProposedCall("write_file", "{}", "a"),)


@pytest.mark.parametrize(
    ("name", "meant"),
    [("functions.ls", "ls"), ("functions.ls:0", "ls"), ("default_api.ls", "ls"), ("ls.", "ls."), ("rm.x", "rm.x")],
)
def test_a_name_is_only_changed_into_one_that_was_offered(name: str, meant: str):
    assert assembled(calling(0, "a", name, "{}"), tools=NAMES).calls[0].tool == meant
    assert assembled(calling(0, "a", name, "{}"), tools=(*NAMES, name)).calls[0].tool == name


def test_two_tools_without_arguments_at_one_index_stay_two():
    assert [call.tool for call in assembled(calling(0, "", "ls"), calling(0, "", "write_file"), tools=NAMES).calls] == [
        "ls",
        "write_file",
    ]
    assert len(assembled(calling(0, "a", "write_"), calling(0, "b", "file"), tools=NAMES).calls) == 2


@pytest.mark.parametrize("parts", [("null",), ("nu", "ll"), (" null ",)])
def test_arguments_that_are_null_are_none(parts: tuple[str, ...]):
    pieces = [calling(0, arguments=part) for part in parts]
    assert assembled(calling(0, "a", "ls"), *pieces).calls == (ProposedCall("ls", "{}", "a"),)
