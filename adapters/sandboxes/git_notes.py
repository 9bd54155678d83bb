"""What a command needs to know if git fails because of its sandbox: which files are protected, and the way on."""

import re
from collections.abc import Iterator

LOOKED_AT = 100_000
"""Characters of the end of a command's output that are looked through."""
_PROTECTED = re.compile(
    r"\.git/(?:config|hooks|commondir)[^\n:]{0,200}: (?:Device or resource busy|Read-only file system)"
)
_NO_AUTHOR = re.compile(r"(?:Author|Committer) identity unknown|Please tell me who you are")


def git_notes(output: str) -> Iterator[str]:
    """Sentences for the result of a command in a sandbox."""
    end = output[-LOOKED_AT:]
    if _PROTECTED.search(end):
        yield (
            "Commands can't change a repository's hooks, nor /.git/config: git outside the sandbox runs programs that "
            "these name. What failed there has no effect, even if the command reports success. Use git -c NAME=VALUE, "
            "or a URL in place of a remote; edit_file changes /.git/config once people approve it"
        )
    if _NO_AUTHOR.search(end):
        yield (
            "Name the author: git -c user.name=NAME -c user.email=ADDRESS commit. `sandbox.author` in workspace.yaml "
            "names one for all commands"
        )
