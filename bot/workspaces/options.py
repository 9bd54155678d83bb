"""For which place, person, mode and model a package is to be shown, as the command line says it."""

from collections.abc import Iterator
from dataclasses import dataclass

from bot.settings import SettingsError
from harness.chat.people import Place
from harness.chat.platforms import PLATFORMS
from harness.sessions.session import Session
from harness.workspace.problems import meant, shown
from harness.workspace.workspace import Workspace

_PLACE = 'platform:team:channel, like "slack:T0123:C0456", with :thread behind it for one of its threads'
_PERSON = 'platform:team:user, like "slack:T0123:U0456"'


@dataclass(frozen=True, slots=True, kw_only=True)
class PackageOptions:
    """What is empty is as usual."""

    place: str = ""
    person: str = ""
    mode: str = ""
    model: str = ""

    def session(self, workspace: Workspace, now: float) -> Session:
        """One in which a turn would begin at that time. Raises SettingsError for what there is not."""
        mode = self.mode or workspace.default_mode
        for noun, name, known in (("mode", mode, workspace.modes), ("model", self.model, workspace.models)):
            if name and name not in known:
                raise SettingsError(f"there is no {noun} {shown(name)}{meant(name, known)}")
        models = {mode: self.model} if self.model else {}
        return Session(mode=mode, models=models, place=self._place, now=now)

    def about(self, workspace: Workspace) -> Iterator[str]:
        """What the workspace says of the place and of the person, a line each. Raises SettingsError."""
        if place := self._place:
            yield f"in {self.place}: answers {workspace.places.policy(place).answers}"
        if self.person:
            _parts("--person", self.person, _PERSON, 3)
            member = next((member for member in workspace.people if self.person in member.ids), None)
            roles = ", ".join(sorted(member.roles)) if member else ""
            named = f"{member.name or member.id}, {roles or 'without a role'}" if member else "not named under `people`"
            yield f"for {self.person}: {named}"

    @property
    def _place(self) -> Place | None:
        return Place(*_parts("--place", self.place, _PLACE, 3, 4)) if self.place else None


def _parts(option: str, id: str, right: str, *numbers: int) -> list[str]:
    parts = id.split(":")
    if len(parts) not in numbers or not all(parts) or any(c.isspace() for c in id):
        raise SettingsError(f"{option} must be {right}, not {shown(id)}")
    if parts[0] not in PLATFORMS:
        raise SettingsError(f"{option}: there is no platform {shown(parts[0])}{meant(parts[0], PLATFORMS)}")
    return parts
