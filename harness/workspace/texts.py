"""The bytes of a file of the workspace become its text."""

from harness.workspace.problems import WorkspaceError


def text_of(data: bytes, source: str, most: int, hint: str = "") -> str:
    """Without the mark at its beginning. Raises WorkspaceError for what is not UTF-8, with the line, and for more bytes
    than `most`, with a `hint` of what to do then.
    """
    if len(data) > most:
        raise WorkspaceError.of(source, f"is larger than {most:,} bytes{hint}")
    try:
        return data.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise WorkspaceError.of(source, "this is not UTF-8: save the file as UTF-8", line) from None
