"""An effect becomes facts. Never raises but its cancellation: a failure is a fact too, one that removes its effect."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import takewhile
from typing import TypeVar, assert_never

from deskmate.tools import Failed
from harness.chat.cards import Card, Text
from harness.chat.people import Person, Place
from harness.chat.platforms import written
from harness.chat.port import Chat, ChatError, Unreachable
from harness.commands.context import Link
from harness.commands.lists import where
from harness.context.asides import changes
from harness.context.model import Model, Request
from harness.context.notes import WAS_DELETED, Memory, Note, NoteUnknown, may_forget
from harness.context.results import LARGE_RESULT, NOT_KEPT, LargeTexts, abridged, exceeds, read_in
from harness.files.errors import FilesError
from harness.loop import post_rendering
from harness.loop.branching import Branching
from harness.loop.clock import Sleep
from harness.loop.compacting import Compacting, Material
from harness.loop.delivery import Delivery
from harness.loop.heartbeat_input import Prepare, nothing
from harness.loop.observing import Observing
from harness.loop.progress import Observer
from harness.loop.replying import Replying
from harness.loop.rules import shares_private_files
from harness.loop.titling import Titling
from harness.sessions import asides
from harness.sessions import facts as f
from harness.sessions.call_status import Clearance, Cleared, Previewing, Started
from harness.sessions.effects import (
    AdjustHeartbeat,
    BeginBranch,
    CallModel,
    Compact,
    DropNote,
    Effect,
    EndCommand,
    EraseThread,
    MakeTitle,
    Observe,
    PassOnDeletion,
    Post,
    PostAsk,
    PreviewCall,
    React,
    ReadBackground,
    ReadChecklist,
    Reflect,
    RunTool,
    SettleCard,
    StopTurn,
    UndoChange,
    VoidNotes,
    WakeAt,
    WithdrawAction,
)
from harness.sessions.journal import JournalUnavailable
from harness.sessions.notices import StillWaiting, Undecided
from harness.sessions.session import Session
from harness.sessions.steps import aside_id
from harness.sessions.turn import OpenAsk
from harness.toolbox.background_commands import BackgroundCommands
from harness.tools.calls import Awaiting, Quoted, ToolCall, ToolResult
from harness.tools.changes import CommandStarted
from harness.tools.masks import Masking, by_looks
from harness.tools.previews import Outdated, Unfeasible
from harness.tools.runner import Runner, cancelled
from harness.tools.skills import Skill
from harness.tools.tool import AnyTool, ToolContext
from harness.tools.unforeseen import unforeseen
from harness.wording.ask_cards import asked, drawn
from harness.wording.notices import done
from harness.wording.reasons import skipped
from harness.wording.reminders import apart, origin, still_waiting

log = logging.getLogger(__name__)

FORESEEN = (ChatError, FilesError, NoteUnknown, Failed)
"""What ports raise, in words for people and models."""
T = TypeVar("T")

RETRY = 0.5
"""Seconds until the storage is asked again."""
BACKGROUND_LINES = 30
BACKGROUND_WITHIN = 10.0
"""Seconds for reading what was said before."""


@dataclass(frozen=True, slots=True)
class EffectContext:
    """What an effect is performed in: its thread, the session as it is at the time of asking, and where its facts go.

    `request` builds the request of a CallModel, and a shorter one if the model found that too long; `material` is what
    a Compact sums up, or of which something is written down. `inherited`: was the effect wanted already when this
    activation took the thread over? Then another may have done it before. `alike` are the messages of a request that
    share words with a text.
    """

    thread: str
    session: Callable[[], Session]
    request: Callable[[CallModel, bool], Awaitable[Request]]
    material: Callable[[Compact | Observe | Reflect], Awaitable[Material]]
    record: Callable[[f.Fact], Awaitable[object]]
    inherited: bool = False
    alike: Callable[[str], Iterable[Quoted]] = lambda text: ()


async def nothing_denied(mode: str, call: ToolCall) -> bool:
    """Where there are no rules."""
    return False


class Perform:
    """`known` are the people whose roles are known, for cards to name. `zones` are the time zones of people by id, and
    with an empty one that of the others. `prepare` reads what heartbeats look at, which say nothing where `silent` says
    so: a place may have been switched off while one was looking. `written` says when a message of a platform was
    written. `skills` are those that there are in a place. `large` keeps results that are too large for a request. What
    is secret by `masking` is masked in what tools give. `background` has the commands that run there. What a call has
    changed is not undone where the rules of a mode deny that call at this very moment, as `denies` says.
    """

    def __init__(
        self,
        chat: Chat,
        model: Model,
        tools: Mapping[str, AnyTool],
        observer: Observer,
        sleep: Sleep = asyncio.sleep,
        known: Callable[[], Sequence[Person]] = tuple,
        zones: Callable[[], Mapping[str, str]] = dict,
        prepare: Prepare = nothing,
        silent: Callable[[Place], bool] = lambda place: False,
        written: Callable[[str, str], float | None] = written,
        link: Link = lambda place, message: "",
        skills: Callable[[Place], tuple[Skill, ...]] = lambda place: (),
        memory: Memory | None = None,
        branching: Branching | None = None,
        titling: Titling | None = None,
        large: LargeTexts | None = None,
        masking: Masking = by_looks,
        background: BackgroundCommands | None = None,
        denies: Callable[[str, ToolCall], Awaitable[bool]] = nothing_denied,
    ) -> None:
        self._titling, self._background, self._denies = titling, background or BackgroundCommands(), denies
        self._branching = branching
        self._skills, self._memory, self._large = skills, memory or Memory(), large or LargeTexts()
        self._written, self._link = written, link
        self._zones = zones
        self._known, self._prepare, self._silent = known, prepare, silent
        self._chat, self._model, self._tools, self._observer, self._sleep = chat, model, tools, observer, sleep
        self._runner, self._delivery = Runner(tools, FORESEEN, masking), Delivery(chat, sleep)

    async def __call__(self, effect: Effect, context: EffectContext) -> f.Fact:
        """The outcome. A CallModel may record facts of its own before."""
        try:
            return await self._do(effect, context)
        except asyncio.CancelledError:
            if cancelled():
                raise
            return failure(effect, "it was cancelled")
        except Exception as error:
            why = unforeseen(log, error, "%s: %s was not performed", context.thread, type(effect).__name__)
            return failure(effect, why)

    async def _do(self, effect: Effect, context: EffectContext) -> f.Fact:
        match effect:
            case CallModel():
                return await self._call_model(effect, context)
            case ReadBackground():
                return await self._read(effect)
            case ReadChecklist():
                return await self._prepare(effect)
            case Compact():
                return await Compacting(effect, self._model, context.record).run(lambda: context.material(effect))
            case Observe() | Reflect():
                return await Observing(effect, self._model, context.record).run(lambda: context.material(effect))
            case BeginBranch() | PassOnDeletion() | EraseThread():
                return await self._kept(lambda: self._branched(effect, context.thread))
            case MakeTitle():
                return await self._titled(effect, context.thread)
            case DropNote():
                return await self._kept(lambda: self._drop(effect))
            case UndoChange():
                return await self._kept(lambda: self._undone(effect, context))
            case VoidNotes(message=message):
                return await self._kept(lambda: self._voided(message, context))
            case PreviewCall():
                return await self._preview(effect, context)
            case RunTool(call=call):
                return await self._run(call, context)
            case EndCommand(id=id):
                return await self._end(id, context.thread)
            case PostAsk():
                return await self._ask(effect, context)
            case Post() | React():
                return await self._post(effect, context)
            case SettleCard():
                return await self._settle(effect, context)
            case WithdrawAction():
                return await self._withdraw(effect, context)
            case WakeAt():
                raise AssertionError("handed to the clock, not performed")
            case _:
                assert_never(effect)

    async def _call_model(self, effect: CallModel, context: EffectContext) -> f.Fact:
        session = context.session()
        turn, aside = session.turn, asides.current(session, effect.at, effect.aside)
        if turn is None or turn.at != effect.at or (effect.aside and aside is None):
            return f.ModelStopped(effect.at, "", aside=effect.aside)  # stopped before it was begun
        self._observer.started(context.thread, effect.at)
        replying = Replying(
            effect,
            turn,
            _key(context, aside_id(effect.at, effect.aside) if aside else f"reply-{effect.at}"),
            context.record,
            self._chat,
            self._delivery,
            lambda shown: self._observer.said(context.thread, effect.at, shown.text, shown.thinking),
            self._sleep,
            lambda calls: changes(calls, turn, self._tools),
        )
        return await replying.run(self._model, lambda tighter: context.request(effect, tighter))

    async def _read(self, effect: ReadBackground) -> f.Fact:
        """Best effort: somebody waits for an answer, with or without it."""
        try:
            async with asyncio.timeout(BACKGROUND_WITHIN):
                lines = await self._chat.history(effect.place, effect.before, BACKGROUND_LINES)
        except (ChatError, TimeoutError) as error:
            return f.BackgroundRead(effect.at, (), str(error) or "it took too long")
        return f.BackgroundRead(effect.at, tuple(lines))

    async def _preview(self, effect: PreviewCall, context: EffectContext) -> f.Fact:
        call = effect.call
        seen = await self._runner.preview(call, self._of_tool(call, context))
        about = partial(f.CallPreviewed, call.id, effect.ask, call.digest, tool=effect.tool)
        return about(why=seen.why) if isinstance(seen, Unfeasible) else about(seen=seen)

    async def _run(self, call: ToolCall, context: EffectContext) -> f.Fact:
        """What it has begun in the background ends, unless its result says so."""
        begun = False
        try:
            fact = await self._ran(call, context)
            begun = isinstance(fact, f.ToolReturned) and any(
                isinstance(change, CommandStarted) for change in fact.result.changes
            )
            return fact
        finally:
            if not begun:
                self._background.drop(context.thread, call.id)

    async def _end(self, id: str, thread: str) -> f.CommandEnded:
        ended = await self._background.end(thread, id, "stopped")
        self._background.told(thread, id)
        kept = await self._kept(lambda: self._background.is_kept(thread, id))
        return f.CommandEnded(id, ended.how, ended.exit_code, kept=kept)

    async def _ran(self, call: ToolCall, context: EffectContext) -> f.Fact:
        known = context.session().call(call.id)
        result = await self._runner.run(call, self._of_tool(call, context))
        if isinstance(result, Outdated):
            return f.CallOutdated(call.id, known.ask if known else "", result.what)
        if isinstance(result, Awaiting):
            return f.CallAwaited(call.id, result)
        return f.ToolReturned(call.id, await self._fitting(call, result, context))

    async def _fitting(self, call: ToolCall, result: ToolResult, context: EffectContext) -> ToolResult:
        """As its fact holds it: what is too large for a request is kept elsewhere before."""
        if not exceeds(result.text, LARGE_RESULT):
            return result
        path = await self._kept(lambda: self._large.keep(context.thread, call.id, result.text))
        return replace(result, text=abridged(result.text, read_in(path) if path else NOT_KEPT))

    async def _titled(self, effect: MakeTitle, thread: str) -> f.Fact:
        titling = self._titling
        if titling is None:
            return failure(effect, "there are no names here")
        return await self._kept(lambda: titling.title(thread, effect))

    async def _branched(self, effect: BeginBranch | PassOnDeletion | EraseThread, thread: str) -> f.Fact:
        """Raises JournalUnavailable."""
        if self._branching is None:
            return failure(effect, "it cannot be done here")
        if isinstance(effect, BeginBranch):
            return await self._branching.begin(thread, effect)
        if isinstance(effect, EraseThread):
            self._background.drop(thread)  # what was begun a moment ago, which nobody knows of
            return await self._branching.erase(thread, effect)
        return await self._branching.pass_on(thread, effect)

    async def _drop(self, effect: DropNote) -> f.NoteDropped:
        """Raises JournalUnavailable."""
        note = await self._memory.notes.named(effect.note)
        if note is None:
            return f.NoteDropped(effect.note, effect.by, "gone")
        if not may_forget(note, effect.by):
            return f.NoteDropped(effect.note, effect.by, "not-theirs")
        again: Note | None = None
        if effect.undo:
            gone, again = await self._memory.undo(note.id)
        else:
            gone = await self._memory.forget(note.id)
        if gone is None:  # somebody was faster
            return f.NoteDropped(effect.note, effect.by, "gone")
        return f.NoteDropped(effect.note, effect.by, "forgotten", again=again.text if again else "")

    async def _undone(self, effect: UndoChange, context: EffectContext) -> f.ChangeUndone:
        """Raises JournalUnavailable."""
        session, path = context.session(), effect.change.path
        if await self._denies(session.mode, effect.call):
            return f.ChangeUndone(effect.ask, effect.by, path, "denied")
        ask = session.asks.get(effect.ask)
        given = replace(self._of_tool(effect.call, context), place=ask.place if ask else session.place)
        outcome, why = await self._runner.undo(effect.call, effect.change, given)
        return f.ChangeUndone(effect.ask, effect.by, path, outcome, why)

    async def _voided(self, message: str, context: EffectContext) -> f.NotesVoided:
        """Raises JournalUnavailable."""
        notes = await self._void(context.thread, message)
        lately = context.session().noted  # looked up, since the notes may have been voided before a crash
        gone = [id for id in lately if await self._memory.notes.named(id) is None]
        return f.NotesVoided(message, notes, gone=tuple(gone))

    async def _void(self, thread: str, message: str) -> int:
        """How many notes that message was in, none of which is there any more."""
        if self._branching:
            return await self._branching.recall(thread, message)
        return await self._memory.void(thread, message)

    async def _kept(self, change: Callable[[], Awaitable[T]]) -> T:
        """What has to be kept, or forgotten, is: it is tried until the storage takes it."""
        while True:
            try:
                return await change()
            except JournalUnavailable as error:
                log.warning("what is kept was not changed yet: %s", error)
                await self._sleep(RETRY)

    def _of_tool(self, call: ToolCall, context: EffectContext) -> ToolContext:
        """What a tool is given besides its arguments."""
        session = context.session()
        requester = session.turn.requester if session.turn else None
        known, zones = session.call(call.id), self._zones()
        status = known.status if known else None
        return ToolContext(
            call,
            context.thread,
            output=lambda text: self._observer.output(context.thread, call.id, text),
            requester=requester,
            place=session.turn.place if session.turn else None,
            authors=session.authors,
            covers=lambda text: _covered(session, text, context),
            mode=session.mode,
            wakeups=tuple(one.pending for one in session.timers.wakeups if not one.came),
            self_wakeups=session.timers.self_wakeups,
            alike=_alike(session, call),
            zone=zones.get(requester.id, "") if requester else "",
            usual_zone=zones.get("", ""),
            skills=self._skills(session.turn.place) if session.turn else (),
            preview=status.clearance.preview if isinstance(status, Cleared | Started) else None,
            decided=isinstance(status, Previewing) and (status.stale is not None or status.editor is not None),
            earlier=_earlier(session, call),
            seen=session.seen,
            tool=status.ruling.tool if isinstance(status, Previewing | Cleared | Started) else "",
            private=session.turn is not None and shares_private_files(session.turn),
            untrusted=session.origins,
            approved=isinstance(status, Cleared | Started) and _approved(status.clearance),
        )

    async def _ask(self, effect: PostAsk, context: EffectContext) -> f.Fact:
        def wanted() -> bool:
            return bool(context.session().asks.answerable(effect.ask))

        body, key = self._card(effect.ask, effect.place, context), _key(context, effect.id)
        shows, face = _shown(effect.ask, context.session())
        try:
            message = await self._delivery.post(effect.place, key, body, context.inherited, wanted)
        except ChatError as error:
            return self._undelivered(effect.id, error, context, owed=wanted())
        if context.inherited:  # what was posted before us may show what held then
            shows, face = (), ""
        posted = self._written(effect.place.platform, message)
        masked = body.masked or any(row.masked for row in body.rows)
        return f.AskPosted(effect.ask, effect.place, message, shows, face, posted, masked)

    async def _post(self, post: Post | React, context: EffectContext) -> f.Fact:
        if isinstance(post, Post) and isinstance(post.action, AdjustHeartbeat) and self._silent(post.place):
            return f.PostFailed(post.id, skipped("replies-off"))
        if isinstance(post, Post) and _decided(post, context.session()):
            return f.PostFailed(post.id, "it is decided")
        try:
            return f.PostSent(post.id, await self._sent(post, context))
        except ChatError as error:
            owed = isinstance(post, Post) and post.owed
            here = bool(post.place.addressee) or (isinstance(post, Post) and self._seen(post, context))
            return self._undelivered(post.id, error, context, owed, here)

    def _seen(self, post: Post, context: EffectContext) -> bool:
        """Has it begun to be seen?"""
        return post.begun and not self._delivery.unseen(post.place, _key(context, post.id))

    def _undelivered(self, id: str, error: ChatError, context: EffectContext, owed: bool, here: bool = False) -> f.Fact:
        """What is owed stays owed while the failure may pass. What was refused for its place can be said elsewhere, but
        for what belongs just `here`: what is said to somebody directly already, or has begun to be seen.
        """
        elsewhere = isinstance(error, Unreachable) and error.passes == "place" and not here
        if owed and _passes(error) and not elsewhere:
            if not any(known.id == id for known in context.session().postings.owed):
                level = logging.ERROR if isinstance(error, Unreachable) else logging.WARNING
                log.log(level, "%s: %s was not delivered yet, and will be retried: %s", context.thread, id, error)
            return f.PostDelayed(id, str(error))
        if owed and here:
            log.error("%s: %s could not be delivered: %s", context.thread, id, error)
        return f.PostFailed(id, str(error))

    async def _sent(self, post: Post | React, context: EffectContext) -> str:
        if isinstance(post, React):
            await self._delivery.insist(lambda: self._chat.react(post.place, post.message, post.receipt))
            return ""
        key, body = _key(context, post.id), self._body(post, context)
        if to := post.to:
            await self._delivery.insist(lambda: self._chat.tell(post.place, to, body))
            return ""
        if post.begun:
            return await self._delivery.finish(post.place, key, body if post.text else None)
        return await self._delivery.post(post.place, key, body, context.inherited, lambda: _wanted(post, context))

    def _body(self, post: Post, context: EffectContext) -> Text:
        session = context.session()
        match post.notice:
            case Undecided(asks=asks, mode=mode):
                waiting = [ask for ask in map(session.asks.get, asks) if ask and not ask.settled]
                cards = [(drawn(context.thread, ask, self._tools), self._address(ask, session)) for ask in waiting]
                wanted = session.mode_request
                request = wanted if wanted and wanted.mode == mode else None
                return post_rendering.undecided(context.thread, post, cards, request)
            case StillWaiting(ask=id) if ask := session.asks.get(id):
                card, address = self._card(id, post.place, context), self._address(ask, session)
                return Text("", lead=still_waiting(ask, card, address, self._known()))
            case _:
                over = session.postings.over(post)
                shown = replace(post, notice=over, action=None) if over else post
                return post_rendering.posted(context.thread, shown, self._known())

    async def _settle(self, effect: SettleCard, context: EffectContext) -> f.Fact:
        shows, face = tuple[str, ...](), ""

        def as_it_is() -> Card:
            nonlocal shows, face
            shows, face = _shown(effect.ask, context.session())
            return self._card(effect.ask, effect.place, context)

        ask = context.session().asks.get(effect.ask)
        copy = ask is None or effect.place != ask.place
        key = _key(context, PostAsk(effect.ask, effect.place, copy).id)
        try:
            await self._delivery.redraw(effect.place, effect.message, key, as_it_is)
        except ChatError as error:
            if _passes(error):
                return f.PostDelayed(effect.id, str(error))
            return f.CardSettled(effect.place, effect.message, effect.ask, why=str(error))
        return f.CardSettled(effect.place, effect.message, effect.ask, shows=shows, face=face)

    def _card(self, id: str, place: Place, context: EffectContext) -> Card:
        """As the session is now; it expires as what is shown now does. Elsewhere than where it was asked, with the way
        there.
        """
        session = context.session()
        asks = [one.seen(session.now) for one in session.asks.sharing(id)]
        ask = session.asks.get(id)
        if ask is None or place == ask.place:
            return asked(context.thread, asks, self._tools, self._known())
        copy = asked(context.thread, [apart(one) for one in asks], self._tools, self._known())
        return replace(copy, lead=origin(ask, self._address(ask, session)))

    def _address(self, ask: OpenAsk, session: Session) -> str:
        return self._link(*where(session, ask))

    async def _withdraw(self, effect: WithdrawAction, context: EffectContext) -> f.Fact:
        post, body, key = effect.post, done(effect.post), _key(context, effect.post.id)
        try:
            await self._delivery.insist(lambda: self._chat.update(post.place, effect.message, key, body))
        except ChatError as error:
            if _passes(error):
                return f.PostDelayed(effect.id, str(error))
            return f.ActionWithdrawn(post.id, str(error))
        return f.ActionWithdrawn(post.id)


def _passes(error: ChatError) -> bool:
    """May it be done another time?"""
    return not isinstance(error, Unreachable) or error.passes != ""


def failure(effect: Effect, why: str) -> f.Fact:
    """The fact that removes the effect, of a failure that nobody foresaw."""
    match effect:
        case CallModel(at=at, aside=aside):
            return f.ModelFailed(at, why, aside=aside)
        case ReadBackground(at=at):
            return f.BackgroundRead(at, (), why)
        case ReadChecklist(at=at):
            return f.ChecklistRead(at, "", why=why)
        case MakeTitle():
            return f.TitleMade("", why=why)
        case EraseThread(head=head):
            return f.DeletionFailed(head, why)
        case BeginBranch(row=row):
            return f.BranchBegun(row, "", "failed")
        case PassOnDeletion(thread=thread, message=message):
            return f.DeletionPassedOn(thread, message)
        case DropNote(note=note, by=by):
            return f.NoteDropped(note, by, "failed", why)
        case UndoChange(ask=ask, by=by, change=change):
            return f.ChangeUndone(ask, by, change.path, "failed", why)
        case VoidNotes(message=message):
            return f.NotesVoided(message, 0, why)
        case Compact(at=at, through=through):
            return f.CompactionFailed(at, through, why)
        case Observe(through=through) | Reflect(through=through):
            return f.ObservationFailed(through, why)
        case PreviewCall(call=call, ask=ask, tool=tool):
            return f.CallPreviewed(call.id, ask, call.digest, tool=tool, why=why)
        case RunTool(call=call):
            return f.ToolReturned(call.id, ToolResult(f"failed: {why}", ok=False))
        case EndCommand(id=id):
            return f.CommandEnded(id, "lost", kept=False)
        case PostAsk(id=id) | Post(id=id) | React(id=id):
            return f.PostFailed(id, why)
        case SettleCard(place=place, message=message, ask=ask):
            return f.CardSettled(place, message, ask, why=why)
        case WithdrawAction(post=post):
            return f.ActionWithdrawn(post.id, why)
        case WakeAt():
            raise AssertionError("handed to the clock, not performed")
        case _:
            assert_never(effect)


def _approved(clearance: Clearance) -> bool:
    """True if a person decided on this very call, rather than a rule or an earlier "Always"."""
    return clearance.by is not None and not clearance.grant


def _covered(session: Session, text: str, context: EffectContext) -> tuple[Quoted, ...]:
    """What its turn has heard, and what is said in the same words in what the model was shown. Raises NoteUnknown if
    some of that was deleted since the call was made.
    """
    if session.turn and session.turn.forgets == session.turn.at.step:
        raise NoteUnknown(WAS_DELETED)
    heard = (Quoted(context.thread, message) for message in session.turn.messages) if session.turn else ()
    return tuple(dict.fromkeys([*heard, *context.alike(text)]))


def _key(context: EffectContext, id: str) -> str:
    return post_rendering.key(context.thread, id)


def _earlier(session: Session, call: ToolCall) -> tuple[ToolCall, ...]:
    """The calls that come before it in its step, whatever becomes of them."""
    before = takewhile(lambda one: one.call.id != call.id, session.turn.calls if session.turn else ())
    return tuple(one.call for one in before)


def _alike(session: Session, call: ToolCall) -> int:
    """How many calls of the same tool come before it in its step and have no result yet."""
    before = takewhile(lambda one: one.call.id != call.id, session.turn.calls if session.turn else ())
    return sum(one.call.tool == call.tool and not one.over for one in before)


def _shown(ask: str, session: Session) -> tuple[tuple[str, ...], str]:
    """What can be answered on a card of that ask that is drawn now, and its face."""
    return session.asks.answerable(ask), session.asks.face(ask)


def _decided(post: Post, session: Session) -> bool:
    """Is it a reminder of what has been settled meanwhile?"""
    ask = session.asks.get(post.notice.ask) if isinstance(post.notice, StillWaiting) else None
    return ask is not None and not session.asks.answerable(ask.id)


def _wanted(post: Post, context: EffectContext) -> bool:
    """That a turn can be stopped is all that its message is about."""
    return not isinstance(post.action, StopTurn) or context.session().offers(post.action)
