"""What the command takes, and how it is spelt."""

import pytest

from bot.arguments import parser


def test_verbose_is_another_word_for_a_level_and_the_last_word_counts() -> None:
    assert parser().parse_args(["run"]).log_level == "info"
    assert parser().parse_args(["run", "--verbose"]).log_level == "debug"
    assert parser().parse_args(["run", "--verbose", "--log-level", "error"]).log_level == "error"


@pytest.mark.parametrize(
    "wrong",
    [["run", "--log-level", "loud"], ["run", "--log-format", "xml"], ["backup"], ["threads"], ["manifest", "irc"]],
)
def test_what_it_does_not_know_is_wrong(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        parser().parse_args(wrong)
    assert end.value.code == 2
    assert "usage: deskmate" in capsys.readouterr().err


def test_each_command_that_reads_settings_takes_a_workspace() -> None:
    threads = (["threads", "list"], ["threads", "show", "x"], ["threads", "export", "x"])
    others = (["run"], ["try"], ["doctor"], ["manifest", "slack"], ["pair", "X"], ["wakeups"], ["backup", "f"])
    for command in (*others, *threads):
        assert parser().parse_args([*command, "--workspace", "w"]).workspace == "w"


def test_what_a_command_does_not_take_is_answered_with_what_that_command_takes(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        parser().parse_args(["workspace", "show", "--bogus"])
    said = capsys.readouterr().err
    assert "usage: deskmate workspace show " in said
    assert "unrecognized arguments: --bogus" in said
