"""Files that a provider refused to look at: no later request shows the same bytes."""

from dataclasses import replace

from harness.sessions.effects import Post
from harness.sessions.facts import MediaRefused
from harness.sessions.notices import MediaLeftOut
from harness.sessions.session import Session

KEPT = 100
"""Maximum number of digests in a session, the latest. A forgotten file is shown, and refused, once more."""


def on_media_refused(session: Session, fact: MediaRefused) -> Session:
    """Keeps the digests, and tells people in the turn's place which files were left out."""
    new = tuple(digest for digest in fact.digests if digest not in session.refused_media)
    if not new:
        return session
    session = replace(session, refused_media=(*session.refused_media, *new)[-KEPT:])
    turn = session.turn
    if turn is None or not turn.policy.visible:
        return session
    return session.post(Post(f"media-{session.head}", turn.place, notice=MediaLeftOut(fact.paths)))
