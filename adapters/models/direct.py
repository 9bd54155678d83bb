"""Requests in the formats of OpenAI and Anthropic, sent without litellm, whose import takes seconds and 140 MB.

See docs/decisions/0054.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

from adapters.models import anthropic_format, openai_format
from adapters.models.costs import Costs
from adapters.models.error_answers import LONGEST_BODY, answered
from adapters.models.failures import AskedModel, ErrorAnswered, without_address, without_key
from adapters.models.stream import read
from adapters.models.table import entry
from adapters.models.ways import FILES, Answer
from harness.context.model import ModelUnavailable, Request
from harness.workspace.api_bases import ApiBases

if TYPE_CHECKING:
    import aiohttp

POOL = 100
"""Connections at once, as aiohttp has it by default; each is kept for 15 s after an answer."""


@dataclass(frozen=True, slots=True)
class Provider:
    """A provider that takes one of the two formats.

    Attributes:
        key: the environment variable with its key
        bases: the environment variables with its address, the first of which counts that is set
        address: its own address; empty for a server of one's own
        needs_key: True if it refuses requests without a key at its own address
        claude: True for Anthropic's format, False for OpenAI's
    """

    key: str
    bases: tuple[str, ...]
    address: str = ""
    needs_key: bool = False
    claude: bool = False


def _own_server(name: str, address: str = "") -> Provider:
    return Provider(f"{name}_API_KEY", (f"{name}_API_BASE",), address)


PROVIDERS: Mapping[str, Provider] = {
    "openai": Provider("OPENAI_API_KEY", ("OPENAI_BASE_URL", "OPENAI_API_BASE"), "https://api.openai.com/v1", True),
    "anthropic": Provider(
        "ANTHROPIC_API_KEY", ("ANTHROPIC_API_BASE", "ANTHROPIC_BASE_URL"), "https://api.anthropic.com", True, True
    ),
    "custom_openai": _own_server("CUSTOM_OPENAI"),
    "hosted_vllm": _own_server("HOSTED_VLLM"),
    "llamafile": _own_server("LLAMAFILE", "http://127.0.0.1:8080/v1"),
    "lm_studio": _own_server("LM_STUDIO"),
    "openai_like": _own_server("OPENAI_LIKE"),
}
"""By the prefix of a model's name. The variables are those that litellm reads."""


class Direct:
    """Asks the providers in PROVIDERS, for requests that need nothing else. `environment` holds keys and addresses.
    `now` is in seconds since the epoch; `connect`, the seconds for a connection.
    """

    costs = Costs

    def __init__(self, environment: Mapping[str, str], now: Callable[[], float], connect: float) -> None:
        self._environment, self._now, self._connect = environment, now, connect
        self._session: aiohttp.ClientSession | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    @staticmethod
    def serves(model: str) -> bool:
        """True if the provider of that model takes one of the two formats."""
        return bool(_named(model)[0])

    @staticmethod
    def takes_request(request: Request, own_server: bool) -> bool:
        """True if all settings of the request are known here. litellm knows which ones each model refuses."""
        provider, name = _named(request.model)
        settings = request.own_settings
        given = settings.parameters.keys()
        if not provider:
            return False
        if PROVIDERS[provider].claude:
            thinks = settings.effort in anthropic_format.THINKING_TOKENS and anthropic_format.can_think(name)
            return given <= anthropic_format.PARAMETERS and (not settings.effort or thinks)
        if own_server:
            return given <= openai_format.PARAMETERS
        restricted = bool(settings.effort) or bool(entry(request.model).get("supports_reasoning"))
        allowed = openai_format.PARAMETERS - (openai_format.SAMPLING if restricted else frozenset()) - {"top_k"}
        return given <= allowed and not settings.effort

    def asked(self, model: str, bases: ApiBases) -> AskedModel:
        """The provider and the address for a model that `serves` is true of. Sends no request."""
        provider, _ = _named(model)
        one = PROVIDERS[provider]
        base = bases.of(model, provider_of) or self._first(one.bases)
        needs = one.needs_key and not base
        missing = (one.key,) if needs and not self._first((one.key,)) else ()
        return AskedModel(model, provider, missing, base, homeless=not (base or one.address))

    def takes(self, model: str, kind: str) -> bool:
        """True if litellm's table says that the model can look at files of that media type."""
        if kind not in FILES:
            return False
        field = {"image": "supports_vision", "audio": "supports_audio_input"}.get(kind.partition("/")[0])
        return bool(entry(_whole(model)).get(field or "supports_pdf_input"))

    @asynccontextmanager
    async def answer(self, request: Request, asked: AskedModel) -> AsyncIterator[Answer]:
        """Raises ModelError if nobody can be asked, ErrorAnswered, and what aiohttp raises."""
        one, key = PROVIDERS[asked.provider], self._first((PROVIDERS[asked.provider].key,))
        if asked.homeless:
            raise ModelUnavailable(without_address(asked))
        if asked.missing:
            raise without_key(asked)
        key.encode("ascii")  # a header takes nothing else; the failure names the key
        base, name = asked.base or one.address, _named(request.model)[1]
        if one.claude:
            url, headers = anthropic_format.address(base), anthropic_format.headers(key)
            body = anthropic_format.body(request, name)
        else:
            url, headers = openai_format.address(base), openai_format.headers(key)
            body = openai_format.body(request, name, own_server=bool(asked.base) or not one.needs_key)
        headers = {**headers, **self._account(asked), "Content-Type": "application/json"}
        # no redirect is followed: the key would go along
        sent = self._open().post(url, data=body, headers=headers, proxy=_proxy(url), allow_redirects=False)
        async with sent as response:
            if response.status != 200:
                raise ErrorAnswered(answered(response.status, response.headers, await _begin(response), self._now()))
            yield _Answer(response)

    async def aclose(self) -> None:
        """Closes the connections. The next request opens others."""
        session, self._session = self._session, None
        if session is not None:
            await session.close()

    def _open(self) -> "aiohttp.ClientSession":
        import aiohttp

        loop = asyncio.get_running_loop()
        if self._session is None or self._session.closed or self._loop is not loop:
            waits = aiohttp.ClientTimeout(total=None, sock_connect=self._connect)
            connector = aiohttp.TCPConnector(limit=POOL)
            # `trust_env` would add logins of ~/.netrc, and look for a proxy on a thread for each request
            self._session = aiohttp.ClientSession(connector=connector, timeout=waits)
            self._loop = loop
        return self._session

    def _first(self, names: tuple[str, ...]) -> str:
        return next(filter(None, (self._environment.get(name, "").strip() for name in names)), "")

    def _account(self, asked: AskedModel) -> Mapping[str, str]:
        """OpenAI's headers for the organization and the project that pay (platform.openai.com/docs/api-reference)."""
        if asked.provider != "openai" or asked.base:
            return {}
        names = {"OpenAI-Organization": "OPENAI_ORGANIZATION", "OpenAI-Project": "OPENAI_PROJECT"}
        return {header: value for header, name in names.items() if (value := self._first((name,)))}


class _Answer:
    def __init__(self, response: "aiohttp.ClientResponse") -> None:
        self._response = response

    def pieces(self) -> AsyncGenerator[list[Any]]:
        return read(Costs, self._response.content.iter_any())

    @property
    def counts(self) -> tuple[Any, ...]:
        """None: each piece that came told what it counted."""
        return ()


def _proxy(url: str) -> str | None:
    """The proxy that the environment names for that address."""
    parts, proxies = urlsplit(url), getproxies()
    proxy = proxies.get(parts.scheme) or proxies.get("all")
    return None if not proxy or proxy_bypass(parts.netloc) else proxy


def provider_of(model: str) -> str:
    """The provider of a model, by its prefix or by litellm's table; empty if neither has it."""
    prefix, slash, _ = model.partition("/")
    return prefix if slash else str(entry(model).get("litellm_provider", ""))


def _named(model: str) -> tuple[str, str]:
    """The provider, and the model's name there; the provider is empty if it takes another format.

    OpenAI has models that only its Responses API serves: litellm asks them.
    """
    provider, name = provider_of(model), model.partition("/")[2] or model
    if provider not in PROVIDERS or entry(model).get("mode", "chat") != "chat" or name.startswith("responses/"):
        return "", model
    return provider, name


def _whole(model: str) -> str:
    provider, name = _named(model)
    return f"{provider}/{name}"


async def _begin(response: "aiohttp.ClientResponse") -> bytes:
    """The first LONGEST_BODY bytes of an answer."""
    begun = bytearray()
    async for piece in response.content.iter_any():
        begun += piece
        if len(begun) >= LONGEST_BODY:
            break
    return bytes(begun[:LONGEST_BODY])
