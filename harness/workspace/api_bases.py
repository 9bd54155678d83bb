"""Reads `api_base`: the addresses at which models are asked, if not at their providers' own."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from harness.workspace.given import Given
from harness.workspace.problems import Problem, meant
from harness.workspace.profiles import by_generality, means

_LIKE = "http://localhost:11434/v1"
_MAP = 'like {"openai/x": URL, "anthropic/*": URL}'


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiBases:
    """URLs of APIs. A key goes with each request, so a URL serves only the models that it was set for.

    Attributes:
        model: the workspace's model
        usual: the URL for all models of that model's provider; empty for the provider's own
        named: URLs by model name or by pattern
    """

    model: str = ""
    usual: str = ""
    named: Mapping[str, str] = field(default_factory=dict)

    def of(self, model: str, provider: Callable[[str], str]) -> str:
        """The URL for that model; empty for its provider's own. `provider` names a model's provider, or returns "" if
        it doesn't know.
        """
        if self.named:
            own = provider(model)
            names = {model, f"{own}/{model}"} if own else {model}
            found = [name for name in by_generality(self.named) if any(means(name, one) for one in names)]
            return self.named[found[-1]] if found else ""
        if not self.usual or model == self.model:
            return self.usual
        own = provider(model)
        return self.usual if own and own == provider(self.model) else ""


def api_bases(given: Given, model: str) -> ApiBases:
    """The section's URLs. `model` is the workspace's."""
    if given.compound:
        return ApiBases(model=model, named=_named(given))
    url = given.url(_LIKE)
    if url and not model:
        given.wrong(f"one URL serves the provider of `model`, and no model is set; name the models instead, {_MAP}")
    return ApiBases(model=model, usual=url)


def unused(given: Given, models: frozenset[str]) -> tuple[Problem, ...]:
    """Warnings about names that match none of the `models`, whose requests go to their providers' own addresses."""
    if not given.compound:
        return ()
    return tuple(
        value.problem(f"matches no model that is named here{meant(name, models)}")
        for name, value in given.entries().items()
        if not any(means(name, model) for model in models)
        and not any(means(name, f"{name.partition('/')[0]}/{model}") for model in models if "/" not in model)
    )


def _named(given: Given) -> dict[str, str]:
    found = dict[str, str]()
    for name, value in given.entries().items():
        provider, slash, _ = name.partition("/")
        if len(name.split()) != 1 or name != name.strip() or ("*" in name and (not slash or "*" in provider)):
            value.wrong("must name a model, like openai/x, or one provider's models, like openai/*")
        elif url := value.url(_LIKE):
            found[name] = url
    return found
