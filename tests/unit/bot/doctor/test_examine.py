"""Everything is looked at, in order, and the worst of it is the exit status."""

import asyncio
import time
from dataclasses import replace
from pathlib import Path

from adapters.storage.journal import SqlJournal
from bot.doctor.examine import examine
from bot.doctor.finding import Finding
from bot.settings import Settings
from harness.chat.installations import Installation
from tests.unit.bot.doctor.findings import levels, settings, text

OFFLINE = {"slack_bot_token": "xoxb-1", "slack_app_token": "xapp-1", "slack_api_url": "http://127.0.0.1:9/api/"}


def examined(mine: Settings) -> tuple[int, list[Finding]]:
    said: list[Finding] = []
    return asyncio.run(examine(mine, {}, time.time, said.append)), said


def write(folder: Path, text: str) -> None:
    (folder / "workspace").mkdir()
    (folder / "workspace" / "workspace.yaml").write_text(text, encoding="utf-8")


def test_what_is_wrong_with_the_workspace_is_told_line_by_line_and_the_rest_is_looked_at(tmp_path: Path) -> None:
    write(tmp_path, "nome: Robin\npermissions:\n  tools: {exceute: ask}\n")
    status, findings = examined(settings(tmp_path))
    assert status == 2
    assert levels(findings) == [
        ("workspace", "setting"),
        ("workspace", "setting"),
        ("data", "ok"),
        ("journal", "ok"),
        ("slack", "setting"),
    ]
    assert "workspace.yaml:3: permissions.tools.exceute: there is no tool exceute" in text(findings, "workspace")


def test_what_is_wrong_outside_of_the_settings_is_another_status(tmp_path: Path) -> None:
    write(tmp_path, "name: Robin\nmodel: rehearsal\n")
    status, findings = examined(settings(tmp_path, **OFFLINE))
    assert status == 1
    assert ("workspace", "ok") in levels(findings)
    assert "is valid: Robin, 2 modes" in text(findings, "workspace")
    assert ("slack", "wrong") in levels(findings)
    assert levels(findings)[-1] == ("model", "note")
    assert not (tmp_path / "data").exists(), "nothing is made by looking"


def test_what_is_doubtful_beside_the_settings_is_noted(tmp_path: Path) -> None:
    write(tmp_path, "name: Robin\nmodel: rehearsal\n")
    for path, words in (("apps/mail.yaml", "command: x\n"), ("apps/other.yaml", ""), ("agents.md", "")):
        (tmp_path / "workspace" / path).parent.mkdir(exist_ok=True)
        (tmp_path / "workspace" / path).write_text(words)
    status, findings = examined(settings(tmp_path, **OFFLINE))
    assert status == 1, "of Slack alone"
    assert "is valid: Robin, 2 modes, 1 app" in text(findings, "workspace")
    notes = [one.text for one in findings if (one.about, one.level) == ("workspace", "note")]
    assert [note.removeprefix(f"{tmp_path}/workspace/").partition(" ")[0] for note in notes] == [
        "agents.md",
        "apps/other.yaml",
    ]


def test_without_a_workspace_it_says_how_to_get_one(tmp_path: Path) -> None:
    status, findings = examined(settings(tmp_path, **OFFLINE))
    assert status == 2
    assert "deskmate init" in text(findings, "workspace")


def test_of_several_teams_each_workspace_is_looked_at_and_each_installation(tmp_path: Path) -> None:
    write(tmp_path, "")
    (tmp_path / "workspace" / "teams.yaml").write_text("teams: {T1: one}\n")
    (tmp_path / "workspace" / "one").mkdir()
    (tmp_path / "workspace" / "one" / "workspace.yaml").write_text("name: One\nmodel: rehearsal\n")
    (tmp_path / "data").mkdir()
    mine = replace(settings(tmp_path, **OFFLINE), slack_bot_token="", slack_client_id="1.2")
    status, findings = examined(mine)
    assert "is valid: One, for T1" in text(findings, "workspace")
    assert "one/workspace.yaml: nobody under `people` has the role approver or owner" in text(findings, "roles")
    assert "no team has installed the app yet: open /slack/install at the address where browsers" in text(
        findings, "teams"
    )
    assert status == 2, "the secret is missing"
    with SqlJournal.open(mine.database_url, time.time) as journal:
        asyncio.run(journal.installations.save(Installation("T1", "", "xoxb-1", "U1", name="acme")))
    _, findings = examined(mine)
    assert "no team has installed" not in text(findings, "teams")
    (tmp_path / "workspace" / "teams.yaml").write_text("teams: {acme: one}\n")
    _, findings = examined(mine)
    assert "teams.yaml:1: teams.acme: must be the id of a Slack team" in text(findings, "workspace")


NO_OWNER = (
    "nobody under `people` has the role owner: once a budget is used up nobody can lift it, and nobody is told of it"
)


def test_a_role_that_nobody_has_is_pointed_out(tmp_path: Path) -> None:
    write(
        tmp_path,
        "model: rehearsal\npeople: [{id: 'slack:T:U', roles: [lead, owner]}]\n"
        "permissions: {tools: {write_file: {verdict: ask, roles: [aprover, lead, owner]}}}\n",
    )
    _, findings = examined(settings(tmp_path, **OFFLINE))
    assert text(findings, "roles") == "permissions name the role aprover, but nobody under `people` has it"


def test_that_nobody_may_decide_but_who_asked_is_pointed_out(tmp_path: Path) -> None:
    write(tmp_path, "model: rehearsal\npeople: [{id: 'slack:T:U', roles: [ownr]}]\n")
    _, findings = examined(settings(tmp_path, **OFFLINE))
    assert text(findings, "roles").splitlines() == [
        "nobody under `people` has the role approver or owner: where no rule says otherwise, only whoever asked for "
        "the work may approve",
        NO_OWNER,
    ]
    (tmp_path / "workspace" / "workspace.yaml").write_text("permissions: {terms: {requester: false}}\n")
    _, findings = examined(settings(tmp_path, **OFFLINE))
    assert "where no rule says otherwise, nobody may approve" in text(findings, "roles")


def test_that_nobody_can_lift_a_budget_is_pointed_out_where_one_holds(tmp_path: Path) -> None:
    people = "model: rehearsal\npeople: [{id: 'slack:T:U', roles: [approver]}]\n"
    for budgets, notes in (
        ("", [NO_OWNER]),
        ("budgets: {day: none}\n", []),
        ("budgets: {day: {cost: 9, hard: false}}\n", []),
    ):
        (tmp_path / "workspace").mkdir(exist_ok=True)
        (tmp_path / "workspace" / "workspace.yaml").write_text(people + budgets)
        _, findings = examined(settings(tmp_path, **OFFLINE))
        assert [one.text for one in findings if one.about == "roles"] == notes


def test_what_the_workspace_has_us_look_at_is_looked_at_before_the_models(tmp_path: Path) -> None:
    write(tmp_path, "model: rehearsal\nheartbeats: [{every: 1h, place: 'discord:1:2', checklist: the tide}]\n")
    status, findings = examined(settings(tmp_path, **OFFLINE))
    assert status == 2
    assert levels(findings)[-2:] == [("heartbeats", "setting"), ("model", "note")]
