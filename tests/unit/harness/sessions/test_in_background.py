"""A command in the background is open until it has ended, and ends once nobody wants it."""

import pytest

from harness.approvals.asks import Approve
from harness.chat.people import Person, Place
from harness.context.transcript import transcript
from harness.sessions import facts as f
from harness.sessions.effects import EndCommand, EraseThread, Post, RunTool
from harness.sessions.entries import Noted
from harness.sessions.index import listing
from harness.sessions.notices import CommandOver, TurnEnded
from harness.sessions.policies import COMMAND_ENDED
from harness.sessions.session import OpenCommand
from harness.tools.calls import At, ToolResult
from harness.tools.changes import CommandEnd, CommandStarted, HeartbeatWanted
from harness.tools.heartbeats import OWN, HeartbeatConfig
from harness.tools.schedules import Interval
from tests.laws.colleague import ANA, BOB, CHANNEL, CYD, DM
from tests.unit.harness.sessions.script import Script

ID = "1.1.0"


def begun(notify: bool = False, outside: str = "") -> ToolResult:
    change = CommandStarted("here", "b1", "make all", 3_600.0, notify=notify, outside=outside)
    return ToolResult("It runs.", changes=(change,))


def running(notify: bool = False, outside: str = "") -> Script:
    """Bob's turn has begun one, and goes on."""
    script = Script().says(BOB).replies(("read", "x")).starts()
    return script.tell(f.ToolReturned(ID, begun(notify, outside)))


def left(notify: bool = False) -> Script:
    """It runs, and nothing else goes on."""
    return running(notify).replies(text="It runs.")


def told(script: Script) -> list[str]:
    """What the model is told of it."""
    return [entry.text for entry in transcript(script.rows) if isinstance(entry, Noted)]


def test_it_is_open_from_its_result_on_until_it_has_ended_and_once() -> None:
    script = running()
    assert script.session.commands == (
        OpenCommand(ID, "make all", BOB, CHANNEL, turn=1, node="here", boot="b1", since=0.0, limit=3_600.0),
    )
    script.tell(f.ToolReturned(ID, begun()))
    assert len(script.session.commands) == 1, "told twice"
    ended = script.tell(f.CommandEnded(ID, "exited", 0))
    assert not ended.session.commands
    again = ended.tell(f.CommandEnded(ID, "exited", 0), f.CommandEnded("9.9.9", "lost"))
    assert not again.session.commands
    assert len(told(again.replies(text="ok").says(BOB))) == 1


def test_a_thread_at_rest_is_found_as_long_as_one_runs_in_it() -> None:
    found = [listing(script.session) for script in (left(), left().tell(f.CommandEnded(ID, "exited", 0)))]
    assert [(one.runs, one.waits) for one in found if one] == [(True, True), (False, False)]


def test_its_end_opens_no_turn_and_the_model_is_told_of_it_with_its_next_request() -> None:
    script = left().tell(f.CommandEnded(ID, "exited", 3))
    assert script.session.turn is None
    assert told(script.says(BOB)) == [
        "The command 1.1.0, which ran in the background (make all), has ended: exit code 3. What it has said is in "
        "/results/1.1.0.txt: read parts of it with read_file, or look for words in it with grep."
    ]


def test_of_what_was_lost_a_file_is_named_only_where_something_is_kept() -> None:
    some, none = (left().tell(f.CommandEnded(ID, "lost", kept=kept)).says(BOB) for kept in (True, False))
    assert "What is kept of it is in /results/1.1.0.txt: read parts of it with read_file" in told(some)[0]
    assert told(none)[0].endswith("is not known. Nothing of what it said is kept.")


def test_what_the_model_has_ended_itself_it_is_not_told_of() -> None:
    assert told(left().tell(f.CommandEnded(ID, "killed")).says(BOB)) == []


def test_with_notify_its_end_opens_a_turn_for_whoever_it_was_begun_for() -> None:
    script = left(notify=True).tell(f.CommandEnded(ID, "exited", 0))
    turn = script.session.turn
    assert turn
    assert (turn.requester, turn.place, turn.policy, turn.authors) == (BOB, CHANNEL, COMMAND_ENDED, (BOB,))
    assert not turn.policy.attended
    assert len(told(script)) == 1
    assert script.replies(text="built").tell(f.CommandEnded(ID, "exited", 0)).session.turn is None


def test_who_waits_for_its_end_has_said_nothing_that_was_not_read() -> None:
    def unread(script: Script) -> tuple[Person, ...]:
        [told] = [
            post.notice
            for post in stop(script).session.postings.outbox
            if isinstance(post, Post) and isinstance(post.notice, TurnEnded)
        ]
        return told.unheard

    ended = f.CommandEnded(ID, "exited", 0)
    assert unread(left(notify=True).tell(ended)) == ()
    assert unread(left(notify=True).tell(ended).muses(ANA, "well")) == (ANA,)
    assert unread(left(notify=True).tell(ended).says(BOB)) == (BOB,)


def test_with_notify_its_end_is_heard_at_the_next_step_of_a_turn_that_goes_on() -> None:
    script = left(notify=True).says(ANA, place=DM)
    script.tell(f.CommandEnded(ID, "exited", 0))
    assert script.session.served == ANA
    assert not told(script)
    assert script.replies(text="hello").session.turn, "it is still to be heard"
    assert len(told(script)) == 1
    assert script.replies(text="built").session.turn is None


def test_a_heartbeat_gives_way_to_its_end() -> None:
    script = Script().says(BOB).replies(("read", "x"), ("read", "y")).starts()
    script.tell(f.ToolReturned(ID, begun(notify=True)), f.ToolStarted("1.1.1", script.call("1.1.1").digest))
    wanted = HeartbeatWanted(Interval(60.0))
    script.tell(f.ToolReturned("1.1.1", ToolResult("set", changes=(wanted,)))).replies(text="ok")
    script.tell(f.TimerScheduled(OWN, script.session.timers.heartbeats[0].schedule, 60.0))
    script.now = 60.0
    script.tell(f.TimerFired(OWN, 120.0))
    assert script.session.heartbeat
    turn = script.tell(f.CommandEnded(ID, "exited", 0)).session.turn
    assert turn
    assert turn.policy == COMMAND_ENDED


@pytest.mark.parametrize("fact", [f.CommandEnded(ID, "exited", 0, silent=True), f.CommandEnded(ID, "killed")])
def test_where_nothing_may_be_said_and_where_the_model_has_ended_it_its_end_opens_nothing(fact: f.CommandEnded) -> None:
    assert left(notify=True).tell(fact).session.turn is None


def test_it_counts_as_often_as_it_is_to_be_woken_by_it_until_a_person_speaks() -> None:
    assert (running().session.timers.self_wakeups, running(notify=True).session.timers.self_wakeups) == (0, 1)
    assert left(notify=True).says(BOB).session.timers.self_wakeups == 0


@pytest.mark.parametrize(("how", "people"), [("lost", True), ("timed-out", True), ("exited", False)])
def test_people_are_told_that_it_was_lost_or_took_too_long_if_they_were_to_be_notified(
    how: CommandEnd, people: bool
) -> None:
    posts = left(notify=True).tell(f.CommandEnded(ID, how)).session.postings.outbox
    notices = [post.notice for post in posts if isinstance(post, Post) and post.id == f"command-{ID}"]
    assert notices == ([CommandOver(how, "make all")] if people else [])
    quiet = left().tell(f.CommandEnded(ID, how)).session.postings.outbox
    assert not [post for post in quiet if post.id == f"command-{ID}"]


def noticed(script: Script) -> list[tuple[Place, object]]:
    posts = script.session.postings.outbox
    return [(post.place, post.notice) for post in posts if isinstance(post, Post) and post.id == f"command-{ID}"]


@pytest.mark.parametrize("how", ["exited", "lost"])
def test_where_nothing_may_be_said_any_more_whoever_it_was_for_is_told_directly(how: CommandEnd) -> None:
    silent = f.CommandEnded(ID, how, silent=True)
    assert noticed(left(notify=True).tell(silent)) == [(Place.direct(BOB), CommandOver(how, "make all"))]
    assert noticed(left().tell(silent)) == []
    assert noticed(stop(left(notify=True)).tell(silent)) == []


def test_where_people_have_to_decide_first_they_are_told_that_it_has_ended() -> None:
    script = left(notify=True).says(BOB).replies(("deploy", "x"))
    script.shows().tell(f.CommandEnded(ID, "exited", 0))
    assert noticed(script) == [(CHANNEL, CommandOver("exited", "make all", waits=True))]


def test_text_from_outside_is_in_the_thread_from_its_beginning_on() -> None:
    assert running(outside="command").session.origins == ("command",)
    assert running().session.origins == ()


# Stop
def stop(script: Script, turn: int | None = None, command: str = "", by: Person = CYD) -> Script:
    return script.tell(f.StopRequested(by, CHANNEL, turn, command))


def test_a_stop_ends_what_its_turn_has_begun_and_no_more() -> None:
    script = left().says(ANA).replies(("read", "y")).starts("2.1.0").tell(f.ToolReturned("2.1.0", begun()))
    assert stop(script, 2).wanted(EndCommand) == [EndCommand("2.1.0")]
    assert not script.session.turn


def test_a_stop_while_no_turn_goes_on_ends_all() -> None:
    for script in (stop(left()), left().says(CYD, "stop"), left().says(CYD, "stop", addressed=False)):
        assert script.wanted(EndCommand) == [EndCommand(ID)]
        assert script.last_note == "Stopped."
    assert stop(left().tell(f.CommandEnded(ID, "exited", 0))).last_note == "That has already ended."


def test_a_late_stop_of_its_turn_ends_it_and_leaves_the_next() -> None:
    script = stop(left().says(ANA), 1)
    assert script.session.turn
    assert script.wanted(EndCommand) == [EndCommand(ID)]
    assert script.last_note == "Stopped."


def test_one_can_be_ended_alone() -> None:
    script = stop(left().says(ANA), command=ID)
    assert script.session.turn
    assert script.wanted(EndCommand) == [EndCommand(ID)]
    assert stop(script, command="9.9.9").last_note == "That has already ended."


def test_what_was_stopped_is_wanted_to_end_until_it_has_and_opens_nothing() -> None:
    script = stop(left(notify=True))
    assert stop(script).wanted(EndCommand) == [EndCommand(ID)]
    ended = script.tell(f.CommandEnded(ID, "stopped"))
    assert not ended.wanted(EndCommand)
    assert ended.session.turn is None
    assert "people stopped it" in told(ended.says(BOB))[0]


def test_what_was_stopped_while_it_began_ends_as_soon_as_it_is_known() -> None:
    script = stop(Script().says(BOB).replies(("read", "x")).starts(), 1)
    assert not script.wanted(RunTool)
    late = f.ToolReturned(ID, begun(outside="command"))
    assert script.tell(late, late).wanted(EndCommand) == [EndCommand(ID)]
    assert script.session.origins == ("command",)
    assert not script.tell(f.CommandEnded(ID, "stopped")).session.commands


def test_what_began_on_a_machine_that_was_taken_for_gone_ends_too() -> None:
    script = Script().says(BOB).replies(("deploy", "x"))
    script.shows().answers(ANA, Approve()).starts()
    script.tell(f.Resumed(2), f.ToolReturned(ID, begun()))
    assert script.wanted(EndCommand) == [EndCommand(ID)]


def looking() -> Script:
    """A heartbeat that Bob has set begins one, where nobody has spoken."""
    script = Script().tell(f.HeartbeatSet(BOB, CHANNEL, HeartbeatConfig(OWN, Interval(60.0), "is it red?")))
    script.tell(f.TimerScheduled(OWN, script.session.timers.heartbeats[0].schedule, 60.0))
    script.now = 60.0
    return (
        script.tell(f.TimerFired(OWN, 120.0), f.ChecklistRead(At(1, 1), "is it red?")).replies(("read", "x")).starts()
    )


def test_the_end_of_what_a_heartbeat_has_begun_is_heard_where_people_see_it_for_whoever_set_it() -> None:
    script = looking().tell(f.ToolReturned(ID, begun(notify=True))).replies(text="")
    assert not script.session.turn
    turn = script.tell(f.CommandEnded(ID, "exited", 0)).session.turn
    assert turn
    assert (turn.requester, turn.place, turn.policy) == (BOB, CHANNEL, COMMAND_ENDED)


def test_what_a_heartbeat_begins_as_it_is_stopped_ends_also_where_nobody_has_spoken() -> None:
    late = stop(looking()).tell(f.ToolReturned(ID, begun(notify=True)))
    assert late.wanted(EndCommand) == [EndCommand(ID)]


def test_a_result_that_comes_again_later_begins_nothing() -> None:
    script = left().tell(f.CommandEnded(ID, "exited", 0))
    assert not script.tell(f.ToolReturned(ID, begun())).session.commands


# Deletion
def test_a_thread_is_deleted_once_nothing_runs_in_it() -> None:
    script = left(notify=True).tell(f.DeleteRequested(ANA, CHANNEL))
    assert script.wanted(EndCommand) == [EndCommand(ID)]
    for post in script.session.postings.outbox:
        script.tell(f.PostSent(post.id, "ts"))
    assert not script.wanted(EraseThread)
    assert script.tell(f.CommandEnded(ID, "stopped")).wanted(EraseThread)
