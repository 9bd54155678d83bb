"""A session told fact by fact, with the verdicts an activation would add: given facts, expect effects."""

from typing import Self, TypeVar

from harness.approvals.asks import Choice
from harness.chat.people import Person, Place
from harness.chat.phrases import plain
from harness.loop.rules import Rules
from harness.loop.rulings import verdicts
from harness.sessions import facts as f
from harness.sessions.call_status import Previewing
from harness.sessions.effects import Effect, Post, PostAsk
from harness.sessions.fold import apply
from harness.sessions.session import Session
from harness.sessions.wants import wants
from harness.tools.calls import ToolCall, ToolResult
from harness.tools.previews import FileChange, Foreseen
from harness.wording.notices import said
from harness.wording.outcomes import outcome
from tests.laws.colleague import CHANNEL, USUAL

E = TypeVar("E", bound=Effect)


class Script:
    def __init__(self, rules: Rules = USUAL) -> None:
        self.session, self.now, self.rules = Session(), 0.0, rules
        self.rows: list[f.Row] = []

    def tell(self, *facts: f.Fact) -> Self:
        for fact in facts:
            self.append(fact)
            for verdict in list(verdicts(self.session, self.rules, self.now)):
                self.append(verdict)
        return self

    def append(self, fact: f.Fact) -> None:
        """That alone, before the rules have spoken on it."""
        row = f.Row(self.session.head + 1, self.now, fact)
        self.rows.append(row)
        self.session = apply(self.session, row)

    def says(self, by: Person, text: str = "do it", place: Place = CHANNEL, addressed: bool = True) -> Self:
        return self.tell(f.MessageReceived(by, place, text, f"m{self.session.head + 1}", addressed=addressed))

    def muses(self, by: Person, text: str) -> Self:
        """Says it in the thread, without a mention."""
        return self.tell(
            f.MessageReceived(by, CHANNEL, text, f"m{self.session.head + 1}", addressed=False, perhaps=True)
        )

    def adds(self, by: Person, text: str, during: f.During) -> Self:
        """Says it where a message does that during a turn."""
        return self.tell(f.MessageReceived(by, CHANNEL, text, f"m{self.session.head + 1}", during=during))

    def replies(self, *calls: tuple[str, str], text: str = "") -> Self:
        """The model replies to the request of the moment; a call is a tool and its `what` (or whole JSON arguments)."""
        turn = self.session.turn
        assert turn
        made = tuple(
            ToolCall(f"{turn.at}.{i}", tool, what if what.startswith(("{", "not")) else f'{{"what": "{what}"}}')
            for i, (tool, what) in enumerate(calls)
        )
        return self.tell(f.ModelReplied(turn.at, turn.through, text, calls=made))

    def shows(self) -> Self:
        """The cards that are to be posted arrive."""
        for item in self.session.postings.outbox:
            if isinstance(item, PostAsk):
                shown = self.session.asks.answerable(item.ask)
                self.tell(f.AskPosted(item.ask, item.place, f"card {item.id}", shown))
        return self

    def answers(self, by: Person, choice: Choice, ask: str = "1.1.0#1", card: str = "card") -> Self:
        return self.tell(f.AskAnswered(ask, by, CHANNEL, choice, message=card))

    def sees(self, version: str, id: str = "1.1.0") -> Self:
        """What the call would do, on a world of that version; with none, it cannot be done."""
        call = self.session.call(id)
        assert call
        assert isinstance(call.status, Previewing)
        tool = call.status.ruling.tool
        seen = Foreseen(FileChange(version, 1, 1, diff="- a\n+ b"), f"Amend it from {version}") if version else None
        why = "" if version else "no file"
        return self.tell(f.CallPreviewed(id, call.next_ask, call.call.digest, tool=tool, seen=seen, why=why))

    def starts(self, id: str = "1.1.0") -> Self:
        return self.tell(f.ToolStarted(id, self.call(id).digest))

    def runs(self, id: str = "1.1.0", result: str = "done", outside: str | None = None) -> Self:
        return self.starts(id).tell(f.ToolReturned(id, ToolResult(result, outside=outside)))

    def call(self, id: str) -> ToolCall:
        call = self.session.call(id)
        assert call
        return call.call

    def wanted(self, kind: type[E]) -> list[E]:
        return [effect for effect in wants(self.session) if isinstance(effect, kind)]

    def settled(self, ask: str = "1.1.0#1") -> str:
        """How that ask ended, in words; empty while it is open."""
        settled = self.session.asks[ask].settled
        return plain(outcome(settled)) if settled else ""

    @property
    def notes(self) -> list[str]:
        """What somebody is told alone."""
        return [said(post).plain for post in self.session.postings.outbox if isinstance(post, Post) and post.to]

    @property
    def last_note(self) -> str:
        return [said(post).plain for post in self.session.postings.outbox if isinstance(post, Post)][-1]
