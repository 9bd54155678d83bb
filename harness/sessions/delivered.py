"""What became of what was to be posted."""

from harness.chat.people import Place
from harness.sessions import branches, heartbeats
from harness.sessions.effects import (
    AdjustHeartbeat,
    LiftBudget,
    Post,
    PostAsk,
    SettleCard,
    StopTurn,
    Unwritten,
    WithdrawAction,
)
from harness.sessions.facts import (
    ActionWithdrawn,
    AskPosted,
    CardSettled,
    Introduced,
    PostDelayed,
    PostFailed,
    PostsDue,
    PostSent,
)
from harness.sessions.session import Session
from harness.sessions.unanswered import unreachable
from harness.tools.values import replace


def on_introduced(session: Session, fact: Introduced) -> Session:
    if fact.budget is None:
        return session.post(Post("introduction", fact.place, fact.text))
    lift = LiftBudget(0, fact.budget.account.period)
    return replace(session, liftable=fact.budget).post(Post("introduction", fact.place, fact.text, action=lift))


def on_post_sent(session: Session, fact: PostSent) -> Session:
    session = branches.posted(session, fact.id, fact.message)
    return replace(session, postings=session.postings.sent(fact.id, fact.message))


def on_ask_posted(session: Session, fact: AskPosted) -> Session:
    """Taken at any time, or a live button would be left that nobody knows."""
    postings = session.postings.card_sent(session.asks.first(fact.ask), fact.place)
    asks = session.asks.card_seen(
        fact.place, fact.message, fact.ask, session.now, fact.shows, fact.face, fact.written, fact.masked
    )
    return replace(session, postings=postings, asks=asks)


def on_card_settled(session: Session, fact: CardSettled) -> Session:
    place, message, ask = fact.place, fact.message, fact.ask
    settled = SettleCard(place, message, ask).id
    session = replace(session, postings=session.postings.settled(settled))
    if (fact.shows or fact.face) and not fact.why:
        asks = session.asks.card_seen(place, message, ask, session.now, fact.shows, fact.face)
        return replace(session, asks=asks).tidied()
    session = replace(session, asks=session.asks.card_gone(place, message)).tidied()
    return _asked_elsewhere(session, ask) if fact.why else session


def _asked_elsewhere(session: Session, ask: str) -> Session:
    """A card is lost: what can be answered nowhere else any more gets another."""
    first, known = session.asks.first(ask), session.asks.get(ask)
    seen = any(card.ask == first for card in session.asks.cards)
    if seen or known is None or not session.asks.answerable(ask):
        return session
    return session.post(PostAsk(first, known.place))


def on_action_withdrawn(session: Session, fact: ActionWithdrawn) -> Session:
    return replace(session, postings=session.postings.withdrawn(fact.id))


def on_post_delayed(session: Session, fact: PostDelayed) -> Session:
    """What is owed stays owed: the thread rests, and is woken to try again."""
    place = _belongs(session, fact.id)
    if place is None:
        return session
    return replace(session, postings=session.postings.delaying(fact.id, place, fact.why, session.now))


def _belongs(session: Session, id: str) -> Place | None:
    """Where what is owed of that id belongs; None, if nothing is."""
    if item := session.postings.find(id):
        return item.place
    for card in session.asks.cards:
        if SettleCard(card.place, card.message, card.ask).id == id:
            return card.place
    for made in session.postings.actions:
        if WithdrawAction(made.post, made.message).id == id:
            return made.post.place
    return None


def on_posts_due(session: Session, fact: PostsDue) -> Session:
    return replace(session, postings=session.postings.retrying(fact.id, fact.place, session.now))


def on_post_failed(session: Session, fact: PostFailed) -> Session:
    """An ask that no card shows, and none will, cannot be answered."""
    seen = any(card.ask == fact.id for card in session.asks.cards)
    lost = session.postings.find(fact.id)
    session = replace(session, postings=session.postings.without(fact.id, "refused"))
    if without := branches.unposted(session, fact.id):
        return without
    if isinstance(lost, Post):
        if isinstance(lost.action, AdjustHeartbeat):
            return heartbeats.unposted(session, lost, fact.why)
        if lost.to is None and not lost.place.addressee and not isinstance(lost.action, StopTurn):
            return _elsewhere(session, lost, fact.why)
    for ask in () if seen else session.asks.answerable(fact.id):
        session = unreachable(session, ask, fact.why)
    return session


def _elsewhere(session: Session, lost: Post, why: str) -> Session:
    """What could not be said where it belongs is said to whom it was for, if that can be."""
    if session.served is None or not (lost.text or lost.notice):
        return session
    place, unwritten = Place.direct(session.served), Unwritten("reply", why)
    return session.post(Post(f"lost-{lost.id}", place, lost.text, notice=lost.notice, unwritten=unwritten))
