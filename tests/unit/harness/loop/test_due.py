"""What the clock brings, as facts. Of timers, see the tests of wakeups and heartbeats."""

from dataclasses import replace

from harness.approvals.asks import Approve
from harness.approvals.hours import WorkCalendar, WorkingTime
from harness.chat.people import Person, Place
from harness.loop.due import due, next_due
from harness.loop.rules import Rules
from harness.sessions import facts as f
from harness.sessions.limits import Limits
from harness.sessions.usage import Usage
from harness.sessions.wants import STOPPABLE_AFTER
from harness.tools.calls import At, ToolCall, ToolResult
from harness.tools.changes import WakeupWanted
from harness.tools.schedules import Cron
from tests.laws.colleague import ANA, BOB, CYD, DEE, LEADS, USUAL
from tests.unit.harness.sessions.script import Script


def test_an_ask_expires_when_its_time_has_come_and_not_before() -> None:
    script = Script().says(BOB).replies(("deploy", "a")).shows()
    assert next_due(script.session, USUAL) == 100.0
    assert not list(due(script.session, USUAL, 99.0))
    assert list(due(script.session, USUAL, 100.0)) == [f.AskExpired("1.1.0#1")]


def test_working_time_is_limited_and_waiting_is_not() -> None:
    script = Script().says(BOB)
    assert next_due(script.session, USUAL) == STOPPABLE_AFTER, "first, it is offered to be stopped"
    assert next_due(script.tell(f.TurnLasted(1)).session, USUAL) == 50.0
    assert list(due(script.session, USUAL, 50.0)) == [f.LimitReached(1, "time")]
    script.now = 40.0
    script.replies(("deploy", "a"))
    assert f.LimitReached(1, "time") not in list(due(script.session, USUAL, 90.0))
    script.now = 90.0
    assert next_due(script.answers(ANA, Approve()).session, USUAL) == 100.0, "ten seconds are left"


def test_steps_and_cost_are_limited() -> None:
    script = Script().says(BOB)
    for number in range(6):
        script.replies(("read", f"x{number}")).runs(f"{script.session.turn.at}.0" if script.session.turn else "")
    assert list(due(script.session, USUAL, 0.0)) == [f.LimitReached(1, "steps")]
    costly: Rules = replace(USUAL, limits=Limits(cost=0.5))
    script = (
        Script()
        .says(BOB)
        .tell(
            f.ModelReplied(
                At(1, 1), 1, "", calls=(ToolCall("1.1.0", "deploy", '{"what": "a"}'),), usage=Usage(cost=0.5)
            )
        )
    )
    assert list(due(script.session, costly, 0.0)) == [f.LimitReached(1, "cost")]


def test_tokens_are_limited_by_all_that_are_sent_and_that_come() -> None:
    sized: Rules = replace(USUAL, limits=Limits(tokens=100))
    for usage, reached in ((Usage(90, 9), []), (Usage(90, 10), [f.LimitReached(1, "tokens")])):
        calls = (ToolCall("1.1.0", "deploy", '{"what": "a"}'),)
        script = Script().says(BOB).tell(f.ModelReplied(At(1, 1), 1, "", calls=calls, usage=usage))
        assert list(due(script.session, sized, 0.0)) == reached


def test_what_is_said_while_a_turn_waits_is_limited_by_tokens_too_and_does_not_end_it() -> None:
    sized: Rules = replace(USUAL, limits=Limits(tokens=100))
    script = Script().says(BOB).replies(("deploy", "x")).says(BOB, "why?")
    used = f.AsideReplied(
        at=At(1, 1), aside=1, through=script.session.inbox.requested_through, text="So.", usage=Usage(100)
    )
    assert list(due(script.tell(used).session, sized, 0.0)) == [f.LimitReached(1, "asides")]


def test_an_overdue_ask_is_shown_to_people_by_their_account_of_that_platform_unless_they_are_there_by_another() -> None:
    zoe = Person("other", "T", "zoe", "Zoe", LEADS, accounts=("other:T:zoe", "test:T:z"))
    rules = replace(USUAL, people=(zoe, CYD), remind=60.0)
    script = Script(rules).says(BOB).replies(("deploy", "a")).shows()
    [overdue] = [fact for fact in due(script.session, rules, 60.0) if isinstance(fact, f.AskOverdue)]
    assert overdue.copies == (Place("test", "T", "@z"), Place.direct(CYD))
    script.says(replace(zoe, platform="test", user="z"), "me too")
    [overdue] = [fact for fact in due(script.session, rules, 60.0) if isinstance(fact, f.AskOverdue)]
    assert overdue.copies == (Place.direct(CYD),)


def test_an_open_ask_is_overdue_after_a_while_and_shown_to_deciders_who_are_not_there() -> None:
    rules = replace(USUAL, people=(ANA, CYD, DEE, Person("other", "T", "zoe", "Zoe", LEADS)), remind=60.0)
    script = Script(rules).says(BOB).says(ANA, "careful").replies(("deploy", "a")).shows()
    assert not [fact for fact in due(script.session, rules, 59.0) if isinstance(fact, f.AskOverdue)]
    assert next_due(script.session, rules) == 60.0
    [overdue] = [fact for fact in due(script.session, rules, 60.0) if isinstance(fact, f.AskOverdue)]
    assert overdue == f.AskOverdue("1.1.0#1", (Place.direct(CYD),)), "Ana is there, Dee may not, Zoe is elsewhere"
    assert not [x for x in due(script.tell(overdue).session, rules, 61.0) if isinstance(x, f.AskOverdue)]
    never = replace(rules, remind=None)
    open_ask = Script(never).says(BOB).replies(("deploy", "a")).shows().session
    assert not [x for x in due(open_ask, never, 99.0) if isinstance(x, f.AskOverdue)]


def test_people_are_reminded_while_they_work() -> None:
    registry = WorkingTime(begin=9 * 60, end=18 * 60)
    rules = replace(USUAL, remind=60.0, calendar=WorkCalendar(registry))
    script = Script(rules).says(BOB).replies(("deploy", "a")).shows()  # Thursday, 1970-01-01 00:00 UTC
    early = [x for x in due(script.session, rules, 9 * 3600 - 1) if isinstance(x, f.AskOverdue)]
    overdue = [x for x in due(script.session, rules, 9 * 3600) if isinstance(x, f.AskOverdue)]
    assert (len(early), len(overdue)) == (0, 1)


def test_a_wakeup_that_recurs_counts_the_times_that_passed_while_nobody_was_there() -> None:
    script = Script().says(BOB).replies(("read", "x")).starts()
    wanted = WakeupWanted(60.0, "look", Cron("0 9 * * *", "UTC"))
    script.tell(f.ToolReturned("1.1.0", ToolResult("", changes=(wanted,)))).replies(text="ok")
    [wakeup] = script.session.timers.wakeups
    script.now = wakeup.at + 50.0  # it comes every 20 s
    fired = [fact for fact in due(script.session, USUAL, script.now) if isinstance(fact, f.TimerFired)]
    assert [fact.missed for fact in fired] == [2]
