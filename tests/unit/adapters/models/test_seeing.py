"""What messages only name is filled in for who can look at it, and put in words for who cannot."""

import asyncio
from base64 import b64encode
from collections.abc import Callable
from typing import Any

import pytest

from adapters.models.seeing import Seeing
from harness.context.model import Reply, Request, Shown
from harness.context.window import ModelMessage, Window
from harness.files.errors import Missing
from harness.sessions.entries import Said, Seen
from harness.toolbox.looking import media
from harness.tools.calls import At, Media
from tests.fakes.pictures import PDF, png, wav

PNG = png(text=b"chart")


class Asked:
    def __init__(self) -> None:
        self.request: Request | None = None

    async def reply(self, request: Request, shown: Callable[[Shown], None]) -> Reply:
        self.request = request
        return Reply("I see.")


def named(path: str, content: bytes) -> Media:
    found = media(path, content)
    assert found
    return found


def parts(files: dict[str, bytes], *shown: Media, kinds: tuple[str, ...] = ("image/png", "application/pdf")) -> Any:
    """The content of the message that names `shown`, as the model gets it."""

    async def read(path: str) -> bytes:
        if path not in files:
            raise Missing(f"there is no file {path}")
        return files[path]

    async def takes(model: str, kind: str) -> bool:
        assert model == "m"
        return kind in kinds

    asked, window = Asked(), Window([Said("Bob", "look"), Seen(shown)])
    request = Request(
        at=At(1, 1), model="m", system=ModelMessage.of({"role": "system", "content": "s"}), messages=window.request
    )
    asyncio.run(Seeing(asked, read, takes).reply(request, lambda shown: None))
    assert asked.request
    assert asked.request.size == request.size, "it counts for what it counted for"
    return asked.request.messages[1].value["content"]


def test_a_picture_and_a_document_are_sent_whole() -> None:
    picture, document = named("/a/chart.png", PNG), named("/a/b.pdf", PDF)
    words, first, second = parts({"/a/chart.png": PNG, "/a/b.pdf": PDF}, picture, document)
    assert words == {"type": "text", "text": "[/a/chart.png, /a/b.pdf:]"}
    assert first["image_url"]["url"] == f"data:image/png;base64,{b64encode(PNG).decode()}"
    assert second["file"]["filename"] == "b.pdf"
    assert second["file"]["file_data"] == f"data:application/pdf;base64,{b64encode(PDF).decode()}"


def test_sound_is_sent_as_such_and_a_film_as_a_file() -> None:
    sound, film = wav(), b"\0\0\0\x18ftypmp42"
    kinds = ("audio/wav", "video/mp4")
    _, first, second = parts(
        {"/a.wav": sound, "/b.mp4": film}, named("/a.wav", sound), named("/b.mp4", film), kinds=kinds
    )
    assert first == {"type": "input_audio", "input_audio": {"data": b64encode(sound).decode(), "format": "wav"}}
    assert second["file"]["file_data"] == f"data:video/mp4;base64,{b64encode(film).decode()}"


@pytest.mark.parametrize(
    ("files", "kinds", "why"),
    [
        ({"/a.png": PNG}, (), "[/a.png is image/png, which this model cannot look at]"),
        ({"/a.png": png(text=b"other")}, ("image/png",), "[/a.png has been changed since]"),
        ({}, ("image/png",), "[/a.png is not to be shown: there is no file /a.png]"),
    ],
)
def test_what_cannot_be_shown_is_said(files: dict[str, bytes], kinds: tuple[str, ...], why: str) -> None:
    assert parts(files, named("/a.png", PNG), kinds=kinds)[1] == {"type": "text", "text": why}
