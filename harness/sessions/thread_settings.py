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
    ModelChosen,
    ModeRequested,
    PlaceBound,
    SecretsShown,
)
from harness.sessions.messages import unsaid, waiting_at
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
)
from harness.sessions.session import ModeRequest, Session
from harness.tools.values import replace


def on_mode_requested(session: Session, fact: ModeRequested) -> Session:
    """At once if that permits no more, or if whoever wants it may allow it alone; else it is a request."""
    by, place, needs = fact.by, fact.place, fact.needs
    if fact.was != session.mode:
        return session.tell(place, by, Brief("mode-moved"))
    if fact.mode == session.mode:
        return replace(session, mode_request=None).tell(place, by, Brief("mode-same"))
    if needs is None:
        return _switched(session, fact.mode, by, place)
    request = ModeRequest(row=session.head, by=by, mode=fact.mode, needs=needs)
    if not request.allowable(by, session.authors):
        return _asked_for(session, request, place)
    request = replace(request, allowed_by=(by,))
    return _asked_for(session, request, place) if _missing(request) else _switched(session, fact.mode, by, place)


def on_mode_allowed(session: Session, fact: ModeAllowed) -> Session:
    """As with any ask: of those who may, as many as it takes."""
    by, place, request = fact.by, fact.place, session.mode_request
    if request is None or request.row != fact.request:
        return session.tell(place, by, Brief("mode-not-open"))
    if not session.may_allow(by):
        return session.tell(place, by, ModeNotYours(request.needs, request.by))
    if any(map(by.same, request.allowed_by)):
        return session.tell(place, by, Brief("mode-allowed-twice"))
    request = replace(request, allowed_by=(*request.allowed_by, by))
    if missing := _missing(request):
        return replace(session, mode_request=request).tell(place, by, ModeNeeds(missing))
    return _switched(session, request.mode, by, place).tell(place, by, Brief("mode-allowed"))


def on_model_chosen(session: Session, fact: ModelChosen) -> Session:
    """From the next step on, and whenever it is in this mode."""
    session = replace(session, models={**session.models, session.mode: fact.model}).repackaged()
    return session.tell(fact.place, fact.by, ModelSwitched(fact.model))


def on_grant_revoked(session: Session, fact: GrantRevoked) -> Session:
    grant = next((grant for grant in session.asks.grants if grant.id == fact.grant), None)
    says_so = grant is not None and session.asks.on(fact.grant, fact.message)
    session = revoked(session, fact.grant, fact.by)
    if fact.place is None or says_so:
        return session
    return session.tell(fact.place, fact.by, Revoked(grant.on) if grant else Brief("revoked-before"))


def on_secrets_shown(session: Session, fact: SecretsShown) -> Session:
    return replace(session, asks=session.asks.unmask(fact.ask))


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


def on_place_bound(session: Session, fact: PlaceBound) -> Session:
    """What is said there from now on is said here."""
    return replace(session, place=fact.place).tell(fact.place, fact.by, Bound(session.title))


def _missing(request: ModeRequest) -> int:
    return request.needs.quorum - len({person.id for person in request.allowed_by})


def _asked_for(session: Session, request: ModeRequest, place: Place) -> Session:
    """Those who may allow it see it, and a button."""
    notice = ModeAsked(request.by, request.mode, request.needs)
    post = Post(f"mode-request-{request.row}", session.place or place, action=AllowMode(request.row), notice=notice)
    return replace(session, mode_request=request).post(post)


def _switched(session: Session, mode: str, by: Person, place: Place) -> Session:
    """Everybody there sees it: what is asked from now on may be something else."""
    post = Post(f"mode-{session.head}", session.place or place, notice=ModeSwitched(by, mode))
    return session.in_mode(mode, by).post(post)
