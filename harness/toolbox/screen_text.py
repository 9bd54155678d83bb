"""A command's output as a terminal would show it at the end: the last frame of a progress bar, and no colors."""

import re

_CONTROLS = re.compile(
    r"""(?x)
    \x1b\[ (?P<up>[0-9]{0,4}) [AF]                                # cursor up
    | (?P<erased>\x1b\[ [0-2]? K)
    | (?:\x1b\[ | \x9b) [0-?]{0,64} [ -/]{0,8} [@-~]?
    | \x1b [\]PX^_] [^\x07\x1b\n]{0,2000} (?:\x07 | \x1b\\)?       # titles, links
    | \x1b [ -/]{0,8} [0-~]?
    | \r*\n | (?P<back>\x08+) | [\r\x07\x0e\x0f\x7f]
    """
)
"""ECMA-48, sections 5.3 to 5.6 and 8.3."""
_PIECE = 4_096
"""Characters of the end of a line that are copied for a backspace."""
_ANY = re.compile(r"[\r\x07\x08\x0e\x0f\x1b\x7f\x9b]")


def on_screen(text: str) -> str:
    """The text without escape sequences. Of a line that was written over, the last writing stays."""
    if not _ANY.search(text):
        return text
    rows, row, over, at = [list[str]()], 0, False, 0
    for control in _CONTROLS.finditer(f"{text}\n"):
        if written := text[at : control.start()]:
            if over:
                rows[row].clear()
            rows[row].append(written)
            over = False
        at = control.end()
        match control[0]:
            case "\r":
                over = True
            case said if control["back"]:
                _back(rows[row], len(said))
            case said if said.endswith("\n"):
                row, over = row + 1, True
                if row == len(rows):
                    rows.append([])
            case _ if control["up"] is not None:
                row, over = max(0, row - int(control["up"] or 1)), True
            case _ if control["erased"] and (over or "2" in control["erased"]):
                rows[row].clear()
    return "\n".join(map("".join, rows[:-1]))


def _back(row: list[str], count: int) -> None:
    """Takes that many characters off the end of a line, which stands there in pieces."""
    while row and count:
        last = row.pop()
        if len(last) > count + _PIECE:
            row += [last[:-_PIECE], last[-_PIECE:][:-count]] if count < _PIECE else [last[:-count]]
        elif len(last) > count:
            row.append(last[:-count])
        count -= min(count, len(last))
