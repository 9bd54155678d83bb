"""From one mode to another: does that permit more?"""

from collections.abc import Mapping
from dataclasses import replace

from harness.approvals.comparing import no_more
from harness.approvals.deciders import Deciders
from harness.approvals.gate import Gate
from harness.workspace.workspace import Workspace


def permits_more(workspace: Workspace, gates: Mapping[str, Gate], mode: str, than: str) -> bool:
    """May more be done in `mode`, or in a mode that plans lead to from there, than in the mode `than`?"""
    return not all(no_more(gates[reached], gates[than]) for reached in _reached(workspace, mode))


def needed(workspace: Workspace) -> Deciders:
    """Whoever may allow that more is permitted: those who may decide by their role, as the workspace asks where no rule
    says otherwise. Whoever wants it is nobody's requester.
    """
    return replace(workspace.terms.deciders, requester=False)


def _reached(workspace: Workspace, mode: str) -> frozenset[str]:
    reached, ahead = frozenset[str](), [mode]
    while ahead:
        name = ahead.pop()
        if name not in reached:
            reached |= {name}
            ahead += workspace.modes[name].leads_to
    return reached
