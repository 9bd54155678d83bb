"""The prefixes that teams use. For each, a server in the provider's own format answers a request with tools by a stream
with counts, refuses a request that is too long, and refuses a wrong key.
"""

import asyncio
import json
import os
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from adapters.models.failure_table import Kind
from adapters.models.failures import AskedModel
from adapters.models.providers import Providers
from adapters.models.ways import Deadlines
from harness.context.model import AuthenticationFailed, ModelUnavailable, Overflowed, Reply, Request
from harness.context.window import ModelMessage
from harness.tools.calls import At
from harness.workspace.api_bases import ApiBases
from tests.fakes.openai.script import Verbatim
from tests.fakes.openai.server import ScriptedModel
from tests.unit.adapters.models.dialects import DIALECTS, Dialect
from tests.unit.adapters.models.provider_errors import EXAMPLES, Example

KEY = "sk-very-secret-key"
SYSTEM, HELLO = (ModelMessage.of({"role": role, "content": "Hello."}) for role in ("system", "user"))
PATH = {"type": "object", "properties": {"path": {"type": "string"}}}
LOOK = {"type": "function", "function": {"name": "ls", "description": "Lists a folder.", "parameters": PATH}}
QUICK = Deadlines(connect=5, first=10, idle=10, whole=20)


def example(kind: Kind, provider: str) -> Example:
    return next(one for one in EXAMPLES if one.kind is kind and one.provider == provider)


@dataclass(frozen=True, slots=True)
class Prefix:
    """`long` and `wrong` are the providers whose words for these errors it answers with."""

    model: str
    format: str = "openai"
    base: str = "/v1"
    path: str = "/v1/chat/completions"
    long: str = "OpenAI"
    wrong: str = "OpenAI"

    def __str__(self) -> str:
        return self.model

    @property
    def provider(self) -> str:
        return self.model.partition("/")[0]

    @property
    def dialect(self) -> Dialect:
        return DIALECTS[self.format]


PREFIXES = [
    Prefix("openai/x"),
    Prefix("openai/responses/gpt-5", "responses", path="/v1/responses", long="OpenAI's Responses"),
    Prefix("anthropic/claude-sonnet-4-5", "anthropic", "", "/v1/messages", "Anthropic", "Anthropic"),
    Prefix("gemini/gemini-2.5-pro", "gemini", "", "/models/gemini-2.5-pro:streamGenerateContent", "Gemini", "Gemini"),
    Prefix("ollama/x", "ollama", "", "/api/chat", "Ollama"),
    Prefix("ollama_chat/x", "ollama", "", "/api/chat", "Ollama"),
    Prefix("hosted_vllm/x", long="vLLM"),
    Prefix("openrouter/x/y", long="OpenRouter"),
    Prefix(
        "bedrock/amazon.nova-pro-v1:0",
        "bedrock",
        "",
        "/model/amazon.nova-pro-v1:0/converse-stream",
        "Bedrock",
        "Bedrock",
    ),
    Prefix("azure/x", base="", path="/openai/deployments/x/chat/completions", wrong="Azure"),
    Prefix("azure_ai/x", wrong="Azure"),
    Prefix("mistral/x", long="Mistral"),
    Prefix("groq/x", long="Groq"),
    Prefix("deepseek/x", long="DeepSeek"),
    Prefix("xai/x", long="xAI", wrong="xAI"),
    Prefix("together_ai/x", long="TGI"),
    Prefix("cohere_chat/command-a-03-2025", "cohere", "/v2/chat", "/v2/chat", "Cohere"),
    Prefix("lm_studio/x", long="LM Studio"),
    Prefix("llamafile/x", long="llama.cpp"),
    Prefix("litellm_proxy/x"),
    Prefix("huggingface/x", long="TGI"),
    Prefix("fireworks_ai/x"),
    Prefix("custom_openai/x"),
    Prefix("openai_like/x"),
    Prefix("moonshot/x", long="Moonshot", wrong="Moonshot"),
    Prefix("github/x", long="GitHub Models"),
    Prefix("zai/x", long="Z.AI"),
]
prefixes = pytest.mark.parametrize("prefix", PREFIXES, ids=str)


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LITELLM_LOCAL_MODEL_COST_MAP", "True")
    monkeypatch.setenv("AWS_REGION_NAME", "us-east-1")
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    monkeypatch.setenv("AZURE_API_VERSION", "2024-10-21")
    for one in PREFIXES:
        for name in AskedModel(one.model, one.provider).read:
            monkeypatch.delenv(name, raising=False)


def run(prefix: Prefix, test: Callable[[ScriptedModel, Callable[[], Coroutine[Any, Any, Reply]]], Any]) -> list[str]:
    """What people saw meanwhile."""
    shown = list[str]()

    async def no_sleep(seconds: float) -> None:
        raise AssertionError("trying again would not mend it")

    async def main() -> None:
        async with ScriptedModel() as server:
            base = server.base_url.removesuffix("/v1") + prefix.base
            model = Providers(
                ApiBases(named={f"{prefix.provider}/*": base}),
                environment=os.environ,
                now=lambda: 0.0,
                random=Random(7),
                sleep=no_sleep,
                deadlines=QUICK,
                own_server=QUICK,
            )
            request = Request(at=At(1, 1), model=prefix.model, system=SYSTEM, messages=(HELLO,), tools=[LOOK])
            await test(server, lambda: model.reply(request, lambda now: shown.append(now.text)))
            await model.aclose()

    asyncio.run(main())
    return list(dict.fromkeys(shown))


def key(prefix: Prefix, monkeypatch: pytest.MonkeyPatch) -> AskedModel:
    asked = AskedModel(prefix.model, prefix.provider)
    for name in asked.usual:
        monkeypatch.setenv(name, KEY)
    return asked


@prefixes
def test_a_request_with_tools_is_answered_by_a_stream_with_its_counts(
    prefix: Prefix, monkeypatch: pytest.MonkeyPatch
) -> None:
    key(prefix, monkeypatch)

    async def test(server: ScriptedModel, reply: Callable[[], Coroutine[Any, Any, Reply]]) -> None:
        server.will(prefix.dialect.answer(*prefix.dialect.one, *prefix.dialect.rest))

        answer = await reply()

        [sent] = server.requests
        assert sent.path == prefix.path
        assert '"ls"' in json.dumps(sent.body), "the tool is offered as a tool, not as words in the prompt"
        assert answer.text == "One two."
        assert [(call.tool, json.loads(call.arguments)) for call in answer.calls] == [("ls", {"path": ""})]
        assert (answer.usage.input_tokens, answer.usage.output_tokens) == (11, 5)

    assert run(prefix, test) == ["One ", "One two."]


@prefixes
def test_a_request_that_is_too_long_is_known_by_the_provider_s_words(
    prefix: Prefix, monkeypatch: pytest.MonkeyPatch
) -> None:
    key(prefix, monkeypatch)

    async def test(server: ScriptedModel, reply: Callable[[], Coroutine[Any, Any, Reply]]) -> None:
        server.will(refusal(example(Kind.TOO_LONG, prefix.long)))
        with pytest.raises(Overflowed, match=f"^the conversation is longer than {prefix.model} takes$"):
            await reply()

    run(prefix, test)


@prefixes
def test_a_wrong_key_is_known_and_named(prefix: Prefix, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = key(prefix, monkeypatch)

    async def test(server: ScriptedModel, reply: Callable[[], Coroutine[Any, Any, Reply]]) -> None:
        server.will(refusal(example(Kind.NO_KEY, prefix.wrong)))
        with pytest.raises(AuthenticationFailed) as error:
            await reply()
        assert str(error.value).endswith(f"needs to set {' and '.join(asked.usual)}")

    run(prefix, test)


@prefixes
def test_a_key_is_read_from_each_variable_that_people_are_told_of(
    prefix: Prefix, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = AskedModel(prefix.model, prefix.provider)
    if len(asked.usual) > 1:
        pytest.skip("Amazon's key signs requests, and isn't sent")
    for name in asked.read:
        with monkeypatch.context() as process:
            process.setenv(name, KEY)

            async def test(server: ScriptedModel, reply: Callable[[], Coroutine[Any, Any, Reply]]) -> None:
                server.will(prefix.dialect.answer(*prefix.dialect.one, *prefix.dialect.rest))
                await reply()
                assert any(KEY in value for value in server.requests[0].headers.values()), name  # noqa: B023

            run(prefix, test)


@pytest.mark.parametrize(
    ("model", "words"),
    [
        ("vertex_ai/gemini-2.5-pro", "vertex_ai needs the Python package google-auth"),
        ("vertex_ai_beta/gemini-2.5-pro", "vertex_ai_beta needs the Python package google-auth"),
        ("vllm/qwen3", "write hosted_vllm/qwen3"),
    ],
)
def test_a_provider_whose_package_is_absent_is_refused_at_once(model: str, words: str) -> None:
    async def test(server: ScriptedModel, reply: Callable[[], Coroutine[Any, Any, Reply]]) -> None:
        with pytest.raises(ModelUnavailable, match=words):
            await reply()
        assert not server.requests

    run(Prefix(model), test)


def refusal(one: Example) -> Verbatim:
    return Verbatim((one.text.encode(),), "application/json", one.status, tuple(one.headers.items()))
