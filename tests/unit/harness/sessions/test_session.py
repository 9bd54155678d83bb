"""Control state stays small, however much has been asked."""

from dataclasses import replace

from harness.approvals.asks import Approve, Reject
from harness.chat.people import Person, Place
from harness.sessions import facts as f
from harness.sessions.effects import Post
from harness.sessions.notices import Brief
from harness.sessions.session import KEPT_ASKS, Session
from tests.laws.colleague import ANA, BOB, CHANNEL
from tests.unit.harness.sessions.script import Script


def _asked_and_rejected(times: int, posted: bool) -> Script:
    script = Script()
    for turn in range(1, times + 1):
        ask = f"{turn}.1.0#1"
        script.says(BOB).replies(("deploy", "a" * 100))
        if posted:
            script.tell(f.AskPosted(ask, CHANNEL, f"ts{turn}"))
        script.answers(ANA, Reject(), ask, card=f"ts{turn}").replies(text="well")
        if posted:
            script.tell(f.CardSettled(CHANNEL, f"ts{turn}", ask))
        script.tell(*(f.PostSent(item.id) for item in script.session.outbox))
    return script


def test_only_the_last_settled_asks_are_kept_and_without_their_arguments() -> None:
    session = _asked_and_rejected(KEPT_ASKS + 10, posted=True).session
    assert len(session.asks) == KEPT_ASKS
    assert {ask.call.arguments for ask in session.asks.values()} == {""}


def test_an_ask_whose_card_is_not_settled_yet_is_kept_whole() -> None:
    session = _asked_and_rejected(KEPT_ASKS + 10, posted=False).session
    assert len(session.cards) == KEPT_ASKS + 10
    assert all(ask.call.arguments for ask in session.asks.values())


def test_a_late_click_is_told_how_it_ended() -> None:
    script = _asked_and_rejected(3, posted=True).answers(ANA, Approve(), "1.1.0#1")
    assert script.last_note == "This was denied by Ana."


def test_the_outbox_takes_each_post_once() -> None:
    post = Post("end-1", CHANNEL, "x")
    assert Session().post(post).post(post).outbox == (post,)


def test_people_are_told_where_they_are_known_and_directly_where_they_are_not() -> None:
    zoe = Person("other", "T", "zoe", "Zoe")
    both = replace(zoe, accounts=("other:T:zoe", "test:T:z"))
    [note] = Session().tell(CHANNEL, both, Brief("stopped")).outbox
    assert isinstance(note, Post)
    assert note.to
    assert (note.place, note.to.account) == (CHANNEL, "test:T:z")
    [note] = Session().tell(CHANNEL, zoe, Brief("stopped")).outbox
    assert isinstance(note, Post)
    assert (note.place, note.to) == (Place("other", "T", "@zoe"), zoe)
