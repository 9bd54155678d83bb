"""With errors made as litellm makes them; `test_litellm` has the real ones over a socket."""

from typing import Any

import pytest

from adapters.models.failures import Asked, failure
from harness.context.model import (
    AuthenticationFailed,
    Cut,
    ModelError,
    ModelUnavailable,
    Overflowed,
    RateLimited,
    RequestRefused,
    TimedOut,
)

ASKED = Asked("openai/gpt-5", "openai")
HOW = "its name in workspace.yaml should be provider/model, like openai/gpt-5"
SECRET = "sk-verysecret"
ANSWERED = {"content-type": "application/json"}


def raised(name: str, status: int | None = None, headers: dict[str, str] | None = None, **more: Any) -> Exception:
    """An exception of a class of that name."""
    error: Exception = type(name, (Exception,), {})(f"raw: {SECRET}")
    fields = {"status_code": status, "litellm_response_headers": headers, "message": f"raw: {SECRET}", **more}
    vars(error).update({key: value for key, value in fields.items() if value is not None})
    return error


@pytest.mark.parametrize(
    ("error", "kind", "again"),
    [
        (raised("AuthenticationError", 401, ANSWERED), AuthenticationFailed, False),
        (raised("InternalServerError", 500, message="Missing credentials. Pass api_key"), AuthenticationFailed, False),
        (raised("APIConnectionError", 500, message="Missing Gemini API key."), AuthenticationFailed, False),
        (raised("APIError", 403, ANSWERED), AuthenticationFailed, False),
        (raised("RateLimitError", 429, ANSWERED), RateLimited, True),
        (raised("RateLimitError", 429, ANSWERED, body={"code": "insufficient_quota"}), RateLimited, False),
        (raised("ContextWindowExceededError", 400, ANSWERED), Overflowed, False),
        (raised("BadRequestError", 400, ANSWERED, code="context_length_exceeded"), Overflowed, False),
        (raised("APIError", 413, ANSWERED), Overflowed, False),
        (raised("ContentPolicyViolationError", 400, ANSWERED), RequestRefused, False),
        (raised("BadRequestError", 400, ANSWERED, code="content_policy_violation"), RequestRefused, False),
        (raised("BadRequestError", 400, ANSWERED), ModelUnavailable, False),
        (raised("NotFoundError", 404, ANSWERED), ModelUnavailable, False),
        (raised("Timeout", 408), TimedOut, True),
        (raised("InternalServerError", 500, ANSWERED), ModelUnavailable, True),
        (raised("InternalServerError", 500), ModelUnavailable, True),
        (raised("APIConnectionError", 500), ModelUnavailable, True),
        (raised("ServiceUnavailableError", 503, ANSWERED), ModelUnavailable, True),
        (raised("APIError", 529, ANSWERED), ModelUnavailable, True),
        (raised("MidStreamFallbackError", 500, original_exception=raised("APIConnectionError", 500)), Cut, True),
        (raised("MidStreamFallbackError", 503), Cut, True),
        (raised("MidStreamFallbackError", 429, original_exception=raised("RateLimitError", 429)), RateLimited, True),
        (raised("MidStreamFallbackError", 400, original_exception=raised("Timeout", 408)), TimedOut, True),
        (raised("KeyError"), ModelUnavailable, False),
    ],
)
def test_each_failure_has_its_kind_and_is_tried_again_only_where_that_may_help(
    error: Exception, kind: type[ModelError], again: bool
):
    failed = failure(error, ASKED, 0.0)

    assert (type(failed.error), failed.again) == (kind, again)
    message = str(failed.error)
    assert SECRET not in message
    assert message[0].islower()
    assert not message.endswith(".")
    assert "\n" not in message


@pytest.mark.parametrize(
    ("asked", "keys"),
    [
        (Asked("openai/x", "openai"), "OPENAI_API_KEY"),
        (Asked("gemini/x", "gemini", ("GOOGLE_API_KEY", "GEMINI_API_KEY")), "GEMINI_API_KEY"),
        (Asked("gemini/x", "gemini"), "GEMINI_API_KEY"),
        (Asked("azure/x", "azure", ("AZURE_API_BASE", "AZURE_API_KEY")), "AZURE_API_KEY"),
        (Asked("bedrock/x", "bedrock", ("AWS_SECRET_ACCESS_KEY",)), "AWS_SECRET_ACCESS_KEY"),
        (
            Asked("bedrock/x", "bedrock", ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY")),
            "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY",
        ),
        (Asked("bedrock/x", "bedrock"), "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"),
        (Asked("fireworks_ai/x", "fireworks_ai", ("FIREWORKS_AI_API_KEY",)), "FIREWORKS_AI_API_KEY"),
    ],
)
def test_a_missing_key_is_named_as_litellm_reads_it(asked: Asked, keys: str):
    failed = failure(raised("AuthenticationError", 401), asked, 0.0)

    assert (
        str(failed.error)
        == f"the key for {asked.provider} is missing or was refused; whoever runs Deskmate needs to set {keys}"
    )


def test_a_model_of_nobody_is_told_how_to_name_it():
    failed = failure(raised("BadRequestError", 400), Asked("gpt"), 0.0)

    assert str(failed.error) == f"it is not clear who provides the model gpt; {HOW}"


@pytest.mark.parametrize(
    ("headers", "after"),
    [
        ({}, None),
        ({"retry-after": "3"}, 3.0),
        ({"Retry-After": "0.5"}, 0.5),
        ({"retry-after-ms": "250", "retry-after": "1"}, 0.25),
        ({"retry-after": "Thu, 01 Jan 1970 00:01:00 GMT"}, 50.0),
        ({"retry-after": "Thu, 01 Jan 1970 00:00:00 GMT"}, 0.0),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "-3"}, None),
    ],
)
def test_the_wait_that_a_provider_asks_for_is_read(headers: dict[str, str], after: float | None):
    for name, status in (("RateLimitError", 429), ("ServiceUnavailableError", 503)):
        assert failure(raised(name, status, {**ANSWERED, **headers}), ASKED, 10.0).after == after
