"""The command says what is wrong in one sentence, and imports only what it needs."""

import asyncio
import json
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from adapters.storage.file_lock import FileLock
from adapters.storage.journal import SqlJournal
from bot.cli import FAILED, UNREAD, WRONG, main
from harness.chat.people import Person, Place
from harness.sessions.facts import MessageReceived
from tests.unit.bot.deskmate import COMMAND, ROOT, TOKENS, deskmate, deskmate_from_nothing, environment, workspace

HEAVY = {
    *("litellm", "sqlalchemy", "slack_bolt", "slack_sdk", "discord", "aiohttp"),
    *("pydantic", "alembic", "prompt_toolkit", "yaml"),
}
REHEARSED = "model: rehearsal\n"


def refused(ended: "subprocess.CompletedProcess[str]", status: int) -> str:
    """What it said, which is no traceback."""
    assert ended.returncode == status, ended.stderr
    assert ended.stdout == ""
    assert ended.stderr.startswith("deskmate: ")
    assert "Traceback" not in ended.stderr
    return ended.stderr.removeprefix("deskmate: ").rstrip("\n")


@pytest.mark.parametrize(
    "arguments", [["--help"], ["--version"], ["run", "--help"], ["manifest", "--help"], ["doctor", "--help"]]
)
def test_help_imports_nothing_that_takes_time(arguments: list[str], tmp_path: Path) -> None:
    program = (
        "import sys\n"
        "from bot.cli import main\n"
        "try:\n"
        f"    main({arguments})\n"
        "except SystemExit as end:\n"
        "    assert not end.code\n"
        f"print('heavy:', sorted({HEAVY} & set(sys.modules)))\n"
    )
    ended = subprocess.run(
        [sys.executable, "-c", program], env=environment(tmp_path), cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert ended.stdout.endswith("heavy: []\n"), ended
    assert "deskmate" in ended.stdout


def test_a_start_does_not_look_for_garbage_all_the_while_it_imports() -> None:
    program = (
        "import gc\n"
        "from bot.cli import main\n"
        "try:\n"
        "    main(['--version'])\n"
        "except SystemExit:\n"
        "    before = gc.get_stats()[0]['collections']\n"
        "import bot.app, slack_bolt.app.async_app\n"
        "print('times:', gc.get_stats()[0]['collections'] - before)\n"
    )
    ended = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert int(ended.stdout.partition("times: ")[2]) < 50, ended


@pytest.mark.parametrize(
    "arguments",
    [
        *(["init", "new"], ["manifest", "slack"], ["manifest", "discord"], ["doctor"], ["pair", "ABCDEFGH"]),
        *(["wakeups"], ["run"], ["try", "--workspace", "nothere"], ["walk"], ["--help"]),
    ],
)
def test_from_nothing_it_starts_without_a_warning_and_says_what_it_says_here(
    arguments: list[str], tmp_path: Path
) -> None:
    """Here it is mostly forked from a process that has imported everything (tests/forked.py)."""
    outcomes = []
    for run in (deskmate_from_nothing, deskmate):
        folder = tmp_path / "folder"
        folder.mkdir()
        workspace(folder, REHEARSED)
        ended = run(folder, *arguments)
        outcomes.append((ended.returncode, ended.stdout, ended.stderr))
        folder.rename(tmp_path / run.__name__)
    assert outcomes[0] == outcomes[1]
    assert "Traceback" not in outcomes[0][2]


@pytest.mark.parametrize("arguments", [["walk"], ["run", "--fast"]])
def test_what_is_no_command_is_wrong(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(arguments)
    assert end.value.code == WRONG
    assert "usage: deskmate" in capsys.readouterr().err


def test_init_writes_a_workspace_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "new"
    assert main(["init", str(folder)]) == 0
    assert (folder / "workspace.yaml").is_file()
    said = capsys.readouterr().out
    for command in ("doctor", "run", "try"):
        assert f"`deskmate {command} --workspace {folder}`" in said
    assert "SLACK_BOT_TOKEN and SLACK_APP_TOKEN, or DISCORD_BOT_TOKEN" in said
    assert main(["init", str(folder)]) == FAILED
    assert "is already a workspace" in capsys.readouterr().err


def test_the_manifest_bears_the_name_of_the_workspace_that_is_there(tmp_path: Path) -> None:
    printed = deskmate(tmp_path, "manifest", "slack", DESKMATE_WORKSPACE="")
    assert (printed.returncode, printed.stderr) == (0, "")
    assert printed.stdout == (ROOT / "manifests" / "slack.yaml").read_text(encoding="utf-8")
    workspace(tmp_path, "name: Robin\n")
    for more in ((), ("--workspace", "workspace")):
        assert "display_name: Robin\n" in deskmate(tmp_path, "manifest", "slack", *more).stdout


def test_the_manifest_for_discord_bears_the_name_of_the_workspace_that_is_there(tmp_path: Path) -> None:
    printed = deskmate(tmp_path, "manifest", "discord", DESKMATE_WORKSPACE="")
    assert printed.returncode == 0, printed.stderr
    assert printed.stdout == (ROOT / "manifests" / "discord.json").read_text(encoding="utf-8")
    workspace(tmp_path, "name: Robin\n")
    assert '"name": "Ask Robin"' in deskmate(tmp_path, "manifest", "discord").stdout
    assert "is for Slack" in refused(deskmate(tmp_path, "manifest", "discord", "--http", "https://desk.example"), WRONG)


def test_the_manifest_may_name_a_url_and_a_workspace_that_is_named_must_be_there(tmp_path: Path) -> None:
    url = "https://desk.example/slack/events"
    printed = deskmate(tmp_path, "manifest", "slack", "--http", url, DESKMATE_WORKSPACE="").stdout
    assert printed.count(f"request_url: {url}\n") == 2
    assert "socket_mode_enabled: false" in printed
    for wrong in ("desk.example", "https://", "https://[", "https://desk.example/?a=b"):
        said = refused(deskmate(tmp_path, "manifest", "slack", "--http", wrong, DESKMATE_WORKSPACE=""), WRONG)
        assert "--http must be a URL that begins with https://" in said
    assert "deskmate init" in refused(deskmate(tmp_path, "manifest", "slack", "--workspace", "elsewhere"), WRONG)
    file = workspace(tmp_path, "nome: Robin\n")
    assert f"{file}:1: nome" in refused(deskmate(tmp_path, "manifest", "slack"), WRONG)


def test_of_several_teams_the_manifest_says_where_they_come_back_to_and_each_needs_a_workspace(tmp_path: Path) -> None:
    where = "https://desk.example/slack/oauth_redirect"
    printed = deskmate(tmp_path, "manifest", "slack", SLACK_REDIRECT_URL=where)
    assert (printed.returncode, printed.stderr) == (0, "")
    assert f"redirect_urls:\n    - {where}\n" in printed.stdout
    assert "org_deploy_enabled: true" in printed.stdout
    elsewhere = deskmate(tmp_path, "manifest", "slack", SLACK_REDIRECT_URL="https://desk.example")
    assert "SLACK_REDIRECT_URL must be an address where browsers reach me" in refused(elsewhere, WRONG)
    several = {"SLACK_CLIENT_ID": "1.2", "SLACK_CLIENT_SECRET": "s", "SLACK_REDIRECT_URL": where}
    said = refused(deskmate(tmp_path, "run", SLACK_APP_TOKEN="xapp-1", **several), WRONG)
    assert "teams.yaml is not there: it names the workspace folder of each team" in said
    lacking = {**several, "SLACK_CLIENT_SECRET": "", "DISCORD_BOT_TOKEN": "x"}
    lines = deskmate(tmp_path, "run", **lacking).stderr.splitlines()
    assert len(lines) == 3, "all that is wrong, at once"
    for line, name in zip(lines, ("SLACK_CLIENT_SECRET", "SLACK_APP_TOKEN", "DISCORD_BOT_TOKEN"), strict=True):
        assert line.startswith(f"deskmate: {name} ")


def test_the_doctor_says_a_line_a_finding_and_no_secret(tmp_path: Path) -> None:
    workspace(tmp_path, "model: rehearsal\nnome: Robin\n")
    known = {**TOKENS, "SLACK_API_URL": "http://127.0.0.1:9/api/", "WORK_TOKEN": str(tmp_path / "data")}
    ended = deskmate(tmp_path, "doctor", **known)
    assert (ended.returncode, ended.stderr) == (WRONG, "")
    lines = ended.stdout.splitlines()
    said = [line[:18].split() for line in lines]
    assert said == [["WRONG", "workspace"], ["ok", "data"], ["ok", "journal"], ["WRONG", "slack"]]
    assert "… will be made by the first start" in lines[1]
    assert not [token for token in known.values() if token.startswith("x") and token in ended.stdout]


def test_without_a_workspace_it_says_how_to_get_one(tmp_path: Path) -> None:
    said = refused(deskmate(tmp_path, "run", **TOKENS), WRONG)
    folder = tmp_path / "workspace"
    assert said == f"{folder}/workspace.yaml is not there: `deskmate init {folder}` writes an example workspace"


def test_a_wrong_workspace_is_told_by_file_line_and_key(tmp_path: Path) -> None:
    file = workspace(tmp_path, "name: Robin\npermissions:\n  tools: {exceute: ask}\n")
    said = refused(deskmate(tmp_path, "run", **TOKENS), WRONG)
    assert said == f"{file}:3: permissions.tools.exceute: there is no tool exceute; did you mean execute?"


def test_without_a_model_it_says_what_to_set(tmp_path: Path) -> None:
    workspace(tmp_path, "name: Robin\n")
    said = refused(deskmate(tmp_path, "run", **TOKENS), WRONG)
    assert "names no model: set `model:`" in said
    assert "\n" not in said


def test_without_slack_it_says_which_tokens_and_what_goes_without(tmp_path: Path) -> None:
    workspace(tmp_path, REHEARSED)
    said = refused(deskmate(tmp_path, "run"), WRONG)
    assert "set SLACK_BOT_TOKEN and SLACK_APP_TOKEN" in said
    assert "deskmate try" in said


def test_all_that_is_missing_is_told_at_once_a_line_each(tmp_path: Path) -> None:
    ended = deskmate(tmp_path, "run", SLACK_BOT_TOKEN="nonsense")
    assert ended.returncode == WRONG
    lines = ended.stderr.splitlines()
    assert all(line.startswith("deskmate: ") for line in lines)
    assert [next(word for word in ("BOT", "APP", "init") if word in line) for line in lines] == ["BOT", "APP", "init"]


@pytest.mark.parametrize("arguments", [["doctor"], ["try"], ["manifest", "slack"]])
def test_whoever_stops_reading_hears_no_complaint(arguments: list[str], tmp_path: Path) -> None:
    workspace(tmp_path, "model: rehearsal\n")
    running = subprocess.Popen(
        [*COMMAND, *arguments],
        env=environment(tmp_path),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert running.stdout
    running.stdout.close()
    assert running.stderr
    with running.stderr:
        assert running.stderr.read() == b""
    assert running.wait(60) in (0, UNREAD)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="it takes a disk that is full")
@pytest.mark.parametrize("arguments", [["doctor"], ["manifest", "slack"]])
def test_what_cannot_be_written_is_told_in_a_line(arguments: list[str], tmp_path: Path) -> None:
    workspace(tmp_path, REHEARSED)
    with Path("/dev/full").open("w") as full:
        ended = subprocess.run(
            [*COMMAND, *arguments],
            env=environment(tmp_path),
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
        )
    assert (ended.returncode, ended.stderr) == (FAILED, "deskmate: No space left on device\n")


@pytest.mark.parametrize(("arguments", "name"), [(["doctor"], "Zo?"), (["manifest", "slack"], "display_name: Zoë")])
def test_what_a_terminal_cannot_show_keeps_nothing_from_being_told(
    arguments: list[str], name: str, tmp_path: Path
) -> None:
    workspace(tmp_path, "name: Zoë\nmodel: rehearsal\n")
    ended = deskmate_from_nothing(tmp_path, *arguments, PYTHONIOENCODING="ascii")
    assert name in ended.stdout
    assert ended.stderr == ""


def test_nobody_is_vouched_for_in_a_journal_that_is_not_there(tmp_path: Path) -> None:
    said = refused(deskmate(tmp_path, "pair", "ABCDEFGH"), FAILED)
    assert said.startswith(f"there is no journal at {tmp_path / 'data' / 'deskmate.db'}. ")
    assert "DESKMATE_DATA_DIR" in said
    assert not (tmp_path / "data").exists()


def test_a_backup_is_made_once_and_needs_a_journal(tmp_path: Path) -> None:
    assert "there is no journal at" in refused(deskmate(tmp_path, "backup", "copy.db"), FAILED)
    with SqlJournal.open(f"sqlite:///{tmp_path / 'data' / 'deskmate.db'}", time.time):
        pass
    made = deskmate(tmp_path, "backup", "copy.db")
    assert (made.returncode, made.stderr) == (0, "")
    assert made.stdout == f"Wrote copy.db ({(tmp_path / 'copy.db').stat().st_size:,} bytes).\n"
    assert refused(deskmate(tmp_path, "backup", "copy.db"), FAILED).startswith(
        "copy.db already exists: name a new file"
    )
    nowhere = refused(deskmate(tmp_path, "backup", "nowhere/copy.db"), FAILED)
    assert nowhere == "nowhere/copy.db: No such file or directory"


def test_a_backup_of_a_server_is_made_by_its_own_tools(tmp_path: Path) -> None:
    said = refused(deskmate(tmp_path, "backup", "a b.dump", DESKMATE_DATABASE_URL="postgresql://ana:pw@db/x"), WRONG)
    assert said.startswith("postgresql://…@db/x is not kept in a file of SQLite: copy it by `pg_dump ")
    assert "--file='a b.dump'" in said


def test_conversations_are_listed_shown_and_exported(tmp_path: Path) -> None:
    assert "there is no journal at" in refused(deskmate(tmp_path, "threads", "list"), FAILED)
    place = Place("terminal", "", "here")
    with SqlJournal.open(f"sqlite:///{tmp_path / 'data' / 'deskmate.db'}", time.time) as journal:
        asyncio.run(
            journal.append("ab12cd", [MessageReceived(Person("terminal", "", "zoe", "Zoë"), place, "hi", "m1")])
        )
    for arguments, begins in [
        (("list",), "ab12cd  working"),
        (("list", "--json"), "["),
        (("show", "ab12"), "# hi"),
        (("export", "ab12cd"), "# hi"),
        (("export", "ab12cd", "--format", "jsonl"), '{"position": 1'),
    ]:
        told = deskmate(tmp_path, "threads", *arguments, PYTHONIOENCODING="ascii")
        assert (told.returncode, told.stderr) == (0, "")
        assert told.stdout.startswith(begins)
        assert arguments[0] == "list" or "Zoë" in told.stdout, "what is passed on loses nothing"
    assert "no such conversation" in refused(deskmate(tmp_path, "threads", "show", "x"), FAILED)


def test_a_workspace_that_is_named_must_be_there_even_where_the_example_is_played(tmp_path: Path) -> None:
    assert "deskmate init" in refused(deskmate(tmp_path, "try", "--workspace", "nothere"), WRONG)


def test_the_doctor_goes_on_where_a_setting_cannot_even_be_read(tmp_path: Path) -> None:
    workspace(tmp_path, REHEARSED)
    ended = deskmate(tmp_path, "doctor", DESKMATE_DATABASE_URL="mysql://x")
    assert (ended.returncode, ended.stderr) == (WRONG, "")
    assert "names mysql" in ended.stdout.splitlines()[0]
    assert "workspace.yaml is valid" in ended.stdout
    assert not re.search(r"^\w+ +(journal|data) ", ended.stdout, re.MULTILINE), "of one that will not be used"


def test_a_setting_that_cannot_be_read_hides_no_other(tmp_path: Path) -> None:
    workspace(tmp_path, REHEARSED)
    ended = deskmate(
        tmp_path,
        "doctor",
        DESKMATE_DATABASE_URL=f"sqlite:///{tmp_path / 'mine.db'}",
        SLACK_BOT_TOKEN="xoxb-1",
        SLACK_SIGNING_SECRET="s",
        SLACK_LISTEN="here",
        SLACK_API_URL="http://127.0.0.1:9/api/",
    )
    assert ended.returncode == WRONG
    assert "SLACK_LISTEN must be host:port" in ended.stdout.splitlines()[0]
    assert "mine.db will be made by the first start" in ended.stdout
    assert "listens on" not in ended.stdout, "where it will not listen"
    both = deskmate(tmp_path, "doctor", DESKMATE_DATABASE_URL="mysql://x", SLACK_LISTEN="here").stdout.splitlines()
    assert "names mysql" in both[0]
    assert "SLACK_LISTEN" in both[1]


@pytest.mark.parametrize(("arguments", "named"), [((), "try"), (("threads",), "export")])
def test_without_what_to_do_it_shows_what_there_is(arguments: tuple[str, ...], named: str, tmp_path: Path) -> None:
    ended = deskmate(tmp_path, *arguments)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "usage: deskmate" in ended.stdout
    assert named in ended.stdout


def test_where_nothing_is_scheduled_it_says_so(tmp_path: Path) -> None:
    with SqlJournal.open(f"sqlite:///{tmp_path / 'data' / 'deskmate.db'}", time.time):
        pass
    assert deskmate(tmp_path, "wakeups").stdout == "Nothing is scheduled.\n"


def test_init_writes_where_the_others_will_look(tmp_path: Path) -> None:
    ended = deskmate(tmp_path, "init")
    assert (tmp_path / "workspace" / "workspace.yaml").is_file()
    assert "`deskmate run` starts me" in ended.stdout


def test_a_variable_that_nothing_reads_is_named_and_keeps_no_command_from_being_done(tmp_path: Path) -> None:
    workspace(tmp_path, REHEARSED)
    slip = "DESKMATE_DATA_DIRR is set, and I know no such variable; did you mean DESKMATE_DATA_DIR?"
    printed = deskmate(tmp_path, "manifest", "slack", DESKMATE_DATA_DIRR="/x")
    assert (printed.returncode, printed.stderr) == (0, f"deskmate: {slip}\n")
    assert f"deskmate: {slip}\n" in deskmate(tmp_path, "run", DESKMATE_DATA_DIRR="/x").stderr
    looked = deskmate(tmp_path, "doctor", DESKMATE_DATA_DIRR="/x")
    assert looked.stderr == ""
    assert looked.stdout.splitlines()[0] == f"note   settings     {slip}"


def test_what_keeps_it_from_running_is_an_object_where_the_log_has_these(tmp_path: Path) -> None:
    workspace(tmp_path, REHEARSED)
    ended = deskmate(tmp_path, "run", "--log-format", "json", DESKMATE_DATA_DIRR="/x")
    assert ended.returncode == WRONG
    said = [json.loads(line) for line in ended.stderr.splitlines()]
    assert [line["level"] for line in said] == ["WARNING", "CRITICAL"]
    assert "set SLACK_BOT_TOKEN and SLACK_APP_TOKEN" in said[1]["message"]


def test_a_url_without_a_path_gets_the_one_that_is_listened_at(tmp_path: Path) -> None:
    printed = deskmate(tmp_path, "manifest", "slack", "--http", "https://desk.example", DESKMATE_WORKSPACE="").stdout
    assert printed.count("request_url: https://desk.example/slack/events\n") == 2


@pytest.mark.parametrize("name", list(TOKENS))
def test_a_token_alone_is_not_enough(name: str, tmp_path: Path) -> None:
    workspace(tmp_path, REHEARSED)
    other = next(iter(TOKENS.keys() - {name}))
    said = refused(deskmate(tmp_path, "run", **{name: TOKENS[name]}), WRONG)
    assert said == f"{other} is missing: Slack needs both tokens (xoxb- and xapp-)"


@pytest.mark.parametrize(
    ("url", "status", "said"),
    [
        ("mysql://db/x", WRONG, "names mysql; it may be sqlite or postgresql"),
        ("sqlite:///:memory:", FAILED, "name a file"),
        ("postgresql://ana:hunter2@db:port/x", FAILED, "not the URL of a database"),
        ("postgresql://ana:hunter2@127.0.0.1:1/x", FAILED, "no connection to postgresql"),
    ],
)
def test_a_database_that_cannot_be_used_is_told_without_its_password(
    url: str, status: int, said: str, tmp_path: Path
) -> None:
    workspace(tmp_path, REHEARSED)
    told = refused(deskmate(tmp_path, "run", DESKMATE_DATABASE_URL=url, **TOKENS), status)
    assert said in told
    assert "hunter2" not in told


def test_the_second_on_one_data_folder_says_so_and_exits(tmp_path: Path) -> None:
    workspace(tmp_path, REHEARSED)
    database = tmp_path / "data" / "deskmate.db"
    with FileLock(database.with_name("deskmate.db.lock"), database, print):
        said = refused(deskmate(tmp_path, "run", **TOKENS), FAILED)
    assert said.startswith(f"Deskmate is already running on {tmp_path / 'data'}: process ")


def test_a_data_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    workspace(tmp_path, REHEARSED)
    (tmp_path / "data").write_text("a file")
    said = refused(deskmate(tmp_path, "run", **TOKENS), FAILED)
    assert str(tmp_path / "data") in said
    assert "DESKMATE_DATA_DIR" in said
