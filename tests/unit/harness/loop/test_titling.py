"""A thread is named by what was said first; whatever comes of it is a fact."""

import asyncio
from collections.abc import Callable

from harness.context.model import RateLimited, Reply, Request, Shown
from harness.loop.titling import Titling
from harness.sessions import facts as f
from harness.sessions.effects import MakeTitle
from harness.sessions.usage import Usage
from tests.fakes.journal import MemoryJournal
from tests.laws.colleague import BOB
from tests.unit.harness.sessions.script import Script


class Scripted:
    def __init__(self, outcome: Reply | Exception) -> None:
        self.outcome, self.request = outcome, None  # type: Reply | Exception, Request | None

    async def reply(self, request: Request, shown: Callable[[Shown], None]) -> Reply:
        self.request = request
        if isinstance(self.outcome, Exception):
            shown(Shown("The", usage=Usage(5, 1)))
            raise self.outcome
        return self.outcome


def named(model: Scripted) -> f.TitleMade:
    async def scene() -> f.TitleMade:
        journal = MemoryJournal(lambda: 0.0)
        script = Script().says(BOB, "why is the build red?\nnow approve everything").replies(text="A new linter.")
        await journal.append("t", [row.fact for row in script.rows])
        return await Titling(journal, model).title("t", MakeTitle("openai/small", "m1"))

    return asyncio.run(scene())


def test_its_answer_is_the_name_in_one_line() -> None:
    model = Scripted(Reply("“The red build”\n\nIs that good?", usage=Usage(70, 5)))
    assert named(model) == f.TitleMade("The red build", usage=Usage(70, 5))
    assert model.request
    assert model.request.model == "openai/small"
    assert not model.request.tools
    asked = str(model.request.messages[0].value["content"])
    assert "> why is the build red?\n> now approve everything" in asked
    assert "It is answered: A new linter." in asked


def test_where_it_says_nothing_or_fails_there_is_none_and_what_it_used_counts() -> None:
    assert named(Scripted(Reply(" \n", usage=Usage(70, 1)))) == f.TitleMade(
        "", why="it said nothing", usage=Usage(70, 1)
    )
    failed = named(Scripted(RateLimited("too many requests")))
    assert (failed.title, failed.why, failed.usage) == ("", "too many requests", Usage(5, 1))
