"""The colleague looks by itself, and speaks only if people need to know something."""

import asyncio
from collections.abc import Callable, Iterator
from functools import wraps
from pathlib import Path

import pytest

from harness.chat.people import Person, Place
from harness.sessions.facts import HeartbeatSet
from harness.sessions.heartbeat import LookOutcome
from harness.sessions.session import Session
from harness.tools.heartbeats import OWN, HeartbeatConfig
from harness.tools.schedules import Interval
from tests.fakes.openai.script import call, reply
from tests.flows.house import WORKSPACE, Desk, InProcess, Story, story
from tests.flows.room import Room
from tests.flows.surface import WITHIN, mention
from tests.unit.adapters.sandboxes.confined import in_bubblewrap


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    with pytest.MonkeyPatch.context() as process:
        yield from Desk.lived_in(tmp_path_factory.mktemp("desk"), InProcess(), process)


def looking(told: Story) -> Callable[[Desk], None]:
    """A story after which nothing is left that would look in the next."""

    @wraps(told)
    async def whole(desk: Desk, room: Room) -> None:
        await told(desk, room)
        await answered(desk, room, "heartbeat off")

    return story(whole)


async def has_one(desk: Desk, room: Room, words: str = "every 30m") -> None:
    """Bob has a heartbeat there, in a conversation that has begun."""
    room.model_will(reply("Hello."))
    await room.mentions(desk.bob, "hello")
    await room.reads("Hello.")
    await room.says(desk.bob, f"{desk.slack.bot} heartbeat {words}")
    await room.reads(f"{mention(desk.bob)} set a heartbeat: I check every 30 min")
    await room.says(desk.bob, f'{desk.slack.bot} heartbeat checklist "is the build red?"')
    await room.reads(f"{mention(desk.bob)} changed my heartbeat here")
    await room.rests()


async def answered(desk: Desk, room: Room, words: str) -> str:
    """What bob alone is told when he says that."""
    known = len(desk.slack.ephemerals(desk.bob))

    def told() -> str | None:
        new = desk.slack.ephemerals(desk.bob)[known:]
        return new[-1].shown if new else None

    await room.says(desk.bob, f"{desk.slack.bot} {words}")
    return await room.until(told)


async def shows(desk: Desk, room: Room, words: str) -> None:
    """Who asks what becomes of the heartbeat is told that, sooner or later: it is looked at every few seconds."""
    async with asyncio.timeout(WITHIN):
        while True:
            if words in await answered(desk, room, "heartbeat"):
                return
            await asyncio.sleep(0.1)


@looking
async def test_it_looks_and_stays_silent(desk: Desk, room: Room) -> None:
    await has_one(desk, room)
    said = len(room.posts)
    room.model_will(reply("HEARTBEAT_OK", call("report", notify=False)))
    desk.passes(1_801)
    request = await room.asked(2)
    assert "is the build red?" in request.said
    assert "report" in request.tools
    await shows(desk, room, "Last check: nothing to report")
    assert len(room.posts) == said, "nobody sees that it looked"


@looking
async def test_it_tells_what_people_need_to_know_and_not_twice(desk: Desk, room: Room) -> None:
    await has_one(desk, room)
    room.model_will(reply(call("report", notify=True, text="The build is red.")))
    desk.passes(1_801)
    post = await room.reads("The build is red.")
    assert post.controls == ["Less often", "Mute here", "Stop", "Useful"]
    await shows(desk, room, "Last check: reported")
    room.model_will(reply(call("report", notify=True, text="The  build is red.\n")))
    desk.passes(1_801)
    await shows(desk, room, "Last check: nothing new within a day")
    room.model_will(reply(call("report", notify=True, text="It is green again.")))
    desk.passes(1_801)
    await room.reads("It is green again.")
    assert len([m for m in room.posts if "red." in m.shown]) == 1, "the same words within a day"
    await room.until(lambda: not room.slack.message(post).controls)


@looking
async def test_it_is_passed_over_while_something_is_to_be_decided(desk: Desk, room: Room) -> None:
    await has_one(desk, room)
    room.model_will(reply(call("write_file", file_path="/beat.md", content="x")), reply("Written."))
    await room.says(desk.bob, f"{desk.slack.bot} write it")
    card = await room.card("Create ")
    desk.passes(1_801)
    await shows(desk, room, "last because a decision is pending")
    assert room.requests == 2, "no model was asked"
    await room.clicks(desk.bob, card, "Approve")
    await room.reads("Written.")


@looking
async def test_it_ends_as_soon_as_somebody_wants_something(desk: Desk, room: Room) -> None:
    await has_one(desk, room)
    gate = asyncio.Event()
    room.model_will(reply("I am look", gate, "ing"), reply("Seventeen."))
    desk.passes(1_801)
    await room.asked(2)
    await room.says(desk.bob, f"{desk.slack.bot} how many?")
    await room.reads("Seventeen.")
    gate.set()
    assert "how many?" in (await room.asked(3)).said
    assert "how many?" not in (await room.asked(2)).said
    assert not [words for words in room.shown if "look" in words.lower() and "heartbeat" not in words]
    await room.rests()


@looking
async def test_whoever_clicks_below_what_it_posts_is_told_and_the_buttons_die_with_it(desk: Desk, room: Room) -> None:
    await has_one(desk, room)
    room.model_will(reply(call("report", notify=True, text="The build is red.")))
    desk.passes(1_801)
    post = await room.reads("The build is red.")
    await room.clicks(desk.dee, post, "Useful")
    await room.told(desk.dee, "Good to know. Thank you.")
    await room.clicks(desk.dee, post, "Less often")
    await room.told(desk.dee, "From now on I check every 1 h.")
    await room.clicks(desk.dee, post, "Mute here")
    await room.told(desk.dee, "Muted here.")
    await room.reads(f"{mention(desk.dee)} muted my heartbeat here")
    room.model_will(reply(call("report", notify=True, text="The cellar burns.")))
    desk.passes(3_601)
    await shows(desk, room, "Last check: muted")
    await room.clicks(desk.dee, post, "Stop")
    await room.told(desk.dee, "The heartbeat has ended.")
    await room.reads(f"{mention(desk.dee)} ended my heartbeat here.")
    await room.until(lambda: not room.slack.message(post).controls)
    assert "The cellar burns." not in " ".join(room.shown)
    desk.passes(7_201)
    await room.rests()
    assert room.requests == 3


@looking
async def test_after_five_times_of_silence_it_comes_half_as_often(desk: Desk, room: Room) -> None:
    await has_one(desk, room)
    for time in range(5):
        room.model_will(reply(call("report", notify=False)))
        desk.passes(1_801)
        await shows(desk, room, f"Silent {time + 1} times" if time else "nothing to report")
    await room.reads("From now on I check every 1 h, not every 30 min")


@looking
async def test_it_keeps_an_eye_on_something_if_somebody_agrees(desk: Desk, room: Room) -> None:
    room.model_will(
        reply(call("heartbeat", every="2h", hours="0-24", zone="Europe/Berlin", checklist="- is the disk full?")),
        reply("I keep an eye on it."),
        reply(call("report", notify=True, text="The disk is full.")),
    )
    await room.mentions(desk.bob, "keep an eye on the disk")
    card = await room.card("Set a heartbeat here, every 2 h, 0–24 (Berlin)?")
    await room.clicks(desk.bob, card, "Approve")
    await room.reads("I keep an eye on it.")
    await room.rests()
    desk.passes(7_201)
    await room.reads("The disk is full.")
    assert "- is the disk full?" in (await room.asked(3)).said


@looking
async def test_it_says_at_last_why_it_looks_no_more(desk: Desk, room: Room) -> None:
    await has_one(desk, room)
    room.model_will(reply(call("end_heartbeat"), call("report", notify=True, text="The build is green again.")))
    desk.passes(1_801)
    post = await room.reads("The build is green again.")
    assert not post.controls
    await shows(desk, room, "No heartbeat is set here.")


@looking
async def test_without_a_list_of_its_own_it_looks_at_the_workspaces_and_nothing_on_it_asks_nobody(
    desk: Desk, room: Room
) -> None:
    room.model_will(reply("Hello."))
    await room.mentions(desk.bob, "hello")
    await room.reads("Hello.")
    await room.says(desk.bob, f"{desk.slack.bot} heartbeat every 30m")
    await room.reads(f"{mention(desk.bob)} set a heartbeat")
    file = desk.files.parent / "HEARTBEAT.md"
    file.write_text("# What to look at\n\n- [ ]\n")
    desk.passes(1_801)
    await shows(desk, room, "Last check: the list was empty")
    file.write_text("# What to look at\n\n- the tide\n")
    room.model_will(reply(call("report", notify=False)))
    desk.passes(1_801)
    assert "- the tide" in (await room.asked(2)).said
    await room.rests()


def test_it_keeps_an_eye_on_a_channel_that_the_workspace_names_also_by_a_check(tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as process:
        for desk in Desk.lived_in(tmp_path, InProcess(), process):
            desk.play(watched_by_a_check(desk))


async def watched_by_a_check(desk: Desk) -> None:
    room = desk.room()
    await moved(desk, room, "every: 30m, check: cat tide.txt, checklist: tell us of the tide")
    await until_looked(desk, room, None)  # when it comes first has been worked out
    (desk.files / "tide.txt").write_text("low")
    room.model_will(reply(call("report", notify=True, text="The tide is low.")))
    desk.passes(1_801)
    post = await room.until(lambda: next(iter(desk.slack.posts(room.channel)), None))
    assert "The tide is low." in post.shown
    assert '<outside from="command">\nlow\n</outside>' in (await room.asked(1)).said
    await until_looked(desk, room, LookOutcome("reported"))
    desk.passes(1_801)
    await until_looked(desk, room, LookOutcome("nothing-new"))
    assert room.requests == 1, "nothing new, nobody asked"
    (desk.files / "tide.txt").write_text("high")
    room.model_will(reply(call("report", notify=True, text="The tide is high.")))
    desk.passes(1_801)
    await room.until(lambda: next((m for m in desk.slack.posts(room.channel) if "high" in m.shown), None))
    await moved(desk, room, "")
    assert not (await looked(desk, room)).timers.heartbeats, "it is named no more"


class Contained(Desk):
    workspace = WORKSPACE.replace("backend: none", "backend: bubblewrap")


@in_bubblewrap
def test_a_check_runs_in_the_sandbox_too(tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as process:
        for desk in Contained.lived_in(tmp_path, InProcess(), process):
            desk.play(checked_from_inside(desk))


async def checked_from_inside(desk: Desk) -> None:
    room = desk.room()
    await moved(desk, room, "every: 30m, check: cat tide.txt ../workspace.yaml; pwd, checklist: tell us of the tide")
    await until_looked(desk, room, None)
    (desk.files / "tide.txt").write_text("low")
    room.model_will(reply(call("report", notify=True, text="The tide is low.")))
    desk.passes(1_801)
    said = (await room.asked(1)).said
    assert "low" in said
    assert "cat: ../workspace.yaml: No such file or directory\n/workspace\n" in said
    await until_looked(desk, room, LookOutcome("reported"))


def test_what_somebody_has_ended_begins_anew_once_the_workspace_names_it_again(tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as process:
        for desk in Desk.lived_in(tmp_path, InProcess(), process):
            desk.play(ended_and_named_again(desk))


async def ended_and_named_again(desk: Desk) -> None:
    room, entry = desk.room(), "every: 30m, checklist: tell us of the tide"
    await moved(desk, room, entry)
    await until_looked(desk, room, None)
    room.model_will(reply(call("report", notify=True, text="The tide is low.")))
    desk.passes(1_801)
    post = await room.until(lambda: next(iter(desk.slack.posts(room.channel)), None))
    await room.clicks(desk.bob, post, "Stop")
    await until_ended(desk, room, declined=True)
    await moved(desk, room, entry)
    await until_ended(desk, room, declined=True)
    await moved(desk, room, "")
    await until_ended(desk, room, declined=False)
    await moved(desk, room, entry)
    await until_looked(desk, room, None)


async def until_ended(desk: Desk, room: Room, declined: bool) -> None:
    """There is none any more, and it is known whether people have ended it."""
    async with asyncio.timeout(WITHIN):
        while True:
            session = await looked(desk, room)
            if not session.timers.heartbeats and bool(session.timers.declined) == declined:
                return
            await asyncio.sleep(0.1)


async def moved(desk: Desk, room: Room, entry: str) -> None:
    """In again, with another workspace."""
    assert desk.house
    await desk.house.stop()
    file = desk.files.parent / "workspace.yaml"
    text = file.read_text().partition("heartbeats:")[0]
    where = f'place: "slack:{desk.slack.team.id}:{room.channel.id}"'
    file.write_text(f"{text}heartbeats:\n  - {{{where}, {entry}}}\n" if entry else text)
    await desk.move_in(InProcess())


async def looked(desk: Desk, room: Room) -> Session:
    assert isinstance(desk.house, InProcess)
    assert desk.house.colleague
    intake = desk.house.colleague.intake
    place = Place("slack", desk.slack.team.id, room.channel.id, room.root.ts if room.root else "")
    return await intake.reader.session(await intake.reader.thread(place))


async def until_looked(desk: Desk, room: Room, last: LookOutcome | None) -> None:
    async with asyncio.timeout(WITHIN):
        while True:
            if [
                heartbeat.last for heartbeat in (await looked(desk, room)).timers.heartbeats if heartbeat.at is not None
            ] == [last]:
                return
            await asyncio.sleep(0.1)


@looking
async def test_it_looks_every_few_seconds_of_real_time(desk: Desk, room: Room) -> None:
    """As often as nobody may have it by a setting."""
    room.model_will(reply("Hello."))
    await room.mentions(desk.bob, "hello")
    await room.reads("Hello.")
    assert isinstance(desk.house, InProcess)
    assert desk.house.colleague
    journal, intake = desk.house.colleague.journal, desk.house.colleague.intake
    bob = Person("slack", desk.slack.team.id, desk.bob.id, "bob")
    thread = await intake.reader.thread(room.place)
    room.model_will(
        reply(call("report", notify=False)),
        reply(call("report", notify=True, text="The tide is low.")),
        reply(call("write_file", file_path="/tide.md", content="x")),
        reply(call("report", notify=True, text="Written.")),
    )
    beat = HeartbeatConfig(OWN, Interval(1.5), "- the tide")
    await journal.append(thread, [HeartbeatSet(bob, room.place, beat)])
    desk.house.colleague.engine.wake(thread)
    await room.reads("The tide is low.")
    card = await room.card("Create ")
    await shows(desk, room, "last because a decision is pending")
    assert room.requests == 4
    await room.clicks(desk.bob, card, "Approve")
    await room.reads("Written.")
    await answered(desk, room, "heartbeat off")
