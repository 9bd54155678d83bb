"""What a result says if a command failed because of its sandbox: the reason, and the way on."""

import re
from collections.abc import Iterator

LOOKED_AT = 100_000
"""Characters of the end of a command's output that are looked through."""
_PROTECTED = re.compile(
    r"\.git/(?:config|hooks|commondir)[^\n:]{0,200}: (?:Device or resource busy|Read-only file system)"
)
_NO_AUTHOR = re.compile(r"(?:Author|Committer) identity unknown|Please tell me who you are")


_NO_NETWORK = re.compile(
    r"(?i)could not resolve host|unable to resolve host|temporary failure in name resolution|name or service not known"
    r"|EAI_AGAIN|ENETUNREACH|network is unreachable|no such host"
)
"""As getaddrinfo(3) and connect(2) have it, and as curl, wget, ssh, Node and Go say it."""


def notes_on(output: str, network: bool) -> Iterator[str]:
    """Sentences for the result of a command in a sandbox, with a `network` or without."""
    end = output[-LOOKED_AT:]
    if not network and _NO_NETWORK.search(end):
        yield "Commands have no network here. `sandbox.network: true` in workspace.yaml gives them one"
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
