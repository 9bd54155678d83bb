"""Markdown with a header of YAML between two lines of `---`, as skills and subagents are written."""

from dataclasses import dataclass

from harness.workspace.compose import compose
from harness.workspace.given import Given
from harness.workspace.problems import Problem, WorkspaceError

FENCE = "---"


@dataclass(frozen=True, slots=True)
class Frontmatter:
    """What stands in the header, each with its line in the file; and what comes after it."""

    header: Given
    body: str


def frontmatter(text: str, source: str) -> Frontmatter:
    """`source` is the file's name in messages. Pure. Raises WorkspaceError if there is no header, or it is not YAML."""
    lines = text.replace("\r\n", "\n").split("\n")
    fences = [number for number, line in enumerate(lines) if line.rstrip() == FENCE]
    if not fences or fences[0] != 0:
        raise _wrong(source, f"must begin with a line of {FENCE}, as Markdown with a header does")
    if len(fences) == 1:
        raise _wrong(source, f"the header has no end: put a line of {FENCE} after it")
    end = fences[1]
    # the empty first line stands for the fence, so that lines are counted as in the file
    header = compose("\n" + "\n".join(lines[1:end]), source)
    if header is None:
        raise _wrong(source, "nothing stands in the header")
    return Frontmatter(header, "\n".join(lines[end + 1 :]).strip())


def _wrong(source: str, message: str) -> WorkspaceError:
    return WorkspaceError([Problem(source, 1, "", message)])
