"""The tools by name."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from harness.tools.tool import AnyTool


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Why the tools of a `source` are not there: of a file, with the line, or of what is installed."""

    source: str
    line: int
    message: str


@dataclass(frozen=True, slots=True)
class OwnTools:
    """What of a team's own was loaded when the process started, and counts as long as that goes on.

    Attributes:
        tools: by their sources; none of one of which anything is wrong
        digests: of the files that were read, by which it is known that one has changed since; None if nobody looked
        left_out: what is wrong
        missing: the names that may be those of tools of what was left out: rules may name them
    """

    tools: Mapping[str, tuple[AnyTool, ...]] = field(default_factory=dict)
    digests: Mapping[str, str] | None = None
    left_out: tuple[LeftOut, ...] = ()
    missing: frozenset[str] = frozenset()


NONE = OwnTools()


class Registry(Mapping[str, AnyTool]):
    """The tools that there are, which may become others while all goes on; among them the team's `own`. Raises
    ValueError for two of one name.
    """

    def __init__(self, tools: Iterable[AnyTool], own: OwnTools = NONE) -> None:
        self.own = own
        self._tools: Mapping[str, AnyTool] = {}
        self.put(tools)

    def put(self, tools: Iterable[AnyTool]) -> None:
        """In place of all that are there, for everybody who has this registry. Raises ValueError for two of one name,
        and then changes nothing.
        """
        found = dict[str, AnyTool]()
        for tool in tools:
            if tool.name in found:
                raise ValueError(f"two tools are called {tool.name}")
            found[tool.name] = tool
        self._tools = found

    def __getitem__(self, name: str) -> AnyTool:
        return self._tools[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._tools)

    def __len__(self) -> int:
        return len(self._tools)

    def having(self, own: OwnTools) -> "Registry":
        """These, and a team's own."""
        return Registry([*self._tools.values(), *(tool for each in own.tools.values() for tool in each)], own)

    @property
    def nameable(self) -> frozenset[str]:
        """The names that rules and the like may hold: those of tools, and of such as could not be loaded."""
        return frozenset(self) | self.own.missing

    @property
    def categories(self) -> frozenset[str]:
        return frozenset(tool.category for tool in self._tools.values())
