"""With a limit on its time, first in a process of its own: nothing that is imported holds us up, or ends us."""

import os
import sys
import time
from pathlib import Path
from types import ModuleType

import pytest

from adapters.own_tools.importing import import_all
from adapters.own_tools.modules import Importable, NotImported

HANG = "import time\nwhile True: time.sleep(1)\n"


def wrong(text: str, within: float = 20.0) -> str:
    [found] = import_all([Importable("/srv/tools/orders.py", text)], within)
    assert isinstance(found, NotImported)
    return found.message


def test_what_is_right_is_imported_here_and_in_order(tmp_path: Path) -> None:
    found = import_all([Importable(f"/srv/tools/{name}.py", f"name = {name!r}\n") for name in "abcdef"])
    assert [one.name for one in found if isinstance(one, ModuleType)] == list("abcdef")
    assert import_all([]) == []


def test_what_hangs_is_given_up_with_all_that_it_has_begun(tmp_path: Path) -> None:
    mark = tmp_path / "pid"
    writes = f"open({str(mark)!r}, 'w').write(str(child.pid))"
    begins = f"import subprocess\nchild = subprocess.Popen(['sleep', '1000'])\n{writes}\n"
    assert wrong(begins + HANG, within=2.0).startswith("was not imported within 2 seconds: let it begin")
    pid = int(mark.read_text())
    deadline = time.monotonic() + 10
    while _lives(pid) and time.monotonic() < deadline:
        os.sched_yield()
    assert not _lives(pid)


def _lives(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except FileNotFoundError:
        return False


def test_what_hangs_only_here_hangs_alone() -> None:
    text = "import sys, time\nif 'pytest' in sys.modules:\n    time.sleep(1000)\n"
    assert wrong(text, within=2.0).startswith("was not imported within 2 seconds")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("import os\nos._exit(3)\n", "ended the process that imported it (with status 3)"),
        ("import os\nos.kill(os.getpid(), 9)\n", "ended the process that imported it (by signal 9)"),
        ("import sys\nsys.exit(3)\n", "raised SystemExit when it was imported: 3"),
        ("print('no answer')\nraise ValueError('x')\n", "raised ValueError when it was imported: x"),
    ],
)
def test_what_ends_the_process_or_raises_ends_only_the_other_one(text: str, why: str) -> None:
    assert wrong(text) == why


def test_what_it_prints_is_no_part_of_what_a_command_prints(capfd: pytest.CaptureFixture[str]) -> None:
    [found] = import_all([Importable("/srv/tools/orders.py", "print('hello')\n")])
    assert isinstance(found, ModuleType)
    assert capfd.readouterr() == ("", "hello\n")


def test_it_finds_what_we_find(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "shared_by_tools.py").write_text("NAME = 'Ana'\n")
    monkeypatch.syspath_prepend(tmp_path)
    [found] = import_all([Importable("/srv/tools/orders.py", "from shared_by_tools import NAME\n")])
    assert isinstance(found, ModuleType)
    assert found.NAME == "Ana"
    sys.modules.pop("shared_by_tools")


def test_where_a_file_goes_we_do_not(tmp_path: Path) -> None:
    before = os.getcwd()
    try:
        [module] = import_all([Importable(str(tmp_path / "x.py"), f"import os; os.chdir({str(tmp_path)!r})")])
        assert not isinstance(module, NotImported)
        assert os.getcwd() == before
    finally:
        os.chdir(before)
