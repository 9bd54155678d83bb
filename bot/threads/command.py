"""What `deskmate threads` prints."""

import json
from collections.abc import AsyncIterator
from typing import Literal

from adapters.storage.journal import SqlJournal
from bot.threads.conversation import conversation
from bot.threads.listing import listed, meant
from bot.threads.markdown import page
from bot.threads.stored import stored_lines
from bot.wakeups import OPERATOR
from harness.chat.visible import visible
from harness.commands.lists import UNCALLED
from harness.sessions.facts import Archived, DeleteRequested, Row
from harness.sessions.journal import Unreadable, pages

NOTHING = "There are no conversations yet."
LATEST = 20
"""Pieces of a conversation that are shown; an export has all."""
Form = Literal["md", "jsonl"]


async def listing(journal: SqlJournal, as_json: bool) -> str:
    """Raises JournalUnavailable."""
    found = await listed(journal)
    if as_json:
        return json.dumps([one.fields for one in found], ensure_ascii=False, indent=1)
    return "\n".join(map(str, found)) or NOTHING


async def shown(journal: SqlJournal, name: str) -> str:
    """How it stands, and the end of it. Raises NoSuchThread, Unreadable and JournalUnavailable."""
    thread = await meant(journal, name)
    pieces, session = conversation(await _rows(journal, thread))
    return page(thread, pieces, session, LATEST)


async def exported(journal: SqlJournal, name: str, form: Form) -> AsyncIterator[str]:
    """All of it, in parts that end in a line. Raises as `shown`."""
    thread = await meant(journal, name)
    if form == "jsonl":
        async for line in stored_lines(journal, thread):
            yield f"{line}\n"
    else:
        pieces, session = conversation(await _rows(journal, thread))
        yield page(thread, pieces, session)


async def archive(journal: SqlJournal, name: str) -> str:
    """Raises NoSuchThread and JournalUnavailable."""
    thread = await meant(journal, name)
    await journal.append(thread, [Archived(OPERATOR)])
    return f"{thread} is not listed any more in the chat, until somebody speaks there."


class NotSure(ValueError):
    """Something that cannot be undone is to be said once more. The message says how."""


async def delete(journal: SqlJournal, name: str, sure: bool) -> str:
    """Whoever works on it takes its buttons away first. Raises NoSuchThread, NotSure and JournalUnavailable."""
    thread = await meant(journal, name)
    if not sure:
        title = next((one.title for one in await journal.index.all() if one.thread == thread), "")
        raise NotSure(
            visible(
                f"This deletes {thread} [{title or UNCALLED}] for good. If you mean that: "
                f"deskmate threads delete {thread} --yes"
            )
        )
    await journal.append(thread, [DeleteRequested(OPERATOR)])
    return f"{thread} is deleted at once if Deskmate is running, and otherwise when it starts."


async def _rows(journal: SqlJournal, thread: str) -> list[Row]:
    try:
        return [row async for rows in pages(journal, thread) for row in rows]
    except Unreadable as error:
        raise Unreadable(
            f"{error}. `deskmate threads export {thread} --format jsonl` shows it as it is stored"
        ) from error
