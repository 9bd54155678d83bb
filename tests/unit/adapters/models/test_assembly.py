from hypothesis import given
from hypothesis import strategies as st

from adapters.models.assembly import Assembly, encodable
from harness.context.model import Proposed, Shown
from tests.unit.adapters.models.chunks import Choice, Chunk, Delta, calling, chunk


def assembled(*chunks: Chunk) -> Assembly:
    assembly = Assembly()
    for one in chunks:
        assembly.add(one)
    return assembly


def test_text_and_thinking_are_put_together():
    assembly = assembled(chunk(""), chunk("I "), chunk(thinking="hm"), chunk("look."), chunk(finish="stop"))

    assert (assembly.text, assembly.finish) == ("I look.", "stop")
    assert assembly.shown == Shown("I look.", "hm")


def test_nothing_has_come_until_the_model_made_something():
    assert assembled(chunk(""), chunk(finish="stop")).empty
    for first in (chunk("a"), chunk(thinking="a"), calling(0, "c", "ls")):
        assert not assembled(first).empty


def test_calls_are_told_apart_by_their_index():
    assembly = assembled(
        calling(0, "a", "ls", ""),
        calling(1, "b", "read", ""),
        calling(0, None, None, '{"path"'),
        calling(1, None, None, "{}"),
        calling(0, None, None, ': "/"}'),
    )

    assert assembly.calls == (Proposed("ls", '{"path": "/"}', "a"), Proposed("read", "{}", "b"))


def test_whole_calls_that_all_have_one_index_are_told_apart_by_their_ids():
    assert assembled(calling(0, "a", "ls", "{}"), calling(0, "b", "ls", "{}")).calls == (
        Proposed("ls", "{}", "a"),
        Proposed("ls", "{}", "b"),
    )


def test_calls_of_one_id_and_several_indices_stay_several():
    assert assembled(calling(0, "a", "ls", "{}"), calling(1, "a", "ls", "{}")).calls == (
        Proposed("ls", "{}", "a"),
        Proposed("ls", "{}", "a"),
    )


def test_a_delta_that_repeats_its_name_and_id_goes_on_with_its_call():
    assert assembled(calling(0, "a", "ls", "{"), calling(0, "a", "ls", "}")).calls == (Proposed("ls", "{}", "a"),)


def test_a_delta_without_an_index_goes_on_with_the_last_call():
    assert assembled(calling(0, "a", "ls", "{"), calling(None, None, None, "}")).calls == (Proposed("ls", "{}", "a"),)


def test_what_a_provider_leaves_out_is_empty():
    assembly = assembled(Chunk(), Chunk([Choice(None)]), calling(0), Chunk(usage="counted"))

    assert assembly.calls == (Proposed("", "", ""),)
    assert (assembly.text, assembly.finish, assembly.usage) == ("", "", "counted")


def test_bytes_are_counted_from_where_the_provider_counted_last():
    assembly = assembled(chunk("ab", thinking="c"), calling(0, "id", "ls", "{}"))
    assert (assembly.usage, assembly.uncounted) == (None, 7)

    assembly.add(Chunk([Choice(Delta("now"))], "counted"))
    assert (assembly.usage, assembly.uncounted) == ("counted", 0), "what comes with the count is in it"

    assembly.add(chunk("é\ud83d"))
    assert (assembly.usage, assembly.uncounted) == ("counted", 5)


def test_names_and_malformed_arguments_stay_as_the_model_gave_them():
    assert assembled(calling(0, "a", "rm -rf/ä", '{"x')).calls == (Proposed("rm -rf/ä", '{"x', "a"),)


def test_halves_of_a_character_are_joined_or_replaced():
    assert assembled(chunk("a\ud83d"), chunk("\ude00b")).text == "a😀b"
    assert assembled(calling(0, "\udcff", "l\ud800s", "\udc00")).calls == (Proposed("l�s", "�", "�"),)


@given(st.text(st.characters() | st.sampled_from("\ud800\ud83d\ude00\udfff")))
def test_any_text_can_be_stored_afterwards(text: str):
    encodable(text).encode()


@given(st.text())
def test_whole_text_stays_as_it_is(text: str):
    assert encodable(text) == text
