"""The program that imports something first: one line in, one line out, whatever is printed meanwhile."""

import json
import subprocess
import sys

from adapters.own_tools import probe


def said(text: str) -> object:
    asked = json.dumps({"path": "/srv/tools/orders.py", "text": text, "sys_path": sys.path})
    program = [sys.executable, "-I", probe.__file__]
    ended = subprocess.run(program, input=f"{asked}\n", capture_output=True, text=True, timeout=60)
    assert ended.returncode == 0
    return json.loads(ended.stdout)


def test_of_what_is_right_it_says_nothing() -> None:
    assert said("print('hello')\n") == {}


def test_of_what_is_wrong_it_says_why_and_where() -> None:
    assert said("x = 1\n1 / 0\n") == {
        "message": "raised ZeroDivisionError when it was imported: division by zero",
        "line": 2,
    }


def test_nobody_waits_for_what_an_import_has_begun() -> None:
    assert said("import threading, time\nthreading.Thread(target=lambda: time.sleep(1000)).start()\n") == {}
