"""What commands are answered from, besides the session."""

from collections.abc import Callable, Mapping
from dataclasses import KW_ONLY, dataclass, field

from harness.approvals.gate import Gate, Verdict
from harness.chat.people import Person, Place
from harness.context.profiles import profile_of
from harness.sessions.session import Session
from harness.tools.tool import AnyTool
from harness.workspace.profiles import Profile
from harness.workspace.workspace import Workspace

Link = Callable[[Place, str], str]
"""The address of a message in a place, or of the place itself if the message is empty; empty if there is none."""


@dataclass(frozen=True, slots=True)
class CommandContext:
    """What the workspace says, the gates of its modes, the tools, and where people find what is spoken of. `zone` is
    the time zone of whoever is answered, by its IANA name.
    """

    workspace: Workspace
    gates: Mapping[str, Gate]
    tools: Mapping[str, AnyTool]
    _: KW_ONLY
    link: Link = lambda place, message: ""
    zone: str = "UTC"

    @property
    def known(self) -> tuple[Person, ...]:
        """Those whose roles are known."""
        return tuple(member.person for member in self.workspace.people)

    def silent(self, place: Place) -> bool:
        """May we say nothing there?"""
        return self.workspace.places.policy(place).answers == "off"

    def mode_of(self, session: Session) -> str:
        """The name of its mode. One that is there no more is ruled as the default."""
        return session.mode if session.mode in self.workspace.modes else self.workspace.default_mode

    def model_of(self, session: Session) -> str:
        """The name of the model that thinks there."""
        return self.chosen_model(session) or self.usual_model(session)

    def chosen_model(self, session: Session) -> str:
        """That somebody has chosen for its mode; empty if nobody has, or if the workspace names it no more."""
        chosen = session.model_in(self.workspace.default_mode)
        return chosen if chosen in self.workspace.models else ""

    def gate_at_first(self) -> Gate:
        """What holds where conversations begin, for the model that thinks there."""
        return self._gate_of(Session())

    def offers(self, name: str, session: Session | None) -> bool:
        """Is the model that thinks there offered a tool of that name? Without a session, where conversations begin."""
        gate = self._gate_of(session or Session())
        tool = gate.tools.get(name)
        return tool is not None and gate.usual(tool) is not Verdict.DENY

    def _gate_of(self, session: Session) -> Gate:
        return self.gates[self.mode_of(session)].without(self.profile_of(session).exclude_tools)

    def profile_of(self, session: Session) -> Profile:
        """What the model needs that thinks there."""
        return profile_of(self.model_of(session), self.workspace.profiles)

    def usual_model(self, session: Session) -> str:
        """That its mode has where nobody chooses."""
        return self.workspace.model_in(session.mode)


@dataclass(frozen=True, slots=True)
class Subject:
    """The conversation that a command is about. `bound`: its place was bound to it. `said` are the words of what waits
    to be heard, by their rows.
    """

    thread: str
    session: Session
    bound: bool = False
    said: Mapping[int, str] = field(default_factory=dict)
