"""A provider's key goes to that provider's base, or nowhere: the real litellm, over sockets."""

import asyncio
import json
import logging
import os
import re
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adapters.models import library
from adapters.models.addresses import LOGINS, vendor
from adapters.models.failures import AskedModel, is_key
from adapters.models.providers import Providers
from adapters.models.ways import Deadlines
from bot import wiring
from harness.context.model import ModelError, Request, RequestSettings
from harness.context.window import ModelMessage
from harness.tools.calls import At
from harness.workspace.loading import parse
from tests.unit.adapters.models.made import everywhere
from tests.unit.harness.workspace.tools import TOOLS

pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
"""litellm leaves what it had begun where a deadline ends it, and many end here."""
SYSTEM, HELLO = (ModelMessage.of({"role": role, "content": "Hello."}) for role in ("system", "user"))
SECRET = re.compile(rb"sentinel-([A-Z0-9_]+)-end")
REFUSAL = (
    b"HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}"
)
SHARED = {
    "bedrock_mantle": {"AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"},
    "databricks_agent": {"DATABRICKS_API_KEY"},
    "qwen_ai_platform": {"DASHSCOPE_API_KEY"},
    "qwencloud": {"DASHSCOPE_API_KEY"},
}
"""Variables that litellm reads for another service of the same company."""
QUICK = Deadlines(connect=2, first=3, idle=3, whole=3)


@dataclass
class Listener:
    """Somebody's server, which refuses all requests and keeps them."""

    url: str = ""
    heard: list[bytes] = field(default_factory=list)

    @property
    def keys(self) -> set[str]:
        """The variables whose values arrived."""
        return {name.decode() for one in self.heard for name in SECRET.findall(one)}

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = b""
        while b"\r\n\r\n" not in head and (more := await reader.read(65_536)):
            head += more
        self.heard.append(head)
        writer.write(REFUSAL)
        writer.close()


@asynccontextmanager
async def listening(*listeners: Listener) -> AsyncIterator[None]:
    servers = []
    for one in listeners:
        server = await asyncio.start_server(one.serve, "127.0.0.1", 0)
        one.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
        servers.append(server)
    try:
        yield
    finally:
        for server in servers:
            server.close()


@pytest.fixture(autouse=True)
def no_keys() -> Iterator[pytest.MonkeyPatch]:
    """Those who run the tests may have keys. A proxy that nobody runs stands before the world."""
    logging.disable(logging.CRITICAL)
    with pytest.MonkeyPatch.context() as process:
        for name in os.environ:
            if is_key(name) or name.endswith(("_BASE", "_BASE_URL")):
                process.delenv(name)
        process.setenv("LITELLM_LOCAL_MODEL_COST_MAP", "True")
        process.setenv("AWS_EC2_METADATA_DISABLED", "true")
        process.setenv("NO_PROXY", "127.0.0.1")
        yield process
    logging.disable(logging.NOTSET)


def beyond(process: pytest.MonkeyPatch, world: Listener) -> None:
    """Whatever goes to no server of ours ends there."""
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"):
        process.setenv(name, world.url.removesuffix("/v1"))


def own_of(litellm: Any, provider: str) -> set[str]:
    """The variables of that provider's keys."""
    names = {*AskedModel("", provider).usual, *SHARED.get(provider, ())}
    names |= {f"{vendor(provider).upper().replace('-', '_')}_API_KEY", f"{provider.upper().replace('-', '_')}_API_KEY"}
    return names | set(litellm.validate_environment(f"{provider}/x")["missing_keys"])


def providers(litellm: Any) -> list[str]:
    return sorted({str(getattr(one, "value", one)) for one in litellm.provider_list} - LOGINS)


def asked(model: str, *fallbacks: str) -> Request:
    return Request(at=At(1, 1), model=model, system=SYSTEM, messages=(HELLO,), fallbacks=fallbacks)


def test_no_provider_gets_a_key_of_another(no_keys: pytest.MonkeyPatch) -> None:
    """Each that litellm knows is asked at a base of its own, where all others have keys and it has none."""

    async def main() -> None:
        own, world = Listener(), Listener()
        litellm = await library.loaded()
        known = providers(litellm)
        keys = all_set(litellm, known, no_keys)
        leaked, heard = dict[str, set[str]](), 0
        async with listening(own, world):
            beyond(no_keys, world)
            model = Providers(
                everywhere(own.url),
                environment=os.environ,
                now=lambda: 0.0,
                random=Random(1),
                deadlines=QUICK,
                own_server=QUICK,
                sleep=at_once,
            )
            for provider in known:
                own.heard.clear()
                with pytest.MonkeyPatch.context() as process:
                    for name in keys[provider]:
                        process.delenv(name, raising=False)
                    with pytest.raises(ModelError):
                        await model.reply(asked(f"{provider}/x"), lambda shown: None)
                heard += bool(own.heard)
                if own.keys:
                    leaked[provider] = own.keys
            await model.aclose()
        assert heard > 90, "most of them are asked at that base"
        assert not leaked

    asyncio.run(main())


def all_set(litellm: Any, known: Iterable[str], process: pytest.MonkeyPatch) -> Mapping[str, set[str]]:
    """The variables of each provider's keys, all of which are set."""
    keys = {provider: {name for name in own_of(litellm, provider) if is_key(name)} for provider in known}
    for name in set[str]().union(*keys.values()) - {"GOOGLE_APPLICATION_CREDENTIALS"}:
        process.setenv(name, f"sentinel-{name}-end")
    return keys


def test_no_provider_without_a_base_is_asked_at_openais(no_keys: pytest.MonkeyPatch) -> None:
    """litellm would ask litellm_proxy, lm_studio and others there, with their keys."""

    async def main() -> set[str]:
        world, asked_there = Listener(), set[str]()
        litellm = await library.loaded()
        known = providers(litellm)
        all_set(litellm, known, no_keys)
        async with listening(world):
            beyond(no_keys, world)
            deadlines = Deadlines(first=0.5, whole=0.5)  # it connects again and again
            model = Providers(
                environment=os.environ, now=lambda: 0.0, random=Random(1), deadlines=deadlines, sleep=at_once
            )
            for provider in known:
                world.heard.clear()
                with pytest.raises(ModelError):
                    await model.reply(asked(f"{provider}/x"), lambda shown: None)
                if any(b"api.openai.com" in one for one in world.heard):
                    asked_there.add(vendor(provider))
            await model.aclose()
        return asked_there

    assert asyncio.run(main()) == {"openai"}


MODELS = (
    "openai/x", "gpt-4o-mini", "anthropic/x", "gemini/x", "groq/x", "zai/x", "openrouter/x", "xai/x",
    "custom_openai/x", "litellm_proxy/x", "hosted_vllm/x", "lm_studio/x", "ollama_chat/x", "azure/x", "deepseek/x",
)  # fmt: skip
OWNERS = {"gpt-4o-mini": "openai", "ollama_chat/x": "ollama"}


def owner(model: str) -> str:
    return OWNERS.get(model, model.partition("/")[0])


@st.composite
def houses(draw: st.DrawFn) -> tuple[list[str], dict[str, int]]:
    """Models, the first of which is the workspace's, and at which of two servers some of them are asked. A lone "" is
    the base without a name.
    """
    models = draw(st.lists(st.sampled_from(MODELS), min_size=2, max_size=4, unique=True))
    if draw(st.booleans()):
        return models, {"": 0}
    names = st.sampled_from([*models, *(f"{owner(model)}/*" for model in models)])
    return models, draw(st.dictionaries(names, st.integers(0, 1), min_size=1, max_size=3))


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(house=houses())
def test_keys_go_where_the_workspace_says(house: tuple[list[str], dict[str, int]], tmp_path_factory: Any) -> None:
    """Whichever models think, in modes, heartbeats, titles and as fallbacks, at whatever bases."""
    models, bases = house
    main, *others = models
    mode, title, beat = (others * 3)[:3]

    async def story() -> None:
        servers = own, other = Listener(), Listener()
        world = Listener()
        with pytest.MonkeyPatch.context() as process:
            async with listening(own, other, world):
                beyond(process, world)
                keys = all_set(await library.loaded(), {owner(one) for one in models}, process)
                for name in (*(f"{owner(one).upper()}_API_BASE" for one in models), "OPENAI_BASE_URL"):
                    process.setenv(name, world.url)
                urls = {name: servers[where].url for name, where in bases.items()}
                text = json.dumps(
                    {
                        "model": main,
                        "api_base": urls.get("", urls),
                        "fallbacks": others,
                        "titles": {"model": title},
                        "heartbeats": [{"every": "1d", "place": "slack:T1:C1", "model": beat}],
                        "modes": {"build": {}, "plan": {"model": mode, "fallbacks": others}},
                    }
                )
                workspace = parse(text, "workspace.yaml", TOOLS)
                thinking = wiring.ModelsInUse(workspace, tmp_path_factory.mktemp("files"))
                for model in sorted(workspace.models):
                    with pytest.raises(ModelError):
                        await asyncio.wait_for(thinking.reply(asked(model, *others), lambda shown: None), 20)
                await thinking.aclose()
        for number, server in enumerate(servers):
            at_home = {owner(one) for one in models if where(one, main, bases) == number}
            assert server.keys <= set[str]().union(*(keys[one] for one in at_home)), (house, number, server.keys)

    asyncio.run(story())


def where(model: str, main: str, bases: Mapping[str, int]) -> int | None:
    """The server of a model, by the rule as people read it: its own name, else its provider's, else none."""
    if "" in bases:
        return bases[""] if owner(model) == owner(main) else None
    return bases.get(model, bases.get(f"{owner(model)}/*"))


async def at_once(seconds: float) -> None:
    pass


@asynccontextmanager
async def redirecting(elsewhere: Listener) -> AsyncIterator[str]:
    """A server that sends each request on to another host. The base URL."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        there = elsewhere.url.replace("127.0.0.1", "localhost")
        head = f"HTTP/1.1 307 Temporary Redirect\r\nLocation: {there}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        writer.write(head.encode())
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
    finally:
        server.close()


@pytest.mark.parametrize(
    "model", ["openai/x", "anthropic/x", "anthropic_text/x", "gemini/x", "groq/x", "ollama_chat/x", "cohere_chat/x"]
)
def test_no_redirect_takes_the_key_or_the_conversation_along(model: str, no_keys: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        other = Listener()
        all_set(await library.loaded(), {owner(model)}, no_keys)
        async with listening(other), redirecting(other) as base:
            odd = RequestSettings(parameters={"logit_bias": {}})  # which only litellm sends
            providers = Providers(
                everywhere(base),
                environment=os.environ,
                now=lambda: 0.0,
                random=Random(1),
                deadlines=QUICK,
                sleep=at_once,
            )
            for request in (asked(model), replace(asked(model), settings={model: odd})):
                with pytest.raises(ModelError):
                    await providers.reply(request, lambda shown: None)
            await providers.aclose()
        assert other.heard == []

    asyncio.run(story())


@pytest.mark.parametrize("model", ["openai/x", "anthropic/x", "hosted_vllm/x"])
def test_no_login_of_another_service_is_sent(model: str, no_keys: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """aiohttp would add those of ~/.netrc where it reads proxies from the environment."""
    netrc = tmp_path / ".netrc"
    netrc.write_text("default login deploy password sentinel-NETRC-end\n")
    netrc.chmod(0o600)
    no_keys.setenv("NETRC", str(netrc))
    no_keys.setenv("HOME", str(tmp_path))

    async def story() -> None:
        own, proxy = Listener(), Listener()
        async with listening(own, proxy):
            no_keys.setenv("https_proxy", proxy.url)
            providers = Providers(
                everywhere(own.url), environment=os.environ, now=lambda: 0.0, random=Random(1), deadlines=QUICK
            )
            with pytest.raises(ModelError):
                await providers.reply(asked(model), lambda shown: None)
            await providers.aclose()
        assert own.heard
        assert not any(b"authorization: basic" in one.lower() for one in own.heard)

    asyncio.run(story())
