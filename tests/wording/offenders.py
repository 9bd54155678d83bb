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
    "harness/commands/answers.py": (
        "by myself",
        "i look here",
        "i wake",
        "to be woken",
        "waits for its time",
        "wakes me",
        "was bound to it",
    ),
    "harness/commands/heartbeats.py": (
        "by myself",
        "i do not look here",
        "i look here",
    ),
    "harness/commands/introduction.py": (
        "i use without asking",
        "reaches me at my next step",
        "ruled otherwise",
        "single calls",
    ),
    "harness/commands/lists.py": (
        "again and again",
        "no conversation here yet",
    ),
    "harness/commands/words.py": (
        "by myself",
        "i look here",
        "i wake",
        "the modes that there are",
        "what i understand",
    ),
    "harness/wording/notices.py": (
        "has switched the mode",
        "i look here",
        "i was to come back",
        "more than one question is open",
        "not heard yet",
        "own model thinks",
        "reaches me at my next step",
        "the mode stays as it is",
        "the time has come",
        "this takes a while",
        "this took a while",
        "wanted to go on in the mode",
    ),
    "harness/wording/reasons.py": (
        "; there are",
        "by myself",
        "there is nothing on the list",
    ),
    "harness/workspace/permissions.py": ("runs unsandboxed",),
    "manifests/discord.json": (
        "by myself",
        "i look here",
        "i wake",
        "the modes that there are",
    ),
    "notices": (
        "by myself",
        "has switched the mode",
        "i look here",
        "i was to come back",
        "more than one question is open",
        "not heard yet",
        "reaches me at my next step",
        "the mode stays as it is",
        "the time has come",
        "this takes a while",
        "this was expired",
    ),
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
    "harness/commands/lists.py": ("we",),
    "harness/wording/notices.py": ("we",),
    "notices": ("we",),
}
TOO_LONG: Known = {
    "harness/wording/notices.py": ("i have looked …",),
}
NAMES: Known = {
    "harness/context/transcript.py": ("beat",),
    "harness/sessions/index.py": ("Listed",),
}
