"""What follows from the workspace and from the tools that there are: what may run, and what models are offered."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from harness.approvals.gate import Gate, Verdict
from harness.context.profiles import Profile, Profiles, instructions, offered
from harness.loop.rules import Rules
from harness.toolbox.askers import plan_review, questions
from harness.tools.calls import REPORT
from harness.tools.registry import Registry
from harness.tools.tool import AnyTool
from harness.workspace.gates import gate, ruled
from harness.workspace.workspace import Mode, Workspace
from scheduler.schedules import next_after


class InForce:
    """As it is now. All who were given it, or a part of it, have what it becomes."""

    def __init__(self, workspace: Workspace, tools: Registry) -> None:
        self._workspace, self._gates = workspace, dict[str, Gate]()
        self.tools = Registry(())
        """Each of which touches only what the rules leave it."""
        self.gates: Mapping[str, Gate] = MappingProxyType(self._gates)
        self.rules: Rules
        self.profiles: Profiles
        self.change(tools.values())

    def change(self, tools: Iterable[AnyTool]) -> None:
        """These are the tools from now on. What is judged, offered and run after this goes by them; what has started
        ends as it began. What is asked about a tool that is gone is withdrawn when its thread is looked at next.
        Raises ValueError for two of one name, and then changes nothing.
        """
        self.tools.put(ruled(self._workspace, Registry(tools)).values())
        self.rules = _rules(self._workspace, self.tools)
        self.profiles = _profiles(self._workspace, self.tools, self.rules)
        self._gates.clear()
        self._gates.update(self.rules.gates)


def _rules(workspace: Workspace, tools: Registry) -> Rules:
    people = tuple(member.person for member in workspace.people)
    gates = {
        mode.name: gate(
            workspace, mode, tools, {"ask_user": questions(people), "submit_plan": plan_review(mode.leads_to)}
        )
        for mode in workspace.modes.values()
    }
    return Rules(
        workspace.default_mode,
        gates,
        limits=workspace.limits,
        people=people,
        remind=workspace.remind,
        calendar=workspace.calendar,
        next_after=next_after,
        silent=lambda place: workspace.places.policy(place).answers == "off",
        reports=tools.get(REPORT),
    )


def _profiles(workspace: Workspace, tools: Registry, rules: Rules) -> Profiles:
    """What is denied whatever its arguments is not offered: a model that is shown it spends a step on hearing so."""

    def profile(mode: Mode) -> Profile:
        system = instructions(workspace.name, mode.name, mode.instructions)
        gate = rules.gates[mode.name]
        mine = [tool for tool in gate.tools.values() if gate.usual(tool) is not Verdict.DENY]
        reporting = [*mine, *(tool for name, tool in tools.items() if name == REPORT)]
        model = mode.model or workspace.model
        others = workspace.fallbacks if mode.fallbacks is None else mode.fallbacks
        fallbacks = tuple(name for name in others if name != model)
        return Profile(
            model,
            system,
            tools=offered(mine),
            window=workspace.context_tokens,
            fallbacks=fallbacks,
            reporting=offered(reporting),
        )

    modes = {mode.name: profile(mode) for mode in workspace.modes.values()}
    return Profiles(workspace.default_mode, modes, workspace.models)
