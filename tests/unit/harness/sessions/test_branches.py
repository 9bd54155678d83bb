"""A branch begins below a message, or where it was asked for; it knows what is deleted of what it began with."""

from harness.chat.people import Place
from harness.sessions import facts as f
from harness.sessions.effects import BeginBranch, PassOnDeletion, Post
from harness.sessions.entries import Said
from harness.tools.changes import Todo
from tests.laws.colleague import ANA, BOB, CHANNEL
from tests.unit.harness.sessions.script import Script

THREAD = Place("test", "T", "c1", "5.0")
ALONE = Place("test", "T", "c1")


def begun() -> Script:
    return Script().says(ANA, "paint it red", THREAD).replies(text="I will.")


def test_where_there_are_threads_it_goes_on_below_a_message_once_that_is_there() -> None:
    script = begun().tell(f.BranchRequested(BOB, THREAD, "m1"))
    row = script.session.head
    [root] = [post for post in script.wanted(Post) if post.id == f"branch-{row}"]
    assert root.place == ALONE
    assert not script.wanted(BeginBranch)
    script.tell(f.PostSent(root.id, "9.0"))
    assert script.wanted(BeginBranch) == [BeginBranch(row, BOB, Place("test", "T", "c1", "9.0"), "m1", bound=False)]


def test_where_there_are_none_it_goes_on_where_it_was_asked_for() -> None:
    script = Script().says(ANA, "paint it red", ALONE).replies(text="I will.").tell(f.BranchRequested(BOB, ALONE))
    row = script.session.head
    assert script.wanted(BeginBranch) == [BeginBranch(row, BOB, ALONE, "", bound=True)]
    script.tell(f.BranchBegun(row, "cafe"))
    assert not script.wanted(BeginBranch)
    assert not script.notes


def test_what_came_of_it_is_told_once() -> None:
    script = begun().tell(f.BranchRequested(BOB, THREAD))
    row = script.session.head
    script.tell(f.PostSent(f"branch-{row}", "9.0"), f.BranchBegun(row, "cafe"), f.BranchBegun(row, "cafe"))
    assert script.notes == ["The branch is a new thread here. Go on there; this one stays as it is."]
    assert script.session.branches == ("cafe",)


def test_where_nothing_can_be_posted_there_is_no_branch() -> None:
    script = begun().tell(f.BranchRequested(BOB, THREAD))
    script.tell(f.PostFailed(f"branch-{script.session.head}", "not allowed"))
    assert script.notes == ["I could not begin a branch. Please try again."]
    assert not script.session.branching


def test_a_branch_has_what_was_said_and_nothing_that_is_open() -> None:
    seeded = f.ThreadSeeded(BOB, THREAD, "t", 7, "The fence", (Said("Ana", "red"),), todos=(Todo("paint"),))
    session = Script().tell(seeded).session
    assert (session.title, session.todos, session.place) == ("The fence (branch)", (Todo("paint"),), THREAD)
    assert session.turn is None
    assert not session.asks.open


def test_its_name_goes_with_what_it_began_with() -> None:
    seeded = f.ThreadSeeded(BOB, THREAD, "t", 7, "The code is 4711", (), todos=(Todo("4711"),))
    script = Script().tell(seeded, f.SeedVoided())
    assert (script.session.title, script.session.todos) == ("", ())
    named = Script().tell(seeded, f.Renamed(BOB, CHANNEL, "Ours"), f.SeedVoided())
    assert named.session.title == "Ours"


def test_what_is_deleted_is_passed_on_until_it_is() -> None:
    script = begun().tell(f.BranchRequested(BOB, THREAD))
    row = script.session.head
    script.tell(f.BranchBegun(row, "cafe"), f.MessageDeleted(ANA, THREAD, "m1"), f.MessageDeleted(ANA, THREAD, "m1"))
    assert script.wanted(PassOnDeletion) == [PassOnDeletion("cafe", ANA, THREAD, "m1")]
    assert not script.tell(f.DeletionPassedOn("cafe", "m1")).wanted(PassOnDeletion)


def test_what_is_deleted_while_a_branch_is_being_begun_is_passed_on_to_it() -> None:
    script = begun().tell(f.BranchRequested(BOB, THREAD))
    row = script.session.head
    script.tell(f.MessageDeleted(ANA, THREAD, "m1"), f.BranchBegun(row, "cafe"))
    assert script.wanted(PassOnDeletion) == [PassOnDeletion("cafe", BOB, THREAD, "m1")]


def test_its_name_goes_with_the_message_that_it_is_of() -> None:
    seeded = f.ThreadSeeded(BOB, THREAD, "t", 7, "The code is 4711", (), opening="m1")
    assert Script().tell(seeded, f.MessageDeleted(BOB, THREAD, "m2")).session.title == "The code is 4711 (branch)"
    assert Script().tell(seeded, f.MessageDeleted(BOB, THREAD, "m1")).session.title == ""
