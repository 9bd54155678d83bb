"""Marks that are forgotten at the end of the process."""

import asyncio
from collections.abc import Mapping


class MemoryMarks:
    """Fulfils `harness.chat.port.Marks`."""

    def __init__(self) -> None:
        self.kept: dict[str, str] = {}

    async def below(self, name: str) -> Mapping[str, str]:
        await asyncio.sleep(0)
        return {each: mark for each, mark in self.kept.items() if each.startswith(name)}

    async def note(self, name: str, mark: str) -> None:
        await asyncio.sleep(0)
        self.kept[name] = mark
