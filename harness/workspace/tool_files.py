"""Reads a file of `tools/`: functions in Python that are to be tools. Nothing of it is run: which of them are tools is
known to whoever has imported it.
"""

import ast
import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256

from harness.workspace.problems import WorkspaceError, shown

_DEFINED = re.compile(r"^(?:async\s+)?def\s+(\w+)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class ToolFile:
    """`functions` are those that others may use: the ones at its top whose names do not begin with an underscore.
    `declares`: does it import what makes a function a tool?
    """

    name: str
    source: str
    functions: tuple[str, ...] = ()
    declares: bool = False

    @property
    def digest(self) -> str:
        return digest_of(self.source)


def digest_of(text: str) -> str:
    return sha256(text.encode(errors="surrogatepass")).hexdigest()[:16]


def defined(text: str) -> frozenset[str]:
    """The functions at the top of what may be no Python at all."""
    return frozenset(_DEFINED.findall(text))


def tool_file(name: str, text: str, source: str) -> ToolFile:
    """Pure. Raises WorkspaceError for what is no Python, and for two functions of one name, with the line."""
    if not name.isidentifier():
        raise WorkspaceError.of(source, f"cannot be a module: {shown(name)} is no name in Python")
    if "\0" in text:
        raise WorkspaceError.of(source, "not valid Python: it has a NUL", text.count("\n", 0, text.index("\0")) + 1)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of what it is like once it runs, not of whether it can
            tree = ast.parse(text.encode())  # as it is imported: by the encoding that it says it has
    except SyntaxError as error:
        raise WorkspaceError.of(source, f"not valid Python: {error.msg}", error.lineno or 1) from None
    except (RecursionError, MemoryError):
        raise WorkspaceError.of(source, "not valid Python: it is nested too deeply", 1) from None
    lines = dict[str, int]()
    for node in _functions(tree):
        if node.name in lines:
            why = f"there is a function {node.name} in line {lines[node.name]} already: call one of them otherwise"
            raise WorkspaceError.of(source, why, node.lineno)
        lines[node.name] = node.lineno
    return ToolFile(name, text, tuple(lines), _declares(tree))


def _functions(tree: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("_"):
            yield node


def _declares(tree: ast.Module) -> bool:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module in ("deskmate", "deskmate.tools") and not node.level:
            return True
        if isinstance(node, ast.Import) and any(one.name == "deskmate.tools" for one in node.names):
            return True
    return False
