import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from adapters.models.thinking import TAGS, Thinking, without_thinking


def told(*pieces: str) -> tuple[str, str]:
    thinking = Thinking()
    parts = [*map(thinking.add, pieces), thinking.end()]
    return "".join(text for text, _ in parts), "".join(thought for _, thought in parts)


@pytest.mark.parametrize(("opening", "closing"), TAGS.items())
def test_thinking_is_told_from_text_by_any_of_the_tags(opening: str, closing: str):
    assert told(f"{opening}secret{closing}Hello") == ("Hello", "secret")
    assert told(*f"\n {opening}\nsecret\n{closing}\n\nHello {opening}.") == (f"Hello {opening}.", "\nsecret\n")


def test_text_without_tags_stays_as_it_is():
    assert told("\n  Hello", " there.\n") == ("\n  Hello there.\n", "")
    assert told("   ") == ("   ", "")
    assert told() == ("", "")


@pytest.mark.parametrize(
    "text",
    [
        "The tag <think> begins, and </think> ends it.",
        "`<think>` is a tag",
        "```\n<think>\nhm\n</think>\n```",
        "<thinker> is no tag",
        "<",
        "<thi",
        "[THIN]",
    ],
)
def test_what_is_quoted_is_text(text: str):
    assert told(text) == (text, "")
    assert told(*text) == (text, "")
    assert without_thinking(text) == (text, "")


def test_thinking_may_begin_again_before_the_text():
    assert told("<think>a</think>\n<think>b</think> c <think>d</think>") == ("c <think>d</think>", "ab")


def test_thinking_that_never_ends_is_thinking():
    assert told("<think>on and on </thi") == ("", "on and on </thi")


def test_what_may_yet_become_a_tag_is_held_back_and_no_more():
    thinking = Thinking()
    assert thinking.add("\n<thi") == ("", "")
    assert thinking.add("rd> time") == ("\n<third> time", "")
    assert thinking.add(" <think>") == (" <think>", "")

    thinking = Thinking()
    assert thinking.add("<think>abc</th") == ("", "abc")
    assert thinking.add("ree") == ("", "</three")


@given(
    st.lists(st.sampled_from(["<think>", "</think>", "<thi", "nk>", "a", " ", "\n", "<", "[THINK]", "[/THINK]"])),
    st.data(),
)
@example(["<think>", "a", "</think>"], None)
def test_it_does_not_depend_on_how_the_text_is_cut(parts: list[str], data: st.DataObject | None):
    joined = "".join(parts)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(joined))))) if data else [3]
    pieces = [joined[a:b] for a, b in zip([0, *cuts], [*cuts, len(joined)], strict=True)]

    assert told(*pieces) == told(joined)


@given(st.text("<>/think\n ax"))
def test_nothing_is_lost_but_tags_and_blanks(text: str):
    said, thought = told(text)

    def bare(text: str) -> str:
        for tag in (*TAGS, *TAGS.values()):
            text = text.replace(tag, "")
        return "".join(text.split())

    assert sorted(bare(said + thought)) == sorted(bare(text)) or bare(said) in bare(text)
    if not any(tag in text for tag in TAGS):
        assert said == text


@pytest.mark.parametrize(
    ("text", "apart"),
    [
        ("hm\nso\n</think>\n\nHello", ("Hello", "hm\nso")),
        ("hm\n  [/THINK]  \nHello\n[/THINK]\n", ("Hello\n[/THINK]\n", "hm")),
        ("</think>\nHello", ("Hello", "")),
        ("hm\n</think>", ("", "hm")),
        ("The tag </think> ends it", ("The tag </think> ends it", "")),
        ("<think>\nhm\n</think>\nHello", ("<think>\nhm\n</think>\nHello", "")),
        ("Hello", ("Hello", "")),
    ],
)
def test_thinking_that_the_template_opened_ends_at_a_tag_alone_on_its_line(text: str, apart: tuple[str, str]):
    assert without_thinking(text) == apart


def test_each_sign_is_looked_at_a_fixed_number_of_times():
    """Counted by what is kept from one piece to the next: never more than a tag."""
    thinking, longest = Thinking(), max(map(len, [*TAGS, *TAGS.values()]))
    for piece in ["<think>", *["</thin"] * 5_000, *["x"] * 5_000]:
        thinking.add(piece)
        assert len(thinking._held) < longest
