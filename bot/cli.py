"""The command `deskmate`. Whatever takes time to import is imported by the command that needs it."""

import argparse
import gc
import logging
import os
import shlex
import sys
from collections.abc import Callable, Collection, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from bot import logs
from bot.arguments import parser
from bot.settings import WORKSPACE, Settings, SettingsError, read, refused, trim
from bot.variables import unknown

if TYPE_CHECKING:
    from adapters.storage.journal import SqlJournal

WRONG, FAILED, INTERRUPTED, UNREAD = 2, 1, 130, 141
"""Exit statuses: a setting is wrong, as for a wrong option; it could not be done; Ctrl-C, and a closed pipe, as shells
have them.
"""

NO_JOURNAL = (
    "there is no journal at {}. If `deskmate run` keeps it elsewhere, give me its DESKMATE_DATA_DIR and "
    "DESKMATE_DATABASE_URL"
)
OF_SERVER = (
    "copy it by `pg_dump --format=custom --file={file} URL`, also while I work on it. To put it back, into an empty "
    "database: `pg_restore --dbname=URL {file}`"
)
UNSAID: Sequence[list[str]] = ([], ["threads"], ["workspace"])
"""What says not yet what to do: what there is to choose from is shown."""
NAME = "Deskmate"
"""Of our apps, where no workspace has one."""
GARBAGE = 10_000
"""New objects after which Python looks for those that are held by each other alone. At its usual 700 it looks some 240
times while a start imports, which takes a fourteenth of that, and finds little: what is imported stays.
"""
LOCAL_PRICES = ("LITELLM_LOCAL_MODEL_COST_MAP", "True")
"""litellm reads this when it is imported, and looks on the internet for a price list without it."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command, and returns its exit status. What is wrong is said in one sentence on standard error."""
    gc.set_threshold(GARBAGE)
    for stream in (sys.stdout, sys.stderr):
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors="replace")  # a terminal that knows no box lines gets question marks, and goes on
    given = list(sys.argv[1:] if arguments is None else arguments)
    options = parser().parse_args([*given, "--help"] if given in UNSAID else given)
    try:
        status = _done(options)
        sys.stdout.flush()
        return status
    except SettingsError as error:
        return _refuse(str(error), WRONG)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        logs.hush()
        return UNREAD
    except OSError as error:  # a disk that is full, for one
        logs.hush()
        return _refuse(_told(error), FAILED)


def _done(options: argparse.Namespace) -> int:
    if options.command == "init":
        return _init(options.folder)
    trimmed = trim(os.environ)
    if options.command == "run":
        logs.set_up(os.environ, options.log_level, options.log_format)
    if options.command == "doctor":
        return _doctor(options.workspace, options.model, trimmed)
    for slip in unknown(os.environ):
        logs.complain(slip, logging.WARNING)
    settings = read(os.environ, options.workspace)
    if options.command == "manifest":
        return _manifest(settings, options.platform, options.http)
    if options.command == "pair":
        return _pair(settings, options.code)
    if options.command == "threads":
        return _threads(settings, options)
    if options.command == "workspace":
        return _workspace(settings, options)
    if options.command == "memory":
        return _memory(settings, options)
    if options.command == "usage":
        return _usage(settings, options)
    if options.command == "backup":
        return _backup(settings, Path(options.file))
    if options.command == "wakeups":
        return _wakeups(settings, options)
    return _try(settings) if options.command == "try" else _run(settings)


def _init(named: str | None) -> int:
    from bot.example import next_steps, write_example

    usual = Path(os.environ.get("DESKMATE_WORKSPACE") or WORKSPACE)
    folder = Path(named) if named else usual
    try:
        write_example(folder)
    except OSError as error:
        return _refuse(_told(error), FAILED)
    print("\n".join(next_steps(folder, "" if folder == usual else f" --workspace {shlex.quote(str(folder))}")))
    return 0


def _manifest(settings: Settings, platform: str, http: str) -> int:
    from bot import wiring
    from bot.platforms.registry import called
    from harness.workspace.problems import WorkspaceError

    name = NAME
    if not settings.slack_teams and not wiring.without_workspace(settings):
        tools = wiring.tools_in(settings.workspace, os.environ)
        try:
            name = wiring.workspace(settings.workspace, tools, settings.skills).name
        except WorkspaceError as error:
            return _refuse(str(error), WRONG)
    definition = called(platform)
    assert definition, "the parser takes no other"
    manifest = definition.manifest(name, settings, http)
    _in_utf8()
    print(manifest, end="")
    return 0


def _run(settings: Settings) -> int:
    from bot import app

    return _started(app.run(settings, os.environ))


def _pair(settings: Settings, code: str) -> int:
    from harness.chat.visible import visible
    from harness.workspace.pairing import WrongCode

    async def work(journal: "SqlJournal") -> None:
        person = await journal.pairings.redeem(code, "deskmate pair")
        print(visible(f"{person} can talk with me from now on."))

    return _on_journal(settings, work, WrongCode)


def _wakeups(settings: Settings, options: argparse.Namespace) -> int:
    import json

    from bot.wakeups import NoSuchWakeup, change, listed

    async def work(journal: "SqlJournal") -> None:
        if options.action:
            print(await change(journal, options.action, options.conversation, options.id))
        elif options.json:
            print(json.dumps([one.fields for one in await listed(journal)], indent=1))
        else:
            print("\n".join(map(str, await listed(journal))) or "Nothing is scheduled.")

    if options.action and not options.id:
        raise SettingsError(
            f"say which one: deskmate wakeups {options.action} CONVERSATION ID, as `deskmate wakeups` lists them"
        )
    return _on_journal(settings, work, NoSuchWakeup)


def _usage(settings: Settings, options: argparse.Namespace) -> int:
    import time

    from bot.usage import clock, usage

    counted = clock(settings, os.environ)

    async def work(journal: "SqlJournal") -> None:
        print(await usage(journal, options.span, options.by, counted, time.time(), options.json))

    _in_utf8()
    return _on_journal(settings, work)


def _threads(settings: Settings, options: argparse.Namespace) -> int:
    from bot.threads.command import NotSure, archive, delete, exported, listing, shown
    from bot.threads.listing import NoSuchThread

    async def work(journal: "SqlJournal") -> None:
        if options.action == "list":
            print(await listing(journal, options.json))
        elif options.action == "show":
            print(await shown(journal, options.thread), end="")
        elif options.action == "archive":
            print(await archive(journal, options.thread))
        elif options.action == "delete":
            print(await delete(journal, options.thread, options.yes))
        else:
            async for part in exported(journal, options.thread, options.format):
                print(part, end="")

    _in_utf8()
    return _on_journal(settings, work, NoSuchThread, NotSure)


def _memory(settings: Settings, options: argparse.Namespace) -> int:
    from bot.memory import NoSuchNote, exported, forget, listing

    async def work(journal: "SqlJournal") -> None:
        if options.action == "list":
            print(await listing(journal.notes, options.json))
        elif options.action == "export":
            print(await exported(journal.notes))
        else:
            print(await forget(journal.notes, options.note))

    _in_utf8()
    return _on_journal(settings, work, NoSuchNote)


def _workspace(settings: Settings, options: argparse.Namespace) -> int:
    import time

    from bot.workspaces import command
    from bot.workspaces.options import PackageOptions
    from harness.workspace.problems import WorkspaceError

    async def work(journal: "SqlJournal") -> None:
        print(await command.kept(journal, options.checksum, options.json))

    _in_utf8()
    try:
        if options.action == "check":
            with _ours_alone() as out:
                said, right = command.check(settings, os.environ, options.team, options.json)
                print(said, file=out)
            return 0 if right else WRONG
        if options.checksum is not None:
            command.only_a_checksum(options.checksum, vars(options))
            return _on_journal(settings, work, command.NoSuchPackage)
        asked = PackageOptions(place=options.place, person=options.person, mode=options.mode, model=options.model)
        with _ours_alone() as out:
            print(command.show(settings, os.environ, options.team, asked, time.time(), options.json), file=out)
        return 0
    except WorkspaceError as error:
        return _refuse(str(error), WRONG)


def _on_journal(
    settings: Settings, work: "Callable[[SqlJournal], Coroutine[object, object, None]]", *wrong: type[Exception]
) -> int:
    """Does it on the journal that is there, whoever works on that. What it raises of `wrong` is said."""
    import asyncio
    import time

    from adapters.storage.database import Unusable
    from adapters.storage.journal import SqlJournal
    from harness.sessions.journal import JournalError

    refused: tuple[type[Exception], ...] = (Unusable, JournalError, *wrong)
    if settings.sqlite_file and not settings.sqlite_file.exists():
        return _refuse(NO_JOURNAL.format(settings.sqlite_file), FAILED)
    try:
        with SqlJournal.open(settings.database_url, time.time) as journal:
            asyncio.run(work(journal))
    except refused as error:
        return _refuse(str(error), FAILED)
    return 0


def _backup(settings: Settings, to: Path) -> int:
    from adapters.storage.backup import BackupFailed, NotOfSQLite, backup
    from adapters.storage.database import Database, Unusable
    from harness.sessions.journal import JournalError

    if settings.sqlite_file and not settings.sqlite_file.exists():
        return _refuse(NO_JOURNAL.format(settings.sqlite_file), FAILED)
    try:
        size = backup(Database(settings.database_url), to)
    except NotOfSQLite as error:
        return _refuse(f"{error}: {OF_SERVER.format(file=shlex.quote(str(to)))}", WRONG)
    except (BackupFailed, Unusable, JournalError) as error:
        return _refuse(str(error), FAILED)
    except OSError as error:  # of a file that is beside it until it is whole
        return _refuse(f"{to}: {error.strerror or error}", FAILED)
    print(f"Wrote {to} ({size:,} bytes).")
    return 0


def _doctor(folder: str | None, asks: bool, trimmed: Collection[str]) -> int:
    import asyncio
    import time

    from bot.doctor.examine import examine
    from bot.doctor.finding import Finding

    logs.set_up(os.environ, quiet=True)
    os.environ.setdefault(*LOCAL_PRICES)
    secrets = logs.secrets_in(os.environ)

    def say(finding: Finding) -> None:
        print(logs.redacted(str(finding), secrets), flush=True)

    wrong = refused(os.environ)
    for why in wrong.values():
        say(Finding("settings", "setting", why))
    others = {name: value for name, value in os.environ.items() if name not in wrong}
    looked = examine(read(others, folder), others, time.time, say, asks, trimmed, wrong)
    return max(WRONG if wrong else 0, asyncio.run(looked))


def _try(settings: Settings) -> int:
    from bot import tryout

    logs.set_up(os.environ, quiet=True)
    return _started(tryout.try_it(settings, os.environ))


def _started(work: Coroutine[object, object, None]) -> int:
    import asyncio

    from adapters.storage.database import Unusable
    from adapters.storage.lock import Held, LockLost
    from adapters.terminal.guest import GuestGaveUp
    from harness.chat.port import ChatError
    from harness.sessions.journal import JournalError
    from harness.workspace.problems import WorkspaceError

    os.environ.setdefault(*LOCAL_PRICES)
    try:
        asyncio.run(work)
    except WorkspaceError as error:
        return _refuse(str(error), WRONG)
    except LockLost:  # which the log has said at once
        return FAILED
    except (Held, Unusable, JournalError, ChatError, GuestGaveUp) as error:
        return _refuse(str(error), FAILED)
    except OSError as error:
        return _refuse(_told(error), FAILED)
    return 0


def _in_utf8() -> None:
    """What is printed is passed on: what is in it is not this terminal's to lose. A name that is no UTF-8 gets `?`."""
    if reconfigure := getattr(sys.stdout, "reconfigure", None):
        reconfigure(encoding="utf-8", errors="replace")


@contextmanager
def _ours_alone() -> Iterator[TextIO]:
    """Standard output, for a command that imports a team's tools. Until the process ends, everything that these print,
    and the programs that they run, goes to standard error.
    """
    sys.stdout.flush()
    with os.fdopen(os.dup(1), "w", encoding="utf-8", errors="replace") as ours:
        os.dup2(2, 1)
        yield ours


def _told(error: OSError) -> str:
    """Without its number."""
    return ": ".join(str(part) for part in (error.filename, error.strerror) if part) or str(error)


def _refuse(why: str, status: int) -> int:
    logs.complain(why)
    return status


if __name__ == "__main__":
    sys.exit(main())
