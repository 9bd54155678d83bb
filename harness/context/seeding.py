"""What a branch begins with: what its thread has said and done, up to a message or to the end, by closed steps."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from harness.context.results import ELSEWHERE, unkept
from harness.context.transcript import messages_of, redacted, unquoted
from harness.context.window import Window
from harness.sessions.entries import CarriedOver, Entry, Looked, Noted, Result, Said, Spoke, Summed, Talked, Told
from harness.sessions.facts import AskPosted, MessageDeleted, MessageReceived, PostSent, QuoteDeleted, Row
from harness.sessions.fold import apply
from harness.sessions.session import Session
from harness.tools.calls import Quoted

NOT_HERE = (
    f"The command {{id}} was begun in the background of {ELSEWHERE}: from here poll and kill do not reach it, and you "
    "are not told of its end."
)


class Seeding:
    """Follows the rows of a thread from its first. What they say counts until `found`, without a message to the end;
    what of it was deleted since, is gone all the same.
    """

    def __init__(self, message: str = "") -> None:
        self._message = message
        self.session, self._window = Session(), Window()
        self.found = False
        self.through = 0
        """The row of which the entries are."""
        self.entries: tuple[Entry, ...] = ()
        self.cut = False

    def follow(self, rows: Iterable[Row]) -> None:
        for row in rows:
            if self.found:
                self._forget(row)
                continue
            before, self.session = self.session, apply(self.session, row)
            self._window.follow(before, row, self.session)
            if self._window.whole and (self.session.turn is None or self.session.closed is not before.closed):
                self.entries, self.cut = tuple(self._window.entries), self._window.cut
                self.through = row.position
            if self._message and self._is_it(row):
                self.found = True

    def _forget(self, row: Row) -> None:
        match row.fact:
            case MessageDeleted(message=message):
                self.entries = tuple(redacted(entry, message) for entry in self.entries)
                if message and message == self.session.opening:
                    self.session = replace(self.session, title="", opening="")
            case QuoteDeleted(thread=thread, message=message):
                self.entries = tuple(unquoted(entry, Quoted(thread, message)) for entry in self.entries)
            case _:
                pass

    def _is_it(self, row: Row) -> bool:
        """What people said by that message is a part of it, also where nobody has answered it yet."""
        match row.fact:
            case MessageReceived(by=by, text=text, message=message, about=about) if message == self._message:
                if not any(message in messages_of(entry) for entry in self.entries):
                    self.entries += (Said(str(by), text, message=message, about=about),)
                return True
            case PostSent(message=message) | AskPosted(message=message):
                return message == self._message
            case _:
                return False

    def seed(self) -> tuple[Entry, ...]:
        open_there = (Noted(NOT_HERE.format(id=command.id)) for command in self.session.commands)
        return (*_elsewhere(self.entries), *open_there)


def _elsewhere(entries: Iterable[Entry]) -> Iterator[Entry]:
    """As they stand in another thread: nothing of it is to be heard there, and calls that are made there are others."""
    for entry in entries:
        match entry:
            case Said():
                yield _said_elsewhere(entry)
            case Talked(said=said):
                yield replace(entry, said=tuple(_said_elsewhere(one) for one in said))
            case Spoke(calls=calls):
                yield replace(entry, calls=tuple(replace(call, id=f"b{call.id}") for call in calls))
            case Result(call=call, text=text, words=words):
                yield replace(entry, call=f"b{call}", text=unkept(text), words=unkept(words), row=0)
            case Told(text=text):
                yield replace(entry, text=unkept(text), row=0)
            case Looked():
                yield replace(entry, turn=0)
            case Noted(text=text):
                yield replace(entry, text=unkept(text))
            case Summed():
                yield replace(entry, carried_over=CarriedOver(skills=entry.carried_over.skills))
            case _:
                yield entry


def _said_elsewhere(said: Said) -> Said:
    return replace(said, position=0, text=unkept(said.text))
