"""Variables of the environment that are ours, and those that look like ours and are not: most likely slips, which would
otherwise be as if nothing was set.
"""

import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches

PREFIX = "DESKMATE_"
VARIABLES = (
    "DESKMATE_WORKSPACE",
    "DESKMATE_DATA_DIR",
    "DESKMATE_DATABASE_URL",
    "DESKMATE_SKILLS",
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
ELSEWHERE: Mapping[str, str] = {
    "DESKMATE_LOG_LEVEL": "say it as `deskmate run --log-level LEVEL`",
    "DESKMATE_LOG_FORMAT": "say it as `deskmate run --log-format FORMAT`",
    "DESKMATE_MODEL": "set `model:` in workspace.yaml",
}
"""What many programs read from their environment, and we do not."""
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
                yield f"{name} is set, and I know no such variable{_instead(name.upper())}"
        elif close := get_close_matches(name, _ours("SLACK_", "DISCORD_") - environment.keys(), n=1, cutoff=_ALIKE):
            yield f"{name} is set, and I know no such variable; did you mean {close[0]}?"


def _instead(name: str) -> str:
    """For the end of a line: where that is set, or which of ours it is like without what all of them begin with, or
    all of ours.
    """
    if name in ELSEWHERE:
        return f": {ELSEWHERE[name]}"
    endings = {each.removeprefix(PREFIX): each for each in sorted(_ours(PREFIX))}
    close = get_close_matches(name.removeprefix(PREFIX), endings, n=1)
    return f"; did you mean {endings[close[0]]}?" if close else f"; it may be {', '.join(endings.values())}"


def _ours(*prefixes: str) -> set[str]:
    return {name for name in VARIABLES if name.startswith(prefixes)}
