"""One tree over several: each path is that of the longest prefix which it lies below."""

from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TypeVar

from adapters.files.disk import below
from adapters.files.read_only import NoFiles
from harness.files.errors import Missing, ReadOnly
from harness.files.paths import normal
from harness.files.port import Deletion, EditState, FileEntry, Files, FileState, Hit, Hits, NotSearched, Paths, Why
from harness.files.surroundings import first, matches
from harness.tools.tool import Permits, ToolContext, everything

T = TypeVar("T")

Routes = Mapping[str, Files]
"""Files by the normal path of the folder in which they are: they are given whole paths, and give such."""
_NONE: Routes = MappingProxyType({})


class Routed:
    """Implements Files: those of `routes` where they are, and `base` everywhere else. With `more` there are others, for
    some calls. The folders that are `kept` are for these alone: where none is, nothing is found there, nor written.
    What lies in a `quiet` one is found only by whoever names it: it is not listed, nor searched from above.
    """

    def __init__(
        self,
        base: Files,
        routes: Routes = _NONE,
        more: Callable[[ToolContext], Routes] = lambda context: _NONE,
        kept: Collection[str] = (),
        quiet: Collection[str] = (),
    ) -> None:
        self._base, self._routes, self._more, self._kept = base, routes, more, kept
        self._quiet = frozenset(quiet)

    def of(self, context: ToolContext) -> Files:
        routes = {**self._routes, **self._more(context)}
        own = {prefix: files.of(context) for prefix, files in routes.items()}
        return Routed(self._base.of(context), own, kept=self._kept, quiet=self._quiet)

    def lies(self, path: str) -> str:
        return self._at(path).lies(path)

    async def list(self, path: str) -> tuple[FileEntry, ...]:
        heads = {head: FileEntry(head, True, 0) for head in self._heads(normal(path))}
        try:
            found = await self._at(path).list(path)
        except Missing:
            if not heads:
                raise
            found = ()
        entries = {**{entry.path: entry for entry in found}, **heads}
        return tuple(entries[name] for name in sorted(entries))

    async def read(self, path: str, permits: Permits = everything) -> str:
        return await self._at(path).read(path, permits)

    async def state(self, path: str, permits: Permits = everything) -> FileState:
        return await self._at(path).state(path, permits)

    async def edit_state(
        self, path: str, old: str, new: str, every: bool = False, permits: Permits = everything
    ) -> EditState:
        return await self._at(path).edit_state(path, old, new, every, permits)

    async def write(self, path: str, text: str, permits: Permits = everything, version: str | None = None) -> bool:
        return await self._at(path).write(path, text, permits, version)

    async def edit(
        self,
        path: str,
        old: str,
        new: str,
        every: bool = False,
        permits: Permits = everything,
        version: str | None = None,
    ) -> int:
        return await self._at(path).edit(path, old, new, every, permits, version)

    async def read_bytes(self, path: str, permits: Permits = everything, version: str | None = None) -> bytes:
        return await self._at(path).read_bytes(path, permits, version)

    async def write_bytes(
        self,
        path: str,
        data: bytes,
        permits: Permits = everything,
        version: str | None = None,
        mode: int | None = None,
    ) -> bool:
        return await self._at(path).write_bytes(path, data, permits, version, mode)

    async def deletion(self, path: str, permits: Permits = everything) -> Deletion:
        return await self._alone(path).deletion(path, permits)

    async def delete(self, path: str, permits: Permits = everything, version: str | None = None) -> Deletion:
        return await self._alone(path).delete(path, permits, version)

    async def glob(self, pattern: str, path: str = "/", most: int = 1000, permits: Permits = everything) -> Paths:
        found = await self._searched(path, lambda files: files.glob(pattern, path, most, permits))
        paths = sorted((one for each in found for one in each.paths), key=_in_order)
        complete = len(paths) <= most and all(each.complete for each in found)
        return Paths(tuple(paths[:most]), complete, _together(each.left_out for each in found))

    async def grep(
        self,
        text: str,
        path: str = "/",
        pattern: str = "",
        most: int = 1000,
        permits: Permits = everything,
        around: int = 0,
    ) -> Hits:
        found = await self._searched(path, lambda files: files.grep(text, path, pattern, most, permits, around))
        hits = sorted((hit for each in found for hit in each.hits), key=lambda hit: _in_order(hit.path))
        complete = sum(matches(hit.lines) for hit in hits) <= most and all(each.complete for each in found)
        return Hits(_with_lines(hits, most), complete, _together(each.left_out for each in found))

    def _at(self, path: str) -> Files:
        virtual = normal(path)
        prefixes = (prefix for prefix in self._routes if below(prefix, virtual))
        if longest := max(prefixes, key=len, default=""):
            return self._routes[longest]
        return NoFiles() if any(below(folder, virtual) for folder in self._kept) else self._base

    def _alone(self, path: str) -> Files:
        """Whoever has all of what is there. Raises ReadOnly, if nobody has."""
        virtual = normal(path)
        others = (prefix for prefix in (*self._routes, *self._kept) if prefix != virtual and below(virtual, prefix))
        if other := min(others, default=""):
            raise ReadOnly(f"{virtual} cannot be deleted as a whole: {other} is kept elsewhere")
        return self._at(path)

    @property
    def _loud(self) -> Routes:
        return {prefix: files for prefix, files in self._routes.items() if prefix not in self._quiet}

    def _heads(self, folder: str) -> set[str]:
        """The folders directly in that one which lead to files of another tree."""
        inside = f"{folder.rstrip('/')}/"
        ways = (prefix[len(inside) :] for prefix in self._loud if prefix.startswith(inside))
        return {inside + way.partition("/")[0] for way in ways}

    async def _searched(self, path: str, search: Callable[[Files], Awaitable[T]]) -> Sequence[T]:
        """What is found in all trees that have files below that path. Raises what there is to say if none has."""
        virtual, found = normal(path), []
        inside = [files for prefix, files in self._loud.items() if prefix != virtual and below(virtual, prefix)]
        missing: Missing | None = None
        for files in (self._at(path), *inside):
            try:
                found.append(await search(files))
            except Missing as error:
                missing = missing or error
        if missing and not found:
            raise missing
        return found


def _in_order(path: str) -> tuple[str, ...]:
    """Searches go by folders, and there by names."""
    return tuple(path.split("/"))


def _with_lines(hits: Iterable[Hit], most: int) -> tuple[Hit, ...]:
    """As many lines in all."""
    found, room = list[Hit](), most
    for hit in hits:
        found.append(replace(hit, lines=first(hit.lines, room)))
        room = max(0, room - matches(hit.lines))
    return tuple(found)


def _together(left_out: Iterable[Sequence[NotSearched]]) -> tuple[NotSearched, ...]:
    counted = Counter[tuple[Why, bool]]()
    for each in left_out:
        for one in each:
            counted[one.why, one.folders] += one.number
    return tuple(NotSearched(why, number, folders) for (why, folders), number in sorted(counted.items()))
