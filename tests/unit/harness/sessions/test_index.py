"""How a thread is listed: where it was at work, what it is called, and what it waits for."""

from harness.approvals.asks import Approve
from harness.approvals.deciders import Deciders, keys_of
from harness.sessions import facts as f
from harness.sessions.index import listing, people
from harness.tools.heartbeats import OWN, HeartbeatConfig
from harness.tools.schedules import Interval
from tests.laws.colleague import ANA, BOB, CHANNEL, DEE, DM, LEADS
from tests.unit.harness.sessions.script import Script

HEARTBEAT = HeartbeatConfig(OWN, Interval(300.0))


def test_what_nobody_has_talked_in_is_not_listed() -> None:
    assert listing(Script().tell(f.ModelChosen(BOB, CHANNEL, "small")).session) is None
    assert listing(Script().says(DEE, "lunch?", addressed=False).session) is None


def test_a_thread_that_waits_for_people_says_so_and_who_took_part() -> None:
    script = Script().says(BOB, "deploy\nit all").replies(("deploy", "a"))
    script.now = 7.0
    listed = listing(script.says(ANA, "careful").session)
    assert listed
    assert (listed.place, listed.title, listed.waits, listed.at) == (CHANNEL, "deploy it all", True, 7.0)
    assert listed.people == {ANA.id, BOB.id}
    after = listing(script.answers(BOB, Approve()).runs().replies(text="done").session)
    assert after
    assert not after.waits


def test_whom_it_concerns_is_listed_by_what_is_open_and_what_is_to_come() -> None:
    script = Script().says(BOB, "deploy").replies(("deploy", "a")).tell(f.HeartbeatSet(ANA, CHANNEL, HEARTBEAT))
    listed = listing(script.session)
    assert listed
    assert keys_of(BOB) <= listed.deciders
    assert not keys_of(DEE) & listed.deciders
    assert listed.scheduled == ANA.ids
    after = listing(script.answers(BOB, Approve()).tell(f.TimerEnded(HEARTBEAT.id, "", by=ANA, place=CHANNEL)).session)
    assert after
    assert not after.deciders | after.scheduled
    wished = listing(script.tell(f.ModeRequested(BOB, DM, "free", "", needs=Deciders(LEADS, requester=False))).session)
    assert wished
    assert wished.deciders == Deciders(LEADS, requester=False).keys(BOB)


def test_who_was_served_last_takes_part_and_so_does_who_spoke_since() -> None:
    rested = Script().says(BOB).replies(text="hi")
    assert people(rested.session) == {BOB.id}
    assert people(rested.says(DEE, "lunch?", addressed=False).session) == {BOB.id, DEE.id}


def test_a_request_for_a_mode_waits_for_people_too() -> None:
    script = Script().says(BOB).replies(text="hi").tell(f.PlaceBound(BOB, DM))
    listed = listing(script.session)
    assert listed
    assert (listed.place, listed.waits) == (DM, False)
    asks = listing(script.tell(f.ModeRequested(BOB, DM, "free", "", needs=Deciders(requester=False))).session)
    assert asks
    assert asks.waits


def test_where_the_workspace_has_a_heartbeat_or_people_have_ended_it_is_known() -> None:
    def arranged() -> bool:
        listed = listing(script.session)
        return listed is not None and listed.arranged

    script = Script().tell(f.HeartbeatSet(BOB, CHANNEL, HeartbeatConfig(OWN, Interval(300.0))))
    assert not arranged(), "it was set here"
    script.tell(f.HeartbeatSet(BOB, CHANNEL, HeartbeatConfig("file-1", Interval(300.0))))
    assert arranged()
    script.tell(f.TimerEnded(OWN, "", by=ANA, place=CHANNEL), f.TimerEnded("file-1", "", by=ANA, place=CHANNEL))
    listed = listing(script.session)
    assert listed
    assert (listed.arranged, listed.waits) == (True, False)
    script.tell(f.TimerEnded("file-1", "removed"))
    assert not arranged()
