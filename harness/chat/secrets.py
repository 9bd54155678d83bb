"""Masks over secrets on surfaces that many people read. Deciders can open what a mask covers.

A mask covers values with the shape of a key, in places where a key is a value: behind a name that says so (`token=`,
`--password`), in an authorization header, in an address's password, or a key of a known form in prose. It never covers
a part that could decide what happens: a path, an address, a value that the text uses again, or a word in the place of a
program or script. For a command, the parser tells which words those are (`harness/tools/command_secrets`).
"""

import re
from collections.abc import Collection, Iterable, Iterator

from harness.chat.keys import keys
from harness.chat.program_names import launches
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
_USER_IN_URL = re.compile(r"""://([^/\s:@?#&;|$`(){}<>"'\\]{20,})(?::[^/\s@]*)?@""")
"""A token in place of a user, too long for a user's name."""
_IN_QUERY = re.compile(r"://\S*[?&][\w.-]+=\Z")
_FORMS = re.compile(
    r"""(?x)
    \b(?:sk|pk|rk)[-_][A-Za-z0-9_-]{16,}                        # keys like OpenAI's and Stripe's
    | \beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*                         # JSON web tokens, also unsigned ones
    """
)
_WEBHOOK = re.compile(r"(?:hooks\.slack\.com|discord(?:app)?\.com)/.*/([^/]{8,})")
"""The last part of an address that is a secret. The rest stays readable, so people see whose it is."""
_ASSIGNED = re.compile(r"""(?<![\w-])([\w-]++)["']?\s{0,8}[=:]\s{0,8}["']?\Z""")
_OPTION = re.compile(r"""(?:\A|\s)--?([\w-]+)(?:=|\s{1,8})["']?\Z""")
_REFERRED = re.compile(r"""(?<![\w-])[\w-]++(?!["']?\s{0,8}[=:])""")
_FILE_NAME = re.compile(r"\.[A-Za-z]\w{0,9}(?![\w.])")
_DOMAIN = re.compile(r"(?i)[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}(?::\d+)?")
_AWS_SECRET = re.compile(r"[A-Za-z0-9+/]{40}")
"""AWS CLI User Guide, "Configuration and credential file settings": the only common key with a slash in it."""
_USED = re.compile(r"\$\{?!?(\w+)|(?<![\w$-])([\w-]++)(?![=:])")
"""Names that a command may use: `$NAME`, `${NAME}`, and each word of its own."""
_GOES_ON = re.compile(r"[/\\]|\.\w")
"""What follows a key that is a part of a path or of a file's name."""
_NAME_CHARS = 80
"""Characters in front of a value in which its name is looked for."""
MAX_BEFORE_CHARS = 400
"""Characters in front of a value that tell what it is."""
MAX_PASSES = 8
"""Times that a text is looked through: each pass may uncover values that another one stood in the way of."""
FEW_VALUES = 8
"""Values that are looked for one by one."""
_LAST_WORD = re.compile(r"\S+\Z")

_KEY_BEGINS, _KEY_ENDS = re.compile("-----BEGIN [A-Z ]*PRIVATE KEY-----"), "-----END "
_KEY_LINE = re.compile(r"([-+ ]?[ \d]*)([A-Za-z0-9+=][A-Za-z0-9+/=]{39,})\s*")
"""A line of a key, also in a diff, behind its mark and number. A line that starts with a slash may be a program."""
_VARIED = 20
"""Minimum of different characters in a line of a key. A path or a word has fewer."""


def secrets(text: str, prose: bool = False) -> tuple[str, ...]:
    """The values that a mask covers in a text that is no command, the longest first. In `prose` a key of a known form
    may stand among words; elsewhere such a word may be a program or a file.
    """
    taken = {*_named(text), *_by_place(text)}
    formed = set(_formed(text))
    values = {value for _, value in taken} | formed
    if not values:
        return ()
    lone, referred = "\n" not in text.strip(), {match[0] for match in _REFERRED.finditer(text)}
    for at, value in _places(text, tuple(values)):
        is_taken = (at, value) in taken or (value in formed and _is_value(text, at, value, prose, lone))
        if not is_taken or _name(text, at) in referred:
            values.discard(value)
    return _longest_first(values)


def candidates(text: str) -> tuple[str, ...]:
    """Values in a command that have the shape of a key and whose names nothing refers to, the longest first."""
    values = {*_formed(text), *(value for _, value in (*_named(text), *_by_place(text)))}
    used = {found[1] or found[2] for found in _USED.finditer(text)} if values else set()
    for at, value in _places(text, tuple(values)):
        if (name := _name(text, at)) in used or name.partition("-")[0] in used:
            values.discard(value)
    return _longest_first(values)


def masked(text: str, prose: bool = True) -> str:
    """The text with masks by looks. Doing it twice changes nothing more."""
    text = _keys_masked(text)
    for _ in range(MAX_PASSES):  # one may have stood in the way of another
        if not (values := secrets(text, prose)):
            break
        text = covered(text, values)
    return text


def covered(text: str, values: Iterable[str]) -> str:
    """The text with a mask over each of the values."""
    pieces, since = list[str](), 0
    for at, value in sorted(_places(text, set(values)), key=lambda place: (place[0], -len(place[1]))):
        if at >= since:
            pieces += [text[since:at], MASK]
            since = at + len(value)
    return "".join([*pieces, text[since:]])


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
    yield from ((found.start(1), found[1]) for found in _USER_IN_URL.finditer(text) if is_key_shaped(found[1]))
    for found in _AUTHORIZED.finditer(text):
        if not (found[1].startswith((".", "/", "~")) or _FILE_NAME.search(found[1].rpartition(".")[2])):
            yield found.start(1), found[1]


def _formed(text: str) -> Iterator[str]:
    """Keys of known forms."""
    for value in keys(text):
        webhook = _WEBHOOK.search(value)
        yield webhook[1] if webhook else value
    yield from (found[0] for found in _FORMS.finditer(text))


def _is_value(text: str, at: int, value: str, prose: bool, lone: bool) -> bool:
    """True if a key of a known form stands where a value stands, and not where a path, a program or a script would.
    `lone`: the text is one line.
    """
    before = text[max(0, at - MAX_BEFORE_CHARS) : at].rpartition("\n")[2]
    if _GOES_ON.match(text, at + len(value)) or (
        before.endswith(("/", "\\", "~", "@", "$", "%", ".")) and "/" not in before[:-1]
    ):
        return False
    if _IN_QUERY.search(before):
        return True
    if named := _ASSIGNED.search(before[-_NAME_CHARS:]) or _OPTION.search(before[-_NAME_CHARS:]):
        return is_secret_name(named[1])
    word = _LAST_WORD.search(before.rstrip(" \t\"'(")[-_NAME_CHARS:])
    if word is None or not before.lstrip(" \t+-0123456789"):
        return lone and not text[at + len(value) :].strip()  # a program's place, unless there is nothing else
    return prose and not launches(word[0].lstrip("\"'(|;&"))


def _name(text: str, at: int) -> str:
    """The name to which the text assigns the value at that position; empty if it assigns it to none."""
    named = _ASSIGNED.search(text[max(0, at - _NAME_CHARS) : at])
    return named[1] if named else ""


def _places(text: str, values: Collection[str]) -> Iterator[tuple[int, str]]:
    """All positions of the values, overlapping ones included. Many values are looked up by their first characters, so
    that each position of the text is looked at once.
    """
    if len(values) <= FEW_VALUES:
        for value in values:
            at = text.find(value)
            while at >= 0:
                yield at, value
                at = text.find(value, at + 1)
        return
    known, lengths = set(values), dict[str, set[int]]()
    for value in known:
        lengths.setdefault(value[:MIN_CHARS], set()).add(len(value))
    heads = sorted(set(map(len, lengths)))
    for at in range(len(text)):
        for head in heads:
            for length in lengths.get(text[at : at + head], ()):
                if (value := text[at : at + length]) in known:
                    yield at, value


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
