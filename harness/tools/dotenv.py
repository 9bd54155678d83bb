"""Which values of a `.env` are secret: what is written as `NAME=value`, and is neither short nor a mere word."""

import re
from collections.abc import Iterator
from io import StringIO

from dotenv.parser import parse_stream

from harness.tools.masks import MIN_VALUE_CHARS

_LINE = re.compile(r"\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_.]{0,100})\s*=\s*(.*?)\s*")
_QUOTES = ("'", '"', "`")
LONG_LINE = 16
"""Characters of a line of a value that is masked by itself."""
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
    """Each with the name that it has there. What a name says to be secret is, whatever it reads like; of a value of
    several lines each is, too.
    """
    for name, value in _values(text.removeprefix("\ufeff")):
        if len(value) < MIN_VALUE_CHARS:
            continue
        if _SECRET_NAME.search(name) or not _NO_SECRET.fullmatch(value):
            yield name, value
            yield from ((name, line) for line in value.split("\n")[1:-1] if len(line.strip()) >= LONG_LINE)


def _values(text: str) -> Iterator[tuple[str, str]]:
    """As the parser reads it, and as it stands there, with its escapes. What that cannot read is taken as it is."""
    for found in parse_stream(StringIO(text)):
        if found.key and found.value:
            yield found.key, found.value
            between = found.original.string.partition("=")[2].strip()
            if between[:1] in _QUOTES and (end := between.rfind(between[0])) > 0:
                yield found.key, between[1:end]
        elif found.error:
            yield from _lines(found.original.string)


def _lines(text: str) -> Iterator[tuple[str, str]]:
    for line in text.splitlines():
        found = None if line.lstrip().startswith("#") else _LINE.fullmatch(line)
        if found:
            yield found[1], _COMMENT.sub("", found[2]).strip("".join(_QUOTES))
