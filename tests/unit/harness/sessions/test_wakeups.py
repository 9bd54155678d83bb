"""A session is woken when it asked for it, once."""

from dataclasses import replace

import pytest

from harness.approvals.asks import Approve
from harness.approvals.gate import Verdict
from harness.chat.people import Place
from harness.context.transcript import transcript
from harness.loop.due import due
from harness.sessions import facts as f
from harness.sessions.call_status import Asked, Cleared
from harness.sessions.effects import ContinueTurn, Post, WakeAt
from harness.sessions.entries import Noted
from harness.sessions.notices import WakeupLate
from harness.sessions.policies import WAKEUP
from harness.sessions.timers import Timers
from harness.sessions.wakeup import BACKOFF, LATE, Wakeup
from harness.tools.calls import At, ToolResult
from harness.tools.changes import TimerDropped, WakeupWanted
from harness.tools.schedules import Cron, Once
from harness.wording.notices import said
from tests.laws.colleague import ANA, BOB, CHANNEL, CYD, DM, LOOSER, USUAL
from tests.unit.harness.sessions.script import Script

NOTE = "is it deployed?"
CAME = f.TimerFired("1.1.0")


def asleep() -> Script:
    """At rest, until 600."""
    script = Script().says(BOB).replies(("read", "x")).starts()
    script.tell(f.ToolReturned("1.1.0", ToolResult("scheduled", changes=(WakeupWanted(600.0, NOTE, Once(600.0)),))))
    return script.replies(text="I will look again.")


def test_the_time_is_waited_for_and_comes_as_a_fact() -> None:
    script = asleep()
    assert script.session.turn is None
    assert script.wanted(WakeAt) == [WakeAt(600.0, CAME)]
    assert not list(due(script.session, USUAL, 599.0))
    assert list(due(script.session, USUAL, 600.0)) == [CAME]


def test_it_opens_a_turn_for_whoever_it_was_asked_for_once() -> None:
    script = asleep()
    script.tell(CAME)
    assert script.session.turn is None, "it is not due"
    script.now = 600.0
    script.tell(CAME)
    turn = script.session.turn
    assert turn
    assert (turn.requester, turn.place, turn.policy) == (BOB, CHANNEL, WAKEUP)
    assert not script.session.timers.wakeups
    script.replies(text="It is.")
    assert script.tell(CAME).session.turn is None


def test_it_is_heard_at_the_next_step_of_a_turn_that_goes_on() -> None:
    script = asleep().says(ANA, place=DM)
    script.now = 600.0
    script.tell(CAME)
    assert script.session.turn
    assert script.session.turn.requester == ANA
    assert script.replies(text="done").session.turn, "it is still to be heard"


def test_what_is_not_wanted_any_more_does_not_come() -> None:
    script = asleep().says(BOB).replies(("read", "x")).starts("2.1.0")
    script.tell(f.ToolReturned("2.1.0", ToolResult("cancelled", changes=(TimerDropped("1.1.0"),))))
    script.replies(text="done")
    assert not script.wanted(WakeAt)
    assert script.tell(CAME).session.turn is None


def test_how_often_it_was_asked_for_is_counted_until_a_person_speaks() -> None:
    script = asleep()
    assert script.session.timers.self_wakeups == 1
    assert script.says(replace(ANA, bot=True)).session.timers.self_wakeups == 1, "a bot is none"
    assert script.says(BOB).session.timers.self_wakeups == 0


def test_a_mode_that_lets_everything_through_does_not_where_no_person_opened_the_turn() -> None:
    script = both(WakeupWanted(600.0, NOTE, DAILY)).replies(("deploy", "a"))
    [call] = script.session.turn.calls if script.session.turn else ()
    assert isinstance(call.status, Asked)
    asked = Script(LOOSER).says(BOB).replies(("deploy", "a")).session
    assert asked.turn
    assert asked.turn.at == At(1, 1)
    assert not asked.asks.open


def test_people_keep_it_from_waking_and_are_told() -> None:
    script = asleep().tell(f.TimerEnded("1.1.0", "", by=ANA, place=CHANNEL))
    assert script.last_note == f"Cancelled: {NOTE}"
    assert not script.wanted(WakeAt)
    assert script.tell(CAME).session.turn is None
    assert script.tell(f.TimerEnded("1.1.0", "", by=ANA, place=CHANNEL)).last_note == "That is no longer scheduled."
    assert transcript(script.says(BOB).rows)[-2] == Noted(f"Ana cancelled that you are woken: {NOTE}")


DAILY = Cron("0 9 * * *", "UTC")


def every_day() -> Script:
    script = Script().says(BOB).replies(("read", "x")).starts()
    script.tell(f.ToolReturned("1.1.0", ToolResult("scheduled", changes=(WakeupWanted(600.0, NOTE, DAILY),))))
    return script.replies(text="Every day, then.")


def test_what_comes_again_says_when_and_is_waited_for_again() -> None:
    script = every_day()
    rules = replace(USUAL, next_after=lambda again, now: now + 86_400 if again == DAILY else None)
    assert list(due(script.session, rules, 600.0)) == [replace(CAME, next=87_000.0)]
    script.now = 600.0
    assert script.tell(replace(CAME, next=87_000.0)).session.turn
    assert [wake.when for wake in script.wanted(WakeAt) if isinstance(wake.then, f.TimerFired)] == [87_000.0]
    assert script.tell(replace(CAME, next=999_999.0)).session.timers.wakeups[0].at == 87_000.0, "told once more"


def test_what_comes_again_is_passed_over_while_there_is_something_else_to_do() -> None:
    script = every_day().says(ANA, place=DM)
    script.now = 600.0
    script.tell(replace(CAME, next=87_000.0)).replies(text="done")
    assert script.session.turn is None
    assert script.session.timers.wakeups[0].at == 87_000.0
    assert not [entry for entry in transcript(script.rows) if isinstance(entry, Noted)]


def test_what_never_comes_again_is_forgotten() -> None:
    script = every_day()
    script.now = 600.0
    assert not script.tell(CAME).session.timers.wakeups


def test_the_clock_says_what_is_passed_over_and_why() -> None:
    script = every_day().says(ANA, place=DM)
    rules = replace(USUAL, next_after=lambda again, now: now + 86_400)
    skipped = f.TimerSkipped("1.1.0", "at-work", 87_000.0)
    assert next(due(script.session, rules, 600.0)) == skipped
    script.now = 600.0
    assert script.tell(skipped).session.timers.wakeups[0].skipped == 1
    assert script.session.timers.wakeups[0].at == 87_000.0
    assert script.tell(skipped).session.timers.wakeups[0].skipped == 1, "told once more"


def test_what_is_paused_does_not_come_until_it_goes_on() -> None:
    script = asleep().tell(f.WakeupPaused(ANA, CHANNEL, "1.1.0", True))
    assert script.last_note == f"Paused: {NOTE}"
    assert not script.wanted(WakeAt)
    script.now = 600.0
    assert script.tell(CAME).session.turn is None
    script.tell(f.WakeupPaused(ANA, CHANNEL, "1.1.0", False))
    assert script.last_note == f"Resumed: {NOTE}"
    assert script.tell(CAME).session.turn, "what comes once comes late"


def test_a_time_that_passed_during_a_pause_is_passed_over_if_another_follows() -> None:
    script = every_day().tell(f.WakeupPaused(ANA, CHANNEL, "1.1.0", True))
    script.now = 900.0
    script.tell(f.WakeupPaused(ANA, CHANNEL, "1.1.0", False))
    rules = replace(USUAL, next_after=lambda again, now: now + 86_400)
    [skipped] = due(script.session, rules, 900.0)
    assert skipped == f.TimerSkipped("1.1.0", "paused", 87_300.0)
    assert script.tell(skipped).session.turn is None
    assert not list(due(script.session, rules, 900.0))
    script.now = 87_300.0
    assert script.tell(CAME).session.turn


def test_people_have_it_come_now_and_what_comes_again_comes_as_before() -> None:
    script = every_day().tell(f.TimerTriggered(ANA, CHANNEL, "1.1.0"))
    turn = script.session.turn
    assert turn
    assert (turn.requester, turn.policy) == (BOB, WAKEUP)
    assert script.session.timers.wakeups[0].at == 600.0
    assert transcript(script.rows)[-1] == Noted(f"Ana wants now what you asked to be woken for, for Bob: {NOTE}")
    once = asleep().tell(f.TimerTriggered(ANA, CHANNEL, "1.1.0"))
    assert once.session.turn
    assert not once.session.timers.wakeups
    assert once.tell(f.TimerTriggered(ANA, CHANNEL, "1.1.0")).last_note == "That is no longer scheduled."


def fails(script: Script) -> Script:
    assert script.session.turn
    return script.tell(f.ModelFailed(script.session.turn.at, "overloaded"))


def told(script: Script) -> list[str]:
    return [
        said(post).plain
        for post in script.session.postings.outbox
        if isinstance(post, Post) and post.id.startswith("end-")
    ]


def test_what_fails_is_tried_again_ever_later_and_that_is_told_once() -> None:
    script = asleep()
    for wait in BACKOFF:
        script.now = script.session.timers.wakeups[0].at
        fails(script.tell(CAME))
        assert script.session.timers.wakeups[0].at == script.now + wait
    assert [text.partition(" Not")[0] for text in told(script)] == [
        "The model failed: overloaded; I will try again later."
    ]
    script.now = script.session.timers.wakeups[0].at
    fails(script.tell(CAME))
    assert not script.session.timers.wakeups, "now and then it has to end"
    assert len(told(script)) == 2
    assert script.session.last
    assert script.session.last.resumes


def test_what_comes_again_is_tried_until_then_and_forgets_what_failed_once_it_is_well() -> None:
    script = every_day()
    script.now = 600.0
    fails(script.tell(replace(CAME, next=620.0)))
    assert script.session.timers.wakeups[0].at == 620.0, "sooner than it would be tried"
    script.now = 620.0
    fails(script.tell(replace(CAME, next=87_000.0)))
    assert script.session.timers.wakeups[0].at == 680.0
    assert len(told(script)) == 1
    script.now = 680.0
    script.tell(replace(CAME, next=87_000.0)).replies(text="It is.")
    assert (script.session.timers.wakeups[0].tries, script.session.timers.wakeups[0].at) == (0, 87_000.0)


def test_what_is_cancelled_meanwhile_is_not_tried_again() -> None:
    script = every_day()
    script.now = 600.0
    script.tell(replace(CAME, next=87_000.0), f.TimerEnded("1.1.0", "", by=ANA, place=CHANNEL))
    assert not fails(script).session.timers.wakeups


def test_nor_is_what_comes_once_if_it_is_cancelled_in_the_turn_that_it_has_opened() -> None:
    script = asleep()
    script.now = 600.0
    script.tell(CAME, f.TimerEnded("1.1.0", "", by=ANA, place=CHANNEL))
    assert script.last_note == f"Cancelled: {NOTE}"
    assert script.session.turn, "stop is another word"
    assert not fails(script).session.timers.wakeups
    assert Noted(f"Ana cancelled that you are woken: {NOTE}") in transcript(script.says(ANA).rows)


def test_what_is_paused_in_the_turn_that_it_has_opened_waits_if_that_fails() -> None:
    script = asleep()
    script.now = 600.0
    fails(script.tell(CAME, f.WakeupPaused(ANA, CHANNEL, "1.1.0", True)))
    assert script.session.timers.wakeups[0].paused
    assert "I will try again once it is resumed." in script.last_note
    assert not script.wanted(WakeAt)
    script.tell(f.WakeupPaused(ANA, CHANNEL, "1.1.0", False))
    assert script.wanted(WakeAt) == [WakeAt(600.0 + BACKOFF[0], CAME)]


@pytest.mark.parametrize(("asked", "verdict"), [(True, Verdict.ALLOW), (False, Verdict.ASK)])
def test_what_its_mode_lets_through_is_let_through_if_somebody_allowed_just_that(asked: bool, verdict: Verdict) -> None:
    wanted = ToolResult("scheduled", changes=(WakeupWanted(600.0, NOTE, Once(600.0), unasked=True),))
    script = Script(USUAL if asked else LOOSER).says(BOB).replies(("deploy", "x"))
    if asked:
        script.answers(ANA, Approve())
    script.starts().tell(f.ToolReturned("1.1.0", wanted)).replies(text="Then.")
    assert script.session.timers.wakeups[0].allowed_by == ("Ana" if asked else "")
    script.rules, script.now = LOOSER, 600.0
    script.tell(CAME).replies(("deploy", "a"))
    [call] = script.session.turn.calls if script.session.turn else ()
    assert isinstance(call.status, Asked | Cleared)
    assert call.status.ruling.verdict is verdict


def test_where_we_are_to_say_nothing_any_more_nothing_comes_and_whoever_it_was_for_is_told() -> None:
    rules = replace(USUAL, silent=lambda place: place == CHANNEL)
    script = asleep()
    [skipped] = due(script.session, rules, 600.0)
    assert skipped == f.TimerSkipped("1.1.0", "replies-off")
    script.now = 600.0
    script.tell(skipped)
    assert script.session.turn is None
    assert not script.session.timers.wakeups
    [post] = [
        item for item in script.session.postings.outbox if isinstance(item, Post) and item.id.startswith("missed-")
    ]
    assert post.place == Place.direct(BOB)
    assert NOTE in said(post).plain


def test_what_came_during_a_turn_that_ends_before_it_is_heard_comes_again() -> None:
    script = asleep().says(ANA, place=DM)
    script.now = 600.0
    script.tell(CAME)
    assert not [fact for fact in due(script.session, USUAL, 600.0) if isinstance(fact, f.TimerFired)]
    fails(script)
    assert script.session.turn is None
    assert not list(due(script.session, USUAL, 629.0))
    script.now = 630.0
    assert list(due(script.session, USUAL, 630.0)) == [CAME]
    script.tell(CAME)
    turn = script.session.turn
    assert turn
    assert (turn.requester, turn.policy, turn.place) == (BOB, WAKEUP, CHANNEL)
    script.replies(text="It is deployed.")
    assert not script.session.timers.wakeups


def test_what_came_during_a_turn_is_not_told_again_once_another_has_heard_it() -> None:
    script = asleep().says(ANA, place=DM)
    script.now = 600.0
    script.tell(CAME, f.StopRequested(ANA, DM, None))
    assert script.session.turn is None
    script.says(ANA).replies(text="It is deployed.")
    assert not script.session.timers.wakeups


def test_people_keep_what_has_come_from_coming_again() -> None:
    script = asleep().says(ANA, place=DM)
    script.now = 600.0
    script.tell(CAME, f.TimerEnded("1.1.0", "", by=ANA, place=CHANNEL))
    assert not fails(script).session.timers.wakeups


def both(*change: WakeupWanted) -> Script:
    """What comes again and again, at one time."""
    script = Script(LOOSER).says(BOB).replies(*[("read", str(number)) for number in range(len(change))])
    for number, wanted in enumerate(change):
        script.starts(f"1.1.{number}").tell(f.ToolReturned(f"1.1.{number}", ToolResult("ok", changes=(wanted,))))
    script.replies(text="Every day.")
    script.now = 600.0
    return script.tell(*due(script.session, replace(LOOSER, next_after=lambda again, now: now + 86_400), 600.0))


DAILY = Cron("10 0 * * *", "UTC")


def test_what_comes_again_at_the_same_time_is_heard_at_once() -> None:
    script = both(WakeupWanted(600.0, "report", DAILY), WakeupWanted(600.0, "tidy up", DAILY))
    assert [(wakeup.at, wakeup.skipped) for wakeup in script.session.timers.wakeups] == [(87_000.0, 0), (87_000.0, 0)]
    assert script.session.turn
    assert script.session.turn.through == script.session.head, "by the first request"
    assert [entry.text for entry in transcript(script.rows)[-2:] if isinstance(entry, Noted)] == [
        "The time that you asked to be woken at, for Bob: report",
        "The time that you asked to be woken at, for Bob: tidy up",
    ]
    assert script.replies(text="Both done.").session.turn is None


def test_what_is_heard_along_with_it_is_allowed_nothing_by_it() -> None:
    script = both(WakeupWanted(600.0, "report", DAILY), WakeupWanted(600.0, "deploy", Once(600.0)))
    turn = script.session.turn
    assert turn
    assert turn.wakeup
    free = replace(script.session, turn=replace(turn, wakeup=replace(turn.wakeup, allowed_by="Ana")))
    assert free.turn
    assert free.turn.unasked
    more = Wakeup(id="1.1.9", schedule=Once(600.0), by=BOB, place=CHANNEL, at=600.0, note="more")
    script.session = replace(free, timers=Timers((more,)))
    script.tell(f.TimerFired("1.1.9"))
    assert script.session.turn
    assert not script.session.turn.unasked


def test_what_fails_again_is_told_again_only_if_somebody_has_spoken_meanwhile() -> None:
    script = both(WakeupWanted(600.0, "report", DAILY)).muses(ANA, "and the numbers of May")

    def fails_later() -> list[str]:
        posts = {item.id: said(item).plain for item in fails(script).session.postings.outbox if isinstance(item, Post)}
        for item in script.session.postings.outbox:
            script.tell(f.PostSent(item.id, f"ts-{item.id}"))
        script.now += BACKOFF[-1]
        script.tell(*due(script.session, replace(LOOSER, next_after=lambda again, now: now + 86_400), script.now))
        return [text for id, text in posts.items() if id.startswith("end-")]

    first = fails_later()
    assert len(first) == 1
    assert first[0].endswith("I will try again later. Not read yet: messages from Ana.")
    assert fails_later() == []
    assert fails_later() == []
    script.muses(ANA, "and those of June")
    assert len(fails_later()) == 1


def test_what_comes_while_something_is_to_be_decided_is_told_in_time() -> None:
    script = asleep().says(ANA, place=DM).replies(("deploy", "a"))
    assert script.session.asks.open
    script.now = 600.0
    script.tell(CAME)
    told = [(item.place, said(item).plain) for item in script.session.postings.outbox if isinstance(item, Post)][-1]
    assert told == (CHANNEL, f"This is due, but I'm waiting for a decision first: {NOTE}")
    assert script.session.asks.open, "it goes on"
    script.answers(CYD, Approve(), ask="2.1.0#1").runs("2.1.0").replies(text="Done, and it is deployed.")
    assert (script.session.turn, script.session.timers.wakeups) == (None, ())


def test_what_comes_again_and_is_paused_is_not_tried_again_when_it_was_wanted_now() -> None:
    script = every_day().tell(f.WakeupPaused(ANA, CHANNEL, "1.1.0", True), f.TimerTriggered(ANA, CHANNEL, "1.1.0"))
    fails(script)
    assert script.session.timers.wakeups[0].at == 600.0
    [end] = [item for item in script.session.postings.outbox if isinstance(item, Post) and item.id.startswith("end-")]
    assert "try again" not in said(end).plain
    assert end.action == ContinueTurn(2, again=True), "but by whoever wants it"


def test_one_that_comes_late_says_so_and_how_often_it_was_missed() -> None:
    script = asleep()
    [wakeup] = script.session.timers.wakeups
    script.now = wakeup.at + 3 * 86_400.0
    script.tell(f.TimerFired(wakeup.id, missed=2))
    [post] = [post for post in script.session.postings.outbox if isinstance(post, Post) and post.id.startswith("late-")]
    assert post.notice == WakeupLate(wakeup.note, wakeup.at, 3 * 86_400.0, 2)


def test_one_that_comes_in_time_or_is_tried_again_is_not_late() -> None:
    [wakeup] = asleep().session.timers.wakeups
    assert wakeup.overdue(wakeup.at + LATE - 1) is None
    assert replace(wakeup, tries=1).overdue(wakeup.at + 2 * LATE) is None
    assert wakeup.overdue(wakeup.at + LATE) == wakeup.at
