"""A machine that can be interrupted anywhere, crash, and be taken over by another."""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any
from weakref import WeakSet

from adapters.engines.local import LocalEngine
from harness.approvals.gate import Verdict
from harness.chat.people import Place
from harness.context.results import LargeTexts
from harness.loop.activation import Activation
from harness.loop.admission import Admission
from harness.loop.budgeting import Budgeting
from harness.loop.command_ends import look_after_commands
from harness.loop.intake import Intake
from harness.loop.perform import Perform
from harness.loop.progress import Observer, Unwatched
from harness.loop.rules import Rules
from harness.loop.session_cache import SessionCache
from harness.loop.thread_reader import ThreadReader
from harness.sessions.budgets import Budget
from harness.sessions.facts import Fact, Row
from harness.sessions.fold import fold
from harness.sessions.session import Session
from harness.sessions.threads import ThreadNames
from harness.toolbox.background_commands import BackgroundCommands
from harness.toolbox.shell import Begun, Completed
from harness.tools.calls import REPORT, ToolCall
from harness.tools.changes import CommandStarted
from harness.workspace.places import PlacePolicy
from tests.fakes.journal import MemoryJournal
from tests.fakes.packages import MemoryPackages, compiling
from tests.fakes.people import Everybody
from tests.laws.audit import Audit
from tests.laws.colleague import EVERY_TOOL, another, on_tools
from tests.laws.world import Work, World

THREAD = "t"


class OneThread(ThreadNames):
    """Wherever it is said."""

    def of(self, place: Place) -> str:
        return THREAD

    def has(self, thread: str) -> bool:
        return True


class Crashed(BaseException):
    pass


class Wire:
    """One machine's way to the journal. It may break before or after an operation has happened."""

    def __init__(self, journal: MemoryJournal) -> None:
        self.journal, self.dead, self.fuse, self.after = journal, False, -1, False

    def __getattr__(self, name: str) -> Any:
        async def operation(*args: Any, **kwargs: Any) -> Any:
            self.fuse -= 1
            if self.dead or (self.fuse == 0 and not self.after):
                self.dead = True
                raise Crashed
            done = await getattr(self.journal, name)(*args, **kwargs)
            if self.dead or self.fuse == 0:
                self.dead = True
                raise Crashed
            return done

        return operation


class Rig:
    def __init__(self, rules: Rules, journal: MemoryJournal | None = None, observer: Observer | None = None) -> None:
        self.policy = PlacePolicy()
        self.clock, self.rules, self.in_force = 0.0, rules, rules
        """The rules of the house, and those of the activation that was started last."""
        self.of_today: dict[int, Rules] = {}
        """What rules, by their id, are on the tools that there are now: one value, since a gate is known by its id."""
        self.window = 10_000
        """Tokens of the conversation that a request holds."""
        self.observe = False
        """Is what was said written down ahead of need?"""
        self.conventions = 0
        """How often they were changed."""
        self.packages = MemoryPackages()
        compiled = compiling(window=lambda: self.window, words=lambda: f"The conventions, number {self.conventions}.")
        self.compiling = replace(compiled, packages=self.packages)
        self.journal = journal or MemoryJournal(lambda: self.clock)
        self.budgets: tuple[Budget, ...] = ()
        """That hold from the beginning on."""
        self.audit = Audit(self.packages.kept)
        self.errors: list[BaseException] = []
        self.observer = observer or Unwatched()
        self.world = World(
            self._checked(self.audit.on_model),
            self._checked(self.audit.on_tool),
            clock=lambda: self.clock,
            on_undo=self._checked(self.audit.on_undo),
        )
        self.tools = self.world.tools(EVERY_TOOL)
        self.ghosts: list[LocalEngine] = []
        self.machines: list[BackgroundCommands] = []
        """What has run in the background, on each machine so far."""
        self.crashes = 0
        self.start()

    def _checked(self, check: Callable[..., None]) -> Callable[..., None]:
        def checked(*args: Any) -> None:
            self.audit.feed(self.rows)
            self.audit.rules = None if self.ghosts else self.in_force
            self.audit.budgets, self.audit.now = () if self.ghosts else self.budgets, self.clock
            try:
                check(*args)
            except AssertionError as error:  # what tools raise is a result
                self.errors.append(error)

        return checked

    def start(self) -> None:
        self.wire: Any = Wire(self.journal)
        self.sleepers: WeakSet[asyncio.Task[Any]] = WeakSet()
        """Tasks of this machine that have waited, such as those that show what a model writes."""
        wire, cache, turns, sleepers = self.wire, SessionCache(), Admission(1), self.sleepers

        async def moment(seconds: float) -> None:
            if task := asyncio.current_task():
                sleepers.add(task)
            await asyncio.sleep(0)

        self.background = background = BackgroundCommands("here", f"b{len(self.machines)}")
        self.machines.append(background)
        self.running: dict[str, asyncio.Future[Completed]] = {}
        """The processes of the commands that this machine runs in the background."""
        perform = Perform(
            self.world,
            self.world,
            self.tools,
            self.observer,
            moment,
            background=background,
            prepare=self.world.prepare,
            written=lambda platform, message: self.world.times.get(message),
            denies=self._denies,
        )

        def activation(thread: str) -> Activation:
            rules = self.in_force = self.rules
            return Activation(
                thread,
                wire,
                wire,
                lambda: self._on_todays_tools(rules),
                self.compiling,
                perform,
                self.observer,
                cache,
                turns,
                lambda: self.clock,
                moment,
                budgeting=Budgeting(self.journal.ledger, tell=self.audit.on_share),
                background=background,
            )

        self.engine = engine = LocalEngine(self.wire, activation, lambda: self.clock, moment)

        def wake(thread: str) -> None:
            if self.engine is engine:  # a machine that was replaced looks at nothing by itself
                engine.wake(thread)

        background.works_with(LargeTexts(), wake=wake, now=lambda: self.clock)
        self.intake = Intake(
            self.journal,
            ThreadReader(self.journal, self.journal, threads=OneThread()),
            self.engine,
            Everybody(),
            self.tools,
            lambda place: self.policy,
        )

    def begins(self, id: str, notify: bool, outside: str) -> CommandStarted:
        """The call of that id begins a command that runs in the background."""
        process: asyncio.Future[Completed] = asyncio.get_running_loop().create_future()
        self.background.begin(THREAD, id, lambda: Begun(process, lambda: ""), 3_600.0, outside)
        self.running[id] = process
        running = self.running
        process.add_done_callback(lambda _: running.pop(id))
        return CommandStarted("here", self.background.boot, "make", 3_600.0, notify=notify, outside=outside)

    async def _denies(self, mode: str, call: ToolCall) -> bool:
        return self.in_force.gate(mode).judge(call, 0.0).verdict is Verdict.DENY

    def change(self, name: str) -> None:
        """Another tool has that name from now on, for all who judge and run."""
        tool = self.tools[name]
        others = [other for other in self.tools.values() if other is not tool]
        self.tools.put([*others, self.world.tool(another(tool))])
        self.of_today.clear()

    def _on_todays_tools(self, rules: Rules) -> Rules:
        if id(rules) not in self.of_today:
            self.of_today[id(rules)] = replace(
                on_tools(rules, self.tools), reports=self.tools[REPORT], budgets=self.budgets, observe=self.observe
            )
        return self.of_today[id(rules)]

    @property
    def rows(self) -> list[Row]:
        return self.journal.threads[THREAD].rows if THREAD in self.journal.threads else []

    @property
    def session(self) -> Session:
        self.audit.feed(self.rows)
        return self.audit.session

    async def put(self, *facts: Fact) -> None:
        """Facts that others append."""
        await self.journal.append(THREAD, facts)
        self.engine.wake(THREAD)

    async def spin(self, times: int) -> None:
        for _ in range(times):
            await asyncio.sleep(0)

    async def settle(self) -> None:
        """Until nothing moves any more but what the test must end."""
        still, seen = 0, None
        for _ in range(3000):
            await asyncio.sleep(0)
            woken = tuple(activation.woken for activation, _ in self.engine.live.values())
            state = (len(self.rows), tuple(map(id, self.world.pending)), woken)
            still, seen = (still + 1, seen) if state == seen else (0, state)
            if still > 16:
                break
        else:
            raise AssertionError("never comes to rest")
        self.check()

    def check(self) -> None:
        self.audit.feed(self.rows)
        if self.errors:
            raise self.errors[0]
        if not (self.crashes or self.ghosts or self.wire.dead):
            over = self.world.asked - sum(work.kind in ("model", "compact", "observe") for work in self.world.pending)
            assert self.session.usage.output_tokens == over, "what a model call used is not told"
        assert self.journal.ledger.of_thread(THREAD) == self.session.usage, "the ledger is another journal's"
        if not (self.ghosts or self.wire.dead):
            known = {one.id for one in self.session.commands if one.boot == self.background.boot}
            assert known.issuperset(self.background.open(THREAD)), "a command runs, and nobody knows of it"
            assert known.issubset(self.background.open(THREAD)), "a command has ended, and nobody was told"
        for activation, task in self.engine.live.values():
            assert activation.session == fold(self.rows[: activation.session.head]), "the fold is not the live session"
            if task.done() and not task.cancelled() and (error := task.exception()) and not isinstance(error, Crashed):
                raise error

    async def crash(self, lands: Callable[[Work], bool]) -> None:
        """The machine is gone; `lands` says whether what it had in flight still arrives."""
        self.wire.dead = True
        self.crashes += 1
        self._cut(lands)
        live = {*self._tasks(self.engine), *self.sleepers} - {asyncio.current_task()}
        for task in live:
            task.cancel()
        await asyncio.gather(*live, return_exceptions=True)
        await self.background.close()
        await self._begin()

    async def take_over(self, lands: Callable[[Work], bool]) -> None:
        """Another machine takes the thread; this one does not know, and what it decides from now on is refused."""
        self.ghosts.append(self.engine)
        self._cut(lands)
        await self._begin()

    async def _begin(self) -> None:
        """As a start of the program does."""
        self.start()
        await self.engine.sweep()
        await look_after_commands(self.journal.index, self.engine, "")

    def _cut(self, lands: Callable[[Work], bool]) -> None:
        for work in [w for w in self.world.pending if w.kind in ("post", "update", "undo")]:
            if lands(work):
                work.arrives()
            elif work.kind != "undo":
                work.goes_astray()

    async def end(self) -> None:
        """Leaves nothing behind."""
        tasks = [task for engine in (self.engine, *self.ghosts) for task in self._tasks(engine)]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, *(machine.close() for machine in self.machines), return_exceptions=True)

    @staticmethod
    def _tasks(engine: LocalEngine) -> Iterator["asyncio.Task[None]"]:
        for activation, task in list(engine.live.values()):
            yield task
            yield from activation.working
