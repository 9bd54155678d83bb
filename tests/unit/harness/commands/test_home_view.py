"""What one person sees at a glance."""

from dataclasses import replace

from harness.approvals.deciders import Deciders
from harness.approvals.tokens import Token
from harness.chat.people import Person, Place
from harness.chat.phrases import Where, plain
from harness.commands.home_view import HomeEntry, HomeView, home_view
from harness.sessions import facts as f
from harness.sessions.index import IndexedThread
from harness.sessions.session import Session
from harness.tools.heartbeats import OWN, HeartbeatConfig
from harness.tools.schedules import Interval
from tests.laws.colleague import ANA, ANA_ELSEWHERE, BOB, CHANNEL, CYD, DEE, DM, LEADS
from tests.unit.harness.commands.house import CONTEXT
from tests.unit.harness.sessions.script import Script

BOBS = Script().says(BOB, "deploy it").replies(("deploy", "a")).tell(f.AskPosted("1.1.0#1", CHANNEL, "ts9")).session
DEES = Script().says(DEE, "look at it", DM).session


def seen(viewer: Person, **sessions: Session) -> HomeView:
    return home_view(
        viewer,
        sessions,
        [
            IndexedThread(thread="dees", place=DM, title="x", at=40.0, waits=True),
            IndexedThread(thread="z", place=DM, title="", at=40.0, waits=False),
        ],
        CONTEXT,
        100.0,
    )


def test_what_waits_is_shown_to_whoever_may_decide_it_with_its_buttons_and_its_place() -> None:
    for viewer in (BOB, ANA):
        [waiting] = seen(viewer, bobs=BOBS, dees=DEES).waiting
        assert plain(waiting.line) == "Bob · another conversation · 2 min · Use deploy?"
        assert waiting.line[0] == BOB
        assert Where(CHANNEL) in waiting.line
        tokens = [str(Token("bobs", "1.1.0#1", verb)) for verb in ("review", "reject")]
        assert [button.token for button in waiting.buttons] == tokens
        assert all(button.form for button in waiting.buttons), "nobody decides by a line alone"
        assert waiting.address == "chat/1/ts9"
    assert not seen(DEE, bobs=BOBS, dees=DEES).waiting


def test_nobody_is_led_into_a_direct_message_of_others() -> None:
    direct = Place("slack", "T", "D1", "2.0")
    asks = Script().says(BOB, "deploy it", direct).replies(("deploy", "a")).session
    [waiting] = seen(ANA, bobs=asks).waiting
    assert plain(waiting.line) == "Bob · a direct message · 2 min · Use deploy?"
    assert waiting.address == ""
    [own] = seen(BOB, bobs=asks).waiting
    assert own.address
    wanted = Script().says(ANA, "hi", direct)
    wanted.tell(f.ModeRequested(ANA, direct, "free", "", needs=Deciders(LEADS, requester=False, quorum=2)))
    assert [one.address for one in seen(CYD, anas=wanted.session).waiting] == [""]


def test_what_waits_longest_is_the_first() -> None:
    later = Script()
    later.now = 50.0
    late = later.says(BOB, "and this").replies(("deploy", "b")).session
    assert [one.since for one in seen(BOB, late=late, bobs=BOBS).waiting] == [0.0, 50.0]


def test_a_question_is_answered_and_a_plan_revised_there() -> None:
    asks = Script().says(BOB).replies(("ask_user", '{"options": ["red", "blue"], "free_text": false}')).session
    [question] = seen(BOB, asks=asks).waiting
    assert [button.label for button in question.buttons] == ["Answer…"]


def test_a_request_for_a_mode_waits_for_those_who_may_allow_it_and_have_not() -> None:
    needs = Deciders(LEADS, requester=False, quorum=2)
    asks = Script().tell(f.ModeRequested(ANA, CHANNEL, "free", "", needs=needs)).session
    [waiting] = seen(CYD, asks=asks).waiting
    assert plain(waiting.line) == "Ana · asks for free mode, which permits more"
    assert [button.token for button in waiting.buttons] == [str(Token("asks", "1", "allow"))]
    assert not seen(ANA, asks=asks).waiting
    assert not seen(ANA_ELSEWHERE, asks=asks).waiting
    assert not seen(BOB, asks=asks).waiting


def test_of_what_is_at_work_one_sees_what_one_takes_part_in_and_of_the_past_the_rest() -> None:
    mine = seen(DEE, bobs=BOBS, dees=DEES)
    assert mine.working == (HomeEntry("look at it", "is thinking…", "chat/"),)
    assert mine.recent == (HomeEntry("(nothing said yet)", "1 min ago", "chat/"),)
    theirs = seen(BOB, bobs=BOBS, dees=DEES)
    assert not theirs.working, "what waits is not worked on"
    assert [entry.title for entry in theirs.recent] == ["x", "(nothing said yet)"]


def test_who_has_nothing_to_do_with_us_sees_it_first() -> None:
    nothing = home_view(DEE, {"bobs": BOBS}, [], CONTEXT, 100.0)
    assert nothing.first
    assert nothing.introduction.startswith("I'm **Deskmate**")
    assert not replace(nothing, recent=(HomeEntry("x", "y", ""),)).first


def test_of_what_is_looked_at_one_sees_what_one_has_set() -> None:
    set_ = (
        Script().says(BOB, "watch the tide").tell(f.HeartbeatSet(BOB, CHANNEL, HeartbeatConfig(OWN, Interval(7_200.0))))
    )
    looks = set_.replies(text="I will.").session
    [mine] = seen(BOB, looks=looks).schedules
    assert mine.words == "watch the tide: every 2 h, for Bob."
    assert mine.off == str(Token("looks", OWN, "turn-off"))
    assert not seen(DEE, looks=looks).schedules
