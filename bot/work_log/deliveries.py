"""Lines on what was said, and what did not arrive."""

import logging
from collections.abc import Iterator

from bot.work_log.line import WorkLine, given, in_line
from harness.sessions import facts as f
from harness.sessions.effects import Outgoing, React
from harness.sessions.session import Session


def of_posts(before: Session, fact: f.Fact) -> Iterator[WorkLine]:
    match fact:
        case f.PostSent(id=id, message=message):
            item = before.postings.find(id)
            fields = given(post=id, place=_where(item), platform_id=message)
            yield WorkLine("post.sent", f"{id} was posted{_there(item)}", fields, level=_level(item))
        case f.AskPosted(ask=ask, place=place, message=message):
            fields = given(post=ask, place=place.id, platform_id=message)
            yield WorkLine("post.sent", f"the card {ask} was posted in {place.id}", fields)
        case f.PostFailed(id=id, why=why):
            yield _failed("post.failed", "was not posted", id, before.postings.find(id), why)
        case f.PostDelayed(id=id, why=why):
            yield _failed("post.delayed", "has not arrived, and is tried again", id, before.postings.find(id), why)
        case f.CardSettled(ask=ask, place=place, why=why):
            how = f"cannot be settled: {in_line(why)}" if why else "is settled"
            fields = given(post=ask, place=place.id, why=in_line(why))
            level = logging.INFO if why else logging.DEBUG
            yield WorkLine("card.settled", f"the card {ask} in {place.id} {how}", fields, level=level)


def _failed(event: str, how: str, id: str, item: Outgoing | None, why: str) -> WorkLine:
    fields = given(post=id, place=_where(item), why=in_line(why))
    return WorkLine(event, f"{id} {how}{_there(item)}: {in_line(why)}", fields, level=_level(item))


def _level(item: Outgoing | None) -> int:
    """Receipts come with every message, and say nothing that its turn does not."""
    return logging.DEBUG if isinstance(item, React) else logging.INFO


def _where(item: Outgoing | None) -> str:
    return item.place.id if item else ""


def _there(item: Outgoing | None) -> str:
    return f" in {item.place.id}" if item else ""
