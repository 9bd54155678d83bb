"""What looks like a secret is for who decides, and for nobody who reads along: where many do, a mask stands for it.

A mask hides a value, never what would be done with it: whatever a shell acts on stays to be read, or somebody would
approve of what they have not seen.
"""

import re

from harness.chat.keys import without_keys
from harness.chat.visible import visible

MASK = "•••"
_NAMED = re.compile(
    r"""(?ix)
    \b([a-z0-9_-]{0,40}(?:password|passwd|passphrase|pwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key))
    (["']?\s*(?:=|:)\s*["']?|\s+)(?=[^\s"'])
    ([^\s"'&;|$`(){}<>\\]+)
    """
)
"""`password=…`, `--token …`, `"api_key": "…"`."""
_BEARER = re.compile(r"(?i)\b(bearer|basic)\s+[a-z0-9+/._~=-]{8,}")
_IN_URL = re.compile(r"""(?<=://)[^/\s:@&;|$`(){}<>"'\\]+:[^/\s@&;|$`(){}<>"'\\]+(?=@)""")
_KNOWN = re.compile(
    r"""(?x)
    \b(?:sk|pk|rk)[-_][A-Za-z0-9_-]{16,}                        # whoever has keys like OpenAI's and Stripe's
    | \beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*                         # JSON web tokens, also those that are not signed
    | -----BEGIN\ [A-Z ]*PRIVATE\ KEY-----(?:[A-Za-z0-9+/=]|\\n)*
    """
)


_KEY_BEGINS, _KEY_ENDS = re.compile("-----BEGIN [A-Z ]*PRIVATE KEY-----"), "-----END "
_KEY_LINE = re.compile(r"([-+ ]?[ \d]*)([A-Za-z0-9+/=]{40,})\s*")
"""Also of a diff, behind its mark and number."""
_VARIED = 20
"""Characters that a line of a key has at least, unlike a path or a word."""


def masked(text: str) -> str:
    """`text` with a mask over what looks like a password, a token or a key. It goes by looks: what it does not know
    it leaves.
    """
    text = _IN_URL.sub(MASK, _KNOWN.sub(MASK, without_keys(_keys_masked(text), lambda name: MASK)))
    text = _BEARER.sub(lambda found: f"{found[1]} {MASK}", text)
    return _NAMED.sub(lambda found: f"{found[1]}{found[2]}{MASK}" if _assigns(found) else found[0], text)


def looks_secret(text: str) -> bool:
    """Is something in it that a mask would hide?"""
    return masked(text) != text


def concealed(text: str) -> str:
    """As it is shown where many read it: what is hidden is spelt out, and what is secret is masked."""
    return masked(visible(text))


def _assigns(found: re.Match[str]) -> bool:
    """`token=x` does whatever x is; of `--token x`, only what looks like no word. A word without either is a name:
    "the token is" says nothing, and `git-secret reveal-them-all` is a command. What is masked already says what it was.
    """
    if found[3].startswith("[masked:"):
        return False
    if found[2].strip():
        return True
    option = found.string[: found.start()].endswith("-") or found[1].startswith("-")
    return option and len(found[3]) >= 12 and not found[3].isalpha()


def _keys_masked(text: str) -> str:
    """The lines of private keys, whose first line is masked by its looks."""
    if _KEY_BEGINS.search(text) is None:
        return text
    lines, within = list[str](), False
    for line in text.split("\n"):
        of_key = _KEY_LINE.fullmatch(line) if within else None
        within = _KEY_ENDS not in line and (within or _KEY_BEGINS.search(line) is not None)
        lines.append(f"{of_key[1]}{MASK}" if of_key and len(set(of_key[2])) >= _VARIED else line)
    return "\n".join(lines)
