"""Models are looked at without asking them, and asked for one word if that is wanted."""

import asyncio
import os
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from adapters.models.failures import AskedModel
from bot import wiring
from bot.doctor.finding import Finding
from bot.doctor.models import key, models, prices
from harness.context.profiles import ROOM
from harness.sessions.budgets import USUAL, Budget
from harness.tools.registry import Registry
from harness.workspace.api_bases import ApiBases
from harness.workspace.limits import Bounds
from harness.workspace.profiles import Profile
from harness.workspace.workspace import Mode, Workspace
from tests.fakes.openai.script import Failure, context_length_exceeded, reply, unauthorized
from tests.fakes.openai.server import ScriptedModel
from tests.unit.bot.doctor.findings import levels, settings, text
from tests.unit.harness.workspace.tools import TOOLS

GEMINI = ("GOOGLE_API_KEY", "GEMINI_API_KEY")


@pytest.fixture(autouse=True)
def environment() -> Iterator[None]:
    """litellm reads it by itself: that is its interface."""
    with pytest.MonkeyPatch.context() as process:
        process.setenv("LITELLM_LOCAL_MODEL_COST_MAP", "True")
        process.setenv("OPENAI_API_KEY", "k")
        process.delenv("GROQ_API_KEY", raising=False)
        yield


async def look(workspace: Workspace, *times: bool, tools: Registry = TOOLS) -> list[list[Finding]]:
    """What is found each time, with and without asking."""
    thinking = wiring.ModelsInUse(workspace, Path("files"))
    mine, now = settings(Path("nowhere")), lambda: 0.0
    try:
        return [
            await models(mine, workspace, thinking, dict(os.environ), now, asks, (), tools)
            for asks in times or (False,)
        ]
    finally:
        await thinking.aclose()


def at(server: ScriptedModel) -> ApiBases:
    return ApiBases(model="openai/x", usual=server.base_url)


def test_without_a_model_it_says_what_run_would_say() -> None:
    [[finding]] = asyncio.run(look(Workspace()))
    assert (finding.about, finding.level) == ("model", "setting")
    assert "workspace.yaml names no model: set `model:`" in finding.text


def test_a_rehearsal_is_told_to_be_one() -> None:
    [findings] = asyncio.run(look(Workspace(model="rehearsal")))
    assert levels(findings) == [("model", "note")]


def test_the_models_of_all_modes_are_looked_at_and_none_is_asked() -> None:
    async def main() -> None:
        async with ScriptedModel() as server:
            modes = {name: Mode(name, model=model) for name, model in [("a", ""), ("b", "groq/x"), ("c", "rehearsal")]}
            [findings] = await look(Workspace(model="openai/x", api_base=at(server), modes=modes))
            assert levels(findings) == [("model", one) for one in ("setting", "note", "ok", "note", "note")]
            assert (
                "groq/x goes to groq's own address: `api_base` belongs to the provider of openai/x. "
                'To send it elsewhere: `api_base: {"groq/*": URL}`'
            ) in text(findings, "model")
            assert "groq/x and openai/x have no price that I know" in text(findings, "model")
            assert "groq/x is one of groq's, and its key is missing: set GROQ_API_KEY" in text(findings, "model")
            assert f"openai/x is one of openai's, at {server.base_url}; OPENAI_API_KEY is set" in text(
                findings, "model"
            )
            assert not server.requests

    asyncio.run(main())


def test_the_model_of_the_workspace_is_looked_at_also_where_each_mode_names_another() -> None:
    """People may choose it."""
    workspace = Workspace(model="groq/x", modes={"a": Mode("a", model="openai/x")})
    [findings] = asyncio.run(look(workspace))
    assert "groq/x is one of groq's, and its key is missing" in text(findings, "model")


def test_one_word_is_asked_for_if_that_is_wanted() -> None:
    async def main() -> None:
        async with ScriptedModel(reply("Hello."), unauthorized(), Failure(404, "No.", "x")) as server:
            well, refused, unknown = await look(Workspace(model="openai/x", api_base=at(server)), True, True, True)
            assert levels(well) == [("model", "ok"), ("model", "ok"), ("model", "note")]
            assert "openai/x answered after 0.0 s" in text(well, "model")
            assert "look" in server.requests[0].tools, "a request has all that a turn begins with"
            assert levels(refused)[1] == ("model", "setting")
            assert "OPENAI_API_KEY" in refused[1].text
            assert levels(unknown)[1] == ("model", "wrong")
            assert "openai has no model openai/x" in unknown[1].text
            assert not server.unused

    asyncio.run(main())


def test_a_model_that_takes_less_than_a_turn_begins_with_is_wrong() -> None:
    async def main() -> None:
        async with ScriptedModel(context_length_exceeded()) as server:
            [found] = await look(Workspace(model="openai/x", api_base=at(server), instructions="Be kind. " * 400), True)
            assert levels(found)[1] == ("model", "wrong")
            assert "openai/x takes less than a turn begins with, about 1," in found[1].text
            assert "set `small: true` in its profile" in found[1].text

    asyncio.run(main())


@pytest.mark.parametrize(
    ("asked", "environment", "level", "said"),
    [
        (AskedModel("nonsense"), {}, "setting", "write provider/model, like openai/gpt-5"),
        (AskedModel("openai/x", "openai"), {"OPENAI_API_KEY": "k"}, "ok", "OPENAI_API_KEY is set"),
        (AskedModel("openai/x", "openai"), {"OPENAI_API_KEY": " "}, "setting", "set OPENAI_API_KEY"),
        (AskedModel("gemini/x", "gemini", GEMINI), {}, "setting", "set GEMINI_API_KEY in"),
        (AskedModel("llamafile/x", "llamafile"), {}, "ok", "as far as I know it needs no key"),
        (AskedModel("azure/x", "azure"), {"AZURE_OPENAI_API_KEY": "k"}, "ok", "AZURE_OPENAI_API_KEY is set"),
        (AskedModel("huggingface/x", "huggingface"), {"HF_TOKEN": "k\n"}, "ok", "HF_TOKEN is set"),
        (
            AskedModel("azure/x", "azure"),
            {"AZURE_OPENAI_API_KEY": "k k"},
            "setting",
            "AZURE_OPENAI_API_KEY has a blank",
        ),
        (AskedModel("vllm/x", "vllm", absent="write hosted_vllm/x"), {}, "setting", "vllm/x: write hosted_vllm/x"),
        (AskedModel("ollama/x", "ollama", ("OLLAMA_API_BASE",)), {}, "note", "OLLAMA_API_BASE, which it may need"),
        (
            AskedModel("ollama/x", "ollama", ("OLLAMA_API_BASE",), "http://localhost:11434"),
            {},
            "ok",
            "at http://localhost:11434; no key is set, which is right if your server needs none",
        ),
        (
            AskedModel("litellm_proxy/x", "litellm_proxy", homeless=True),
            {"LITELLM_PROXY_API_KEY": "k"},
            "setting",
            """I don't know the address of litellm_proxy: set it in workspace.yaml, as in `api_base: """
            """{"litellm_proxy/*": "http://localhost:8000/v1"}`""",
        ),
        (
            AskedModel(
                "azure/x", "azure", ("AZURE_API_BASE", "AZURE_API_VERSION", "AZURE_API_KEY"), "https://x.example"
            ),
            {"AZURE_API_KEY": "k"},
            "note",
            "AZURE_API_VERSION, which it may need",
        ),
        (AskedModel("bedrock/x", "bedrock", ("AWS_ACCESS_KEY_ID",)), {}, "note", "if this machine has a role"),
        (
            AskedModel("openai/x", "openai"),
            {"OPENAI_API_KEY": "k\nk"},
            "setting",
            "OPENAI_API_KEY has a line break in it",
        ),
        (
            AskedModel("openai/x", "openai"),
            {"OPENAI_API_KEY": "k k"},
            "setting",
            "OPENAI_API_KEY has a blank in it",
        ),
        (AskedModel("openai/x", "openai"), {"OPENAI_API_KEY": '"k"'}, "setting", "has a quotation mark in it"),
        (AskedModel("openai/x", "openai"), {"OPENAI_API_KEY": "k\u200b"}, "setting", "has a letter in it"),
        (AskedModel("openai/x", "openai"), {"OPENAI_API_KEY": "ключ"}, "setting", "as no key has: set it anew"),
        (
            AskedModel("vertex_ai/x", "vertex_ai"),
            {"GOOGLE_APPLICATION_CREDENTIALS": "/my keys/é.json"},
            "ok",
            "GOOGLE_APPLICATION_CREDENTIALS is set",
        ),
    ],
)
def test_a_key_is_there_or_named(asked: AskedModel, environment: Mapping[str, str], level: str, said: str) -> None:
    finding = key(asked, environment)
    assert finding.level == level
    assert said in finding.text


def test_what_was_around_a_key_is_told() -> None:
    asked, environment = AskedModel("openai/x", "openai"), {"OPENAI_API_KEY": "k"}
    assert key(asked, environment, {"OPENAI_API_KEY"}).text.endswith(
        "OPENAI_API_KEY is set (without the blanks or the line break around it)"
    )
    assert key(asked, environment, {"GROQ_API_KEY"}).text.endswith("OPENAI_API_KEY is set")


def test_what_a_profile_says_of_a_model_is_named_and_it_is_asked_so() -> None:
    profile = Profile(effort="low", exclude_tools=frozenset({"execute"}), parameters={"temperature": 0.3})
    profile = replace(profile, limits=Bounds(steps=30, cost=0.5, context_tokens=12_000))
    shipped = Workspace(model="anthropic/claude-sonnet-4-5")
    assert not [one for [findings] in [asyncio.run(look(shipped))] for one in findings if "profile" in one.text]

    async def main() -> None:
        async with ScriptedModel(reply("yes")) as server:
            workspace = Workspace(
                model="openai/x",
                api_base=at(server),
                profiles=({"openai/*": profile},),
            )
            [findings] = await look(workspace, True)
            said = "openai/x is asked by its profile: effort low; with temperature; without execute; "
            said += "at most 30 steps, $0.50; about 12,000 tokens of the conversation in each request"
            assert said in text(findings, "model")
            [request] = server.requests
            assert (request.body["temperature"], request.body["reasoning_effort"]) == (0.3, "low")

    asyncio.run(main())


def test_a_model_is_asked_with_the_size_that_turns_ask_it_with() -> None:
    """Ollama would load the model anew for another."""

    async def main() -> None:
        async with ScriptedModel(reply("yes")) as server:
            profile = Profile(limits=Bounds(context_tokens=12_000), sized_by="max_completion_tokens")
            workspace = Workspace(
                model="openai/x",
                api_base=at(server),
                profiles=({"openai/*": profile},),
            )
            await look(workspace, True)
            [request] = server.requests
            assert request.body["max_completion_tokens"] == 12_000 + ROOM

    asyncio.run(main())


def test_a_model_without_a_price_is_named_and_what_limits_it() -> None:
    assert prices(["openai/gpt-4o"], [USUAL]) == []
    [finding] = prices(["openai/gpt-4o", "openai/scripted"], [USUAL])
    assert finding.level == "note"
    assert finding.text == (
        "openai/scripted has no price that I know, so no budget in dollars limits it: set one in tokens, as in "
        "`budgets: {day: {tokens: 2000000}}`"
    )
    [finding] = prices(["openai/a", "openai/b"], [Budget("all", "day", tokens=9)])
    assert finding.text == (
        "openai/a and openai/b have no price that I know, so only your budget in tokens limits them"
    )
