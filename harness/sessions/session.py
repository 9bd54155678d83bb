"""A Session is the fold of its journal: who may do what, and what is still to be done. What was said is not in it.

Control state only, and small: it is bounded by what is open, never by how long the thread is.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import assert_never

from harness.approvals.asks import Grant, Outcome, Settlement
from harness.approvals.deciders import Deciders
from harness.approvals.reasons import RuleReason
from harness.chat.people import Person, Place
from harness.sessions import pulses
from harness.sessions.alarms import Alarm, Alarms, of
from harness.sessions.effects import (
    AdjustHeartbeat,
    AllowMode,
    AskAgain,
    ContinueTurn,
    MessageAction,
    Outgoing,
    Post,
    PostAsk,
    StopTurn,
    TakeBackAnswer,
)
from harness.sessions.notices import Notice
from harness.sessions.pulses import Pulse, Pulses
from harness.sessions.reasons import EndReason
from harness.sessions.turn import Call, CardAt, OpenAsk, Turn
from harness.sessions.usage import CountedUsage, Usage
from harness.sessions.values import replace
from harness.tools.calls import At
from harness.tools.changes import Todo

KEPT_ASKS = 32
"""Settled asks whose late clicks are still told the whole truth."""
KEPT_COUNTED = 32
"""Model calls that are known to be counted, should their outcome be told once more."""


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
    """Somebody's message to us during a turn, until it is heard."""

    position: int
    by: Person
    place: Place
    message: str


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class TurnEnd:
    """How the last turn ended, with which row: `why` is None if it was by its reply; `resumes`: may somebody have it
    go on?
    """

    turn: int
    requester: Person
    why: EndReason | None = None
    resumes: bool = False
    row: int = 0


@dataclass(frozen=True, slots=True)
class Wish:
    """Somebody wants to go on in a `mode` that permits more: whom it `needs` to allow it, and who has."""

    row: int
    by: Person
    mode: str
    needs: Deciders
    allowed_by: tuple[Person, ...] = ()


@dataclass(frozen=True, slots=True)
class PostedAction:
    """A message of ours that has a button, by the platform's name for it."""

    post: Post
    message: str


@dataclass(frozen=True)
class Session:
    """One thread's control state after the row `head`, at the time `now` of that row."""

    head: int = 0
    now: float = 0.0
    turns: int = 0
    turn: Turn | None = None
    last: TurnEnd | None = None
    unheard: tuple[Unheard, ...] = ()
    guidance: tuple[Guidance, ...] = ()
    requested_through: int = 0
    """What was said up to here has been in a request, heard or not."""
    queue: tuple[Queued, ...] = ()
    speakers: tuple[Speaker, ...] = ()
    """Who has spoken since our last reply, or lately."""
    replied: float = 0.0
    """When our last reply was."""
    asks: Mapping[str, OpenAsk] = field(default_factory=dict)
    """In the order of their asking; the open ones, and the last settled ones."""
    cards: frozenset[CardAt] = frozenset()
    """Postings that still have live buttons."""
    actions: tuple[PostedAction, ...] = ()
    """Postings other than cards that have live buttons."""
    grants: tuple[Grant, ...] = ()
    outbox: tuple[Outgoing, ...] = ()
    closed: tuple[Call, ...] = ()
    """The calls of the last step that closed, in call order, for whoever draws the transcript."""
    mode: str = ""
    """The name of its mode; empty for the workspace's default."""
    place: Place | None = None
    """Where it is at work, or was last."""
    title: str = ""
    """What it is called: by its first words, until somebody names it."""
    opening: str = ""
    """The message that its first words are of, while it is called by them."""
    wish: Wish | None = None
    model: str = ""
    """The model that was chosen for this thread; empty for the mode's own."""
    todos: tuple[Todo, ...] = ()
    alarms: Alarms = ()
    """The times at which it is to be woken."""
    self_wakeups: int = 0
    """How often it asked to be woken since a person spoke last."""
    pulses: Pulses = ()
    """Its heartbeats."""
    declined: frozenset[str] = frozenset()
    """Heartbeats of the workspace that are not wanted here, by their ids."""
    last_human_at: float = 0.0
    """When a person spoke here last."""
    usage: Usage = Usage()
    counted: tuple[CountedUsage, ...] = ()
    """The last that was added to `usage`."""

    # What it knows
    @property
    def in_flight(self) -> bool:
        """Is a tool running, for all that the journal knows?"""
        return self.turn is not None and any(call.started for call in self.turn.calls)

    @property
    def at_work(self) -> bool:
        """Is there a turn that goes on, and waits for nothing? Of a heartbeat's nobody need know."""
        return self.turn is not None and not self.turn.waiting and not self.turn.beat

    @property
    def served(self) -> Person | None:
        """Whom the turn is for, or was the last one for. A heartbeat's is for whoever reads what it reports."""
        if self.turn and not self.turn.beat:
            return self.turn.requester
        return self.last.requester if self.last else None

    @property
    def open_asks(self) -> tuple[OpenAsk, ...]:
        return tuple(ask for ask in self.asks.values() if ask.settled is None)

    def sharing(self, ask: str) -> tuple[OpenAsk, ...]:
        """Those on one card with that ask, in the order of their asking; none, if it is not known."""
        known = self.asks.get(ask)
        return tuple(one for one in self.asks.values() if known and one.card == known.card)

    def answerable(self, ask: str) -> tuple[str, ...]:
        """Of those, the open ones."""
        return tuple(one.id for one in self.sharing(ask) if one.settled is None)

    def offers(self, action: MessageAction | None) -> bool:
        """Can that still be done? What is said of an answer, in a message that only one person sees, cannot be found
        again, so it counts as done.
        """
        shown = self.turn if self.turn and not self.turn.beat else None
        match action:
            case StopTurn(turn=turn):
                return shown is not None and shown.at.turn == turn
            case ContinueTurn(turn=turn):
                last = self.last
                return shown is None and last is not None and last.resumes and last.turn == turn
            case AllowMode(request=row):
                return self.wish is not None and self.wish.row == row
            case AdjustHeartbeat(heartbeat=heartbeat, turn=turn):
                pulse = pulses.of(self.pulses, heartbeat)
                return pulse is not None and pulse.post == turn
            case AskAgain() | TakeBackAnswer() | None:
                return False
            case _:
                assert_never(action)

    def thinks(self, at: At) -> bool:
        """Is the model's reply to `at` what it waits for? Not before its request is prepared."""
        turn = self.turn
        return turn is not None and turn.thinking and turn.at == at and not (turn.reads or turn.prepares)

    def call(self, id: str) -> Call | None:
        """The call of the current step that has no result yet."""
        return self.turn.call(id) if self.turn else None

    def alarm(self, id: str) -> Alarm | None:
        """That waits for its time, or has opened the present turn."""
        opened = self.turn.alarm if self.turn else None
        return of(self.alarms, id) or (opened if opened and opened.wakeup.id == id else None)

    @property
    def pulse(self) -> Pulse | None:
        """Of which the present turn is, if it is a heartbeat's."""
        return pulses.of(self.pulses, self.turn.beat) if self.turn and self.turn.beat else None

    def entitled(self, by: Person, deciders: Deciders) -> bool:
        return self.turn is not None and deciders.may_decide(by, self.turn.requester, self.turn.authors)

    def awaits(self, alarm: Alarm) -> bool:
        """Does its time say anything? Not while it is paused, nor while it is about to be heard."""
        hears = self.turn is not None and not self.turn.beat
        return not alarm.paused and not (alarm.came and hears)

    @property
    def pending(self) -> bool:
        """Has somebody said something to us that no request holds yet?"""
        return bool(self.queue) or any(unheard.ours > self.requested_through for unheard in self.unheard)

    # The moves that every branch of the fold makes
    def having(self, call: Call) -> "Session":
        assert self.turn
        return replace(self, turn=self.turn.having(call))

    def beating(self, pulse: Pulse) -> "Session":
        """With that heartbeat as it is now."""
        return replace(self, pulses=pulses.changed(self.pulses, pulse.id, lambda one: pulse))

    def asking(self, ask: OpenAsk) -> "Session":
        return replace(self, asks={**self.asks, ask.id: ask})

    def post(self, item: Outgoing) -> "Session":
        """Into the outbox, unless it is there."""
        return self if any(o.id == item.id for o in self.outbox) else replace(self, outbox=(*self.outbox, item))

    def in_mode(self, mode: str) -> "Session":
        """What was wished for in another mode is settled."""
        return replace(self, mode=mode, wish=None)

    def tell(self, place: Place, to: Person, notice: Notice, action: MessageAction | None = None) -> "Session":
        """Tells the one who caused the current row what became of it: there, if they are known there, else directly."""
        to = to.on(place)
        place = place if to.platform == place.platform else Place.direct(to)
        return self.post(Post(f"note-{self.head}", place, to=to, action=action, notice=notice))

    def sent(self, id: str) -> "Session":
        return replace(self, outbox=tuple(item for item in self.outbox if item.id != id))

    def post_sent(self, id: str, message: str) -> "Session":
        """It has arrived; what it has a button for is known by the platform's name for it."""
        made = tuple(
            PostedAction(post, message)
            for post in self.outbox
            if isinstance(post, Post) and post.id == id and post.action and message
        )
        return replace(self.sent(id), actions=(*self.actions, *made))

    def settle(
        self,
        id: str,
        outcome: Outcome,
        by: Person | None = None,
        detail: str = "",
        rules: RuleReason | None = None,
    ) -> "Session":
        """Settles an open ask; one that is settled, or unknown, stays as it is."""
        ask = self.asks.get(id)
        if ask is None or ask.settled:
            return self
        return self.asking(replace(ask, settled=Settlement(outcome, self.now, by, detail, rules)))._tidied()

    def _tidied(self) -> "Session":
        """Settled asks are kept whole while a card is to show them, then without their arguments, then (the oldest)
        not at all.
        """
        shown = {card.ask for card in self.cards} | {i.ask for i in self.outbox if isinstance(i, PostAsk)}
        settled = [ask for ask in self.asks.values() if ask.settled and ask.card not in shown]
        forgotten = {ask.id for ask in settled[:-KEPT_ASKS]}
        bare = {a.id: replace(a, call=replace(a.call, arguments="")) for a in settled if a.call.arguments}
        if not forgotten and not bare:
            return self
        return replace(self, asks={i: bare.get(i, a) for i, a in self.asks.items() if i not in forgotten})

    def card_seen(self, place: Place, message: str, ask: str, shows: tuple[str, ...] = ()) -> "Session":
        """There is a card; if it is not said what it shows, then what it was made for, if that is one ask alone."""
        alone = (ask,) if len(self.sharing(ask)) == 1 else ()
        card = CardAt(place, message, self._first(ask), shows or alone)
        return replace(self, cards=self._without(place, message) | {card})

    def card_posted(self, place: Place, message: str, ask: str, shows: tuple[str, ...]) -> "Session":
        first = self._first(ask)
        posted = tuple(
            item for item in self.outbox if not (isinstance(item, PostAsk) and (item.ask, item.place) == (first, place))
        )
        return replace(self, outbox=posted).card_seen(place, message, ask, shows)

    def card_settled(self, place: Place, message: str, ask: str, shows: tuple[str, ...]) -> "Session":
        if shows:
            return self.card_seen(place, message, ask, shows)
        return replace(self, cards=self._without(place, message))._tidied()

    def card_lost(self, place: Place, message: str, ask: str) -> "Session":
        """What can be answered nowhere else any more gets another card."""
        session, first = self.card_settled(place, message, ask, ()), self._first(ask)
        seen = any(card.ask == first for card in session.cards)
        known = session.asks.get(ask)
        if seen or known is None or not session.answerable(ask):
            return session
        return session.post(PostAsk(first, known.place))

    def _first(self, ask: str) -> str:
        known = self.asks.get(ask)
        return known.card if known else ask

    def _without(self, place: Place, message: str) -> frozenset[CardAt]:
        return frozenset(card for card in self.cards if (card.place, card.message) != (place, message))
