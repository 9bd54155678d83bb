"""With what litellm raises, as a chain of exceptions; `test_providers` has the real ones over a socket."""

import asyncio
import json
from dataclasses import replace
from typing import Any

import httpx
import pytest

from adapters.models.error_answers import ErrorAnswer, said
from adapters.models.failure_table import Kind
from adapters.models.failures import AskedModel, BrokenOff, ErrorAnswered, Failure, NotAnAnswer, failure, told
from harness.context.model import (
    AuthenticationFailed,
    Cut,
    ModelError,
    ModelUnavailable,
    Overflowed,
    RateLimited,
    RequestRefused,
    RequestRejected,
    ServerFailed,
    TimedOut,
)
from tests.unit.adapters.models.provider_errors import EXAMPLES, Example, openai

ASKED = AskedModel("openai/gpt-5", "openai")
HOW = "its name in workspace.yaml should be provider/model, like openai/gpt-5"
SECRET = "sk-verysecret"
KINDS = {
    Kind.TOO_LONG: (Overflowed, False),
    Kind.OUT_OF_CREDIT: (RateLimited, False),
    Kind.NO_TOOLS: (ModelUnavailable, False),
    Kind.NO_MEDIA: (RequestRejected, False),
    Kind.REFUSED: (RequestRefused, False),
    Kind.NO_MODEL: (ModelUnavailable, False),
    Kind.NO_KEY: (AuthenticationFailed, False),
    Kind.NOT_ALLOWED: (AuthenticationFailed, False),
    Kind.OVERLOADED: (ModelUnavailable, True),
    Kind.TOO_MANY: (RateLimited, True),
    Kind.GARBLED: (ModelUnavailable, True),
    Kind.TOO_SLOW: (TimedOut, True),
    Kind.REJECTED: (RequestRejected, False),
    Kind.NO_MEDIA: (RequestRejected, False),
    Kind.TROUBLE: (ServerFailed, True),
    Kind.PAGE: (ModelUnavailable, False),
}


def raised(name: str, behind: BaseException | None = None, **more: Any) -> Exception:
    """An exception of a class of that name, raised for the one `behind`."""
    error: Exception = type(name, (Exception,), {})(f"raw: {SECRET}")
    vars(error).update({"message": f"raw: {SECRET}", **more})
    error.__cause__ = behind
    return error


def refused(status: int, body: Any = None, headers: dict[str, str] | None = None) -> Exception:
    """As litellm raises what a provider has answered: its own error, and that of HTTP behind it."""
    content = body.encode() if isinstance(body, str) else json.dumps(body or {"error": {"message": SECRET}}).encode()
    request = httpx.Request("POST", "https://provider.example")
    response = httpx.Response(status, headers=headers, content=content, request=request)
    made_up = httpx.Response(status, request=request)
    behind = raised("OpenAIError", httpx.HTTPStatusError("no", request=request, response=response), response=made_up)
    return raised("BadRequestError", behind, status_code=400, response=made_up)


@pytest.mark.parametrize("example", [each for each in EXAMPLES if each.status >= 400], ids=str)
def test_what_a_provider_answers_with_has_its_kind_and_is_tried_again_only_where_that_may_help(example: Example):
    failed = failure(refused(example.status, example.body, example.headers), ASKED, 0.0)

    assert (type(failed.error), failed.again) == KINDS[example.kind]
    assert failed.after == (example.after if failed.again else None)


UNPAID = refused(429, openai("", "insufficient_quota"))
BEDROCK = 'validationException {"message": "Input is too long for requested model."}'
EMPTY: dict[str, Any] = {"status_code": 429, "headers": {"a": "b"}, "message": "Too many tokens per day"}


@pytest.mark.parametrize(
    ("error", "begun", "kind", "again"),
    [
        (raised("InternalServerError", message="Missing credentials."), False, AuthenticationFailed, False),
        (raised("APIConnectionError", message="Missing Gemini API key."), False, AuthenticationFailed, False),
        (raised("AuthenticationError", status_code=401), False, AuthenticationFailed, False),
        (raised("InternalServerError", httpx.ConnectError("refused")), False, ModelUnavailable, True),
        (raised("InternalServerError", httpx.ReadError("reset")), False, ModelUnavailable, True),
        (raised("InternalServerError", httpx.ReadError("reset")), True, Cut, True),
        (raised("MidStreamFallbackError", original_exception=httpx.RemoteProtocolError("eof")), True, Cut, True),
        (raised("InternalServerError", status_code=500), False, ModelUnavailable, True),
        (raised("Timeout", httpx.ReadTimeout("slow")), False, TimedOut, True),
        (raised("Timeout", httpx.ConnectTimeout("slow")), False, ModelUnavailable, True),
        (TimeoutError(), True, TimedOut, True),
        (raised("MidStreamFallbackError", original_exception=UNPAID), True, RateLimited, False),
        (raised("APIError", litellm_response_headers={"a": "b"}, status_code=403), False, AuthenticationFailed, False),
        (raised("BedrockError", **EMPTY), True, RateLimited, False),
        (raised("BedrockError", status_code=400, message=BEDROCK), True, Overflowed, False),
        (raised("BedrockError", status_code=400, message=BEDROCK), False, ModelUnavailable, False),
        (BrokenOff(), True, Cut, True),
        (ErrorAnswered(said({"error": {"code": "context_length_exceeded"}})), True, Overflowed, False),
        (NotAnAnswer("nonsense"), True, ModelUnavailable, False),
        (KeyError("x"), True, ModelUnavailable, False),
    ],
)
def test_each_failure_has_its_kind_and_is_tried_again_only_where_that_may_help(
    error: Exception, begun: bool, kind: type[ModelError], again: bool
):
    failed = failure(error, ASKED, 0.0, begun)

    assert (type(failed.error), failed.again) == (kind, again)


@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_what_people_are_told_is_one_sentence_without_secrets(example: Example):
    answer = said({"error": example.body, "message": SECRET})
    assert SECRET in answer.words

    message = str(told(replace(answer, status=example.status), ASKED).error)

    assert SECRET not in message
    assert message[0].islower()
    assert not message.endswith(".")
    assert "\n" not in message


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (ErrorAnswer(429), "openai is refusing requests for now"),
        (ErrorAnswer(429, after=0.0), "openai is refusing requests for now"),
        (ErrorAnswer(429, after=17.2), "openai is refusing requests for the next 17 seconds"),
        (ErrorAnswer(429, after=600.0), "openai is refusing requests for the next 10 minutes"),
        (ErrorAnswer(429, after=86_400.0), "openai is refusing requests for the next 24 hours"),
        (ErrorAnswer(529), "openai is overloaded at the moment"),
        (ErrorAnswer(500), "openai has a problem of its own (HTTP 500)"),
        (ErrorAnswer(words="?"), "openai has a problem of its own"),
        (ErrorAnswer(400), "openai did not take the request (HTTP 400)"),
        (ErrorAnswer(502, title="Bad"), "openai answered with a web page, “Bad”, instead of a reply"),
        (ErrorAnswer(200, title=""), "openai answered with a web page instead of a reply"),
        (ErrorAnswer(words="does not support tools"), "openai/gpt-5 cannot use tools at openai, and I work with tools"),
    ],
)
def test_what_people_are_told_says_what_is_known(answer: ErrorAnswer, message: str):
    assert str(told(answer, ASKED).error) == message


def test_a_page_of_a_server_in_trouble_may_be_gone_the_next_time():
    assert told(ErrorAnswer(502, title="Bad Gateway", after=3.0), ASKED).again
    assert told(ErrorAnswer(502, title="Bad Gateway", after=3.0), ASKED).after == 3.0
    assert not told(ErrorAnswer(403, title="Blocked"), ASKED).again


@pytest.mark.parametrize(
    ("asked", "keys"),
    [
        (AskedModel("openai/x", "openai"), "OPENAI_API_KEY"),
        (AskedModel("gemini/x", "gemini", ("GOOGLE_API_KEY", "GEMINI_API_KEY")), "GEMINI_API_KEY"),
        (AskedModel("gemini/x", "gemini"), "GEMINI_API_KEY"),
        (AskedModel("azure/x", "azure", ("AZURE_API_BASE", "AZURE_API_KEY")), "AZURE_API_KEY"),
        (AskedModel("bedrock/x", "bedrock", ("AWS_SECRET_ACCESS_KEY",)), "AWS_SECRET_ACCESS_KEY"),
        (
            AskedModel("bedrock/x", "bedrock", ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY")),
            "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY",
        ),
        (AskedModel("bedrock/x", "bedrock"), "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"),
        (AskedModel("fireworks_ai/x", "fireworks_ai", ("FIREWORKS_AI_API_KEY",)), "FIREWORKS_AI_API_KEY"),
    ],
)
def test_a_missing_key_is_named_as_litellm_reads_it(asked: AskedModel, keys: str):
    failed = failure(refused(401), asked, 0.0)

    assert (
        str(failed.error)
        == f"the key for {asked.provider} is missing or was refused; whoever runs Deskmate needs to set {keys}"
    )


@pytest.mark.parametrize(
    "behind",
    [
        ValueError("Forbidden control character detected in headers. Potential header injection attack."),
        UnicodeEncodeError("ascii", "Bearer ключ", 7, 11, "ordinal not in range(128)"),
    ],
)
def test_a_key_that_cannot_be_sent_is_named(behind: Exception):
    failed = failure(raised("InternalServerError", behind, status_code=500), ASKED, 0.0)

    assert failed == Failure(failed.error)
    assert str(failed.error) == (
        "the key for openai has a line break or a letter in it that no key has; "
        "whoever runs Deskmate needs to set OPENAI_API_KEY anew"
    )


def test_a_model_of_nobody_is_told_how_to_name_it():
    failed = failure(raised("BadRequestError", status_code=400), AskedModel("gpt"), 0.0)

    assert str(failed.error) == f"I can't tell who provides the model gpt; {HOW}"


def test_exceptions_that_go_round_in_a_circle_are_looked_at_once():
    one, other = raised("A"), raised("B")
    one.__cause__, other.__cause__ = other, one

    assert isinstance(failure(one, ASKED, 0.0).error, ModelUnavailable)


def test_a_timeout_of_our_own_is_one_though_nothing_stands_behind_it():
    async def late() -> None:
        async with asyncio.timeout(0):
            await asyncio.sleep(1)

    with pytest.raises(TimeoutError) as error:
        asyncio.run(late())
    assert isinstance(failure(error.value, ASKED, 0.0).error, TimedOut)


@pytest.mark.parametrize("error", [ModuleNotFoundError("No module named 'google'", name="google"), None])
def test_a_package_that_is_absent_is_named_and_not_tried_again(error: Exception | None):
    """litellm tells it by an exception behind its own, or in its words alone."""
    text = "litellm.APIConnectionError: No module named 'google'"
    failed = failure(raised("APIConnectionError", error, message="" if error else text, status_code=500), ASKED, 0.0)

    assert failed == Failure(failed.error)
    assert str(failed.error) == "openai needs the Python package google, and it isn't installed"
