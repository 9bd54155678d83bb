"""Who thinks in a turn, and how requests to each are made."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Self

from harness.context.model import RequestSettings
from harness.context.profiles import profile_of, request_settings
from harness.workspace.workspace import Mode, Workspace

_USUAL = asdict(RequestSettings())


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelSettings:
    """Who thinks: a name that the model port knows, and who is asked if that one does not answer, in order. `window`
    is how many tokens of the conversation a request holds at most; `requests` is how those to each are made, where
    that is not as usual.
    """

    name: str
    fallbacks: tuple[str, ...] = ()
    window: int = 30_000
    requests: Mapping[str, RequestSettings] = field(default_factory=dict)

    @classmethod
    def kept(cls, held: Mapping[str, Any]) -> Self:
        """Those of that `body`."""
        requests = {
            name: RequestSettings(**{**how, "without": tuple(how.get("without", ()))})
            for name, how in held.get("requests", {}).items()
        }
        return cls(**{**held, "fallbacks": tuple(held["fallbacks"]), "requests": requests})

    @property
    def body(self) -> Mapping[str, Any]:
        """As a package holds them. What was added later is left out where it says nothing, so that a package that was
        kept before has the checksum that it had.
        """
        held = asdict(self)
        how = {
            name: {key: value for key, value in one.items() if value != _USUAL[key]}
            for name, one in held.pop("requests").items()
        }
        return {**held, "requests": how} if how else held


def settings_of(workspace: Workspace, mode: Mode, model: str) -> ModelSettings:
    """Requests to each are made as its own profile says; the conversation is as long as that of `model` allows, whoever
    answers.
    """
    others = workspace.fallbacks if mode.fallbacks is None else mode.fallbacks
    fallbacks = tuple(name for name in others if name != model)
    own = profile_of(model, workspace.profiles)
    window = workspace.window_of(model)
    window = min(window, own.limits.context_tokens or window)
    how = {model: request_settings(own, window)}
    for name in fallbacks:
        profile = profile_of(name, workspace.profiles)
        how[name] = request_settings(profile, window, profile.exclude_tools - own.exclude_tools)
    said = {name: one for name, one in how.items() if one != RequestSettings()}
    return ModelSettings(name=model, fallbacks=fallbacks, window=window, requests=said)
