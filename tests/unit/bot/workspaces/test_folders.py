"""The folder that is meant, or those of all teams."""

from dataclasses import replace
from pathlib import Path

import pytest

from bot.settings import Settings, SettingsError
from bot.workspaces.folders import folders
from harness.workspace.problems import WorkspaceError


def settings(folder: Path, teams: str = "") -> Settings:
    if teams:
        (folder / "teams.yaml").write_text(teams)
    return Settings(folder, folder, "sqlite:///x")


def test_where_there_is_one_it_is_of_no_team(tmp_path: Path) -> None:
    assert folders(settings(tmp_path)) == {"": tmp_path}
    with pytest.raises(SettingsError, match=r"--team is for where `teams\.yaml` names"):
        folders(settings(tmp_path), "T1")


def test_where_teams_have_their_own_it_is_all_or_the_one_that_is_named(tmp_path: Path) -> None:
    several = settings(tmp_path, "teams: {T1: one, T2: two}\n")
    assert folders(several) == {"T1": tmp_path / "one", "T2": tmp_path / "two"}
    assert folders(several, "T2") == {"T2": tmp_path / "two"}
    with pytest.raises(SettingsError, match="names no team T3; "):
        folders(several, "T3")


def test_beside_a_workspace_of_its_own_a_list_of_teams_counts_only_if_the_settings_say_so(tmp_path: Path) -> None:
    several = settings(tmp_path, "teams: {T1: one}\n")
    (tmp_path / "workspace.yaml").write_text("")
    assert folders(several) == {"": tmp_path}
    assert list(folders(replace(several, slack_client_id="1.2"))) == ["T1"]


def test_a_list_that_is_wrong_says_where(tmp_path: Path) -> None:
    with pytest.raises(WorkspaceError, match=r"teams\.yaml:1: "):
        folders(settings(tmp_path, "team: {}\n"))
