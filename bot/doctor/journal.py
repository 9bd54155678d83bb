"""Where the journal is kept, and who works on it."""

import asyncio
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryFile

from adapters.storage import file_lock, server_lock
from adapters.storage.codec import Codec
from adapters.storage.database import Database, Unusable
from adapters.storage.journal import SqlJournal
from adapters.storage.lock import Holder
from adapters.storage.schema import REVISIONS, damage, owing, set_aside, version
from bot import private
from bot.doctor.finding import Finding
from bot.settings import Settings
from harness.chat.installations import Installation
from harness.loop.clock import Now
from harness.sessions.journal import JournalUnavailable
from harness.sessions.threads import short

NAMED = 5
"""Conversations in which something is owed."""
BACK = "Messages there are still recorded; install the release that wrote it"
ELSEWHERE = "keep the journal elsewhere (DESKMATE_DATA_DIR, DESKMATE_DATABASE_URL)"
OURS = f"give it to the user that Deskmate runs as, or {ELSEWHERE}"


MALFORMED = "database disk image is malformed"
"""What SQLite says of a file that it cannot even open for that (SQLite, result codes, SQLITE_CORRUPT)."""


def journal(settings: Settings) -> tuple[Holder | None, list[Finding]]:
    """Who works on it now, too. Waits for files and servers, so on a thread of its own."""
    try:
        database = Database(settings.database_url)
    except Unusable as error:
        return None, [Finding("journal", "setting", str(error))]
    if settings.lock_file is None:
        found = list(_tables(database))
        running = None if any(one.level == "wrong" for one in found[:1]) else _asked_who(database)
        where = "this database"
    else:
        running, found = _kept_in_a_file(settings, settings.lock_file, database)
        where = "this data folder"
    if running:
        found.append(Finding("running", "note", f"{running} works on {where}; a second process would not start"))
    return running, found


def _kept_in_a_file(settings: Settings, lock_file: Path, database: Database) -> tuple[Holder | None, list[Finding]]:
    assert settings.sqlite_file
    file, found = settings.sqlite_file, list[Finding]()
    try:
        found.append(_folder(file.parent))
        if found[0].level != "ok":
            return None, found
        found += _rights(file.resolve(), lock_file)
        found += _file(file, database)
        return file_lock.holder(lock_file, file), found
    except OSError as error:
        return None, [Finding("data", "wrong", f"{error.filename}: {error.strerror}: {OURS}")]


def _asked_who(database: Database) -> Holder | None:
    try:
        return server_lock.holder(database)
    except JournalUnavailable:  # it has gone since it was asked
        return None


def _folder(folder: Path) -> Finding:
    """Can the journal be kept there? Raises OSError."""
    if folder.is_dir():
        if why := _unwritable(folder):
            return Finding("data", "wrong", f"{folder} is not writable ({why}): {OURS}")
        return Finding("data", "ok", f"{folder} is writable")
    there = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    if not there.is_dir():
        return Finding("data", "wrong", f"{there} is a file, not a folder: remove it, or {ELSEWHERE}")
    if not os.access(there, os.W_OK | os.X_OK) or _unwritable(there):
        return Finding("data", "wrong", f"{folder} does not exist, and I can't make it in {there}: {OURS}")
    return Finding("data", "ok", f"{folder} will be made by the first start")


def _rights(file: Path, lock: Path) -> Iterator[Finding]:
    """What people say is for nobody else who has an account on this machine."""
    for path in (file.parent, *private.files(file, lock)):
        if private.wide(path):
            whose = "get into" if path == file.parent else "can read"
            yield Finding("data", "wrong", f"other users of this machine {whose} {path}: {private.advice(path)}")


def _unwritable(folder: Path) -> str:
    """Why nothing can be written in a folder that is there; empty if it can. Some refuse in spite of their rights."""
    try:
        with TemporaryFile(dir=folder):
            return ""
    except OSError as error:
        return error.strerror or str(error)


def _file(file: Path, database: Database) -> Iterator[Finding]:
    if not file.exists():
        yield Finding("journal", "ok", f"{file} will be made by the first start")
    elif not os.access(file, os.R_OK | os.W_OK):
        yield Finding("journal", "wrong", f"{file} is not readable and writable: {OURS}")
    else:
        yield from _tables(database)


def _tables(database: Database) -> Iterator[Finding]:
    yield (tables := _version(database))
    if tables.level == "ok":
        for thread, why in _asked(set_aside, database):
            yield Finding("thread", "wrong", f"{short(thread)} is set aside: {why}. {BACK}")
        if owed := _asked(owing, database):
            names = ", ".join(short(thread) for thread, _ in owed[:NAMED])
            more = f" and {len(owed) - NAMED} more" if len(owed) > NAMED else ""
            why = "; ".join(dict.fromkeys(why for _, why in owed))
            yield Finding("owed", "wrong", f"I could not deliver messages in {names}{more} yet: {why}. I keep trying")


def _asked(question: Callable[[Database], Sequence[tuple[str, str]]], database: Database) -> Sequence[tuple[str, str]]:
    try:
        return question(database)
    except JournalUnavailable:  # there are no tables yet, or it has gone since it was asked
        return ()


def _version(database: Database) -> Finding:
    try:
        at = version(database, Codec().versions)
    except Unusable as error:
        return Finding("journal", "wrong", str(error))
    except JournalUnavailable as error:
        what = "that the file is intact, and mine" if database.sqlite else "that its server runs"
        why = str(error).rstrip(".?!")
        if database.sqlite and MALFORMED in why:
            return _damaged(database, MALFORMED)
        return Finding("journal", "wrong", f"{why}. Check DESKMATE_DATABASE_URL, and {what}")
    last, shown = REVISIONS[-1], database.url.database if database.sqlite else str(database)
    if at is None:
        return Finding("journal", "ok", f"{shown} is empty: the first start creates its tables")
    if at != last:
        return Finding(
            "journal", "note", f"{shown} has the schema {at or 'none'}: the next start migrates it to {last}"
        )
    if damaged := damage(database):
        return _damaged(database, damaged)
    return Finding("journal", "ok", f"{shown} is fine: its schema is {at}")


def _damaged(database: Database, how: str) -> Finding:
    why = f"{database.url.database} is damaged ({how}). Stop Deskmate, and restore a backup"
    return Finding("journal", "wrong", why)


async def installations(settings: Settings, now: Now) -> Sequence[Installation]:
    """Where teams have installed the app, as far as the database tells; what is wrong with that, `journal` says."""
    if settings.sqlite_file and not settings.sqlite_file.exists():
        return ()
    try:
        database = Database(settings.database_url)
        codec = Codec()
        if await asyncio.to_thread(version, database, codec.versions) != REVISIONS[-1]:
            return ()
        with SqlJournal(database, now, codec) as kept:
            return await kept.installations.all()
    except (Unusable, JournalUnavailable):
        return ()
