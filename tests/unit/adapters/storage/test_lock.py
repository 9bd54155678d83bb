import os
import sys
from pathlib import Path
from subprocess import PIPE, Popen

import pytest

from adapters.storage.lock import Held, Holder, Lock, holder

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
    with Lock(path), pytest.raises(Held, match=f"process {os.getpid()}, since 20") as raised:
        Lock(path).acquire()

    assert raised.value.holder.pid == os.getpid()
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
    with Popen([sys.executable, "-c", HOLDER, path], cwd=ROOT, stdout=PIPE, text=True) as process:
        assert process.stdout
        try:
            assert process.stdout.readline() == "held\n"
            with pytest.raises(Held) as raised:
                Lock(path).acquire()
            assert raised.value.holder.pid == process.pid
        finally:
            process.kill()

    with Lock(path):
        assert path.read_text() == f"{os.getpid()}\n"


def test_a_holder_that_has_not_said_who_it_is_is_another_process(tmp_path: Path):
    path = tmp_path / "engine.lock"
    with Lock(path):
        path.write_text("")

        with pytest.raises(Held, match="another process") as raised:
            Lock(path).acquire()

    assert raised.value.holder == Holder()


def test_who_holds_it_may_be_asked_without_taking_it(tmp_path: Path):
    path = tmp_path / "engine.lock"
    assert holder(path) is None
    assert not path.exists()

    with Lock(path):
        os.utime(path, (1_700_000_000, 1_700_000_000))
        assert holder(path) == Holder(os.getpid(), since=1_700_000_000)

    assert holder(path) is None, "it is released"
    path.write_text("4711\n")
    assert holder(path) is None, "whoever wrote this was killed"
    assert path.read_text() == "4711\n"
    with Lock(path):
        assert holder(path)


def test_whoever_works_on_it_is_said_as_far_as_it_is_known():
    assert str(Holder()) == "another process"
    assert str(Holder(4711)) == "process 4711"
    assert str(Holder(4711, "build-7", 1_700_000_000)) == "process 4711 on build-7, since 2023-11-14 22:13 UTC"
