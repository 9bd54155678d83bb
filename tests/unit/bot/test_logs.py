"""No token and no key is ever in the log."""

import logging

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.logs import Redacting, redacted, secrets_in

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
