"""A journal as people read it: who said what, what was asked, who decided, and what came of it. Pure.

What counted is known to the fold alone, so it goes along. What was corrected reads as it was last, and of what was
deleted nothing is left but that there was something.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from harness.approvals.asks import PlanReview, Question, Respond
from harness.chat.phrases import plain
from harness.chat.port import ChatLine
from harness.chat.secrets import masked
from harness.chat.wording import capitalized
from harness.context.transcript import DELETED, UNQUOTED, quotes
from harness.sessions import asides
from harness.sessions import facts as f
from harness.sessions.call_status import AnsweredWith, CutShort, Denied, Lost, Prevented, Returned
from harness.sessions.effects import Post
from harness.sessions.fold import apply
from harness.sessions.replies import expects
from harness.sessions.session import Session
from harness.sessions.turn import Call, OpenAsk
from harness.tools.calls import NO_OP, REPORT, Quoted, ToolResult
from harness.wording import reasons
from harness.wording.outcomes import outcome

OURS = "Deskmate"
NOTHING = ToolResult("")


@dataclass(frozen=True, slots=True)
class Said:
    """Somebody's words; `about` is what they point at, and `edited` says that they were changed since."""

    at: float
    by: str
    text: str
    message: str = ""
    about: tuple[ChatLine, ...] = ()
    edited: bool = False
    ours: bool = False


@dataclass(frozen=True, slots=True)
class SaidBefore:
    """What the place held before we were asked there."""

    at: float
    lines: tuple[ChatLine, ...]


@dataclass(frozen=True, slots=True)
class Happened:
    """In a sentence."""

    at: float
    text: str


@dataclass(frozen=True, slots=True)
class Called:
    """`what` it was, how that was `decided`, if people were asked, and what came of it, with the tool's `result` and
    the messages in it.
    """

    at: float
    tool: str
    what: str
    decided: str
    came: str
    result: str = ""
    quotes: tuple[Quoted, ...] = ()


Piece = Said | SaidBefore | Happened | Called


def conversation(rows: Iterable[f.Row]) -> tuple[list[Piece], Session]:
    """All of it, in the order in which it happened, and how it stands."""
    session, reading = Session(), Reading()
    for row in rows:
        before, session = session, apply(session, row)
        reading.follow(before, row, session)
    return [*reading.pieces, *reading.called(session.turn.calls if session.turn else (), session)], session


def last_exchange(rows: Iterable[f.Row]) -> list[ChatLine]:
    """What people said last, and what we did, in that order if we did so later."""
    pieces, _ = conversation(rows)
    said = [piece for piece in pieces if isinstance(piece, Said) and piece.text not in ("", DELETED)]
    last = {piece.ours: piece for piece in said}
    return [ChatLine(piece.by, piece.text, piece.ours) for piece in said if piece is last[piece.ours]]


class Reading:
    """Follows a journal row by row. The calls of a step are told once all of them have ended."""

    def __init__(self) -> None:
        self.pieces: list[Piece] = []
        self._results: dict[int, ToolResult] = {}
        """By row."""

    def follow(self, before: Session, row: f.Row, after: Session) -> None:
        self._words(before, row, after)
        if after.closed is not before.closed:
            self.pieces += self.called(after.closed, after)
            self._results.clear()
        self.pieces += [Happened(row.at, text) for text in _happened(before, row.fact, after)]
        self.pieces += [Said(row.at, OURS, post.text, ours=True) for post in _reported(before, after)]

    def _words(self, before: Session, row: f.Row, after: Session) -> None:
        match row.fact:
            case f.MessageReceived(by=by, text=text, message=message, about=about):
                self.pieces.append(Said(row.at, str(by), text, message, about))
            case f.MessageCorrected(by=by, text=text, message=message, about=about):
                if not self._reword(message, text, about):
                    self.pieces.append(Said(row.at, str(by), text, message, about or (), edited=True))
            case f.MessageDeleted(message=message):
                self._reword(message, DELETED)
                self._unquote(Quoted("", message))
            case f.QuoteDeleted(thread=thread, message=message):
                self._unquote(Quoted(thread, message))
            case f.BackgroundRead(lines=lines) if lines:
                self.pieces.append(SaidBefore(row.at, lines))
            case f.ModelReplied(text=text) if text.strip() and expects(before, row.fact) and _seen(before):
                self.pieces.append(Said(row.at, OURS, text, ours=True))
            case f.AsideReplied(text=text) if text.strip() and asides.expects(before, row.fact):
                self.pieces.append(Said(row.at, OURS, text, ours=True))
            case f.ModelStopped(text=text) | f.ModelFailed(text=text) if text.strip():
                self.pieces.append(Said(row.at, OURS, text, ours=True))
            case f.ToolReturned(result=result):
                self._results[row.position] = result
            case f.AskAnswered(choice=Respond() as choice):
                self._results[row.position] = ToolResult(choice.words)
            case _:
                pass

    def _reword(self, message: str, text: str, points: tuple[ChatLine, ...] | None = None) -> bool:
        """True if that message was known. `points`: the lines that it points at now; None if they stay."""
        known = False
        for index, piece in enumerate(self.pieces):
            if isinstance(piece, Said) and message and piece.message == message:
                about = () if text == DELETED else piece.about if points is None else points
                self.pieces[index] = replace(piece, text=text, about=about, edited=text != DELETED)
                known = True
        return known

    def _unquote(self, gone: Quoted) -> None:
        if gone == Quoted("", ""):
            return
        for index, piece in enumerate(self.pieces):
            if isinstance(piece, Called) and quotes(piece.quotes, gone):
                self.pieces[index] = replace(piece, result=UNQUOTED)
        for row, result in self._results.items():
            if quotes(result.quotes, gone):
                self._results[row] = replace(result, text=UNQUOTED)

    def called(self, calls: Iterable[Call], session: Session) -> list[Called]:
        """As they ended, or stand, without those by which a model says what it says."""
        return [self._called(call, session) for call in calls if call.call.tool not in (NO_OP, REPORT)]

    def _called(self, call: Call, session: Session) -> Called:
        ask = session.asks.get(call.ask)
        at = session.now if call.over or ask is None else ask.since
        came, result = self._came(call)
        return Called(at, call.call.tool, _what(call, ask), _decided(ask), came, result.text, result.quotes)

    def _came(self, call: Call) -> tuple[str, ToolResult]:
        """What came of it, and what the tool or a person said as its result."""
        match call.status:
            case Returned(row=row):
                result = self._results.get(row, NOTHING)
                return "done" if result.ok else "failed", result
            case AnsweredWith(row=row):  # what was typed stands where it was said
                return "", self._results.get(row, NOTHING)
            case Denied(why=why):
                return f"did not run: {reasons.ruled(why)}", NOTHING
            case Prevented(why=why):
                return f"did not run: {why}", NOTHING
            case CutShort(running=running):
                return "was cut short while it ran" if running else "did not run", NOTHING
            case Lost():
                return "was interrupted: what it did is not known", NOTHING
            case _:
                return "", NOTHING


def _seen(session: Session) -> bool:
    return session.turn is not None and session.turn.policy.visible


def _what(call: Call, ask: OpenAsk | None) -> str:
    match ask.ask if ask else None:
        case Question(text=text, options=options):
            return "\n".join([text, *(f"- {option.label}" for option in options)])
        case PlanReview(title=title, plan=plan):
            return f"{title}\n{plan}"
        case _:
            return masked((ask.summary if ask else "") or call.call.arguments)


def _decided(ask: OpenAsk | None) -> str:
    if ask is None:
        return ""
    return plain(outcome(ask.settled)) if ask.settled else "waits for a decision"


def _happened(before: Session, fact: f.Fact, after: Session) -> Iterator[str]:
    if after.last is not before.last and after.last and after.last.why:
        yield f"{capitalized(plain(reasons.ended(after.last.why)))}."
    if after.mode != before.mode:
        by = after.switched.by if after.switched and after.switched != before.switched else None
        yield f"{by} switched to {after.mode} mode." if by else f"The mode is {after.mode or 'the usual one'} now."
    match fact:
        case f.ModelChosen(by=by, model=model) if after.models != before.models:
            yield f"{by} chose the model {model}." if model else f"{by} chose the usual model."
        case f.Renamed(by=by, title=title):
            yield f"{by} called this “{title}”."
        case f.GrantRevoked(by=by) if after.asks.grants != before.asks.grants:
            yield f"{by} took back what was always allowed."
        case f.ChangeUndone(by=by, path=path, outcome="undone"):
            yield f"{by} undid the change of {path}."
        case f.TimerFired(timer=id) if wakeup := before.timers.wakeup(id):
            yield f"Woken, as scheduled: {masked(wakeup.note)}"
        case f.TimerTriggered(by=by, timer=id) if wakeup := before.timers.wakeup(id):
            yield f"{by} wanted this to come now: {masked(wakeup.note)}"
        case f.TimerEnded(by=by, timer=id) if by and (wakeup := before.wakeup(id)):
            yield f"{by} cancelled this: {masked(wakeup.note)}"
        case f.PostFailed(id=id, why=why) if isinstance(before.postings.find(id), Post):
            yield f"Something could not be posted: {why}"
        case f.FeedbackGiven(by=by, good=good, words=words):
            yield f"{by} found an answer {'good' if good else 'not good'}{f': {words}' if words else '.'}"
        case _:
            pass


def _reported(before: Session, after: Session) -> Sequence[Post]:
    """What a heartbeat has people told."""
    if before.turn is None or before.turn.policy.visible or after.turn is before.turn:
        return ()
    known = {item.id for item in before.postings.outbox}
    new = [item for item in after.postings.outbox if isinstance(item, Post) and item.id not in known]
    return [post for post in new if post.text]
