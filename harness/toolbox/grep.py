"""The tool that finds text in files."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Literal, assert_never

from pydantic import BaseModel, ConfigDict, Field

from harness.files.errors import FilesError
from harness.files.port import Files, Hit, Hits, NotSearched
from harness.files.surroundings import MOST
from harness.toolbox.binding import bound_by
from harness.toolbox.wording import (
    all_below,
    counted,
    cut_around,
    left_out,
    one_line,
    path_leads,
    path_shown,
    path_subject,
)
from harness.tools.acts import Act
from harness.tools.calls import ToolResult
from harness.tools.masks import key_lines, label
from harness.tools.tool import Permits, Tool, ToolContext

_MOST = 500
_LONGEST_LINE = 500
_LONGEST = 60_000  # bytes
_MAY_BE_KEY = re.compile(r"\s*(?=[a-z/+]*[A-Z0-9=])[A-Za-z0-9+/]{8,76}={0,2}\s*")
"""A line that could belong to a private key: then the whole file is read."""

OutputMode = Literal["files_with_matches", "content", "count"]


class Grep(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    pattern: str = Field(description="The text to look for, literally: nothing in it is special.")
    path: str = Field("/", description="The folder to look in and below, or one file.")
    glob: str | None = Field(None, description="Look only in files that this matches, for instance *.py.")
    output_mode: OutputMode = Field(
        "files_with_matches",
        description="The files, the matching lines with their numbers, or how many there are in each.",
    )
    context: int = Field(
        0, ge=0, le=MOST, description="Of content: how many lines before and after each are shown, too."
    )


def grep(files: Files) -> Tool[Grep]:
    async def run(arguments: Grep, context: ToolContext) -> ToolResult:
        most = _MOST + 1 if arguments.output_mode == "content" else 0  # the one more tells that there are more
        try:
            tree, within = files.of(context), arguments.glob or ""
            around = arguments.context if most else 0
            found = await tree.grep(arguments.pattern, arguments.path, within, most, context.permits, around)
            found = await _without_keys(tree, found, context.permits)
        except FilesError as error:
            return ToolResult(str(error), ok=False)
        shown = [hit.path for hit in found.hits if hit.lines]
        return ToolResult(_report(arguments, found), changes=bound_by(files, shown, context))

    return Tool(
        name="grep",
        description=(
            "Find text in files. The search is literal and case-sensitive: no regular expressions. Folders called "
            ".git are left out unless path lies in one. Paths begin with /, which is the root of your files."
        ),
        category="read",
        arguments=Grep,
        run=run,
        repeatable=True,
        operation="read",
        subject=lambda arguments: path_subject(arguments.path),
        leads=lambda arguments: path_leads(files, arguments.path),
        below=lambda arguments: tuple(
            map(all_below, (path_subject(arguments.path), *path_leads(files, arguments.path)))
        ),
        act=lambda arguments, _: Act(
            "Search", "Searched", (f"{path_shown(arguments.path)} for {one_line(arguments.pattern, 80)}",)
        ),
    )


async def _without_keys(tree: Files, found: Hits, permits: Permits) -> Hits:
    """The hits with masks over lines of private keys, as read_file masks them. Leaves out files it can't judge."""
    hits = [await _judged(tree, hit, permits) for hit in found.hits]
    kept = tuple(hit for hit in hits if hit)
    if failed := len(hits) - len(kept):
        return replace(found, hits=kept, left_out=(*found.left_out, NotSearched("failed", failed)))
    return replace(found, hits=kept)


async def _judged(tree: Files, hit: Hit, permits: Permits) -> Hit | None:
    """A line alone doesn't tell whether it belongs to a key, so this reads the file; None if it can't. A line that
    could, and has left the file since the search, is masked too.
    """
    if not any(_MAY_BE_KEY.fullmatch(line.text) for line in hit.lines):
        return hit
    try:
        text = await tree.read(hit.path, permits)
    except FilesError:
        return None
    innocent = frozenset(line.strip() for line in text.split("\n")) - key_lines(text)
    masked = (
        replace(one, text=label("private key"))
        if _MAY_BE_KEY.fullmatch(one.text) and one.text.strip() not in innocent
        else one
        for one in hit.lines
    )
    return replace(hit, lines=tuple(masked))


def _report(arguments: Grep, found: Hits) -> str:
    notes = left_out(found.left_out)
    if not found.hits:
        looks_regular = set(arguments.pattern) & set("*|^$+?[](){}\\")
        hint = " The search is literal, not a regular expression." if looks_regular else ""
        where = f" in files that match {one_line(arguments.glob)}" if arguments.glob else ""
        said = f"No match for {one_line(arguments.pattern)} in {path_subject(arguments.path)}{where}.{hint}"
        return "\n".join([said, *notes])
    lines: list[str] = []
    room, left = _LONGEST, _MOST
    for line, counts in _lines(arguments.output_mode, found, arguments.pattern):
        room -= len(line.encode(errors="replace")) + 1
        left -= counts
        if room < 0 or left < 0:
            lines_in_all = counted(sum(hit.count for hit in found.hits), "line")
            in_all = f"{lines_in_all} in {counted(len(found.hits), 'file')}"
            notes.insert(0, f"[cut here; {in_all} match in all: look for a longer text, or in fewer files]")
            break
        lines.append(line)
    return "\n".join([*lines, *notes])


def _lines(mode: OutputMode, found: Hits, pattern: str) -> Iterator[tuple[str, bool]]:
    """Each with whether it counts: what stands around a line does not. Between lines that are apart is a `--`."""
    for hit in found.hits:
        match mode:
            case "files_with_matches":
                yield hit.path, True
            case "count":
                yield f"{hit.path}:{hit.count}", True
            case "content":
                yield from _with_context(hit, pattern)
            case _:
                assert_never(mode)


def _with_context(hit: Hit, pattern: str) -> Iterator[tuple[str, bool]]:
    before, around = 0, not all(line.match for line in hit.lines)
    for line in hit.lines:
        if around and line.number > before + 1:
            yield "--", False
        before, mark = line.number, ":" if line.match else "-"
        yield f"{hit.path}{mark}{line.number}{mark}{cut_around(line.text, pattern, _LONGEST_LINE)}", line.match
