"""A command is asked, and decided."""

from tests.fakes.openai.script import call, reply
from tests.gallery.stage import Stage
from tests.gallery.stories.book import CHATS, Chapter

running = Chapter()
MAKEFILE = "deploy:\n\t@echo deployed $(ENV)\ntest:\n\t@echo 42 passed\n"


@running.story()
async def a_command_is_approved(stage: Stage) -> None:
    """A command is asked, approved and run."""
    (stage.files / "Makefile").write_text(MAKEFILE)
    stage.model_will(
        reply("I run the tests before I say anything.", call("execute", command="make test", timeout=300)),
        reply("All 42 tests pass."),
    )
    await stage.room.mentions(stage.bob, "do the tests pass on main?")
    card = await stage.room.card("make test")
    await stage.takes("Bob asks, and is asked")
    await stage.room.clicks(stage.bob, card, "Approve")
    await stage.room.reads("All 42 tests pass.")
    await stage.takes("Bob has approved")


@running.story()
async def a_command_is_denied(stage: Stage) -> None:
    """A command is denied, with a reason that the colleague reads."""
    stage.model_will(
        reply(call("execute", command="make deploy ENV=production")),
        reply("Understood, I leave production alone until Monday."),
    )
    await stage.room.mentions(stage.bob, "deploy to production please")
    card = await stage.room.card("make deploy")
    form = await stage.room.opens(stage.bob, card, "Deny…")
    await stage.takes("Bob is asked, and presses Deny…")
    await stage.room.sends(stage.bob, form, {"reason": "Not on a Friday."})
    await stage.room.reads("until Monday")
    await stage.takes("Bob has denied it")


@running.story(CHATS)
async def a_secret_in_a_command(stage: Stage) -> None:
    """A command has a token in it, which not everybody in the channel needs to read."""
    command = "curl -sS -H 'Authorization: Bearer ghp_0123456789abcdefghijklmnopqrstuvwxyz' https://api.example.com/me"
    stage.model_will(reply(call("execute", command=command)), reply("Then I look it up without the token."))
    await stage.room.mentions(stage.bob, "whose token is in the build log?")
    card = await stage.room.card("api.example.com")
    await stage.takes("Bob is asked")
    await stage.room.looks(stage.bob, card, "Show secrets…")
    await stage.takes("Bob, who may decide, presses Show secrets…")
    await stage.room.closes(stage.bob)
    await stage.room.fills_in(stage.bob, card, "Deny…", {"reason": "no tokens in commands, please"})
    await stage.room.reads("without the token")
    await stage.takes("Bob has denied it")
