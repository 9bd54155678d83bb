"""Answers, commands, stop, and what goes wrong."""

import asyncio

from tests.fakes.openai.script import call, pieces, reply, unauthorized
from tests.flows.surface import made
from tests.gallery.stage import Stage, beginning
from tests.gallery.stories.book import CHATS, Chapter

talk = Chapter()
ANSWER = """The build fails since **`RUF100`** came with ruff 0.11:

1. `legacy/` has 14 unused `noqa` comments
2. nobody works on it any more

```toml
[tool.ruff]
exclude = ["build", "legacy"]
```

> It is only the linter: nothing that runs has changed.

So I would *exclude* it. See [the rule](https://docs.astral.sh/ruff/rules/unused-noqa/).
"""
TABLE = """
| folder | warnings |
|---|---|
| legacy | 14 |
| tests | 0 |
"""


@talk.story()
async def an_answer(stage: Stage) -> None:
    """A question is answered, in Markdown."""
    stage.model_will(reply(*pieces(ANSWER + TABLE, 60)))
    await stage.room.mentions(stage.bob, "why is the build red?")
    await stage.room.reads("nothing that runs")
    await stage.takes("Bob asks, and is answered")


@talk.story()
async def work_that_is_stopped(stage: Stage) -> None:
    """A command runs for long; it is stopped, and goes on later."""
    (stage.files / "Makefile").write_text("migrate:\n\t@touch begun; sleep 60\n")
    stage.model_will(reply(call("execute", command="make migrate")), reply("I did not migrate: say when I may."))
    await stage.room.mentions(stage.bob, "migrate the database")
    card = await stage.room.card("make migrate")
    await stage.room.clicks(stage.bob, card, "Approve")
    await made(stage.files / "begun")
    await stage.takes("Bob has approved, and it runs")
    await stage.room.says(stage.bob, "stop")
    ended = await stage.room.reads("Stopped by")
    await stage.takes("Bob says stop")
    await stage.room.clicks(stage.bob, ended, "Continue")
    await stage.room.reads("say when I may")
    await stage.takes("Bob presses Continue")


@talk.story()
async def work_in_steps(stage: Stage) -> None:
    """A turn of several steps, with a list of what is to be done, seen in its middle and at its end."""
    (stage.files / "a.md").write_text("one\n")
    gate = asyncio.Event()
    items = ["Read the notes", "Look for duplicates", "Say what to delete"]

    def todos(done: int) -> list[dict[str, str]]:
        states = ["completed"] * done + ["in_progress"] + ["pending"] * 3
        return [{"text": text, "status": state} for text, state in zip(items, states, strict=False)]

    stage.model_will(
        reply("I go through the notes.", call("write_todos", todos=todos(0)), call("ls", path="/")),
        reply(
            call("write_todos", todos=todos(1)),
            call("read_file", file_path="/a.md"),
            call("read_file", file_path="/b.md"),
        ),
        reply("Two of the notes", gate, " say the same: `a.md` can go."),
    )
    await stage.room.mentions(stage.bob, "tidy up the notes")
    await stage.room.asked(3)
    stage.passes(30)
    await stage.takes("It is at work")
    gate.set()
    await stage.room.reads("can go")
    await stage.takes("It has answered")


@talk.story(CHATS)
async def the_model_fails(stage: Stage) -> None:
    """The model cannot be asked; people are told why, and have it tried again."""
    stage.model_will(unauthorized(), reply("The build is green."))
    await stage.room.mentions(stage.bob, "how is the build?")
    ended = await stage.room.reads("OPENAI_API_KEY")
    await stage.takes("The model refuses the key")
    await stage.room.clicks(stage.bob, ended, beginning(ended, "Try again"))
    await stage.room.reads("The build is green.")
    await stage.takes("Bob presses Try again")


@talk.story(CHATS)
async def commands(stage: Stage) -> None:
    """What the commands say, and a switch of the mode."""
    stage.model_will(reply("Hello, Bob."))
    await stage.room.mentions(stage.bob, "hello")
    await stage.room.reads("Hello, Bob.")
    for word in ("help", "status", "mode build", "approvals"):
        known = len(stage.room.ephemerals(stage.bob)), len(stage.room.posts)
        await stage.room.addresses(stage.bob, word)
        await stage.room.until(
            lambda known=known: (len(stage.room.ephemerals(stage.bob)), len(stage.room.posts)) != known
        )
        await stage.takes(f"Bob says {word}")


@talk.story(("slack",))
async def an_opinion_on_an_answer(stage: Stage) -> None:
    """Somebody says that an answer was bad, by the thumb below it, and what was wrong with it."""
    stage.model_will(reply("The office in Paris has 12 desks."))
    await stage.room.mentions(stage.bob, "how many desks are there in Paris?")
    answer = await stage.room.reads("12 desks")
    await stage.takes("Bob is answered")
    form = await stage.room.dislikes(stage.bob, answer)
    await stage.takes("Bob presses thumbs down")
    await stage.room.sends(stage.bob, form, {"words": "The two desks of the annex are missing."})
    stage.model_will(reply("14, with the two of the annex."))
    await stage.room.says(stage.bob, "are you sure?")
    await stage.room.reads("14, with the two")
    await stage.takes("Bob has said what was wrong, and writes again")


@talk.story(("slack",))
async def brought_into_a_channel(stage: Stage) -> None:
    """Somebody invites it into a channel, and it says who it is."""
    await stage.room.invites(stage.ana, "release")
    await stage.takes("Ana invites it into #release")
