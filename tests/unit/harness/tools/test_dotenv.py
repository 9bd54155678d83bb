"""Which values of a `.env` are secret."""

import pytest

from harness.tools.dotenv import secrets_of


def secrets(text: str) -> dict[str, str]:
    return dict(secrets_of(text))


def test_each_value_is_known_by_its_name_without_quotes_exports_and_comments():
    text = (
        "# a comment=hunter2222\n"
        "API_TOKEN=abc123def456\n"
        "export OTHER = 'x9y8 z7w6' \n"
        'QUOTED="correct horse battery"\n'
        "WITH_COMMENT=k3y-k3y-k3y # ours\n"
        "no line of it\n"
        "=nothing12345\n"
    )
    assert secrets(text) == {
        "API_TOKEN": "abc123def456",
        "OTHER": "x9y8 z7w6",
        "WITH_COMMENT": "k3y-k3y-k3y",
    }


@pytest.mark.parametrize(
    "value",
    [
        "true",
        "a1b2c3",
        "production",
        "us-east-1",
        "localhost:3000",
        "127.0.0.1:8080",
        "http://localhost:11434/v1",
        "/var/lib/deskmate.db",
        "info,warning",
        "2026-11-29 20:00",
        "1234567890",
        "gpt-5-mini",
        "anthropic/claude-sonnet-4-5",
        "python3.11",
        "Europe/Berlin",
        "",
    ],
)
def test_short_values_and_words_are_not_secret(value: str):
    assert not secrets(f"SETTING={value}")


@pytest.mark.parametrize(
    "line", ["DB_PASSWORD=production", "SECRET_KEY=1234567890", "AWS_ACCESS_KEY_ID=localhost-1", "dsn=/var/lib/secret"]
)
def test_what_its_name_says_to_be_secret_is(line: str):
    assert list(secrets(line).values()) == [line.partition("=")[2]]


def test_a_url_with_somebody_in_it_is_secret():
    assert secrets("DATABASE_URL=postgres://bob:hunter2@db/x")
    assert secrets("HOOK=https://example.org/x?sig=abc")


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ('DB_PASSWORD="hunter2 two" # ours\n', ["hunter2 two"]),
        ("DB_PASSWORD='hunter2#two'\n", ["hunter2#two"]),
        ('DB_PASSWORD="hun\\"ter22"\n', ['hun"ter22', 'hun\\"ter22']),
        ("\ufeffDB_PASSWORD=hunter22\n", ["hunter22"]),
        ("not a line\nDB_PASSWORD=hunter22\n", ["hunter22"]),
        ('DB_PASSWORD="hunter22\nOTHER=1\n', ["hunter22"]),
    ],
)
def test_a_value_is_what_a_program_reads_there_and_what_stands_there(text: str, values: list[str]) -> None:
    assert set(dict.fromkeys(value for _, value in secrets_of(text))) == set(values)


def test_of_a_value_of_several_lines_each_is_secret_too() -> None:
    lines = ["-----BEGIN PRIVATE KEY-----", "QUJDREVGR0hJSktMTU5PUFFS", "-----END PRIVATE KEY-----"]
    found = [value for _, value in secrets_of('THE_KEY="{}"\n'.format("\n".join(lines)))]
    assert "\n".join(lines) in found
    assert lines[1] in found
    assert lines[0] not in found
