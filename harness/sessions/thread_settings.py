"""People choose how the thread goes on: its mode, its model, its name and place, what is revoked and what is dropped.
Whoever does is told what became of it.
"""

from harness.chat.people import Person, Place
from harness.sessions.asking import revoked
from harness.sessions.effects import Offer, Post, React
from harness.sessions.facts import (
    GrantRevoked,
    MessageDropped,
    ModeAllowed,
    ModeChosen,
    ModelChosen,
    PlaceBound,
    Renamed,
)
from harness.sessions.messages import called, unsaid, waiting_at
from harness.sessions.session import Session, Wish
from harness.sessions.values import replace


def mode_chosen(session: Session, fact: ModeChosen) -> Session:
    """At once if that permits no more, or if whoever wants it may allow it alone; else it is a wish."""
    by, place, needs = fact.by, fact.place, fact.needs
    if fact.was != session.mode:
        return session.tell(place, by, "The mode has changed meanwhile. Please say it again.")
    if fact.mode == session.mode:
        return replace(session, wish=None).tell(place, by, "The mode stays as it is.")
    if needs is None:
        return _switched(session, fact.mode, by, place)
    wish = Wish(session.head, by, fact.mode, needs)
    if not _may_allow(session, wish, by):
        return _wished(session, wish, place)
    wish = replace(wish, allowed_by=(by,))
    return _wished(session, wish, place) if _missing(wish) else _switched(session, fact.mode, by, place)


def mode_allowed(session: Session, fact: ModeAllowed) -> Session:
    """As with any ask: of those who may, as many as it takes."""
    by, place, wish = fact.by, fact.place, session.wish
    if wish is None or wish.row != fact.wish:
        return session.tell(place, by, "This is no longer open.")
    if not _may_allow(session, wish, by):
        return session.tell(place, by, f"This is not yours to decide: it is for {wish.needs.described(wish.by)}.")
    if any(map(by.same, wish.allowed_by)):
        return session.tell(place, by, "You have already allowed this; somebody else has to allow it too.")
    wish = replace(wish, allowed_by=(*wish.allowed_by, by))
    if missing := _missing(wish):
        return replace(session, wish=wish).tell(place, by, f"Accepted. Still needed: {missing}.")
    return _switched(session, wish.mode, by, place).tell(place, by, "Accepted.")


def model_chosen(session: Session, fact: ModelChosen) -> Session:
    """From the next step on."""
    which = f"{fact.model} thinks" if fact.model else "the mode's own model thinks"
    return replace(session, model=fact.model).tell(fact.place, fact.by, f"From my next step on {which} in this thread.")


def grant_revoked(session: Session, fact: GrantRevoked) -> Session:
    grant = next((grant for grant in session.grants if grant.id == fact.grant), None)
    session = revoked(session, fact.grant)
    if fact.place is None:
        return session
    told = f"Revoked: {grant.on} is asked again." if grant else "That was revoked before."
    return session.tell(fact.place, fact.by, told)


def dropped(session: Session, fact: MessageDropped) -> Session:
    """One's own words only: nothing that somebody else said is lost."""
    said = waiting_at(session, fact.position)
    if said is None:
        return session.tell(fact.place, fact.by, "That does not wait any more.")
    if not said.by.same(fact.by):
        return session.tell(fact.place, fact.by, f"That is for {said.by} to take back.")
    session = unsaid(session, {fact.position}).tell(fact.place, fact.by, "Dropped.")
    if not said.message:
        return session
    return session.post(React(f"dropped-{fact.position}", said.place, said.message, "dropped"))


def renamed(session: Session, fact: Renamed) -> Session:
    title = called(fact.title)
    session = replace(session, title=title, opening="") if title else session
    return session.tell(fact.place, fact.by, f"This conversation is called “{session.title}”.")


def place_bound(session: Session, fact: PlaceBound) -> Session:
    """What is said there from now on is said here."""
    told = f"Here we go on with “{session.title}”." if session.turns else "A new conversation begins here."
    return replace(session, place=fact.place).tell(fact.place, fact.by, told)


def _may_allow(session: Session, wish: Wish, by: Person) -> bool:
    return wish.needs.may_decide(by, wish.by, session.turn.authors if session.turn else ())


def _missing(wish: Wish) -> int:
    return wish.needs.quorum - len({person.id for person in wish.allowed_by})


def _wished(session: Session, wish: Wish, place: Place) -> Session:
    """Those who may allow it see it, and a button."""
    who = wish.needs.described(wish.by)
    words = f"{wish.by} wants to go on in the mode {wish.mode}, which permits more. To decide: {who}."
    offer = Offer("allow", wish.row, f"{wish.by} wanted to go on in the mode {wish.mode}.")
    return replace(session, wish=wish).post(Post(f"wish-{wish.row}", session.place or place, words, offer=offer))


def _switched(session: Session, mode: str, by: Person, place: Place) -> Session:
    """Everybody there sees it: what is asked from now on may be something else."""
    words = f"{by} has switched the mode: I go on in {mode}."
    return session.in_mode(mode).post(Post(f"mode-{session.head}", session.place or place, words))
