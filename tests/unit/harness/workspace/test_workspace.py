from zoneinfo import ZoneInfo

from harness.approvals.gate import Gate, Verdict
from harness.approvals.hours import WorkCalendar, WorkingTime
from harness.chat.people import Place
from harness.tools.heartbeats import HeartbeatConfig
from harness.tools.schedules import Interval
from harness.workspace.heartbeats import Placed
from harness.workspace.workspace import USUAL_RULES, Member, Workspace
from tests.unit.harness.workspace.tools import TOOLS, call


def test_without_a_word_looking_is_allowed_and_all_else_is_asked():
    gate = Gate(TOOLS, USUAL_RULES)

    assert {name: gate.judge(call(name), 0).verdict for name in TOOLS if TOOLS[name].kind == "action"} == {
        "look": Verdict.ALLOW,
        "write_file": Verdict.ASK,
        "edit_file": Verdict.ASK,
        "execute": Verdict.ASK,
    }


def test_there_is_always_a_mode_and_it_is_the_default_one():
    assert Workspace().default_mode in Workspace().modes


def test_zones_and_hours_are_everybodys_but_for_who_has_their_own():
    registry = WorkingTime(zone=ZoneInfo("Europe/Berlin"))
    tokyo = WorkingTime(zone=ZoneInfo("Asia/Tokyo"))
    people = (Member("slack:T1:U1"), Member("slack:T1:U2", works=tokyo, zone="Asia/Tokyo"))
    workspace = Workspace(people=people, works=registry)

    assert workspace.zones == {"": "Europe/Berlin", "slack:T1:U2": "Asia/Tokyo"}
    assert workspace.calendar == WorkCalendar(registry, (people[0].person, people[1].person), {"slack:T1:U2": tokyo})
    assert Workspace().zones == {}


def test_the_models_of_heartbeats_may_be_thought_with_too():
    beat = HeartbeatConfig("file-1", Interval(300.0), model="openai/small")
    workspace = Workspace(model="openai/large", heartbeats=(Placed(Place("slack", "T1", "C1"), beat),))

    assert workspace.models == {"openai/large", "openai/small"}
