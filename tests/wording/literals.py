"""The words that stand in the source, as people may come to read them: its string literals, without what it says to
those who read the source.
"""

import ast
import re
from collections.abc import Iterator

GAP = "…"
"""Stands for what an f-string puts in."""


def literals(tree: ast.AST) -> Iterator[str]:
    """Each literal that reads as words. One that is put together by an f-string is one, with gaps in it."""
    return filter(is_prose, _strings(tree))


def is_prose(text: str) -> bool:
    """Two words or more, or one with a capital: no key, no code."""
    return bool(re.search(r"[A-Za-z]\S* +\S*[A-Za-z]", text) or re.fullmatch(r"[A-Z][a-z]+\W?", text))


def _strings(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Expr(value=ast.Constant(value=str())):
            return  # a docstring
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr(values=values):
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else GAP for part in values)
            for part in values:
                if isinstance(part, ast.FormattedValue):
                    yield from _strings(part.value)
        case _:
            for child in ast.iter_child_nodes(node):
                yield from _strings(child)
