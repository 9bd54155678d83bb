"""What people were asked, the cards on which they see it, and what they always allow: a part of the session."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import reduce

from harness.approvals.asks import APPROVED, Grant, Settlement
from harness.approvals.reasons import RuleReason
from harness.chat.people import Person, Place
from harness.sessions.ask_status import Settled
from harness.sessions.call_status import CallEnd
from harness.sessions.turn import CardAt, OpenAsk
from harness.tools.values import replace

GONE = "gone"
"""The face of a card of whose asks nothing is known any more."""
KEPT_ASKS = 32
"""Settled asks whose late clicks are still told the whole truth."""


@dataclass(frozen=True)
class Asks:
    known: Mapping[str, OpenAsk] = field(default_factory=dict)
    """In the order of their asking; the open ones, and the last settled ones."""
    cards: frozenset[CardAt] = frozenset()
    """Postings that still have live buttons."""
    grants: tuple[Grant, ...] = ()

    # What it knows
    def get(self, id: str) -> OpenAsk | None:
        return self.known.get(id)

    def __getitem__(self, id: str) -> OpenAsk:
        return self.known[id]

    def __iter__(self) -> Iterator[OpenAsk]:
        return iter(self.known.values())

    @property
    def open(self) -> tuple[OpenAsk, ...]:
        return tuple(ask for ask in self if ask.settled is None)

    @property
    def undoable(self) -> tuple[OpenAsk, ...]:
        """Those of calls whose change of a file can be undone, in the order of their asking."""
        return tuple(ask for ask in self if ask.undo)

    def sharing(self, ask: str) -> tuple[OpenAsk, ...]:
        """Those on one card with that ask, in the order of their asking; none, if it is not known."""
        known = self.get(ask)
        return tuple(one for one in self if known and one.card == known.card)

    def answerable(self, ask: str) -> tuple[str, ...]:
        """Of those, the open ones."""
        return tuple(one.id for one in self.sharing(ask) if one.settled is None)

    def first(self, ask: str) -> str:
        """The ask with which its card begins."""
        known = self.get(ask)
        return known.card if known else ask

    def on(self, ask: str, message: str) -> bool:
        """Is that message a card of that ask?"""
        return any(card.message == message and card.ask == self.first(ask) for card in self.cards)

    def face(self, ask: str) -> str:
        """How the card that begins with that ask shows what stands on it, now."""
        return " ".join(f"{one.id}={one.face}" for one in self.sharing(ask)) or GONE

    # What becomes of it
    def asking(self, ask: OpenAsk) -> "Asks":
        return replace(self, known={**self.known, ask.id: ask})

    def settling(self, id: str, settled: Settlement) -> "Asks":
        """An open ask; one that is settled, or unknown, stays as it is."""
        ask = self.get(id)
        return self if ask is None or ask.settled else self.asking(ask.moved(settled.outcome, Settled(settled)))

    def overtaken(self, id: str, why: RuleReason) -> "Asks":
        """The rules keep from running what was approved there."""
        ask = self.get(id)
        if ask is None or not isinstance(ask.status, Settled) or ask.status.settlement.outcome not in APPROVED:
            return self
        return self.asking(ask.moved("overtaken", Settled(replace(ask.status.settlement, rules=why))))

    def tidied(self, to_be_shown: Iterable[str]) -> "Asks":
        """Settled asks are kept whole while a card is to show them, then without their arguments, then (the oldest)
        not at all. `to_be_shown` are the first asks of cards that are yet to be posted.
        """
        shown = {card.ask for card in self.cards}.union(to_be_shown)
        settled = [ask for ask in self if ask.settled and ask.card not in shown]
        forgotten = {ask.id for ask in settled[:-KEPT_ASKS]}
        bare = {a.id: a.bare for a in settled if a.call.arguments or a.preview or a.summary}
        if not forgotten and not bare:
            return self
        return replace(self, known={i: bare.get(i, a) for i, a in self.known.items() if i not in forgotten})

    def card_seen(
        self,
        place: Place,
        message: str,
        ask: str,
        now: float,
        shows: tuple[str, ...] = (),
        face: str = "",
        written: float | None = None,
        masked: bool = False,
    ) -> "Asks":
        """There is a card; if it is not said what it shows, then what it was made for, if that is one ask alone. What
        was changed on it has been written as the card was; of what has come to it since nobody knows when. It is gone
        if it shows what will not change any more.
        """
        sharing = self.sharing(ask)
        alone = (ask,) if len(sharing) == 1 else ()
        known = next((card for card in self.cards if (card.place, card.message) == (place, message)), None)
        masked = masked or (known is not None and known.masked)
        if known and written is None and set(shows) <= set(known.shows):
            written = known.written
        seen = {one.id: one.seen(now) for one in sharing if not shows or one.id in shows}
        asks = replace(self, known={**self.known, **seen}, cards=self._without(place, message))
        if not face and (shows or alone) == asks.answerable(ask) != ():  # by a release that did not say
            face = asks.face(ask)
        if face == asks.face(ask) and all(one.over for one in sharing):
            return asks
        card = CardAt(place, message, self.first(ask), shows or alone, written, face, masked)
        return replace(asks, cards=asks.cards | {card})

    def unmask(self, id: str) -> "Asks":
        """Records that somebody opened what masks cover on the ask's card."""
        ask = self.get(id)
        return self.asking(replace(ask, unmasked=True)) if ask and ask.settled is None else self

    def granting(self, grant: Grant) -> "Asks":
        """The card on which it was given says so."""
        asks, ask = replace(self, grants=(*self.grants, grant)), self.get(grant.id)
        return asks.asking(replace(ask, always=grant.match or grant.on)) if ask else asks

    def ungranted(self, grant: str, by: Person | None = None) -> "Asks":
        """It holds no more, nor does its card say so: somebody has revoked it, or another has taken its place."""
        asks, ask = replace(self, grants=tuple(one for one in self.grants if one.id != grant)), self.get(grant)
        return asks.asking(replace(ask, always="", revoked=by)) if ask and ask.always else asks

    def for_good(self) -> "Asks":
        """No change of a file can be undone any more."""
        return reduce(lambda asks, ask: asks.asking(replace(ask, undo=None)), self.undoable, self)

    def ending(self, id: str, ended: CallEnd) -> "Asks":
        """That became of the call that was cleared there."""
        ask = self.get(id)
        if ask is None or ask.ended or ask.settled is None or ask.settled.outcome not in APPROVED:
            return self
        return self.asking(replace(ask, ended=ended))

    def card_gone(self, place: Place, message: str) -> "Asks":
        """It has no live buttons any more."""
        return replace(self, cards=self._without(place, message))

    def _without(self, place: Place, message: str) -> frozenset[CardAt]:
        return frozenset(card for card in self.cards if (card.place, card.message) != (place, message))
