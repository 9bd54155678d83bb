"""Nodes of the parser's tree become commands and words."""

from collections.abc import Mapping

from adapters.shell_parser.syntax import only_command, simple_commands
from harness.tools.shell_commands import HOLE


def word(*parts: Mapping[str, object]) -> dict[str, object]:
    return {"Parts": list(parts)}


def literal(text: str) -> dict[str, object]:
    return {"Type": "Lit", "Value": text}


def statement(*words: dict[str, object], **more: object) -> dict[str, object]:
    return {"Cmd": {"Type": "CallExpr", "Args": list(words)}, **more}


def test_quotes_and_escapes_are_removed() -> None:
    quoted = {"Type": "DblQuoted", "Parts": [literal('a\\"b\\n')]}
    [command] = simple_commands({"Stmts": [statement(word(literal("r\\m")), word(quoted))]})
    assert [each.text for each in command.words] == ["rm", 'a"b\\n']


def test_a_node_of_an_unknown_type_is_a_hole() -> None:
    [command] = simple_commands({"Stmts": [statement(word(literal("a"), {"Type": "NewExpansion"}))]})
    assert command.words[0].text == f"a{HOLE}"


def test_an_unknown_compound_command_is_looked_through_and_never_alone() -> None:
    tree = {"Stmts": [{"Cmd": {"Type": "NewClause", "Do": [statement(word(literal("rm")))]}}]}
    assert [command.program for command in simple_commands(tree)] == ["rm"]
    assert only_command(tree) is None


def test_a_statement_with_a_flag_is_not_alone() -> None:
    assert only_command({"Stmts": [statement(word(literal("ls")))]}) is not None
    for flag in ("Negated", "Background", "Coprocess", "Disown"):
        assert only_command({"Stmts": [statement(word(literal("ls")), **{flag: True})]}) is None
