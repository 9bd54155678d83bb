"""What follows from the workspace and from the tools that there are: what may run, and what models are offered."""

from collections.abc import Callable, Iterable, Sequence

from harness.approvals.file_rules import FileRules
from harness.chat.people import Person, Place
from harness.context.notes import Note
from harness.context.packages import Occasion, RunRequest, chosen_model, compile, occasion
from harness.context.profiles import profile_of
from harness.loop.rules import Rules
from harness.sessions.session import Session
from harness.toolbox.askers import plan_review, questions
from harness.toolbox.execute import EXECUTE
from harness.tools.calls import REPORT
from harness.tools.registry import Registry
from harness.tools.tool import AnyTool
from harness.workspace.gates import gate, ruled
from harness.workspace.places import PlacePolicy
from harness.workspace.profiles import Profile
from harness.workspace.sandbox import SandboxSettings
from harness.workspace.workspace import Workspace
from scheduler.schedules import next_after

Commands = Callable[[SandboxSettings, FileRules], AnyTool]
KEPT = 64
"""Packages that are not compiled anew as long as nothing has changed."""


class InForce:
    """As it is now. Whoever was given it, or its `tools`, has what it becomes; all else is asked of it each time."""

    def __init__(self, workspace: Workspace, tools: Registry, commands: Commands | None = None) -> None:
        """`commands` is the tool that runs them in a sandbox; without it, that is as in `tools`."""
        self.workspace, self.every, self._commands = workspace, tools, commands
        """All tools, as they are without rules."""
        self._packages = dict[Occasion, RunRequest]()
        self._profiles = dict[tuple[str, str], Profile]()
        self.tools = Registry(())
        """Each of which touches only what the rules leave it."""
        self.rules: Rules
        self.change()

    def change(self, tools: Iterable[AnyTool] | None = None, workspace: Workspace | None = None) -> None:
        """That is the workspace, and these are the tools, from now on. What is judged, offered and run after this goes
        by them; what has started ends as it began. What is asked about a tool that is gone is withdrawn when its thread
        is looked at next. Raises ValueError for two of one name, and then changes nothing.
        """
        workspace, every = workspace or self.workspace, self.every if tools is None else Registry(tools, self.every.own)
        self.tools.put(ruled(workspace, self._contained(workspace, every)).values())
        self.workspace, self.every = workspace, every
        self.rules = _rules(workspace, self.tools, self.profile)
        self._packages.clear()
        self._profiles.clear()

    def _contained(self, workspace: Workspace, tools: Registry) -> Registry:
        """The tools, with that which runs commands in the workspace's sandbox. In another one it is another tool."""
        if self._commands is None or EXECUTE not in tools:
            return tools
        contained = self._commands(workspace.sandbox, workspace.files)
        return Registry(contained if tool.name == EXECUTE else tool for tool in tools.values())

    @property
    def known(self) -> Sequence[Person]:
        """Those whose roles are known."""
        return self.rules.people

    def policy(self, place: Place) -> PlacePolicy:
        return self.workspace.places.policy(place)

    def profile(self, session: Session) -> Profile:
        """What the model needs that thinks there."""
        about = session.mode, chosen_model(session, self.workspace.default_mode)
        if about not in self._profiles:
            self._profiles[about] = profile_of(self.workspace.model_in(*about), self.workspace.profiles)
        return self._profiles[about]

    def compile(self, session: Session, notes: tuple[Note, ...] = ()) -> RunRequest:
        """What a turn of that session is given that begins now, with these notes."""
        about, turn = occasion(session, self.workspace, notes), session.turn
        if package := self._packages.get(about):
            return package
        package = compile(self.workspace, self.rules.gate(session.mode, turn), self.tools, about)
        if len(self._packages) >= KEPT:
            self._packages.clear()
        self._packages[about] = package
        return package


def _rules(workspace: Workspace, tools: Registry, profile: Callable[[Session], Profile]) -> Rules:
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
        profile=profile,
        titles=workspace.titles,
        observe=workspace.observe,
        budgets=workspace.budgets,
        zone=workspace.zone,
    )
