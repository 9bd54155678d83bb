"""What makes this colleague this one, as values."""

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field
from datetime import UTC, tzinfo
from types import MappingProxyType
from typing import Literal

from harness.approvals.file_rules import FileRules
from harness.approvals.gate import Rule, Terms, Verdict
from harness.approvals.hours import WorkCalendar, WorkingTime
from harness.chat.people import Person
from harness.files.scratch import EVERYTHING as SCRATCH
from harness.sessions.budgets import USUAL, Budget
from harness.sessions.limits import Limits
from harness.workspace.api_bases import ApiBases
from harness.workspace.apps import App
from harness.workspace.heartbeats import Placed
from harness.workspace.hours import zone_named
from harness.workspace.limits import Bounds
from harness.workspace.places import Places
from harness.workspace.problems import Problem
from harness.workspace.profiles import Profiles
from harness.workspace.sandbox import SandboxSettings
from harness.workspace.skills import Skills
from harness.workspace.tool_files import ToolFile

UNKNOWN, LEAST, MOST = 30_000, 2_000, 120_000
"""Tokens of a conversation in a request: where it is not known what the model takes, and at least and at most."""
USUAL_RULES = (Rule(Verdict.ALLOW, category="read"), Rule(Verdict.ALLOW, category="edit", match=SCRATCH))
"""What holds where the file says nothing: looking is allowed, and what a thread does in the folder of its own; the gate
asks for everything else.
"""

USUAL_AFTER_UNTRUSTED: Mapping[str, Verdict] = MappingProxyType({"message": Verdict.ASK})
"""Where the file says nothing of it: who has read what others wrote asks before it says something elsewhere."""


@dataclass(frozen=True, slots=True)
class Mode:
    """A named way of working. `rules` come before the workspace's."""

    name: str
    _: KW_ONLY
    instructions: str = ""
    tools: frozenset[str] | None = None
    """The tools that it offers, by name; None is all."""
    model: str = ""
    """Empty is the workspace's."""
    yolo: bool = False
    """What would be asked is allowed, unless it is to be asked every time."""
    leads_to: tuple[str, ...] = ()
    """The modes in which an approved plan may go on."""
    rules: tuple[Rule, ...] = ()
    terms: Terms | None = None
    """How its asks are put; None is as the workspace says."""
    fallbacks: tuple[str, ...] | None = None
    """Models to ask if its own does not answer, in order; None are the workspace's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Subagent:
    """Whom work may be handed to. What is not said of it (None, or an empty model) is as it is of whoever does that.

    Attributes:
        description: by which it is chosen
        prompt: what it is told
        tools: those that it has, by name
        skills: those that it has, by name; none, if nothing is said
        rules, terms: of its own; they come before, and permit no more than, the workspace's
        limits: what it may take at most, within those of whoever hands it work
    """

    name: str
    description: str
    prompt: str
    tools: frozenset[str] | None = None
    model: str = ""
    skills: tuple[str, ...] = ()
    rules: tuple[Rule, ...] = ()
    terms: Terms | None = None
    limits: Bounds = Bounds()


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody with roles. `id` is `platform:team:user`, and `others` are further ones of the same person; without a
    `name` they are called as on their platform.
    """

    id: str
    _: KW_ONLY
    name: str = ""
    roles: frozenset[str] = frozenset()
    others: tuple[str, ...] = ()
    works: WorkingTime | None = None
    """When, if it is not as everybody does."""
    zone: str = ""
    """By its IANA name, if it is not as everybody's."""

    @property
    def ids(self) -> tuple[str, ...]:
        return (self.id, *self.others)

    @property
    def accounts(self) -> tuple[str, ...]:
        """As a Person carries them: all, where there are several."""
        return self.ids if self.others else ()

    @property
    def person(self) -> Person:
        platform, team, user = self.id.split(":")
        return Person(platform, team, user, self.name, self.roles, accounts=self.accounts)


Talk = Literal["members", "named"]
"""Who may talk, besides whom the workspace names: full members of the team, or nobody."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Workspace:
    """`model` is empty if none is set. There is at least one mode."""

    name: str = "Deskmate"
    instructions: str = ""
    """What AGENTS.md says."""
    checklist: str = ""
    """What HEARTBEAT.md says."""
    model: str = ""
    fallbacks: tuple[str, ...] = ()
    api_base: ApiBases = ApiBases()
    modes: Mapping[str, Mode] = field(default_factory=lambda: {"default": Mode("default")})
    default_mode: str = "default"
    rules: tuple[Rule, ...] = USUAL_RULES
    after_untrusted: Mapping[str, Verdict] = field(default_factory=lambda: USUAL_AFTER_UNTRUSTED)
    """What becomes of calls, by their category, once text from outside was read."""
    mask: tuple[str, ...] = ()
    """Patterns of what is masked in what tools give, besides what looks like a key."""
    terms: Terms = Terms()
    people: tuple[Member, ...] = ()
    talk: Talk = "members"
    places: Places = Places()
    remind: float | None = 3_600.0
    """Seconds after which people are reminded of an open ask; never, if None."""
    works: WorkingTime | None = None
    """When people do, who have no hours of their own; None if nobody said."""
    limits: Limits = Limits()
    sandbox: SandboxSettings = SandboxSettings()
    files: FileRules = FileRules()
    """What of the files may be read and written, whichever tool does it."""
    budgets: tuple[Budget, ...] = (USUAL,)
    context_tokens: int | None = None
    """Tokens of the conversation that a request holds at most; None is what its model takes, as `window_of` says."""
    windows: Mapping[str, int] = field(default_factory=dict)
    """The tokens that models take at once, of those of which that is known."""
    titles: str = ""
    """The model that names threads; empty if they go by their first words."""
    observe: bool = False
    """What was said is written down before there is no room for it, at further requests of the model."""
    heartbeats: tuple[Placed, ...] = ()
    skills: Skills = Skills()
    apps: Mapping[str, App] = field(default_factory=dict)
    """By their names, for a later release."""
    tool_files: Mapping[str, ToolFile] = field(default_factory=dict)
    """By their names, as they lie there now; the tools that work are those that were loaded (`Registry.own`)."""
    subagents: Mapping[str, Subagent] = field(default_factory=dict)
    """By their names, for a later release."""
    profiles: tuple[Profiles, ...] = ()
    """What models need, from each that says something of it; who comes later counts."""
    warnings: tuple[Problem, ...] = ()
    """What was left out, or is doubtful, and is told to whoever can mend it; the rest is as it should be."""

    def window_of(self, model: str) -> int:
        """Of the conversation in requests to that model: if nobody has said, 60 % of what it takes, so that there is
        room for the tools, its thinking and its reply, and 120,000 at most, since it reads all of it at each step.
        """
        if self.context_tokens is not None:
            return self.context_tokens
        takes = self.windows.get(model)
        return UNKNOWN if takes is None else max(LEAST, min(takes * 6 // 10, MOST))

    @property
    def zone(self) -> tzinfo:
        """By whose clocks days and months are counted."""
        return self.works.zone if self.works else UTC

    @property
    def calendar(self) -> WorkCalendar:
        own = {member.id: member.works for member in self.people if member.works}
        return WorkCalendar(self.works, tuple(member.person for member in self.people), own)

    @property
    def zones(self) -> Mapping[str, str]:
        """The time zones of people by id, as far as it says; with an empty one that of the others."""
        usual = {"": str(self.works.zone)} if self.works else {}
        return {**usual, **{member.id: member.zone for member in self.people if member.zone}}

    def zone_of(self, person: str) -> tzinfo:
        """The time zone of that person, as far as the workspace says it, else the team's, else UTC."""
        own = next((member.zone for member in self.people if member.zone and member.id == person), "")
        return (zone_named(own) if own else None) or self.zone

    def model_in(self, mode: str, chosen: str = "") -> str:
        """The model that thinks in a mode: the `chosen` one, as long as it is named here, else the mode's own. A mode
        that is there no more is the default.
        """
        if chosen in self.models:
            return chosen
        return (self.modes.get(mode) or self.modes[self.default_mode]).model or self.model

    @property
    def models(self) -> frozenset[str]:
        """All that it names."""
        of_modes = ((mode.model, *(mode.fallbacks or ())) for mode in self.modes.values())
        of_beats = (placed.config.model for placed in self.heartbeats)
        return frozenset({self.model, self.titles, *self.fallbacks}).union(of_beats, *of_modes) - {""}
