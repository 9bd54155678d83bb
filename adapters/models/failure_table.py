"""Which failure an answer means that is an error: one table for all providers, a source for each line. Pure.

The first line that fits decides: what says most stands first. Codes count wherever they stand in the answer, words
anywhere in what it says; a status alone decides last, since gateways give one status for many things (Anthropic's 400
for an empty account, OpenRouter's 403 for a flagged text, Perplexity's 401 for both).
"""

import enum
import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

from adapters.models.error_answers import ErrorAnswer


class Kind(enum.Enum):
    """What is the matter."""

    TOO_LONG = "the request is longer than the model accepts"
    OUT_OF_CREDIT = "the account has used up its credit or quota"
    NO_TOOLS = "the model cannot call tools, or its server does not let it"
    NO_MEDIA = "the model, or its server, cannot look at a file in the request"
    REFUSED = "the provider will not answer this"
    NO_MODEL = "the provider has no such model"
    NO_KEY = "the key is missing or refused"
    NOT_ALLOWED = "the key is valid but may not do this"
    OVERLOADED = "the provider is overloaded"
    TOO_MANY = "I send too many requests"
    GARBLED = "the model wrote something that its server could not read"
    TOO_SLOW = "no answer in time"
    REJECTED = "the provider calls the request invalid"
    TROUBLE = "the provider has a problem of its own"
    PAGE = "a page for browsers came in place of an answer"


@dataclass(frozen=True)
class Line:
    """An answer that fits has one of `codes`, or says what `words` look for, or has one of `statuses`; and has one of
    `only`, if there are any. All are in lower case.
    """

    kind: Kind
    source: str
    codes: Collection[str] = ()
    words: str = ""
    statuses: Collection[int] = ()
    only: Collection[str] = ()

    @cached_property
    def _pattern(self) -> "re.Pattern[str] | None":
        return re.compile(self.words) if self.words else None

    def fits(self, answer: ErrorAnswer) -> bool:
        if self.only and not answer.codes.intersection(self.only):
            return False
        if answer.codes.intersection(self.codes) or answer.status in self.statuses:
            return True
        return bool(self._pattern and self._pattern.search(answer.words))


_OPENAI = "platform.openai.com/docs/guides/error-codes"
_ANTHROPIC = "docs.claude.com/en/api/errors"
_GOOGLE = "ai.google.dev/gemini-api/docs/troubleshooting"
_BEDROCK = "docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html#Errors"
_AWS = "docs.aws.amazon.com/IAM/latest/APIReference/CommonErrors.html"
_AZURE = "learn.microsoft.com/azure/ai-foundry/openai/concepts/content-filter"
_OPENROUTER = "openrouter.ai/docs/api/reference/errors-and-debugging"
_GROQ = "console.groq.com/docs/errors"
_DEEPSEEK = "api-docs.deepseek.com/quick_start/error_codes"
_MISTRAL = "docs.mistral.ai/resources/known-limitations"
_MOONSHOT = "platform.moonshot.ai/docs/api/errors"
_XAI = "docs.x.ai/docs/key-information/debugging"
_ZAI = "docs.z.ai/api-reference/api-code"
_ALIBABA = "www.alibabacloud.com/help/en/model-studio/error-code"
_COHERE = "docs.cohere.com/reference/errors"
_VLLM = "github.com/vllm-project/vllm"
_LLAMA = "github.com/ggml-org/llama.cpp tools/server"
_OLLAMA = "github.com/ollama/ollama server"
_RFC = "RFC 9110"

TABLE: tuple[Line, ...] = (
    # The request is longer than the model takes: shortened, it may be asked again.
    Line(Kind.TOO_LONG, f"{_OPENAI}; so Azure, Groq, Cerebras, DeepSeek", codes={"context_length_exceeded"}),
    Line(Kind.TOO_LONG, f"{_OPENAI}; so vLLM, DeepSeek, OpenRouter", words=r"maximum context length (is|of) \d"),
    Line(Kind.TOO_LONG, "OpenAI's Responses API", words=r"exceeds the context window of this model"),
    Line(Kind.TOO_LONG, f"{_OPENAI}: a message of more than 10 MB", codes={"string_above_max_length"}),
    Line(
        Kind.TOO_LONG,
        "platform.openai.com/docs/guides/rate-limits; so Groq (413): one request has more tokens than a minute has",
        words=r"request too large for .{1,300} on tokens per min",
    ),
    Line(Kind.TOO_LONG, f"{_VLLM} vllm/v1/engine/input_processor.py", words=r"longer than the maximum model length"),
    Line(Kind.TOO_LONG, f"{_VLLM}; so NVIDIA's NIM", words=r"the model's context length is only \d"),
    Line(Kind.TOO_LONG, "github.com/sgl-project/sglang", words=r"longer than the model's context length"),
    Line(Kind.TOO_LONG, f"{_LLAMA}/server-context.cpp", codes={"exceed_context_size_error"}),
    Line(
        Kind.TOO_LONG, f"{_LLAMA} before its codes", words=r"exceeds? the available context size|context size has been"
    ),
    Line(
        Kind.TOO_LONG,
        f"{_OLLAMA}/routes.go",
        words=r"prompt too long; exceeded|input length exceeds the context length",
    ),
    Line(
        Kind.TOO_LONG,
        "github.com/lmstudio-ai/lmstudio-bug-tracker",
        words=r"tokens to keep from the initial prompt is greater|when context the overflows",
    ),
    Line(
        Kind.TOO_LONG,
        "github.com/huggingface/text-generation-inference router/src/validation.rs; so Together",
        words=r"`inputs` (must have less than|tokens \+ `max_new_tokens` must be)",
    ),
    Line(Kind.TOO_LONG, _ANTHROPIC, codes={"request_too_large"}),
    Line(
        Kind.TOO_LONG,
        "docs.claude.com/en/docs/build-with-claude/context-windows; so Bedrock, Vertex, Fireworks",
        words=r"prompt is too long|exceed context limit",
    ),
    Line(
        Kind.TOO_LONG,
        f"{_GOOGLE}; so Vertex",
        words=r"input token count .{0,40}(exceeds the maximum number of tokens|but model only supports)",
    ),
    Line(
        Kind.TOO_LONG,
        "docs.aws.amazon.com/bedrock/latest/userguide/troubleshooting-api-error-codes.html",
        words=r"input is too long for requested model|too many input tokens",
    ),
    Line(Kind.TOO_LONG, _MISTRAL, words=r"too large for model with \d+ maximum context length"),
    Line(Kind.TOO_LONG, _XAI, words=r"maximum prompt length is \d"),
    Line(Kind.TOO_LONG, _COHERE, words=r"too many tokens: |size limit exceeded by \d+ tokens"),
    Line(Kind.TOO_LONG, _MOONSHOT, words=r"exceeded model token limit"),
    Line(Kind.TOO_LONG, f"{_ZAI}: 1261", words=r"prompt exceeds max length"),
    Line(Kind.TOO_LONG, _ALIBABA, words=r"range of input length should be"),
    Line(Kind.TOO_LONG, "platform.minimax.io/docs/api-reference/errorcode", words=r"context window exceeds limit"),
    Line(
        Kind.TOO_LONG,
        "docs.github.com/github-models, and GitHub Copilot's API",
        codes={"tokens_limit_reached", "model_max_prompt_tokens_exceeded"},
    ),
    Line(Kind.TOO_LONG, f"{_GROQ}; so Cerebras", words=r"please reduce the length of the messages"),
    # The account is empty: nobody gets an answer until somebody pays, or a day or a month has passed.
    Line(Kind.OUT_OF_CREDIT, _OPENAI, codes={"insufficient_quota", "billing_hard_limit_reached", "billing_not_active"}),
    Line(Kind.OUT_OF_CREDIT, _ANTHROPIC, codes={"billing_error", "enforced_spend_limit_reached"}),
    Line(
        Kind.OUT_OF_CREDIT,
        f"{_ANTHROPIC} and support.claude.com: both come as a plain 400",
        words=r"credit balance is too low|reached your specified (workspace )?api usage limits",
    ),
    Line(
        Kind.OUT_OF_CREDIT,
        f"{_OPENROUTER}: 402, and 403 for the limit of a key",
        codes={"openrouter_credits", "openrouter_key_limit"},
        words=r"insufficient credits|requires more credits|key limit exceeded",
    ),
    Line(Kind.OUT_OF_CREDIT, f"{_DEEPSEEK}: 402; so Z.AI (1113), MiniMax (1008)", words=r"insufficient balance"),
    Line(Kind.OUT_OF_CREDIT, f"{_MOONSHOT}: 429", codes={"exceeded_current_quota_error"}),
    Line(Kind.OUT_OF_CREDIT, _ALIBABA, codes={"arrearage"}),
    Line(
        Kind.OUT_OF_CREDIT,
        f"{_XAI}; so Fireworks (docs.fireworks.ai/guides/inference-error-codes)",
        words=r"used all available credits|monthly spending limit|doesn't have any credits",
    ),
    Line(
        Kind.OUT_OF_CREDIT,
        "huggingface.co/docs/inference-providers/pricing",
        words=r"exceeded your monthly included credits",
    ),
    Line(
        Kind.OUT_OF_CREDIT,
        "docs.aws.amazon.com/bedrock/latest/userguide/quotas.html: tokens of a day",
        words=r"too many tokens per day",
    ),
    Line(
        Kind.OUT_OF_CREDIT,
        "ai.google.dev/gemini-api/docs/rate-limits: the quota's id says whether it is one of a day",
        words=r"per ?day",
        only={"resource_exhausted"},
    ),
    Line(
        Kind.TOO_MANY,
        f"{_GOOGLE}: says “exceeded your current quota” of a minute, too",
        codes={"resource_exhausted"},
    ),
    Line(Kind.OUT_OF_CREDIT, f"{_OPENAI}, through gateways that leave out codes", words=r"exceeded your current quota"),
    Line(Kind.OUT_OF_CREDIT, f"{_RFC}, 15.5.3", statuses={402}),
    # Tools are what it works with.
    Line(
        Kind.NO_TOOLS,
        "openrouter.ai/docs/guides/features/tool-calling",
        words=r"no endpoints found that support tool use",
    ),
    Line(Kind.NO_TOOLS, f"{_OLLAMA}/images.go", words=r"does not support tools"),
    Line(
        Kind.NO_TOOLS, "docs.vllm.ai/en/latest/features/tool_calling.html", words=r"requires --enable-auto-tool-choice"
    ),
    Line(Kind.NO_TOOLS, f"{_LLAMA}/README.md", words=r"tools param requires --jinja"),
    Line(
        Kind.NO_TOOLS, "console.groq.com/docs/tool-use", words=r"tool calling.{0,20} is not supported with this model"
    ),
    Line(Kind.NO_TOOLS, _BEDROCK, words=r"doesn't support tool use"),
    Line(Kind.NO_TOOLS, _GOOGLE, words=r"function calling is not enabled for"),
    # It answers without the picture, the sound or the document. Most say so by a plain 400, which is REJECTED.
    Line(
        Kind.NO_MEDIA,
        "openrouter.ai/docs/guides/overview/multimodal: 404",
        words=r"no endpoints found that support (input )?(image|audio|video|file|pdf)",
    ),
    Line(
        Kind.NO_MEDIA,
        f"{_LLAMA}/server-common.cpp: 500",
        words=r"(image|audio|video) input is not supported|failed to load image or audio file",
    ),
    Line(
        Kind.NO_MEDIA,
        f"{_OLLAMA}/prompt.go and runner/ollamarunner: 500",
        words=r"missing data required for image input|failed to process inputs",
    ),
    # It will not answer this, whoever asks.
    Line(
        Kind.REFUSED,
        "platform.openai.com/docs/guides/safety-best-practices",
        codes={"content_policy_violation", "invalid_prompt"},
        words=r"as a result of our safety system",
    ),
    Line(
        Kind.REFUSED,
        f"{_AZURE}; so Moonshot",
        codes={"content_filter", "responsibleaipolicyviolation"},
        words=r"content management policy",
    ),
    Line(Kind.REFUSED, _ANTHROPIC, words=r"output blocked by content filtering policy"),
    Line(Kind.REFUSED, f"{_OPENROUTER}: 403", words=r"requires moderation on|input was flagged"),
    Line(Kind.REFUSED, "github.com/deepseek-ai/DeepSeek-V3 issues: 400", words=r"content exists risk"),
    Line(Kind.REFUSED, _ALIBABA, codes={"data_inspection_failed", "datainspectionfailed"}),
    Line(Kind.REFUSED, f"{_XAI}: 403", words=r"content violates usage guidelines|safety_check_type"),
    Line(Kind.REFUSED, f"{_ZAI}: 1301", words=r"unsafe or sensitive content"),
    # It has no such model.
    Line(Kind.NO_MODEL, f"{_OPENAI}; so Groq, Cerebras, Alibaba", codes={"model_not_found"}),
    Line(Kind.NO_MODEL, _ANTHROPIC, codes={"not_found_error"}),
    Line(Kind.NO_MODEL, "learn.microsoft.com/azure/ai-foundry/openai/how-to", codes={"deploymentnotfound"}),
    Line(Kind.NO_MODEL, _BEDROCK, codes={"resourcenotfoundexception"}, words=r"model identifier is invalid"),
    Line(Kind.NO_MODEL, _OPENROUTER, words=r"is not a valid model id|no endpoints found for"),
    Line(Kind.NO_MODEL, _DEEPSEEK, words=r"model not exist"),
    Line(Kind.NO_MODEL, "docs.mistral.ai/api: 1500", words=r"invalid model: "),
    Line(Kind.NO_MODEL, f"{_ZAI}: 1211", words=r"unknown model"),
    Line(Kind.NO_MODEL, "lmstudio.ai/docs/developer", words=r"no models? loaded|failed to load model"),
    Line(
        Kind.NO_MODEL,
        f"{_VLLM} vllm/entrypoints/openai; so Ollama, xAI, Cohere, Gemini",
        words=r"\bmodels?[ /][`'\"]?[\w./:@-]{1,150}[`'\"]? (is )?(does not exist|not found)",
    ),
    # The key.
    Line(Kind.NO_KEY, f"{_OPENAI}; so Groq, Alibaba", codes={"invalid_api_key"}),
    Line(Kind.NO_KEY, _ANTHROPIC, codes={"authentication_error"}),
    Line(Kind.NO_KEY, f"{_GOOGLE}: a 400 for a key that is none", codes={"api_key_invalid", "unauthenticated"}),
    Line(Kind.NO_KEY, _MOONSHOT, codes={"invalid_authentication_error", "incorrect_api_key_error"}),
    Line(Kind.NO_KEY, f"{_XAI}: a 400", words=r"incorrect api key|invalid api key|api key not valid"),
    Line(
        Kind.NO_KEY,
        _AWS,
        codes={
            "unrecognizedclientexception",
            "invalidsignatureexception",
            "expiredtokenexception",
            "incompletesignature",
            "missingauthenticationtokenexception",
        },
    ),
    Line(Kind.NO_KEY, f"{_RFC}, 15.5.2", statuses={401}),
    Line(Kind.NOT_ALLOWED, f"{_ANTHROPIC}; so Moonshot", codes={"permission_error", "permission_denied_error"}),
    Line(Kind.NOT_ALLOWED, f"{_GOOGLE} and {_BEDROCK}", codes={"permission_denied", "accessdeniedexception"}),
    Line(Kind.NOT_ALLOWED, f"{_RFC}, 15.5.4", statuses={403}),
    # Later it may go well.
    Line(Kind.OVERLOADED, f"{_ANTHROPIC}: 529", codes={"overloaded_error"}, statuses={529}),
    Line(
        Kind.OVERLOADED,
        f"{_OPENAI}: 503; so Gemini, TGI, Moonshot",
        codes={"engine_overloaded_error"},
        words="overloaded",
    ),
    Line(Kind.OVERLOADED, f"{_GROQ}: 498", words=r"over capacity|capacity exceeded", statuses={498}),
    Line(Kind.OVERLOADED, f"{_OLLAMA}/sched.go: 503", words=r"server busy"),
    Line(Kind.OVERLOADED, f"{_LLAMA}: 503; so Hugging Face", words=r"loading model|is currently loading"),
    Line(Kind.OVERLOADED, _BEDROCK, codes={"modelnotreadyexception", "serviceunavailableexception"}),
    Line(Kind.TOO_MANY, f"{_OPENAI}; so Groq", codes={"rate_limit_exceeded"}),
    Line(Kind.TOO_MANY, f"{_ANTHROPIC}; so Moonshot", codes={"rate_limit_error", "rate_limit_reached_error"}),
    Line(Kind.TOO_MANY, _BEDROCK, codes={"throttlingexception", "toomanyrequestsexception"}),
    Line(Kind.TOO_MANY, "RFC 6585, 4", statuses={429}),
    Line(Kind.OVERLOADED, "api-docs.deepseek.com: why a reply ended", codes={"insufficient_system_resource"}),
    Line(Kind.GARBLED, f"{_GROQ}: 400, the model's call is no JSON", codes={"tool_use_failed"}),
    Line(Kind.GARBLED, "ai.google.dev/api/generate-content: why a reply ended", codes={"malformed_function_call"}),
    Line(Kind.GARBLED, _BEDROCK, codes={"modelerrorexception", "modelstreamerrorexception"}, statuses={424}),
    Line(Kind.TOO_SLOW, f"{_BEDROCK}, and {_GOOGLE}", codes={"modeltimeoutexception", "deadline_exceeded"}),
    Line(Kind.TOO_SLOW, f"{_RFC}, 15.5.9", statuses={408}),
    # What is left is told by its status, or by the codes that stand for one.
    Line(Kind.NO_MODEL, f"{_RFC}, 15.5.5: what is asked for by its name is not there", statuses={404}),
    Line(Kind.TOO_LONG, f"{_RFC}, 15.5.14", statuses={413}),
    Line(Kind.TROUBLE, f"{_RFC}, 15.6, 15.5.10 and RFC 8470", statuses={409, 425, *range(500, 600)}),
    Line(Kind.REJECTED, f"{_RFC}, 15.5", statuses=range(400, 500)),
    Line(
        Kind.REJECTED,
        f"{_OPENAI}; so Anthropic, vLLM, Google, Bedrock, where no status is told",
        codes={"invalid_request_error", "badrequesterror", "invalid_argument", "validationexception"},
    ),
    Line(
        Kind.TROUBLE,
        f"{_OPENAI}, {_ANTHROPIC}, {_GOOGLE} and {_BEDROCK}, where no status is told",
        codes={"server_error", "api_error", "internal", "unavailable", "internalserverexception"},
    ),
)
_BY_STATUS = frozenset({401, 408, 413, 429})
"""A page with one of these says what it says; with any other it is a page of whatever stands between."""


def kind(answer: ErrorAnswer) -> Kind:
    """TROUBLE for what nothing is known of: it was an answer, and within a stream, so it may go well again."""
    if answer.title is not None and answer.status not in _BY_STATUS:
        return Kind.PAGE
    return next((line.kind for line in TABLE if line.fits(answer)), Kind.TROUBLE)


def known(answer: ErrorAnswer) -> bool:
    """Does a line of the table fit it, and say more than that it was not taken?"""
    return kind(answer) is not Kind.REJECTED and (answer.title is not None or any(line.fits(answer) for line in TABLE))
