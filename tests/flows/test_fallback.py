"""A model that does not answer is not the end: the next one is asked."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fakes.openai.script import reply, unauthorized
from tests.flows.house import Desk, InProcess


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    yield from Desk.lived_in(tmp_path, InProcess(), monkeypatch, "fallbacks: [openai/spare]\n")


def test_another_model_answers_and_only_once(desk: Desk) -> None:
    async def story() -> None:
        room = desk.room()
        room.model_will(unauthorized(), reply("I stand in."))
        await room.mentions(desk.bob, "hello?")
        await room.reads("I stand in.")
        assert [request.body["model"] for request in desk.model.requests] == ["scripted", "spare"]
        assert len(room.posts) == 1

    desk.play(story())
