"""Owners are told directly what only they can mend."""

import logging
from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b

from harness.approvals.deciders import OWNERS
from harness.chat.people import Person, Place
from harness.chat.untrusted import to_the_letter
from harness.loop.engine import Engine
from harness.sessions.budgets import SpentBudget
from harness.sessions.facts import Introduced
from harness.sessions.journal import Journal
from harness.sessions.threads import ThreadNames
from harness.workspace.problems import Problem

log = logging.getLogger(__name__)

LISTED = 10
"""Problems that an owner is told of; the log has all."""


class Owners:
    """`known` are the people whose roles are known; `reaches`: do we speak there?"""

    def __init__(
        self,
        journal: Journal,
        engine: Engine,
        threads: ThreadNames,
        known: Callable[[], Sequence[Person]],
        reaches: Callable[[Place], bool],
    ) -> None:
        self._journal, self._engine, self._threads = journal, engine, threads
        self._known, self._reaches = known, reaches

    def places(self) -> Iterator[Place]:
        """Where each of them is written to alone, if we speak anywhere where they are."""
        for owner in self._known():
            if OWNERS.entitles(owner) and (place := self._directly(owner)):
                yield place

    def _directly(self, person: Person) -> Place | None:
        places = (Place.direct(Person.of(account)) for account in sorted(person.ids))
        return next(filter(self._reaches, places), None)

    async def tell(
        self, place: Place, text: str, digest: str, *, lasting: bool = False, budget: SpentBudget | None = None
    ) -> None:
        """Once for that digest, also over restarts; as long as the journal, if that is `lasting`. The `budget` of which
        it says that it is spent they can lift there. Raises JournalError.
        """
        # in a thread of its own: what they answer to it is said to nobody else
        thread = self._threads.called(f"{place.id}\0workspace\0{digest}")
        key = f"workspace:{place.id}:{digest}"
        await self._journal.append(thread, [Introduced(place, text, budget)], key=key, lasting=lasting)
        self._engine.wake(thread)


def listed(head: str, problems: Sequence[Problem]) -> str:
    """In Markdown."""
    lines = [f"- {_line(problem)}" for problem in problems[:LISTED]]
    more = [f"- and {len(problems) - LISTED} more, in the log"] if len(problems) > LISTED else []
    return "\n".join([head, "", *lines, *more])


def _line(problem: Problem) -> str:
    """The file as code, with its own characters, which look-alikes would change: people copy its name."""
    text, where = str(problem), problem.where
    if "`" in where or not where.isprintable():
        return to_the_letter(text)
    return f"`{where}`{to_the_letter(text.removeprefix(where))}"


def digest_of(text: str) -> str:
    """By which it is known that an owner was told that."""
    return blake2b(text.encode(errors="surrogatepass"), digest_size=8).hexdigest()
