"""Starts and stops what was put together."""

import asyncio
import logging
import signal
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Iterator, Mapping
from contextlib import ExitStack, aclosing, asynccontextmanager, contextmanager
from functools import partial
from importlib.metadata import version
from pathlib import Path
from secrets import token_urlsafe
from typing import TYPE_CHECKING

from adapters.storage.database import Database, Unusable
from adapters.storage.file_lock import FileLock
from adapters.storage.journal import SqlJournal
from adapters.storage.lock import LockLost
from adapters.storage.server_lock import ServerLock
from bot import private, wiring
from bot.masking import Secrets
from bot.platforms import registry as platforms
from bot.platforms.definition import Platform, Reaching
from bot.registry import Prepared, TeamRegistry, prepared
from bot.settings import Settings, SettingsError
from bot.workspace_changes import Source
from harness.context.model import ModelError
from harness.loop.clock import Now, Sleep
from harness.sessions.journal import JournalError
from harness.tools.unforeseen import FIELDS
from harness.workspace.problems import WorkspaceError

if TYPE_CHECKING:
    from adapters.engines.local import LocalEngine
    from adapters.slack.teams import SlackTeams
    from harness.tools.registry import Registry

log = logging.getLogger(__name__)


def _logged(error: LockLost) -> None:
    log.critical("%s", error)


@contextmanager
def opened(
    settings: Settings, now: Now = time.time, lost: Callable[[LockLost], None] = _logged
) -> Iterator[SqlJournal]:
    """The journal, for one process at a time. Where it is a file its folder is made, and nobody else is to get at
    either. `lost` is called, on another thread, if that cannot be proven any more: the process then has a moment to
    stop. Raises Held, Unusable and JournalUnavailable; a URL that can keep no journal is refused before anything is
    made.
    """
    database = Database(settings.database_url)
    with ExitStack() as kept:
        if settings.lock_file is None:
            kept.enter_context(ServerLock(database, lost))
        else:
            _lock_file(settings, settings.lock_file, lost, kept)
        yield kept.enter_context(SqlJournal.open(settings.database_url, now))


def _lock_file(settings: Settings, path: Path, lost: Callable[[LockLost], None], kept: ExitStack) -> None:
    assert settings.sqlite_file
    try:
        for open_to_others in private.keep(settings.sqlite_file.resolve(), path, settings.data_dir):
            log.warning("%s", open_to_others)
        kept.enter_context(FileLock(path, settings.sqlite_file, lost))
    except OSError as error:
        why = error.strerror or error
        raise Unusable(
            f"the data folder {path.parent} cannot be made or written ({why}): keep the journal elsewhere "
            "(DESKMATE_DATA_DIR, DESKMATE_DATABASE_URL)"
        ) from error


@asynccontextmanager
async def owned(settings: Settings) -> AsyncIterator[SqlJournal]:
    """The journal, as `opened` has it: what goes on inside is cancelled as soon as it cannot be proven that it is ours
    alone. Raises LockLost then.
    """
    inside, loop, why = asyncio.current_task(), asyncio.get_running_loop(), list[LockLost]()
    assert inside

    def end(error: LockLost) -> None:
        why.append(error)
        inside.cancel()

    def lost(error: LockLost) -> None:
        _logged(error)
        loop.call_soon_threadsafe(end, error)

    with opened(settings, lost=lost) as journal:
        try:
            yield journal
        except asyncio.CancelledError:
            if why and not inside.uncancel():
                raise why[0] from None
            raise


@asynccontextmanager
async def at_work(colleague: wiring.Colleague) -> AsyncIterator[wiring.Colleague]:
    """What was left undone is taken up; at the end, what is in flight is left to be found again."""
    async with running(colleague.engine):
        await arranged(colleague)
        async with _beside(colleague.keep_looking()), _beside(colleague.history.keep_up()):
            try:
                yield colleague
            finally:
                await colleague.background.close()


async def arranged(colleague: wiring.Colleague) -> None:
    """Work goes on where the journal cannot be read just now: the next start does it."""
    try:
        await colleague.judge()
        await colleague.arrange()
    except JournalError as error:
        log.warning("not all of the workspace counts yet: %s", error)
    await colleague.warn()


@asynccontextmanager
async def running(engine: "LocalEngine") -> AsyncIterator[None]:
    engine.start()
    try:
        yield
    finally:
        await engine.stop()


async def run(settings: Settings, environment: Mapping[str, str]) -> None:
    """`deskmate run`: until a signal ends it. Raises SettingsError, WorkspaceError, Held, LockLost, Unusable,
    JournalUnavailable and Unreachable.
    """
    if settings.slack_teams:
        platforms.check(settings)
    ended = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(name, ended.set)
    if settings.slack_teams:
        workspaces = prepared(settings, environment)
        async with (
            owned(settings) as journal,
            teams_of(settings, environment, workspaces, journal) as (slack, registry),
        ):
            _say_what(settings)
            await _serve_teams(slack, registry, workspaces, environment, ended)
        return
    outside = wiring.outside(settings)
    tools = wiring.tools_in(settings.workspace, environment, outside)
    source = _complete(settings, tools)
    async with owned(settings) as journal:
        _say_what(settings)
        await _serve(settings, environment, source, tools, outside, journal, ended)


def _say_what(settings: Settings) -> None:
    """Of which release, on what and for which platforms we start: none of them has been reached yet."""
    titles = [one.traits.title for one in platforms.set_up(settings)]
    where = ["Slack, in several teams"] if settings.slack_teams else titles
    about = {
        "version": version("deskmate"),
        "workspace": str(settings.workspace.absolute()),
        "database": str(Database(settings.database_url)),
        "platforms": " and ".join(where),
    }
    log.info(
        "deskmate %(version)s starts for %(platforms)s: workspace %(workspace)s, database %(database)s",
        about,
        extra={FIELDS: {"event": "run.started", **about}},
    )


def _complete(settings: Settings, tools: "Registry") -> Source:
    """The workspace, if all is there that working in a chat takes. Raises SettingsError with a line for each thing that
    is missing or wrong, not only for the first.
    """
    problems = platforms.problems(settings)
    if not platforms.set_up(settings) and not problems:
        tokens = ", or ".join(one.tokens for one in platforms.PLATFORMS)
        problems.append(f"no chat is set up: set {tokens} (or run `deskmate try` to talk to me in this terminal)")
    try:
        complete = partial(wiring.check_model, settings.workspace)
        source = wiring.source(settings.workspace, tools, complete, settings.skills)
    except WorkspaceError as error:
        raise SettingsError("\n".join([*problems, str(error)])) from error
    if problems:
        raise SettingsError("\n".join(problems))
    return source


async def _serve(
    settings: Settings,
    environment: Mapping[str, str],
    source: Source,
    tools: "Registry",
    outside: wiring.Outside,
    journal: SqlJournal,
    ended: asyncio.Event,
) -> None:
    workspace = source.workspace
    model = wiring.ModelsInUse(workspace, settings.workspace / wiring.FILES)
    made = platforms.made(settings, journal.marks)
    for name, platform in made.items():
        if isinstance(platform, Reaching):
            outside.add(name, platform.rooms, platform.attachments)
    chats = {name: platform.chat for name, platform in made.items()}
    links = {name: platform.link for name, platform in made.items()}
    colleague = wiring.colleague(
        workspace,
        tools,
        journal,
        model,
        chats,
        links=links,
        outside=outside,
        checks=True,
        secrets=Secrets.of(settings.workspace, environment),
        source=source.telling(model.change),
    )
    try:
        async with at_work(colleague):
            if await _unless(ended, _started(made, colleague)):
                where = " and ".join(one.traits.title for one in platforms.set_up(settings))
                log.info("%s is listening in %s, and answers with %s", workspace.name, where, workspace.model)
                model.preload()
                async with _beside(_warn_of_models(model, environment)):
                    await ended.wait()
            log.info("stopping: unfinished work continues at the next start")
            for platform in made.values():
                await platform.stop()
    finally:
        for platform in made.values():
            await platform.close()
        await model.aclose()


async def _started(made: Mapping[str, Platform], colleague: wiring.Colleague) -> None:
    """Each as soon as it is there: one that is away keeps no other from being heard. Raises what the first that fails
    raises; the others are not started then.
    """
    starting = [asyncio.create_task(each.start(colleague.intake, colleague.commands)) for each in made.values()]
    try:
        await asyncio.gather(*starting)
    finally:
        for each in starting:
            each.cancel()
        await asyncio.gather(*starting, return_exceptions=True)


@asynccontextmanager
async def _beside(work: Coroutine[object, object, None]) -> AsyncIterator[None]:
    """Meanwhile; it is not waited for."""
    task = asyncio.create_task(work)
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def _warn_of_models(
    model: wiring.ModelsInUse, environment: Mapping[str, str], said: set[str] | None = None
) -> None:
    """Says, as soon as litellm is loaded, what will keep a model from answering: nobody has to wait for the first
    message to learn that its key is missing. What was `said` already is said once.
    """
    from bot.doctor.models import key

    said = set() if said is None else said
    for name in model.named:
        try:
            finding = key(await model.asked(name), environment)
        except ModelError as error:
            log.warning("%s", error)
            return
        if finding.level == "setting" and finding.text not in said:
            said.add(finding.text)
            log.warning("%s", finding.text)


async def _warn_of_teams(workspaces: Iterable[Prepared], environment: Mapping[str, str]) -> None:
    said = set[str]()
    for one in workspaces:
        async with aclosing(wiring.ModelsInUse(one.workspace, one.folder / wiring.FILES)) as model:
            await _warn_of_models(model, environment, said)


@asynccontextmanager
async def teams_of(
    settings: Settings,
    environment: Mapping[str, str],
    workspaces: Mapping[str, Prepared],
    journal: SqlJournal,
    now: Now = time.time,
    pace: Now = time.monotonic,
) -> "AsyncIterator[tuple[SlackTeams, TeamRegistry]]":
    """Slack in several teams, and who works for them: not yet heard, nor at work; closed at the end."""
    from adapters.slack.http import Http
    from adapters.slack.installing import Installing
    from adapters.slack.manifest import manifest, scopes
    from adapters.slack.teams import SlackTeams

    installing = Installing(
        settings.slack_client_id,
        settings.slack_client_secret,
        settings.slack_redirect_url,
        settings.slack_api_url,
        scopes(manifest()),
        journal.installations,
        now,
        lambda: token_urlsafe(32),
    )
    slack = SlackTeams(
        settings.slack_app_token,
        settings.slack_api_url,
        journal.installations,
        installing,
        Http(*settings.slack_address),
        pace,
        signing_secret=settings.slack_signing_secret,
        marks=journal.marks,
    )
    organizations = await journal.installations.organizations()
    registry = TeamRegistry(
        workspaces,
        settings.workspace,
        journal,
        environment,
        slack.connection,
        organizations,
        now,
        partial(wiring.outside, settings),
    )
    try:
        yield slack, registry
    finally:
        await slack.close()
        await registry.close()


async def _serve_teams(
    slack: "SlackTeams",
    registry: TeamRegistry,
    workspaces: Mapping[str, Prepared],
    environment: Mapping[str, str],
    ended: asyncio.Event,
) -> None:
    async with running(registry.engine):
        for colleague in registry.looking():
            await arranged(colleague)
        known = frozenset(registry.made)
        if await _unless(ended, slack.start(registry.of)):
            log.info("listening in Slack for %s", ", ".join(registry.named))
            async with _beside(_warn_of_teams(workspaces.values(), environment)), _beside(look_after(registry, known)):
                await ended.wait()
        log.info("stopping: unfinished work continues at the next start")
        await slack.stop()


async def look_after(registry: TeamRegistry, arranged_for: frozenset[str], sleep: Sleep = asyncio.sleep) -> None:
    """Each team's workspace is looked at now and then, as one alone is; and what the workspace of a team says that has
    come since is arranged, where it is not `arranged_for` already.
    """
    known = set(arranged_for)
    while True:
        await sleep(wiring.LOOKED_AT)
        for team, colleague in registry.made.items():
            if team in known:
                await colleague.look()
            else:
                known.add(team)
                await arranged(colleague)
            await colleague.history.catch_up()


async def _unless(ended: asyncio.Event, work: Coroutine[object, object, None]) -> bool:
    """Whether `work` was done before somebody wanted us to end. Raises what it raises."""
    working, waiting = asyncio.ensure_future(work), asyncio.ensure_future(ended.wait())
    await asyncio.wait({working, waiting}, return_when=asyncio.FIRST_COMPLETED)
    done = working.done()
    for task in (working, waiting):
        if not task.done():
            task.cancel()
    await asyncio.gather(waiting, *([] if done else [working]), return_exceptions=True)
    if done:
        await working
    return done
