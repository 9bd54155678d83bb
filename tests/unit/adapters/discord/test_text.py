"""Nothing is lost where it is cut, fences are closed and opened again, and what people write is read."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.discord.text import PART, cut, fenced, literal, mentioned, plain, said, split, uncovered
from harness.chat.visible import visible
from harness.chat.wording import units
from tests.examples import examples

hostile = st.lists(
    st.one_of(
        st.sampled_from(
            [
                *(
                    "@everyone",
                    "@here",
                    "<@1>",
                    "<@!2>",
                    "<@&3>",
                    "<#4>",
                    "</x:5>",
                    "<t:1:R>",
                    "||x||",
                    "[a](http://b)",
                ),
                *(
                    "```\n",
                    "```python\n",
                    "````\n",
                    "# h\n",
                    "-# s\n",
                    "> q\n",
                    "\n\n",
                    "\n",
                    "`",
                    "**",
                    "\\",
                    "\u202e",
                ),
            ]
        ),
        st.text(max_size=40),
        st.builds(
            lambda one, times: one * times,
            st.sampled_from(["x", "é ", "😀", "line\n", "`", "<@1>"]),
            st.integers(0, 900),
        ),
    ),
    max_size=40,
).map("".join)


@settings(max_examples=examples(500))
@given(hostile)
def test_parts_fit_and_lose_nothing(text: str):
    parts = split(text)
    assert all(units(part) <= 2_000 for part in parts)
    if not re.search(r"(?m)^ {0,3}```", text):
        assert "".join(parts) == text
    assert rejoined(list(parts), text, "")


def rejoined(parts: list[str], text: str, before: str) -> bool:
    """Are the parts the text, but for fences that were closed at the end of one and opened again in the next?"""
    if not parts:
        return not text
    first, *rest = parts
    began = [first]
    if before:
        began = [first.removeprefix(f"{before}\n")] if first.startswith(before) else []
    for start in began:
        if text.startswith(start) and rejoined(rest, text[len(start) :], ""):
            return True
        closed = re.fullmatch(r"(?s)(.*?)(\n?)(`{3,})\n", start)
        for whole in (closed[1], closed[1] + closed[2]) if closed else ():
            if closed and not rest and whole == text:
                return True
            opened = re.compile(rf"{closed[3]}[^`\n]{{0,40}}(?=\n)").match(rest[0]) if closed and rest else None
            if opened and text.startswith(whole) and rejoined(rest, text[len(whole) :], opened[0]):
                return True
    return False


@given(st.integers(1, 400), st.sampled_from(["", "python"]))
def test_a_fence_that_is_cut_is_closed_and_opened_again(lines: int, language: str):
    text = f"before\n```{language}\n" + "some line of code\n" * lines + "```\nafter"
    parts = split(text)
    assert all(len(re.findall(r"(?m)^```", part)) % 2 == 0 for part in parts)
    assert "".join(parts).count("some line of code\n") == lines


def test_a_line_that_is_cut_does_not_look_like_a_fence_from_there_on():
    text = "x" * (PART - 150) + "`" * 120 + "y"
    first, second = split(text)
    assert first + second == text
    assert second.startswith("x`")


@given(hostile, st.integers(2, 300))
def test_what_is_cut_fits(text: str, most: int):
    assert units(cut(text, most)) <= most
    assert units(said(text, most)) <= most


def test_what_is_said_in_a_line_is_cut_between_its_marks():
    assert said("a_b", 4) == "a\\_b"
    assert said("a_b", 3) == "a…"
    assert said("\u202e" * 9, 5) == said("\u202e", 5) == "…"


@given(hostile.map(visible))
def test_a_block_of_code_is_not_left_by_what_is_in_it(text: str):
    """Discord's client, simple-markdown rules: it ends at the next three backticks."""
    found = re.fullmatch(r"(?s)```\n(.*?)\n```", fenced(text))
    assert found
    assert found[1].replace("\u200b", "") == text


@pytest.mark.parametrize(
    ("markdown", "seen"),
    [
        ("do ||rm -rf important|| it", r"do \|\|rm -rf important\|\| it"),
        ("see [docs](https://evil.example/a)", "see docs (https://evil.example/a)"),
        ("see [docs](<https://evil.example/a>) and [x](y 'title')", "see docs (<https://evil.example/a>) and x (y)"),
        ("`a || b` and\n```\n[a](b) || c\n```\n- [ ] todo (x)", "`a || b` and\n```\n[a](b) || c\n```\n- [ ] todo (x)"),
        ("````\n```\n||covered||\n````", "````\n```\n" + r"\|\|covered\|\|" + "\n````"),
    ],
)
def test_nothing_in_what_is_decided_about_is_covered(markdown: str, seen: str):
    assert uncovered(markdown) == seen


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("<@1> do it", "do it"),
        ("<@!1>, do it", "do it"),
        ("stop, <@1>", "stop"),
        ("ask <@2> in <#3>", "ask @ana in #3"),
        ("well <:done:42>", "well :done:"),
    ],
)
def test_what_people_write_is_read(written: str, read: str):
    assert plain(written, "1", {"2": "ana"}) == read


def test_marks_read_as_they_are():
    assert literal("write_file *now* <@1>") == r"write\_file \*now\* \<\@1\>"
    assert mentioned("<@1> and <@!2> and <@&3>") == {"1", "2"}


def test_parts_of_no_size_are_refused():
    with pytest.raises(ValueError, match="at least"):
        split("x", 10)
