"""Several people at one card."""

from tests.fakes.openai.script import call, reply
from tests.gallery.stage import Stage
from tests.gallery.stories.book import CHATS, EVERYWHERE, Chapter

company = Chapter()
DEPLOY = call("execute", command="make deploy ENV=staging", timeout=300)
MAKEFILE = "deploy:\n\t@echo deployed $(ENV)\n"


@company.story(CHATS)
async def a_click_of_somebody_else(stage: Stage) -> None:
    """Dee may not decide what Bob is asked, and is told who may; an approver does."""
    (stage.files / "Makefile").write_text(MAKEFILE)
    stage.model_will(reply(DEPLOY), reply("Staging is up to date."))
    await stage.room.mentions(stage.bob, "deploy to staging")
    card = await stage.room.card("make deploy")
    await stage.room.clicks(stage.dee, card, "Approve")
    await stage.room.until(lambda: stage.room.ephemerals(stage.dee))
    await stage.takes("Dee presses Approve")
    await stage.room.clicks(stage.cyd, card, "Approve")
    await stage.room.reads("up to date")
    await stage.takes("Cyd, an approver, presses Approve")


@company.story(CHATS)
async def a_late_click(stage: Stage) -> None:
    """A card is clicked once more after it is settled, by somebody whose screen is old: it stays as it is."""
    (stage.files / "Makefile").write_text(MAKEFILE)
    stage.model_will(reply(DEPLOY), reply("Staging is up to date."))
    await stage.room.mentions(stage.bob, "deploy to staging")
    card = await stage.room.card("make deploy")
    await stage.room.clicks(stage.bob, card, "Approve")
    await stage.room.reads("up to date")
    await stage.takes("Bob has approved")
    await stage.room.clicks_as_seen(stage.cyd, card, "Approve")
    await stage.room.until(lambda: stage.room.ephemerals(stage.cyd))
    await stage.takes("Cyd, whose screen is old, presses Approve")


@company.story(EVERYWHERE)
async def talking_about_an_open_approval(stage: Stage) -> None:
    """Bob asks why while a card is open, says ok to the answer, which decides nothing, and then approves."""
    (stage.files / "prices.csv").write_text("until,price\n2019,4\n")
    stage.model_will(
        reply("I need the old prices.", call("execute", command="cat prices.csv", timeout=300)),
        reply("The import falls back on it for orders before 2020. I only read it."),
        reply("The old prices end in 2019; I take those of the new list."),
    )
    await stage.room.mentions(stage.bob, "which prices does the import use?")
    card = await stage.room.card("cat prices.csv")
    await stage.takes("Bob is asked")
    await stage.room.says(stage.bob, "why do you need that file?")
    await stage.room.reads("falls back on it")
    await stage.takes("Bob asks back")
    await stage.room.says(stage.bob, "ok")
    await stage.takes("Bob says ok")
    await stage.room.clicks(stage.bob, card, "Approve")
    await stage.room.reads("I take those of the new list.")
    await stage.takes("Bob presses Approve")


@company.story(CHATS)
async def deciding_in_words(stage: Stage) -> None:
    """Bob may decide, and does so by the word approve; Dee may not, and is told who may."""
    (stage.files / "Makefile").write_text(MAKEFILE)
    stage.model_will(reply(DEPLOY), reply("Staging is up to date."))
    await stage.room.mentions(stage.bob, "deploy to staging")
    await stage.room.card("make deploy")
    await stage.room.says(stage.dee, "approve")
    await stage.room.until(lambda: stage.room.ephemerals(stage.dee))
    await stage.takes("Dee says approve")
    await stage.room.says(stage.bob, "approve")
    await stage.room.reads("up to date")
    await stage.takes("Bob says approve")


@company.story()
async def asking_back(stage: Stage) -> None:
    """Bob asks back by the button on the card; he is answered, and nothing is decided by it."""
    (stage.files / "Makefile").write_text(MAKEFILE)
    stage.model_will(
        reply(DEPLOY), reply("Since Friday's release has not been on staging yet."), reply("Staging is up to date.")
    )
    await stage.room.mentions(stage.bob, "is staging as it should be?")
    card = await stage.room.card("make deploy")
    form = await stage.room.opens(stage.bob, card, "Ask back…")
    await stage.takes("Bob is asked, and presses Ask back…")
    await stage.room.sends(stage.bob, form, {"text": "why deploy now?"})
    await stage.room.reads("has not been on staging")
    await stage.takes("Bob has asked back")
    await stage.room.clicks(stage.bob, card, "Approve")
    await stage.room.reads("up to date")
    await stage.takes("Bob presses Approve")
