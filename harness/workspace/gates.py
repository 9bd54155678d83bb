"""The gate of one mode; and what the rules leave tools of the files that they come upon while they run."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from harness.approvals.file_rules import FileRules
from harness.approvals.gate import Asker, Gate, Privacy, Reach, Rule, Terms, Verdict, reach
from harness.approvals.patterns import may_touch_in
from harness.files.paths import ATTACHMENTS
from harness.files.scratch import FOLDER as SCRATCH
from harness.tools.calls import REPORT
from harness.tools.registry import Registry
from harness.tools.tool import AnyTool, PathFilter, Permits, ToolContext, both, everything
from harness.workspace.workspace import Mode, Workspace

READS = "read_file"
"""The tool by which what lies in a file is shown: what that may not read, no other shows either."""
REMEMBER = "remember"
_SHOWS = frozenset({"send_file"})
"""Others that show it, of whatever category."""
_LISTS = frozenset({"ls", "glob"})
"""What shows no more of a file than its name."""


Bound = Sequence[tuple[Rule, AnyTool]]
"""Rules, each with the tool that it is looked at as being about."""


def _shared(path: str) -> bool:
    """True for a file that other places see too."""
    return not any(f"{path}/".startswith(f"{folder}/") for folder in (SCRATCH, ATTACHMENTS))


def _private(where: str, solo: bool) -> Privacy:
    """`solo`: nobody outside of the place reads the files."""
    asked = f"you asked me {where}, and"
    return Privacy(
        f"{asked} everyone I work with could read what this writes",
        f"{asked} everyone who gets this could read it",
        f"{asked} this deletes it for everyone I work with",
        f"{asked} others could see what this does",
        None if solo else _shared,
    )


def in_private(gate: Gate, alone: bool = True, solo: bool = False) -> Gate:
    """The gate of a turn in a private place: people are asked each time before something leaves it for the team's
    notes, for shared files or for another place, whatever rules and grants allow. Where we are `alone` with one person,
    their own notes need no asking unless a rule says otherwise. `solo`: nobody else reads the files.
    """
    where = "in private" if alone else "in a private channel"
    gate, tool = replace(gate, private=_private(where, solo)), gate.tools.get(REMEMBER)
    if tool is None or (solo and not alone):
        return gate
    said = not alone or any(rule.on(tool) for rule in gate.rules)
    own = () if said else (Rule(Verdict.ALLOW, category=tool.category, match="person*"),)
    say = f"you told me this {where}, and everyone I work with could read it"
    for_the_team = Rule(Verdict.ASK, tool=REMEMBER, match="team*", terms=Terms(every_time=True, say=say))
    return replace(gate, rules=(for_the_team, *gate.rules, *own))


def ruled(workspace: Workspace, tools: Registry) -> Registry:
    """The tools, each of which touches only what the rules of the present mode leave it: a search leaves out what a
    rule denies, or asks about unless it has asked about the search itself. What rules on files ask about is listed by
    its name.
    """
    modes = {name: (*mode.rules, *workspace.rules) for name, mode in workspace.modes.items()}
    modes[""] = modes.get(workspace.default_mode, workspace.rules)
    return Registry(_filed(_ruled(tool, tools.get(READS), modes), workspace.files) for tool in tools.values())


def _spelt(of_reading: Mapping[str, list[tuple[Rule, AnyTool]]]) -> str:
    """What rules leave to read, in each mode. Of who may decide nothing depends here."""
    rules = ((mode, rule) for mode, bound in sorted(of_reading.items()) for rule, _ in bound)
    return "\n".join(f"{mode}: {rule.verdict.name} {rule.tool} {rule.category} {rule.match}" for mode, rule in rules)


def _filed(tool: AnyTool, files: FileRules) -> AnyTool:
    """And what rules on files leave it."""
    if (tool.preview is not None or tool.shell) and files.of("read"):
        shows, shown = tool.shows, files.leaves("read")
        tool = replace(tool, shows=lambda context: both(shows(context) if shows else everything, shown))
    if tool.shell and files.rules:
        tool = replace(tool, apart="\n".join((tool.apart, *(f"{rule}: {rule.verdict.name}" for rule in files.rules))))
    if not files.bind(tool):
        return tool
    permits, listing = tool.permits, tool.name in _LISTS

    def of(arguments: Any, context: ToolContext) -> Permits:
        given = permits(arguments, context) if permits else everything
        return both(given, files.permits(tool, reach(tool, arguments), listing))

    return replace(tool, permits=of)


def _ruled(tool: AnyTool, reads: AnyTool | None, modes: Mapping[str, tuple[Rule, ...]]) -> AnyTool:
    if (tool.preview is not None or tool.shell) and reads is not None:
        of_reading = {mode: [one for one in _about((reads,), rules) if _keeps(one[0])] for mode, rules in modes.items()}
        keeps = any(rule.verdict is not Verdict.ALLOW for bound in of_reading.values() for rule, _ in bound)
        if keeps or not tool.shell:
            tool = replace(tool, shows=_showing(tool, of_reading))
        if keeps and tool.shell:
            tool = replace(tool, apart=_spelt(of_reading))
    # One that shows what is in files is bound by what binds reading them
    shows = reads is not None and (tool.category == reads.category or tool.name in _SHOWS)
    bound = (tool, reads) if shows and reads and reads.name != tool.name else (tool,)
    of_paths = {mode: [(rule, on) for rule, on in _about(bound, rules) if rule.match] for mode, rules in modes.items()}
    if (
        tool.shell
        or (tool.operation == "write" and tool.places)
        or not any(rule.verdict is not Verdict.ALLOW for rules in of_paths.values() for rule, _ in rules)
    ):
        return tool
    return replace(tool, permits=_permitting(tool, of_paths))


def _about(bound: Sequence[AnyTool], rules: Sequence[Rule]) -> Bound:
    return [(rule, on) for rule in rules for on in bound if rule.on(on)]


def _permitting(tool: AnyTool, modes: Mapping[str, Bound]) -> Callable[[Any, ToolContext], Permits]:
    def of(arguments: Any, context: ToolContext) -> Permits:
        own, rules = reach(tool, arguments), _of_mode(modes, context)
        given = tool.permits(arguments, context) if tool.permits else everything
        return lambda path: given(path) and not _kept(Reach(path), own, rules)

    return of


def _showing(tool: AnyTool, modes: Mapping[str, Bound]) -> Callable[[ToolContext], Permits]:
    """What may be read. What is asked about by its path, and not altogether, is not shown to people either: they may be
    others than those who decide on it.
    """

    def of(context: ToolContext) -> Permits:
        rules = _of_mode(modes, context)
        given = tool.shows(context) if tool.shows else everything
        keeping = [rule.match for rule, _ in rules if rule.verdict is not Verdict.ALLOW]
        return both(
            given,
            PathFilter(
                lambda path: not _kept(Reach(path), Reach(""), rules),
                lambda folder: any(may_touch_in(pattern, folder) for pattern in keeping),
            ),
        )

    return of


def _keeps(rule: Rule) -> bool:
    return bool(rule.match) or rule.verdict is Verdict.DENY


def _of_mode(modes: Mapping[str, Bound], context: ToolContext) -> Bound:
    """A mode that is there no more is ruled as the default."""
    return modes.get(context.mode, modes[""])


def _kept(path: Reach, own: Reach, rules: Bound) -> bool:
    """Do the rules keep a call from what it comes upon?"""
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
        after_untrusted=workspace.after_untrusted,
        files=workspace.files if workspace.files.rules else None,
    )
