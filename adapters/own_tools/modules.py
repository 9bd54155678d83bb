"""A text, or what is installed, becomes a module. It is the code of others, which may do anything."""

import importlib
import sys
from dataclasses import dataclass
from hashlib import sha256
from importlib.metadata import EntryPoint
from traceback import walk_tb
from types import ModuleType

LONGEST = 300
"""Characters of why something could not be imported."""


@dataclass(frozen=True, slots=True)
class Importable:
    """What is to be imported: a file by its `path`, with the `text` that it holds; or, without a path, what an entry
    point of that `text` (`package.module:name`) stands for.
    """

    path: str
    text: str

    @property
    def module(self) -> str:
        """By which Python knows a file: the same name in several folders is several modules."""
        return f"_deskmate_tools_{sha256(self.path.encode(errors='surrogatepass')).hexdigest()[:12]}"


@dataclass(frozen=True, slots=True)
class NotImported:
    """Why it cannot be, and in which line of its file; 0, if that is not known."""

    message: str
    line: int = 0


def imported(given: Importable) -> object | NotImported:
    """The module, or what the entry point stands for. Raises KeyboardInterrupt alone."""
    try:
        return _of_file(given) if given.path else EntryPoint("tools", given.text, "deskmate.tools").load()
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        return NotImported(f"raised {_said(error)}", _line(error, given.path))


def _of_file(given: Importable) -> ModuleType:
    module = ModuleType(given.module)
    module.__file__ = given.path
    code = compile(given.text.encode(), given.path, "exec", dont_inherit=True)
    sys.modules[given.module] = module  # by which annotations and pickles find what is in it
    try:
        exec(code, module.__dict__)  # noqa: S102 - it is what the team has written to be run
    except BaseException:
        del sys.modules[given.module]
        raise
    importlib.invalidate_caches()
    return module


def _said(error: BaseException) -> str:
    """Its kind, and what it says of itself in a line; that may do anything, too."""
    kind, when = type(error).__name__, "when it was imported"
    try:
        why = " ".join(str(error).split())[:LONGEST]
    except BaseException:
        why = ""
    return f"{kind} {when}: {why}" if why else f"{kind} {when}"


def _line(error: BaseException, path: str) -> int:
    """The last of that file that was gone through."""
    if isinstance(error, SyntaxError) and error.filename == path:
        return error.lineno or 0
    lines = [line for frame, line in walk_tb(error.__traceback__) if frame.f_code.co_filename == path]
    return lines[-1] if path and lines else 0
