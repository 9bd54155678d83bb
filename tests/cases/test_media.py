"""One bad picture, document or recording never ends a thread."""

import asyncio
import os
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from adapters.models.providers import Providers
from adapters.models.seeing import Seeing
from harness.chat.cards import Text
from harness.chat.phrases import plain
from harness.context.model import ModelError, Overflowed, Reply, Request, RequestRejected, ServerFailed, Shown
from harness.context.window import MEDIA, ModelMessage, Window
from harness.sessions.entries import Said, Seen
from harness.toolbox.looking import media
from harness.tools.calls import At
from tests.cases.colleague import Colleague, Scripted, calls, play
from tests.fakes.openai.script import Verbatim, body
from tests.fakes.openai.server import ScriptedModel
from tests.fakes.pictures import PDF, png, wav
from tests.unit.adapters.models.dialects import DIALECTS, Dialect
from tests.unit.adapters.models.made import everywhere
from tests.unit.adapters.models.provider_errors import anthropic, google, openai, openrouter, vllm

FILES = {"/chart.png": png(), "/paper.pdf": PDF, "/call.wav": wav()}
LOOKS = calls(("read_file", '{"file_path": "/chart.png"}'))
LEFT_OUT = "[/chart.png is left out: the model's provider refused it."
TOLD = "The model's provider refused /chart.png, so I'm going on without it."


class Refusing(Scripted):
    """A provider that refuses each request with a file in it, as `refusal` says."""

    def __init__(self, folder: Path, *steps: Reply, refusal: ModelError | None = None) -> None:
        super().__init__(*steps)
        self.refusal, self.refusals = refusal or RequestRejected("it did not take the request"), 0
        self.takes_files = False

        async def read(path: str) -> bytes:
            return (folder / path.lstrip("/")).read_bytes()

        async def takes(model: str, kind: str) -> bool:
            return True

        self._seeing = Seeing(_Provider(self), read, takes)

    async def reply(self, request: Request, shown: Callable[[Shown], None]) -> Reply:
        return await self._seeing.reply(request, shown)

    async def answer(self, request: Request, shown: Callable[[Shown], None]) -> Reply:
        if not self.takes_files and "base64" in str([message.value for message in request.messages]):
            self.refusals += 1
            raise self.refusal
        return await super().reply(request, shown)


class _Provider:
    def __init__(self, refusing: Refusing) -> None:
        self._refusing = refusing

    async def reply(self, request: Request, shown: Callable[[Shown], None]) -> Reply:
        return await self._refusing.answer(request, shown)


def notices(bob: Colleague) -> list[str]:
    return [plain(text.lead) for _, _, text in bob.chat.messages.values() if isinstance(text, Text)]


def held(request: Request) -> str:
    return str([message.value for message in request.messages])


@pytest.mark.parametrize(
    "refusal",
    [RequestRejected("no"), Overflowed("too long"), ServerFailed("a problem of its own (HTTP 500)")],
    ids=["rejected", "too large", "server failed"],
)
def test_a_picture_that_is_refused_is_left_out_from_then_on_and_named(tmp_path: Path, refusal: ModelError) -> None:
    (tmp_path / "chart.png").write_bytes(png())
    model = Refusing(tmp_path, LOOKS, Reply("I can't see it."), Reply("Hello."), refusal=refusal)

    async def story() -> None:
        bob = Colleague(tmp_path, model)
        await bob.says("what is on the chart?")
        first = model.refusals
        assert "I can't see it." in bob.chat.reads()
        assert TOLD in notices(bob), "people are told which"
        assert LEFT_OUT in held(model.requests[-1]), "and so is the model"
        await bob.says("never mind, hello")
        assert model.refusals == first, "it is not shown again"
        await bob.ends()

    play(story)


def test_it_stays_left_out_after_a_restart_and_when_it_is_read_again(tmp_path: Path) -> None:
    """Whatever the model is by then: the bytes are the same."""
    (tmp_path / "chart.png").write_bytes(png())
    model = Refusing(tmp_path, LOOKS, Reply("I can't see it."), LOOKS, Reply("Still not."))

    async def story() -> None:
        bob = Colleague(tmp_path, model)
        await bob.says("what is on the chart?")
        await bob.ends()
        again = Colleague(tmp_path, model, journal=bob.journal, chat=bob.chat)
        await again.says("look once more")
        assert model.refusals == 1
        assert held(model.requests[-1]).count(LEFT_OUT) == 2
        assert notices(again).count(TOLD) == 1, "people are told once"
        (tmp_path / "chart.png").write_bytes(png(text=b"another"))
        model.takes_files = True
        model.steps += [LOOKS, Reply("I see it.")]
        await again.says("and now?")
        assert "base64" in held(model.requests[-1]), "another content is another file"
        await again.ends()

    play(story)


def test_a_refusal_that_has_nothing_to_do_with_files_leaves_them_there(tmp_path: Path) -> None:
    (tmp_path / "chart.png").write_bytes(png())
    model = Refusing(tmp_path, LOOKS, Reply("I see it."), Reply("Hello."))
    model.takes_files = True

    async def story() -> None:
        bob = Colleague(tmp_path, model)
        await bob.says("what is on the chart?")
        await bob.says("hello")
        assert "base64" in held(model.requests[-1])
        assert TOLD not in notices(bob)
        await bob.ends()

    play(story)


@pytest.fixture
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = ("OPENAI", "ANTHROPIC", "GEMINI", "OPENROUTER", "MISTRAL", "GROQ", "HOSTED_VLLM")
    for name in keys:
        monkeypatch.setenv(f"{name}_API_KEY", "k")
    for name, value in {"LITELLM_LOCAL_MODEL_COST_MAP": "True", "AWS_REGION_NAME": "us-east-1"}.items():
        monkeypatch.setenv(name, value)
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "k")
    return


REFUSALS: list[tuple[str, str, int, Any]] = [
    ("openai", "openai/x", 400, openai("You uploaded an unsupported image.", "invalid_image_format")),
    ("openai", "openai/x", 400, openai("Invalid content type. image_url is only supported by certain models.")),
    ("openai", "openai/x", 400, openai("Your request was rejected by our safety system.", "content_policy_violation")),
    ("openai", "mistral/x", 400, {"object": "error", "message": "Image could not be loaded", "type": "invalid"}),
    ("openai", "mistral/x", 422, {"detail": [{"type": "value_error", "msg": "Too many images in request"}]}),
    ("openai", "hosted_vllm/x", 400, vllm("At most 0 image(s) may be provided in one prompt.")),
    ("openai", "openai/x", 500, openai("image input is not supported - hint: mmproj", None, "server_error")),
    ("groq", "groq/x", 400, openai("Too many images provided. This model supports up to 5 images")),
    ("openrouter", "openrouter/x/y", 404, openrouter(404, "No endpoints found that support image input")),
    ("anthropic", "anthropic/x", 400, anthropic("invalid_request_error", "messages.1: Could not process image")),
    (
        "anthropic", "anthropic/x", 400,
        anthropic("invalid_request_error", "At least one of the image dimensions exceed max allowed size: 8000 pixels"),
    ),
    ("gemini", "gemini/x", 400, google(400, "INVALID_ARGUMENT", "Unable to process input image. Please retry.")),
    ("ollama", "ollama_chat/x", 500, {"error": "this model is missing data required for image input"}),
    ("ollama", "ollama_chat/x", 500, {"error": "failed to process inputs: image: unknown format"}),
    ("bedrock", "", 400, {"message": "The model returned the following errors: Could not process image"}),
]  # fmt: skip
"""How providers refuse a file, by the dialect in which they stream."""


SOUND = {"/call.wav"}
DROPPED = {"mistral": SOUND, "anthropic": SOUND, "bedrock": SOUND, "ollama_chat": {*SOUND, "/paper.pdf"}}
"""What litellm leaves out of the request by itself: these providers have no such thing."""
TRIED = [
    (path, *refusal) for refusal in REFUSALS for path in FILES
    if path not in DROPPED.get((refusal[1] or refusal[0]).partition("/")[0], ())
]  # fmt: skip


@pytest.mark.parametrize(("path", "name", "model", "status", "said"), TRIED)
@pytest.mark.usefixtures("environment")
def test_each_provider_is_asked_once_more_without_the_file(
    path: str, name: str, model: str, status: int, said: Any
) -> None:
    dialect: Dialect = DIALECTS[name]
    shown = media(path, FILES[path])
    assert shown

    async def read(path: str) -> bytes:
        return FILES[path]

    async def takes(model: str, kind: str) -> bool:
        return True

    async def main() -> None:
        window = Window([Said("Bob", "look"), Seen((shown,))])
        system = ModelMessage.of({"role": "system", "content": "s"})
        asked = Request(at=At(1, 1), model=model or dialect.model, system=system, messages=window.request)
        async with ScriptedModel() as server:
            server.will(body(said, status), answer(dialect))
            litellm = Providers(
                everywhere(server.base_url), environment=os.environ, now=lambda: 0.0, random=Random(7), sleep=no_time
            )
            reply = await Seeing(litellm, read, takes).reply(asked, lambda shown: None)
            await litellm.aclose()
            first, second = (str(request.body) for request in server.requests)
        data = b64encode(FILES[path]).decode()
        assert reply.text.startswith("One ")
        assert reply.refused == ((path, shown.digest),)
        assert data in first
        assert data not in second
        assert MEDIA not in second
        assert f"{path} is left out" in second

    asyncio.run(main())


def answer(dialect: Dialect) -> Verbatim:
    return dialect.answer(*dialect.one, *dialect.rest)


async def no_time(seconds: float) -> None:
    pass
