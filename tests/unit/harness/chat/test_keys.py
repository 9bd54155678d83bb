"""What keys look like: one example of each form, put together here so that nobody takes it for a real one."""

import string

import pytest

from harness.chat.keys import FORMS, without_keys

LETTERS = (string.ascii_letters + string.digits) * 4
KEYS = (
    ("Anthropic key", f"sk-ant-api03-{LETTERS[:90]}-AA"),
    ("OpenRouter key", f"sk-or-v1-{'0123456789abcdef' * 4}"),
    ("OpenAI key", f"sk-proj-{LETTERS[:120]}"),
    ("OpenAI key", f"sk-{LETTERS[30:78]}"),
    ("Google API key", f"AIza{LETTERS[:35]}"),
    ("Google token", f"ya29.{LETTERS[:60]}"),
    ("Google client secret", f"GOCSPX-{LETTERS[:28]}"),
    ("AWS access key", "AKIAIOSFODNN7EXAMPLE"),
    ("AWS access key", "ASIAIOSFODNN7EXAMPLE"),
    *(("GitHub token", f"gh{kind}_{LETTERS[:36]}") for kind in "pousr"),
    ("GitHub token", f"github_pat_{LETTERS[:22]}_{LETTERS[:59]}"),
    ("GitLab token", f"glpat-{LETTERS[:20]}"),
    ("GitLab token", f"glrt-{LETTERS[:20]}"),
    ("Slack token", f"xoxb-123456789012-123456789012-{LETTERS[:24]}"),
    ("Slack token", f"xapp-1-A0123456789-123456789012-{LETTERS[:64]}"),
    ("Slack token", f"xoxe.xoxp-1-{LETTERS[:60]}"),
    ("Slack webhook", f"hooks.slack.com/services/T0123/B0123/{LETTERS[:24]}"),
    ("Discord token", f"MTE{LETTERS[:23]}.GabcdE.{LETTERS[:38]}"),
    ("Discord webhook", f"discord.com/api/webhooks/123456789012345678/{LETTERS[:68]}"),
    ("Stripe key", f"sk_live_{LETTERS[:24]}"),
    ("Stripe key", f"rk_test_{LETTERS[:24]}"),
    ("Stripe webhook secret", f"whsec_{LETTERS[:32]}"),
    ("npm token", f"npm_{LETTERS[:36]}"),
    ("PyPI token", f"pypi-AgEIcHlwaS5vcmc{LETTERS[:80]}"),
    ("Hugging Face token", f"hf_{LETTERS[:34]}"),
    ("Groq key", f"gsk_{LETTERS[:52]}"),
    ("xAI key", f"xai-{LETTERS[:80]}"),
    ("Perplexity key", f"pplx-{LETTERS[:48]}"),
    ("Replicate token", f"r8_{LETTERS[:37]}"),
    ("SendGrid key", f"SG.{LETTERS[:22]}.{LETTERS[:43]}"),
    ("DigitalOcean token", f"dop_v1_{'0123456789abcdef' * 4}"),
    ("Shopify token", f"shpat_{'0123456789abcdef' * 2}"),
    ("Linear key", f"lin_api_{LETTERS[:40]}"),
    ("Notion token", f"ntn_{LETTERS[:46]}"),
    ("Vault token", f"hvs.{LETTERS[:90]}"),
    ("age key", f"AGE-SECRET-KEY-1{(string.ascii_uppercase + string.digits) * 2}"[:74]),
    ("JSON web token", f"eyJ{LETTERS[:20]}.eyJ{LETTERS[:30]}.{LETTERS[:43]}"),
)


@pytest.mark.parametrize(("name", "key"), KEYS)
def test_a_key_is_known_wherever_it_stands(name: str, key: str) -> None:
    for before, behind in (("", ""), ("TOKEN=", "\n"), ('"', '"'), ("(", ")"), ("x: ", " and more")):
        left = without_keys(f"{before}{key}{behind}", lambda name: f"<{name}>")
        assert f"<{name}>" in left
        assert left.startswith(before)
        assert left.endswith(behind)
        assert key[len(key) // 3 :] not in left


def test_there_is_an_example_of_each_form() -> None:
    assert {form.name for form in FORMS} == {name for name, _ in KEYS}


@pytest.mark.parametrize(
    "text",
    [
        "task-management-for-2026-and-all-that-follows",
        "the sk-learn-style-of-naming-things-in-words",
        "npm_config_registry",
        "xoxo-and-kisses",
        "https://github.com/owner/repo/commit/0123456789abcdef0123456789abcdef01234567",
        "sha256:2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae",
        "glob-patterns-and-such",
        "MAKEFLAGS.INFO12.more",
        "AIzawa",
        "eyJust.a.name",
        "hf_hub_download",
    ],
)
def test_words_names_and_digests_are_no_keys(text: str) -> None:
    assert without_keys(text, lambda name: "<key>") == text


@pytest.mark.parametrize("before", ["\x1b[31m", "\x1b[0;1m", "\\n", "\\t", "%3D", "%0a", "\\u0022", "\\x3d"])
def test_a_colour_and_an_escape_before_a_key_are_no_part_of_a_word(before: str) -> None:
    for name, key in KEYS:
        assert key not in without_keys(f"x{before}{key}", lambda name: f"[{name}]"), name


def test_a_word_that_a_key_stands_in_is_none() -> None:
    words = f"task-{'a' * 9}-1 desk-{LETTERS[:20]}"
    assert without_keys(words, lambda _: "!") == words


def test_a_text_that_is_made_of_beginnings_is_looked_through_once() -> None:
    beginnings = "eyJ" * 40_000
    assert without_keys(beginnings, lambda _: "!") == beginnings
