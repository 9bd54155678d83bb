"""The program that imports something first, in a process of its own: whether that ends, and raises nothing, is known
before it is done where the colleague works.

It is given a line of JSON, and says one: why it cannot be imported, or nothing.
"""

import json
import os
import sys


def main() -> None:
    given = json.loads(sys.stdin.readline())
    said = os.dup(1)
    os.dup2(2, 1)  # what is printed meanwhile is no answer
    sys.path[:] = given["sys_path"]
    from adapters.own_tools.modules import Importable, NotImported, imported

    found = imported(Importable(given["path"], given["text"]))
    wrong = {"message": found.message, "line": found.line} if isinstance(found, NotImported) else {}
    with os.fdopen(said, "w", encoding="utf-8") as answer:
        json.dump(wrong, answer)
    os._exit(0)  # whatever it has begun, nobody waits for


if __name__ == "__main__":
    main()
