"""Why the gate ruled as it did, as a code with what it is about: `harness/wording` says it in words."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class RuleReason:
    """`about` is the rule, the tool, what a tool said of its arguments, the roles that nobody holds, or the skill that
    was read; `among` are the tools that there are, or that the skill leaves. Changed: the tool is another than the one
    of which people were asked. Unreadable: `about` says why no rule can judge the command, and `among` are the patterns
    that would ask about it or deny it. Untrusted: the rule is on the category `about`, and `among` are the origins of
    the text from outside that was read. Private: the tool `about` shows others what was said in a private place.
    """

    code: Literal[
        "no-tool",
        "malformed",
        "nobody",
        "denied",
        "allowed",
        "mode",
        "asked",
        "person",
        "changed",
        "skill",
        "unreadable",
        "untrusted",
        "private",
    ]
    about: str = ""
    among: tuple[str, ...] = ()
