"""From one mode to another: does that permit more?"""

from collections.abc import Mapping
from dataclasses import replace

from harness.approvals.comparing import no_more
from harness.approvals.deciders import Deciders
from harness.approvals.gate import Gate
from harness.workspace.workspace import Workspace


def permits_more(workspace: Workspace, gates: Mapping[str, Gate], mode: str, than: str) -> bool:
    """May more be done in `mode` than in the mode `than`, or, by plans that are approved there, further on?"""
    return (mode, than) not in _no_further(workspace, gates)


def needed(workspace: Workspace) -> Deciders:
    """Whoever may allow that more is permitted: those who may decide by their role, as the workspace asks where no rule
    says otherwise. Whoever wants it is nobody's requester.
    """
    return replace(workspace.terms.deciders, requester=False)


def _no_further(workspace: Workspace, gates: Mapping[str, Gate]) -> frozenset[tuple[str, str]]:
    """The pairs of modes of which the first permits no more than the second, and leads by plans to nothing that the
    second, or a mode that plans lead to from there, does not match. Modes may lead to each other: so all pairs are
    taken to be such that are by themselves, and those are struck out that lead to what is not.
    """
    modes = workspace.modes
    pairs = frozenset((one, other) for one in modes for other in modes if no_more(gates[one], gates[other]))

    def matched(led: str, than: str) -> bool:
        return any((led, other) in pairs for other in (than, *modes[than].leads_to))

    while further := {(one, than) for one, than in pairs if not all(matched(led, than) for led in modes[one].leads_to)}:
        pairs -= further
    return pairs
