"""What the log says, and never says: no token and no key, wherever it comes from."""

import logging
import re
import sys

_SECRETS = re.compile(r"xox[a-z]-[\w-]+|xapp-[\w-]+|sk-[\w-]{8,}|(?<=Bearer )\S+|(?<=://)[^/@\s:]+:[^/@\s]+(?=@)")


class Redacting(logging.Formatter):
    """Writes a secret as a few dots, in messages and in tracebacks."""

    def format(self, record: logging.LogRecord) -> str:
        return redacted(super().format(record))


def redacted(text: str) -> str:
    return _SECRETS.sub("…", text)


def set_up(verbose: bool = False, quiet: bool = False) -> None:
    """To standard error: warnings of others, and what we do ourselves, unless it is to be `quiet`."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Redacting("%(asctime)s %(levelname)-7s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.ERROR if quiet else logging.WARNING, handlers=[handler], force=True)
    for room in ("bot", "adapters", "harness", "scheduler"):
        ours = logging.DEBUG if verbose else logging.ERROR if quiet else logging.INFO
        logging.getLogger(room).setLevel(ours)
