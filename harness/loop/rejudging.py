"""What people are asked is judged by the rules as they have become, before anybody answers it."""

from harness.loop.engine import Engine
from harness.loop.rules import Rules
from harness.loop.rulings import verdicts
from harness.loop.thread_reader import ThreadReader
from harness.sessions.index import ThreadIndex
from harness.sessions.journal import Journal


async def judge_again(
    journal: Journal, index: ThreadIndex, reader: ThreadReader, engine: Engine, rules: Rules, now: float
) -> None:
    """In every thread of the team that waits for a decision, and in those at work. What the rules tightened is a fact
    when this returns, so that no answer comes before it. Raises JournalUnavailable.
    """
    asking = await index.decided_by(team=reader.threads.team)
    for thread, session in (await reader.sessions(one.thread for one in asking)).items():
        if facts := list(verdicts(session, rules, now)):
            await journal.append(thread, facts)
            engine.wake(thread)
    for thread in await index.unrested():
        if reader.threads.has(thread):
            engine.wake(thread)
