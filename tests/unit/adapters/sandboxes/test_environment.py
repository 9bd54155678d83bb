"""What a command sees of our environment."""

import asyncio
import os
from pathlib import Path

import pytest

from adapters.sandboxes.environment import PASSED_ON, git_settings, passed_on
from adapters.sandboxes.unsandboxed import Unsandboxed
from harness.toolbox.shell import Completed


def test_only_what_is_passed_on_is_seen_and_there_is_always_a_path() -> None:
    assert passed_on({"HOME": "/x", "SLACK_BOT_TOKEN": "xoxb"}) == {"PATH": os.defpath, "HOME": "/x"}
    assert "PATH" in PASSED_ON


def test_git_is_kept_from_running_what_files_say() -> None:
    told = git_settings()
    keys = {told[f"GIT_CONFIG_KEY_{n}"]: told[f"GIT_CONFIG_VALUE_{n}"] for n in range(int(told["GIT_CONFIG_COUNT"]))}
    assert keys["core.hooksPath"] == os.devnull
    assert keys["core.fsmonitor"] == "false"


@pytest.mark.parametrize(
    "command",
    [
        "git commit --allow-empty", "git commit --amend --allow-empty", "git rebase -i HEAD~1",
        "git merge --no-ff --edit side", "git tag -a v1",
        "git branch --edit-description", "git config -e", "git notes add",
        'sh -c "$EDITOR x"', 'sh -c "$VISUAL x"',
    ],
)  # fmt: skip
def test_nothing_waits_in_an_editor(tmp_path: Path, command: str) -> None:

    def ran(command: str) -> Completed:
        return asyncio.run(Unsandboxed(tmp_path, {"PATH": os.environ["PATH"]}).run(command, 20, lambda text: None))

    me = "git config user.name a; git config user.email a@b"
    empty = "git commit -q --allow-empty -m x"
    ran(f"git init -q -b main; {me}; {empty}; {empty}; git checkout -q -b side HEAD~1; {empty}y; git checkout -q main")
    done = ran(command)
    assert done.ended == "exited"
    assert "There is no editor here: use git commit -m" in done.output
    assert ran("GIT_EDITOR=true git tag -a v2 -m x").exit_code == 0, "a command may name its own"
