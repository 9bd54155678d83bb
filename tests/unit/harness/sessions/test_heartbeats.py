"""A heartbeat looks by itself, and nobody sees that it did, but for what it reports."""

from dataclasses import replace

import pytest

from harness.approvals.asks import Approve, Reject
from harness.context.transcript import transcript
from harness.context.window import Window
from harness.loop.due import due, next_due
from harness.sessions import facts as f
from harness.sessions.effects import AdjustHeartbeat, CallModel, Post, ReadChecklist, SettleCard, WakeAt, WithdrawAction
from harness.sessions.entries import Looked, Said, Spoke
from harness.sessions.fold import apply
from harness.sessions.heartbeat import IDLE, MOST, Heartbeat, LookOutcome
from harness.sessions.heartbeats import is_empty
from harness.sessions.index import listing
from harness.sessions.policies import HEARTBEAT, PERSON, WAKEUP
from harness.sessions.reasons import GaveWay
from harness.sessions.session import Session
from harness.tools.calls import REPORT, At, ToolResult
from harness.tools.changes import HeartbeatWanted, Reported, TimerDropped, WakeupWanted
from harness.tools.heartbeats import OWN, HeartbeatConfig
from harness.tools.schedules import Interval, Once, Schedule
from harness.wording.notices import said
from tests.laws.colleague import ANA, BOB, CHANNEL, DM, USUAL
from tests.unit.harness.sessions.script import Script

EVERY = 1_800.0
BEAT = HeartbeatConfig(OWN, Interval(EVERY), "- is it red?")


class Beating(Script):
    """A thread in which Bob has set a heartbeat."""

    def __init__(self, config: HeartbeatConfig = BEAT) -> None:
        super().__init__()
        self.now = 1_000_000.0
        self.says(BOB).replies(text="hello").tell(f.HeartbeatSet(BOB, CHANNEL, config)).rules_say()
        self.arrives()

    @property
    def heartbeat(self) -> Heartbeat:
        [heartbeat] = self.session.timers.heartbeats
        return heartbeat

    def rules_say(self) -> "Beating":
        while said := list(due(self.session, self.rules, self.now)):
            self.tell(*said)
        return self

    def arrives(self) -> "Beating":
        for item in self.session.postings.outbox:
            self.tell(f.PostSent(item.id, f"ts-{item.id}"))
        return self

    def passes(self, seconds: float = EVERY) -> "Beating":
        self.now += seconds
        return self.rules_say()

    def looks(self, digest: str = "", checklist: str = BEAT.checklist) -> "Beating":
        assert self.session.turn
        self.tell(f.ChecklistRead(self.session.turn.at, checklist, found=digest, digest=digest))
        return self

    def reports(self, text: str = "", notify: bool = True) -> "Beating":
        assert self.session.turn
        id = f"{self.session.turn.at}.0"
        self.replies((REPORT, "x"), text="unseen").starts(id)
        self.tell(f.ToolReturned(id, ToolResult("done", changes=(Reported(notify, text),))))
        return self

    def beats(self, text: str = "", notify: bool = True) -> "Beating":
        """All of one, until its posts have arrived."""
        return self.passes().looks().reports(text, notify).arrives()

    @property
    def posts(self) -> list[str]:
        return [said(item).plain for item in self.session.postings.outbox if isinstance(item, Post) and item.to is None]


def test_it_comes_when_it_was_to_come_and_again() -> None:
    script = Beating()
    assert script.heartbeat.at == script.now + EVERY
    begun = script.now
    assert next_due(script.session, USUAL) == begun + EVERY
    assert not list(due(script.session, USUAL, begun + EVERY - 1))
    script.passes()
    turn = script.session.turn
    assert turn
    assert (turn.requester, turn.place, turn.policy, turn.heartbeat) == (BOB, CHANNEL, HEARTBEAT, OWN)
    assert script.heartbeat.at == begun + 2 * EVERY


def test_everybody_is_told_that_somebody_has_set_one() -> None:
    script = Script().tell(f.HeartbeatSet(BOB, CHANNEL, BEAT))
    assert "Bob set a heartbeat: I check every 30 min" in script.last_note
    assert script.tell(f.HeartbeatSet(BOB, CHANNEL, BEAT)).last_note == "It is already set like that."
    assert len(script.session.timers.heartbeats) == 1


def test_the_list_is_read_before_the_model_is_asked() -> None:
    script = Beating(HeartbeatConfig(OWN, Interval(EVERY), "- look", check="git log -1")).passes()
    assert script.wanted(ReadChecklist) == [ReadChecklist(At(2, 1), "- look", "git log -1")]
    assert not script.wanted(CallModel)
    script.looks("one commit")
    assert not script.wanted(ReadChecklist)
    assert script.wanted(CallModel)
    [*_, noted] = transcript(script.rows)
    assert isinstance(noted, Looked)
    assert "on behalf of Bob" in noted.text
    assert "- is it red?" in noted.text
    assert '<outside from="command">\none commit\n</outside>' in noted.text


@pytest.mark.parametrize(
    "checklist",
    ["", " \n", "# Heartbeat\n\n", "<!-- put\n- it here -->\n", "- [ ]\n-\n1.\n", "## A\n* \n", "<!-- to come\n- it"],
)
def test_nothing_on_the_list_nothing_asked(checklist: str) -> None:
    assert is_empty(checklist)
    script = Beating().passes().looks(checklist=checklist)
    assert script.session.turn is None
    assert script.heartbeat.silent == 0, "it cost nothing"
    assert script.heartbeat.last == LookOutcome("empty")


@pytest.mark.parametrize(
    "checklist",
    ["look", "# A\n- b", "- [ ] c", "<!-- d --> e", "#123 look at it", "#general: is it quiet?", " " * 10_000 + "f"],
    ids=range(7),
)
def test_anything_else_is_asked(checklist: str) -> None:
    assert not is_empty(checklist)
    assert Beating().passes().looks(checklist=checklist).wanted(CallModel)


def test_a_long_list_of_comments_that_are_not_closed_is_read_at_once() -> None:
    assert is_empty("<!--" * 100_000)


@pytest.mark.parametrize(
    ("checklist", "check", "asked"),
    [("- look", "git log -1", False), ("- else", "git log -1", True), ("- look", "ls", True)],
)
def test_what_the_check_found_is_asked_if_what_is_to_be_looked_at_is_changed(
    checklist: str, check: str, asked: bool
) -> None:
    script = (
        Beating(HeartbeatConfig(OWN, Interval(EVERY), "- look", check="git log -1"))
        .passes()
        .looks("one")
        .reports(notify=False)
    )
    script.tell(
        f.HeartbeatSet(ANA, CHANNEL, HeartbeatConfig(OWN, Interval(2 * EVERY), checklist, check=check))
    ).rules_say()
    assert script.arrives().passes(2 * EVERY).wanted(ReadChecklist)[0].known == ("" if asked else "one")
    assert (script.looks("one").session.turn is not None) is asked


def test_what_the_check_found_before_is_not_asked_again() -> None:
    script = Beating().passes().looks("one").reports(notify=False)
    assert script.passes().looks("one").session.turn is None
    assert script.heartbeat.last == LookOutcome("nothing-new")
    assert script.passes().looks("two").wanted(CallModel)


def test_what_nobody_looked_at_is_still_new() -> None:
    script = Beating().passes().looks("one")
    script.tell(f.ModelFailed(At(2, 1), "no answer"))
    assert script.session.turn is None
    assert script.passes().looks("one").wanted(CallModel)


def test_what_it_reports_is_posted_with_its_buttons() -> None:
    script = Beating().passes().looks().reports("it is red")
    assert script.posts == ["it is red"]
    [post] = [item for item in script.session.postings.outbox if isinstance(item, Post)]
    assert (post.place, post.action) == (CHANNEL, AdjustHeartbeat(OWN, 2))
    assert script.session.turn is None


def test_silence_is_the_default_and_prose_is_never_seen() -> None:
    script = Beating().passes().looks().replies(text="HEARTBEAT_OK, all is well")
    assert script.session.turn is None
    assert not script.session.postings.outbox
    assert not script.passes().looks().reports("not now", notify=False).session.postings.outbox


def followed(script: Script) -> Window:
    window, session = Window(), Session()
    for row in script.rows:
        after = apply(session, row)
        window.follow(session, row, after)
        session = after
    return window


def test_what_it_looked_at_for_nothing_is_not_remembered_and_what_it_told_people_is() -> None:
    script = Beating()
    before = transcript(script.rows)
    script.says(ANA, "Cyd, lunch?", addressed=False)
    script.beats(notify=False).beats("it is red").tell(f.HeartbeatAdjusted(ANA, CHANNEL, OWN, "mute"))
    script.beats("it is blue")
    after = transcript(script.rows)
    assert after[: len(before)] == before, "what comes before stays the same"
    added = after[len(before) :]
    assert [entry.text for entry in added if isinstance(entry, Said)] == ["Cyd, lunch?"]
    assert len([entry for entry in added if isinstance(entry, Looked)]) == 1
    window = followed(script)
    assert window.entries == after
    assert window.messages == Window(after).messages, "as if it were read anew"
    assert window.tokens == Window(after).tokens


def test_what_it_did_besides_is_remembered() -> None:
    script = Beating().passes().looks().replies(("read", "x"))
    script.runs("2.1.0").replies(text="unseen")
    assert [entry for entry in transcript(script.rows) if isinstance(entry, Spoke) and entry.calls]
    assert followed(script).entries == transcript(script.rows)


def test_nothing_is_said_of_how_it_ended() -> None:
    for end in (f.ModelFailed(At(2, 1), "no answer"), f.LimitReached(2, "time")):
        script = Beating().passes().looks().tell(end)
        assert script.session.turn is None
        assert not script.session.postings.outbox
        assert script.heartbeat.silent == 1


def test_it_may_work_as_long_as_its_pace_and_ten_minutes_at_most() -> None:
    script = Beating().passes().looks()
    assert f.LimitReached(2, "time") not in list(due(script.session, USUAL, script.now + 49))
    assert list(due(script.session, replace(USUAL, limits=replace(USUAL.limits, seconds=3_600)), script.now + 600)) == [
        f.LimitReached(2, "time")
    ]
    assert not [wake for wake in script.wanted(WakeAt) if isinstance(wake.then, f.TurnLasted)], "it offers no stop"


def test_the_same_words_are_not_posted_twice_within_a_day() -> None:
    script = Beating().beats("it is red")
    script.passes().looks().reports("it  is\nred")
    assert not script.posts
    assert script.heartbeat.last == LookOutcome("repeated")
    assert script.passes().looks().reports("it is green").posts == ["it is green"]
    script.arrives().passes(86_400).looks().reports("it is red")
    assert script.posts == ["it is red"]


def test_it_is_passed_over_while_a_turn_is_open() -> None:
    script = Beating()
    script.now += EVERY - 10
    script.says(ANA)
    script.passes(10)
    assert script.session.turn
    assert not script.session.turn.heartbeat
    assert (script.heartbeat.skipped, script.heartbeat.why) == (1, "at-work")
    assert script.heartbeat.at == script.now + EVERY, "it is no failure, and comes as it would have"


def test_of_two_that_come_at_once_one_is_passed_over() -> None:
    script = Script(USUAL)
    script.now = 1_000.0
    script.tell(*(f.HeartbeatSet(BOB, CHANNEL, HeartbeatConfig(f"file-{n}", Interval(EVERY))) for n in (1, 2)))
    script.tell(*due(script.session, USUAL, script.now))
    script.now += EVERY
    came = list(due(script.session, USUAL, script.now))
    assert [type(fact) for fact in came] == [f.TimerFired, f.TimerSkipped]
    assert came[1] == f.TimerSkipped("file-2", "at-work", script.now + EVERY)
    assert [heartbeat.skipped for heartbeat in script.tell(*came).session.timers.heartbeats] == [0, 1]


def test_it_is_passed_over_while_something_is_to_be_decided() -> None:
    script = Beating()
    script.says(BOB).replies(("execute", "a"))
    assert script.session.asks.open
    script.passes(90.0 + EVERY)
    assert (script.heartbeat.skipped, script.heartbeat.why) == (1, "asking")


def test_it_is_passed_over_while_somebody_waits_to_be_heard() -> None:
    script = Beating()
    script.says(BOB).replies(("deploy", "ls x"), ("wait", "a")).starts("2.1.0").says(ANA, "and this")
    script.tell(f.StopRequested(BOB, CHANNEL, 2)).passes()
    assert script.session.turn is None
    assert (script.heartbeat.skipped, script.heartbeat.why) == (1, "pending")


def test_what_people_say_among_themselves_does_not_hold_it_up_and_stays_to_be_heard() -> None:
    script = Beating()
    script.says(ANA, "Cyd, lunch?", addressed=False)
    script.passes().looks().replies(text="unseen")
    assert script.session.turn is None
    assert [unheard.by for unheard in script.session.inbox.unheard] == [ANA]


def test_it_ends_as_soon_as_somebody_says_something_to_us() -> None:
    script = Beating().passes().looks()
    script.replies(("wait", "x")).says(ANA, "what about lunch?")
    turn = script.session.turn
    assert turn
    assert (turn.requester, turn.policy, turn.at.turn) == (ANA, PERSON, 3)
    assert not script.posts
    assert (script.heartbeat.silent, script.heartbeat.last) == (0, LookOutcome("broken-off", ended=GaveWay(ANA)))


def test_what_it_asks_is_asked_in_its_place_and_ends_with_it() -> None:
    script = Beating().passes().looks().replies(("deploy", "a"))
    [ask] = script.session.asks.open
    assert (ask.place, ask.requester) == (CHANNEL, BOB)
    script.tell(f.AskPosted(ask.id, CHANNEL, "card", (ask.id,))).says(BOB, "stop")
    assert script.settled(ask.id) == "stopped by Bob"
    assert script.wanted(SettleCard)


def test_what_was_approved_goes_on_and_is_reported() -> None:
    script = Beating().passes().looks()
    script.replies(("deploy", "a")).answers(ANA, Approve(), "2.1.0#1").runs("2.1.0")
    assert script.reports("deployed").posts == ["deployed"]
    turned_down = Beating().passes().looks()
    turned_down.replies(("deploy", "a")).answers(ANA, Reject(), "2.1.0#1")
    assert turned_down.session.turn, "it hears of it"


def test_a_stop_is_answered_to_whoever_says_it() -> None:
    script = Beating().passes().looks().says(ANA, "stop")
    assert script.session.turn is None
    assert script.last_note == "Stopped."
    assert not [item for item in script.session.postings.outbox if isinstance(item, Post) and item.to is None]


def test_a_time_that_people_set_goes_before_it() -> None:
    script = Beating()
    script.says(BOB).replies(("read", "x")).starts("2.1.0")
    script.tell(
        f.ToolReturned(
            "2.1.0",
            ToolResult("done", changes=(WakeupWanted(script.now + EVERY + 5, "look", Once(script.now + EVERY + 5)),)),
        )
    )
    script.replies(text="then")
    script.passes().looks().passes(5)
    assert script.session.turn
    assert script.session.turn.policy == WAKEUP


def test_what_ended_early_may_still_be_continued_after_it() -> None:
    script = Beating()
    script.says(BOB).tell(f.ModelFailed(At(2, 1), "no answer"))
    script.arrives().passes().looks()
    assert not script.wanted(WithdrawAction)
    assert script.tell(f.ContinueRequested(BOB, CHANNEL, 2)).session.turn
    assert script.session.turn
    assert script.session.turn.policy == PERSON


def test_it_is_no_activity() -> None:
    script = Beating()
    before = listing(script.session)
    assert before
    assert before.waits
    script.beats("it is red").passes().looks()
    assert (script.session.inbox.replied, script.session.last) == (1_000_000.0, script.session.last)
    script.reports(notify=False)
    assert listing(script.session) == before
    alone = Script()
    alone.now = 5.0
    alone.tell(f.HeartbeatSet(BOB, CHANNEL, BEAT))
    alone.now = 50.0
    listed = listing(alone.tell(f.PostSent("x")).session)
    assert listed
    assert (listed.place, listed.at) == (CHANNEL, 5.0)


def test_after_some_silence_it_comes_half_as_often_and_says_so_once() -> None:
    script = Beating()
    for _ in range(4):
        assert not script.beats(notify=False).posts
    script.passes().looks().reports(notify=False)
    assert script.posts == [
        "I checked 5 times and had nothing to say. From now on I check every 1 h, not every 30 min."
    ]
    assert script.heartbeat.at is None
    assert script.rules_say().heartbeat.at == script.now + 2 * EVERY
    for _ in range(6):
        script.arrives().passes(2 * EVERY).looks().reports(notify=False)
        assert not script.posts
    assert script.heartbeat.schedule.every == 2 * EVERY


def test_where_it_is_to_say_nothing_one_ends_without_a_word() -> None:
    script = Beating()
    script.rules = replace(script.rules, silent=lambda place: place == CHANNEL)
    script.passes(IDLE)
    assert (script.session.timers.heartbeats, script.posts) == ((), [])


def test_a_muted_one_posts_nothing_and_counts_as_silent() -> None:
    script = Beating().tell(f.HeartbeatAdjusted(ANA, CHANNEL, OWN, "mute"))
    assert script.posts == ["Ana muted my heartbeat here. I post nothing from it until it is unmuted."]
    script.arrives().passes().looks().reports("it is red")
    assert not script.posts
    assert script.heartbeat.silent == 1
    script.tell(f.HeartbeatAdjusted(ANA, CHANNEL, OWN, "unmute")).tell()
    script.arrives().passes().looks().reports("it is red")
    assert script.posts == ["it is red"], "nobody had read it"


def test_everybody_hears_once_that_it_is_muted_however_often_that_is_pressed() -> None:
    script = Beating().tell(f.HeartbeatAdjusted(ANA, CHANNEL, OWN, "mute"))
    script.tell(f.HeartbeatAdjusted(BOB, CHANNEL, OWN, "mute"))
    assert script.posts == ["Ana muted my heartbeat here. I post nothing from it until it is unmuted."]


def test_a_muted_one_that_is_changed_stays_muted() -> None:
    script = Beating().tell(f.HeartbeatAdjusted(ANA, CHANNEL, OWN, "mute"))
    script.tell(f.HeartbeatSet(BOB, CHANNEL, HeartbeatConfig(OWN, Interval(2 * EVERY))))
    assert script.heartbeat.muted
    assert script.posts[-1] == (
        "Bob changed my heartbeat here: I check every 1 h, and post nothing until it is unmuted."
    )


def test_whoever_clicks_is_told() -> None:
    script = Beating().beats("it is red")
    script.tell(f.HeartbeatAdjusted(ANA, CHANNEL, OWN, "slower"))
    assert script.last_note == "From now on I check every 1 h."
    script.passes().tell(f.HeartbeatAdjusted(ANA, CHANNEL, OWN, "useful"))
    assert script.last_note == "Good to know. Thank you."
    assert script.heartbeat.silent == 0
    script.tell(f.TimerEnded(OWN, "", by=ANA, place=CHANNEL))
    assert script.posts[-1] == "Ana ended my heartbeat here."
    assert not script.session.timers.heartbeats
    assert script.tell(f.HeartbeatAdjusted(ANA, CHANNEL, OWN, "slower")).last_note == "That heartbeat has ended."
    assert script.tell(f.TimerEnded(OWN, "", by=ANA, place=CHANNEL)).last_note == "That heartbeat has ended."


def test_only_its_last_post_has_buttons_and_they_die_with_it() -> None:
    script = Beating().beats("one")
    assert not script.wanted(WithdrawAction)
    script.beats("two")
    assert [effect.post.text for effect in script.wanted(WithdrawAction)] == ["one"]
    script.tell(f.TimerEnded(OWN, "", by=ANA, place=CHANNEL))
    assert {effect.post.text for effect in script.wanted(WithdrawAction)} == {"one", "two"}


def test_it_looks_now_if_somebody_wants_it_to() -> None:
    script = Beating().tell(f.TimerTriggered(ANA, CHANNEL, OWN))
    assert script.rules_say().session.turn
    assert script.tell(f.TimerTriggered(ANA, CHANNEL, OWN)).last_note == "Not now: I was busy with something else."


def test_with_its_end_ends_what_it_does() -> None:
    script = Beating().passes().looks().tell(f.TimerEnded(OWN, "", by=ANA, place=DM))
    assert script.session.turn is None


def test_it_ends_after_a_week_in_which_nobody_has_said_anything() -> None:
    script = Beating()
    script.now += IDLE - 1
    script.tell(f.TimerEnded(OWN, "quiet"))
    assert script.session.timers.heartbeats, "too early"
    script.now += 1
    ended = [fact for fact in due(script.session, USUAL, script.now) if isinstance(fact, f.TimerEnded)]
    script.tell(*ended)
    assert not script.session.timers.heartbeats
    assert script.posts == ["My heartbeat here has ended: nobody has said anything here for a week."]


@pytest.mark.parametrize(
    "word",
    [f.MessageReceived(ANA, CHANNEL, "hm", "m", addressed=False), f.HeartbeatAdjusted(ANA, CHANNEL, OWN, "useful")],
)
def test_any_word_of_a_person_keeps_it(word: f.Fact) -> None:
    script = Beating()
    script.now += IDLE - 1
    script.tell(word)
    script.now += IDLE - 1
    assert script.tell(f.TimerEnded(OWN, "quiet")).session.timers.heartbeats


def test_of_what_the_workspace_names_it_is_known_what_is_not_wanted_here() -> None:
    script = Script().tell(f.HeartbeatSet(BOB, CHANNEL, HeartbeatConfig("file-1", Interval(60.0))))
    assert not script.session.postings.outbox, "it was set by nobody here"
    script.tell(f.TimerEnded("file-1", "", by=ANA, place=CHANNEL))
    assert script.session.timers.declined == {"file-1"}
    script.tell(f.TimerEnded("file-1", "removed"))
    assert not script.session.timers.declined
    script.tell(*(f.PostSent(item.id) for item in script.session.postings.outbox))
    script.tell(
        f.HeartbeatSet(BOB, CHANNEL, HeartbeatConfig("file-1", Interval(60.0))), f.TimerEnded("file-1", "removed")
    )
    assert not script.session.timers.declined
    assert not script.session.postings.outbox, "it goes as it came"


def test_what_the_workspace_names_and_nobody_had_a_use_for_begins_anew_with_the_next_start() -> None:
    script = Script().tell(f.HeartbeatSet(BOB, CHANNEL, HeartbeatConfig("file-1", Interval(60.0))))
    script.now += IDLE
    script.tell(f.TimerEnded("file-1", "quiet"))
    assert not script.session.timers.heartbeats
    assert not script.session.timers.declined
    assert script.last_note.endswith("for a week. The workspace sets it again at my next start.")


@pytest.mark.parametrize("first", [True, False])
def test_there_are_so_many_of_the_workspace_and_one_that_people_set(first: bool) -> None:
    named = [f.HeartbeatSet(BOB, CHANNEL, HeartbeatConfig(f"file-{n}", Interval(60.0))) for n in range(MOST + 1)]
    ours = f.HeartbeatSet(BOB, CHANNEL, BEAT)
    script = Script().tell(*([ours, *named] if first else [*named, ours]))
    assert {heartbeat.id for heartbeat in script.session.timers.heartbeats} == {
        OWN,
        *(f"file-{n}" for n in range(MOST)),
    }


def test_where_it_cannot_write_it_ends_and_whoever_set_it_is_told_what_it_wanted_to_say() -> None:
    script = Beating().passes().looks().reports("it is red").tell(f.PostFailed("beat-2", "archived"))
    assert not script.session.timers.heartbeats
    [post] = [item for item in script.session.postings.outbox if isinstance(item, Post)]
    assert post.place.addressee == "bob"
    assert "it is red" in said(post).plain


def test_the_colleague_sets_and_ends_its_own() -> None:
    script = Script().says(BOB).replies(("read", "x")).starts()
    script.tell(f.ToolReturned("1.1.0", ToolResult("set", changes=(HeartbeatWanted(Interval(60.0), "- look"),))))
    [heartbeat] = script.session.timers.heartbeats
    assert (heartbeat.id, heartbeat.by, heartbeat.place, heartbeat.config.checklist) == (OWN, BOB, CHANNEL, "- look")
    script.replies(("read", "x")).starts("1.2.0")
    script.tell(f.ToolReturned("1.2.0", ToolResult("ended", changes=(TimerDropped(OWN),))))
    assert not script.session.timers.heartbeats
    assert script.session.turn


def test_outside_of_a_heartbeat_nothing_is_reported() -> None:
    script = Script().says(BOB).replies(("read", "x")).starts()
    script.tell(f.ToolReturned("1.1.0", ToolResult("x", changes=(Reported(True, "x"),))))
    assert script.wanted(CallModel)


def test_a_time_worked_out_for_another_pace_does_not_count() -> None:
    script = Beating().tell(f.HeartbeatAdjusted(ANA, CHANNEL, OWN, "slower"))
    script.tell(f.TimerScheduled(OWN, replace(script.heartbeat.schedule, every=1.0), 5.0))
    assert script.heartbeat.at is None


def test_a_zone_that_is_there_no_more_ends_it() -> None:
    def gone(schedule: Schedule, now: float) -> float:
        raise ValueError("there is no time zone Mars/Base")

    script = Script(replace(USUAL, next_after=gone)).tell(f.HeartbeatSet(BOB, CHANNEL, BEAT))
    script.tell(*due(script.session, script.rules, 0.0))
    assert not script.session.timers.heartbeats
    assert script.last_note == "My heartbeat here has ended: there is no time zone Mars/Base."


def test_what_has_come_to_be_looked_at_less_often_is_looked_at_as_often_as_somebody_says_anew() -> None:
    script = Beating()
    while script.heartbeat.schedule.every == EVERY:
        script.beats(notify=False)
    script.tell(f.HeartbeatSet(BOB, CHANNEL, BEAT)).rules_say()
    assert script.heartbeat.schedule.every == EVERY
    assert "changed my heartbeat here: I check every 30 min" in script.last_note
    script.tell(f.HeartbeatSet(BOB, CHANNEL, BEAT))
    assert script.last_note == "It is already set like that."


def test_what_it_said_on_clocks_that_were_wrong_it_may_say_again() -> None:
    script = Beating().beats("red")
    script.now -= 365 * 86_400.0
    script.tell(f.TimerTriggered(BOB, CHANNEL, OWN)).rules_say().looks().reports("red")
    assert script.posts == ["red"]
    script.arrives()
    script.now -= 3_600.0
    script.tell(f.TimerTriggered(BOB, CHANNEL, OWN)).rules_say().looks().reports("red")
    assert script.heartbeat.last == LookOutcome("repeated")


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_what_ends_by_itself_says_what_it_has_found_before(order: tuple[int, int]) -> None:
    script = Beating().passes().looks().replies(("read", "end"), (REPORT, "x"))
    assert script.session.turn
    ids = [f"{script.session.turn.at}.{number}" for number in range(2)]
    changes = (TimerDropped(OWN), Reported(True, "It is through."))
    script.starts(ids[0]).starts(ids[1])
    for number in order:
        script.tell(f.ToolReturned(ids[number], ToolResult("done", changes=(changes[number],))))
    assert script.posts == ["It is through."]
    assert not script.session.timers.heartbeats
    assert not script.arrives().passes().session.turn


def test_what_ends_by_itself_may_report_in_its_next_step_or_change_its_mind() -> None:
    script = Beating().passes().looks().replies(("read", "end"))
    assert script.session.turn
    id = f"{script.session.turn.at}.0"
    script.starts(id).tell(f.ToolReturned(id, ToolResult("ended", changes=(TimerDropped(OWN),))))
    assert script.wanted(CallModel)
    assert script.reports("It is through.").posts == ["It is through."]
    assert not script.session.timers.heartbeats

    script = Beating().passes().looks().replies(("read", "end"), ("read", "set"))
    assert script.session.turn
    ids = [f"{script.session.turn.at}.{number}" for number in range(2)]
    script.starts(ids[0]).starts(ids[1])
    script.tell(f.ToolReturned(ids[0], ToolResult("ended", changes=(TimerDropped(OWN),))))
    script.tell(f.ToolReturned(ids[1], ToolResult("set", changes=(HeartbeatWanted(Interval(600.0), "- else"),))))
    script.reports(notify=False)
    assert script.heartbeat.config.checklist == "- else"


def test_what_is_changed_while_it_is_looked_at_has_not_been_looked_at() -> None:
    script = Beating().passes().looks("dry")
    script.tell(f.HeartbeatSet(BOB, CHANNEL, replace(BEAT, checklist="- is it green?"))).reports(notify=False)
    assert script.heartbeat.found == ""
    script.arrives().rules_say().passes().looks("dry", "- is it green?")
    assert script.wanted(CallModel)
