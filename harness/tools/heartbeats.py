"""What a heartbeat is set to: how often it comes, and what is looked at."""

from dataclasses import KW_ONLY, dataclass

from harness.tools.schedules import Interval

OWN = "own"
"""The id of the heartbeat that a thread was given in it; those of the workspace have others."""
OF_WORKSPACE = "file-"
"""What the ids of those begin with that `workspace.yaml` names."""


@dataclass(frozen=True, slots=True)
class HeartbeatConfig:
    """What somebody wants looked at again and again.

    Attributes:
        id: tells it from the others of its thread
        schedule: how often; its `since` is when it is set
        checklist: what is looked at; the workspace's list as it is then, if empty
        model: the one that thinks, if not the thread's
        check: a command that says whether there is anything new
    """

    id: str
    schedule: Interval
    checklist: str = ""
    _: KW_ONLY
    model: str = ""
    check: str = ""
