"""What the log says, and never says: no token and no key, wherever it comes from."""

import logging
import os
import re
import sys
from collections.abc import Collection, Mapping

_SECRETS = re.compile(
    r"xox[a-z]-[\w-]+|xapp-[\w-]+|sk-[\w-]{8,}|(?<=Bearer )\S+|(?<=://)[^/@\s:]+:[^/@\s]+(?=@)"
    r"|(?<=[?&]ticket=)[^&\s'\"\\]+"  # of Slack's sockets: an error of aiohttp's names the whole address
    r"|(?<=/webhooks/)\d+/[\w-]+|(?<=/interactions/)\d+/[\w-]+"  # of Discord's interactions, in discord.py's warnings
)


_NAMES = ("KEY", "TOKEN", "SECRET", "PASSWORD")
"""How names of variables end that hold secrets."""
_SHORTEST = 8
"""Characters. What is shorter stands in too many words to be taken out of them."""


class Redacting(logging.Formatter):
    """Writes a secret as a few dots, in messages and in tracebacks: what looks like one, and each of `secrets`."""

    def __init__(self, secrets: Collection[str] = ()) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(name)s: %(message)s")
        self._secrets = secrets

    def format(self, record: logging.LogRecord) -> str:
        return redacted(super().format(record), self._secrets)


def redacted(text: str, secrets: Collection[str] = ()) -> str:
    """Without what looks like a secret, and without each of `secrets`."""
    for secret in secrets:
        text = text.replace(secret, "…")
    return _SECRETS.sub("…", text)


def secrets_in(environment: Mapping[str, str]) -> list[str]:
    """The values whose names say that they are secret, longest first: one may be a part of another."""
    found = {value for name, value in environment.items() if name.upper().endswith(_NAMES) and len(value) >= _SHORTEST}
    return sorted(found, key=len, reverse=True)


def hush() -> None:
    """Nobody reads our standard output any more: what is still printed goes nowhere, and no error comes of it."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def set_up(environment: Mapping[str, str], verbose: bool = False, quiet: bool = False) -> None:
    """To standard error: warnings of others, and what we do ourselves, unless it is to be `quiet`. Without the
    secrets in `environment`.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Redacting(secrets_in(environment)))
    logging.basicConfig(level=logging.ERROR if quiet else logging.WARNING, handlers=[handler], force=True)
    for room in ("bot", "adapters", "harness", "scheduler"):
        ours = logging.DEBUG if verbose else logging.ERROR if quiet else logging.INFO
        logging.getLogger(room).setLevel(ours)
