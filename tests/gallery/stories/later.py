"""Reminders, schedules, heartbeats, and the home tab."""

from tests.fakes.openai.script import call, reply
from tests.gallery.stage import Stage
from tests.gallery.stories.book import CHATS, Chapter

later = Chapter()
HOUR, DAY = 3_600.0, 86_400.0


@later.story(CHATS)
async def nobody_answers(stage: Stage) -> None:
    """Nobody answers for an hour: people are reminded, and an approver is asked directly; they approve there."""
    (stage.files / "Makefile").write_text("deploy:\n\t@echo deployed $(ENV)\n")
    stage.model_will(
        reply("Staging is green, so production is next.", call("execute", command="make deploy ENV=production")),
        reply("Production is up to date."),
    )
    await stage.room.mentions(stage.bob, "deploy to production please")
    await stage.room.card("make deploy")
    await stage.takes("Bob is asked")
    stage.passes(HOUR + 1)
    card = await stage.room.card_for(stage.cyd, "make deploy")
    await stage.takes("An hour later")
    await stage.room.clicks(stage.cyd, card, "Approve")
    await stage.room.reads("Production is up to date.")
    await stage.takes("Cyd, an approver, approves where they were asked")


@later.story(CHATS)
async def a_schedule(stage: Stage) -> None:
    """Something is to be done every weekday; it is asked once, and done at its time."""
    stage.model_will(
        reply(
            call(
                "schedule", note="Post the number of open bugs, by team.", cron="0 9 * * mon-fri", zone="Europe/Berlin"
            )
        ),
        reply("I will post them every weekday at nine."),
        reply("Open bugs: Payments 4, Search 2, Mobile 7."),
    )
    await stage.room.mentions(stage.bob, "post the open bugs here every weekday at nine")
    card = await stage.room.card("open bugs")
    await stage.takes("Bob is asked")
    await stage.room.clicks(stage.bob, card, "Approve")
    await stage.room.reads("every weekday at nine")
    await stage.takes("Bob has approved")
    stage.passes(DAY)
    await stage.room.reads("Payments 4")
    await stage.takes("The next day")


@later.story(CHATS)
async def a_heartbeat(stage: Stage) -> None:
    """It looks at something regularly, and speaks when there is something to say."""
    stage.model_will(
        reply(call("heartbeat", every="2h", checklist="Is the build red?", hours="9-18", zone="Europe/Berlin")),
        reply("I keep an eye on the build."),
        reply(call("report", notify=True, text="The build is red since 11:40: `test_login` fails.")),
    )
    await stage.room.mentions(stage.bob, "keep an eye on the build")
    card = await stage.room.card("Is the build red?")
    await stage.takes("Bob is asked")
    await stage.room.clicks(stage.bob, card, "Approve")
    await stage.room.reads("I keep an eye on the build.")
    await stage.takes("Bob has approved")
    stage.passes(2 * HOUR + 1)
    await stage.room.reads("The build is red since")
    await stage.takes("Two hours later")


@later.story(("slack",))
async def the_home_tab(stage: Stage) -> None:
    """What waits for somebody, what is going on, and who the colleague is."""
    stage.model_will(
        reply(call("schedule", note="Post the number of open bugs.", cron="0 9 * * mon-fri", zone="Europe/Berlin")),
        reply("Every weekday, then."),
        reply(call("execute", command="make deploy ENV=production", timeout=300)),
    )
    await stage.room.mentions(stage.bob, "post the open bugs every weekday at nine")
    await stage.room.clicks(stage.bob, await stage.room.card("open bugs"), "Approve")
    await stage.room.reads("Every weekday, then.")
    await stage.room.says(stage.bob, "and deploy to production please")
    await stage.room.card("make deploy")
    await stage.takes("Something waits for Bob")
    await stage.looks_at_home(stage.bob)
    await stage.takes("Bob looks at the home tab")
