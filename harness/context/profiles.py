"""The profile of a model: all that are for it, merged. Pure. See docs/decisions/0038."""

from collections.abc import Iterable, Mapping
from functools import reduce
from typing import Any

from harness.context.model import RequestSettings
from harness.workspace.profiles import Profile, Profiles, by_generality, means

ROOM = 12_000
"""Tokens of a request beside the conversation: what a model is told before it, the tools, and its reply."""

SMALL_ROOM = 4_192
"""The same for a small model, so that with its conversation it is 8,192."""
_MARKS = [{"location": "message", "role": "system"}, {"location": "message", "index": -1}]
"""Where litellm marks that a provider may keep what came before: the tools and all that does not change in a turn, and
the conversation up to here, which the next step begins with. See docs.litellm.ai/docs/tutorials/prompt_caching.
"""
CLAUDE = Profile(parameters={"cache_control_injection_points": _MARKS}, returns_thinking=True)
"""Claude keeps only what is marked (platform.claude.com/docs/en/build-with-claude/prompt-caching). With a call's result
it wants back what it had thought before the call, signed, and refuses the request without
(platform.claude.com/docs/build-with-claude/thinking-tool-workflows); nothing of thinking is journaled, so it is not
asked to think there.
"""
_UNMARKED = Profile(parameters={"cache_control_injection_points": []})
"""Amazon refuses requests with marks to a Claude that keeps nothing there: the early ones of the third generation
(docs.aws.amazon.com/bedrock/latest/userguide/prompt-caching.html).
"""
OLLAMA = Profile(sized_by="num_ctx")
"""On most machines Ollama holds 4,096 tokens unless it is told otherwise (docs.ollama.com/context-length), and leaves
out what is more of the conversation without a word. Others that run models on a team's own machines are told when they
are started, and refuse what is longer.
"""
SHIPPED: Profiles = {
    "anthropic/*": CLAUDE,
    "azure_ai/claude*": CLAUDE,
    "claude-*": CLAUDE,
    "bedrock/*anthropic.claude*": CLAUDE,
    "bedrock/*anthropic.claude-3-*": _UNMARKED,
    "bedrock/*anthropic.claude-3-5-haiku*": CLAUDE,
    "bedrock/*anthropic.claude-3-7-*": CLAUDE,
    "databricks/*claude*": CLAUDE,
    "openrouter/anthropic/*": CLAUDE,
    "vertex_ai/claude*": CLAUDE,
    "ollama/*": OLLAMA,
    "ollama_chat/*": OLLAMA,
}
"""What models need that nobody has said anything of. OpenAI, Gemini and servers of one's own need nothing: they keep
what they have read by themselves (platform.openai.com/docs/guides/prompt-caching,
ai.google.dev/gemini-api/docs/caching), and litellm puts in what Gemini wants of its thinking with each call
(litellm/llms/vertex_ai/gemini: skip_thought_signature_validator). All make several calls at once, and choose their
tools, unless they are told otherwise. Pictures go in a message of the user's, which all of them take, and never in a
tool's result, where OpenAI takes text alone (platform.openai.com/docs/api-reference/chat/create).
"""


def profile_of(model: str, sources: Iterable[Profiles]) -> Profile:
    """Of the model of that name: of each source the general before the special, and the later sources over the earlier,
    after what is shipped.
    """
    found = [source[name] for source in (SHIPPED, *sources) for name in _for(model, source)]
    return reduce(merged, found, Profile())


def merged(general: Profile, special: Profile) -> Profile:
    """What `special` says counts. Tools that either excludes are excluded, and of two limits the narrower counts."""
    return Profile(
        prefix=general.prefix if special.prefix is None else special.prefix,
        suffix=general.suffix if special.suffix is None else special.suffix,
        descriptions={**general.descriptions, **special.descriptions},
        exclude_tools=general.exclude_tools | special.exclude_tools,
        effort=special.effort or general.effort,
        limits=general.limits.within(special.limits),
        timeouts={**general.timeouts, **special.timeouts},
        parameters={**general.parameters, **special.parameters},
        calls_in_text=general.calls_in_text if special.calls_in_text is None else special.calls_in_text,
        small=general.small if special.small is None else special.small,
        sized_by=special.sized_by or general.sized_by,
        returns_thinking=general.returns_thinking if special.returns_thinking is None else special.returns_thinking,
    )


def request_settings(profile: Profile, window: int, without: Iterable[str] = ()) -> RequestSettings:
    """How requests to a model of that profile are made, which hold `window` tokens of the conversation; `without` are
    tools that it is not offered.
    """
    room = SMALL_ROOM if profile.small else ROOM
    sized: Mapping[str, Any] = {profile.sized_by: window + room} if profile.sized_by else {}
    return RequestSettings(
        effort=profile.effort,
        parameters=_ordered({**sized, **profile.parameters}),
        returns_thinking=bool(profile.returns_thinking),
        timeouts=_ordered(profile.timeouts),
        calls_in_text=bool(profile.calls_in_text),
        without=tuple(sorted(without)),
    )


def _for(model: str, source: Profiles) -> list[str]:
    """The names in a source that mean that model, the most general first."""
    return by_generality(name for name in source if means(name, model))


def _ordered(value: Any) -> Any:
    """The same, with what is named in one order, as a package is kept: what is read from one is sent the same."""
    if isinstance(value, Mapping):
        return {name: _ordered(value[name]) for name in sorted(value)}
    return [_ordered(one) for one in value] if isinstance(value, list | tuple) else value
