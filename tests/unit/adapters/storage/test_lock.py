import os
import sys
from pathlib import Path
from subprocess import PIPE, Popen

import pytest

from adapters.storage.lock import Held, Lock, held

ROOT = Path(__file__).parents[4]
HOLDER = """
import sys, time
from pathlib import Path
from adapters.storage.lock import Lock
lock = Lock(Path(sys.argv[1]))
lock.acquire()
print("held", flush=True)
time.sleep(600)
"""


def test_a_second_holder_is_told_which_process_has_it(tmp_path: Path):
    path = tmp_path / "new" / "engine.lock"
    with Lock(path), pytest.raises(Held, match=f"process {os.getpid()} holds engine.lock") as raised:
        Lock(path).acquire()

    assert (raised.value.path, raised.value.pid) == (path, os.getpid())
    assert str(path.parent) in str(raised.value)


def test_once_released_another_has_it(tmp_path: Path):
    first, second = Lock(tmp_path / "engine.lock"), Lock(tmp_path / "engine.lock")
    first.acquire()
    first.acquire()
    first.release()
    first.release()

    with second, pytest.raises(Held):
        first.acquire()


def test_each_folder_has_its_own(tmp_path: Path):
    with Lock(tmp_path / "a" / "engine.lock"), Lock(tmp_path / "b" / "engine.lock"):
        assert {path.parent.name for path in tmp_path.glob("*/engine.lock")} == {"a", "b"}


def test_a_process_that_is_killed_holds_it_no_longer(tmp_path: Path):
    path = tmp_path / "engine.lock"
    with Popen([sys.executable, "-c", HOLDER, path], cwd=ROOT, stdout=PIPE, text=True) as holder:
        assert holder.stdout
        try:
            assert holder.stdout.readline() == "held\n"
            with pytest.raises(Held) as raised:
                Lock(path).acquire()
            assert raised.value.pid == holder.pid
        finally:
            holder.kill()

    with Lock(path):
        assert path.read_text() == f"{os.getpid()}\n"


def test_a_holder_that_has_not_said_who_it_is_is_another_process(tmp_path: Path):
    path = tmp_path / "engine.lock"
    with Lock(path):
        path.write_text("")

        with pytest.raises(Held, match=r"another process holds engine\.lock") as raised:
            Lock(path).acquire()

    assert raised.value.pid is None


def test_who_holds_it_may_be_asked_without_taking_it(tmp_path: Path):
    path = tmp_path / "engine.lock"
    assert held(path) is None
    assert not path.exists()

    with Lock(path):
        holder = held(path)
        assert holder
        assert (holder.path, holder.pid) == (path, os.getpid())

    assert held(path) is None, "it is released"
    path.write_text("4711\n")
    assert held(path) is None, "whoever wrote this was killed"
    assert path.read_text() == "4711\n"
    with Lock(path):
        assert held(path)
