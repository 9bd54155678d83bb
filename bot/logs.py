"""What the log says, and never says: no token and no key, wherever it comes from."""

import json
import logging
import os
import re
import sys
from collections.abc import Collection, Mapping
from datetime import UTC, datetime
from types import TracebackType
from typing import Literal, get_args

from harness.chat.keys import without_keys
from harness.chat.visible import visible
from harness.tools.unforeseen import FIELDS, RECURRING

log = logging.getLogger(__name__)

_SECRETS = re.compile(
    r"xox[a-z]-[\w-]+|xapp-[\w-]+|sk-[\w-]{8,}|(?<=Bearer )\S+|(?<=://)[^/@\s:]+:[^/@\s]+(?=@)"
    r"|(?<=password=)[^&\s'\"\\]+"  # as libpq takes them in a URL's query, too
    r"|(?<=[?&]ticket=)[^&\s'\"\\]+"  # of Slack's sockets: an error of aiohttp's names the whole address
    r"|(?<=/webhooks/)\d+/[\w-]+|(?<=/interactions/)\d+/[\w-]+"  # of Discord's interactions, in discord.py's warnings
)


_NAMES = ("KEY", "TOKEN", "SECRET", "PASSWORD")
"""How names of variables end that hold secrets."""
_SHORTEST = 8
"""Characters. What is shorter stands in too many words to be taken out of them."""


Format = Literal["text", "json"]
FORMATS = get_args(Format)
LEVELS = ("debug", "info", "warning", "error")
ROOMS = ("bot", "adapters", "harness", "scheduler")
"""Where our own lines come from."""
MINUTE = 60.0
"""Seconds."""
HTTP = ("httpx",)
"""Libraries that log a line for each request, without what is in it. They are heard at the level debug alone, and not
what they would say at their own: that has headers and bodies.
"""


class Redacting(logging.Formatter):
    """Writes a secret as a few dots, in messages and in tracebacks: what looks like one, and each of `secrets`."""

    def __init__(self, secrets: Collection[str] = ()) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(name)s: %(message)s")
        self._secrets = secrets

    def format(self, record: logging.LogRecord) -> str:
        return redacted(super().format(record), self._secrets)

    def formatMessage(self, record: logging.LogRecord) -> str:
        """In one line, whatever is in it: what others wrote begins none that passes for ours."""
        return visible(super().formatMessage(record).replace("\n", "\\n"))


class OnceAMinute(logging.Filter):
    """Of what says the same again and again, one line a minute."""

    def __init__(self) -> None:
        super().__init__()
        self._said: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        what, at = getattr(record, RECURRING, ""), record.created
        if not what:
            return True
        self._said = {one: then for one, then in self._said.items() if 0 <= at - then < MINUTE}
        return self._said.setdefault(what, at) == at


class JsonLines(logging.Formatter):
    """An object a line: `time` (UTC), `level`, `logger`, `message`, and `exception` if there is one; then the fields
    of the line. As free of secrets as `Redacting`.
    """

    def __init__(self, secrets: Collection[str] = ()) -> None:
        super().__init__()
        self._secrets = secrets

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        said: dict[str, object] = {
            "time": at.replace("+00:00", "Z"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            said["exception"] = self.formatException(record.exc_info)
        said |= getattr(record, FIELDS, {})
        return json.dumps({name: self._clean(value) for name, value in said.items()}, ensure_ascii=False, default=str)

    def _clean(self, value: object) -> object:
        return redacted(value, self._secrets) if isinstance(value, str) else value


def redacted(text: str, secrets: Collection[str] = ()) -> str:
    """Without what looks like a secret, and without each of `secrets`."""
    for secret in secrets:
        text = text.replace(secret, "…")
    return _SECRETS.sub("…", without_keys(text, lambda name: "…"))


def secrets_in(environment: Mapping[str, str]) -> list[str]:
    """The values whose names say that they are secret, longest first: one may be a part of another."""
    return sorted(named_secrets(environment), key=len, reverse=True)


def named_secrets(environment: Mapping[str, str]) -> dict[str, str]:
    """The name of each of these, by its value."""
    named = {value.strip(): name for name, value in environment.items() if name.upper().endswith(_NAMES)}
    return {value: name for value, name in named.items() if len(value) >= _SHORTEST}


def hush() -> None:
    """Nobody reads our standard output any more: what is still printed goes nowhere, and no error comes of it."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def complain(why: str, level: int = logging.CRITICAL) -> None:
    """Says on standard error what keeps a command from being done, or might, a line each: as an object where the log
    has these.
    """
    as_json = any(isinstance(handler.formatter, JsonLines) for handler in logging.root.handlers)
    for line in redacted(why).splitlines():
        if as_json:
            log.log(level, "%s", line)
        else:
            print(f"deskmate: {line}", file=sys.stderr)


def _broke_off(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """What nobody has caught is a line like any other, and as free of secrets."""
    log.critical("it ends, since this went wrong", exc_info=(kind, error, trace))


def set_up(environment: Mapping[str, str], level: str = "info", form: Format = "text", quiet: bool = False) -> None:
    """To standard error: warnings of others, and what we do ourselves from `level` on, unless it is to be `quiet`; also
    Python's own warnings, and what ends the program. Without the secrets in `environment`.
    """
    handler = logging.StreamHandler(sys.stderr)
    formatter = JsonLines if form == "json" else Redacting
    handler.setFormatter(formatter(secrets_in(environment)))
    handler.addFilter(OnceAMinute())
    ours = logging.ERROR if quiet else logging.getLevelNamesMapping()[level.upper()]
    others = max(ours, logging.WARNING)
    logging.basicConfig(level=others, handlers=[handler], force=True)
    for room in ROOMS:
        logging.getLogger(room).setLevel(ours)
    logging.captureWarnings(True)
    sys.excepthook = _broke_off
    for library in HTTP:
        logging.getLogger(library).setLevel(logging.INFO if ours <= logging.DEBUG else others)
