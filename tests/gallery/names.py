"""What ids are called, for those who read."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Names:
    """By id: people, and channels with their sign."""

    people: Mapping[str, str] = field(default_factory=dict)
    channels: Mapping[str, str] = field(default_factory=dict)

    def person(self, id: str) -> str:
        return f"@{self.people.get(id, id)}"

    def channel(self, id: str) -> str:
        return self.channels.get(id, f"#{id}")
