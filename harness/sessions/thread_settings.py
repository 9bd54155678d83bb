"""People choose how the thread goes on: its mode, its model, its name and place, what is revoked and what is dropped.
Whoever does is told what became of it.
"""

from harness.chat.people import Person, Place
from harness.sessions.asking import revoked
from harness.sessions.effects import AllowMode, Post, React
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
from harness.sessions.notices import (
    Bound,
    Brief,
    ModeAsked,
    ModelSwitched,
    ModeNeeds,
    ModeNotYours,
    ModeSwitched,
    NotYourMessage,
    Revoked,
    Titled,
)
from harness.sessions.session import Session, Wish
from harness.sessions.values import replace


def on_mode_chosen(session: Session, fact: ModeChosen) -> Session:
    """At once if that permits no more, or if whoever wants it may allow it alone; else it is a wish."""
    by, place, needs = fact.by, fact.place, fact.needs
    if fact.was != session.mode:
        return session.tell(place, by, Brief("mode-moved"))
    if fact.mode == session.mode:
        return replace(session, wish=None).tell(place, by, Brief("mode-same"))
    if needs is None:
        return _switched(session, fact.mode, by, place)
    wish = Wish(session.head, by, fact.mode, needs)
    if not _may_allow(session, wish, by):
        return _wished(session, wish, place)
    wish = replace(wish, allowed_by=(by,))
    return _wished(session, wish, place) if _missing(wish) else _switched(session, fact.mode, by, place)


def on_mode_allowed(session: Session, fact: ModeAllowed) -> Session:
    """As with any ask: of those who may, as many as it takes."""
    by, place, wish = fact.by, fact.place, session.wish
    if wish is None or wish.row != fact.wish:
        return session.tell(place, by, Brief("mode-not-open"))
    if not _may_allow(session, wish, by):
        return session.tell(place, by, ModeNotYours(wish.needs, wish.by))
    if any(map(by.same, wish.allowed_by)):
        return session.tell(place, by, Brief("mode-allowed-twice"))
    wish = replace(wish, allowed_by=(*wish.allowed_by, by))
    if missing := _missing(wish):
        return replace(session, wish=wish).tell(place, by, ModeNeeds(missing))
    return _switched(session, wish.mode, by, place).tell(place, by, Brief("mode-allowed"))


def on_model_chosen(session: Session, fact: ModelChosen) -> Session:
    """From the next step on."""
    return replace(session, model=fact.model).tell(fact.place, fact.by, ModelSwitched(fact.model))


def on_grant_revoked(session: Session, fact: GrantRevoked) -> Session:
    grant = next((grant for grant in session.asks.grants if grant.id == fact.grant), None)
    session = revoked(session, fact.grant)
    if fact.place is None:
        return session
    return session.tell(fact.place, fact.by, Revoked(grant.on) if grant else Brief("revoked-before"))


def on_message_dropped(session: Session, fact: MessageDropped) -> Session:
    """One's own words only: nothing that somebody else said is lost."""
    said = waiting_at(session, fact.position)
    if said is None:
        return session.tell(fact.place, fact.by, Brief("not-waiting"))
    if not said.by.same(fact.by):
        return session.tell(fact.place, fact.by, NotYourMessage(said.by))
    session = unsaid(session, {fact.position}).tell(fact.place, fact.by, Brief("dropped"))
    if not said.message:
        return session
    return session.post(React(f"dropped-{fact.position}", said.place, said.message, "dropped"))


def on_renamed(session: Session, fact: Renamed) -> Session:
    title = called(fact.title)
    session = replace(session, title=title, opening="") if title else session
    return session.tell(fact.place, fact.by, Titled(session.title))


def on_place_bound(session: Session, fact: PlaceBound) -> Session:
    """What is said there from now on is said here."""
    return replace(session, place=fact.place).tell(fact.place, fact.by, Bound(session.title if session.turns else ""))


def _may_allow(session: Session, wish: Wish, by: Person) -> bool:
    return wish.needs.may_decide(by, wish.by, session.turn.authors if session.turn else ())


def _missing(wish: Wish) -> int:
    return wish.needs.quorum - len({person.id for person in wish.allowed_by})


def _wished(session: Session, wish: Wish, place: Place) -> Session:
    """Those who may allow it see it, and a button."""
    notice = ModeAsked(wish.by, wish.mode, wish.needs)
    post = Post(f"wish-{wish.row}", session.place or place, action=AllowMode(wish.row), notice=notice)
    return replace(session, wish=wish).post(post)


def _switched(session: Session, mode: str, by: Person, place: Place) -> Session:
    """Everybody there sees it: what is asked from now on may be something else."""
    post = Post(f"mode-{session.head}", session.place or place, notice=ModeSwitched(by, mode))
    return session.in_mode(mode).post(post)
