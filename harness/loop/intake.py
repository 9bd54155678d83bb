"""What people did becomes a fact of a thread, committed before it is acknowledged. It decides nothing that the fold
can decide.
"""

import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Protocol, assert_never, get_args

from harness.approvals.asks import Question, Respond
from harness.approvals.forms import FormErrors, form, read, typed_words
from harness.approvals.tokens import Pressed, Token
from harness.chat.cards import Form
from harness.chat.events import (
    ButtonClicked,
    ChatEvent,
    CommandInvoked,
    FormSubmitted,
    Invited,
    MessageEdited,
    MessageRemoved,
    MessageSent,
)
from harness.chat.people import Person, Place
from harness.chat.phrases import plain
from harness.loop import opinions
from harness.loop.clicks import clicked
from harness.loop.engine import Engine
from harness.loop.guard import LoopGuard
from harness.loop.owed import retry_owed
from harness.loop.refusals import SET_ASIDE, NotAdmitted, NotOpen
from harness.loop.rules import shares_private_files
from harness.loop.thread_reader import ThreadReader
from harness.sessions.facts import (
    AskAnswered,
    Fact,
    Introduced,
    MessageCorrected,
    MessageDeleted,
    MessageReceived,
    SecretsShown,
    StopRequested,
)
from harness.sessions.journal import Appended, Journal, JournalUnavailable
from harness.sessions.notices import Late, NotYours
from harness.sessions.session import Session
from harness.sessions.threads import ThreadNames
from harness.sessions.turn import OpenAsk
from harness.tools.registry import Registry
from harness.wording.ask_cards import drawn
from harness.wording.notices import only_they_see, reception
from harness.wording.reminders import apart, led_there
from harness.workspace.places import PlacePolicy

log = logging.getLogger(__name__)

_SPOKEN_FOR = frozenset(get_args(Pressed))
MISSED = 1_000
"""Messages that are remembered to have come in vain."""


class People(Protocol):
    async def known(self, person: Person) -> Person | None:
        """The person with the roles that they have now; None if they may not talk here. Raises JournalUnavailable."""

    async def refusal(self, person: Person) -> str:
        """What to tell somebody who may not. Raises JournalUnavailable."""


def thread_of(place: Place) -> str:
    """The thread that a place points to, where there is but one team."""
    return ThreadNames().of(place)


class Intake:
    """`receive` returns once the event is committed: only then may the platform be told so. `modes` are those that
    there are by now.
    """

    def __init__(
        self,
        journal: Journal,
        reader: ThreadReader,
        engine: Engine,
        people: People,
        tools: Registry,
        policy: Callable[[Place], PlacePolicy] = lambda place: PlacePolicy(),
        introduction: Callable[[], str] = lambda: "",
        guard: LoopGuard | None = None,
        modes: Callable[[], Collection[str]] = tuple,
    ) -> None:
        self._journal, self.reader, self._engine = journal, reader, engine
        self._people, self._tools, self.policy, self._introduction = people, tools, policy, introduction
        self._guard, self._modes = guard or LoopGuard(time.monotonic), modes
        self._missed = OrderedDict[str, None]()
        """What was said while the journal was away, by its id: it comes again, and others may have spoken since."""

    async def receive(self, event: ChatEvent) -> bool:
        """True once it is in the journal, or was already; False if it is not for us: from somebody who may not talk
        and does not talk to us, from bots that say too much, in a place that we have no part in, or on a button that
        is not ours. Raises JournalUnavailable, NotAdmitted, FormErrors for a form that can be mended, and NotOpen for
        one that cannot.
        """
        event = await self._turned(event)
        by = await self._people.known(event.by)
        if by is None and not isinstance(event, Invited) and not await self._forgets(event):
            if _expects_an_answer(event):
                raise NotAdmitted(await self._people.refusal(event.by))
            return False
        if isinstance(event, Invited):
            await self.opened(event.place)
        taken = await self._fact(event, by or event.by)
        if taken is None:
            return False
        thread, fact = taken
        appended = await self._append(thread, fact, event)
        self._engine.wake(thread)
        if appended.unreadable and _expects_an_answer(event):
            raise NotAdmitted(SET_ASIDE)
        return True

    async def _append(self, thread: str, fact: Fact, event: ChatEvent) -> Appended:
        """Raises JournalUnavailable, and remembers what was said in vain."""
        try:
            return await self._journal.append(thread, [fact], key=_key(event), lasting=_lasting(event))
        except JournalUnavailable:
            self._missed[event.id] = None
            if len(self._missed) > MISSED:
                self._missed.popitem(last=False)
            raise

    async def opened(self, place: Place | None = None) -> None:
        """We may write there again, or (without one) are connected to our team again: what is owed there is tried at
        once. Raises JournalUnavailable.
        """
        if index := self.reader.index:
            await retry_owed(self._journal, index, self._engine, place, "" if place else self.reader.threads.team)

    async def form(self, token: str, by: Person) -> Form:
        """What the button of that token opens. Raises NotOpen, NotAdmitted and JournalUnavailable."""
        by = await self.admitted(by)
        parsed = self._token(token)
        session = await self.reader.session(parsed.thread) if parsed else Session()
        if parsed and parsed.asks_more:
            return opinions.form(parsed, session)
        ask = session.asks.get(parsed.ask) if parsed else None
        anybody = parsed is not None and parsed.verb == "ask-back"
        if parsed and parsed.verb == "show" and ask and not ask.settled and not session.may_settle(by, ask):
            raise NotOpen(plain(only_they_see(ask.ask.deciders, ask.requester)))
        ask = _expect_open(session, ask, by, anybody=anybody)
        assert parsed
        category = [tool.name for tool in self._tools.values() if tool.category == ask.category]
        read_only = session.turn is not None and shares_private_files(session.turn)
        opened = form(parsed, ask.ask, ask.call, self._tools.get(ask.call.tool), category, read_only)
        if parsed.verb == "show":  # first, so the journal has all that people have seen
            await self._journal.append(parsed.thread, [SecretsShown(ask.id, by)], key=f"shown:{ask.id}:{by.id}")
        if parsed.verb != "review":
            return opened
        shown = ask if led_there(by, ask) else apart(ask)
        return replace(opened, card=drawn(parsed.thread, shown, self._tools))

    async def admitted(self, person: Person) -> Person:
        """With the roles that they have now. Raises JournalUnavailable, and NotAdmitted for who may not talk here."""
        known = await self._people.known(person)
        if known is None:
            raise NotAdmitted(await self._people.refusal(person))
        return known

    async def _forgets(self, event: ChatEvent) -> bool:
        """Is something to be forgotten that was taken? Then whoever deleted it need not be one who may talk: a platform
        may not even say who it was.
        """
        return isinstance(event, MessageRemoved) and await self.reader.heard(event.said)

    async def _turned(self, event: ChatEvent) -> ChatEvent:
        """What we have not heard, and what was changed to be said to us, is said to us now: by the key of what it was
        before, so that it is said once. Raises JournalUnavailable.
        """
        if not (isinstance(event, MessageEdited) and event.addressed and event.said and event.reworded):
            return event
        if await self._journal.holder(event.said) is not None:
            return event
        return MessageSent(
            event.said,
            event.place,
            event.by,
            event.text,
            event.message,
            addressed=True,
            tags=event.tags,
            late=event.late,
            about=event.about,
        )

    async def _fact(self, event: ChatEvent, by: Person) -> tuple[str, Fact] | None:
        match event:
            case MessageSent():
                return await self._said(event, by)
            case MessageEdited(place=place, said=said) | MessageRemoved(place=place, said=said):
                # if nobody has it: whatever is bound there now
                thread = await self.reader.holder(said) or await self.reader.thread(place)
                return (thread, _changed(event, by)) if await self.reader.begun(thread) else None
            case CommandInvoked(place=place, command="stop"):
                return await self.reader.thread(place), StopRequested(by, place)
            case CommandInvoked():
                return None
            case Invited(place=place):
                return self._introduced(place)
            case ButtonClicked():
                return await self._pressed(event, by)
            case FormSubmitted():
                token = await self._ours(event.token)
                fact = await self._submitted(event, token, by) if token else None
                return (token.thread, fact) if token and fact else None
            case _:
                assert_never(event)

    def _introduced(self, place: Place) -> tuple[str, Fact] | None:
        text = self._introduction() if self.policy(place).answers != "off" else ""
        if not text:
            return None
        # in a thread of its own, or what people then say among themselves there would be heard
        return self.reader.threads.called(f"{place.id}\0introduction"), Introduced(place, text)

    async def _pressed(self, event: ButtonClicked, by: Person) -> tuple[str, Fact] | None:
        token = await self._ours(event.token)
        if token is None:
            return None
        match token.verb:
            case "ask-again" | "no-answer" as pressed:
                fact = await self._spoken_for(token, pressed, by)
            case "allow":
                await self._expect_mode(token)
                fact = clicked(event, token, by)
            case _:
                fact = clicked(event, token, by)
        return (token.thread, fact) if fact else None

    async def _expect_mode(self, token: Token) -> None:
        """What somebody asked for may be in the workspace no more. Raises NotOpen."""
        request = (await self.reader.session(token.thread)).mode_request
        if request and request.mode not in (self._modes() or (request.mode,)):
            raise NotOpen(f"There is no {request.mode} mode any more.")

    async def _spoken_for(self, token: Token, pressed: Pressed, by: Person) -> Fact | None:
        """What a button says in its person's name, for the model to hear: about an ask that is settled."""
        ask = (await self.reader.session(token.thread)).asks.get(token.about)
        if ask is None or ask.settled is None:
            return None
        if pressed == "ask-again":
            text = f"Nobody answered in time when you asked about {ask.call.tool}. Please ask again if it is needed."
        elif ask.settled.by and ask.settled.by.same(by):
            about = f" “{ask.ask.text}”" if isinstance(ask.ask, Question) else ""
            text = f"Please do not take what I wrote as the answer to your question{about}."
        else:
            return None
        return MessageReceived(by, ask.place, text, unseen=True, pressed=pressed)

    async def _said(self, event: MessageSent, by: Person) -> tuple[str, Fact] | None:
        """Where we take part, everything is heard; the fold decides what that opens."""
        place = event.place
        policy = self.policy(place)
        thread = await self.reader.thread(place)
        if policy.answers == "off" or not (
            event.addressed or policy.answers == "all" or await self.reader.begun(thread)
        ):
            return None
        if not self._guard.takes(place, by, event.id):
            log.warning("ignoring %s in %s for a while: bots post too much there", by.id, place.id)
            return None
        addressed = event.addressed or (policy.answers == "all" and not event.tags)
        perhaps = policy.answers == "thread" and not addressed and not event.tags and not by.bot
        return thread, MessageReceived(
            by,
            place,
            event.text,
            event.message,
            addressed=addressed,
            perhaps=perhaps,
            during=policy.during,
            late=event.late or event.id in self._missed,
            about=event.about,
            unseen=event.unseen,
            written=event.written,
        )

    async def _submitted(self, event: FormSubmitted, token: Token, by: Person) -> Fact | None:
        """The values are read by the schema of the tool that is asked about. Raises FormErrors, and NotOpen where there
        is nothing for them to fill in, whatever is wrong with the values.
        """
        session = await self.reader.session(token.thread)
        if token.asks_more:
            return opinions.explained(event, token, by, session)
        ask = session.asks.get(token.ask)
        if token.verb == "ask-back":
            about = _expect_open(session, ask, by, anybody=True)
            return MessageReceived(by, about.place, typed_words(event.values), unseen=True)
        tool = self._tools.get(ask.call.tool) if ask else None
        try:
            choice = read(token, event.values, tool, ask.call if ask else None)
        except FormErrors:
            _expect_open(session, ask, by)
            raise
        if ask and isinstance(ask.ask, Question) and isinstance(choice, Respond):
            choice = ask.ask.read(choice.text) or choice
        return AskAnswered(token.ask, by, event.place, choice, message=event.message, rows=token.rows)

    async def _ours(self, token: str) -> Token | None:
        """As `_token`, of a thread that there is: what is made up begins none. Raises JournalUnavailable."""
        parsed = self._token(token)
        return parsed if parsed and await self.reader.begun(parsed.thread) else None

    def _token(self, token: str) -> Token | None:
        """None for what is not a token, and for one of another team's: that may be guessed, or have been copied."""
        parsed = _parsed(token)
        return parsed if parsed and self.reader.threads.has(parsed.thread) else None


def _expect_open(session: Session, ask: OpenAsk | None, by: Person, anybody: bool = False) -> OpenAsk:
    """The ask, if it is theirs to settle, and still is to be; or `anybody`'s, to be asked about. Raises NotOpen."""
    if ask is None:
        raise NotOpen(plain(reception(Late())))
    if ask.settled:
        raise NotOpen(plain(reception(Late(ask.settled))))
    if not anybody and not session.may_settle(by, ask):
        raise NotOpen(plain(reception(NotYours(ask.ask.deciders, ask.requester))))
    return ask


def _expects_an_answer(event: ChatEvent) -> bool:
    """Has a person turned to us? What they tell each other is none of our business."""
    match event:
        case MessageSent():
            return event.addressed and not event.by.bot
        case MessageEdited() | MessageRemoved():
            return False
        case _:
            return not event.by.bot


def _changed(event: MessageEdited | MessageRemoved, by: Person) -> Fact:
    if isinstance(event, MessageEdited):
        return MessageCorrected(by, event.place, event.message, event.text, about=event.about, reworded=event.reworded)
    return MessageDeleted(by, event.place, event.message, everywhere=True)


def _parsed(token: str) -> Token | None:
    try:
        return Token.parse(token)
    except ValueError:
        return None


def _key(event: ChatEvent) -> str:
    """What a button says for a person is said once, however often and by whomever it is pressed."""
    token = _parsed(event.token) if isinstance(event, ButtonClicked) else None
    return f"said:{token}" if token and token.verb in _SPOKEN_FOR else event.id


def _lasting(event: ChatEvent) -> bool:
    """What was said may be corrected or deleted however late, and we say who we are once."""
    return isinstance(event, MessageSent | Invited)
