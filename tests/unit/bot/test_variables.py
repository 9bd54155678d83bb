"""A variable that looks like one of ours and is none is named, with what was meant; those of others are not."""

import re
from pathlib import Path

import pytest

from bot import settings
from bot.variables import VARIABLES, unknown

ROOT = Path(__file__).parents[3]


def test_all_that_are_read_are_known_and_explained() -> None:
    source = Path(settings.__file__).read_text(encoding="utf-8")
    assert set(re.findall(r'environment\.get\("(\w+)"', source)) == set(VARIABLES)
    table = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [name for name in VARIABLES if f"`{name}`" not in table] == []


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("DESKMATE_DATA_DIRR", "DESKMATE_DATA_DIR"),
        ("deskmate_data_dir", "DESKMATE_DATA_DIR"),
        ("DESKMATE_DB_URL", "DESKMATE_DATABASE_URL"),
        ("SLACK_BOT_TOKN", "SLACK_BOT_TOKEN"),
        ("SLACK_TOKEN", "SLACK_BOT_TOKEN"),
        ("SLACK_SIGNING_SECRETS", "SLACK_SIGNING_SECRET"),
        ("DISCORD_TOKEN", "DISCORD_BOT_TOKEN"),
    ],
)
def test_a_slip_is_named_with_what_was_meant(name: str, meant: str) -> None:
    assert list(unknown({name: "secret", "PATH": "/bin"})) == [
        f"{name} is set, and I know no such variable; did you mean {meant}?"
    ]


def test_what_begins_as_ours_and_is_like_none_is_named_with_all_of_ours() -> None:
    [line] = unknown({"DESKMATE_XYZZY_QUUX": "1"})
    assert "it may be DESKMATE_DATABASE_URL, DESKMATE_DATA_DIR, DESKMATE_SKILLS, DESKMATE_WORKSPACE" in line


@pytest.mark.parametrize("name", ["DESKMATE_FOO", "DESKMATE_DEBUG", "DESKMATE_TOKEN", "DESKMATE_LANGUAGE"])
def test_that_all_of_ours_begin_alike_makes_none_likely(name: str) -> None:
    [line] = unknown({name: "1"})
    assert "did you mean" not in line


@pytest.mark.parametrize(
    ("name", "where"),
    [
        ("DESKMATE_LOG_LEVEL", "say it as `deskmate run --log-level LEVEL`"),
        ("DESKMATE_LOG_FORMAT", "say it as `deskmate run --log-format FORMAT`"),
        ("deskmate_model", "set `model:` in workspace.yaml"),
    ],
)
def test_what_is_set_elsewhere_is_named_with_where(name: str, where: str) -> None:
    assert list(unknown({name: "x"})) == [f"{name} is set, and I know no such variable: {where}"]


@pytest.mark.parametrize(
    "name",
    [
        *("SLACK_WEBHOOK_URL", "SLACK_CHANNEL", "DISCORD_GUILD", "DISCORD_PUBLIC_KEY", "MY_DESKMATE_DATA"),
        *("DESKMATE_SERVICE_HOST", "DESKMATE_SERVICE_PORT_HTTP", "DESKMATE_PORT", "DESKMATE_PORT_3000_TCP_ADDR"),
        *VARIABLES,
    ],
)
def test_what_is_of_others_and_what_is_known_is_not_named(name: str) -> None:
    assert list(unknown({name: "x"})) == []


def test_what_is_almost_one_that_is_set_is_of_somebody_else() -> None:
    assert list(unknown({"DISCORD_TOKEN": "x", "DISCORD_BOT_TOKEN": "y"})) == []
