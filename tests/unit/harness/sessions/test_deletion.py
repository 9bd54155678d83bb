"""A conversation is put away or deleted; if somebody speaks meanwhile, it stays."""

from harness.approvals.deciders import OWNER
from harness.chat.people import Person
from harness.sessions import facts as f
from harness.sessions.deletion import may_delete
from harness.sessions.effects import EraseThread, Post, React, SettleCard
from harness.sessions.index import listing
from harness.sessions.wants import wants
from tests.laws.colleague import ANA, BOB, CHANNEL, CYD
from tests.unit.harness.sessions.script import Script

OLGA = Person("test", "T", "olga", "Olga", frozenset({OWNER}))


def asked() -> Script:
    return Script().says(BOB).replies(("deploy", "staging")).shows()


def delivered(script: Script) -> Script:
    """All that is to be posted or changed has arrived."""
    for settles in script.wanted(SettleCard):
        script.tell(f.CardSettled(settles.place, settles.message, settles.ask, face=settles.face))
    while ids := [*(post.id for post in script.wanted(Post)), *(react.id for react in script.wanted(React))]:
        script.tell(f.PostSent(ids[0], f"m {ids[0]}"))
    return script


def test_what_goes_on_ends_and_no_button_is_left_before_it_is_gone() -> None:
    script = asked().tell(f.DeleteRequested(BOB, CHANNEL))
    assert script.session.turn is None
    assert not script.wanted(EraseThread), "its card still has buttons"
    script = delivered(delivered(script))
    assert [*wants(script.session)] == [EraseThread(BOB, script.session.head)]


def test_if_somebody_speaks_meanwhile_it_stays_and_whoever_wanted_it_is_told() -> None:
    script = asked().tell(f.DeleteRequested(BOB, CHANNEL)).says(ANA, "wait")
    assert script.session.deleting is None
    assert "I did not delete this conversation: something came in between. Please try again." in script.notes
    assert script.session.turn, "what was said is heard"


def test_what_came_in_between_makes_it_another_effect() -> None:
    script = delivered(Script().says(BOB).replies(text="Well.").tell(f.DeleteRequested(BOB, CHANNEL)))
    [first] = script.wanted(EraseThread)
    script.tell(f.DeletionFailed(first.head))
    assert script.wanted(EraseThread) == [EraseThread(BOB, first.head + 1)]


def test_owners_delete_any_and_others_what_they_alone_have_spoken_in() -> None:
    alone = Script().says(BOB).replies(text="Well.")
    assert may_delete(alone.session, BOB)
    assert not may_delete(alone.session, CYD)
    assert may_delete(alone.session, OLGA)
    together = alone.says(CYD, "me too")
    assert not may_delete(together.session, BOB)
    assert together.tell(f.DeleteRequested(BOB, CHANNEL)).last_note == (
        "Only an owner can delete a conversation in which others take part."
    )
    assert together.session.deleting is None


def test_what_is_archived_is_listed_again_once_somebody_speaks() -> None:
    script = Script().says(BOB).replies(text="Well.").tell(f.Archived(BOB, CHANNEL))
    listed = listing(script.session)
    assert listed
    assert listed.archived
    again = listing(script.says(ANA, "still there?").session)
    assert again
    assert not again.archived
