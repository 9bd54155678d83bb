"""The laws, checked row by row on the journal. It asks the fold what it did, and works out for itself whether it
might.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import replace
from datetime import UTC
from fnmatch import fnmatchcase
from itertools import takewhile
from typing import NamedTuple

from adapters.storage.codec import Codec
from harness.approvals.asks import Approve, Choice, Edit, Question, Reject, Respond
from harness.approvals.deciders import OWNER, Deciders
from harness.approvals.gate import REMEMBERS, Judged, Verdict
from harness.approvals.narrowing import kept_by
from harness.chat.people import Person
from harness.context.model import Request
from harness.context.packages import RunRequest
from harness.context.snapshot import Snapshot
from harness.context.transcript import INSTEAD, redacted, transcript
from harness.context.window import Window
from harness.loop.rules import Rules
from harness.sessions import asides, compaction
from harness.sessions import facts as f
from harness.sessions.budgets import Budget, Share, day_of
from harness.sessions.call_status import Asked, ChangeMisfit, Edited, Expired, Started
from harness.sessions.chat_words import agrees, decides, stops
from harness.sessions.counting import OBSERVING
from harness.sessions.deciding import MEANWHILE
from harness.sessions.effects import Outgoing, Post, React
from harness.sessions.entries import Entry, Noted, Result, Said, Spoke, Talked
from harness.sessions.fold import apply
from harness.sessions.messages import waits
from harness.sessions.preparations import Compaction
from harness.sessions.reasons import BudgetHit
from harness.sessions.replies import expects
from harness.sessions.session import Session
from harness.sessions.turn import OpenAsk, Turn
from harness.sessions.usage import Usage
from harness.tools.arguments import as_object
from harness.tools.calls import At, ToolCall
from harness.tools.changes import CommandStarted, FileChanged
from harness.tools.origins import BACKGROUND, COMMAND
from harness.tools.previews import Preview
from harness.wording import notices
from tests.laws.colleague import EVERY_TOOL
from tests.laws.world import to_sum_up


class Asking(NamedTuple):
    tool: str
    tool_digest: str
    digest: str
    deciders: Deciders
    turn: int
    authors: frozenset[str]
    """By name: whose words had been heard when it was asked."""
    heard: frozenset[str]
    """The text from outside that had been read by then, by its origin."""


class Ruling(NamedTuple):
    position: int
    call: str
    digest: str
    judged: Judged


class Wanted(NamedTuple):
    """Somebody wants to have back what the call of an ask has changed, as the last that was known to have."""

    ask: str
    call: str
    by: Person
    change: FileChanged
    mode: str


class Vote(NamedTuple):
    """An answer of somebody entitled to it, and the digest of what it would have run."""

    position: int
    ask: str
    digest: str
    by: Person
    choice: Choice


AHEAD = f.Observed | f.Reflected | f.ObservationFailed
"""What came of what is written down ahead of need."""
ASKED = f.ModelReplied | f.ModelFailed | f.ModelStopped | f.AsideReplied | f.Compacted | f.CompactionFailed | AHEAD
"""What says what a model call used."""
ASKED_AFTER = frozenset({"message", REMEMBERS})
"""The categories that are asked once text from outside was read."""
FROM_OUTSIDE = ("approvals are not needed", "/deskmate mode", "Ana approved and adds: always", "in the mode free")
PASSES = "the token is revoked"
"""A refusal of whatever we ask, which passes."""


def _owes(item: Outgoing) -> bool:
    return not isinstance(item, React) and (not isinstance(item, Post) or item.owed)


class Audit:
    def __init__(self, packages: Mapping[str, RunRequest]) -> None:
        """`packages` are those that were kept, by their checksums."""
        self.packages = packages
        self.told: dict[At, set[bytes]] = {}
        """What models were told before all else, in requests of each step."""
        self.named = dict[int, str]()
        """With which package each turn has said last that it runs."""
        self.rules: Rules | None = None
        """Those of the machine that has the thread, as long as there has been but one."""
        self.rows: list[f.Row] = []
        self.session = Session()
        self.fate: dict[int, str] = {}
        self.deleted: set[str] = set()
        self.said: dict[int, f.MessageReceived] = {}
        self.notified: dict[int, Person] = {}
        """For whom the ends are that are to be heard, until they are."""
        self.opinions: dict[int, f.FeedbackGiven] = {}
        """What people found wrong with an answer, until it is heard."""
        self.turn_of: dict[str, int] = {}
        self.requester: dict[int, Person] = {}
        self.authors: dict[int, set[Person]] = {}
        self.askings: dict[str, Asking] = {}
        self.verdicts: list[Ruling] = []
        self.votes: list[Vote] = []
        self.started: dict[str, list[int]] = {}
        self.counted: dict[At, set[Usage]] = {}
        self.budgets: tuple[Budget, ...] = ()
        """Those of the machine that has the thread, as long as there has been but one."""
        self.now = 0.0
        self.spent: list[tuple[int, str, int]] = []
        """The tokens that were used: by which row that is known, and on which day."""
        self.lift_wanted: list[f.LiftRequested] = []
        self.lifted: set[str] = set()
        """The days of which somebody has lifted the budget."""
        self.modes: dict[str, tuple[str, Turn | None]] = {}
        """The mode in which each call was started last, and the turn."""
        self.requested = 0
        """What was said up to here has been in a request of the turn's steps."""
        self.shown = 0
        """In such a request, or in that of an aside."""
        self.beats_said: dict[tuple[str, str], float] = {}
        """When each heartbeat has posted which words last."""
        self.changed: dict[str, tuple[str, FileChanged]] = {}
        """The last change of each file that is told of, and the call that made it."""
        self.undo_wanted: list[Wanted] = []
        self.undoing: set[str] = set()
        """The asks of which that is wanted, and has not come."""
        self.undone: dict[int, str] = {}
        """What a model is to be told of what was had back, by its row."""
        self.woken: set[tuple[str, float]] = set()
        self.heard: dict[str, int] = {}
        """Text from outside that was read, by its origin, and since which row."""
        self.mode_requests: dict[int, tuple[f.ModeRequested, set[str]]] = {}
        """By their row, with who has allowed them."""

    def feed(self, rows: Sequence[f.Row]) -> None:
        for row in rows[len(self.rows) :]:
            before, after = self.session, apply(self.session, row)
            self._row(row, before, after)
            self.session = after
            self.rows.append(row)

    def entitled(self, person: Person, deciders: Deciders, turn: int, authors: frozenset[str] | None = None) -> bool:
        """Written anew from the design, on what was said rather than on the fold's authors: up to now, or these."""
        requester = self.requester[turn]
        heard = frozenset(map(_who, self.authors[turn])) if authors is None else authors
        if deciders.not_authors and _who(person) in {_who(requester)} | heard:
            return False
        return bool(person.roles & deciders.roles) or (deciders.requester and _who(person) == _who(requester))

    # Row by row
    def _row(self, row: f.Row, before: Session, after: Session) -> None:
        self._turns(row, before, after)
        self._outside(row, before, after)
        self._compiled(row.fact, before, after)
        opened = [ask for ask in after.asks if ask.id not in before.asks.known]
        closed = [ask for ask in after.asks if ask.settled and not _settled(before, ask.id)]
        for ask in opened:
            call = after.call(ask.call.id)
            assert call
            assert after.turn
            assert isinstance(call.status, Asked)
            self.askings[ask.id] = Asking(
                call.call.tool,
                call.status.ruling.tool,
                call.call.digest,
                ask.ask.deciders,
                after.turn.at.turn,
                frozenset(map(_who, self.authors[after.turn.at.turn])),
                frozenset(self.heard),
            )
        self._stays_as_asked(before, after)
        self._owed(row.fact, before, after)
        if isinstance(row.fact, ASKED):
            at = OBSERVING if isinstance(row.fact, AHEAD) else row.fact.at
            self.counted.setdefault(at, set()).add(row.fact.usage)
            assert after.usage == self._used(), "what a model call used is not counted once"
            if after.turn and before.turn and after.turn.at.turn == before.turn.at.turn:
                assert after.turn.usage == self._used(after.turn.at.turn), "nor in its turn"
        if isinstance(row.fact, ASKED) and after.usage != before.usage:
            used = after.usage.tokens - before.usage.tokens
            self.spent.append((row.position, day_of(row.at, UTC), used))
        self._budget(row.fact, before, after)
        gone = [wakeup for wakeup in before.timers.wakeups if wakeup not in after.timers.wakeups]
        if gone and isinstance(row.fact, f.TimerFired):
            [wakeup] = gone
            assert wakeup.id == row.fact.timer
            assert row.at >= wakeup.at, "woken too early"
            assert not wakeup.paused, "woken while it is paused"
            assert (wakeup.id, wakeup.at) not in self.woken, "woken twice"
            self.woken.add((wakeup.id, wakeup.at))
            assert after.turn, "woken for nothing"
        kept = {wakeup.id for wakeup in after.timers.wakeups}
        for wakeup in before.timers.wakeups:
            if wakeup.came and wakeup.id not in kept and isinstance(row.fact, f.ModelReplied):
                assert row.fact.through >= wakeup.came, "a reply that does not cover what came"
            elif wakeup.came and wakeup.id not in kept:
                by_itself = f.TimerFired | f.TimerSkipped
                by_people = f.TimerEnded | f.TimerTriggered | f.ToolReturned
                assert isinstance(row.fact, by_itself | by_people), "what came is lost before it is heard"
        if isinstance(row.fact, f.TimerSkipped):
            assert after.turn == before.turn, "what is passed over changes no turn"
        self._beats(row, before, after)
        self._commands(row, before, after)
        self._files(row, before, after)
        match row.fact:
            case f.FeedbackGiven():
                self._opinion(row.position, row.fact, before, after)
            case f.MessageReceived():
                self._message(row.position, row.fact, before, after, closed)
            case f.MessageCorrected(by=by, place=place, text=text, message=message):
                self._corrected(row.position, f.MessageReceived(by, place, text, message), before)
            case f.MessageDeleted(message=message):
                self.deleted.add(message)
                for position in self._positions(message):
                    self.fate[position] = "deleted"
            case f.StopRequested():
                self._stop(row.fact, before, after)
            case f.ModelReplied() if expects(before, row.fact):
                self._reply(row.fact, before)
            case f.AsideReplied():
                self._aside(row.fact, before, after, closed)
            case f.CallJudged() if (after.turn, after.closed) != (before.turn, before.closed):
                self._verdict(row.position, row.fact, before)
            case f.AskAnswered():
                self._answer(row.position, row.fact, before, after, closed)
            case f.ToolStarted(call=id):
                self.started.setdefault(id, []).append(row.position)
                call = before.call(id)
                assert call, "started what was no longer wanted"
                assert call.running, "started what was not cleared"
                assert call.started or self._left(before, call.call), "started what a skill does not leave"
                self.modes[id] = before.mode, before.turn
            case f.ModeRequested() | f.ModeAllowed():
                self._mode(row.position, row.fact, before, after)
            case f.MessageDropped(by=by, position=position):
                self._dropped(by, position, before, after)
        if not isinstance(row.fact, f.ModeRequested | f.ModeAllowed | f.AskAnswered):
            assert after.mode == before.mode, "the mode was switched by nobody"
        queued = {q.position for q in after.inbox.queue}
        for position in [p for p, fate in self.fate.items() if fate == "queued" and p not in queued]:
            del self.fate[position]
        self._settled_by(row.fact, closed, before.turn is not None and bool(before.turn.heartbeat))
        self._one_result(before.turn, after.turn)
        for call in after.closed if after.closed is not before.closed else ():
            if isinstance(call.status, Expired):
                settled = after.asks[call.ask].settled
                assert settled, "expired while it is open"
                assert settled.outcome == "expired", "expired after it was decided"

    def _budget(self, fact: f.Fact, before: Session, after: Session) -> None:
        """Owners alone lift one, which has ended a turn; nobody's asking for it does anything else."""
        match fact:
            case f.LiftRequested(by=by):
                if OWNER in by.roles:
                    self.lift_wanted.append(fact)
                opened = after.turn is not None and after.turn is not before.turn
                assert not opened or self._over(before), "a turn goes on before the budget is lifted"
            case f.BudgetLifted(by=by, turn=turn, budget=budget):
                wanted = [one for one in self.lift_wanted if one.turn == turn and one.by == by]
                known = budget.account.since in self.lifted
                assert wanted or known, "a budget was lifted that no owner wanted to"
                self.lifted.add(budget.account.since)
            case f.BudgetReset(budget=budget):
                opened = after.turn is not None and after.turn is not before.turn
                assert not opened or budget.until <= self.now, "a turn goes on before the budget has reset"
            case f.BudgetReached(hard=True, aside=0) if after.turn is not before.turn:
                assert after.turn is None or after.turn.at.turn != fact.at.turn, "a turn goes on without a budget"
                assert fact.budget.account.since not in self.lifted, "what was lifted holds up a turn"

    def _over(self, session: Session) -> bool:
        """Does the budget that ended the last turn hold up nothing any more?"""
        why = session.last.why if session.last else None
        return isinstance(why, BudgetHit) and why.budget.until <= self.now

    def _within(self, turn: Turn) -> None:
        """A step begins only while there is something left, as far as was known when it was to begin."""
        today = day_of(self.now, UTC)
        used = sum(tokens for row, day, tokens in self.spent if row <= turn.through and day == today)
        for budget in self.budgets if today not in self.lifted else ():
            assert budget.tokens is None or used < budget.tokens, "a step began without a budget"

    async def on_share(self, share: Share) -> None:
        """Owners are told."""

    def _beats(self, row: f.Row, before: Session, after: Session) -> None:
        """Of a heartbeat nobody sees anything but what it reports, and it goes before nothing."""
        fired = isinstance(row.fact, f.TimerFired) and before.timers.heartbeat(row.fact.timer)
        opened = after.turn is not None and (before.turn is None or before.turn.at.turn != after.turn.at.turn)
        if after.turn and after.turn.heartbeat and opened:
            assert fired, "a heartbeat that nobody set"
            assert before.turn is None, "a heartbeat in the way of other work"
            assert not before.inbox.queue
            assert not before.asks.open
            waiting = [said for p, said in self.said.items() if p > self.shown and p not in self.fate]
            for said in waiting:  # who merely agreed was shown the buttons
                assert not said.addressed or agrees(said.text), "a heartbeat while somebody waits"
        known, kept = ({one.id for one in each.timers.heartbeats} for each in (before, after))
        ended = known - kept
        self.beats_said = {said: at for said, at in self.beats_said.items() if said[0] not in ended}  # it begins anew
        turn = before.turn
        if turn and turn.heartbeat:
            assert (after.last is before.last and after.inbox.replied == before.inbox.replied) or isinstance(
                row.fact, f.MessageReceived
            ), "a heartbeat counts as activity"
            number = turn.at.turn
            seen = {f"end-{number}", f"work-{number}"}
            added = [i for i in after.postings.outbox if i not in before.postings.outbox and isinstance(i, Post)]
            assert not [i for i in added if i.id in seen or i.id.startswith(f"reply-{number}.")], "a heartbeat leaks"
            for post in [i for i in added if i.id == f"beat-{number}"]:
                heartbeat = next(one for one in before.timers.heartbeats if one.id == turn.heartbeat)
                words = " ".join(post.text.split())
                assert not heartbeat.muted, "a muted heartbeat speaks"
                assert row.at - self.beats_said.get((heartbeat.id, words), -1e9) >= 86_400, "it says the same again"
                self.beats_said[heartbeat.id, words] = row.at
        request = after.turn
        if request and not request.preparations:
            self.requested = max(self.requested, request.through)
            self.shown = max(self.shown, self.requested, request.aside.through if request.aside else 0)

    def _commands(self, row: f.Row, before: Session, after: Session) -> None:
        """What runs in the background begins by a result and ends by its end; whoever was to hear of that does, unless
        somebody has ended it.
        """
        was, known = ({one.id: one for one in session.commands} for session in (before, after))
        gone, begun = was.keys() - known.keys(), known.keys() - was.keys()
        assert not begun or isinstance(row.fact, f.ToolReturned), "a command that nobody has begun"
        assert not gone or (isinstance(row.fact, f.CommandEnded) and gone == {row.fact.id}), "a command is forgotten"
        for id in was.keys() & known.keys():
            by_people = isinstance(row.fact, f.StopRequested | f.MessageReceived | f.DeleteRequested)
            assert known[id].stopped >= was[id].stopped, "what was stopped goes on"
            assert known[id].stopped == was[id].stopped or by_people, "stopped by nobody"
        if isinstance(row.fact, f.StopRequested):
            self._stops_commands(row.fact, before, after)
        if not isinstance(row.fact, f.CommandEnded):
            return
        ended = was.get(row.fact.id)
        if ended is None:
            assert replace(after, head=before.head, now=before.now) == before, "an end counts twice"
        elif not ended.notify or ended.stopped or row.fact.silent:
            assert after.turn == before.turn, "an end that nobody wanted to hear of"
            assert after.inbox == before.inbox, "an end that nobody wanted to hear of"
        else:
            assert after.turn, "nobody hears of an end"
            self.notified[row.position] = ended.by

    def _files(self, row: f.Row, before: Session, after: Session) -> None:
        """Of each file the last change that is told of can be had back, and nothing else."""
        match row.fact:
            case f.ToolReturned(call=id, result=result) if (call := before.call(id)) and call.started:
                for change in result.changes:
                    if isinstance(change, FileChanged):
                        self.changed[change.file] = id, change
            case f.UndoRequested(ask=id, by=by):
                ask = before.asks.get(id)
                if ask and ask.undoable and ask.undo:
                    self.undo_wanted.append(Wanted(id, ask.call.id, by, ask.undo, before.mode))
                begun = {one.ask for one in after.undoing} - {one.ask for one in before.undoing}
                assert begun <= {id}, "undone without anybody who wants it"
                self.undoing |= begun
            case f.ChangeUndone(ask=id, by=by, path=path, outcome=outcome):
                if outcome == "undone" and id in self.undoing:
                    assert id not in after.asks.known or not after.asks[id].undoable, "what was undone can be undone"
                    self.undone[row.position] = f"{by} has undone your change of {path}: it is as it was before that."
                self.undoing.discard(id)
        for ask in after.asks if after.asks is not before.asks else ():
            if ask.undoable and ask.undo:
                assert self.changed[ask.undo.file] == (ask.call.id, ask.undo), "an earlier change can be undone"

    def on_undo(self, call: ToolCall, change: FileChanged) -> None:
        """What that call has changed is had back, by somebody who could decide on it, or has asked for it."""
        wanted = [one for one in self.undo_wanted if (one.call, one.change) == (call.id, change)]
        assert wanted, "undone without anybody who wants it"
        assert any(map(self._may_undo, wanted)), "undone for somebody who may not"
        if self.rules:
            gates = [self.rules.gate(mode) for mode in {self.session.mode, *(one.mode for one in wanted)}]
            denied = [gate.judge(call, 0.0).verdict is Verdict.DENY for gate in gates]
            assert not all(denied), "undone against the rules of the day"

    def _may_undo(self, wanted: Wanted) -> bool:
        asking = self.askings[wanted.ask]
        decides = self.entitled(wanted.by, asking.deciders, asking.turn, asking.authors)
        return decides or _who(wanted.by) == _who(self.requester[asking.turn])

    def _stops_commands(self, fact: f.StopRequested, before: Session, after: Session) -> None:
        seen = before.turn if before.turn and not before.turn.heartbeat else None
        turn = fact.turn if fact.turn is not None or seen is None else seen.at.turn
        for one in after.commands:
            meant = one.id == fact.command if fact.command else turn in (None, one.turn)
            if before.turn and before.turn.heartbeat and fact.turn == before.turn.at.turn and not fact.command:
                meant = True
            earlier = before.command(one.id)
            assert earlier
            assert one.stopped == (meant or earlier.stopped), "a stop ends something else than what it is about"

    def _used(self, turn: int | None = None) -> Usage:
        """By all model calls that the journal tells of, however often; or by those of one turn."""
        told = [usage for at, usages in self.counted.items() if turn in (None, at.turn) for usage in usages]
        return sum(told, Usage())

    def _turns(self, row: f.Row, before: Session, after: Session) -> None:
        if after.turn and after.turn.at.turn not in self.requester:
            assert after.turn.at.turn == max(self.requester, default=0) + 1
            if isinstance(row.fact, f.MessageReceived | f.ContinueRequested | f.LiftRequested | f.BudgetLifted):
                by = row.fact.by
            elif isinstance(row.fact, f.BudgetReset):
                assert before.last, "nothing had stopped"
                by = before.last.requester
            elif isinstance(row.fact, f.CommandEnded):
                command = before.command(row.fact.id)
                assert command, "a command that nobody has begun"
                by = command.by
            elif isinstance(row.fact, f.TimerFired | f.TimerTriggered):
                timer = before.timers.get(row.fact.timer)
                assert timer, "a timer that nobody set"
                by = timer.by
            else:
                assert before.turn, "opened by nobody"
                by = self._waited(before)
            self.requester[after.turn.at.turn], self.authors[after.turn.at.turn] = by, set()

    def _too_late_or_mode(self, position: int, fact: f.MessageReceived, before: Session, after: Session) -> None:
        """With nothing that it can decide, the word is about what is settled a moment ago, or about a mode: whoever
        wrote it is told, and nothing is decided by it.
        """
        told = [p for p in after.postings.outbox if isinstance(p, Post) and p.id == f"note-{position}" and p.to]
        assert [_who(post.to) for post in told if post.to] == [_who(fact.by)], "a message vanished"
        decided = [(session.asks.open, session.asks.grants, session.mode) for session in (before, after)]
        assert decided[0] == decided[1], "a late word decided"
        lately = [ask for ask in before.asks if ask.settled and after.now - ask.settled.at <= MEANWHILE]
        assert lately or before.mode_request, "a message vanished"

    def _waited(self, before: Session) -> Person:
        """Who waited for the turn before to end."""
        if before.inbox.queue:
            return before.inbox.queue[0].by
        assert before.turn
        assert before.turn.heartbeat, "opened by nobody"
        waited = [one for one in before.inbox.unheard if one.ours > before.turn.opened]
        return min(waited, key=lambda one: one.ours).by

    def _message(
        self, position: int, fact: f.MessageReceived, before: Session, after: Session, closed: list[OpenAsk]
    ) -> None:
        self.said[position] = fact
        if position in {q.position for q in after.inbox.queue}:
            self.fate[position] = "queued"
            assert after.turn == before.turn, "the queue changed a turn"
        elif position in {u.position for u in after.inbox.unheard}:
            if before.turn and before.turn.heartbeat:
                assert after.turn, "a message ended a heartbeat, and opened nothing"
                opened = after.turn.at.turn > before.turn.at.turn
                answered = after.turn.aside is not None or before.turn.asking or agrees(fact.text)
                assert opened or answered or not fact.addressed, "a heartbeat went on while somebody waits"
                assert opened or after.turn.at == before.turn.at, "guidance mid-step"
            elif before.turn and fact.during != "interrupt":
                assert after.turn, "a message ended a turn"
                assert after.turn.at == before.turn.at, "guidance mid-step"
        elif stops(fact.text):
            self.fate[position] = "stop"
            assert after.turn is None
        elif (decision := decides(fact.text)) and any(not isinstance(ask.ask, Question) for ask in before.asks.open):
            self.fate[position] = "decision"
            self._decided(position, fact, decision, before, after, closed)
        elif decision and not closed:
            self.fate[position] = "decision"
            self._too_late_or_mode(position, fact, before, after)
        else:
            assert len(closed) == 1, "a message vanished"
            [ask] = closed
            asking = self.askings[ask.id]
            assert isinstance(ask.ask, Question), "talked something away that is no question"
            assert self.entitled(fact.by, ask.ask.deciders, asking.turn, asking.authors), (
                "talked someone's question away"
            )
            self.fate[position] = "answer"
            self.authors[asking.turn].add(fact.by)

    def _decided(
        self,
        position: int,
        fact: f.MessageReceived,
        choice: Choice,
        before: Session,
        after: Session,
        closed: list[OpenAsk],
    ) -> None:
        """In words, if nobody can doubt what about: written after the one card that there was to be seen."""
        told = [post for post in after.postings.outbox if isinstance(post, Post) and post.id == f"note-{position}"]
        voted = [one.id for one in before.asks.open if after.asks[one.id].approved_by != one.approved_by]
        if not closed and not voted:
            assert told, "whoever decided nothing was told nothing"
            return
        [id] = voted or [ask.id for ask in closed]
        asking, written = self.askings[id], fact.written
        assert self.entitled(fact.by, asking.deciders, asking.turn, asking.authors), "someone else's ask was decided"
        assert [one.id for one in before.asks.open] == [id], "one of several was decided in words"
        assert written is not None, "nobody knows when that was written"
        # one that was found, rather than posted, does not say what it shows: at least what it was made for
        cards = [r.fact for r in self.rows if isinstance(r.fact, f.AskPosted)]
        posted = [card for card in cards if id in (card.shows or (card.ask,))]
        seen = [card for card in posted if card.place == fact.place and card.written and card.written < written]
        assert seen, "decided what its author had not seen"
        since = [one for one in before.asks if one.settled and one.settled.at >= written]
        assert not since, "another was open since that was written"
        self.votes.append(Vote(position, id, asking.digest, fact.by, choice))
        if isinstance(choice, Reject) and choice.reason:
            self.authors[asking.turn].add(fact.by)

    def _compiled(self, fact: f.Fact, before: Session, after: Session) -> None:
        """With its first reply a turn says with which package that was made; later ones are made with the same. What a
        machine says that was slow, whose reply nobody waits for any more, changes nothing.
        """
        turn = before.turn
        slow = isinstance(fact, f.TurnCompiled) and after.package != fact.checksum
        if isinstance(fact, f.TurnCompiled) and turn and turn.at.turn == fact.turn and not slow:
            self.named[fact.turn] = fact.checksum
            assert fact.checksum in self.packages, "a turn names a package that was not kept"
        if isinstance(fact, f.ModelReplied) and turn and expects(before, fact):
            assert turn.at.turn in self.named, "a turn does not say with which package it ran"
            told = self.told.get(turn.at)  # None where a test hears of requests in the place of this
            named = self.packages[self.named[turn.at.turn]].system.encoded
            assert told is None or named in told, "a turn says that it ran with another package than it did"

    def _stays_as_asked(self, before: Session, after: Session) -> None:
        """Whatever happens, what people decide is what they were asked, and who may is who might."""
        for ask in before.asks.open:
            now = after.asks.get(ask.id)
            assert now, "what is open is forgotten"
            if now.settled is None:
                alike = [(one.call.digest, one.ask, one.requester, one.authors) for one in (ask, now)]
                assert alike[0] == alike[1], "what people are asked has changed"

    def _aside(self, fact: f.AsideReplied, before: Session, after: Session, closed: list[OpenAsk]) -> None:
        """It decides nothing: it may take back or replace what still waits as it was shown, and that alone."""
        changed = {(one.call, one.digest) for one in fact.changes if not isinstance(one, ChangeMisfit)}
        for ask in closed:
            assert ask.settled
            by_the_step = after.turn is None or before.turn is None or after.turn.at != before.turn.at
            own = (ask.call.id, self.askings[ask.id].digest) in changed
            assert own or (by_the_step and ask.settled.outcome == "stopped"), "talk settled what it was not about"
            assert ask.settled.outcome in ("withdrawn", "replaced", "stopped"), "talk has decided"
        for call in before.turn.calls if before.turn and after.turn and before.turn.at == after.turn.at else ():
            now = after.call(call.call.id)
            assert not (now and now.running) or call.running, "talk has let something run"
        if not asides.expects(before, fact):
            return
        assert before.turn
        for position, said in self.said.items():
            if position <= fact.through and position not in self.fate:
                self.fate[position] = "heard"
                self.authors[before.turn.at.turn].add(said.by)
        self._opinions_heard(fact.through, before.turn.at.turn)

    def _opinion(self, position: int, fact: f.FeedbackGiven, before: Session, after: Session) -> None:
        """It opens, decides and ends nothing; its words are heard, and then they are of an author."""
        same = replace(after, head=before.head, now=before.now, inbox=before.inbox)
        assert same == before, "what people think of an answer changes something"
        if fact.words:
            self.opinions[position] = fact

    def _opinions_heard(self, through: int, turn: int) -> None:
        for position in [position for position in self.opinions if position <= through]:
            self.authors[turn].add(self.opinions.pop(position).by)
        for position in [position for position in self.notified if position <= through]:
            self.authors[turn].add(self.notified.pop(position))

    def _positions(self, message: str) -> list[int]:
        return [position for position, said in self.said.items() if message and said.message == message]

    def _corrected(self, position: int, fact: f.MessageReceived, before: Session) -> None:
        """What no request has held reads anew; what one has is said once more."""
        places = self._positions(fact.message)
        if places and waits(before, fact.message):
            asked = [r.fact.through for r in self.rows if isinstance(r.fact, f.ModelReplied)]
            assert max(places) > max(asked, default=0), "a correction changed what had been asked"
            self.said[max(places)] = fact
        else:
            pending = [place for place in places if place > self.requested and place not in self.fate]
            anew = bool(pending) and not self.said[pending[-1]].text.startswith(INSTEAD)
            self.fate |= dict.fromkeys(pending, "dropped")  # however often it is changed, it is read once
            words = fact.text if anew else f"{INSTEAD}{fact.text}"
            self.said[position] = replace(fact, text=words, addressed=False)  # it opens nothing

    def _stop(self, fact: f.StopRequested, before: Session, after: Session) -> None:
        if before.turn and (fact.command or fact.turn not in (None, before.turn.at.turn)):
            assert after.turn == before.turn, "a late stop killed the next turn"
        elif before.turn:
            assert after.turn is None, "a stop that stops nothing"

    def _mode(self, position: int, fact: f.ModeRequested | f.ModeAllowed, before: Session, after: Session) -> None:
        """What permits more is allowed by as many as it takes of those who may: written anew, on roles alone."""
        if isinstance(fact, f.ModeRequested):
            asked = fact if fact.was == before.mode else None
            self.mode_requests[position] = fact, set()
        else:
            asked = self.mode_requests[fact.request][0] if fact.request in self.mode_requests else None
            position = fact.request
        if asked is None:
            assert after.mode == before.mode, "an old choice counts"
            return
        if asked.needs and fact.by.roles & asked.needs.roles:
            self.mode_requests[position][1].add(_who(fact.by))
        if after.mode != before.mode:
            assert after.mode == asked.mode
            assert not asked.needs or len(self.mode_requests[position][1]) >= asked.needs.quorum, (
                "more permitted without leave"
            )

    def _dropped(self, by: Person, position: int, before: Session, after: Session) -> None:
        waited = {said.position for said in before.inbox.waiting} - {said.position for said in after.inbox.waiting}
        assert waited <= {position}, "more was dropped than was said"
        for dropped in waited:
            assert _who(self.said[dropped].by) == _who(by), "somebody else's words were dropped"
            self.fate[dropped] = "dropped"

    def _reply(self, fact: f.ModelReplied, before: Session) -> None:
        assert before.turn
        assert (before.turn.at, before.turn.through) == (fact.at, fact.through), "an old reply accepted"
        for position, said in self.said.items():
            if position <= fact.through and position not in self.fate:
                self.fate[position] = "heard"
                self.authors[fact.at.turn].add(said.by)
        self._opinions_heard(fact.through, fact.at.turn)
        for call in fact.calls:
            assert call.id not in self.turn_of, "two calls of one name"
            self.turn_of[call.id] = fact.at.turn

    def _verdict(self, position: int, fact: f.CallJudged, before: Session) -> None:
        call = before.call(fact.call)
        assert call
        assert before.turn
        assert not call.started, "judged what had started"
        edited = call.status if isinstance(call.status, Edited) else None
        earlier = [v for v in self.verdicts if v.digest == fact.digest and not edited]
        assert not earlier or fact.judged.verdict >= earlier[-1].judged.verdict, "new rules loosened"
        self.verdicts.append(Ruling(position, fact.call, fact.digest, fact.judged))
        if edited and fact.judged.verdict is not Verdict.DENY:
            self.authors[before.turn.at.turn].add(edited.by)

    def _answer(
        self, position: int, fact: f.AskAnswered, before: Session, after: Session, closed: list[OpenAsk]
    ) -> None:
        told = [p for p in after.postings.outbox if isinstance(p, Post) and p.id == f"note-{position}"]
        notes = [notices.said(post).plain for post in told if post.to and _who(post.to) == _who(fact.by)]
        assert len(notes) < 2, "a clicker was told twice"
        assert notes or fact.message, "a clicker was told nothing"
        meant, done = [fact.ask], {ask.id for ask in closed}
        if fact.rows and (known := before.asks.get(fact.ask)):
            meant = [ask.id for ask in before.asks if ask.card == known.card][: fact.rows]
        assert {ask.id for ask in closed} <= {
            *meant,
            *(ask.id for ask in closed if ask.settled and ask.settled.outcome == "granted"),
        }, "what was not answered was settled"
        taken = "Noted." if isinstance(fact.choice, Reject) else "Accepted."
        answers = dict(zip(meant, _of_each(fact, before, meant, done, notes, taken), strict=True))
        for id, note in answers.items():
            self._answered(position, replace(fact, ask=id), before, after, id in done, note)

    def _answered(
        self, position: int, fact: f.AskAnswered, before: Session, after: Session, closed: bool, note: str
    ) -> None:
        accepted = "ccepted" in note
        if _settled(before, fact.ask):
            assert not accepted, "a settled ask was decided again"
            assert not closed
        if fact.ask not in self.askings:
            return
        asking = self.askings[fact.ask]
        if not self.entitled(fact.by, asking.deciders, asking.turn, asking.authors):
            assert not accepted, "someone else's ask was decided"
            assert not closed
            assert after.asks.grants == before.asks.grants
            return
        digest, call, choice = asking.digest, before.call(fact.ask.split("#")[0]), fact.choice
        if isinstance(choice, Edit) and call:
            digest = ToolCall(call.call.id, call.call.tool, choice.arguments).digest
            if _alike(choice.arguments, call.call.arguments):  # an edit that changes nothing is an approval
                digest, choice = call.call.digest, Approve()
        self.votes.append(Vote(position, fact.ask, digest, fact.by, choice))
        words = isinstance(fact.choice, Respond) or (isinstance(fact.choice, Reject) and fact.choice.reason)
        if accepted and (words or (isinstance(fact.choice, Approve) and fact.choice.note)):
            self.authors[asking.turn].add(fact.by)

    def _owed(self, fact: f.Fact, before: Session, after: Session) -> None:
        """Nothing that people are owed is dropped by time alone, nor by what passes."""
        if isinstance(fact, f.PostFailed):
            lost = before.postings.find(fact.id)
            assert not (isinstance(lost, Post) and lost.owed and fact.why in (PASSES, "down")), "owed, and dropped"
        ends = (f.PostSent, f.PostFailed, f.AskPosted, f.PostsDue, f.MessageReceived)
        left = [item for item in before.postings.outbox if item not in after.postings.outbox and _owes(item)]
        assert not left or isinstance(fact, ends), f"owed, and dropped: {left}"

    def _settled_by(self, fact: f.Fact, closed: list[OpenAsk], beating: bool) -> None:
        ours: tuple[type, ...] = (
            f.CallJudged,
            f.AskExpired,
            f.LimitReached,
            f.PostFailed,
            f.ModelFailed,
            f.AsideReplied,
        )
        people: tuple[type, ...] = (f.AskAnswered, f.StopRequested, f.MessageReceived)
        if beating:
            # what was said meanwhile is heard by a turn of its own where no aside answers it, as for want of a budget
            ours += (f.TimerEnded, f.TimerFired, f.ToolReturned, f.ModelReplied, f.BudgetReached)
            people += (f.ContinueRequested, f.TimerTriggered)
        for ask in closed:
            assert isinstance(fact, ours + people), "settled by nobody"
            if isinstance(fact, f.StopRequested) or (isinstance(fact, f.MessageReceived) and stops(fact.text)):
                assert ask.settled
                assert (ask.settled.outcome, ask.settled.by) == ("stopped", fact.by), "a stop decided, or named nobody"

    def _one_result(self, before: Turn | None, after: Turn | None) -> None:
        for call in before.calls if before and after and after.at == before.at else ():
            assert not call.over or (after and call in after.calls), "a call has two results"

    # When the world is touched
    def on_model(self, request: Request) -> None:
        """The request is exactly the rows up to the reply's `through`, and no call in it is left without its result. It
        is made with the package that its turn has said it runs with, if it has.
        """
        turn = self.session.turn
        self.told.setdefault(request.at, set()).add(request.system.encoded)
        if turn is None or request.at != turn.at:
            return  # of a machine that has not read yet what another appended: wasted, and no harm
        if to_sum_up(request):
            assert turn.prepares(Compaction), "summed up for nothing"
            return
        assert not turn.preparations, "asked before it is known what about"
        self._within(turn)
        if turn.package:
            given = self.packages[turn.package]
            assert request.system.encoded == given.system.encoded, "a turn was told something else than before"
            assert (request.model, request.fallbacks) == (given.model.name, given.model.fallbacks)
            assert request.tools[: len(given.tools)] == given.tools, "nor did it see the same tools"
        self._marked(request)
        if turn.calls:
            self._on_aside(request, turn)
            return
        made_to_fit = f.ContextFilled | f.WindowCut | f.CompactionFailed | f.ObservationsTaken
        if any(isinstance(row.fact, made_to_fit) for row in self.rows):
            self._on_small(request, turn)
            return
        entries = transcript(self.rows[: turn.through])
        without = entries
        for message in self.deleted:  # since then, as far as this machine has read
            without = [redacted(entry, message) for entry in without]
        expected = list(zip(Window(entries).messages, Window(without).messages, strict=True))
        assert len(request.messages) == len(expected), "the request is not the journal up to there"
        for sent, either in zip(request.messages, expected, strict=True):
            assert sent in either, "the request is not the journal up to there"
        self._no_dangling(entries)
        joined = [said.text for entry in entries for said in _spoken(entry)]
        asked = [m.text for p, m in self.said.items() if p <= turn.through and self.fate.get(p) in (None, "heard")]
        assert all(joined.count(text) >= asked.count(text) for text in asked), "the request lacks what it must hold"
        noted = "\n".join(entry.text for entry in entries if isinstance(entry, Noted))
        opinions = [each.words for position, each in self.opinions.items() if position <= turn.through]
        assert all(words in noted for words in opinions), "the request lacks what somebody found wrong with an answer"
        told = [words for position, words in self.undone.items() if position <= turn.through]
        assert all(words in noted for words in told), "the request does not say what was undone"
        read = {said.position for entry in entries for said in _spoken(entry)}
        assert not read & {p for p, fate in self.fate.items() if fate == "dropped"}, "what was dropped is read"

    def _on_small(self, request: Request, turn: Turn) -> None:
        """Where there is not room for all, what no request has held, and what is to be done, is there all the same. The
        rest is as every machine would show it.
        """
        window, session, to_do = Window(), Session(), list[str]()
        for row in self.rows:
            before, session = session, apply(session, row)
            taken = isinstance(row.fact, f.ObservationsTaken) and window.observed.made and not window.void
            window.follow(before, row, session)
            if taken or (isinstance(row.fact, f.Compacted) and compaction.expects(before, row.fact)):
                to_do = [todo.text for todo in session.todos]
        for message in self.deleted:
            window.entries = [redacted(entry, message) for entry in window.entries]
        assert len(request.messages) == len(window.request), "the request is not the journal up to there"
        held = {said.position for entry in window.entries for said in _spoken(entry)}
        gone = {p for p, said in self.said.items() if said.message in self.deleted}
        unheard = {p for p in self.said if p <= turn.through and p not in self.fate} - gone
        assert unheard <= held, "what nobody has heard was summed up or left out"
        sent = str([message.value for message in request.messages])
        assert all(item in sent for item in to_do), "what is to be done is lost in a summary"
        self._no_dangling(window.entries)

    def _on_aside(self, request: Request, turn: Turn) -> None:
        """Each call of the step has a result, and all is there that was said to us up to there."""
        if turn.aside is None:
            return  # of a machine that has not read yet what closed it
        roles = [message.value["role"] for message in request.messages]
        assert roles[-1] == "user", "an aside ends with words of the model"
        spoke = max(i for i, role in enumerate(roles) if role == "assistant")
        results = roles[spoke + 1 :][: len(turn.calls)]
        assert results == ["tool"] * len(turn.calls), "a call without a result in an aside"
        sent = "\n".join(str(message.value["content"]) for message in request.messages)
        for position, said in self.said.items():
            if position <= turn.aside.through and position not in self.fate and said.message not in self.deleted:
                assert said.text.encode("utf-8", "replace").decode() in sent, "an aside lacks what it is about"

    def _no_dangling(self, entries: Sequence[Entry]) -> None:
        dangling: list[str] = []
        for entry in entries:
            match entry:
                case Spoke(calls=calls):
                    assert not dangling, "the model spoke over an unanswered call"
                    dangling = [call.id for call in calls]
                case Result(call=call):
                    assert dangling, "a result without a call"
                    assert call == dangling.pop(0), "results are one a call, in call order"
                case _:
                    assert not dangling, "guidance between a call and its result"
        assert not dangling, "a dangling call in a request"

    def on_tool(self, call: ToolCall, preview: Preview | None, tool: str) -> None:
        """That call runs, on what people saw in the preview, by the tool of that digest."""
        outdated = self._outdated(call.id)
        starts = [start for start in self.started.get(call.id, ()) if start > outdated]
        assert starts, "ran before its start was journaled"
        if not EVERY_TOOL[call.tool].repeatable:
            assert len(starts) == 1, "started twice"
        start = starts[0]
        digests = {r.fact.digest for r in self.rows if isinstance(r.fact, f.ToolStarted) and r.fact.call == call.id}
        assert digests == {call.digest}, "what ran is not what was started"
        judged = [v for v in self.verdicts if v.digest == call.digest and v.position < start]
        assert judged, "ran unjudged"
        verdict = judged[-1].judged
        same = takewhile(lambda one: _decided_alike(one.judged, verdict), reversed(judged))
        judged_at = min(one.position for one in same)
        assert tool == verdict.tool, "another tool ran than the one that was judged"
        assert verdict.verdict is not Verdict.DENY, "ran what was denied"
        if self.rules:
            mode, turn = self.modes[call.id]
            gate = replace(self.rules.gate(mode, turn), untrusted=tuple(self._heard_before(start)))
            of_the_day = gate.judge(call, 0.0).verdict
            assert of_the_day <= verdict.verdict, "ran against the rules of the day"
        if EVERY_TOOL[call.tool].category in ASKED_AFTER and self._heard_before(start):
            assert verdict.verdict is Verdict.ASK, "text from outside had something said or remembered unasked"
        if verdict.verdict is Verdict.ASK:
            self._leave(call, start, max(judged_at, outdated), verdict, preview)

    def _outside(self, row: f.Row, before: Session, after: Session) -> None:
        """What was read from outside is known from that row on, for good; and it decides nothing."""
        for origin in self._read(row.fact, before, after):
            self.heard.setdefault(origin, row.position)
        assert {(taint.source, taint.row) for taint in after.taint} == set(self.heard.items()), "what was read is lost"
        if len(after.asks.grants) > len(before.asks.grants):
            assert isinstance(row.fact, f.AskAnswered | f.MessageReceived), "something is allowed by nobody"

    def _read(self, fact: f.Fact, before: Session, after: Session) -> Iterator[str]:
        begun = {one.id for one in after.commands} - {one.id for one in before.commands}
        for change in fact.result.changes if isinstance(fact, f.ToolReturned) and begun else ():
            if isinstance(change, CommandStarted) and change.outside:
                yield change.outside
        ready = before.turn and before.turn.preparations and after.turn and not after.turn.preparations
        match fact:
            case f.ToolReturned(call=id) if (call := before.call(id)) and after.call(id) is None:
                if EVERY_TOOL[call.call.tool].outside and isinstance(call.status, Started):
                    yield EVERY_TOOL[call.call.tool].outside
            case f.BackgroundRead(lines=lines) if ready and lines:
                yield BACKGROUND
            case f.ChecklistRead(found=found) if ready and found:
                yield COMMAND

    def _heard_before(self, position: int) -> Set[str]:
        return {origin for origin, since in self.heard.items() if since < position}

    def _marked(self, request: Request) -> None:
        """What tools have read outside stands between marks, and makes none."""
        for message in request.messages:
            text = str(message.value["content"])
            if message.value["role"] == "tool" and any(line in text for line in FROM_OUTSIDE):
                assert text.startswith("<outside from="), "what others wrote is not marked"
                assert text.endswith("\n</outside>"), "what others wrote is not marked to its end"
                assert len(re.findall("</?outside", text, re.IGNORECASE)) == 2, "what others wrote makes a mark"

    def _left(self, session: Session, call: ToolCall) -> bool:
        """Do all skills that the turn has read leave that call to be used?"""
        tool = EVERY_TOOL[call.tool]
        narrowed = session.turn.narrowed if session.turn else ()
        return kept_by(narrowed, tool, (tool.subject(tool.parse(call.arguments)),)) is None

    def _outdated(self, call: str) -> int:
        """Where it was last said that it has done nothing, since the world or the tool was another one."""
        told = (r.position for r in self.rows if isinstance(r.fact, f.CallOutdated) and r.fact.call == call)
        return max(told, default=0)

    def _leave(self, call: ToolCall, start: int, judged_at: int, verdict: Judged, preview: Preview | None) -> None:
        """Enough people who might, approved these very arguments, of this very tool, and what they were shown to do; or
        a grant covers them, and not one of before that was outdated.
        """
        assert verdict.ask
        turn, deciders = self.turn_of[call.id], verdict.ask.deciders
        outdated = self._outdated(call.id)
        on_others = (v.position for v in self.verdicts if v.call == call.id and v.judged.tool != verdict.tool)
        changed = max(on_others, default=0)
        before = [vote for vote in self.votes if vote.position < start]
        approving = {
            _who(vote.by)
            for vote in before
            if vote.digest == call.digest
            and vote.position > changed
            and (
                vote.position > judged_at
                if isinstance(vote.choice, Approve)
                else isinstance(vote.choice, Edit) and self.entitled(vote.by, deciders, turn)
            )
            and self._saw(vote, call, preview)
        }
        if len(approving) >= deciders.quorum:
            return
        revoked = {r.fact.grant for r in self.rows if isinstance(r.fact, f.GrantRevoked) and r.position < start}
        grants = [v for v in before if isinstance(v.choice, Approve) and v.choice.always and v.ask not in revoked]
        grants = [grant for grant in grants if grant.position > outdated]
        assert grants, "ran without leave"
        assert deciders.quorum == 1, "a grant stood for a quorum"
        assert not getattr(verdict.ask, "every_time", True), "a grant covered what is asked every time"
        grants = [grant for grant in grants if self._covers(grant, call, verdict.tool, deciders)]
        assert grants, "a grant for more than it was given for"
        category, heard = EVERY_TOOL[call.tool].category, self._heard_before(start)
        assert not (heard and category == REMEMBERS), "remembered without being asked, by a grant"
        if heard and category in ASKED_AFTER:
            assert any(heard <= self.askings[grant.ask].heard for grant in grants), "who granted it did not know"
        for author in self.authors[turn]:
            assert self.entitled(author, deciders, turn), "a grant used in another person's turn"

    def _saw(self, vote: Vote, call: ToolCall, preview: Preview | None) -> bool:
        """Was what it acts on what they had been shown?"""
        if EVERY_TOOL[call.tool].preview is None:
            return True
        seen = [r for r in self.rows if isinstance(r.fact, f.CallPreviewed) and r.fact.call == call.id]
        shown = [r.fact.seen for r in seen if r.position < vote.position and isinstance(r.fact, f.CallPreviewed)]
        return bool(preview and shown and shown[-1] and shown[-1].preview.same(preview))

    def _covers(self, grant: Vote, call: ToolCall, tool: str, deciders: Deciders) -> bool:
        """Was it given for that very tool or its category, by somebody who could have decided this call then?"""
        assert isinstance(grant.choice, Approve)
        asking = self.askings[grant.ask]
        same = (asking.tool, asking.tool_digest) == (call.tool, tool)
        if grant.choice.always == "category":
            same = EVERY_TOOL[asking.tool].category == EVERY_TOOL[call.tool].category
        if grant.choice.always == "pattern":
            same = same and fnmatchcase(_subject(call), grant.choice.match)
        return same and self.entitled(grant.by, deciders, asking.turn)

    def nothing_is_left_of_what_was_deleted(self) -> None:
        """Neither in a window, nor in the snapshot that is made of it, nor in a title."""
        said, gone = dict[str, list[str]](), set[str]()
        for row in self.rows:
            match row.fact:
                case f.MessageReceived(message=message, text=text) | f.MessageCorrected(message=message, text=text):
                    said.setdefault(message, []).append(text)
                case f.MessageDeleted(message=message):
                    gone.update(said.pop(message, ()) if message else ())
        window, session = Window(), Session()
        for row in self.rows:
            before, session = session, apply(session, row)
            window.follow(before, row, session)
        kept = Snapshot.of(session, window)
        body = Codec().encode_snapshot(kept)[1].decode("utf-8", "surrogatepass")
        sent = "\n".join(str(message.value) for message in window.messages)
        for text in gone - {text for texts in said.values() for text in texts}:
            if " " in text:  # the others are words that anybody may say
                assert text not in sent, "what was deleted is shown to a model"
                assert json.dumps(text, ensure_ascii=False)[1:-1] not in body, "what was deleted is in a snapshot"
                assert session.title != text, "what was deleted is a title"

    def at_rest(self) -> None:
        for position, said in self.said.items():
            if position not in self.fate:
                waiting = {_who(u.by) for u in self.session.inbox.unheard}
                assert _who(said.by) in waiting, "a message was lost"
        for opinion in self.opinions.values():
            assert _who(opinion.by) in {_who(u.by) for u in self.session.inbox.unheard}, "an opinion was lost"
        for by in self.notified.values():
            assert _who(by) in {_who(u.by) for u in self.session.inbox.unheard}, "an end was lost"


def _subject(call: ToolCall) -> str:
    """What a pattern goes by."""
    tool = EVERY_TOOL[call.tool]
    return tool.subject(tool.parse(call.arguments))


def _spoken(entry: Entry) -> tuple[Said, ...]:
    return (entry,) if isinstance(entry, Said) else entry.said if isinstance(entry, Talked) else ()


def _who(person: Person) -> str:
    """People here are told apart by name, whichever account they speak from."""
    return person.name


def _settled(session: Session, id: str) -> bool:
    ask = session.asks.get(id)
    return ask is not None and ask.settled is not None


def _of_each(
    fact: f.AskAnswered, before: Session, meant: Sequence[str], done: Set[str], notes: Sequence[str], taken: str
) -> list[str]:
    """What whoever clicked knows of each ask that they answered: by their note, or by the card on which they did. There
    stand what was taken, and beside it what had been settled before.
    """
    by_card = {id: taken if id in done else "settled" for id in meant if id in done or _settled(before, id)}
    if len(meant) == 1:
        return list(notes) or [taken]  # its card says so, also of an edit, which is yet to be judged
    lines = notes[0].split("\n") if notes else []
    some = bool(done & set(meant)) or any("ccepted" in line for line in lines)
    known = by_card if fact.message and some else {}
    left = [id for id in meant if id not in known]
    if len(lines) == 1:  # what is the same of all of them
        lines *= len(left)
    assert len(lines) == len(left), "a clicker was not told of each"
    of_note = dict(zip(left, lines, strict=True))
    return [known.get(id) or of_note[id] for id in meant]


def _decided_alike(one: Judged, other: Judged) -> bool:
    """Do both leave it to the same people? Then what they say to the one holds for the other, too: the arguments were
    chosen before what has been read since.
    """
    of_whom = (judged.ask.deciders if judged.ask else None for judged in (one, other))
    return one.verdict is other.verdict and one.tool == other.tool and len(set(of_whom)) == 1


def _alike(one: str, other: str) -> bool:
    """Are they the same as values?"""
    given = as_object(one)
    return given is not None and given == as_object(other)
