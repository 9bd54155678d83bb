"""Who somebody is and what time it is are said as Discord says them; words are words."""

import pytest

from adapters.discord.phrases import LOOKALIKE, markdown
from harness.chat.people import Person, Place
from harness.chat.phrases import Code, Link, Moment, Part, Where
from tests.unit.adapters.discord.shown import ANA


@pytest.mark.parametrize(
    ("part", "said"),
    [
        (ANA, "<@77>"),
        (Person("slack", "T", "U1", "*Ana*"), "\u2217Ana\u2217"),
        (Moment(1_800_000_000.5), "<t:1800000000:f>"),
        (Code("a `b` c"), f"`a {LOOKALIKE}b{LOOKALIKE} c`"),
        (Where(Place("discord", "G", "5", "6")), "<#6>"),
        (Where(Place("discord", "G", "5")), "<#5>"),
        (Where(Place("discord", "G", "@77")), "another conversation"),
        (Link("Open *it*", "https://a"), r"[Open \*it\*](https://a)"),
        ("**bold** <@1>", r"\*\*bold\*\* \<\@1\>"),
    ],
)
def test_each_part_is_said_in_its_way(part: Part, said: str) -> None:
    assert markdown((part,)) == said
