"""Reads a file of `tools/`: functions in Python that are to be tools. Nothing of it is run."""

import ast
import warnings
from dataclasses import dataclass

from harness.workspace.problems import WorkspaceError, shown


@dataclass(frozen=True, slots=True)
class ToolFile:
    """`functions` are those that others may use: the ones at its top whose names do not begin with an underscore."""

    name: str
    source: str
    functions: tuple[str, ...] = ()


def tool_file(name: str, text: str, source: str) -> ToolFile:
    """Pure. Raises WorkspaceError for what is no Python, with the line."""
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
    functions = (node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    return ToolFile(name, text, tuple(each for each in functions if not each.startswith("_")))
