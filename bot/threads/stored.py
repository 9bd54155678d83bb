"""Rows as they are stored, as JSON: one a line."""

import json
from collections.abc import AsyncIterator

from adapters.storage.codec import Codec, NotAFact
from adapters.storage.journal import SqlJournal, StoredRow
from bot.threads.redacting import Redacting
from harness.sessions.facts import Fact


async def stored_lines(journal: SqlJournal, thread: str) -> AsyncIterator[str]:
    """Each row, also one that this release cannot read: `position`, `at` in seconds since the epoch, `kind`, `version`
    and the `fact`. What was deleted is left out. Raises JournalUnavailable.
    """
    codec, redacting = Codec(), Redacting()
    async for row in journal.stored(thread):
        if fact := _read(codec, row):
            redacting.hear(fact)
    async for row in journal.stored(thread):
        version, body = row.version, row.body
        fact = _read(codec, row)
        if fact and (shown := redacting.shown(fact)) is not fact:
            _, version, body = codec.encode(shown)
        whole = {"position": row.position, "at": row.at, "kind": row.kind, "version": version, "fact": json.loads(body)}
        yield _line(whole)


def _read(codec: Codec, row: StoredRow) -> Fact | None:
    """None if this release cannot."""
    try:
        return codec.decode(row.kind, row.version, row.body)
    except NotAFact:
        return None


def _line(value: object) -> str:
    """As it is read, but for half a character, which no file takes."""
    line = json.dumps(value, ensure_ascii=False)
    try:
        line.encode()
    except UnicodeEncodeError:
        return json.dumps(value)
    return line
