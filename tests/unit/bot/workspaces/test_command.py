"""`deskmate workspace`, as a process: what it prints where, and how it ends."""

import asyncio
import json
import subprocess
import time
from pathlib import Path

from adapters.storage.journal import SqlJournal
from bot.cli import FAILED, WRONG
from tests.fakes.packages import package
from tests.unit.bot.deskmate import ROOT, deskmate, deskmate_from_nothing, workspace
from tests.unit.bot.test_entry_points import installed

RIGHT = "name: Robin\nmodel: rehearsal\n"


def refused(ended: "subprocess.CompletedProcess[str]", status: int) -> str:
    assert (ended.returncode, ended.stdout) == (status, ""), ended
    return ended.stderr


def test_a_right_workspace_is_told_part_by_part(tmp_path: Path) -> None:
    workspace(tmp_path, RIGHT)
    ended = deskmate(tmp_path, "workspace", "check")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.startswith("ok     settings     ")
    [settings, *_] = json.loads(deskmate(tmp_path, "workspace", "check", "--json").stdout)
    assert settings["right"] is True


def test_a_wrong_one_is_told_too_and_ends_so(tmp_path: Path) -> None:
    file = workspace(tmp_path, RIGHT)
    (file.parent / "apps").mkdir()
    (file.parent / "apps" / "mail.yml").write_text("command: x\n")
    ended = deskmate(tmp_path, "workspace", "check")
    assert (ended.returncode, ended.stderr) == (WRONG, "")
    assert f"WRONG  apps         {file.parent}/apps/mail.yml is not read: rename it to mail.yaml" in ended.stdout
    file.write_text("nome: x\n")
    [one] = json.loads(deskmate(tmp_path, "workspace", "check", "--json").stdout)
    assert (one["line"], one["key"]) == (1, "nome")
    assert "there is no such key" in refused(deskmate(tmp_path, "workspace", "show"), WRONG)


def test_what_is_installed_beside_it_is_checked_too(tmp_path: Path) -> None:
    workspace(tmp_path, RIGHT)
    installed(tmp_path / "site", "house_checked", "PROFILES = {'*': {'prefx': 'x'}}")
    path = f"{ROOT}:{tmp_path / 'site'}"
    [one] = json.loads(deskmate_from_nothing(tmp_path, "workspace", "check", "--json", PYTHONPATH=path).stdout)
    assert (one["about"], one["right"], one["key"]) == ("profiles", False, "*.prefx")


def test_of_several_teams_each_is_checked_and_one_is_shown(tmp_path: Path) -> None:
    file = workspace(tmp_path, RIGHT).rename(tmp_path / "workspace" / "teams.yaml")
    file.write_text("teams: {T1: one, T2: two}\n")
    for name in ("one", "two"):
        (file.parent / name).mkdir()
        (file.parent / name / "workspace.yaml").write_text(RIGHT.replace("Robin", name.title()))
    found = json.loads(deskmate(tmp_path, "workspace", "check", "--json").stdout)
    assert {one["team"] for one in found} == {"T1", "T2"}
    assert "say of which team: --team T1 or T2" in refused(deskmate(tmp_path, "workspace", "show"), WRONG)
    assert " · Two · " in deskmate(tmp_path, "workspace", "show", "--team", "T2").stdout


def test_what_is_kept_is_shown_by_the_beginning_of_its_checksum(tmp_path: Path) -> None:
    workspace(tmp_path, RIGHT)
    assert "there is no journal" in refused(deskmate(tmp_path, "workspace", "show", "--checksum", "ab"), FAILED)
    kept = [package("one"), package("two")]
    (tmp_path / "data").mkdir()
    with SqlJournal.open(f"sqlite:///{tmp_path / 'data' / 'deskmate.db'}", time.time) as journal:
        for one in kept:
            asyncio.run(journal.packages.keep(one))
    shown = json.loads(deskmate(tmp_path, "workspace", "show", "--json", "--checksum", kept[0].checksum[:8]).stdout)
    assert (shown["checksum"], shown["model"]) == (kept[0].checksum, "one")
    unknown = deskmate(tmp_path, "workspace", "show", "--checksum", "no")
    assert "no: no turn has run with such a package" in refused(unknown, FAILED)


def test_without_what_to_do_it_shows_what_there_is(tmp_path: Path) -> None:
    ended = deskmate(tmp_path, "workspace")
    assert ended.returncode == 0
    assert "show what a turn would be told" in ended.stdout


def test_a_package_is_meant_by_its_checksum_or_by_what_it_would_be_made_for(tmp_path: Path) -> None:
    workspace(tmp_path, RIGHT)
    both = deskmate(tmp_path, "workspace", "show", "--checksum", "5f70bf18", "--mode", "plan", "--team", "T1")
    assert "--checksum shows what has been: leave out --mode and --team" in refused(both, WRONG)
    assert "--checksum must be the beginning of one, as `status` shows it" in refused(
        deskmate(tmp_path, "workspace", "show", "--checksum", ""), WRONG
    )


def test_what_tools_of_the_team_print_is_no_part_of_what_is_shown(tmp_path: Path) -> None:
    file = workspace(tmp_path, RIGHT)
    (file.parent / "tools").mkdir()
    prints = 'import atexit, os\nprint("hi")\nos.system("echo program")\natexit.register(lambda: print("bye"))\n'
    tool = 'from deskmate.tools import tool\n@tool\ndef f(a: str) -> str:\n    "F."\n    return a\n'
    (file.parent / "tools" / "x.py").write_text(prints + tool)
    for action in ("show", "check"):
        ended = deskmate_from_nothing(tmp_path, "workspace", action, "--json")
        assert json.loads(ended.stdout)
        assert all(word in ended.stderr for word in ("hi", "program", "bye"))
