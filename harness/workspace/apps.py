"""Reads a file of `apps/`: how one MCP server is reached."""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from harness.chat.secrets import looks_secret, sets_secret
from harness.workspace.compose import compose
from harness.workspace.given import Given
from harness.workspace.naming import unfit
from harness.workspace.places import channels
from harness.workspace.problems import Problem, WorkspaceError

_KEYS = ("command", "args", "env", "url", "headers", "enabled", "modes", "places", "categories")
_NAME = re.compile("[A-Za-z_][A-Za-z0-9_]*")
"""Of a variable."""
_REFERENCE = re.compile(r"\$\{(?P<name>[^}]*)\}?")
_HEADER = re.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+")
"""RFC 9110: token."""
_REACHED = "an app needs a `command` that starts it, or the `url` where it is"
_SECRET_HEADERS = frozenset({"authorization", "proxy-authorization", "cookie"})


@dataclass(frozen=True, slots=True, kw_only=True)
class App:
    """An MCP server: a program with its `args` and `env`, or a `url` with `headers`.

    Attributes:
        env, headers: what is written as `${VAR}` is a variable of our environment, filled in when it is started
        modes: in which it is there; None is all of them
        places: the channels in which it is there, as `platform:team:channel`; None is everywhere
        categories: of its tools, by their names there, where they are not as they say themselves
    """

    name: str
    command: str = ""
    args: tuple[str, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict)
    url: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    enabled: bool = True
    modes: frozenset[str] | None = None
    places: frozenset[str] | None = None
    categories: Mapping[str, str] = field(default_factory=dict)


def app(
    name: str, text: str, source: str, modes: Collection[str], categories: Collection[str]
) -> tuple[App, list[Problem]]:
    """The app of a file that is called `name`, and what is doubtful about it. `modes` and `categories` are those that
    there are. Pure. Raises WorkspaceError, with every problem that was found.
    """
    if why := unfit(name):
        raise WorkspaceError.of(source, f"cannot be an app: {why}")
    given = compose(text, source)
    if given is None:
        raise WorkspaceError.of(source, f"is empty: {_REACHED}")
    values = given.fields(_KEYS)
    _check_way(given, values)
    texts = {key: _texts(values[key]) if key in values else {} for key in ("env", "headers")}
    found = App(
        name=name,
        command=values["command"].line_of_text() if "command" in values else "",
        args=tuple(item.text() for item in values["args"].items()) if "args" in values else (),
        env={key: value for key, (value, _) in texts["env"].items()},
        url=values["url"].url("https://mcp.example.com/mcp", _filled) if "url" in values else "",
        headers={key: value for key, (value, _) in texts["headers"].items()},
        enabled=values["enabled"].flag(True) if "enabled" in values else True,
        modes=frozenset(values["modes"].each_of(modes, "mode")) if "modes" in values else None,
        places=channels(values["places"]) if "places" in values else None,
        categories=_categories(values["categories"], categories) if "categories" in values else {},
    )
    for key, (_, where) in texts["env"].items():
        if not _NAME.fullmatch(key):
            where.wrong("is no name of a variable")
    for key, (_, where) in texts["headers"].items():
        if not _HEADER.fullmatch(key):
            where.wrong("is no name of a header")
    if given.problems:
        raise WorkspaceError(given.problems)
    return found, list(_secrets(values, texts))


def _check_way(given: Given, values: Mapping[str, Given]) -> None:
    """Is it said in one way how it is reached?"""
    if "command" not in values and "url" not in values:
        given.wrong(_REACHED)
    for way, others in (("command", ("headers",)), ("url", ("args", "env"))):
        for key in others:
            if way in values and key in values:
                other = "url" if way == "command" else "command"
                values[key].wrong(f"goes with `{other}`, not with `{way}`")
    if "command" in values and "url" in values:
        values["url"].wrong("stands beside `command`: leave out one of the two")


def _texts(given: Given) -> dict[str, tuple[str, Given]]:
    """The text of each value, and where it stands."""
    found = dict[str, tuple[str, Given]]()
    for key, value in given.entries().items():
        text = value.text()
        if any(not _names_variable(reference) for reference in _REFERENCE.finditer(text)):
            value.wrong("a variable of the environment is written as ${NAME}")
        elif "\n" in text or "\r" in text:
            value.wrong("must be one line of text")
        found[key] = text, value
    return found


def _names_variable(reference: re.Match[str]) -> bool:
    return reference[0].endswith("}") and _NAME.fullmatch(reference["name"]) is not None


def _filled(text: str) -> str:
    """With something in place of each variable."""
    return _REFERENCE.sub("x", text)


def _categories(given: Given, known: Collection[str]) -> dict[str, str]:
    named = {tool: value.one_of(known, "category") for tool, value in given.entries().items()}
    return {tool: category for tool, category in named.items() if category}


def _assigned(word: str) -> tuple[str, str]:
    """The name and the value of `--token=x`; an empty name, if it has none."""
    name, equals, value = word.partition("=")
    return (name, value) if equals else ("", word)


def _secrets(values: Mapping[str, Given], texts: Mapping[str, Mapping[str, tuple[str, Given]]]) -> Iterator[Problem]:
    """What stands there to be read by whoever reads the folder."""
    written = [
        (where, key.lower() in _SECRET_HEADERS or sets_secret(key, text), text)
        for each in texts.values()
        for key, (text, where) in each.items()
    ]
    if "url" in values:
        written.append((values["url"], looks_secret(values["url"].text()), values["url"].text()))
    if "args" in values:
        items = values["args"].items()
        words = [item.text() for item in items]
        options = ["", *(word if word.startswith("-") else "" for word in words)]  # as in `--token x`
        written += [
            (item, sets_secret(option, item.text()) or sets_secret(*_assigned(item.text())), item.text())
            for option, item in zip(options, items, strict=False)
        ]
    for where, hidden, text in written:
        if hidden and not _REFERENCE.search(text):
            message = "looks like a secret: set it in the environment, and write ${NAME} here"
            yield where.problem(message)
