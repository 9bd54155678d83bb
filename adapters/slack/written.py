"""A reply that is being written in Slack: what of it stands in which message. Pure, but for the lock and the task of
whoever writes it.
"""

import asyncio
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from adapters.slack.message import Message
from adapters.slack.pages import Page, laid_out
from adapters.slack.threads import metadata
from harness.chat.people import Place


@dataclass(slots=True)
class Written:
    """A reply being written: `text` is all of it so far, `said` what `messages` show of it, `page` the last of them.

    That one is an `open` stream; or `full`: it has its end, and the next goes on; or `lost`: not a stream any more, to
    be written over. `held`: nothing more is shown before the end. `stray`: there may be one more message, unknown.
    """

    place: Place
    key: str
    user: str
    team: str
    text: str
    said: str = ""
    come: float = 0.0
    """When the last of the text came."""
    joined: bool = False
    """A piece that was added to the last message began with white space, which Slack may have swallowed: at its end it
    is written over.
    """
    messages: list[str] = field(default_factory=list)
    page: Page = Page()
    since: float = 0.0
    state: Literal["open", "full", "lost"] = "full"
    held: bool = False
    stray: bool = False
    over: bool = False
    task: asyncio.Task[None] | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    def more(self, end: int) -> str:
        """What the last message lacks up to there."""
        more = self.page.more(self.text, end) if end > self.page.end else ""
        self.joined = self.joined or (more[:1].isspace() and self.page.end > self.page.begin)
        return more

    def reached(self, end: int) -> None:
        self.page, self.said = self.page.to(end), self.text[:end]

    def pages(self) -> Iterator[Page]:
        """The last one of those that are there, as it is to be, and those that are to follow."""
        if self.state != "full":
            yield from laid_out(self.page if self.state == "open" else self.page.to(self.page.begin), self.text)
            return
        yield self.page
        if self.page.end < len(self.text):
            yield from laid_out(self.page.next(self.text), self.text)

    @property
    def there(self) -> dict[int, str]:
        return dict(enumerate(self.messages))

    @property
    def marked(self) -> dict[str, Any]:
        """The metadata of the last message, as long as nothing more is known to follow."""
        return metadata(self.key, len(self.messages) - 1, len(self.messages))

    @property
    def rewritten(self) -> bool:
        """Does the text not go on from what was shown?"""
        return not self.text.startswith(self.said)


@dataclass(frozen=True, slots=True)
class Ended:
    """The messages of a reply, by their numbers; and, numbered on, those that are still to be posted, out of `parts`.
    `anew`: what is there is not the text, which is to be written over it.
    """

    there: Mapping[int, str]
    rest: Mapping[int, Message] = field(default_factory=dict)
    parts: int = 1
    anew: bool = False
