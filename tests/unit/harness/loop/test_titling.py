"""A thread is named by what was said first; whatever comes of it is a fact."""

import asyncio
from collections.abc import Callable

import pytest

from harness.context.model import ProposedCall, RateLimited, Reply, Request, Shown
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


@pytest.mark.parametrize(
    "text",
    ["The red build", "The red build.", "The red build。", '"The red build"', '"The red build."', '"The red build".',
     "'The red build'", "\u2018The red build\u2019", "«The red build»", "« The red build »", "„The red build“",
     "\u2039The red build\u203a",
     "「The red build」", "`The red build`", "**The red build**", "*The red build*", "__The red build__",
     "_The red build_", "## The red build", "- The red build", "1. The red build", "> The red build",
     "Title: The red build", "title : The red build", "**Title:** The red build", "**Title**: “The red build.”",
     'Subject: "The red build"', "Titel: „The red build“", "Conversation title: The red build", "Title:\nThe red build",
     "Sure! Here is a name for the conversation:\n\n**The red build**", "```\nThe red build\n```", '"The red build',
     'The red build"', "The red build\n\nThis name sums up what it is about.", "\n\n  The red build  \n",
     "<think>\nThe user wants\na title.\n</think>\n\nThe red build", "The user wants\n</think>\nThe red build",
     "Title: The red build\nTitle: The blue build"],
)  # fmt: skip
def test_what_models_put_around_a_name_is_no_part_of_it(text: str) -> None:
    assert named(Scripted(Reply(text))).title == "The red build"


@pytest.mark.parametrize(
    "text",
    ["Why is the build red?", "It is red!", 'Rename "foo" to "bar"', '"foo" and "bar"', 'Rename it to "bar"',
     '"foo" is red', "Change the name: why?",
     "Bob's build", "What __init__.py does", "2 * 3 * 4", "*.py files", "Made in the U.S.", "It goes on…",
     "Deploy: the second try", "Untitled: what a name is", "Use of `make test` in CI",
     "Hello world in Rust", "Sure bets"],
)  # fmt: skip
def test_what_is_part_of_a_name_stays(text: str) -> None:
    assert named(Scripted(Reply(text))).title == text


@pytest.mark.parametrize(
    "text", ["", " \n", '""', "“”", "**", "Title:", "...", "```\n```", "<think>hm</think>", "<think>hm"]
)
def test_a_name_of_nothing_is_none(text: str) -> None:
    assert named(Scripted(Reply(text))) == f.TitleMade("", why="it said nothing")


@pytest.mark.parametrize(
    "text",
    ["I'm sorry, but I can't help with that.", "I can’t name this.", '<tool_call>{"name": "ls"}</tool_call>',
     '{"name": "ls", "arguments": {}}', "Hello! How can I help you today?", "Let me look at the build first",
     "As an AI, I have no name for it",
     "The build is red because a new linter was added to it last night and nobody ran it"],
)  # fmt: skip
def test_what_is_no_name_is_none(text: str) -> None:
    assert named(Scripted(Reply(text))) == f.TitleMade("", why="it gave no name")


def test_a_reply_that_calls_a_tool_gives_no_name() -> None:
    assert named(Scripted(Reply("Look", (ProposedCall("ls", "{}"),)))).why == "it gave no name"


def test_where_it_says_nothing_or_fails_there_is_none_and_what_it_used_counts() -> None:
    assert named(Scripted(Reply(" \n", usage=Usage(70, 1)))) == f.TitleMade(
        "", why="it said nothing", usage=Usage(70, 1)
    )
    failed = named(Scripted(RateLimited("too many requests")))
    assert (failed.title, failed.why, failed.usage) == ("", "too many requests", Usage(5, 1))
