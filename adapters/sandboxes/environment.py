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


def git_settings() -> dict[str, str]:
    """Settings by the environment (git docs, git-config, GIT_CONFIG_COUNT): above any file, and passed on to the gits
    that git runs.
    """
    found = {"GIT_PAGER": "cat", "GIT_TERMINAL_PROMPT": "0", "GIT_CONFIG_COUNT": str(len(_GIT))}
    for number, (key, value) in enumerate(_GIT.items()):
        found |= {f"GIT_CONFIG_KEY_{number}": key, f"GIT_CONFIG_VALUE_{number}": value}
    return found


def passed_on(environment: Mapping[str, str]) -> dict[str, str]:
    """What a command sees of it."""
    return {"PATH": os.defpath} | {name: environment[name] for name in PASSED_ON if name in environment}
