"""What would change how a text is read, without being seen, is spelt out: nobody approves what they cannot see."""

import re

_HIDDEN = re.compile(
    "["
    "\x00-\x08\x0b-\x1f\x7f-\x9f"  # controls, but for line feeds and tabs
    "\u2028\u2029"  # other ends of lines
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # they reorder what is around them: Unicode Standard Annex 9
    "\ud800-\udfff"  # halves of pairs
    "]"
)


def visible(text: str) -> str:
    """`text` with `\\x1b` or `\\u202e` for what is hidden."""
    return _HIDDEN.sub(lambda found: found[0].encode("unicode_escape").decode(), text)
