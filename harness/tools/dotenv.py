"""Which values of a `.env` are secret: what is written as `NAME=value`, and is neither short nor a mere word."""

import re
from collections.abc import Iterator

from harness.tools.masks import SHORTEST

_LINE = re.compile(r"\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_.]{0,100})\s*=\s*(.*?)\s*")
_COMMENT = re.compile(r"\s#.*")
_SECRET_NAME = re.compile(r"(?i)(key|token|secret|password|passwd|pass|pwd|credentials?|auth|salt|dsn|pat)(_?id)?$")
_NO_SECRET = re.compile(
    r"""(?xi)
    [a-z]+(?:[-_.\s,:/]+[a-z]+)*                  # words: production, us-east, info,debug
    | [\d.,:_/+\sT-]+Z?                           # numbers, times, addresses
    | (?:localhost|[a-z0-9.-]+\.(?:local|internal)|[\d.]+)(?::\d+)?
    | https?://[^\s@?]+                           # where somebody is, and as whom nobody
    | [~.]?(?:/[\w.-]+)+/?                        # a path
    | [a-z]+(?:[-_./][a-z]+|[-_./]?\d{1,4}(?!\d))*  # a version, a model, a region: python3.11, gpt-5-mini, us-east-1
    """
)


def secrets_of(text: str) -> Iterator[tuple[str, str]]:
    """Each with the name that it has there. What a name says to be secret is, whatever it reads like."""
    for line in text.splitlines():
        found = None if line.lstrip().startswith("#") else _LINE.fullmatch(line)
        if found is None:
            continue
        name, value = found[1], _unquoted(found[2])
        if len(value) < SHORTEST:
            continue
        if _SECRET_NAME.search(name) or not _NO_SECRET.fullmatch(value):
            yield name, value


def _unquoted(value: str) -> str:
    if len(value) > 1 and value[0] in "\"'`" and value.endswith(value[0]):
        return value[1:-1]
    return _COMMENT.sub("", value)
