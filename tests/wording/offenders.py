"""What people still read that should be put better. It only ever gets shorter: the test fails for what is not here, and
for what is here and offends no more.
"""

from collections.abc import Mapping

Known = Mapping[str, tuple[str, ...]]
"""By where it stands: what it is, as `rules` finds it."""


def listed(known: Known) -> set[tuple[str, str]]:
    return {(where, what) for where, words in known.items() for what in words}


PRIVATE: Known = {
    "adapters/slack/home.py": ("open it in its conversation",),
    "bot/doctor/heartbeats.py": (
        "is never looked there",
        "take out either",
    ),
    "harness/wording/notices.py": ("this took a while",),
    "harness/workspace/permissions.py": ("runs unsandboxed",),
    "notices": ("this was expired",),
}
WE: Known = {
    "README.md": (
        "us",
        "we",
    ),
    "adapters/discord/app.py": ("us",),
    "adapters/discord/calls.py": (
        "us",
        "we",
    ),
    "adapters/discord/chat.py": ("we",),
    "adapters/discord/gateway.py": ("we",),
    "adapters/discord/parse.py": (
        "our",
        "ours",
        "us",
        "we",
    ),
    "adapters/discord/socket.py": ("us",),
    "adapters/models/failure_table.py": ("we",),
    "adapters/slack/calls.py": (
        "us",
        "we",
    ),
    "adapters/slack/parse.py": (
        "our",
        "ours",
    ),
    "adapters/slack/statuses.py": ("our",),
    "adapters/storage/database.py": ("us",),
    "bot/doctor/discord_place.py": (
        "our",
        "us",
        "we",
    ),
    "bot/doctor/journal.py": ("ours",),
    "bot/doctor/slack.py": ("us",),
    "bot/doctor/slack_place.py": (
        "our",
        "us",
        "we",
    ),
    "bot/platforms/slack.py": ("us",),
}
TOO_LONG: Known = {}
NAMES: Known = {
    "harness/context/transcript.py": ("beat",),
    "harness/sessions/index.py": ("Listed",),
}
