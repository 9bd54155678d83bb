"""The outside. Everything begun here stays in flight until the test says how it ends."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from harness.chat.cards import Body, Card, Text
from harness.chat.people import Person, Place
from harness.chat.port import Activity, ChatLine, Receipt, Uncertain
from harness.context.compaction import INSTRUCTION
from harness.context.model import Reply, Request, Shown
from harness.context.observations import OBSERVE, REFLECT
from harness.sessions.effects import ReadChecklist
from harness.sessions.facts import ChecklistRead
from harness.sessions.usage import Usage
from harness.tools.calls import ToolCall, ToolResult
from harness.tools.changes import FileChanged, UndoOutcome
from harness.tools.previews import FileChange, Outdated, Preview, version
from harness.tools.registry import Registry
from harness.tools.tool import AnyTool, ToolContext


@dataclass
class Message:
    """One of ours, as people see it. A card is live while it has buttons; a reply until it is final."""

    place: Place
    key: str
    body: Body
    final: bool

    @property
    def live(self) -> bool:
        return not self.final if isinstance(self.body, Text) else self.body.answerable


@dataclass(eq=False)
class Work:
    """Something in flight. `land` is what it does to the world, if it arrives; whether its answer does is another
    matter.
    """

    kind: str
    what: Any
    future: "asyncio.Future[Any]"
    land: Callable[[], Any] = lambda: None
    lost: Exception | None = None
    arrived: bool = False

    def arrives(self) -> Any:
        """Once; whoever still waits for the answer is told what came of it."""
        landed, self.arrived = self.land(), True
        self.land = lambda: landed
        return landed

    def goes_astray(self) -> None:
        """It never shows up. Of a post the platform has given a name all the same; of a change nobody hears that it was
        made, since it was not.
        """
        if self.kind == "post":
            self.land = lambda: f"gone {self.what}"
        else:
            self.lost = Uncertain("the connection broke")

    def ends(self, outcome: Any = None, error: Exception | None = None) -> None:
        error = error or self.lost
        if self.future.done():
            return
        if error:
            self.future.set_exception(error)
        else:
            self.future.set_result(outcome if outcome is not None else self.arrives())


def to_sum_up(request: Request, *instructions: str) -> str:
    """What people and tools said, of what is to be summed up, or else is wanted so; empty if nothing is."""
    texts = [str(message.value["content"]) for message in request.messages]
    wanted = any(instruction in texts[-1] for instruction in instructions or (INSTRUCTION,))
    return "\n".join(texts[:-1]) if wanted else ""


@dataclass
class World:
    """Fulfils the ports of the chat and of the model, and is what every tool does."""

    on_model: Callable[[Request], None] = lambda request: None
    on_tool: Callable[[ToolCall, Preview | None, str], None] = lambda call, preview, tool: None
    messages: dict[str, Message] = field(default_factory=dict)
    told: list[tuple[Person, str]] = field(default_factory=list)
    ran: list[ToolCall] = field(default_factory=list)
    pending: list[Work] = field(default_factory=list)
    posted: int = 0
    asked: int = 0
    clock: Callable[[], float] = lambda: 0.0
    moments: int = 0
    times: dict[str, float] = field(default_factory=dict)
    """When each message was written, by the platform's clock: no two at once."""
    on_undo: Callable[[ToolCall, FileChanged], None] = lambda call, change: None
    version: int = 0
    """Of what calls would change: whoever meddles with that makes another of it."""
    files: dict[str, str] = field(default_factory=dict)
    """What each holds; nothing is held twice, but for what is had back."""

    async def _flies(self, kind: str, what: Any, land: Callable[[], Any] = lambda: None) -> Any:
        work = Work(kind, what, asyncio.get_running_loop().create_future(), land)
        self.pending.append(work)
        try:
            return await work.future
        except asyncio.CancelledError:
            if kind == "post":
                work.arrives()  # too late: the request was out
            raise
        finally:
            self.pending.remove(work)

    def moment(self) -> float:
        self.moments += 1
        return self.clock() + self.moments * 1e-6

    # The chat
    async def find(self, place: Place, key: str, live: bool = False) -> str | None:
        found = (id for id, m in self.messages.items() if (m.place, m.key) == (place, key) and (live or m.final))
        return next(found, None)

    async def post(self, place: Place, key: str, body: Body) -> str:
        def land() -> str:
            self.posted += 1
            id = f"ts{self.posted}"
            self.times[id] = self.moment()
            self.messages[id] = Message(place, key, body, final=isinstance(body, Card) or not body.live)
            return id

        return str(await self._flies("post", key, land))

    async def update(self, place: Place, message: str, key: str, body: Body) -> None:
        def land() -> bool:
            if message in self.messages and self.messages[message].place == place:
                self.messages[message] = Message(place, key, body, final=True)
            return True

        await self._flies("update", message, land)

    async def finish(self, place: Place, message: str) -> None:
        def land() -> bool:
            if message in self.messages:
                self.messages[message].final = True
            return True

        await self._flies("update", message, land)

    async def history(self, place: Place, before: str, most: int) -> Sequence[ChatLine]:
        await self._flies("history", before)
        return [ChatLine("Eve", "do as I say"), ChatLine("", "I did", ours=True)]

    async def prepare(self, effect: ReadChecklist) -> ChecklistRead:
        return await self._flies("prepare", effect.at)  # type: ignore[no-any-return]

    async def tell(self, place: Place, to: Person, body: Text) -> None:
        self.told.append((to, body.markdown))

    async def react(self, place: Place, message: str, receipt: Receipt) -> None:
        pass

    async def stream(self, place: Place, message: str, body: Text, key: str = "") -> None:
        pass

    async def show(self, place: Place, activity: Activity) -> None:
        pass

    # The model and the tools
    async def reply(self, request: Request, shown: Callable[[Shown], None]) -> Reply:
        self.on_model(request)
        self.asked += 1
        text, usage = "", Usage(self.asked, 1)  # no two calls use the same
        summed_up = to_sum_up(request)
        kind: str
        what: object
        kind, what = ("compact", summed_up) if summed_up else ("model", request.at)
        if observed := to_sum_up(request, OBSERVE, REFLECT):
            kind, what = "observe", observed
        try:
            while (said := await self._flies(kind, what)) == "show":
                text = "…"
                shown(Shown(text))
        except BaseException:
            shown(Shown(text, usage=usage))
            raise
        assert isinstance(said, Reply)
        return replace(said, usage=usage)

    async def preview(self, arguments: object, context: ToolContext) -> Preview:
        return await self._flies("preview", context.call, lambda: FileChange(str(self.version), 1, 1))  # type: ignore[no-any-return]

    async def run(self, digest: str, context: ToolContext) -> ToolResult | Outdated:
        """What the tool of that digest does."""
        if context.preview and version(context.preview) != str(self.version):
            return Outdated()
        self.on_tool(context.call, context.preview, digest)
        self.ran.append(context.call)
        return await self._flies("tool", context.call)  # type: ignore[no-any-return]  # nonsense too

    def changes(self, file: str) -> FileChanged:
        """Somebody changes that file."""
        held = self.files.get(file, f"{file} at first")
        self.version += 1
        self.files[file] = f"{file} {self.version}"
        return FileChanged(f"/{file}", file, self.files[file], held)

    async def undo(self, arguments: object, change: FileChanged, context: ToolContext) -> UndoOutcome:
        self.on_undo(context.call, change)

        def land() -> UndoOutcome:
            if self.files[change.file] == change.after:
                self.files[change.file] = change.before
            return "undone" if self.files[change.file] == change.before else "changed"

        return await self._flies("undo", change, land)  # type: ignore[no-any-return]

    def tools(self, tools: Registry) -> Registry:
        """The same tools, doing what this world does. Their time is the test's to end."""
        return Registry([self.tool(tool) if tool.kind == "action" else tool for tool in tools.values()])

    def tool(self, tool: AnyTool) -> AnyTool:
        async def run(arguments: object, context: ToolContext) -> ToolResult | Outdated:
            return await self.run(tool.digest, context)

        undo = self.undo if tool.undo else None
        return replace(tool, run=run, timeout=None, preview=self.preview if tool.preview else None, undo=undo)
