"""The running worker of one session. It ends when nothing is wanted, and whoever wakes the thread starts another.

It folds what is new, appends what the rules and the clock say to it, starts what is wanted and not being done,
cancels what is being done and no longer wanted. Every outcome is one more fact. That is the whole loop.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence, Set
from contextlib import suppress
from functools import partial

from harness.context.alike import alike
from harness.context.asides import INSTRUCTION, OFFERED
from harness.context.model import Request
from harness.context.packages import RunRequest, requested
from harness.context.snapshot import Snapshot, Snapshots
from harness.context.window import Window
from harness.loop.admission import Admission
from harness.loop.budgeting import Budgeting
from harness.loop.clock import Now, Sleep
from harness.loop.command_ends import command_ends
from harness.loop.compacting import Material
from harness.loop.due import due, next_due
from harness.loop.observing import ahead
from harness.loop.packaging import Compiling, Packaging
from harness.loop.perform import EffectContext, failure
from harness.loop.progress import Observer
from harness.loop.rules import Rules
from harness.loop.rulings import VerdictCache, consequences, read_ahead, verdicts
from harness.loop.session_cache import CachedSession, SessionCache
from harness.sessions.budgets import Share, day_of
from harness.sessions.counting import counted, counts
from harness.sessions.effects import (
    CallModel,
    Compact,
    Effect,
    MakeTitle,
    Observe,
    PreviewCall,
    ReadBackground,
    ReadChecklist,
    Reflect,
    RunTool,
    WakeAt,
)
from harness.sessions.entries import Entry, Summed
from harness.sessions.facts import (
    BudgetLifted,
    BudgetReached,
    CallOutdated,
    CompactionFailed,
    ContextFilled,
    Fact,
    ModelReplied,
    ObservationsTaken,
    ObservationWanted,
    Resumed,
    Row,
    ToolStarted,
    TurnAdmitted,
    TurnQueued,
    WindowCut,
)
from harness.sessions.fold import apply
from harness.sessions.index import ThreadSummary, listing
from harness.sessions.journal import Appended, Fenced, Journal, JournalUnavailable, Moved, Unreadable, pages
from harness.sessions.ledger import LedgerEntry, Spender
from harness.sessions.session import Session
from harness.sessions.wants import wants
from harness.toolbox.background_commands import BackgroundCommands
from harness.tools.calls import At

log = logging.getLogger(__name__)

PATIENCE = 5.0
"""Seconds for work that ignores its cancellation."""
RETRY = 0.5
"""Seconds until an outcome is appended again that the storage did not take."""
BACKGROUND = (Observe, Reflect)
"""Work that no turn waits for."""
BESIDE = (MakeTitle, *BACKGROUND)
"""What a model is asked beside the turn, and not for it."""
ASKED = (CallModel, Compact)
"""What a model is asked for a turn."""
PAID = (*ASKED, *BESIDE)
WORK = (CallModel, Compact, RunTool, PreviewCall, ReadBackground, ReadChecklist, *BACKGROUND)
"""What is cancelled as soon as it is not wanted any more; what is on its way to people is not."""
SNAPSHOT_EVERY = 200
"""Rows after which a session that comes to rest leaves a snapshot, so that a cold wake has few to read."""


class Activation:
    """Runs one session. `rules` are asked each time, so that changed ones count at once."""

    def __init__(
        self,
        thread: str,
        journal: Journal,
        snapshots: Snapshots,
        rules: Callable[[], Rules],
        compiling: Compiling,
        perform: Callable[[Effect, EffectContext], Awaitable[Fact]],
        observer: Observer,
        cache: SessionCache,
        turns: Admission,
        now: Now,
        sleep: Sleep = asyncio.sleep,
        patience: float = PATIENCE,
        budgeting: Budgeting | None = None,
        background: BackgroundCommands | None = None,
    ) -> None:
        self.thread, self.session, self.generation = thread, Session(), 0
        self._journal, self._snapshots, self._rules = journal, snapshots, rules
        self._perform, self._observer, self._cache, self._now = perform, observer, cache, now
        self._turns, self._budgeting, self._background = turns, budgeting, background or BackgroundCommands()
        self._sleep, self._patience = sleep, patience
        self._window, self._verdicts = Window(), VerdictCache()
        self._packaging = Packaging(compiling, sleep)
        self._saved = 0
        """The position of the last snapshot."""
        self._listed: ThreadSummary | None = None
        """As it was noted last."""
        self._doing: dict[Effect, asyncio.Task[None]] = {}
        self._landed: dict[Effect, int] = {}
        """Where an effect's outcome is; the effect leaves `_doing` when that is folded."""
        self._telling: set[Effect] = set()
        """Over, and its outcome is on its way to the journal: what has happened is told, whatever is cancelled."""
        self._leaving: set[Effect] = set()
        """Cancelled, and given a little time to say what came of it."""
        self._started: set[str] = set()
        """The calls whose start this activation has journaled."""
        self._inherited: Set[Effect] = frozenset()
        self._appending = asyncio.Lock()
        self._woken = asyncio.Event()
        self._unread = True
        self._fenced = self._abandoned = False
        self._spender: Spender | None = None
        """Whoever has used something since budgets were looked at last."""
        self._held = False
        """An aside is wanted, and waits its turn."""
        self.begun = asyncio.Event()
        """Set once it does what is wanted, or waits its turn, or is over: what comes after it may be taken up."""

    def wake(self) -> None:
        """There is something to read, or the time to look at."""
        self._unread = True
        self._woken.set()

    @property
    def woken(self) -> bool:
        return self._woken.is_set()

    @property
    def working(self) -> list[asyncio.Task[None]]:
        """What it has in flight; cancelled when `run` ends, but for outcomes that are on their way to the journal, and
        then for whoever ends the program to wait for.
        """
        return list(self._doing.values())

    async def run(self) -> None:
        """Until nothing is wanted, or another activation has taken the thread. Raises JournalUnavailable if the
        storage is down.
        """
        try:
            self.generation, rested = await self._journal.take(self.thread)
            await self._recall(rested)
            self._observer.woken(self.thread, self.session)
            self._inherited = wants(self.session)
            if self.session.in_flight:
                await self._decide([Resumed(self.generation)])
            while not await self._attempt():
                pass
        except Fenced:
            log.info("another activation took over %s", self.thread)
            await self._hand_over()
        except Unreadable as error:
            log.error("%s is set aside until the next start: %s", self.thread, error)
            with suppress(Fenced):
                await self._journal.set_aside(self.thread, self.generation, str(error))
        finally:
            for effect, task in self._doing.items():
                if effect not in self._telling:
                    task.cancel()
            self._turns.leave(self.thread)
            self.begun.set()
            self._observer.rested(self.thread)

    def abandon(self) -> None:
        """The program ends: what has not been told by now is not told any more."""
        self._abandoned = True
        for task in self._doing.values():
            task.cancel()

    async def _hand_over(self) -> None:
        """What is on its way to people cannot be called back: its outcome is told, whoever has the thread now."""
        sending = [task for effect, task in self._doing.items() if not isinstance(effect, WORK)]
        for effect, task in self._doing.items():
            if isinstance(effect, WORK) and effect not in self._telling:
                task.cancel()
        if sending:
            await asyncio.wait(sending, timeout=self._patience)

    async def _attempt(self) -> bool:
        """One pass, however the storage does. What it was deciding is decided again on what the journal then says."""
        try:
            return await self._pass()
        except JournalUnavailable as error:
            log.warning("%s: the journal is not available: %s", self.thread, error)
            self._unread = True
            await self._sleep(RETRY)
            return False

    async def _pass(self) -> bool:
        """True if it has come to rest. Raises Fenced, JournalUnavailable."""
        self._woken.clear()
        if self._fenced:
            raise Fenced
        await self._catch_up()
        await self._packaging.opens(self.session)
        rules, now = self._rules(), self._now()
        rulings: list[Fact] = [*verdicts(self.session, rules, now, self._verdicts), *due(self.session, rules, now)]
        if self.session.commands and await self._tell_ends(rules):
            return False
        if self._budgeting and (lifted := await self._budgeting.lifts(self.session)):
            await self._decide([lifted])
            return False
        if facts := rulings or self._admission():
            await self._decide(facts)
            return False
        wanted = self._admitted(wants(self.session, rules.limits_of(self.session).parallel))
        if cut := self._cut(wanted):
            await self._decide(cut)
            return False
        if await self._budgeted(wanted, rules) or await self._unpaid(wanted, rules):
            return False
        over = self._landed.keys() | self._leaving | self._telling
        for effect in self._doing:
            if isinstance(effect, WORK) and effect not in wanted and effect not in over:
                self._cancel(effect)
        if not await self._start([e for e in wanted if e not in self._doing and not isinstance(e, WakeAt)]):
            return False
        if rules.observe and (wanted_ahead := self._ahead()):
            await self._decide([wanted_ahead])
            return False
        queued = self.session.turn is not None and self.session.turn.queued is not None
        if not self._doing and not queued and not self._held:
            return await self._rest(next_due(self.session, rules))
        self.begun.set()
        await self._woken.wait()
        return False

    async def _tell_ends(self, rules: Rules) -> bool:
        """Has one of its commands in the background ended?"""
        ends = [end async for end in command_ends(self.thread, self.session, rules, self._background)]
        if ends:
            await self._decide(ends)
        for each in ends:
            self._background.told(self.thread, each.id)
        return bool(ends)

    def _admission(self) -> list[Fact]:
        """May the turn be at work? Said where that is news. So may an aside, of which nobody need be told."""
        turn, self._held = self.session.turn, False
        if turn is None or (turn.waiting and not turn.aside):
            self._turns.leave(self.thread)
            return []
        work = (effect for effect in self._doing if isinstance(effect, WORK) and not isinstance(effect, BACKGROUND))
        going = self.session.in_flight or any(work)
        may = self._turns.admit(self.thread, turn.requester.id, self.wake, going)
        if turn.waiting:
            self._held = not may
            return []
        if may == (turn.queued is None):
            return []
        return [TurnAdmitted(turn.at.turn) if may else TurnQueued(turn.at.turn)]

    def _admitted(self, wanted: Set[Effect]) -> Set[Effect]:
        """Without an aside that waits its turn."""
        asides = {effect for effect in wanted if isinstance(effect, CallModel) and effect.aside}
        return dict.fromkeys(e for e in wanted if e not in asides).keys() if self._held and asides else wanted

    async def _rest(self, wake_at: float | None) -> bool:
        head = self.session.head
        if head - self._saved >= SNAPSHOT_EVERY:
            await self._snapshot()
        listed = listing(self.session)
        noted = listed if listed != self._listed else None
        rested = await self._journal.rest(self.thread, head, self.generation, wake_at, noted)
        if rested:
            self._listed = listed
        else:
            self._unread = True
        lifted = self._budgeting is not None and self._budgeting.has_lifted(self.session.held)
        if not rested or self._woken.is_set() or lifted:
            return False
        if self._window.whole:
            self._cache.keep(self.thread, CachedSession(self.session, self._window, self._saved))
        return True

    # Reading
    async def _recall(self, rested: int) -> None:
        """What is still warm, or else the last snapshot; and what came after it, since it was `rested`."""
        warm = self._cache.take(self.thread)
        if warm:
            self.session, self._window, self._saved = warm.session, warm.window, warm.saved
        elif snapshot := await self._snapshots.load(self.thread):
            self.session, self._saved = snapshot.session, snapshot.session.head
            self._window = snapshot.window()
        await self._follow(rested)
        await self._packaging.recall(self.session)

    async def _catch_up(self) -> None:
        if not self._unread:
            return
        self._unread = False
        await self._follow()

    async def _follow(self, rested: int | None = None) -> None:
        """Folds what has come."""
        async for rows in pages(self._journal, self.thread, self.session.head, generation=self.generation):
            self._fold(rows, rested)

    def _fold(self, rows: Iterable[Row], rested: int | None = None) -> None:
        """What follows on what is known already; a gap is read later. `rested`: it is what an activation finds, and
        was at rest with that row.
        """
        for row in rows:
            if row.position <= self.session.head:
                continue
            if row.position != self.session.head + 1:
                self.wake()
                return
            before, self.session = self.session, apply(self.session, row)
            self._window.follow(before, row, self.session)
            if self._budgeting and isinstance(row.fact, BudgetLifted):
                self._budgeting.hears(row.fact)
            if rested is None:
                self._observer.folded(self.thread, before, row, self.session)
            elif row.position > rested:
                self._observer.recalled(self.thread, before, row, self.session)
        for effect in [e for e, head in self._landed.items() if head <= self.session.head]:
            del self._landed[effect]
            self._doing.pop(effect, None)
            self._leaving.discard(effect)

    # Doing
    async def _start(self, effects: Sequence[Effect]) -> bool:
        """Starts what is to be done. Tools are first journaled as started, on the latest journal or not at all; then,
        or if it has gone on, all is decided again: False. So it is once it was looked whether what people have cleared
        may still run.
        """
        if await self._packaging.starts(self.session, [e.call for e in effects if isinstance(e, RunTool)]):
            return False
        starting = [
            ToolStarted(e.call.id, e.call.digest)
            for e in effects
            if isinstance(e, RunTool) and e.call.id not in self._started
        ]
        if starting:
            try:
                await self._decide(starting, expect=self.session.head)
            except Moved:
                self._unread = True
            return False  # what was folded meanwhile came after this, and may have changed what is wanted
        for effect in effects:
            inherited = effect in self._inherited
            spender = self._spends(effect)
            record = partial(self._record, spender=spender)
            context = EffectContext(
                self.thread,
                lambda: self.session,
                self._request,
                self._material,
                record,
                inherited,
                lambda text: alike(self.thread, self._window.entries, text),
            )
            self._doing[effect] = asyncio.create_task(self._do(effect, context, spender))
        return True

    async def _do(self, effect: Effect, context: EffectContext, spender: Spender | None) -> None:
        try:
            outcome = await self._perform(effect, context)
        except asyncio.CancelledError:
            self._left(effect)
            return
        self._telling.add(effect)
        try:
            self._left(effect, await self._record(outcome, spender))
        except asyncio.CancelledError:
            self._left(effect)
        finally:
            self._telling.discard(effect)

    def _cancel(self, effect: Effect) -> None:
        self._leaving.add(effect)
        self._doing[effect].cancel()
        asyncio.get_running_loop().call_later(self._patience, self._left, effect)

    def _left(self, effect: Effect, head: int = 0) -> None:
        if effect in self._doing:
            self._landed.setdefault(effect, head)
            self._fold(())
        self._woken.set()

    def _cut(self, effects: Iterable[Effect]) -> list[Fact]:
        """What a request is to be made of must fit before it is: how it was made to is a fact, so that another process
        shows the model the same.
        """
        asked = next((effect for effect in effects if isinstance(effect, CallModel) and not effect.aside), None)
        if asked is None or asked in self._doing:
            return []
        budget = self._packaging.of(self.session).model.window
        exceeds = self._window.exceeds(budget)
        if (exceeds or self.session.summary_wanted) and (relieved := self._window.relieved(budget)):
            return [ObservationsTaken(asked.at, relieved)]
        if (exceeds or self._window.void or self.session.summary_wanted) and self._may_compact(budget):
            return [ContextFilled(asked.at, budget, self._window.void)]
        if self.session.summary_wanted and self.session.turn and not self.session.turn.compacted:
            return [CompactionFailed(asked.at, 0, "there is too little to sum up")]
        return [WindowCut(asked.at, budget)] if exceeds else []

    def _may_compact(self, budget: int) -> bool:
        """Is there something to sum up, and has this request not had its compaction?"""
        turn = self.session.turn
        return turn is not None and not turn.compacted and bool(self._window.void or self._window.to_sum_up(budget))

    def _ahead(self) -> ObservationWanted | None:
        """Once a request is on its way, which has been weighed against budgets: nothing waits for it."""
        asking = any(isinstance(effect, CallModel) and not effect.aside for effect in self._doing)
        if not asking:
            return None
        return ahead(self.session, self._window, self._packaging.known(self.session).model.window)

    async def _material(self, effect: Compact | Observe | Reflect) -> Material:
        """What that compaction sums up, or of which something is written down. Where a summary is void, the journal is
        read again for what it stood for.
        """
        if not isinstance(effect, Compact):
            return self._to_write_down(effect, self._packaging.known(self.session))
        package = await self._packaging.given(self.session)
        entries = self._window.to_sum_up(effect.tokens)
        if not effect.anew:
            return Material(package, self._window.before(effect.tokens), entries, effect.tokens)
        covered = await self._covered(effect.through)
        left = [entry for entry in entries if not isinstance(entry, Summed)]
        return Material(package, (), [*covered, *left], effect.tokens)

    def _to_write_down(self, effect: Observe | Reflect, package: RunRequest) -> Material:
        """What something is to be written down of, and the notes so far; to condense them, those alone."""
        making = self._window.observed.making if isinstance(effect, Observe) else None
        entries = [self._window.entries[place] for place in making.of] if making else []
        return Material(package, (), entries, package.model.window, self._window.notes)

    async def _covered(self, through: int) -> list[Entry]:
        """All that summaries stand for, up to that row, without what was deleted since."""
        covered, session = list[Entry](), Session()
        window = Window(covered=covered)
        async for rows in pages(self._journal, self.thread):
            for row in rows:
                if row.position > through:
                    return covered
                before, session = session, apply(session, row)
                window.follow(before, row, session)
        return covered

    async def _request(self, effect: CallModel, tighter: bool = False) -> Request:
        """The window as it is at a step boundary: nothing is added to it until the reply to this counts. `tighter`: the
        model has found it too long.
        """
        package = await self._packaging.given(self.session)
        if effect.aside:
            return self._aside(effect, package, tighter)
        if tighter:
            await self._tighten(effect.at)
        return requested(package, effect.at, self._window.request, tainted=bool(self.session.taint))

    async def _tighten(self, at: At) -> None:
        """The model has found the request too long. It is asked again once what was said before is summed up, or left
        out.
        """
        tokens = self._window.tokens // 2
        if relieved := self._window.relieved(tokens):
            await self._record(ObservationsTaken(at, relieved))
        if self._window.tokens > tokens and self._may_compact(tokens):
            await self._record(ContextFilled(at, tokens, self._window.void))
            if not self.session.thinks(at):
                await self._sleep(self._patience)  # it is not wanted any more, and is cancelled
        await self._record(WindowCut(at, tokens))

    def _aside(self, effect: CallModel, package: RunRequest, tighter: bool) -> Request:
        """In the middle of a step, to which it adds nothing: what is left out for it is in the next request again."""
        budget = self._window.tokens // 2 if tighter else package.model.window
        messages = self._window.aside(self.session, effect.through, INSTRUCTION, budget)
        return requested(package, effect.at, messages, OFFERED)

    # What is spent
    def _spends(self, effect: Effect) -> Spender | None:
        """For whom, if a model is asked for it. What goes on behind is for whom the last turn was."""
        if not isinstance(effect, PAID):
            return None
        session, turn = self.session, self.session.turn
        if isinstance(effect, MakeTitle) and session.served and session.place:
            return Spender(session.served.id, session.place, effect.model)
        if isinstance(effect, BACKGROUND):
            by, place = turn.requester if turn else session.served, turn.place if turn else session.place
            model = self._packaging.known(session).model.name
            return Spender(by.id, place, model) if by and place else None
        if turn is None or not isinstance(effect, ASKED):
            return None
        return Spender(turn.requester.id, turn.place, self._packaging.of(session).model.name)

    def _spent(self, fact: Fact, spender: Spender | None) -> LedgerEntry | None:
        if spender is None or not counts(fact) or self.session.has_counted(used := counted(fact)):
            return None
        self._spender = spender
        return LedgerEntry(used, spender, day_of(self._now(), self._rules().zone), self.session.head)

    async def _budgeted(self, wanted: Iterable[Effect], rules: Rules) -> bool:
        """Budgets are looked at before a model is asked, and once it was. Has that changed anything? Then all is to be
        decided again.
        """
        asked = next((e for e in wanted if isinstance(e, ASKED) and e not in self._doing), None)
        spender = self._spends(asked) if asked else self._spender
        if self._budgeting is None or not rules.budgets or spender is None:
            return False
        before = self.session
        who = before.turn.requester if asked and before.turn else before.served
        if who is None:
            return False
        shares = await self._budgeting.shares(rules, spender, who, self._now())
        self._spender = None
        holds = await self._budgeting.holding(shares) if asked else None
        if self.session is not before:
            return True
        if asked and holds:
            await self._hold(asked, holds)
            return True
        if asked:
            for share in shares:
                await self._tell(asked, share)
        return self.session is not before

    async def _unpaid(self, wanted: Iterable[Effect], rules: Rules) -> bool:
        """What a model is asked beside the turn is not done where a budget is spent: that is its outcome. Has that
        changed anything?
        """
        if self._budgeting is None or not rules.budgets:
            return False
        for effect in (one for one in wanted if isinstance(one, BESIDE) and one not in self._doing):
            spender, who = self._spends(effect), self.session.served
            if spender is None or who is None:
                continue
            if await self._budgeting.holding(await self._budgeting.shares(rules, spender, who, self._now())):
                await self._decide([failure(effect, "a budget is used up")])
                return True
        return False

    async def _hold(self, asked: CallModel | Compact, share: Share) -> None:
        aside = asked.aside if isinstance(asked, CallModel) else 0
        try:
            await self._decide([BudgetReached(asked.at, share.budget, aside=aside)], expect=self.session.head)
        except Moved:
            self._unread = True

    async def _tell(self, asked: CallModel | Compact, share: Share) -> None:
        """Of one that is spent and holds up nothing people are told where that is seen first."""
        turn = self.session.turn
        assert self._budgeting
        if share.level < 100 or share.hard or turn is None or not turn.policy.visible:
            return
        told = f"told {share.id}"
        if told in self._budgeting.told:
            return
        fact, key = BudgetReached(asked.at, share.budget, hard=False), f"budget:{share.id}"
        async with self._appending:
            self._appended(
                await self._journal.append(self.thread, [fact], key=key, lasting=True, generation=self.generation)
            )
        self._budgeting.keep(told)

    async def _snapshot(self) -> None:
        if not self._window.whole:
            return
        snapshot = Snapshot.of(self.session, self._window)
        await self._snapshots.save(self.thread, self.generation, snapshot)
        self._saved = snapshot.session.head

    # Appending
    async def _record(self, fact: Fact, spender: Spender | None = None) -> int:
        """An outcome, with what follows from it if nothing else came first; otherwise alone, since it is true whoever
        says it.

        The storage may be down for a while: it is told until it is taken. An outcome that was taken twice counts
        once.
        """
        if isinstance(fact, ModelReplied):
            await read_ahead(fact.calls, self._rules().gate_of(self.session))
        looked = False
        async with self._appending:
            while True:
                try:
                    if not looked:
                        await self._packaging.replied(self.session, fact)
                        looked = True
                    return await self._recorded(fact, spender)
                except JournalUnavailable as error:
                    if self._abandoned:
                        raise asyncio.CancelledError from error
                    log.warning("%s: an outcome is not recorded yet: %s", self.thread, error)
                    await self._sleep(RETRY)

    async def _recorded(self, fact: Fact, spender: Spender | None) -> int:
        spent = self._spent(fact, spender)
        head = await self._appending_with(fact, spent)
        if spent and self._budgeting:
            self._budgeting.spends(spent.used.usage)
        return head

    async def _appending_with(self, fact: Fact, spent: LedgerEntry | None) -> int:
        said, then = self._packaging.said(self.session, fact), self.session
        for one in said:  # calls are judged by the turn as it is once these are recorded
            then = apply(then, Row(then.head + 1, self._now(), one))
        judged, started = consequences(then, fact, self._rules(), self._now(), self._verdicts)
        head, generation, told = self.session.head, self.generation, [*said, fact]
        if judged or started:
            with suppress(Moved, Fenced):
                facts = [*told, *judged, *started]
                return self._appended(
                    await self._journal.decide(self.thread, facts, generation=generation, expect=head, spent=spent)
                )
        return self._appended(await self._journal.append(self.thread, told, generation=generation, spent=spent))

    async def _decide(self, facts: Sequence[Fact], expect: int | None = None) -> None:
        async with self._appending:
            self._appended(await self._journal.decide(self.thread, facts, generation=self.generation, expect=expect))

    def _appended(self, appended: Appended) -> int:
        if not appended.current:
            self._fenced = True
        else:
            for row in appended.rows:  # in their order: what was outdated and starts anew may be in one append
                if isinstance(row.fact, ToolStarted):
                    self._started.add(row.fact.call)
                elif isinstance(row.fact, CallOutdated):
                    self._started.discard(row.fact.call)
            self._fold(appended.rows)
        self._woken.set()
        return appended.head
