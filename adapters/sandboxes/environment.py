"""What a command sees of our environment: no token and no key is among it."""

import os
from collections.abc import Mapping

PASSED_ON = ("PATH", "HOME", "LANG", "TERM", "USER", "TMPDIR")
"""What is passed on by itself."""

_GIT = {
    "core.fsmonitor": "false",
    "core.hooksPath": os.devnull,
    "core.pager": "cat",
    "safe.bareRepository": "explicit",
}
"""What git takes in place of what its configuration in the files says: no monitor, no hooks, no pager, and no
repository that a mere folder with the right files in it would be. An alias takes no command's place (git docs,
git-config: "aliases that hide existing Git commands are ignored"). What has a name that is not known, as a filter, or
could only be replaced (diff.external), stays: so what git reads is written only by an edit that somebody approved
(harness/files/configuration).
"""


_NO_EDITOR = (
    'sh -c \'echo "There is no editor here: use git commit -m or --no-edit, or set GIT_EDITOR and GIT_SEQUENCE_EDITOR" '
    ">&2; exit 1'"
)
_INTERACTIVE = {
    **dict.fromkeys(("EDITOR", "VISUAL", "GIT_EDITOR", "GIT_SEQUENCE_EDITOR"), _NO_EDITOR),
    **dict.fromkeys(("PAGER", "GIT_PAGER"), "cat"),
    "GIT_TERMINAL_PROMPT": "0",
}
"""In place of programs that wait for somebody at a terminal: an editor would run until the command's time is over."""


def git_settings(author: tuple[str, str] | None = None) -> dict[str, str]:
    """Settings by the environment (git docs, git-config, GIT_CONFIG_COUNT): above any file, and passed on to the gits
    that git runs. The `author` of commits is a name and an address.
    """
    settings = {**_GIT, **(dict(zip(("user.name", "user.email"), author, strict=True)) if author else {})}
    found = {**_INTERACTIVE, "GIT_CONFIG_COUNT": str(len(settings))}
    for number, (key, value) in enumerate(settings.items()):
        found |= {f"GIT_CONFIG_KEY_{number}": key, f"GIT_CONFIG_VALUE_{number}": value}
    return found


NO_RETRIES = {"npm_config_fetch_retries": "0", "PIP_RETRIES": "1", "CARGO_NET_RETRY": "0"}
"""Without a network, what fails once fails each time: npm would try for more than a minute. pip names the reason only
before it tries again.
"""


def passed_on(environment: Mapping[str, str]) -> dict[str, str]:
    """What a command sees of it."""
    return {"PATH": os.defpath} | {name: environment[name] for name in PASSED_ON if name in environment}
