"""A text of YAML becomes one value that knows where it stands."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple

import yaml

from harness.workspace.given import Given
from harness.workspace.problems import WorkspaceError, shown

_FAST: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""libyaml's parser, where PyYAML was built with it: it takes a tenth of the time, which counts with many skills."""
_NESTS = "[{-?"
"""By each of them a value can lie in another; by indentation it takes as many blanks as there are levels."""
_DEEPEST, _LONGEST = 256, 65_536
"""libyaml's nodes are put together by recursion without a limit, and a hostile text would end the process."""


def compose(text: str, source: str, meant: Callable[[], str] | None = None) -> Given | None:
    """The one document of a file; None if nothing stands in it. Raises WorkspaceError. What is no YAML is read as the
    text that it is `meant` for, if that is given, and is YAML.
    """
    try:
        found = _composed_fast(text) or (_composed_fast(meant()) if meant else None)
        # what is wrong is said by the other parser, in the words and with the lines that people are told
        node = found.node if found else yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        why = f"the character {shown(chr(int(error.character)))} is not allowed here"
        raise WorkspaceError.of(source, why, line) from None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        why = ", ".join(filter(None, (error.context, error.problem)))
        if mark and error.context_mark and error.context_mark.line != mark.line:
            why += f"; it began in line {error.context_mark.line + 1}"
        if "'\\t'" in why:
            why += "; indent with spaces, not with tabs"
        if "scanning an alias" in why:
            why += "; put a value that begins with * in quotes"
        said = f"not valid YAML: {' '.join(why.split())}"
        raise WorkspaceError.of(source, said, mark.line + 1 if mark else 1) from None
    except RecursionError:
        raise WorkspaceError.of(source, "this is nested too deeply", 1) from None
    except (yaml.YAMLError, ValueError, OverflowError):  # some escapes and numbers are too large for the parser itself
        raise WorkspaceError.of(
            source, "not valid YAML: it has an escape or a number that is out of range", 1
        ) from None
    return None if node is None else Given(node, source)


class _Composed(NamedTuple):
    """It is YAML; the node is None where nothing stands in it."""

    node: yaml.Node | None


def _composed_fast(text: str) -> _Composed | None:
    """None if it is no YAML, or not for that parser."""
    with suppress(yaml.YAMLError, ValueError, OverflowError):
        if _shallow(text):
            return _Composed(yaml.compose(text, Loader=_FAST))
    return None


def _shallow(text: str) -> bool:
    return len(text) <= _LONGEST and sum(map(text.count, _NESTS)) <= _DEEPEST
