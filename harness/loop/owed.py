"""What is owed is tried again at once where there is reason to believe that it may arrive now."""

from harness.chat.people import Place
from harness.loop.engine import Engine
from harness.sessions.facts import PostsDue
from harness.sessions.index import ThreadIndex
from harness.sessions.journal import Journal


async def retry_owed(
    journal: Journal, index: ThreadIndex, engine: Engine, place: Place | None = None, team: str = ""
) -> None:
    """Of all threads, or of those in the channel of `place`, or of that team: at a start, when we are connected again,
    and when a channel or a thread is open to us again. Raises JournalUnavailable.
    """
    for thread in await index.owing(place, team):
        await journal.append(thread, [PostsDue(place=place)])
        engine.wake(thread)
