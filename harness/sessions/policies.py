"""How a turn behaves: a policy that its opening fact gives it, and nothing else about where it came from.

A person's turn, a wakeup's, a heartbeat's and whatever comes differ by these values, never by a branch elsewhere.
"""

from dataclasses import dataclass

from harness.tools.calls import REPORT


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnPolicy:
    """Model, limits and gate stay the rules' to say; here is what they, the fold and those who show it go by.

    Attributes:
        attended: a person opened it, so what its mode lets through without asking is let through
        visible: people see it: that it goes on, its words as they come, a Stop button, how it ended, where to go on
        hears: what people say while it goes on is for it; otherwise it stays to be heard by the next turn
        preemptible: it holds up nothing, and ends as soon as somebody wants something
        report: the tool that ends it, which is there in no other turn, and says what people are told; empty: they are
            told its reply
        forgets: what it looked at in vain is not remembered
    """

    attended: bool = True
    visible: bool = True
    hears: bool = True
    preemptible: bool = False
    report: str = ""
    forgets: bool = False


PERSON = TurnPolicy()
WAKEUP = TurnPolicy(attended=False)
COMMAND_ENDED = TurnPolicy(attended=False)
HEARTBEAT = TurnPolicy(attended=False, visible=False, hears=False, preemptible=True, report=REPORT, forgets=True)
