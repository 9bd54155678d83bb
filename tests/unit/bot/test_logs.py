"""No token and no key is ever in the log."""

import json
import logging
import sys
import warnings
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import logs
from bot.logs import HTTP, ROOMS, JsonLines, OnceAMinute, Redacting, redacted, secrets_in
from harness.tools.unforeseen import FIELDS, RECURRING

NAMED = ("", *ROOMS, *HTTP)
SECRET = st.text("abcdefXYZ0123456789-", min_size=12, max_size=30)


@given(SECRET, st.text(), st.sampled_from(["xoxb-", "xapp-", "xoxp-", "sk-", "Bearer "]))
def test_a_secret_is_dots_wherever_it_stands(secret: str, around: str, prefix: str) -> None:
    assert secret not in redacted(f"{around.replace(secret, '')} {prefix}{secret}")


def test_the_password_in_a_database_url_is_dots_and_the_rest_stays() -> None:
    assert redacted("postgresql://ana:hunter2@db/x") == "postgresql://…@db/x"


def test_a_traceback_is_written_without_secrets() -> None:
    try:
        raise ValueError("token xoxb-123-abc was refused")
    except ValueError as error:
        record = logging.LogRecord(
            "bot", logging.ERROR, "", 0, "failed", None, (type(error), error, error.__traceback__)
        )
    text = Redacting().format(record)
    assert "xoxb-123" not in text
    assert "was refused" in text


def test_what_others_wrote_begins_no_line_of_its_own() -> None:
    said = "Slack refused chat.postMessage: odd\r\n2026-01-01 00:00:00,000 INFO    bot: all is well\x1b[2K\u2028x"
    record = logging.LogRecord("bot", logging.ERROR, "", 0, "%s", (said,), None)
    line = Redacting().format(record)
    assert len(line.splitlines()) == 1
    assert r"odd\r\n2026-01-01" in line
    assert r"\x1b[2K\u2028x" in line


def test_what_the_environment_calls_secret_is_dots_whatever_it_looks_like() -> None:
    environment = {
        "GEMINI_API_KEY": "AIzaSyD-none-such",
        "DB_PASSWORD": "hunter2hunter2",
        "KEY_TOKEN": "short",
        "A": "b",
    }
    secrets = secrets_in({**environment, "OTHER_KEY": "AIzaSyD-none-such-longer"})
    record = logging.LogRecord(
        "bot", logging.ERROR, "", 0, "AIzaSyD-none-such-longer, hunter2hunter2, short", None, None
    )
    text = Redacting(secrets).format(record)
    assert text.endswith("…, …, short")


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("url='wss://w.slack.com/link/?ticket=4e-1%2Fx&app_id=5'", "url='wss://w.slack.com/link/?ticket=…&app_id=5'"),
        ("postgresql://db/x?user=ana&password=hunter2&a=b", "postgresql://db/x?user=ana&password=…&a=b"),
        ("wss://w.slack.com/link/?app_id=5&ticket=4e-1", "wss://w.slack.com/link/?app_id=5&ticket=…"),
        ("POST https://d.com/api/v10/webhooks/12/aW5-x_y/messages", "POST https://d.com/api/v10/webhooks/…/messages"),
        (
            "POST https://d.com/api/v10/interactions/12/aW5/callback",
            "POST https://d.com/api/v10/interactions/…/callback",
        ),
    ],
)
def test_what_opens_a_door_in_an_address_is_dots(text: str, left: str) -> None:
    assert redacted(text) == left


@pytest.mark.parametrize("text", ["a sketch", "task-force", "https://slack.com/api/"])
def test_words_are_left_alone(text: str) -> None:
    assert redacted(text) == text


def test_a_line_for_people_is_rid_of_known_secrets_too() -> None:
    assert redacted("the key hunter2hunter2 of xoxb-1-a", ["hunter2hunter2"]) == "the key … of …"


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Iterator[Callable[[], str]]:
    """What was said on standard error since the last time, by a log that a test sets up; afterwards it is as before."""
    root, known = logging.getLogger(), [(logging.getLogger(name), logging.getLogger(name).level) for name in NAMED]
    handlers, hook = root.handlers[:], sys.excepthook
    yield lambda: capsys.readouterr().err
    logging.captureWarnings(False)
    root.handlers[:], sys.excepthook = handlers, hook
    for logger, level in known:
        logger.setLevel(level)


def test_as_json_a_line_is_an_object_with_what_it_is_about_by_name(said: Callable[[], str]) -> None:
    logs.set_up({"MY_KEY": "hunter2hunter2"}, "info", "json")
    fields = {"event": "turn.ended", "why": "hunter2hunter2", "seconds": 1.5}
    logging.getLogger("bot.some").info("it\nended", extra={FIELDS: fields})
    [line] = said().splitlines()
    written = json.loads(line)
    assert written.pop("time").endswith("Z")
    about = {"level": "INFO", "logger": "bot.some", "message": "it\nended"}
    assert written == about | {"event": "turn.ended", "why": "…", "seconds": 1.5}


def test_as_json_a_traceback_is_of_the_line_and_no_secret_ends_what_it_stands_in(said: Callable[[], str]) -> None:
    logs.set_up({}, "info", "json")
    try:
        raise ValueError('Authorization: Bearer abc"def')
    except ValueError:
        logging.getLogger("bot.some").exception("Bearer xyz")
    [line] = said().splitlines()
    written = json.loads(line)
    assert written["message"] == "Bearer …"
    assert "Traceback" in written["exception"]
    assert "abc" not in line


def test_the_level_is_ours_and_of_others_only_warnings_are_heard(said: Callable[[], str]) -> None:
    for level, ours in (("debug", True), ("warning", False)):
        logs.set_up({}, level)
        logging.getLogger("harness.some").info("of ours at %s", level)
        logging.getLogger("other").info("of others")
        heard = said()
        assert (f"of ours at {level}" in heard) is ours
        assert "of others" not in heard


@pytest.mark.parametrize(("level", "heard"), [("debug", ["a request"]), ("info", []), ("error", [])])
def test_requests_of_libraries_are_heard_at_debug_alone_and_what_is_in_them_never(
    level: str, heard: list[str], said: Callable[[], str]
) -> None:
    logs.set_up({}, level)
    logging.getLogger("httpx").info("a request")
    logging.getLogger("httpx").debug("its body")
    assert [line.rpartition(": ")[2] for line in said().splitlines()] == heard


def test_what_ends_the_program_and_what_python_warns_of_are_lines_like_any_other(said: Callable[[], str]) -> None:
    logs.set_up({"MY_KEY": "hunter2hunter2"}, "info", "json")
    error = RuntimeError("no hunter2hunter2")
    sys.excepthook(RuntimeError, error, None)
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.warn("that is old", DeprecationWarning, stacklevel=1)
    ended, warned = map(json.loads, said().splitlines())
    assert (ended["level"], ended["exception"]) == ("CRITICAL", "RuntimeError: no …")
    assert (warned["logger"], warned["level"]) == ("py.warnings", "WARNING")


def test_what_keeps_a_command_from_being_done_is_said_as_the_log_is_written(said: Callable[[], str]) -> None:
    logs.complain("no xoxb-1-a\nno model")
    assert said() == "deskmate: no …\ndeskmate: no model\n"
    logs.set_up({}, "error", "json")
    logs.complain("no model")
    written = json.loads(said())
    assert (written["level"], written["message"]) == ("CRITICAL", "no model")


def test_what_recurs_is_said_once_a_minute_and_each_by_itself() -> None:
    once = OnceAMinute()

    def said(what: str, at: float) -> bool:
        record = logging.LogRecord("adapters", logging.ERROR, "", 0, "refused", None, None)
        record.created = at
        if what:
            setattr(record, RECURRING, what)
        return once.filter(record)

    assert [said("a", at) for at in (0.0, 1.0, 59.0, 60.0, 61.0)] == [True, False, False, True, False]
    assert said("b", 61.0)
    assert said("a", 30.0), "a clock that was set back"
    assert all(said("", at) for at in (1.0, 1.0))


def test_an_object_has_nothing_that_json_does_not_know() -> None:
    record = logging.LogRecord("bot", logging.INFO, "", 0, "%s", (frozenset(),), None)
    setattr(record, FIELDS, {"odd": frozenset({1})})
    assert json.loads(JsonLines().format(record))["odd"] == "frozenset({1})"
