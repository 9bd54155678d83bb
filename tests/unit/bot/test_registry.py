"""Each team has a colleague of its own, on a workspace of its own."""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from adapters.slack.connection import TeamConnection
from adapters.storage.journal import SqlJournal
from bot.app import look_after
from bot.registry import TeamRegistry, prepared
from bot.settings import Settings, SettingsError
from bot.wiring import LOOKED_AT, Outside
from harness.chat.people import Place
from harness.tools.calls import ToolCall, ToolResult
from harness.tools.changes import WakeupWanted
from harness.tools.runner import Runner
from harness.tools.schedules import Once
from harness.tools.tool import ToolContext
from harness.workspace.problems import WorkspaceError
from harness.workspace.sandbox import SandboxSettings
from tests.unit.adapters.sandboxes.confined import in_bubblewrap


def settings(folder: Path, teams: str, **workspaces: str) -> Settings:
    (folder / "teams.yaml").write_text(teams)
    for name, text in workspaces.items():
        (folder / name).mkdir(exist_ok=True)
        (folder / name / "workspace.yaml").write_text(text)
    return Settings(folder, folder / "data", f"sqlite:///{folder / 'desk.db'}", slack_client_id="1.2")


def registry(mine: Settings, journal: SqlJournal, organizations: Mapping[str, str], **more: Any) -> TeamRegistry:
    def connection(team: str) -> TeamConnection:
        return TeamConnection("", "", lambda: 0.0)

    return TeamRegistry(prepared(mine, {}), mine.workspace, journal, {}, connection, organizations, lambda: 0.0, **more)


MODEL = "model: rehearsal\n"


@in_bubblewrap
def test_no_teams_commands_see_what_is_ours(tmp_path: Path) -> None:
    """Where ours lies among the system, as in a container: here the programs of others play it."""
    mine, found = settings(tmp_path, "teams: {T1: one}", one=f"name: One\n{MODEL}"), list[Outside]()

    def outside() -> Outside:
        found.append(Outside(private=(Path("/usr/share"),)))
        return found[-1]

    with SqlJournal.open(mine.database_url, lambda: 0.0) as journal:
        assert registry(mine, journal, {}, outside=outside).of("T1")
    [one] = found
    assert one.sandboxes
    shell = one.sandboxes.of(SandboxSettings("bubblewrap")).shell
    assert asyncio.run(shell.run("ls -A /usr/share", 30, lambda text: None)).output == ""


def test_a_team_has_its_workspace_or_its_organizations_and_another_has_none(tmp_path: Path) -> None:
    mine = settings(tmp_path, "teams: {T1: one, E1: org}", one=f"name: One\n{MODEL}", org=f"name: Org\n{MODEL}")
    with SqlJournal.open(mine.database_url, lambda: 0.0) as journal:
        made = registry(mine, journal, {"T2": "E1"})
        one, two, three = made.of("T1"), made.of("T2"), made.of("T3", "E1")
        assert one
        assert two
        assert three
        assert [each.in_force.workspace.name for each in (one, two, three)] == ["One", "Org", "Org"]
        assert made.of("T4") is None
        assert made.of("T1", "E1") is one
        assert (
            len({each.intake.reader.threads.of(Place("slack", "T1", "C1", "1.2")) for each in (one, two, three)}) == 3
        )


def test_a_thread_is_worked_on_by_its_teams_colleague(tmp_path: Path) -> None:
    mine = settings(tmp_path, "teams: {T1: one, T2: .}", one=MODEL)
    (tmp_path / "workspace.yaml").write_text(MODEL)
    with SqlJournal.open(mine.database_url, lambda: 0.0) as journal:
        made = registry(mine, journal, {})
        assert made._activation("T1.abc")
        assert made._activation("T9.abc") is None
        kept = {id(made.of(team).activation("t")._cache) for team in ("T1", "T2")}  # type: ignore[union-attr]
        assert len(kept) == 1, "what is kept warm does not grow with the teams"
        assert made._activation("abc"), "from the time when there was but one team"
        two = made.of("T2")
        assert two
        assert two.intake.reader.threads.has("abc")
        assert not two.intake.reader.threads.has("T1.abc")


def test_a_colleague_counts_its_wakeups_by_the_clock_of_the_journal(tmp_path: Path) -> None:
    mine = settings(tmp_path, "teams: {T1: one}", one=MODEL)
    call = ToolCall("1.1.0", "schedule_wakeup", '{"note": "look", "seconds": 60}')
    with SqlJournal.open(mine.database_url, lambda: 0.0) as journal:
        one = registry(mine, journal, {}).of("T1")
        assert one
        result = asyncio.run(Runner(one.intake._tools).run(call, ToolContext(call, "T1.t")))
        assert isinstance(result, ToolResult)
        assert result.changes == (WakeupWanted(60.0, "look", Once(60.0)),)


def test_without_a_folder_for_the_time_when_there_was_one_team_its_threads_are_left(tmp_path: Path) -> None:
    mine = settings(tmp_path, "teams: {T1: one}", one=MODEL)
    with SqlJournal.open(mine.database_url, lambda: 0.0) as journal:
        assert registry(mine, journal, {})._activation("abc") is None


def test_what_is_wrong_with_any_workspace_is_said_before_it_begins(tmp_path: Path) -> None:
    with pytest.raises(WorkspaceError) as caught:
        prepared(settings(tmp_path, "teams: {T1: one, T2: two}", one="nome: x\n", two="nome: y\n"), {})
    assert {Path(problem.source).parent.name for problem in caught.value.problems} == {"one", "two"}
    with pytest.raises(WorkspaceError, match="names no model"):
        prepared(settings(tmp_path, "teams: {T1: one}", one="name: x\n"), {})
    with pytest.raises(WorkspaceError, match=r"three/workspace\.yaml is not there"):
        prepared(settings(tmp_path, "teams: {T1: three}"), {})
    (tmp_path / "teams.yaml").unlink()
    with pytest.raises(SettingsError, match="it names the workspace folder of each team"):
        prepared(Settings(tmp_path, tmp_path, ""), {})


def test_what_the_workspaces_name_is_set_for_each_of_its_teams_and_for_no_other(tmp_path: Path) -> None:
    beats = 'heartbeats: [{every: 1h, place: "slack:T1:C1"}, {every: 1h, place: "slack:T2:C2"}]\n'
    mine = settings(tmp_path, "teams: {T1: one, E1: org}", one=f"{MODEL}{beats}", org=f"{MODEL}{beats}")
    with SqlJournal.open(mine.database_url, lambda: 0.0) as journal:
        made = registry(mine, journal, {"T2": "E1"})
        looking = made.looking()
        assert {one.intake.reader.threads.team for one in looking} == {"T1", "T2"}

        async def main() -> list[list[str]]:
            for one in looking:
                await one.arrange()
            threads = [
                one.intake.reader.threads.of(Place("slack", t, c)) for one in looking for t, c in (("T1", "C1"),)
            ]
            threads += [one.intake.reader.threads.of(Place("slack", "T2", "C2")) for one in looking]
            sessions = [await looking[0].intake.reader.session(thread) for thread in threads]
            await made.engine.stop()
            return [[heartbeat.place.channel for heartbeat in session.timers.heartbeats] for session in sessions]

        assert sorted(asyncio.run(main())) == [[], [], ["C1"], ["C2"]]


def test_each_teams_workspace_is_looked_at_and_what_that_of_a_new_team_names_is_set(tmp_path: Path) -> None:
    beats = 'heartbeats: [{every: 1h, place: "slack:T2:C2"}]\n'
    mine = settings(tmp_path, "teams: {T1: one, E1: org}", one=f"name: One\n{MODEL}", org=f"{MODEL}{beats}")
    passes = iter(range(4))

    async def sleep(seconds: float) -> None:
        assert seconds == LOOKED_AT
        if next(passes) == 2:
            raise asyncio.CancelledError

    with SqlJournal.open(mine.database_url, lambda: 0.0) as journal:
        made = registry(mine, journal, {})
        one = made.of("T1")
        assert one

        async def main() -> int:
            two = made.of("T2", "E1")
            assert two
            (tmp_path / "one" / "workspace.yaml").write_text(f"name: Won\n{MODEL}")
            with pytest.raises(asyncio.CancelledError):
                await look_after(made, frozenset({"T1"}), sleep)
            unrested = await journal.index.unrested()  # first: what rests meanwhile is listed by then
            return len({*unrested, *(one.thread for one in await journal.index.arranged())})

        assert asyncio.run(main()) == 1
        assert one.in_force.workspace.name == "Won"
