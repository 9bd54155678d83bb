"""It takes up what was left, is listening in Slack, and ends when it is told to."""

import asyncio
import json
import os
import shutil
import signal
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from adapters.models.rehearsal import Rehearsal
from adapters.storage.database import Unusable
from adapters.storage.journal import SqlJournal
from adapters.storage.lock import Held
from adapters.storage.schema import REVISIONS
from adapters.terminal.chat import TerminalChat
from adapters.terminal.gateway import HERE
from adapters.terminal.page import Page
from bot import app, wiring
from bot.settings import Settings, SettingsError
from harness.chat.people import Person
from harness.loop.intake import thread_of
from harness.sessions import facts as f
from harness.workspace.workspace import Workspace
from tests.fakes.slack.emulator import SlackEmulator
from tests.forked import Forked
from tests.postgres import Postgres
from tests.unit.bot.deskmate import COMMAND, deskmate, environment, workspace

WITHIN = 20.0
"""Seconds. Far more than anything here takes, even where many tests run at once."""
ENDS_WITHIN = 5.0
"""Seconds that the end may take."""


def settings(folder: Path, **more: Any) -> Settings:
    return Settings(folder / "workspace", folder / "data", f"sqlite:///{folder / 'data' / 'deskmate.db'}", **more)


class Program:
    """`deskmate run` as its own process, on the emulator."""

    def __init__(self, process: asyncio.subprocess.Process | Forked, says: asyncio.StreamReader) -> None:
        self.process, self._says = process, says
        self.log = ""

    async def logs(self, words: str) -> None:
        """Returns once it has logged that."""
        async with asyncio.timeout(WITHIN):
            while words not in self.log:
                line = await self._says.readline()
                assert line, f"it ended without saying {words!r}:\n{self.log}"
                self.log += line.decode()

    async def ends(self, by: signal.Signals | None = None) -> int:
        if by:
            self.process.send_signal(by)
        async with asyncio.timeout(ENDS_WITHIN if by else WITHIN):
            self.log += (await self._says.read()).decode()
            return await self._ended()

    async def close(self) -> None:
        if self.process.returncode is None:
            self.process.kill()
            await self._ended()

    async def _ended(self) -> int:
        process = self.process
        return await (process.ended(WITHIN) if isinstance(process, Forked) else process.wait())


Begin = Callable[[Mapping[str, str], Path, int, Sequence[str]], Awaitable[asyncio.subprocess.Process | Forked]]
"""From an environment, a folder, where its standard error goes, and its arguments."""
VERBOSE = ("run", "--verbose")


async def forked(given: Mapping[str, str], folder: Path, log: int, arguments: Sequence[str]) -> Forked:
    return await asyncio.to_thread(Forked, arguments, given, folder, stderr=log)


async def from_nothing(
    given: Mapping[str, str], folder: Path, log: int, arguments: Sequence[str]
) -> asyncio.subprocess.Process:
    """By an interpreter of its own, as on a command line."""
    return await asyncio.create_subprocess_exec(
        *COMMAND, *arguments, env=given, cwd=folder, stdin=asyncio.subprocess.DEVNULL, stderr=log
    )


@asynccontextmanager
async def running(
    folder: Path,
    slack: SlackEmulator,
    begin: Begin = forked,
    model: str = "rehearsal",
    more: Mapping[str, str] = {},
    arguments: Sequence[str] = VERBOSE,
) -> AsyncIterator[Program]:
    workspace(folder, f"name: Robin\nmodel: {model}\n")
    tokens = {"SLACK_BOT_TOKEN": slack.bot_token, "SLACK_APP_TOKEN": slack.app_token, "SLACK_API_URL": slack.api_url}
    read, write = os.pipe()
    says = asyncio.StreamReader()
    with open(read, "rb") as pipe:  # noqa: ASYNC230 - it is a pipe, and read by the event loop
        await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(says), pipe)
        given = environment(folder, {**tokens, "PYTHONWARNINGS": "default", **more})
        program = Program(await begin(given, folder, write, arguments), says)
        os.close(write)
        try:
            yield program
        finally:
            await program.close()


@pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_soon_and_well_and_no_secret_was_logged(by: signal.Signals, tmp_path: Path) -> None:
    key = "key-of-no-usual-shape"

    async def main() -> None:
        async with (
            SlackEmulator() as slack,
            running(tmp_path, slack, from_nothing, "openai/gpt-5", {"OPENAI_API_KEY": key}) as robin,
        ):
            await robin.logs("Robin is listening in Slack, and answers with openai/gpt-5")
            assert slack.socket.open_connections
            assert await robin.ends(by) == 0
            assert "stopping: unfinished work continues at the next start" in robin.log
            assert "Traceback" not in robin.log
            for secret in (slack.bot_token, slack.app_token, key):
                assert secret not in robin.log

    asyncio.run(main())


def test_a_model_that_will_not_answer_is_told_of_before_anybody_asks(tmp_path: Path) -> None:
    async def main() -> None:
        async with (
            SlackEmulator() as slack,
            running(tmp_path, slack, forked, "openai/gpt-5", {"OPENAI_API_KEY": ""}) as robin,
        ):
            await robin.logs("its key is missing: set OPENAI_API_KEY in the environment")
            assert await robin.ends(signal.SIGTERM) == 0

    asyncio.run(main())


def test_of_several_teams_a_model_that_will_not_answer_is_told_of_once(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / "teams" / name).mkdir(parents=True)
        (tmp_path / "teams" / name / "workspace.yaml").write_text("model: openai/gpt-5\n")
    (tmp_path / "teams" / "teams.yaml").write_text("teams: {T1: one, T2: two}\n")
    several = {
        "SLACK_CLIENT_ID": "1.2",
        "SLACK_CLIENT_SECRET": "s",
        "SLACK_BOT_TOKEN": "",
        "OPENAI_API_KEY": "",
        "SLACK_REDIRECT_URL": "https://desk.example/slack/oauth_redirect",
        "SLACK_LISTEN": "127.0.0.1:0",
    }

    async def main() -> None:
        teams = str(tmp_path / "teams")
        async with (
            SlackEmulator() as slack,
            running(tmp_path, slack, more=several | {"DESKMATE_WORKSPACE": teams}) as registry,
        ):
            await registry.logs("its key is missing: set OPENAI_API_KEY in the environment")
            assert await registry.ends(signal.SIGTERM) == 0
            assert registry.log.count("its key is missing") == 1
            assert "Traceback" not in registry.log

    asyncio.run(main())


def test_it_says_at_its_start_of_which_release_it_is_on_what_and_where_it_works(tmp_path: Path) -> None:
    async def main() -> None:
        async with SlackEmulator() as slack, running(tmp_path, slack, arguments=("run",)) as robin:
            await robin.logs("is listening in Slack")
            assert await robin.ends(signal.SIGTERM) == 0
            database = f"sqlite:///{tmp_path / 'data' / 'deskmate.db'}"
            made, started, *_ = robin.log.splitlines()
            assert made.endswith(f"made the tables of {database}, at {REVISIONS[-1]}")
            workspace = tmp_path / "workspace"
            assert started.endswith(
                f"deskmate {version('deskmate')} starts for Slack: workspace {workspace}, database {database}"
            )

    asyncio.run(main())


def test_a_turn_is_in_the_log_as_objects_without_a_word_of_what_was_said(tmp_path: Path) -> None:
    async def main() -> None:
        arguments = ("run", "--log-format", "json")
        async with SlackEmulator() as slack, running(tmp_path, slack, arguments=arguments) as robin:
            await robin.logs("is listening in Slack")
            ana = slack.user("ana")
            await slack.says(ana, slack.dm(ana), "Show me the unspeakable.")
            await robin.logs('"event": "turn.waits"')
            assert await robin.ends(signal.SIGTERM) == 0
            lines = [json.loads(line) for line in robin.log.splitlines()]
            work = [line for line in lines if line["logger"].startswith("bot.work_log")]
            assert {"turn.began", "model.replied", "call.judged", "call.ended", "turn.waits"} <= {
                line["event"] for line in work
            }
            assert len({line["thread"] for line in work}) == 1
            assert [line["for"] for line in work if line["event"] == "turn.began"] == [f"slack:{ana.team_id}:{ana.id}"]
            assert "unspeakable" not in robin.log
            assert not [line for line in lines if "httpx" in line["logger"]]

    asyncio.run(main())


def test_a_backup_that_is_made_while_it_is_at_work_goes_on_where_it_was_made(tmp_path: Path) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy.db"

    async def main() -> None:
        async with SlackEmulator() as slack:
            async with running(tmp_path, slack) as robin:
                await robin.logs("is listening in Slack")
                ana = slack.user("ana")
                said = await slack.says(ana, slack.dm(ana), "Show me.")
                await robin.logs("turn 1 waits")
                made = await asyncio.to_thread(deskmate, tmp_path, "backup", str(copy))
                assert made.returncode == 0, made.stderr
                assert await robin.ends(signal.SIGTERM) == 0
            for file in data.glob("deskmate.db*"):
                file.unlink()
            data.joinpath("deskmate.db").write_bytes(copy.read_bytes())
            shutil.rmtree(tmp_path / "workspace")
            async with running(tmp_path, slack) as robin:
                await robin.logs("is listening in Slack")
                await slack.says(ana, slack.dm(ana), "stop", said.ts)
                await robin.logs("turn 1 stopped by")
                assert await robin.ends(signal.SIGTERM) == 0

    asyncio.run(main())


def test_it_ends_soon_in_the_middle_of_a_turn(tmp_path: Path) -> None:
    async def main() -> None:
        async with SlackEmulator() as slack, running(tmp_path, slack) as robin:
            await robin.logs("is listening in Slack")
            ana = slack.user("ana")
            await slack.says(ana, slack.dm(ana), "Show me.")
            await slack.until(lambda: slack.calls_of("agents.sessions.setStatus") or None)
            assert await robin.ends(signal.SIGTERM) == 0
            assert "Traceback" not in robin.log

    asyncio.run(main())


def test_it_ends_soon_while_slack_is_away(tmp_path: Path) -> None:
    async def main() -> None:
        slack = SlackEmulator()
        async with slack:
            pass  # its port is free again, and nobody is there
        async with running(tmp_path, slack) as robin:
            await robin.logs("Slack could not be connected to")
            assert await robin.ends(signal.SIGTERM) == 0

    asyncio.run(main())


def test_tokens_that_slack_refuses_are_named(tmp_path: Path) -> None:
    async def main() -> None:
        async with SlackEmulator() as slack:
            slack.refuses("auth.test", "invalid_auth")
            async with running(tmp_path, slack) as robin:
                assert await robin.ends() == 1
                last = robin.log.splitlines()[-1]
                assert last == "deskmate: Slack refused auth.test: invalid_auth. Is SLACK_BOT_TOKEN right?"

    asyncio.run(main())


def test_without_a_model_or_slack_it_refuses_before_it_opens_anything(tmp_path: Path) -> None:
    file = workspace(tmp_path, "name: Robin\n")
    with pytest.raises(SettingsError, match="names no model"):
        asyncio.run(app.run(settings(tmp_path), {}))
    file.write_text("model: rehearsal\n")
    with pytest.raises(SettingsError, match="SLACK_BOT_TOKEN"):
        asyncio.run(app.run(settings(tmp_path), {}))
    assert not (tmp_path / "data").exists()


def test_one_process_at_a_time_has_the_journal_and_the_next_one_finds_it(tmp_path: Path) -> None:
    fact = f.StopRequested(Person("terminal", "", "ana"), HERE)
    with app.opened(settings(tmp_path)) as journal:
        asyncio.run(journal.append("t", [fact]))
        with pytest.raises(Held), app.opened(settings(tmp_path)):
            pass
    with app.opened(settings(tmp_path)) as journal:
        assert [row.fact for row in asyncio.run(journal.read("t"))] == [fact]


@pytest.mark.parametrize("url", ["sqlite:///:memory:", "sqlite:///:memory:?timeout=1", "sqlite:///"])
def test_a_url_that_can_keep_no_journal_leaves_nothing_where_it_was_tried(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    with pytest.raises(Unusable, match="name a file"), app.opened(replace(settings(tmp_path), database_url=url)):
        pass
    assert list(tmp_path.rglob("*")) == [here]


def test_a_journal_that_is_kept_elsewhere_leaves_the_data_folder_unmade(tmp_path: Path, postgres: Postgres) -> None:
    elsewhere = tmp_path / "elsewhere" / "deskmate.db"
    for url in (f"sqlite:///{elsewhere}", postgres.database()):
        with app.opened(replace(settings(tmp_path), database_url=url)) as journal:
            assert asyncio.run(journal.head("t")) == 0
    assert elsewhere.exists()
    assert not (tmp_path / "data").exists()


def test_what_was_left_undone_is_taken_up_at_the_start(tmp_path: Path) -> None:
    thread, written = thread_of(HERE), list[str]()

    async def main(journal: SqlJournal) -> None:
        said = f.MessageReceived(Person("terminal", "", "ana", "Ana"), HERE, "Show me.", "m1")
        await journal.append(thread, [said])
        replied = asyncio.Event()

        def write(text: str) -> None:
            written.append(text)
            replied.set()

        chats = {"terminal": TerminalChat("Robin", write, Page, lambda: 0.0)}
        tools = wiring.toolbox(tmp_path, {})
        parts = wiring.colleague(Workspace(model="rehearsal"), tools, journal, Rehearsal(pace=0), chats)
        async with asyncio.timeout(WITHIN), app.at_work(parts):
            await replied.wait()
        assert not parts.engine.live

    with SqlJournal.open(f"sqlite:///{tmp_path / 'j.db'}", time.time) as journal:
        asyncio.run(main(journal))
    assert "This is a rehearsal" in written[0]
