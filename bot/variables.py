"""Variables of the environment that are ours, and those that look like ours and are not: most likely slips, which would
otherwise be as if nothing was set.
"""

import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches

from harness.workspace.problems import meant

PREFIX = "DESKMATE_"
VARIABLES = (
    "DESKMATE_WORKSPACE",
    "DESKMATE_DATA_DIR",
    "DESKMATE_DATABASE_URL",
    "SLACK_BOT_TOKEN",
    "SLACK_APP_TOKEN",
    "SLACK_SIGNING_SECRET",
    "SLACK_LISTEN",
    "SLACK_CLIENT_ID",
    "SLACK_CLIENT_SECRET",
    "SLACK_REDIRECT_URL",
    "SLACK_CONFIG_TOKEN",
    "SLACK_API_URL",
    "DISCORD_BOT_TOKEN",
    "DISCORD_SERVER",
    "DISCORD_API_URL",
    "DISCORD_GATEWAY_URL",
    "DISCORD_COMMANDS",
)
"""All that `settings.read` reads."""
_CLUSTER = re.compile(r"DESKMATE_(SERVICE_HOST|SERVICE_PORT(_\w+)?|PORT(_\d+_(TCP|UDP|SCTP)(_\w+)?)?)")
"""What Kubernetes sets in each container where a service is called deskmate. Kubernetes docs, Service: environment
variables.
"""
_ALIKE = 0.8
"""How much alike two names are, from 0 to 1, for one to be a slip of the other: other programs, too, have variables
that begin with the names of platforms.
"""


def unknown(environment: Mapping[str, str]) -> Iterator[str]:
    """A line for each variable that nothing reads: all that begin as only ours do, and of those that begin with the
    name of a platform each that is almost one of ours which is not set.
    """
    for name in sorted(environment.keys() - set(VARIABLES)):
        if name.upper().startswith(PREFIX):
            if not _CLUSTER.fullmatch(name):
                yield f"{name} is set, and I know no such variable{meant(name, _ours(PREFIX))}"
        elif close := get_close_matches(name, _ours("SLACK_", "DISCORD_") - environment.keys(), n=1, cutoff=_ALIKE):
            yield f"{name} is set, and I know no such variable; did you mean {close[0]}?"


def _ours(*prefixes: str) -> set[str]:
    return {name for name in VARIABLES if name.startswith(prefixes)}
