"""A team's own tools: those of its workspace's files, and those that other distributions give by entry points."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from importlib.metadata import EntryPoint
from pathlib import Path, PurePosixPath
from types import ModuleType
from typing import NamedTuple

from adapters.own_tools.importing import WITHIN, import_all
from adapters.own_tools.modules import Importable, NotImported
from adapters.workspaces.on_disk import WorkspaceOnDisk
from bot.entry_points import installed, named
from deskmate.tools import Declared
from harness.tools.own import NotATool, line_of, own_tool
from harness.tools.registry import LeftOut, OwnTools, Registry
from harness.tools.tool import AnyTool
from harness.tools.unforeseen import described
from harness.workspace.contents import Contents, text_at
from harness.workspace.extensions import NO_TOOL, TOOLS
from harness.workspace.problems import WorkspaceError
from harness.workspace.tool_files import defined, digest_of, tool_file

GROUP = "deskmate.tools"
CATEGORIES = frozenset({"read", "edit", "execute", "message", "memory", "web", "other"})
"""Those that they may have: what asks a person, and what an app gives, is ours to make."""
_OF_WHAT = "must stand for a module with tools in it, for a tool, or for a list of tools"


class _Source(NamedTuple):
    """What tools are read from, by the `name` that messages have for it."""

    name: str
    given: Importable

    @property
    def is_file(self) -> bool:
        """Or else it is something that is installed."""
        return bool(self.given.path)


def with_own(
    folder: Path, tools: Registry, entries: Iterable[EntryPoint] | None = None, within: float = WITHIN
) -> Registry:
    """The tools with the team's own. Whatever is wrong with those is said by the registry's `own`, and keeps nobody
    from working. Blocks, also for what takes long to import: for some ten seconds at most.
    """
    contents = WorkspaceOnDisk(folder, ()).read()
    sources = [*_files(contents), *_installed(installed(GROUP) if entries is None else entries)]
    found, left_out, missing = dict[str, tuple[AnyTool, ...]](), list[LeftOut](), set[str]()
    taken = set(tools)
    for source, made in zip(sources, import_all([one.given for one in sources], within), strict=True):
        try:
            found[source.name] = _tools(source, made, taken)
            taken.update(tool.name for tool in found[source.name])
        except _Wrong as wrong:
            left_out.append(LeftOut(source.name, wrong.line, str(wrong)))
    texts = dict(_texts(contents))
    for name, text in texts.items():
        missing |= frozenset() if name in found else defined(text)
    own = OwnTools(found, {name: digest_of(text) for name, text in texts.items()}, tuple(left_out), frozenset(missing))
    return tools.having(own)


class _Wrong(ValueError):
    """All of a source is left out: a part of it would surprise people more."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message)
        self.line = line


def _texts(contents: Contents) -> Iterator[tuple[str, str]]:
    """Of all files that are texts, as messages call them. Of what is wrong with others the workspace says so itself."""
    for path in contents.below(TOOLS):
        with suppress(WorkspaceError):
            yield contents.where(path), text_at(contents, path)


def _files(contents: Contents) -> Iterator[_Source]:
    """Those that are Python, and import what makes a function a tool: others are not run."""
    for name, text in _texts(contents):
        with suppress(WorkspaceError):
            file = tool_file(PurePosixPath(name).stem, text, name)
            if file.declares:
                yield _Source(name, Importable(str(Path(name).absolute()), text))


def _installed(entries: Iterable[EntryPoint]) -> Iterator[_Source]:
    for entry in entries:
        yield _Source(named(entry), Importable("", entry.value))


def _tools(source: _Source, made: object | NotImported, taken: Collection[str]) -> tuple[AnyTool, ...]:
    """Raises _Wrong."""
    if isinstance(made, NotImported):
        raise _Wrong(made.message, made.line)
    found = dict[str, AnyTool]()
    for declared in _declared(source, made):
        line = line_of(declared.function) if source.is_file else 0
        try:
            tool = own_tool(declared, CATEGORIES)
        except NotATool as error:
            raise _Wrong(str(error), line) from None
        except Exception as error:  # raised by others' code, as by what they have put for a name, a category or a type
            raise _Wrong(f"a tool cannot be made of it: {described(error)}", line) from None
        if tool.name in found:
            raise _Wrong(f"two tools are called {tool.name}", line)
        if tool.name in taken:
            raise _Wrong(f"there is a tool {tool.name} already: call this one otherwise", line)
        found[tool.name] = tool
    return tuple(found.values())


def _declared(source: _Source, made: object) -> Sequence[Declared[..., object]]:
    """Each once, as it stands there. Raises _Wrong."""
    if isinstance(made, ModuleType):
        own = [one for one in vars(made).values() if isinstance(one, Declared)]
        if source.is_file:  # what a file has from elsewhere is not its own
            own = [one for one in own if one.__module__ == made.__name__]
    elif isinstance(made, Declared):
        own = [made]
    elif isinstance(made, list | tuple) and all(isinstance(one, Declared) for one in made):
        own = list(made)
    else:
        raise _Wrong(_OF_WHAT)
    if not own:
        raise _Wrong(NO_TOOL)
    return list({id(one): one for one in own}.values())
