"""Why the gate ruled as it did, as a code with what it is about: `harness/wording` says it in words."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class RuleReason:
    """`about` is the rule, the tool, what a tool said of its arguments, or the roles that nobody holds; `among` are the
    tools that there are. Changed: the tool is another than the one of which people were asked.
    """

    code: Literal["no-tool", "malformed", "nobody", "denied", "allowed", "mode", "asked", "person", "changed"]
    about: str = ""
    among: tuple[str, ...] = ()
