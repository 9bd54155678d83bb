"""The gate of one mode; and what the rules leave tools of the files that they come upon while they run."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from harness.approvals.gate import Asker, Gate, Reach, Rule, Verdict, reach
from harness.tools.calls import REPORT
from harness.tools.registry import Registry
from harness.tools.tool import AnyTool, Permits
from harness.workspace.workspace import Mode, Workspace

READS = "read_file"
"""The tool by which what lies in a file is shown: what that may not read, no other shows either."""
_SHOWS = frozenset({"send_file"})
"""Others that show it, of whatever category."""


def ruled(workspace: Workspace, tools: Registry) -> Registry:
    """The tools, each of which touches only what the rules leave it: a search leaves out what a rule denies, or asks
    about unless it has asked about the search itself. A rule of any mode counts: which one a call runs in, a tool is
    not told.
    """
    modes = {(*mode.rules, *workspace.rules) for mode in workspace.modes.values()} or {workspace.rules}
    return Registry([_ruled(tool, tools.get(READS), [*modes]) for tool in tools.values()])


def _ruled(tool: AnyTool, reads: AnyTool | None, modes: Sequence[tuple[Rule, ...]]) -> AnyTool:
    # One that shows what is in files is bound by what binds reading them
    bound = {tool.name: tool}
    if reads is not None and (tool.category == reads.category or tool.name in _SHOWS):
        bound[reads.name] = reads
    of_paths = [[(rule, on) for rule in rules if rule.match for on in bound.values() if rule.on(on)] for rules in modes]
    if tool.shell or not any(rule.verdict is not Verdict.ALLOW for rules in of_paths for rule, _ in rules):
        return tool
    return replace(tool, permits=_permitting(tool, of_paths))


def _permitting(tool: AnyTool, modes: Sequence[Sequence[tuple[Rule, AnyTool]]]) -> Callable[[Any], Permits]:
    def of(arguments: Any) -> Permits:
        own = reach(tool, arguments)

        def permits(path: str) -> bool:
            return not any(_kept(Reach(path), own, rules) for rules in modes)

        return permits

    return of


def _kept(path: Reach, own: Reach, rules: Sequence[tuple[Rule, AnyTool]]) -> bool:
    """Do the rules of one mode keep a call from what it comes upon?"""
    covering = [(rule, on) for rule, on in rules if path.covered(rule, on)]
    if any(rule.verdict is Verdict.DENY for rule, _ in covering):
        return True
    first = next(iter(covering), None)
    return first is not None and first[0].verdict is Verdict.ASK and not own.covered(*first)


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
