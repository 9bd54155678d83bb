"""The gate of one mode."""

from collections.abc import Mapping

from harness.approvals.gate import Asker, Gate
from harness.tools.calls import REPORT
from harness.tools.registry import Registry
from harness.workspace.workspace import Mode, Workspace


def gate(workspace: Workspace, mode: Mode, tools: Registry, askers: Mapping[str, Asker]) -> Gate:
    """What `mode` of `workspace` rules: on the tools that it offers, by its own rules before the workspace's. `askers`
    make the asks of the tools that ask a person, by tool. What reports on heartbeats is there in these alone.
    """
    return Gate(
        tools={
            name: tool for name, tool in tools.items() if name != REPORT and (mode.tools is None or name in mode.tools)
        },
        rules=(*mode.rules, *workspace.rules),
        yolo=mode.yolo,
        terms=mode.terms or workspace.terms,
        askers=askers,
        held=frozenset[str]().union(*(member.roles for member in workspace.people)),
        calendar=workspace.calendar,
    )
