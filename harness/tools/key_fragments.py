"""Masks parts of private keys, known by their looks alone: `sed -n 3,8p key.pem` and `cut -c1-40 key.pem` print lines
without BEGIN and END.

A line of a private key looks like a line of a certificate or of any other base64. These decide:

- Beside its BEGIN or END a public thing (a certificate, a public key) stays readable.
- Lines of 64 or 70 characters are masked: PEM wraps at 64 (RFC 7468, section 2), OpenSSH at 70 (sshkey.c). That takes
  in fragments of certificates, which nobody can tell apart.
- Three lines and more of one width, from 24 to 75, are masked: a column cut out of a key. Ids have no + and no /.
- Lines of 76 stay: `base64` and MIME wrap pictures and files there (RFC 2045, section 6.8).
- The first bytes of a key are masked anywhere, with everything up to the next blank.

Words, paths, ids in one case, and digests that say so (`sha384-…`) stay: random base64 mixes capitals, small letters
and digits.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

MIN_LINE_CHARS, MAX_LINE_CHARS = 24, 75
"""Characters of a line that may belong to a key."""
WIDTHS: Final = frozenset({64, 70})
"""Usual lengths of a key's lines."""
MIN_COLUMN_LINES = 3
"""Minimum number of lines of one unusual width that make a column of a key."""

_ALPHABET = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_SIMPLE = bytes.maketrans(_ALPHABET, b"x" * len(_ALPHABET))
_ENOUGH, _RUN = b"x" * MIN_LINE_CHARS, re.compile(b"x+")
_LINE_ENDS = re.compile(r"(?!=)[^A-Za-z0-9\n]{0,8}(?:\\[nr][^\w\n]{0,4})?(?:\n|\Z)")
"""The same as _END in a text of several lines, behind a run of the alphabet."""
_END = r"(?=[^A-Za-z0-9]{0,8}(?:\\[nr]\W{0,4})?$)"
_TOKEN = re.compile(rf"(?<![A-Za-z0-9+/=])([A-Za-z0-9+/]{{24,76}})(?![A-Za-z0-9+/=]){_END}")
"""At the end of a line, behind a path, a number or a diff's mark. Only a key's last line has padding."""
_BARE = re.compile(r"[-+<>|:\s\d\"']*")
"""A line's beginning before a column of a key."""
_DIGEST = re.compile(r"(?i:sha)\d{1,3}[-:]$")
"""Subresource Integrity: the base64 of a SHA-384 has 64 characters."""
_LAST = re.compile(rf"(?<![A-Za-z0-9+/=])([A-Za-z0-9+/]{{2,75}}={{0,2}}){_END}")
"""A key's last line may be shorter."""
_ARMOR = re.compile(r"-{4,5} ?(BEGIN|END) ([A-Z0-9 ]{1,60}?) ?-{4,5}")
_BEGINNING = re.compile(
    r"b3BlbnNzaC1rZXktdjE[A-Za-z0-9+/=]*"  # "openssh-key-v1", PROTOCOL.key
    r"|MII[A-Za-z0-9+/]{2,6}IBAAKB?[A-Za-z0-9+/=]{16,}"  # RSAPrivateKey, version 0: RFC 8017, appendix A.1.2
    r"|M[A-Za-z0-9+/]{3,6}IBADA[A-Za-z0-9+/=]{16,}"  # PrivateKeyInfo, version 0: RFC 5208; of RSA
    r"|M[A-Za-z0-9+/]{2,6}AgEAM[A-Za-z0-9+/=]{16,}"  # the same, of elliptic curves: RFC 5915, RFC 8410
    r"|MC4CAQAwBQYDK2V[A-Za-z0-9+/=]{16,}"  # the same, Ed25519 and X25519
    r"|M[A-Za-z0-9+/]{1,6}(?:CAQEEI|AgEBB)[A-Za-z0-9+/=]{16,}"  # ECPrivateKey, version 1: RFC 5915
    r"|MII[A-Za-z0-9+/]{4,8}BgkqhkiG9w0BBQ0[A-Za-z0-9+/=]{16,}"  # EncryptedPrivateKeyInfo, PBES2: RFC 5958
)
"""DER in base64, from its first byte."""
_MARKS = ("b3BlbnNzaC1rZXktdjE", "IBAAK", "IBADA", "AgEAM", "MC4CAQAw", "CAQEEI", "AgEBB", "BgkqhkiG9w0BBQ0")


class _Line(NamedTuple):
    """The text of a possible key in a line, and its place."""

    start: int
    end: int
    text: str


def without_fragments(text: str, instead: str) -> str:
    """The text with `instead` in place of each key line. The number of lines stays."""
    if not _may_hold_any(text):
        return text
    lines = text.split("\n")
    tokens = [_token(line) for line in lines]
    public = _public(lines, tokens) if "---" in text else frozenset[int]()
    masked = _fragments(lines, [None if number in public else one for number, one in enumerate(tokens)])
    for number, one in masked.items():
        lines[number] = f"{lines[number][: one.start]}{instead}{lines[number][one.end :]}"
    if not any(mark in text for mark in _MARKS):
        return "\n".join(lines) if masked else text
    return "\n".join(line if n in public else _BEGINNING.sub(instead, line) for n, line in enumerate(lines))


def trailing(text: str) -> int:
    """The number of characters at the end of `text` in whole lines that may belong to a key. Live output holds them
    back, since the next lines say more.
    """
    end = _before(text, len(text), _LAST)
    begin = _before(text, end, _TOKEN)
    if begin == end:
        end = begin = _before(text, len(text), _TOKEN)
    while (before := _before(text, begin, _TOKEN)) < begin:
        begin = before
    return len(text) - begin


def _before(text: str, end: int, kind: "re.Pattern[str]") -> int:
    """The start of the line before `end`, if it matches; else `end`."""
    begin = text.rfind("\n", 0, max(end - 1, 0)) + 1
    return begin if end and kind.search(text, begin, end - 1) and "---" not in text[begin:end] else end


def _may_hold_any(text: str) -> bool:
    """False for nearly all texts, at the cost of one pass over their bytes."""
    flat = text.encode("latin-1", "replace").translate(_SIMPLE)
    at = flat.find(_ENOUGH)
    if at >= 0 and any(mark in text for mark in _MARKS):
        return True
    while at >= 0 and (run := _RUN.match(flat, at)):
        digest = text[at - 1 : at] in (":", "-") and _DIGEST.search(text, max(0, at - 8), at)
        if not digest and _LINE_ENDS.match(text, run.end()):
            return True
        at = flat.find(_ENOUGH, run.end())
    return False


def _token(line: str) -> _Line | None:
    """The possible part of a key at the end of a line; None if there is none."""
    if len(line) < MIN_LINE_CHARS:
        return None
    found = _TOKEN.search(line)
    if found is None or _DIGEST.search(line, 0, found.start()):
        return None
    added = int(found[1].startswith("+") and len(found[1]) not in WIDTHS)  # a diff's mark
    text = found[1][added:]
    return _Line(found.start(1) + added, found.end(), text) if MIN_LINE_CHARS <= len(text) <= MAX_LINE_CHARS else None


def _fragments(lines: list[str], tokens: list[_Line | None]) -> dict[int, _Line]:
    """Parts of keys, by the number of their line."""
    masked: dict[int, _Line] = {}
    for begin, end in _runs(tokens):
        run = [one for one in tokens[begin:end] if one]
        width = len(run[0].text)
        if width in WIDTHS:
            counts = any(_random(one.text) for one in run)
        else:
            counts = len(run) >= MIN_COLUMN_LINES and _is_column(lines[begin:end], run)
        if counts:
            masked.update((begin + number, one) for number, one in enumerate(run))
            if last := _last(lines[end], tokens[end], width) if end < len(lines) else None:
                masked[end] = last
    return masked


def _is_column(lines: list[str], run: list[_Line]) -> bool:
    """True if lines of one width may be a column cut out of a key. Ids have neither + nor /."""
    text = "".join(one.text for one in run)
    bare = all(_BARE.fullmatch(line, 0, one.start) for line, one in zip(lines, run, strict=True))
    return bare and not {"+", "/"}.isdisjoint(text) and _random(text)


def _runs(tokens: list[_Line | None]) -> Iterator[tuple[int, int]]:
    """Runs of neighbouring tokens of one length, each as its first line and the line behind its last."""
    begin = 0
    for number in range(1, len(tokens) + 1):
        one, before = tokens[number] if number < len(tokens) else None, tokens[number - 1]
        if before and (one is None or len(one.text) != len(before.text)):
            yield begin, number
        if one is None or before is None or len(one.text) != len(before.text):
            begin = number


def _last(line: str, token: _Line | None, width: int) -> _Line | None:
    """The token of a key's last line, right below the others; None if that line is something else."""
    found = _LAST.search(line)
    if found is None or len(found[1]) > width or (token and len(token.text) in WIDTHS):
        return None
    core = found[1].rstrip("=")
    mixed = len(core) >= 8 and any(map(str.isdigit, core)) and not (core.islower() or core.isupper())
    return _Line(found.start(1), found.end(1), found[1]) if found[1].endswith("=") or mixed else None


def _public(lines: list[str], tokens: list[_Line | None]) -> frozenset[int]:
    """Numbers of the lines of a public thing, beside its BEGIN or END."""
    found, inside = set[int](), False
    for number, line in enumerate(lines):
        mark = _ARMOR.search(line) if "---" in line else None
        if mark is None:
            if inside:
                found.add(number)
            continue
        if mark[1] == "END" and not inside and "PRIVATE" not in mark[2]:
            before = number - 1
            while before >= 0 and (tokens[before] or _LAST.search(lines[before])):
                found.add(before)
                before -= 1
        inside = mark[1] == "BEGIN" and "PRIVATE" not in mark[2]
    return frozenset(found)


def _random(text: str) -> bool:
    """True if capitals, small letters and digits are as mixed as in random base64, where they are 41, 41 and 16 %."""
    capitals, small, digits = (sum(map(kind, text)) for kind in (str.isupper, str.islower, str.isdigit))
    least = len(text) * 0.15
    return capitals >= least and small >= least and digits >= len(text) * 0.04 and len(set(text)) >= 16
