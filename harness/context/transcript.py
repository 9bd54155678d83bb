"""The transcript is a projection of rows, never part of the session.

The rows alone do not tell which reply, answer or result counted; the fold does. So it runs beside the fold, and reads
off what each row changed. Entries are added when a reply counts and when a step opens, and at no other time: between
them, what is said waits.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import assert_never

from harness.approvals.asks import Respond
from harness.approvals.reasons import RuleReason
from harness.chat.phrases import plain
from harness.chat.port import ChatLine
from harness.chat.untrusted import in_brackets, in_line, in_quotes, is_marked, marked
from harness.chat.wording import aged, capitalized, counted, moment
from harness.context import results
from harness.context.carried_over import without_words
from harness.sessions import asides
from harness.sessions import facts as f
from harness.sessions.addressing import to_us
from harness.sessions.call_status import (
    AnsweredWith,
    Asked,
    Awaited,
    ChangeMisfit,
    Clearance,
    Cleared,
    CutShort,
    Declined,
    Denied,
    Edited,
    Expired,
    Lost,
    PlanApproved,
    Prevented,
    Previewing,
    Proposed,
    Returned,
    Started,
    Unaskable,
    Withdrawn,
)
from harness.sessions.entries import (
    Background,
    Entry,
    LeftOut,
    Looked,
    Noted,
    Result,
    Said,
    Seen,
    Spoke,
    Summed,
    Talked,
    Told,
)
from harness.sessions.fold import apply
from harness.sessions.loops import TOLD_AFTER
from harness.sessions.messages import waiting_at, waits
from harness.sessions.preparations import PlaceHistory
from harness.sessions.reasons import EndReason, ModelFailure
from harness.sessions.replies import expects
from harness.sessions.session import OpenCommand, Session
from harness.sessions.turn import Call, OpenAsk, Turn
from harness.sessions.wakeup import Wakeup
from harness.tools.calls import NO_OP, REPORT, At, Media, Quoted
from harness.tools.origins import COMMAND
from harness.wording import reasons
from harness.wording.command_ends import over

DELETED = results.DELETED
INSTEAD = "(instead of an earlier message) "
UNQUOTED = "[What was found is not shown any more: some of it was deleted since. Look again, if it is still needed.]"
OVERHEARD_KEPT = 64_000
"""Characters of what people say to each other that wait for a request: the latest."""
BESIDES = 100
"""Characters that each of these messages counts for besides."""
LOOK = 50
"""Rows after which it is looked whether there is more."""


REPEATED = (
    f"You made the same call {TOLD_AFTER} times in a row, and its result was the same each time. It will not change by "
    "itself: try something else, or say what keeps you from going on."
)


LACKED = {
    "call": "Your last reply was a tool call, written as text: nothing ran. Call the tool itself, or answer in words.",
    "words": "Your last reply was empty. Say what came of your calls, or what keeps you from going on.",
}


class Transcript:
    """Entries of the rows that it has followed. `words` keeps what may become a result until the step closes."""

    def __init__(self, waiting: Iterable[Entry] = ()) -> None:
        self.waiting: list[Entry] = list(waiting)
        self.words: dict[int, str] = {}
        self._messages: dict[int, str] = {}
        """Those of which these words are, by what the platform calls them."""
        self._media: dict[int, tuple[Media, ...]] = {}
        self._quotes: dict[int, tuple[Quoted, ...]] = {}
        """What these words quote."""
        self._gone: set[Quoted] = set()
        """What was deleted while calls of the open step run, which may have found it before."""

    def follow(self, before: Session, row: f.Row, after: Session) -> Iterator[Entry]:
        """The entries that `row` adds, as it takes the session from `before` to `after`."""
        ended = before.turn is not None and after.last is not before.last and after.last is not None
        if ended and isinstance(row.fact, f.MessageReceived):  # which ends a turn, and then opens the next
            self._note_end(after)
        self._keep(before, row, after)
        if row.position % LOOK == 0:
            self.waiting = _with_room(self.waiting, {said.position for said in after.inbox.waiting})
        if isinstance(row.fact, f.ModelReplied) and expects(before, row.fact):
            self._forget_words()
            if row.fact.text or row.fact.calls:
                yield Spoke(row.fact.text, row.fact.calls)
        self._note_repeats(before, after)
        if after.turn and before.turn and after.turn.nudged != before.turn.nudged:
            self.waiting.append(Noted(LACKED[after.turn.nudged]))
        if after.closed is not before.closed and after.closed:
            for call in after.closed:
                yield self._result(call)
            if media := tuple(one for call in after.closed for one in self._looked_at(call)):
                yield Seen(media)
            self._forget_words()
            self._media.clear()
        if ended and not isinstance(row.fact, f.MessageReceived):
            self._note_end(after)
        request = _requested(after)
        if request is not None and request != _requested(before):
            if isinstance(row.fact, f.BackgroundRead):
                yield from _background(row.fact)
            if isinstance(row.fact, f.ChecklistRead) and after.turn:
                yield _heartbeat_prompt(row.fact, after.turn)
            queued = {q.position for q in after.inbox.queue}
            yield from (entry for entry in self.waiting if not _is_queued(entry, queued))
            self.waiting = [entry for entry in self.waiting if _is_queued(entry, queued)]

    def aside(self, session: Session, through: int) -> Iterator[Entry]:
        """What an aside shows after the model's words: a result for each call of the open step, and what was said. None
        of it is the model's.
        """
        for call in session.turn.calls if session.turn else ():
            ask = session.asks.get(call.ask)
            waits = ask is not None and isinstance(call.status, Asked)
            text = waiting_result(call, ask) if ask and waits else _so_far(call, self.words)
            yield Result(call.call.id, text)
        queued = {said.position for said in session.inbox.queue}
        for entry in self.waiting:
            later = isinstance(entry, Said) and (entry.position > through or entry.position in queued)
            if not later and not isinstance(entry, Spoke):
                yield entry

    def _result(self, call: Call) -> Result:
        text, status = _result(call, self.words), call.status
        match status:
            case Returned(row=row, clearance=clearance):
                words = _cleared(clearance, call) if clearance.note or clearance.edited else ""
                quotes = self._quotes.get(row, ())
                return Result(call.call.id, text.removeprefix(words), quotes=quotes, words=words)
            case AnsweredWith(row=row):
                message = self._messages.get(row, "")
                lead = _lead(status) if message else ""
                return Result(call.call.id, "", message=message, lead=lead, words=text, row=row)
            case Declined(row=row) | PlanApproved(row=row):
                return Result(call.call.id, "", words=text, row=row)
            case _:
                return Result(call.call.id, text)

    def _forget_words(self) -> None:
        self.words.clear()
        self._messages.clear()
        self._quotes.clear()
        self._gone.clear()

    def _looked_at(self, call: Call) -> tuple[Media, ...]:
        return self._media.get(call.status.row, ()) if isinstance(call.status, Returned) else ()

    def _correct(self, said: Said, points: bool) -> None:
        """However often a message is changed before the next request, that holds it once, as it then reads.
        `points`: True if `said.about` is known.
        """
        for index, entry in enumerate(self.waiting):
            if isinstance(entry, Said) and _is_message(entry, said.message):
                no_request_held_it = not entry.text.startswith(INSTEAD)
                text = said.text.removeprefix(INSTEAD) if no_request_held_it else said.text
                about = said.about if points else entry.about
                self.waiting[index] = replace(entry, text=text, position=said.position, about=about)
                return
        self.waiting.append(said)

    def _note_repeats(self, before: Session, after: Session) -> None:
        """The model doesn't see by itself that it goes in circles."""
        known = before.turn.repeated if before.turn else ()
        for one in after.turn.repeated if after.turn else ():
            if one.times == TOLD_AFTER and one not in known:
                self.waiting.append(Noted(REPEATED))

    def _note_end(self, after: Session) -> None:
        if after.last and after.last.why:
            self.waiting.append(Noted(f"This turn ended early: {_end(after.last.why)}."))

    def _keep(self, before: Session, row: f.Row, after: Session) -> None:
        """What was said waits for the next step; what may be a result waits for its call."""
        stepping = before.turn is not None and not before.turn.thinking
        match row.fact:
            case f.MessageReceived(by=by, text=text, message=message, about=about):
                if _to_be_heard(after, row.position):
                    overheard = not to_us(replace(before, now=row.at), row.fact)
                    text = results.abridged_message(text, row.position)
                    self.waiting.append(
                        Said(str(by), text, overheard=overheard, position=row.position, message=message, about=about)
                    )
                elif stepping:
                    self.words[row.position] = results.abridged_message(text, row.position)
                    self._messages[row.position] = message
            case f.MessageCorrected(by=by, text=text, message=message, about=about):
                if waits(before, message):
                    self.waiting = [reworded(entry, message, text, about) for entry in self.waiting]
                else:
                    text = f"{INSTEAD}{results.abridged_message(text, row.position)}"
                    said = Said(str(by), text, position=row.position, message=message, about=about or ())
                    self._correct(said, points=about is not None)
            case f.MessageDeleted(message=message):
                if _opening(after) == message:  # what opened the turn: it is seen that there was something
                    self.waiting = [redacted(entry, message) for entry in self.waiting]
                else:
                    kept = (entry for entry in self.waiting if not _is_message(entry, message))
                    self.waiting = [redacted(entry, message) for entry in kept]
                self.words |= {said: DELETED for said, of in self._messages.items() if message and of == message}
                self._unquote(Quoted("", message), before)
            case f.QuoteDeleted(thread=thread, message=message):
                self._unquote(Quoted(thread, message), before)
            case f.MessageDropped(position=position):
                gone = waiting_at(before, position) and not waiting_at(after, position)
                self.waiting = [each for each in self.waiting if not (gone and _is_queued(each, {position}))]
            case f.TimerFired(timer=id, missed=missed) if wakeup := before.timers.wakeup(id):
                if _to_be_heard(after, row.position):
                    words = f"The time that you asked to be woken at, for {wakeup.by}: {in_brackets(wakeup.note)}"
                    self.waiting.append(Noted(f"{words}{_lateness(wakeup, row.at, missed)}"))
            case f.CommandEnded() if (command := before.command(row.fact.id)) and row.fact.how != "killed":
                self.waiting.append(_ended_in_background(row.fact, command))
            case f.TimerEnded(by=by, timer=id) if by and (wakeup := before.wakeup(id)):
                self.waiting.append(Noted(f"{by} cancelled that you are woken: {in_brackets(wakeup.note)}"))
            case f.TimerTriggered(by=by, timer=id) if wakeup := before.timers.wakeup(id):
                words = f"{by} wants now what you asked to be woken for, for {wakeup.by}: {in_brackets(wakeup.note)}"
                self.waiting.append(Noted(words))
            case f.AsideReplied() if asides.expects(before, row.fact):
                queued = {said.position for said in after.inbox.queue}
                self.waiting = _talked(self.waiting, row.fact, queued)
                self.waiting += _misfits(row.fact)
            case f.FeedbackGiven(by=by, good=good, words=words) if words:
                what = "liked" if good else "did not like"
                self.waiting.append(Noted(f"{by} {what} an answer of yours: {in_brackets(words)}"))
            case f.ChangeUndone(ask=ask, by=by, path=path, outcome="undone") if _undoing(before, ask):
                self.waiting.append(Noted(f"{by} has undone your change of {path}: it is as it was before that."))
            case f.BudgetLifted(by=by):
                self.waiting.append(Noted(f"{by} has lifted that budget: it holds up nothing any more."))
            case f.BudgetReset() if after.turns > before.turns:
                self.waiting.append(Noted("That budget has reset: go on where you stopped."))
            case f.ContinueRequested(by=by) if after.turns > before.turns:
                self.waiting.append(Said(str(by), "Please go on where you stopped."))
            case f.ModelStopped(text=text, aside=aside) | f.ModelFailed(text=text, aside=aside) if text and aside:
                self.waiting.append(Noted(f"Your answer was cut short: {in_brackets(text)}"))
            case f.ModelStopped(text=text) | f.ModelFailed(text=text) if text and not after.thinks(row.fact.at):
                self.waiting.append(Spoke(text))
            case f.ToolReturned(result=result) if stepping:
                text = UNQUOTED if any(quotes(result.quotes, gone) for gone in self._gone) else result.text
                self.words[row.position] = marked(text, result.outside) if result.outside else text
                self._quotes[row.position] = result.quotes
                if result.media:
                    self._media[row.position] = result.media
            case f.AskAnswered(choice=Respond() as choice) if stepping:
                self.words[row.position] = choice.words

    def _unquote(self, gone: Quoted, before: Session) -> None:
        self.words |= {row: UNQUOTED for row, quoted in self._quotes.items() if quotes(quoted, gone)}
        if before.in_flight:
            self._gone.add(gone)


def _undoing(session: Session, ask: str) -> bool:
    return any(one.ask == ask for one in session.undoing)


def quotes(quoted: Iterable[Quoted], gone: Quoted) -> bool:
    """Is what was deleted among them? Of a `gone` without a message, all of its thread; without a thread, the message
    of whatever thread.
    """
    return any(
        (not gone.thread or one.thread == gone.thread) and (not gone.message or one.message == gone.message)
        for one in quoted
    )


def _talked(waiting: Iterable[Entry], fact: f.AsideReplied, queued: set[int]) -> list[Entry]:
    """What that aside was about stands in one note with its answer, where the first of it stood."""
    entries, said, where = list[Entry](), list[Said](), None
    for entry in waiting:
        if isinstance(entry, Said) and entry.position <= fact.through and entry.position not in queued:
            where = len(entries) if where is None else where
            said.append(entry)
        else:
            entries.append(entry)
    entries.insert(len(entries) if where is None else where, Talked(tuple(said), fact.text.strip()))
    return entries


def _misfits(fact: f.AsideReplied) -> Iterator[Noted]:
    """What the model wanted changed in vain, for it to know."""
    for change in fact.changes:
        if isinstance(change, ChangeMisfit):
            yield Noted(f"The call {change.call} was not changed in that talk: {in_line(change.why)}")


def _with_room(waiting: list[Entry], held: set[int]) -> list[Entry]:
    """What nobody said to us is background: the latest of it is kept, but for what is `held` until it is heard."""
    overheard = [one for one in waiting if isinstance(one, Said) and one.overheard and one.position not in held]
    kept, room = 0, OVERHEARD_KEPT
    for entry in reversed(overheard):
        room -= BESIDES + len(entry.text) + sum(len(line.text) for line in entry.about)
        if room < 0 and kept:
            break
        kept += 1
    gone = {entry.position for entry in overheard[: len(overheard) - kept]}
    return _without(waiting, gone) if gone else waiting


def _without(waiting: Iterable[Entry], gone: set[int]) -> list[Entry]:
    """With the number of those in place of the first."""
    entries, count, where = list[Entry](), 0, None
    for entry in waiting:
        left_out = entry.messages if isinstance(entry, LeftOut) else _is_queued(entry, gone)
        if not left_out:
            entries.append(entry)
        elif where is None:
            where = len(entries)
        count += left_out
    entries.insert(where or 0, LeftOut(count))
    return entries


def messages_of(entry: Entry) -> tuple[str, ...]:
    """Those whose words are in it, by what the platform calls them."""
    match entry:
        case Said(message=message, about=about):
            return tuple(name for name in (message, *(line.message for line in about)) if name)
        case Talked(said=said):
            return tuple(name for one in said for name in messages_of(one))
        case Background(lines=lines):
            return tuple(line.message for line in lines if line.message)
        case Result(message=message, quotes=quoted):
            return tuple(name for name in (message, *(one.message for one in quoted)) if name)
        case Told(message=message):
            return (message,) if message else ()
        case Summed(messages=messages):
            return messages
        case _:
            return ()


def redacted(entry: Entry, message: str) -> Entry:
    """The entry, without the words of that message."""
    return reworded(entry, message, DELETED)


def transcript(rows: Iterable[f.Row], session: Session | None = None) -> list[Entry]:
    """All entries of `rows`, which follow on `session` (on nothing, if it is None)."""
    session, follower, entries = session or Session(), Transcript(), list[Entry]()
    for row in rows:
        after = apply(session, row)
        entries += follower.follow(session, row, after)
        if turn := in_vain(session, after):
            entries = without_looking(entries, turn)
        if changed := rewording(session, row.fact):
            entries = [reworded(entry, *changed) for entry in entries]
        elif isinstance(row.fact, f.MessageCorrected):
            entries = [corrected(entry, row.fact.message) for entry in entries]
        if isinstance(row.fact, f.QuoteDeleted):
            entries = [unquoted(entry, Quoted(row.fact.thread, row.fact.message)) for entry in entries]
        session = after
    return entries


def _requested(session: Session) -> tuple[At, int] | None:
    """The request that the session has, or waits for the reply to."""
    turn = session.turn
    return None if turn is None or turn.preparations else (turn.at, turn.through)


def _opening(session: Session) -> str:
    """The message before which the place of its turn is being read; empty, if none is."""
    reads = session.turn.prepares(PlaceHistory) if session.turn else None
    return reads.before if reads else ""


def _to_be_heard(session: Session, position: int) -> bool:
    unheard = any(u.position == position for u in session.inbox.unheard)
    return unheard or any(queued.position == position for queued in session.inbox.queue)


About = tuple[ChatLine, ...] | None
"""The lines that a message points at from now on; None if they stay."""


def rewording(before: Session, fact: f.Fact) -> tuple[str, str, About] | None:
    """The message that reads otherwise from here on where it stands already, and how; None if none does. So does one
    that was deleted, and one that was corrected while the turn which it opened waits to be at work.
    """
    match fact:
        case f.MessageDeleted(message=message):
            return message, DELETED, None
        case f.MessageCorrected(message=message, text=text, about=about) if waits(before, message):
            return message, text, about
        case _:
            return None


def reworded(entry: Entry, message: str, text: str, about: About = None) -> Entry:
    """The entry, with that text in place of the words of that message, and what it points at now."""
    if isinstance(entry, Summed):
        if message not in entry.messages:
            return entry
        left = tuple(one for one in entry.messages if one != message or text != DELETED)
        return _void(entry, left)
    if isinstance(entry, Talked) and message in messages_of(entry):
        return replace(entry, said=tuple(_said_anew(one, message, text, about) for one in entry.said))
    if isinstance(entry, Background) and text == DELETED and message in messages_of(entry):
        return replace(entry, lines=_without_words(entry.lines, message))
    if isinstance(entry, Result) and message and entry.message == message:
        words = f"{entry.lead}{in_quotes(text)}"
        return replace(entry, words=words) if entry.words else replace(entry, text=words)
    if isinstance(entry, Told) and message and entry.message == message:
        return replace(entry, text=f"{entry.lead}{in_quotes(text)}")
    if isinstance(entry, Result) and text == DELETED and message and quotes(entry.quotes, Quoted("", message)):
        return unquoted(entry, Quoted("", message))
    return _said_anew(entry, message, text, about) if isinstance(entry, Said) else entry


def corrected(entry: Entry, message: str) -> Entry:
    """A summary is void once something that it stands for reads otherwise; elsewhere stands what was said, and later
    how it reads since.
    """
    return reworded(entry, message, "") if isinstance(entry, Summed) else entry


def _said_anew(said: Said, message: str, text: str, about: About = None) -> Said:
    """The message with that text; if it only points at that message, what it points at is gone."""
    if _is_message(said, message):
        said = _worded(said if about is None else replace(said, about=about), text)
    pointed = text == DELETED and message and any(line.message == message for line in said.about)
    return replace(said, about=_without_words(said.about, message)) if pointed else said


def _without_words(lines: Iterable[ChatLine], message: str) -> tuple[ChatLine, ...]:
    return tuple(replace(line, text=DELETED) if line.message == message else line for line in lines)


def unquoted(entry: Entry, gone: Quoted) -> Entry:
    """The entry, without what was deleted in another thread, and found by a search."""
    if isinstance(entry, Result) and quotes(entry.quotes, gone):
        return replace(entry, text=UNQUOTED, quotes=())
    if isinstance(entry, Summed) and not entry.void and (not gone.message or gone.message in entry.messages):
        return _void(entry, tuple(one for one in entry.messages if one != gone.message))
    return entry


def _lateness(wakeup: Wakeup, now: float, missed: int) -> str:
    due = wakeup.overdue(now)
    if due is None:
        return ""
    more = f" {counted(missed, 'more time')} of it passed meanwhile." if missed else ""
    return f" It was due on {moment(due)} and comes {aged(now - due)} late.{more}"


def _void(summed: Summed, messages: tuple[str, ...]) -> Summed:
    return replace(summed, text="", messages=messages, carried_over=without_words(summed.carried_over), void=True)


def _worded(said: Said, text: str) -> Said:
    return replace(said, text=results.abridged_message(text, said.position))


def from_outside(entry: Entry) -> bool:
    """Does it show text that nobody has written to us?"""
    match entry:
        case Background() | Summed(outside=True):
            return True
        case Said(about=about):
            return not all(line.ours for line in about)
        case Talked(said=said):
            return any(map(from_outside, said))
        case Result(text=text) | Looked(text=text):
            return is_marked(text)
        case _:
            return False


def _is_queued(entry: Entry, queued: set[int]) -> bool:
    return isinstance(entry, Said) and entry.position in queued


def _is_message(entry: Entry, message: str) -> bool:
    return isinstance(entry, Said) and bool(message) and entry.message == message


def _background(fact: f.BackgroundRead) -> Iterator[Entry]:
    if fact.lines:
        yield Background(fact.lines)
    elif fact.why:
        yield Noted(f"What was said here before could not be read: {fact.why}")


def in_vain(before: Session, after: Session) -> int:
    """The turn of the heartbeat that has just ended without a word; 0, if none has."""
    turn = before.turn
    if turn is None or not turn.policy.forgets or (after.turn and after.turn.at.turn == turn.at.turn):
        return 0
    told = any(heartbeat.post == turn.at.turn for heartbeat in after.timers.heartbeats)
    return 0 if told else turn.at.turn


def without_looking(entries: Sequence[Entry], turn: int) -> list[Entry]:
    """Without what that heartbeat, the last there was, has looked at for nothing: or all that people say would have to
    give way to it. What it did besides is remembered.
    """
    begins = next((i for i, entry in enumerate(entries) if isinstance(entry, Looked) and entry.turn == turn), None)
    if begins is None:
        return list(entries)
    calls = [call.tool for entry in entries[begins:] if isinstance(entry, Spoke) for call in entry.calls]
    if not {REPORT, NO_OP}.issuperset(calls):
        return list(entries)
    kept = (entry for entry in entries[begins:] if not isinstance(entry, Looked | Spoke | Result | Seen))
    return [*entries[:begins], *kept]


def _heartbeat_prompt(fact: f.ChecklistRead, turn: Turn) -> Looked:
    """What the model is asked in a heartbeat. What people wrote on the list is theirs; what a check found is not."""
    parts = [
        f"A heartbeat, on behalf of {turn.requester}. Look at what is on this list, and say by the tool {REPORT} what "
        "came of it: notify people only of what they need to know now, which is seldom. Nothing else that you write "
        "here is seen by anybody.",
        fact.checklist.strip(),
    ]
    if fact.found:
        parts.append(f"The check found this:\n{marked(fact.found, COMMAND)}")
    if fact.why:
        parts.append(f"Not all of it could be read: {fact.why}")
    return Looked(turn.at.turn, "\n\n".join(parts))


def _result(call: Call, words: dict[int, str]) -> str:
    """What the model reads as the result of `call`, whatever became of it."""
    match call.status:
        case Returned(row=row, clearance=clearance):
            return f"{_cleared(clearance, call)}{words.get(row, '')}"
        case Denied(why=RuleReason(code="malformed")) if call.call.broken_off:
            return (
                "Not run: your reply was cut off in the middle of this call, as it is when it reaches its limit. "
                "Write less at once, for example in several calls."
            )
        case Denied(why=why):
            return f"Not run: {reasons.ruled(why)}."
        case Prevented(why=why):
            return f"Not run, and nobody was asked: {why}."
        case Declined(by=by, reason=reason, plan=True):
            return f"{by} turned the plan down: {in_quotes(reason) or 'wait for what they want instead'}."
        case Declined(by=by, reason=reason):
            return f"Not run: {by} denied it{f': {in_quotes(reason)}' if reason else ', without a reason'}."
        case Withdrawn(reason=reason):
            return f"Not run: you have taken it back{f': {in_quotes(reason)}' if reason else ''}."
        case AnsweredWith(row=row):
            return f"{_lead(call.status)}{in_quotes(words.get(row, ''))}"
        case PlanApproved(by=by, note=note):
            return f"{by} approved the plan. Go on.{f' They add: {in_quotes(note)}' if note else ''}"
        case Expired(default=""):
            return "Not run: nobody answered in time. That is neither a yes nor a no."
        case Expired(default=default):
            return f"Nobody answered in time, so your default holds: {default}"
        case Unaskable(why=reason):
            return f"Not run: nobody could be asked ({reason})."
        case CutShort(why=ended, running=running):
            when = "while it was running; it may have taken effect" if running else "before it ran"
            return f"{capitalized(f'{_end(ended)} {when}')}."
        case Lost():
            return (
                "Interrupted while it was running: its outcome is unknown. Find out what it did before you repeat it."
            )
        case Proposed() | Previewing() | Asked() | Edited() | Cleared() | Started() | Awaited():
            raise AssertionError("a step closes with the last of its results")
        case _:
            assert_never(call.status)


def _end(why: EndReason) -> str:
    """Why a turn ended, as far as a model should know: of a failed request, people read which key to set, and where."""
    return "the request to the model failed" if isinstance(why, ModelFailure) else plain(reasons.ended(why))


def _lead(status: AnsweredWith) -> str:
    """What stands before the words with which somebody answered."""
    return f"{status.by} answered: " if status.question else f"Not run. {status.by} answers instead: "


def _cleared(clearance: Clearance, call: Call) -> str:
    """What the model should know of how the call came to run."""
    by, ran = clearance.by, in_quotes(call.call.arguments)
    changed = by if clearance.edited else "You" if call.replaced else None
    how = f"[{changed} changed the arguments; it ran with {ran}]\n" if changed else ""
    return how + (f"[{by} approved and adds: {in_brackets(clearance.note)}]\n" if clearance.note else "")


def _so_far(call: Call, words: dict[int, str]) -> str:
    return _result(call, words) if call.over else "[Decided; it has no result yet.]"


def _ended_in_background(fact: f.CommandEnded, command: OpenCommand) -> Noted:
    """What it has said the model may read, if it is kept: it is not told that here."""
    how, what = over(fact.how, fact.exit_code), in_line(command.command)
    where = "Nothing of what it said is kept"
    if fact.kept:
        path = f"{results.FOLDER}/{results.name_of(fact.id)}"
        where = results.read_in(path, "What is kept of it is" if fact.how == "lost" else "What it has said is")
    return Noted(f"The command {fact.id}, which ran in the background ({what}), has ended: {how}. {where}.")


def waiting_result(call: Call, ask: OpenAsk) -> str:
    """What the model reads as the result of a call that waits for people."""
    who = plain(ask.ask.deciders.described(ask.requester))
    return f"[Waiting for a decision by {who}; it has not run. Its id: {call.call.id}]"
