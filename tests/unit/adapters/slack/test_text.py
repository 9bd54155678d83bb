"""Nothing that is written pings anybody, nothing is lost where it is cut, and what people write is read."""

import re
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.slack.text import (
    _STYLE,
    cut,
    escaped,
    escaped_markdown,
    escaped_more,
    fallback,
    fence,
    fitting,
    headings_of,
    mentioned,
    plain,
    split,
)
from harness.chat.splitting import RESERVE, lines

hostile = st.lists(
    st.one_of(
        st.sampled_from(
            [
                "<!channel>",
                "<!here|here>",
                "<@U1>",
                "<#C1>",
                "<!subteam^S1>",
                "&lt;!channel&gt;",
                "> <!everyone>",
                "@here",
                *(
                    "```\n",
                    "```python\n",
                    "~~~~\n",
                    "# h\n",
                    "---\n",
                    "| a | b |\n|---|---|\n",
                    "\n\n",
                    "\n",
                    "`",
                    "**",
                ),
            ]
        ),
        st.text(max_size=40),
        st.builds(
            lambda one, times: one * times,
            st.sampled_from(["x", "&", "<", "é ", "line\n", "# h\n"]),
            st.integers(0, 900),
        ),
    ),
    max_size=40,
).map("".join)


def read(markdown: str) -> str:
    return markdown.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


@given(hostile)
def test_nothing_escaped_is_alive_and_nothing_is_lost(text: str):
    for done in (escaped(text), escaped_markdown(text)):
        assert "<" not in done
        assert not re.search(r"&(?!amp;|lt;|gt;)", done)
        assert read(done) == text


@given(hostile, st.lists(st.integers(0, 400), max_size=30))
def test_what_is_escaped_piece_by_piece_reads_as_the_whole(text: str, sizes: list[int]):
    done, end = "", 0
    for size in [*sizes, len(text)]:
        done += escaped_more(text[:end], text[end : end + size])
        end += size
    assert done == escaped_markdown(text)


@given(hostile, st.integers(300, 2_000))
def test_what_fits_is_as_much_as_one_part_takes(text: str, most: int):
    size = fitting(text, "", most)
    assert len(split(text[:size], most)) == 1
    cut_line = text[text.rfind("\n", 0, size) + 1 :].partition("\n")[0]
    assert size == len(text) or text[size - 1] == "\n" or len(escaped(cut_line)) > most - 101


def test_a_fence_that_is_open_is_known():
    assert fence("```python\none()\n") == "```python"
    assert fence("```python\none()\n```\n") == ""
    assert fence("two()\n", "~~~~") == "~~~~"
    assert fence("two()\n~~~~\n", "~~~~") == ""


def test_marks_of_a_quotation_stay():
    assert escaped_markdown("> a > b\n>> <!here>") == "> a &gt; b\n>> &lt;!here&gt;"


def _without(text: str, said: str) -> str:
    """However often it is there, also where taking one out makes another."""
    while said and said in text:
        text = text.replace(said, "")
    return text


@given(hostile, st.integers(300, 2_000))
def test_every_part_fits_and_the_parts_are_the_whole(text: str, most: int):
    parts = split(text, most)
    assert all(len(escaped_markdown(part)) <= most for part in parts)
    fences = re.compile(r"^ {0,3}(`{3,}|~{3,})[^`\n]*$", re.MULTILINE)
    headers = sorted({line.table for line in lines(text, _STYLE, most - RESERVE)} - {""}, key=len, reverse=True)
    if not (fences.search(text) or headers):
        assert "".join(parts) == text
    bare = [fences.sub("", each).replace("\n", "") for each in (text, "".join(parts))]
    for header in headers:  # which may be said again
        bare = [_without(each, header.replace("\n", "")) for each in bare]
    assert bare[0] == bare[1]


def test_a_fence_that_is_cut_is_closed_and_opened_again():
    code = "".join(f"line {number}\n" for number in range(200))
    parts = split(f"Look:\n```python\n{code}```\nDone.\n", 700)
    assert len(parts) > 2
    for part in parts:
        assert part.count("```") % 2 == 0
    assert all(part.startswith("```python\n") for part in parts[1:-1])
    assert "".join(parts).replace("```python\n", "").replace("```\n", "") == f"Look:\n{code}Done.\n"


def test_parts_end_between_paragraphs_where_they_can():
    paragraphs = [("word " * 40).strip() + "\n\n" for _ in range(20)]
    assert all(part.endswith("\n\n") for part in split("".join(paragraphs), 1_000))


def test_more_headings_than_a_message_has_blocks_are_shared_out():
    parts = split("# h\ntext\n" * 100)
    assert all(part.count("# h") <= 24 for part in parts)


@pytest.mark.parametrize("line", [" " * 40_000 + "x", "---" + " " * 40_000 + "x", "-" * 40_000, "| " * 20_000])
def test_the_work_grows_with_the_length_of_a_line_and_not_with_its_square(line: str):
    before = process_time()
    assert "".join(split(line)) == line
    assert not fence(line)
    assert process_time() - before < 2.0, "the square would take a minute"


def test_a_short_text_is_one_part_and_none_is_an_empty_one():
    assert split("hello") == ("hello",)
    assert split("") == ("",)


@given(st.text(), st.integers(1, 50))
def test_a_fallback_fits_and_is_cut_between_characters(text: str, most: int):
    done = fallback(text, most)
    assert len(done) <= most
    assert not re.search(r"&(?!amp;|lt;|gt;)", done)
    assert "<" not in done


def test_cutting_is_seen():
    assert cut("abcdef", 4) == "abc…"
    assert cut("abcd", 4) == "abcd"


@pytest.mark.parametrize(
    ("wrote", "reads"),
    [
        ("<@UME> deploy", "deploy"),
        ("<@UME|deskmate>: deploy", "deploy"),
        ("please <@UME> deploy", "please deploy"),
        ("<@UME>", ""),
        ("stop, <@UME>!", "stop!"),
        ("stop <@UME>", "stop"),
        ("what does <@UME>, our bot, do", "what does, our bot, do"),
        ("ask <@U1> and <@U2|bo> and <@U3>", "ask @Ana and @bo and @U3"),
        ("<!channel> <!subteam^S1|@ops> <!subteam^S2> <!date^1^{date}|today>", "@channel @ops @S2 today"),
        ("<mailto:a@b.c|a@b.c> <https://x.y> <https://x.y|here>", "a@b.c https://x.y here (https://x.y)"),
        ("a &lt;@U1&gt; &amp;lt; b", "a <@U1> &lt; b"),
        ("<#C1|ops> <#C2>", "#ops #C2"),
        ("keep   my\n  spaces", "keep   my\n  spaces"),
    ],
)
def test_what_people_write_is_read_as_they_meant_it(wrote: str, reads: str):
    assert plain(wrote, "UME", {"U1": "Ana"}) == reads


def test_those_who_are_mentioned_are_found():
    assert mentioned("<@U1> <@W2|x> &lt;@U3&gt; <!here>") == {"U1", "W2"}


def test_headings_are_those_outside_of_code() -> None:
    assert headings_of("# One\n\ntext\n```sh\n# not one\n```\n## Two ##\n#none\n") == ["One", "Two"]


def test_parts_that_take_nothing_are_refused() -> None:
    with pytest.raises(ValueError, match="at least 200 characters"):
        split("text", 120)
