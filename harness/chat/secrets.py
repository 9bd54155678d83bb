"""Masks over secrets on surfaces that many people read. Deciders can open what a mask covers.

A mask covers values with the shape of a key, in places where a key is a value: behind a name that says so (`token=`,
`--password`), in an authorization header, in an address's password, or a key of a known form in prose. It never covers
a part that could decide what happens: a path, an address, a value that the text uses again, or a word in the place of a
program or script. For a command, the parser tells which words those are (`harness/tools/command_secrets`).
"""

import re
from collections.abc import Iterable, Iterator

from harness.chat.keys import keys
from harness.chat.visible import visible

MASK = "•••"
MIN_CHARS = 8
"""Minimum characters of a value that is masked because of the name in front of it."""
_NAME = (
    r"[A-Za-z0-9_-]{0,40}(?:password|passwd|passphrase|pwd|secret|token|credentials?|api[_-]?key|_pat"
    r"|(?:access|private|secret)[_-]?key(?:[_-]?id)?)"
)
_SECRET_NAME = re.compile(rf"(?i)-{{0,2}}{_NAME}")
_NAMED = re.compile(
    rf"""(?i)(?<![\w$%{{])(-{{0,2}}{_NAME})(["']?\s{{0,8}}[=:]\s{{0,8}}["']?|\s{{1,8}}["']?)([^\s"'&;|$`(){{}}<>\\,]+)"""
)
"""`password=…`, `--token …`, `"api_key": "…"`. Without `=` or `:` the name has to be an option."""
_AUTHORIZED = re.compile(r"""(?i)[:=]\s{0,4}["']?(?:bearer|basic|token)\s{1,4}([a-z0-9+/._~=-]{8,})""")
"""RFC 9110, section 11.6.2: a scheme and its credentials, in a header."""
_IN_URL = re.compile(r"""://[^/\s:@?#&;|$`(){}<>"'\\]+:([^/\s@?#&;|$`(){}<>"'\\]+)@""")
"""RFC 3986, section 3.2.1: the password between user and host."""
_FORMS = re.compile(
    r"""(?x)
    \b(?:sk|pk|rk)[-_][A-Za-z0-9_-]{16,}                        # keys like OpenAI's and Stripe's
    | \beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*                         # JSON web tokens, also unsigned ones
    """
)
_WEBHOOK = re.compile(r"(?:hooks\.slack\.com|discord(?:app)?\.com)/.*/([^/]{8,})")
"""The last part of an address that is a secret. The rest stays readable, so people see whose it is."""
_ASSIGNED = re.compile(r"""([\w-]+)["']?\s{0,8}[=:]\s{0,8}["']?\Z""")
_OPTION = re.compile(r"""(?:\A|\s)--?([\w-]+)(?:=|\s{1,8})["']?\Z""")
_REFERRED = re.compile(r"""(?<![\w-])[\w-]++(?!["']?\s{0,8}[=:])""")
_FILE_NAME = re.compile(r"\.[A-Za-z]\w{0,9}(?![\w.])")
_DOMAIN = re.compile(r"(?i)[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}(?::\d+)?")
_AWS_SECRET = re.compile(r"[A-Za-z0-9+/]{40}")
"""AWS CLI User Guide, "Configuration and credential file settings": the only common key with a slash in it."""
_BEFORE = 80
"""Characters in front of a value in which its name is looked for."""
_LAST_WORD = re.compile(r"\S+\Z")
_LAUNCHER = re.compile(
    r"(?:\S*/)?(?:sh|bash|dash|ash|zsh|ksh|python[\d.]*|node|deno|bun|ruby|perl|php|lua|source|\.|exec|eval|xargs|sudo"
    r"|doas|env|command|nohup|time|timeout|nice|make|run|start|open|load|import|include|require|call|cat|cp|mv|rm|curl"
    r"|wget|ssh|basic)"
)
"""Words in front of a script, a program or a file."""

_KEY_BEGINS, _KEY_ENDS = re.compile("-----BEGIN [A-Z ]*PRIVATE KEY-----"), "-----END "
_KEY_LINE = re.compile(r"([-+ ]?[ \d]*)([A-Za-z0-9+=][A-Za-z0-9+/=]{39,})\s*")
"""A line of a key, also in a diff, behind its mark and number. A line that starts with a slash may be a program."""
_VARIED = 20
"""Minimum of different characters in a line of a key. A path or a word has fewer."""


def secrets(text: str, prose: bool = False) -> tuple[str, ...]:
    """The values that a mask covers in a text that is no command, the longest first. In `prose` a key of a known form
    may stand among words; elsewhere such a word may be a program or a file.
    """
    found = dict[str, set[int]]()
    for at, value in (*_named(text), *_by_place(text)):
        found.setdefault(value, set()).add(at)
    for value in _formed(text):
        found.setdefault(value, set()).update(at for at in _places(text, value) if _is_value(text, at, value, prose))
    if not found:
        return ()
    referred = {match[0] for match in _REFERRED.finditer(text)}
    alone = (value for value, places in found.items() if places.issuperset(_places(text, value)))
    return _longest_first(value for value in alone if not any(name in referred for name in _names(text, value)))


def candidates(text: str) -> tuple[str, ...]:
    """Values in a command that have the shape of a key and whose names nothing refers to, the longest first."""
    found = {*_formed(text), *(value for _, value in (*_named(text), *_by_place(text)))}
    return _longest_first(value for value in found if not (names := _names(text, value)) or not _expands(text, names))


def masked(text: str, prose: bool = True) -> str:
    """The text with masks by looks. Doing it twice changes nothing more."""
    text = _keys_masked(text)
    while values := secrets(text, prose):  # one may have stood in the way of another
        text = covered(text, values)
    return text


def covered(text: str, values: Iterable[str]) -> str:
    """The text with a mask over each of the values."""
    for value in values:
        text = text.replace(value, MASK)
    return text


def looks_secret(text: str) -> bool:
    """True if a mask by looks would cover something."""
    return masked(text) != text


def concealed(text: str, values: tuple[str, ...] | None = None, prose: bool = True) -> str:
    """The text for surfaces that many people read: hidden characters are spelt out, and secrets masked. `values` are
    known to be the secrets; None: masked by looks.
    """
    shown = visible(text)
    return masked(shown, prose) if values is None else covered(shown, values)


def is_secret_name(name: str) -> bool:
    """True if a variable or option of that name holds a secret."""
    return _SECRET_NAME.fullmatch(name) is not None


def sets_secret(name: str, value: str) -> bool:
    """True if a setting holds a secret, by its name or by its value."""
    return bool(value and is_secret_name(name)) or looks_secret(value)


def is_key_shaped(value: str, name: str = "") -> bool:
    """True if a value behind a name looks like a key: with letters and digits, and neither a path nor an address."""
    if len(value) < MIN_CHARS or value.startswith((MASK, "[masked:", "~", ".", "@")):
        return False
    if not (any(map(str.isdigit, value)) and any(map(str.isalpha, value))):
        return False
    if "/" in value and not ("secret" in name.lower() and _AWS_SECRET.fullmatch(value)):
        return False
    return not (_FILE_NAME.search(value) or _DOMAIN.fullmatch(value))


def _named(text: str) -> Iterator[tuple[int, str]]:
    """Values behind a name that says so, each with its place."""
    for found in _NAMED.finditer(text):
        name, between, value = found.groups()
        if (name.startswith("-") or between.strip("\"' \t\n")) and is_key_shaped(value, name):
            yield found.start(3), value


def _by_place(text: str) -> Iterator[tuple[int, str]]:
    """Passwords in addresses, and credentials in headers, each with its place."""
    yield from ((found.start(1), found[1]) for found in _IN_URL.finditer(text) if MASK not in found[1])
    for found in _AUTHORIZED.finditer(text):
        if not (found[1].startswith((".", "/", "~")) or _FILE_NAME.search(found[1].rpartition(".")[2])):
            yield found.start(1), found[1]


def _formed(text: str) -> Iterator[str]:
    """Keys of known forms."""
    for value in keys(text):
        webhook = _WEBHOOK.search(value)
        yield webhook[1] if webhook else value
    yield from (found[0] for found in _FORMS.finditer(text))


def _is_value(text: str, at: int, value: str, prose: bool) -> bool:
    """True if a key of a known form stands where a value stands, and not where a path, a program or a script would."""
    begins, ends = text.rfind("\n", 0, at) + 1, text.find("\n", at)
    before, after = text[begins:at], text[at + len(value) : ends if ends >= 0 else len(text)]
    if re.match(r"[/\\]|\.\w", after) or (
        before.endswith(("/", "\\", "~", "@", "$", "%", ".")) and "/" not in before[:-1]
    ):
        return False
    if named := _ASSIGNED.search(before[-_BEFORE:]) or _OPTION.search(before[-_BEFORE:]):
        return is_secret_name(named[1])
    word = _LAST_WORD.search(before.rstrip(" \t\"'(")[-_BEFORE:])
    if word is None or not before.lstrip(" \t+-0123456789"):
        return "\n" not in text.strip() and not after.strip()  # a program's place, unless there is nothing else
    return prose and _LAUNCHER.fullmatch(word[0].lstrip("\"'(|;&")) is None


def _names(text: str, value: str) -> list[str]:
    """The names to which the text assigns the value."""
    befores = (text[max(0, at - _BEFORE) : at] for at in _places(text, value))
    return [named[1] for before in befores if (named := _ASSIGNED.search(before))]


def _expands(text: str, names: Iterable[str]) -> bool:
    """True if a command uses one of the variables: `$NAME`, `${NAME}`, or the name as a word of its own."""
    uses = (rf"\${{?!?{name}\b|(?<![\w$-]){name}(?![\w=:-])" for name in set(map(re.escape, names)))
    return any(re.search(use, text) for use in uses)


def _places(text: str, value: str) -> Iterator[int]:
    """All positions of the value, overlapping ones included."""
    at = text.find(value)
    while at >= 0:
        yield at
        at = text.find(value, at + 1)


def _longest_first(values: Iterable[str]) -> tuple[str, ...]:
    """Sorted so that no value is replaced within a longer one."""
    return tuple(sorted(values, key=lambda value: (-len(value), value)))


def _keys_masked(text: str) -> str:
    """The text with masks over private keys: over the BEGIN line, and each line of the key itself."""
    if _KEY_BEGINS.search(text) is None:
        return text
    lines, within = list[str](), False
    for line in text.split("\n"):
        begins = _KEY_BEGINS.search(line)
        of_key = _KEY_LINE.fullmatch(line) if within else None
        within = _KEY_ENDS not in line and (within or begins is not None)
        if of_key and len(set(of_key[2])) >= _VARIED:
            line = f"{of_key[1]}{MASK}"
        lines.append(_KEY_BEGINS.sub(MASK, line) if begins else line)
    return "\n".join(lines)
