"""A journal keeps what was said before its author deleted it; whoever reads it is shown nothing of that, also where a
search, a branch or a model has taken it up. Pure.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from harness.context.transcript import DELETED, UNQUOTED, messages_of, quotes, redacted
from harness.sessions import facts as f
from harness.sessions.made import unmade
from harness.tools.calls import Quoted
from harness.tools.values import replace


@dataclass(slots=True)
class Redacting:
    """Of one thread. It is given each row's fact to `hear` first, and then each again, in order, to be `shown`."""

    gone: set[Quoted] = field(default_factory=set)
    """Messages, of this thread where none is named; without a message, all of that thread."""
    _taken: bool = False
    """What was deleted was said by then, so that a model may have made something of it."""

    def hear(self, fact: f.Fact) -> None:
        match fact:
            case f.MessageDeleted(message=message) if message:
                self.gone.add(Quoted("", message))
            case f.QuoteDeleted(thread=thread, message=message):
                self.gone.add(Quoted(thread, message))

    def shown(self, fact: f.Fact) -> f.Fact:
        """The fact without what was deleted; itself, if none of that is in it."""
        match fact:
            case f.MessageReceived(message=message) if self._is_gone(message):
                changed: f.Fact = replace(fact, text=DELETED, about=())
            case f.MessageCorrected(message=message) if self._is_gone(message):
                changed = replace(fact, text=DELETED, about=())
            case f.ToolReturned(result=result) if any(quotes(result.quotes, one) for one in self.gone):
                changed = replace(fact, result=replace(result, text=UNQUOTED))
            case f.ThreadSeeded(entries=entries) if self._gone_of(m for one in entries for m in messages_of(one)):
                changed = self._reseeded(fact)
            case f.Compacted() | f.Observed() | f.Reflected() if self._taken:
                return unmade(fact)
            case _:
                return fact
        self._taken = True
        return changed

    def _is_gone(self, message: str) -> bool:
        return Quoted("", message) in self.gone

    def _gone_of(self, messages: Iterable[str]) -> list[str]:
        return [one for one in messages if self._is_gone(one)]

    def _reseeded(self, fact: f.ThreadSeeded) -> f.ThreadSeeded:
        entries = list(fact.entries)
        for index, entry in enumerate(entries):
            for message in self._gone_of(messages_of(entry)):
                entries[index] = redacted(entries[index], message)
        title, opening = ("", "") if self._is_gone(fact.opening) else (fact.title, fact.opening)
        return replace(fact, entries=tuple(entries), title=title, opening=opening)
