"""What would change how a text is read, without being seen, is spelt out: nobody approves what they cannot see."""

import re

_JOINED = "\u0600-\u109f\u1780-\u18af\ua800-\uabff\ufb50-\ufdff\ufe70-\ufefc"
"""Scripts whose letters are joined, or kept apart, by characters without a width."""
_SYMBOLS = "\u00a9\u00ae\u203c-\u3299\U0001f000-\U0001faff"
"""What emoji are made of."""
_HIDDEN = re.compile(
    "["
    "\x00-\x08\x0b-\x1f\x7f-\x9f"  # controls, but for line feeds and tabs
    "\u2028\u2029"  # other ends of lines
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # they reorder what is around them: Unicode Standard Annex 9
    "\ud800-\udfff"  # halves of pairs
    "\u00ad\u034f\u180b-\u180f\u200b\u2060-\u2065\u206a-\u206f\ufe00-\ufe0d\ufeff\ufff0-\ufffb"  # without a width
    "\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"  # blank, and no blank
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff"  # tags, and what belongs to notes of music
    "]"
    # In emoji, and between letters of some scripts, these say how it is written
    f"|(?<![{_SYMBOLS}])[\ufe0e\ufe0f](?!\u20e3)"
    f"|(?<![{_JOINED}{_SYMBOLS}\ufe0f])[\u200c\u200d]|[\u200c\u200d](?![{_JOINED}{_SYMBOLS}])"
)


def visible(text: str) -> str:
    """`text` with `\\x1b` or `\\u202e` for what is hidden. What is visible already stays as it is."""
    return _HIDDEN.sub(lambda found: found[0].encode("unicode_escape").decode(), text)
