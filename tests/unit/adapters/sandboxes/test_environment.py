"""What a command sees of our environment."""

import os

from adapters.sandboxes.environment import PASSED_ON, git_settings, passed_on


def test_only_what_is_passed_on_is_seen_and_there_is_always_a_path() -> None:
    assert passed_on({"HOME": "/x", "SLACK_BOT_TOKEN": "xoxb"}) == {"PATH": os.defpath, "HOME": "/x"}
    assert "PATH" in PASSED_ON


def test_git_is_kept_from_running_what_files_say() -> None:
    told = git_settings()
    keys = {told[f"GIT_CONFIG_KEY_{n}"]: told[f"GIT_CONFIG_VALUE_{n}"] for n in range(int(told["GIT_CONFIG_COUNT"]))}
    assert keys["core.hooksPath"] == os.devnull
    assert keys["core.fsmonitor"] == "false"
