"""What keys of providers and platforms look like: the one list that all who hide them go by.

Each form says which characters all of its keys have in them, so that a text without these is not looked through. None
takes in a character that a shell acts on: whoever masks hides a value, and never what would be done with it.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True)
class KeyForm:
    """Keys called `name`. Each has one of `marks` in it, and no letter and no digit before it. `numbered`: without a
    digit it is none, but words. `core` is a part of each key that is quicker to look for than the whole.
    """

    name: str
    marks: tuple[str, ...]
    pattern: str
    numbered: bool = False
    core: str = ""

    @cached_property
    def compiled(self) -> "re.Pattern[str]":
        return re.compile(self.pattern)

    @cached_property
    def compiled_core(self) -> "re.Pattern[str]":
        return re.compile(self.core)


_WORD = "[A-Za-z0-9_-]"
_ESCAPE = re.compile(
    r"(?:\x1b\[[0-9;:]{0,24}[A-Za-z]|\\[abefnrtv0]|\\x[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|%[0-9A-Fa-f]{2})$"
)
"""What ends with a letter or a digit, and is another character or a colour: a terminal's, a string's, an address's."""
_LONGEST_ESCAPE = 30

FORMS = (
    # Anthropic, Claude API docs, "Getting started": keys begin with sk-ant-
    KeyForm("Anthropic key", ("sk-",), rf"sk-ant-{_WORD}{{16,}}"),
    # OpenRouter docs, "API authentication": sk-or-v1-
    KeyForm("OpenRouter key", ("sk-",), rf"sk-or-{_WORD}{{16,}}"),
    # OpenAI, API reference, "Authentication", and help center: sk-, sk-proj-, sk-svcacct-, sk-admin-; many others, as
    # DeepSeek and LiteLLM's proxy, have sk- too
    KeyForm("OpenAI key", ("sk-",), rf"sk-{_WORD}{{16,}}", numbered=True),
    # Google Cloud docs, "Manage API keys", with GitHub's secret scanning patterns (google_api_key): AIza and 35 more
    KeyForm("Google API key", ("AIza",), rf"AIza{_WORD}{{35}}"),
    # Google, "Using OAuth 2.0": access tokens begin with ya29., client secrets with GOCSPX-
    KeyForm("Google token", ("ya29.",), rf"ya29\.{_WORD}{{20,}}"),
    KeyForm("Google client secret", ("GOCSPX-",), rf"GOCSPX-{_WORD}{{20,}}"),
    # AWS IAM User Guide, "IAM identifiers", unique ID prefixes: AKIA access keys, ASIA temporary ones
    KeyForm("AWS access key", ("AKIA", "ASIA"), r"A[KS]IA[A-Z2-7]{16}(?![A-Za-z0-9])"),
    # GitHub docs, "About authentication to GitHub", token formats: ghp_, gho_, ghu_, ghs_, ghr_, github_pat_
    KeyForm("GitHub token", ("gh",), r"gh[pousr]_[A-Za-z0-9]{20,}"),
    KeyForm("GitHub token", ("github_pat_",), r"github_pat_\w{20,}"),
    # GitLab docs, "Token overview", token prefixes
    KeyForm("GitLab token", ("gl",), rf"gl(?:pat|oas|dt|rt|rtr|cbt|ptt|ft|imt|agent|wt|soat|ffct)-{_WORD}{{16,}}"),
    # Slack docs, "Token types": xoxb-, xoxp-, xoxe-, xoxa-, xapp-; others begin likewise
    KeyForm("Slack token", ("xox", "xapp-"), r"x(?:ox[a-z]|app)-[A-Za-z0-9-]{10,}", numbered=True),
    # Slack docs, "Sending messages using incoming webhooks"
    KeyForm(
        "Slack webhook",
        ("hooks.slack.com/",),
        r"hooks\.slack\.com/(?:services|workflows|triggers)/[A-Za-z0-9/_-]{20,}",
    ),
    # Discord docs, "Reference", authentication: three parts, the first the id of the bot in base64
    KeyForm(
        "Discord token",
        (".",),
        rf"[MNO]{_WORD}{{22,27}}\.{_WORD}{{6}}\.{_WORD}{{27,}}",
        core=rf"\.{_WORD}{{6}}\.{_WORD}{{27}}",
    ),
    # Discord docs, "Webhook resource"
    KeyForm(
        "Discord webhook",
        ("/webhooks/",),
        rf"discord(?:app)?\.com/api/(?:v[0-9]+/)?webhooks/[0-9]{{5,}}/{_WORD}{{30,}}",
    ),
    # Stripe docs, "API keys": sk_, rk_, in test and live; "Webhooks": whsec_
    KeyForm("Stripe key", ("k_live_", "k_test_"), r"[sr]k_(?:live|test)_[A-Za-z0-9]{16,}"),
    KeyForm("Stripe webhook secret", ("whsec_",), r"whsec_[A-Za-z0-9+/=]{20,}"),
    # npm docs, "About access tokens", with GitHub's blog on their format: npm_ and 36 more
    KeyForm("npm token", ("npm_",), r"npm_[A-Za-z0-9]{36}"),
    # PyPI help, "How can I use API tokens": they begin with pypi-, a macaroon in base64
    KeyForm("PyPI token", ("pypi-",), rf"pypi-Ag{_WORD}{{50,}}"),
    # Hugging Face docs, "User access tokens": hf_
    KeyForm("Hugging Face token", ("hf_",), r"hf_[A-Za-z0-9]{30,}"),
    # Groq, xAI, Perplexity, Replicate: as in their quickstarts
    KeyForm("Groq key", ("gsk_",), r"gsk_[A-Za-z0-9]{20,}"),
    KeyForm("xAI key", ("xai-",), r"xai-[A-Za-z0-9]{20,}"),
    KeyForm("Perplexity key", ("pplx-",), r"pplx-[A-Za-z0-9]{20,}"),
    KeyForm("Replicate token", ("r8_",), r"r8_[A-Za-z0-9]{30,}"),
    # Twilio SendGrid docs, "API keys": SG., 22 and 43 more
    KeyForm("SendGrid key", ("SG.",), rf"SG\.{_WORD}{{16,32}}\.{_WORD}{{16,64}}"),
    # DigitalOcean docs, "Create a personal access token": dop_v1_, doo_v1_, dor_v1_
    KeyForm("DigitalOcean token", ("_v1_",), r"do[opr]_v1_[a-f0-9]{32,}"),
    # Shopify changelog, "New format for access tokens": shpat_, shpca_, shppa_, shpss_
    KeyForm("Shopify token", ("shp",), r"shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{24,}"),
    # Linear docs, "API and webhooks", and Notion's changelog of September 2024
    KeyForm("Linear key", ("lin_api_",), r"lin_api_[A-Za-z0-9]{30,}"),
    KeyForm("Notion token", ("ntn_",), r"ntn_[A-Za-z0-9]{30,}"),
    # HashiCorp Vault docs, "Tokens": hvs., hvb.
    KeyForm("Vault token", ("hvs.", "hvb."), rf"hv[sb]\.{_WORD}{{20,}}"),
    # age(1): identities
    KeyForm("age key", ("AGE-SECRET-KEY-1",), r"AGE-SECRET-KEY-1[A-Z0-9]{40,}"),
    # RFC 7519, section 3, in the compact form of RFC 7515: a header and a claim set, each of them begins with {". The
    # header has an end, or a text that is made of nothing but such beginnings would be looked through again and again
    KeyForm("JSON web token", ("eyJ",), rf"eyJ{_WORD}{{8,1000}}\.eyJ{_WORD}{{8,}}\.{_WORD}{{8,}}"),
)


_MARKS = frozenset(mark for form in FORMS for mark in form.marks)
_WITHOUT_LOW_LINE = frozenset(mark for mark in _MARKS if "_" not in mark)


def without_keys(text: str, instead: Callable[[str], str]) -> str:
    """With what stands `instead` of each key, by what such keys are called."""
    for form in _forms_in(text):
        text = form.compiled.sub(_replaced(form, instead), text)
    return text


def keys(text: str) -> Iterator[str]:
    """The keys in a text."""
    for form in _forms_in(text):
        yield from (found[0] for found in form.compiled.finditer(text) if _stands_alone(form, found))


def _forms_in(text: str) -> Iterator[KeyForm]:
    marks = {mark for mark in (_MARKS if "_" in text else _WITHOUT_LOW_LINE) if mark in text}
    return (form for form in FORMS if not marks.isdisjoint(form.marks) and form.compiled_core.search(text))


def _replaced(form: KeyForm, instead: Callable[[str], str]) -> Callable[["re.Match[str]"], str]:
    return lambda found: instead(form.name) if _stands_alone(form, found) else found[0]


def _stands_alone(form: KeyForm, found: "re.Match[str]") -> bool:
    before = found.string[max(0, found.start() - _LONGEST_ESCAPE) : found.start()]
    joined = before[-1:].isalnum() and not _ESCAPE.search(before)
    words = form.numbered and not any(map(str.isdigit, found[0]))
    return not (joined or words)
