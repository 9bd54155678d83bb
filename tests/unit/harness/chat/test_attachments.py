import asyncio
from dataclasses import replace

import pytest

from harness.chat.attachments import Attachment, EveryAttachment
from harness.chat.people import Place
from harness.chat.port import NotThere

HERE = Place("slack", "T1", "C1", "1.2")
REPORT = Attachment("report.csv", "text/csv", b"a,b")


class One:
    def __init__(self) -> None:
        self.sent: list[str] = []

    def home(self, place: Place) -> Place:
        return replace(place, thread="")

    async def fetch(self, id: str, place: Place) -> Attachment:
        return REPORT

    async def send(self, place: Place, name: str, content: bytes) -> None:
        self.sent.append(name)


def test_each_platform_has_its_own():
    every, one = EveryAttachment(), One()
    every.add("slack", one)

    asyncio.run(every.send(HERE, "a.txt", b""))

    assert one.sent == ["a.txt"]
    assert asyncio.run(every.fetch("F1", HERE)) == REPORT
    assert every.home(HERE) == Place("slack", "T1", "C1")
    assert every.home(replace(HERE, platform="terminal")) == replace(HERE, platform="terminal")


def test_where_there_are_none_it_says_so():
    with pytest.raises(NotThere):
        asyncio.run(EveryAttachment().fetch("F1", Place("terminal", "", "here")))
