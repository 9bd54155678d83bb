"""The tools by name."""

from collections.abc import Iterable, Iterator, Mapping

from harness.tools.tool import AnyTool


class Registry(Mapping[str, AnyTool]):
    """The tools that there are, which may become others while all goes on. Raises ValueError for two of one name."""

    def __init__(self, tools: Iterable[AnyTool]) -> None:
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

    @property
    def categories(self) -> frozenset[str]:
        return frozenset(tool.category for tool in self._tools.values())
