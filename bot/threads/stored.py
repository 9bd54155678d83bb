"""Rows as they are stored, as JSON: one a line."""

import json
from collections.abc import AsyncIterator

from adapters.storage.codec import KINDS
from adapters.storage.journal import SqlJournal, StoredRow
from harness.context.transcript import DELETED
from harness.sessions import facts as f

_KIND = {fact: kind for kind, fact in KINDS.items()}
_DELETION, _WORDS = _KIND[f.MessageDeleted], (_KIND[f.MessageReceived], _KIND[f.MessageCorrected])


async def stored_lines(journal: SqlJournal, thread: str) -> AsyncIterator[str]:
    """Each row, also one that this release cannot read: `position`, `at` in seconds since the epoch, `kind`, `version`
    and the `fact`. A journal keeps what was said before its author deleted it: that is left out. Raises
    JournalUnavailable.
    """
    gone = set[str]()
    async for row in journal.stored(thread):
        if row.kind == _DELETION:
            gone.add(str(_fact(row).get("message")))
    async for row in journal.stored(thread):
        fact = _fact(row)
        if row.kind in _WORDS and fact.get("message") and fact["message"] in gone:
            fact = {**fact, "text": DELETED, "about": []} if "about" in fact else {**fact, "text": DELETED}
        yield _line({"position": row.position, "at": row.at, "kind": row.kind, "version": row.version, "fact": fact})


def _fact(row: StoredRow) -> dict[str, object]:
    fact = json.loads(row.body)
    return fact if isinstance(fact, dict) else {}


def _line(value: object) -> str:
    """As it is read, but for half a character, which no file takes."""
    line = json.dumps(value, ensure_ascii=False)
    try:
        line.encode()
    except UnicodeEncodeError:
        return json.dumps(value)
    return line
