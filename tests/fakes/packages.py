"""Packages for tests: kept in memory, and of what no workspace is needed for."""

from collections.abc import Callable

from harness.context.layers import Layer
from harness.context.model_settings import ModelSettings
from harness.context.notes import Note
from harness.context.packages import RunRequest, Schema, occasion
from harness.loop.packaging import Compiling
from harness.sessions.session import Session
from harness.workspace.workspace import Workspace

MODELS = frozenset({"test", "other"})
"""Those that a thread may choose."""


def package(
    model: str = "test", mode: str = "build", tools: tuple[Schema, ...] = (), window: int = 10_000, words: str = ""
) -> RunRequest:
    """`words` are the conventions of the workspace."""
    conventions = (Layer("workspace", words),) if words else ()
    layers = (Layer("base", "You are Deskmate."), *conventions, Layer("mode", f'You are working in the mode "{mode}".'))
    settings = ModelSettings(name=model, window=window)
    return RunRequest(identity="Deskmate", mode=mode, layers=layers, model=settings, tools=tools)


SYSTEM = package().system


class MemoryPackages:
    """Fulfils `harness.context.packages.Packages`."""

    def __init__(self) -> None:
        self.kept: dict[str, RunRequest] = {}

    async def keep(self, package: RunRequest) -> None:
        self.kept[package.checksum] = package

    async def load(self, checksum: str) -> RunRequest | None:
        found = [package for known, package in self.kept.items() if known.startswith(checksum)]
        return found[0] if len(found) == 1 else None


def compiling(
    model: str = "test",
    tools: tuple[Schema, ...] = (),
    window: Callable[[], int] = lambda: 10_000,
    words: Callable[[], str] = str,
) -> Compiling:
    """As the session's mode and the model that was chosen say, and the conventions as they are now."""

    def compile(session: Session, notes: tuple[Note, ...] = ()) -> RunRequest:
        about = occasion(session, Workspace(default_mode="build"))
        return package(about.model if about.model in MODELS else model, about.mode or "build", tools, window(), words())

    return Compiling(compile, MemoryPackages())
