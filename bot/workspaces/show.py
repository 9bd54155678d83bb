"""The package of a turn: what it is told, layer by layer, and the tools that it sees."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field

from bot.in_force import InForce
from bot.workspaces.permissions import permissions_of, rules_in_words
from bot.workspaces.settings import amounts, of_the_model
from harness.approvals.gate import REMEMBERS
from harness.chat.visible import visible
from harness.commands.usage import budget_in_words
from harness.context.canonical import exact, plain
from harness.context.packages import SHORT, RunRequest
from harness.context.window import tokens_of
from harness.sessions.budgets import Budget
from harness.sessions.session import Session

_HEAD = "──"


@dataclass(frozen=True, slots=True)
class ShownPackage:
    """`verdicts` say of each tool what is usually ruled, where the rules are at hand; `about` is for whom it is.

    Of the profile of its model: `described` are the tools that it describes, and `excluded` those that would be offered
    without it; None where nobody knows any more.
    """

    package: RunRequest
    verdicts: Mapping[str, str] = field(default_factory=dict)
    about: str = ""
    described: frozenset[str] = frozenset()
    excluded: tuple[str, ...] | None = None
    budgets: tuple[Budget, ...] = ()
    """That hold up what it may do, where the workspace is at hand."""
    permissions: Mapping[str, object] = field(default_factory=dict)
    """All that is in force, by `permissions_of`, where the workspace is at hand."""

    @property
    def fields(self) -> dict[str, object]:
        return {
            "checksum": self.package.checksum,
            "identity": self.package.identity,
            "mode": self.package.mode,
            "model": self.package.model.name,
            "layers": [
                {"name": layer.name, "tokens": tokens_of(layer.text), "text": layer.text}
                for layer in self.package.layers
            ],
            "tools": [
                {
                    "name": name,
                    "tokens": tokens,
                    "verdict": self.verdicts.get(name),
                    "description": tool["function"]["description"],
                    "described": None if self.excluded is None else name in self.described,
                }
                for tool, (name, tokens) in zip(self.package.tools, self._tools, strict=True)
            ],
            "after_untrusted": self._after_untrusted,
            "files": list(self.package.permissions.get("files", ())),
            **(self.permissions or {"rules": list(self.package.permissions.get("rules", ()))}),
            "excluded": self.excluded if self.excluded is None else list(self.excluded),
            **self._settings,
        }

    @property
    def _settings(self) -> dict[str, object]:
        """What is not told, and counts: as the package has it."""
        held = self.package.model.body
        return {
            "fallbacks": list(self.package.model.fallbacks),
            "window": self.package.model.window,
            "requests": held.get("requests", {}),
            "limits": asdict(self.package.budgets),
            "budgets": [asdict(budget) for budget in self.budgets],
        }

    def __str__(self) -> str:
        """For a terminal."""
        return visible("\n".join(self._lines()))

    def _lines(self) -> Iterator[str]:
        package = self.package
        total = sum(tokens_of(layer.text) for layer in package.layers) + sum(tokens for _, tokens in self._tools)
        parts = (package.checksum[:SHORT], package.identity, f"mode {package.mode}", package.model.name or "no model")
        yield " · ".join((*parts, f"about {total:,} tokens"))
        if self.about:
            yield self.about
        for layer in package.layers:
            yield f"\n{_HEAD} {layer.name}, about {tokens_of(layer.text):,} tokens"
            yield layer.text
        yield f"\n{_HEAD} tools, about {sum(tokens for _, tokens in self._tools):,} tokens"
        width = max((len(name) for name, _ in self._tools), default=0)
        for name, tokens in self._tools:
            verdict = f"  {self.verdicts.get(name, ''):<5}" if self.verdicts else ""
            described = ", described by its profile" if name in self.described else ""
            yield f"{name:<{width}}{verdict}  about {tokens:,} tokens{described}"
        if self.excluded:
            yield f"not offered, by its profile: {', '.join(self.excluded)}"
        yield f"\n{_HEAD} settings"
        yield from of_the_model(package.model)
        yield f"at most {amounts(package.budgets)}"
        for budget in self.budgets:
            yield f"budget: {budget_in_words(budget)}"
        if said := ", ".join(f"{category} {verdict}" for category, verdict in self._after_untrusted.items()):
            yield f"once text from outside was read: {said}"
        if on_files := self.package.permissions.get("files"):
            yield f"files: {', '.join(on_files)}"
        yield f"\n{_HEAD} rules"
        yield from rules_in_words(self.permissions) if self.permissions else package.permissions.get("rules", ())

    @property
    def _after_untrusted(self) -> dict[str, str]:
        """By category. What is remembered is asked then, whatever is said."""
        said: Mapping[str, object] = self.package.permissions.get("after_untrusted", {})
        return {REMEMBERS: "ask", **{category: str(plain(verdict)) for category, verdict in said.items()}}

    @property
    def _tools(self) -> list[tuple[str, int]]:
        return [(tool["function"]["name"], tokens_of(exact(tool))) for tool in self.package.tools]


def compiled(in_force: InForce, session: Session, about: str = "") -> ShownPackage:
    """That of a turn which began in that session."""
    package, gate = in_force.compile(session), in_force.rules.gate(session.mode)
    verdicts = {name: gate.usual(tool).name.lower() for name, tool in gate.tools.items()}
    profile = in_force.profile(session)
    offered = (name for name, verdict in verdicts.items() if verdict != "deny")
    excluded = tuple(sorted(profile.exclude_tools.intersection(offered)))
    return ShownPackage(
        package,
        verdicts,
        about,
        frozenset(profile.descriptions),
        excluded,
        in_force.workspace.budgets,
        permissions_of(in_force.workspace, gate),
    )
