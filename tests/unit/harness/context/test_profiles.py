"""Profiles are merged in one way only, whatever is merged first; what is excluded stays so, and limits only narrow."""

import json
from collections.abc import Mapping
from functools import reduce

from hypothesis import given
from hypothesis import strategies as st

from harness.context.model import RequestSettings
from harness.context.profiles import ROOM, SHIPPED, merged, profile_of, request_settings
from harness.sessions.limits import Limits
from harness.workspace.limits import Bounds
from harness.workspace.profiles import EFFORTS, Profile

TOOLS = ["read", "write", "execute"]
SOME = st.none() | st.text(max_size=3)
AMOUNTS = st.none() | st.integers(1, 9)
BOUNDS = st.builds(
    Bounds, steps=AMOUNTS, seconds=AMOUNTS.map(lambda a: a and float(a)), parallel=AMOUNTS, context_tokens=AMOUNTS
)
PROFILES = st.builds(
    Profile,
    prefix=SOME,
    suffix=SOME,
    descriptions=st.dictionaries(st.sampled_from(TOOLS), st.text(max_size=3)),
    exclude_tools=st.frozensets(st.sampled_from(TOOLS)),
    effort=st.sampled_from(["", *EFFORTS]),
    limits=BOUNDS,
    parameters=st.dictionaries(st.sampled_from(["temperature", "top_p"]), st.integers()),
    timeouts=st.dictionaries(st.sampled_from(["first", "idle"]), st.floats(1, 9)),
    calls_in_text=st.none() | st.booleans(),
    small=st.none() | st.booleans(),
    sized_by=st.sampled_from(["", "num_ctx"]),
    returns_thinking=st.none() | st.booleans(),
)
NAMES = st.sampled_from(["*", "openai/*", "openai/gpt*", "openai/gpt-5", "other/*"])
SOURCES = st.lists(st.dictionaries(NAMES, PROFILES), max_size=3)


@given(PROFILES, PROFILES, PROFILES)
def test_merging_is_associative_and_idempotent_and_nothing_said_changes_nothing(a: Profile, b: Profile, c: Profile):
    assert merged(merged(a, b), c) == merged(a, merged(b, c))
    assert merged(a, a) == a
    assert merged(Profile(), a) == merged(a, Profile()) == a
    assert merged(merged(a, b), b) == merged(a, b)


@given(SOURCES, st.dictionaries(NAMES, PROFILES))
def test_what_is_excluded_never_comes_back_and_limits_never_widen(
    sources: list[Mapping[str, Profile]], later: Mapping[str, Profile]
):
    before, after = (profile_of("openai/gpt-5", each) for each in (sources, [*sources, later]))
    assert before.exclude_tools <= after.exclude_tools
    usual = Limits(steps=5, seconds=5.0, parallel=5, cost=5.0)
    for narrowed, than in (
        (before.limits.narrow(usual), usual),
        (after.limits.narrow(usual), before.limits.narrow(usual)),
    ):
        assert narrowed.steps <= than.steps
        assert narrowed.seconds <= than.seconds
        assert narrowed.parallel <= than.parallel
        assert narrowed.cost is not None is not than.cost
        assert narrowed.cost <= than.cost
        assert narrowed.turns == than.turns


@given(SOURCES)
def test_later_sources_count_and_in_each_the_special_over_the_general(sources: list[Mapping[str, Profile]]):
    order = ["*", "openai/*", "openai/gpt*", "openai/gpt-5"]
    expected = reduce(merged, [source[name] for source in sources for name in order if name in source], Profile())
    assert profile_of("openai/gpt-5", sources) == expected


def test_a_pattern_means_the_names_that_it_means():
    source = {"openai/*": Profile(prefix="a"), "openai/gpt-?": Profile(prefix="b"), "openai/gpt-5": Profile(suffix="c")}
    assert profile_of("openai/gpt-5", [source]) == Profile(prefix="a", suffix="c"), "a question mark is no pattern"
    assert profile_of("azure/openai/gpt-5", [source]) == Profile()
    assert profile_of("openai/gpt-5-mini", [source]) == Profile(prefix="a")
    assert profile_of("", [source]) == Profile()


def test_what_is_shipped_is_for_claude_wherever_it_is_and_for_ollama():
    def needs(model: str) -> tuple[bool, str]:
        profile = profile_of(model, ())
        return bool(profile.returns_thinking), profile.sized_by

    claude = ["claude-sonnet-4-5", "anthropic/claude-sonnet-4-5",
              "bedrock/us.anthropic.claude-opus-4-6-v1", "vertex_ai/claude-opus-4-6",
              "openrouter/anthropic/claude-sonnet-4.5", "azure_ai/claude-opus-4-1"]  # fmt: skip
    assert [needs(model) for model in claude] == [(True, "")] * 6
    assert [needs(model) for model in ("ollama_chat/qwen3", "ollama/llama3")] == [(False, "num_ctx")] * 2
    nothing = ["openai/gpt-5", "gemini/gemini-3-pro", "vertex_ai/gemini-3-pro", "bedrock/amazon.nova-pro-v1:0",
               "lm_studio/qwen", "hosted_vllm/qwen", "rehearsal", "openrouter/openai/gpt-5"]  # fmt: skip
    assert [profile_of(model, ()) for model in nothing] == [Profile()] * len(nothing)


def test_amazon_is_sent_marks_for_those_that_keep_something_there():
    def marks(model: str) -> bool:
        return bool(profile_of(f"bedrock/{model}-v1:0", ()).parameters["cache_control_injection_points"])

    keeping = ["us.anthropic.claude-sonnet-4-5-20250929", "anthropic.claude-3-7-sonnet-20250219",
               "anthropic.claude-3-5-haiku-20241022", "converse/global.anthropic.claude-opus-5"]  # fmt: skip
    assert all(map(marks, keeping))
    assert not any(map(marks, ["anthropic.claude-3-haiku-20240307", "eu.anthropic.claude-3-5-sonnet-20240620"]))


def test_what_the_workspace_says_counts_over_what_is_shipped():
    mine = {"ollama_chat/*": Profile(parameters={"num_ctx": 8_192})}
    assert request_settings(profile_of("ollama_chat/qwen3", ()), 30_000).parameters == {"num_ctx": 30_000 + ROOM}
    assert request_settings(profile_of("ollama_chat/qwen3", [mine]), 30_000).parameters == {"num_ctx": 8_192}
    assert request_settings(Profile(), 30_000) == RequestSettings()


def test_what_is_shipped_excludes_nothing_and_says_nothing_to_the_model():
    for profile in SHIPPED.values():
        assert (profile.prefix, profile.suffix, profile.descriptions) == (None, None, {})
        assert (profile.exclude_tools, profile.effort, profile.limits) == (frozenset(), "", Bounds())


def test_what_a_provider_is_sent_is_named_in_one_order_however_the_file_has_it() -> None:
    """As a package that is read again has it, or another process would send other bytes."""
    bias = {"9": 1, "5": [{"b": 1, "a": 2}]}
    made = request_settings(Profile(parameters={"temperature": 0, "logit_bias": bias}), 1_000).parameters
    assert json.dumps(made) == '{"logit_bias": {"5": [{"a": 2, "b": 1}], "9": 1}, "temperature": 0}'
