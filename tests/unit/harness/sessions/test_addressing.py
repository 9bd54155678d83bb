"""Whom words are meant for."""

from harness.sessions import facts as f
from harness.sessions.addressing import QUIET
from harness.sessions.effects import Post, React
from tests.laws.colleague import ANA, BOB, CHANNEL, DEE
from tests.unit.harness.sessions.script import Script


def begun() -> Script:
    """Bob has asked something, and was answered."""
    return Script().says(BOB, "hello").replies(text="Hello, Bob.")


def test_where_one_talks_with_us_alone_a_mention_is_not_needed() -> None:
    assert begun().muses(BOB, "and now?").session.turn


def test_once_somebody_else_has_spoken_only_a_mention_opens_a_turn() -> None:
    script = begun().muses(DEE, "have you seen this, Bob?")
    assert script.session.turn is None, "Bob was here a moment ago"
    script.now = 60.0
    assert script.muses(BOB, "what was that?").session.turn is None, "they talk with each other"
    assert script.says(BOB, "what was that?").session.turn


def test_who_has_been_quiet_for_a_quarter_of_an_hour_is_gone() -> None:
    script = begun().says(DEE, "and I?").replies(text="Hello, Dee.")
    script.now = QUIET
    assert script.muses(BOB, "and now?").session.turn
    assert [speaker.id for speaker in script.session.inbox.speakers] == [BOB.id]


def test_what_tags_somebody_else_stays_between_them() -> None:
    script = begun().tell(f.MessageReceived(BOB, CHANNEL, "@Dee look", addressed=False))
    assert script.session.turn is None


def test_what_is_said_during_a_turn_is_heard_and_shows_that_it_waits_unless_it_tags_somebody_else() -> None:
    script = Script().says(BOB).replies(("deploy", "a")).muses(DEE, "lunch?")
    assert [u.by for u in script.session.inbox.unheard] == [DEE]
    assert [react.receipt for react in script.wanted(React)] == ["waiting"]
    script.tell(f.MessageReceived(ANA, CHANNEL, "@Bob where?", "m9", addressed=False))
    assert [u.by for u in script.session.inbox.unheard] == [DEE, ANA]
    assert [said.by for said in script.session.inbox.guidance] == [DEE]


def test_a_step_of_nothing_but_silence_ends_the_turn_without_a_word() -> None:
    script = begun()
    script.tell(f.PostSent("reply-1.1")).muses(BOB, "ok").replies(("no_op", "{}"), text="I need not answer.")
    script.runs("2.1.0")
    assert script.session.turn is None
    assert script.session.last
    assert not script.session.last.why
    assert not script.wanted(Post)


def test_silence_beside_other_calls_is_no_end() -> None:
    script = begun().says(BOB).replies(("no_op", "{}"), ("read", "x")).runs("2.1.0").runs("2.1.1")
    assert script.session.turn


def test_what_is_said_meanwhile_is_heard_before_silence_is_kept() -> None:
    script = begun().says(BOB).replies(("no_op", "{}")).says(BOB, "one more thing").runs("2.1.0")
    assert script.session.turn
    assert script.session.turn.at.step == 2
