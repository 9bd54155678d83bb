"""A model call, and the live message that people watch while it goes on."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Literal

from harness.chat.cards import Text
from harness.chat.port import Chat, ChatError, Unreachable
from harness.context.canonical import exact
from harness.context.media import media_of, without
from harness.context.model import Model, ModelError, Overflowed, ProposedCall, Reply, Request, Shown
from harness.context.window import tokens_in, tokens_of
from harness.loop.clock import Sleep
from harness.loop.delivery import Delivery
from harness.sessions.call_status import CallChange
from harness.sessions.effects import CallModel
from harness.sessions.facts import AsideReplied, Fact, MediaRefused, ModelFailed, ModelReplied, ModelStopped, ReplyBegun
from harness.sessions.turn import Turn
from harness.sessions.usage import Usage
from harness.tools.calls import ToolCall
from harness.tools.runner import cancelled
from harness.tools.unforeseen import unforeseen

log = logging.getLogger(__name__)

LIVE_AFTER = 1.0
"""Seconds of writing before there is a live message: a short reply arrives whole, in one call."""
AGAIN = 2.0
"""Seconds after which it is looked again whether there is room for one."""
CUT = "…\n\n[This reply reached the model's maximum length. Ask for the rest.]"
"""Below what would seem whole and is not: a call that was cut is no call, and says so by itself."""


class Replying:
    """One model call. Its outcome is a fact, whatever happens; cancelled, it records what people saw and says so."""

    def __init__(
        self,
        effect: CallModel,
        turn: Turn,
        key: str,
        record: Callable[[Fact], Awaitable[object]],
        chat: Chat,
        delivery: Delivery,
        watch: Callable[[Shown], None],
        sleep: Sleep,
        changes: Callable[[Sequence[ProposedCall]], tuple[CallChange, ...]] = lambda calls: (),
    ) -> None:
        self._changes = changes
        """What calls that are made in an aside want to become of those that wait."""
        self._silent = not turn.policy.visible
        """Nobody sees what is written."""
        begun = turn.aside.begun if effect.aside and turn.aside else turn.begun
        self._effect, self._place, self._key, self._seen_before = effect, turn.place, key, begun
        self._to = turn.requester
        self._record, self._chat, self._delivery, self._watch, self._sleep = record, chat, delivery, watch, sleep
        self._shown, self._more, self._over, self._begun = Shown(), asyncio.Event(), False, False
        self._beginning = False
        """A live message is being posted: whoever finishes it needs its name."""
        self._in_vain = Usage()
        """What a request used that was too long."""
        self._live: asyncio.Task[None] | None = None

    async def run(self, model: Model, request: Callable[[bool], Awaitable[Request]]) -> Fact:
        """`request` makes the request, or (given True) a shorter one."""
        try:
            reply = await self._reply(model, request)
        except ModelError as error:
            return self._failed(str(error))
        except asyncio.CancelledError:
            if not cancelled():
                return self._failed("it was cancelled")
            effect = self._effect
            await self._record(ModelStopped(effect.at, self._seen, self._used, effect.aside))
            raise
        except Exception as error:  # an adapter's fault ends the turn with a message, not the activation
            why = unforeseen(log, error, "%s: the request for step %s failed", self._key, self._effect.at)
            return self._failed(why)
        finally:
            self._end()
        if refused := reply.refused:
            paths, digests = zip(*refused, strict=True)
            await self._record(MediaRefused(self._effect.at, paths, digests))
        return self._replied(reply)

    def _failed(self, why: str) -> ModelFailed:
        return ModelFailed(self._effect.at, why, self._seen, self._used, self._effect.aside)

    def _replied(self, reply: Reply) -> ModelReplied | AsideReplied:
        effect, usage = self._effect, self._in_vain + reply.usage
        text = _mended(f"{reply.text}{CUT}" if reply.cut and reply.text and not reply.calls else reply.text)
        if not effect.aside:
            calls = _ours(effect, reply)
            return ModelReplied(effect.at, effect.through, text, calls=calls, usage=usage, lacks=_lacks(reply))
        return AsideReplied(
            at=effect.at,
            aside=effect.aside,
            through=effect.through,
            text=text,
            changes=self._changes(reply.calls),
            usage=usage,
        )

    async def _reply(self, model: Model, request: Callable[[bool], Awaitable[Request]]) -> Reply:
        try:
            return await model.reply(await request(False), self._show)
        except Overflowed:
            self._in_vain, self._shown = self._used, self._shown.over(self._shown, Usage())
            tighter = await request(True)
            try:
                return await model.reply(tighter, self._show)
            except Overflowed as error:
                if media := media_of(tighter.messages):
                    return replace(
                        await model.reply(without(tighter, media), self._show), refused=tuple(dict.fromkeys(media))
                    )
                raise Overflowed(f"{error}, even without what could be left out. {_needs(tighter)}") from error

    @property
    def _so_far(self) -> Text:
        return Text(self._shown.text, live=True, to=self._to)

    @property
    def _seen(self) -> str:
        return self._shown.text if self._begun else ""

    @property
    def _used(self) -> Usage:
        """Up to here, by whatever broke off."""
        return self._in_vain + self._shown.usage

    def _show(self, shown: Shown) -> None:
        before, self._shown = self._shown, shown
        if self._silent:
            return
        if shown.lengths != before.lengths:
            self._watch(shown)
        if shown.lengths[0] != before.lengths[0]:
            self._more.set()
            self._live = self._live or asyncio.create_task(self._watched())

    def _end(self) -> None:
        self._over = True
        if self._live and not self._beginning:
            self._live.cancel()

    async def _watched(self) -> None:
        """Cancelled at any time but while a live message is being begun. What was said before a call is its reason, on
        its card, unless there was more to be read by then.
        """
        await self._sleep(LIVE_AFTER)
        if self._shown.calling:
            return
        self._beginning = self._begun = True
        await self._record(ReplyBegun(self._effect.at, self._place, self._effect.aside))
        with suppress(Unreachable):  # the whole reply will be tried
            message = await self._begin()
            while not self._over:
                self._beginning = False
                self._more.clear()
                if message:
                    await self._chat.stream(self._place, message, self._so_far)
                    await self._more.wait()
                else:
                    await self._sleep(AGAIN)
                    self._beginning = True
                    message = await self._begin()

    async def _begin(self) -> str:
        """The live message; empty if there is none now. Raises Unreachable."""
        if self._over:
            return ""
        try:
            return await self._delivery.begin(self._place, self._key, self._so_far, self._seen_before)
        except Unreachable:
            raise
        except ChatError:
            return ""


def _lacks(reply: Reply) -> Literal["", "call", "words"]:
    """What the model is told once that its reply lacks."""
    if reply.written_calls:
        return "call"
    return "" if reply.calls or reply.text.strip() else "words"


def _ours(effect: CallModel, reply: Reply) -> tuple[ToolCall, ...]:
    """Calls by our own ids: the point, and the index. What the provider calls them may repeat."""
    return tuple(
        ToolCall(f"{effect.at}.{index}", *map(_mended, (call.tool, call.arguments, call.provider_id)))
        for index, call in enumerate(reply.calls)
    )


def _mended(text: str) -> str:
    """A model may write half a character (a lone surrogate), which no journal and no provider takes."""
    return text.encode("utf-8", "replace").decode()


def _needs(request: Request) -> str:
    """What of it nothing is left out of, and what to do about that."""
    before = tokens_in(request.system.size) + tokens_of(exact(request.tools))
    rest = tokens_in(sum(message.size for message in request.messages))
    return (
        f"What I tell it before all else (instructions, AGENTS.md, memory, tools) is about {before:,} tokens, and what "
        f"this step needs {rest:,}. Choose a model that takes more, by `model NAME`, or shorten AGENTS.md or the "
        "request"
    )
