"""What people have said, until it is heard: a part of the session."""

from dataclasses import dataclass

from harness.chat.people import Person, Place
from harness.tools.values import replace


@dataclass(frozen=True, slots=True)
class Unheard:
    """Somebody whose words up to `position` no reply has covered. `kept` is the last of them that cannot be taken back,
    since it is nobody's guidance, and `ours` the last that was to us; 0, if there is none.
    """

    by: Person
    position: int
    kept: int = 0
    ours: int = 0


@dataclass(frozen=True, slots=True)
class Guidance:
    """Somebody's message to us during a turn, until it is heard. `marked`: its author sees that it waits."""

    position: int
    by: Person
    place: Place
    message: str
    marked: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Queued:
    """Somebody's message during a turn that is not for it: it opens one afterwards; `together` with others like it."""

    position: int
    by: Person
    place: Place
    message: str
    together: bool


@dataclass(frozen=True, slots=True)
class Speaker:
    """Who has spoken, and when last."""

    id: str
    at: float


@dataclass(frozen=True, kw_only=True)
class Inbox:
    unheard: tuple[Unheard, ...] = ()
    guidance: tuple[Guidance, ...] = ()
    queue: tuple[Queued, ...] = ()
    requested_through: int = 0
    """What was said up to here has been in a request, heard or not."""
    speakers: tuple[Speaker, ...] = ()
    """Who has spoken since our last reply, or lately."""
    replied: float = 0.0
    """When our last reply was."""
    last_human_at: float = 0.0
    """When a person spoke here last."""

    @property
    def pending(self) -> bool:
        """Has somebody said something to us that no request holds yet?"""
        return bool(self.queue) or any(unheard.ours > self.requested_through for unheard in self.unheard)

    @property
    def waiting(self) -> list[Guidance | Queued]:
        """What was said to us during the turn and is in no request yet, in the order in which it will be heard."""
        return [*(said for said in self.guidance if said.position > self.requested_through), *self.queue]

    def listening(self, by: Person, position: int, kept: bool, ours: bool) -> "Inbox":
        """What `by` said at that row waits to be heard."""
        theirs = [u for u in self.unheard if (u.by.id, u.by.roles) == (by.id, by.roles)]
        others = tuple(u for u in self.unheard if u not in theirs)
        last = max([position, *(u.position for u in theirs)])
        last_kept = max([position if kept else 0, *(u.kept for u in theirs)])
        last_ours = max([position if ours else 0, *(u.ours for u in theirs)])
        return replace(self, unheard=(*others, Unheard(by, last, last_kept, last_ours)))

    def heard(self, through: int) -> "Inbox":
        """A reply has covered what was said up to that row."""
        return replace(
            self,
            unheard=tuple(
                replace(u, kept=u.kept if u.kept > through else 0, ours=u.ours if u.ours > through else 0)
                for u in self.unheard
                if u.position > through
            ),
            guidance=tuple(g for g in self.guidance if g.position > through),
        )

    def forgetting(self, position: int) -> "Inbox":
        """As if nothing had been said at that row; what was said since stays."""
        others = (replace(u, kept=0, ours=0) if u.kept == position else u for u in self.unheard)
        return replace(self, unheard=tuple(u for u in others if u.position != position))

    def without(self, gone: set[int]) -> "Inbox":
        """What was said at those rows need not be heard any more, as far as no request holds it."""
        guidance = tuple(g for g in self.guidance if g.position not in gone)
        queue = tuple(q for q in self.queue if q.position not in gone)
        unheard = tuple(
            remaining
            for u in self.unheard
            if (remaining := _without(u, gone, guidance) if u.position > self.requested_through else u) is not None
        )
        return replace(self, guidance=guidance, queue=queue, unheard=unheard)


def _without(unheard: Unheard, gone: set[int], guidance: tuple[Guidance, ...]) -> Unheard | None:
    """What is left to be heard of somebody, if those of their words are gone."""
    if unheard.position not in gone:
        return unheard
    earlier = [g.position for g in guidance if (g.by.id, g.by.roles) == (unheard.by.id, unheard.by.roles)]
    last = max([unheard.kept, *earlier])
    return replace(unheard, position=last, ours=min(unheard.ours, last)) if last else None
