"""Another thread begins with what was said here. Where conversations have threads, it does so below a message of ours,
and where they have none, in its place, which points to the branch from then on.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace as changed
from typing import Literal

from harness.chat.wording import shortened
from harness.sessions.effects import PassOnDeletion, Post
from harness.sessions.facts import (
    BranchBegun,
    BranchRequested,
    DeletionPassedOn,
    MessageDeleted,
    SeedVoided,
    ThreadSeeded,
)
from harness.sessions.notices import Branched, Brief
from harness.sessions.session import Branching, Session
from harness.tools.values import replace

OF_BRANCH = " (branch)"
"""Behind the title of what it is a branch of."""
TITLE = 60
"""Characters."""
_TOLD: Mapping[str, Literal["branched", "branch-unknown", "branch-empty", "branch-failed"]] = {
    "": "branched",
    "unknown": "branch-unknown",
    "empty": "branch-empty",
    "failed": "branch-failed",
}


def on_branch_requested(session: Session, fact: BranchRequested) -> Session:
    place = fact.place
    if not place.thread or fact.here:
        wanted = Branching(session.head, fact.by, place, fact.message, place, bound=True)
        return replace(session, branching=(*session.branching, wanted))
    wanted = Branching(session.head, fact.by, place, fact.message)
    # without its title, which is of what was said: nobody takes that out of a message once it is deleted
    root = Post(wanted.post, changed(place, thread=""), notice=Branched(fact.by, ""))
    return replace(session, branching=(*session.branching, wanted)).post(root)


def posted(session: Session, id: str, message: str) -> Session:
    """If it is what a branch goes on below, that can begin."""
    placed = (
        changed(one, at=changed(one.place, thread=message)) if one.post == id and one.at is None else one
        for one in session.branching
    )
    return replace(session, branching=tuple(placed)) if session.branching else session


def unposted(session: Session, id: str) -> Session | None:
    """Without the branch that would go on below it; None if none would."""
    wanted = next((one for one in session.branching if one.post == id), None)
    return _over(session, wanted, "branch-failed") if wanted else None


def on_branch_begun(session: Session, fact: BranchBegun) -> Session:
    wanted = next((one for one in session.branching if one.row == fact.row), None)
    if wanted is None:
        return session
    if fact.thread and fact.thread not in session.branches:
        session = replace(session, branches=(*session.branches, fact.thread))
    if fact.thread:
        session = _passing(session, (PassOnDeletion(fact.thread, wanted.by, wanted.place, one) for one in wanted.gone))
    return _over(session, wanted, _TOLD[fact.why])


def _over(
    session: Session, wanted: Branching, told: Literal["branched", "branch-unknown", "branch-empty", "branch-failed"]
) -> Session:
    session = replace(session, branching=tuple(one for one in session.branching if one != wanted))
    if told == "branched" and wanted.bound:  # it says so itself, where it goes on
        return session
    return session.tell(wanted.place, wanted.by, Brief(told))


def on_thread_seeded(session: Session, fact: ThreadSeeded) -> Session:
    """Of the other thread it has what was said, and what is to be done: nothing that is open or allowed there. What was
    read there from outside is read here, too.
    """
    title = f"{shortened(fact.title, TITLE - len(OF_BRANCH))}{OF_BRANCH}" if fact.title else ""
    opening = fact.opening if title else ""
    session = replace(session, place=fact.place, title=title, opening=opening, titled=bool(title), todos=fact.todos)
    for origin in fact.origins:
        session = session.tainted(origin)
    return session.post(Post("seeded", fact.place, notice=Brief("branch-begins")))


def on_seed_voided(session: Session, fact: SeedVoided) -> Session:
    """Its name, and what was to be done, were of the thread that is deleted, unless people have chosen others."""
    title = "" if session.title.endswith(OF_BRANCH) else session.title
    return replace(session, title=title, opening="" if not title else session.opening, todos=())


def deleted(session: Session, fact: MessageDeleted) -> Session:
    """What was said in that message is in what branches began with."""
    if not fact.message:
        return session
    if session.branching:  # it may be in what they begin with by now
        begun = (changed(one, gone=(*one.gone, fact.message)) for one in session.branching)
        session = replace(session, branching=tuple(begun))
    more = (PassOnDeletion(thread, fact.by, fact.place, fact.message) for thread in session.branches)
    return _passing(session, more) if session.branches else session


def _passing(session: Session, more: Iterable[PassOnDeletion]) -> Session:
    known = {(one.thread, one.message) for one in session.passing}
    new = tuple(one for one in more if (one.thread, one.message) not in known)
    return replace(session, passing=(*session.passing, *new)) if new else session


def on_deletion_passed_on(session: Session, fact: DeletionPassedOn) -> Session:
    left = (one for one in session.passing if (one.thread, one.message) != (fact.thread, fact.message))
    return replace(session, passing=tuple(left))
