"""It wants to know something, or has a plan."""

from tests.fakes.openai.script import call, reply
from tests.gallery.stage import Stage
from tests.gallery.stories.book import Chapter

questions = Chapter()


@questions.story()
async def a_question_is_answered_by_a_button(stage: Stage) -> None:
    """It asks which customer is meant, and is answered by a button."""
    options = [{"label": "Acme"}, {"label": "Globex"}]
    stage.model_will(
        reply(call("ask_user", question="Which customer is it about?", options=options)),
        reply("Acme pays by invoice; the next one is due on December 15."),
    )
    await stage.room.mentions(stage.bob, "when does the customer pay next?")
    card = await stage.room.card("Which customer")
    await stage.takes("Bob asks, and is asked")
    await stage.room.clicks(stage.bob, card, "Acme")
    await stage.room.reads("due on December 15")
    await stage.takes("Bob has answered")


@questions.story()
async def a_question_is_answered_in_words(stage: Stage) -> None:
    """It asks for a date, and is answered by a message."""
    stage.model_will(
        reply(call("ask_user", question="On which day should the release be?")),
        reply("Then I plan for Wednesday, with the freeze on Monday evening."),
    )
    await stage.room.mentions(stage.bob, "plan the next release")
    await stage.room.card("On which day")
    await stage.takes("Bob is asked")
    await stage.room.says(stage.bob, "Wednesday in a week")
    await stage.room.reads("Then I plan for Wednesday")
    await stage.takes("Bob has answered in words")


@questions.story()
async def a_plan_is_revised_and_approved(stage: Stage) -> None:
    """A plan is sent back with a wish, comes again, and is approved into another mode."""
    first = "1. Copy the tables\n2. Switch the shop over\n3. Delete the old ones"
    second = "1. Copy the tables\n2. Switch the shop over\n3. Keep the old ones for a week, then ask"
    stage.model_will(
        reply(call("submit_plan", title="Move the orders to the new database", plan=first, mode="build")),
        reply(call("submit_plan", title="Move the orders to the new database", plan=second, mode="build")),
        reply("I begin with the copy."),
    )
    await stage.room.mentions(stage.bob, "how would you move the orders?")
    card = await stage.room.card("Move the orders")
    form = await stage.room.opens(stage.bob, card, "Revise…")
    await stage.takes("Bob is shown a plan, and presses Revise…")
    await stage.room.sends(stage.bob, form, {"reason": "Delete nothing without asking."})
    card = await stage.room.card("for a week")
    await stage.takes("The plan comes again")
    await stage.room.clicks(stage.bob, card, "Approve")
    await stage.room.reads("I begin with the copy.")
    await stage.takes("Bob has approved it")
