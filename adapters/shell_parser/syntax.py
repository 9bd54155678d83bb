"""The syntax tree that `shfmt --to-json` prints, as simple commands.

Node and field names are those of mvdan.cc/sh/v3/syntax (nodes.go), which `--to-json` prints as they are.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from harness.tools.shell_commands import HOLE, Assignment, Redirection, SimpleCommand, Word

Node = Mapping[str, Any]


def children(node: Node) -> Iterator[Any]:
    """The nodes and lists of nodes right below a node, without positions in the text."""
    return (
        value for value in node.values() if isinstance(value, list) or (isinstance(value, dict) and "Line" not in value)
    )


_WILDCARD = re.compile(r"[*?]|\[[!^]?\]?[^\]\s]*\]+")
_BRACES = re.compile(r"\{[^{}\s]*(?:,|\.\.)[^{}\s]*\}")
_QUOTED = str.maketrans({"*": "\ue000", "?": "\ue001", "[": "\ue002", "{": "\ue003", "~": "\ue004"})
"""Stand-ins for quoted characters, which have no special meaning, while a word is put together."""
_UNQUOTED = {ord(stand_in): chr(plain) for plain, stand_in in _QUOTED.items()}
_ESCAPED_IN_DOUBLE_QUOTES = re.compile(r"\\([$`\"\\\n])")
"""POSIX.1-2017, Shell Command Language, 2.2.3: in double quotes a backslash escapes only these, and a newline."""


def simple_commands(tree: Node) -> tuple[SimpleCommand, ...]:
    """All simple commands of a syntax tree, in the order of the text."""
    return tuple(_commands(tree, ()))


def only_command(tree: Node) -> SimpleCommand | None:
    """The command of a tree that holds one simple command and nothing else; None for every other tree."""
    statements = tree.get("Stmts") or []
    if len(statements) != 1:
        return None
    [statement] = statements
    command = statement.get("Cmd") or {}
    if command.get("Type") != "CallExpr" or any(map(statement.get, ("Negated", "Background", "Coprocess", "Disown"))):
        return None
    found = _simple(command, statement.get("Redirs") or ())
    plain = not found.assignments and all(HOLE not in word.text for word in found.words)
    return found if plain and found.words and all(one.harmless for one in found.redirections) else None


def _commands(node: Any, redirections: Sequence[Node]) -> Iterator[SimpleCommand]:
    if isinstance(node, list):
        for each in node:
            yield from _commands(each, ())
    elif isinstance(node, dict):
        if "Cmd" in node or "Redirs" in node:  # a statement: its redirections belong to its command
            redirections = node.get("Redirs") or ()
            command = node.get("Cmd")
            if command is None or command.get("Type") not in ("CallExpr", "DeclClause"):
                yield from _bare(redirections)
            yield from _commands(command, redirections)
            yield from _commands(list(redirections), ())
            return
        if node.get("Type") == "CallExpr":
            yield _simple(node, redirections)
        elif node.get("Type") == "DeclClause":
            yield _declaration(node, redirections)
        for value in children(node):
            yield from _commands(value, ())


def _bare(redirections: Sequence[Node]) -> Iterator[SimpleCommand]:
    """The redirections of a compound command, or of no command at all, as a command without words."""
    if redirections:
        yield SimpleCommand(redirections=_redirections(redirections))


def _simple(call: Node, redirections: Sequence[Node]) -> SimpleCommand:
    return SimpleCommand(
        tuple(_word(word) for word in call.get("Args") or ()),
        tuple(map(_assignment, call.get("Assigns") or ())),
        _redirections(redirections),
    )


def _declaration(clause: Node, redirections: Sequence[Node]) -> SimpleCommand:
    """`export A=b`: bash has a node of its own for it, a POSIX shell runs it like any command."""
    words = [_as_word(clause["Variant"]["Value"])]
    for argument in clause.get("Args") or ():
        name = (argument.get("Name") or {}).get("Value", "")
        value = _word(argument["Value"]) if argument.get("Value") else _as_word("")
        begins = name if argument.get("Naked") else f"{name}="
        words.append(value if not name else Word(f"{begins}{value.text}", f"{begins}{value.loose}"))
    return SimpleCommand(tuple(words), (), _redirections(redirections))


def _assignment(node: Node) -> Assignment:
    name = (node.get("Name") or {}).get("Value", "")
    if node.get("Array") or node.get("Index"):
        return Assignment(name, Word(HOLE, HOLE))
    return Assignment(name, _word(node["Value"]) if node.get("Value") else _as_word(""))


def _redirections(nodes: Sequence[Node]) -> tuple[Redirection, ...]:
    return tuple(map(_redirection, nodes))


def _redirection(node: Node) -> Redirection:
    if body := node.get("Hdoc"):
        quoted = any(
            part.get("Type") != "Lit" or "\\" in part.get("Value", "") for part in node["Word"].get("Parts") or ()
        )
        word = _word(body, heredoc="quoted" if quoted else "plain")
        return Redirection(node["Op"], Word(word.text, word.text, inline=False))
    return Redirection(node["Op"], _word(node["Word"]) if node.get("Word") else _as_word(""))


def _as_word(text: str) -> Word:
    return Word(text, text)


def _word(node: Node, heredoc: str = "") -> Word:
    """Quotes removed. `heredoc` is the kind of a here-document's body: "plain", or "quoted" if nothing expands."""
    if heredoc:
        built = "".join(_in_quotes(part, verbatim=heredoc == "quoted") for part in node.get("Parts") or ())
    else:
        built = "".join(map(_part, node.get("Parts") or ()))
    loose = _WILDCARD.sub(HOLE, _BRACES.sub(HOLE, built))
    return Word(built.translate(_UNQUOTED), loose.translate(_UNQUOTED))


def _part(part: Node) -> str:
    match part.get("Type"):
        case "Lit":
            return _unescaped(part.get("Value", ""))
        case "SglQuoted" if not part.get("Dollar"):
            return str(part.get("Value", "")).translate(_QUOTED)
        case "DblQuoted" if not part.get("Dollar"):
            return "".join(_in_quotes(each, verbatim=False) for each in part.get("Parts") or ())
        case _:
            return HOLE


def _in_quotes(part: Node, *, verbatim: bool) -> str:
    if part.get("Type") != "Lit":
        return HOLE
    text = str(part.get("Value", ""))
    return (text if verbatim else _ESCAPED_IN_DOUBLE_QUOTES.sub(_escaped, text)).translate(_QUOTED)


def _unescaped(text: str) -> str:
    """An unquoted literal, with each `\\x` as a quoted x."""
    return re.sub(r"\\(.?)", lambda found: _escaped(found).translate(_QUOTED), text, flags=re.DOTALL)


def _escaped(found: re.Match[str]) -> str:
    """The character behind a backslash; nothing if that joins two lines."""
    return "" if found[1] == "\n" else found[1]
