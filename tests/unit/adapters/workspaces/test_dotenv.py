"""The `.env` files of a workspace."""

import asyncio
import os
from pathlib import Path
from time import time

from adapters.workspaces.dotenv import MOST_FILES, DotEnv


def written(root: Path, path: str, text: str) -> None:
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_text(text)


def test_they_are_found_in_the_workspace_and_among_its_files(tmp_path: Path) -> None:
    written(tmp_path, ".env", "ONE_KEY=one-one-1")
    written(tmp_path, "files/app/.env.local", "TWO_KEY=two-two-2")
    written(tmp_path, "files/app/prod.env", "THREE_KEY=three-three-3")
    written(tmp_path, "files/app/.env.example", "FOUR_KEY=four-four-4")
    written(tmp_path, "files/node_modules/x/.env", "FIVE_KEY=five-five-5")
    written(tmp_path, "files/environment.txt", "SIX_KEY=six-six-6")
    assert asyncio.run(DotEnv(tmp_path, time).secrets()) == {
        "one-one-1": "ONE_KEY",
        "two-two-2": "TWO_KEY",
        "three-three-3": "THREE_KEY",
    }


def test_what_is_written_since_counts_and_what_is_gone_does_not(tmp_path: Path) -> None:
    files = DotEnv(tmp_path, time)
    assert not files.read()
    written(tmp_path, ".env", "ONE_KEY=one-one-1")
    assert files.read() == files.read() == {"one-one-1": "ONE_KEY"}
    written(tmp_path, ".env", "ONE_KEY=two-two-2, and more")
    assert files.read() == {"two-two-2, and more": "ONE_KEY"}
    (tmp_path / ".env").unlink()
    assert not files.read()


def test_what_cannot_be_read_holds_nothing_and_keeps_nobody_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / ".env")
    (tmp_path / "loop").symlink_to(tmp_path)
    (tmp_path / "gone.env").symlink_to(tmp_path / "nowhere")
    (tmp_path / "binary.env").write_bytes(b"\xff\xfe=\x00")
    assert not DotEnv(tmp_path, time).read()
    assert not DotEnv(tmp_path / "nowhere", time).read()


def test_of_very_many_only_so_many_are_read(tmp_path: Path) -> None:
    for number in range(MOST_FILES + 5):
        written(tmp_path, f"{number:04}.env", f"KEY=value-{number:04}-x")
    assert len(DotEnv(tmp_path, time).read()) == MOST_FILES


def test_a_folder_that_is_as_it_was_is_not_read_again_and_one_that_changed_is(tmp_path: Path) -> None:
    written(tmp_path, "files/app/one.env", "ONE_KEY=one-one-1")
    old = time() - 60
    for folder in (tmp_path / "files" / "app", tmp_path / "files", tmp_path):
        os.utime(folder, (old, old))
    files = DotEnv(tmp_path, time)
    assert files.read() == files.read() == {"one-one-1": "ONE_KEY"}
    written(tmp_path, "files/app/deep/two.env", "TWO_KEY=two-two-2")
    written(tmp_path, "files/three.env", "THREE_KEY=three-three-3")
    assert set(files.read().values()) == {"ONE_KEY", "TWO_KEY", "THREE_KEY"}
