"""What looks like a secret is not for a lock screen: notifications show that there is one, cards show all."""

import re

MASK = "•••"
_NAMED = re.compile(
    r"""(?ix)
    \b([a-z0-9_-]{0,40}(?:password|passwd|passphrase|pwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key))
    (["']?\s*(?:=|:)\s*["']?|\s+)(?=[^\s"'])
    ([^\s"'&;|]+)
    """
)
"""`password=…`, `--token …`, `"api_key": "…"`."""
_BEARER = re.compile(r"(?i)\b(bearer|basic)\s+[a-z0-9+/._~=-]{8,}")
_IN_URL = re.compile(r"(?<=://)[^/\s:@]+:[^/\s@]+(?=@)")
_KNOWN = re.compile(
    r"""(?x)
    \b(?:sk|pk|rk)[-_][A-Za-z0-9_-]{16,}                        # OpenAI, Anthropic, Stripe
    | \bxox[a-z]-[A-Za-z0-9-]{10,} | \bxapp-[A-Za-z0-9-]{10,}   # Slack
    | \bgh[pousr]_[A-Za-z0-9]{20,} | \bgithub_pat_\w{20,}       # GitHub
    | \bAKIA[0-9A-Z]{16}\b                                      # Amazon
    | \beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*                         # JSON web tokens
    | -----BEGIN\ [A-Z ]*PRIVATE\ KEY-----.*
    """
)


def masked(text: str) -> str:
    """`text` with a mask over what looks like a password, a token or a key. It goes by looks: what it does not know
    it leaves.
    """
    text = _IN_URL.sub(MASK, _KNOWN.sub(MASK, text))
    text = _BEARER.sub(lambda found: f"{found[1]} {MASK}", text)
    return _NAMED.sub(lambda found: f"{found[1]}{found[2]}{MASK}" if _assigns(found[2], found[3]) else found[0], text)


def _assigns(between: str, value: str) -> bool:
    """`token=x` does whatever x is; of `token x`, only what looks like no word: "the token is" says nothing."""
    return bool(between.strip()) or (len(value) >= 12 and not value.isalpha())
