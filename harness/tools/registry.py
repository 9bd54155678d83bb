"""The tools by name."""

from collections.abc import Iterable, Iterator, Mapping

from harness.tools.tool import AnyTool


class Registry(Mapping[str, AnyTool]):
    """The tools that there are. Raises ValueError for two of one name."""

    def __init__(self, tools: Iterable[AnyTool]) -> None:
        self._tools: dict[str, AnyTool] = {}
        for tool in tools:
            if tool.name in self._tools:
                raise ValueError(f"two tools are called {tool.name}")
            self._tools[tool.name] = tool

    def __getitem__(self, name: str) -> AnyTool:
        return self._tools[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._tools)

    def __len__(self) -> int:
        return len(self._tools)

    @property
    def categories(self) -> frozenset[str]:
        return frozenset(tool.category for tool in self._tools.values())
