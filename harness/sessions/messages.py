"""People speak: a word that stops or decides, an answer to the one open question that it fits, or words to be heard.
The fold decides which.
"""

from collections.abc import Callable

from harness.approvals.asks import Question, Respond
from harness.chat.people import Person, Place
from harness.chat.wording import shortened
from harness.sessions.addressing import spoke, to_us
from harness.sessions.answers import worded
from harness.sessions.asides import answers_at_once
from harness.sessions.branches import deleted as passed_on
from harness.sessions.chat_words import agrees, asks, decides, stops
from harness.sessions.compaction import forgetting, renewed
from harness.sessions.deciding import decidable, decided_in_words, hinted, just_settled
from harness.sessions.deletion import kept
from harness.sessions.effects import Post, React, TakeBackAnswer
from harness.sessions.facts import (
    ContinueRequested,
    MessageCorrected,
    MessageDeleted,
    MessageReceived,
    StopRequested,
)
from harness.sessions.in_background import stopped
from harness.sessions.inbox import Guidance, Queued
from harness.sessions.noted import deleted
from harness.sessions.notices import Answered, AnswersTold, AskedUnseen, Brief, Late
from harness.sessions.preparations import PlaceHistory
from harness.sessions.reasons import InterruptedBy, RequestDeleted, StoppedBy
from harness.sessions.session import OpenCommand, Session, TurnEnd
from harness.sessions.steps import end_turn, go_on, guided, listen, open_turn, pre_empt, take_next
from harness.sessions.turn import OpenAsk, Turn
from harness.tools.origins import MESSAGE
from harness.tools.values import replace

TITLE = 60
"""Characters."""
JOINER = "\u200d"
"""It makes one emoji of several."""


def called(text: str) -> str:
    """A name for a conversation that begins with these words. What is not seen is left out: a name is also kept where
    half a character or a NUL is not.
    """
    words = " ".join("".join(each if each.isprintable() or each == JOINER else " " for each in text).split())
    return shortened(words, TITLE)


def says_nothing(fact: MessageReceived) -> bool:
    """Is there nothing in it to be read, nor anything that it points at?"""
    return not fact.about and not any(each.isprintable() and not each.isspace() for each in fact.text)


def on_message_received(session: Session, fact: MessageReceived) -> Session:
    """It stops the turn, or decides, or answers the one open question that it fits, or is words to be heard."""
    by, place, ours = fact.by, fact.place, to_us(session, fact)
    session = _spoken(session, by, place)
    if not all(line.ours for line in fact.about):
        session = session.tainted(MESSAGE)
    if says_nothing(fact) and not fact.late and not session.inbox.unheard:
        return session.tell(place, by, Brief("nothing-said")) if fact.addressed else session
    if fact.unseen:  # or nobody would know what we answer
        session = session.post(Post(f"said-{session.head}", place, notice=AskedUnseen(by, fact.text, fact.pressed)))
    if stops(fact.text) and (session.turn or session.commands or fact.addressed):
        return _stop(session, by, place)
    waits = bool(decidable(session)) or session.may_allow(by)
    decision = decides(fact.text)
    if waits and decision:
        return decided_in_words(session, fact, decision)
    fitting = [] if fact.unseen else _questions_for(session, by, fact.text)
    if len(fitting) == 1:
        session = session.tell(place, by, Brief("answer-taken"), TakeBackAnswer(fitting[0].id))
        return worded(session, fitting[0], by)
    if fitting:
        session = session.tell(place, by, Brief("several-questions"))
    elif decision and (late := just_settled(session)):
        return session.tell(place, by, AnswersTold((Answered(Late(late, session.now - late.at)),)))
    if ours and waits and agrees(fact.text):  # it is heard with what comes next
        session = listen(hinted(session, fact), by, kept=not fact.message)
        return guided(session, Guidance(session.head, by, place, fact.message, marked=False))
    return _to_be_heard(session, fact, ours)


def _spoken(session: Session, by: Person, place: Place) -> Session:
    """Whatever it is that `by` says: where somebody speaks, it may be that we can, too."""
    session = kept(spoke(session, by))
    session = replace(session, postings=session.postings.retrying("", place, session.now))
    if by.bot:
        return session
    if session.first is None:
        session = replace(session, first=by)
    elif not session.several and not by.same(session.first):
        session = replace(session, several=True)
    timers = replace(session.timers, self_wakeups=0) if session.timers.self_wakeups else session.timers
    return replace(session, inbox=replace(session.inbox, last_human_at=session.now), timers=timers)


def _to_be_heard(session: Session, fact: MessageReceived, ours: bool) -> Session:
    """What is `ours` opens a turn. During one that waits for people alone it is answered in an aside. Otherwise its
    place says what it does: it waits for the end, or ends it, or is heard at the next step, as is what others may have
    said for us.
    """
    by = fact.by
    if ours and not session.title:
        session = replace(session, title=called(fact.text), opening=fact.message)
    aside = ours and answers_at_once(session)
    if ours and not aside:
        session = pre_empt(session, by)
    talks = session.turn is not None and session.turn.asking  # also where it is not answered: it waits for the decision
    if session.turn and ours and not talks and fact.during in ("followup", "collect"):
        return _queued(session, fact)
    if session.turn and ours and not talks and fact.during == "interrupt":
        session = end_turn(session, InterruptedBy(by), "stopped", by, resumes=False)
    steers = session.turn is not None and (session.turn.policy.hears or aside)
    guidance = steers and bool(fact.message) and (ours or fact.perhaps)
    session = listen(session, by, kept=not guidance, ours=ours)
    if guidance:
        session = guided(session, Guidance(session.head, by, fact.place, fact.message, marked=not aside))
        return session if aside else _received(session, fact.place, fact.message)
    return _opened(session, fact) if ours else session


def _queued(session: Session, fact: MessageReceived) -> Session:
    together = fact.during == "collect"
    queued = Queued(position=session.head, by=fact.by, place=fact.place, message=fact.message, together=together)
    inbox = replace(session.inbox, queue=(*session.inbox.queue, queued))
    return _received(replace(session, inbox=inbox), fact.place, fact.message)


def _opened(session: Session, fact: MessageReceived) -> Session:
    """Its turn. The first of a thread that was there before us reads what was said in it."""
    anew = session.turns == 0 and session.place is None  # what a place was bound to begins there without its past
    reads = (PlaceHistory(fact.message),) if fact.late and anew and fact.message else ()
    return open_turn(session, fact.by, fact.place, preparations=reads, opening=fact.message)


def _received(session: Session, place: Place, message: str) -> Session:
    """Its author sees that it waits."""
    return session.post(React(f"waiting-{session.head}", place, message, "waiting")) if message else session


def on_message_corrected(session: Session, fact: MessageCorrected) -> Session:
    """A correction is heard, and opens nothing. Of what no request holds yet, the new words stand in place of the
    old; of what is being answered in an aside, they are answered in the next.
    """
    if not all(line.ours for line in fact.about or ()):
        session = session.tainted(MESSAGE)
    if fact.message and fact.message == session.opening and fact.reworded:
        session = replace(session, title=called(fact.text))
    if waits(session, fact.message):
        return session
    return listen(session, fact.by, ours=_being_answered(session, fact.message))


def _being_answered(session: Session, message: str) -> bool:
    """Is it what an aside is about that has not ended?"""
    aside = session.turn.aside if session.turn else None
    heard = (said.message for said in session.inbox.guidance if aside and said.position <= aside.through)
    return bool(message) and message in heard


def on_message_deleted(session: Session, fact: MessageDeleted) -> Session:
    """What nobody has heard yet need not be heard any more; what has opened a turn that no model has read ends it."""
    if fact.message and fact.message == session.opening:
        session = replace(session, title="", opening="", titling="")
    gone = {g.position for g in session.inbox.guidance if g.message == fact.message}
    session = unsaid(session, gone | {q.position for q in session.inbox.queue if q.message == fact.message})
    session = passed_on(deleted(renewed(forgetting(session)), fact), fact)
    turn = session.turn
    if turn and fact.message and turn.opening == fact.message:
        for ask in session.asks.open:
            session = session.asking(replace(ask, deleted=True))
    return _called_off(session, turn) if turn and _opens(turn, fact.message) else session


def _opens(turn: Turn, message: str) -> bool:
    """Has that message opened the turn, and has no model read it?"""
    return turn.unread and bool(message) and turn.opening == message


def _called_off(session: Session, turn: Turn) -> Session:
    """Ends that turn, which nobody wants any more. If more was said to us since it was opened, it is that which opens
    it now.
    """
    if more := [unheard.ours for unheard in session.inbox.unheard if unheard.ours > turn.opened]:
        first = waiting_at(session, min(more))
        opening = first.message if first else ""
        return replace(session, turn=replace(turn, opening=opening, opened=min(more)))
    session = replace(session, inbox=session.inbox.forgetting(turn.opened))
    if session.inbox.queue:
        # As if it had been answered: there is nothing that the next would go on with
        last = TurnEnd(turn.at.turn, turn.requester, row=session.head)
        return take_next(replace(session, turn=None, last=last))
    return end_turn(session, RequestDeleted(), "stopped", resumes=False, told=False)


def unsaid(session: Session, gone: set[int]) -> Session:
    """What was said at those rows need not be heard any more, as far as it has not been."""
    return replace(session, inbox=session.inbox.without(gone))


def waiting_at(session: Session, position: int) -> Guidance | Queued | None:
    """What was said at that row, if it waits for a request to hold it."""
    return next((said for said in session.inbox.waiting if said.position == position), None)


def waits(session: Session, message: str) -> bool:
    """Is that message one that no request holds yet?"""
    if session.turn and _opens(session.turn, message):
        return True
    return bool(message) and any(said.message == message for said in session.inbox.waiting)


def answer_in(ask: OpenAsk, text: str) -> Respond | None:
    """The typed text as an answer to that ask, if it is a question that it fits. What asks something itself is none,
    unless it is one of the answers that are offered.
    """
    answer = ask.ask.read(text) if isinstance(ask.ask, Question) else None
    return None if answer and answer.text and asks(text) else answer


def _questions_for(session: Session, by: Person, text: str) -> list[OpenAsk]:
    return [a for a in session.asks.open if session.may_settle(by, a) and answer_in(a, text)]


def on_stop_requested(session: Session, fact: StopRequested) -> Session:
    """A Stop names its turn, so that a late one does not end the next: of what that has begun it ends the rest."""
    if fact.command:
        return _stop_commands(session, fact, lambda one: one.id == fact.command)
    turn = session.turn.at.turn if session.turn else None
    if fact.turn in (None, turn) and (turn is not None or session.commands):
        return _stop(session, fact.by, fact.place)
    return _stop_commands(session, fact, lambda one: one.turn == fact.turn)


def _stop_commands(session: Session, fact: StopRequested, which: Callable[[OpenCommand], bool]) -> Session:
    told = Brief("stopped") if any(map(which, session.commands)) else Brief("already-ended")
    return stopped(session, which).tell(fact.place, fact.by, told)


def _stop(session: Session, by: Person, place: Place) -> Session:
    """The turn that people see, with what it has begun; while there is none, all that runs in the background."""
    turn = session.turn
    if turn is None and not session.commands:
        return session.tell(place, by, Brief("nothing-to-stop"))
    if turn is None or turn.policy.preemptible:
        return stopped(pre_empt(session, by)).tell(place, by, Brief("stopped"))
    return stopped(end_turn(session, StoppedBy(by), "stopped", by), lambda one: one.turn == turn.at.turn)


def on_continue_requested(session: Session, fact: ContinueRequested) -> Session:
    return go_on(session, fact.by, fact.place, fact.turn)
