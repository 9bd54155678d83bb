"""A process that appends until it is killed, and prints each thread and head once it is acknowledged:
`python -m tests.contracts.writer URL`.
"""

import asyncio
import sys
import time

from adapters.storage.journal import SqlJournal
from tests.contracts.journal import said


async def write(journal: SqlJournal, thread: str) -> None:
    number = 0
    while True:
        number += 1
        head = (await journal.append(thread, [said(str(number)), said(str(number))], key=f"{thread}:{number}")).head
        sys.stdout.write(f"{thread} {head}\n")
        sys.stdout.flush()


async def main(url: str) -> None:
    with SqlJournal.open(url, time.time) as journal:
        await asyncio.gather(*(write(journal, f"t{i}") for i in range(8)))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
