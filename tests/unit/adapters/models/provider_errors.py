"""Errors as providers answer with them, each with what it means: at least one for each line of the table."""

import json
from dataclasses import dataclass, field
from typing import Any

from adapters.models.error_answers import ErrorAnswer, answered
from adapters.models.failure_table import Kind


@dataclass(frozen=True, slots=True)
class Example:
    """`status` is the one that it comes with if it comes at once; 200 for what comes so alone. `after`: seconds that it
    asks us to wait.
    """

    kind: Kind
    provider: str
    status: int
    body: Any
    headers: dict[str, str] = field(default_factory=dict)
    after: float | None = None

    def __str__(self) -> str:
        return f"{self.kind.name} by {self.provider}"

    @property
    def is_text(self) -> bool:
        return isinstance(self.body, str)

    @property
    def text(self) -> str:
        return self.body if isinstance(self.body, str) else json.dumps(self.body)

    @property
    def answer(self) -> ErrorAnswer:
        return answered(self.status if self.status >= 400 else 0, self.headers, self.text, 0.0)


def openai(message: str, code: str | None = None, type: str = "invalid_request_error") -> dict[str, Any]:
    return {"error": {"message": message, "type": type, "param": None, "code": code}}


def anthropic(type: str, message: str, **details: Any) -> dict[str, Any]:
    more = {"details": details} if details else {}
    return {"type": "error", "error": {"type": type, "message": message, **more}, "request_id": "req_011CSHoEeqs5C35K"}


def google(code: int, status: str, message: str, *details: dict[str, Any]) -> dict[str, Any]:
    return {"error": {"code": code, "message": message, "status": status, "details": list(details)}}


def openrouter(code: int, message: str, **metadata: Any) -> dict[str, Any]:
    return {"error": {"code": code, "message": message, "metadata": metadata}, "user_id": "user_2x"}


def vllm(message: str, code: int = 400, type: str = "BadRequestError") -> dict[str, Any]:
    """As it answered until 2025: not within `error`."""
    return {"object": "error", "message": message, "type": type, "param": None, "code": code}


def aws(kind: str, message: str) -> tuple[dict[str, str], dict[str, str]]:
    return {"message": message}, {"x-amzn-errortype": f"{kind}:http://internal.amazon.com/coral/com.amazon.bedrock/"}


def quota(id: str) -> dict[str, Any]:
    kind = "type.googleapis.com/google.rpc.QuotaFailure"
    return {"@type": kind, "violations": [{"quotaMetric": "generate_content_free_tier_requests", "quotaId": id}]}


RETRY = {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "36s"}
UPSTREAM = json.dumps(openai("This model's maximum context length is 8192 tokens. However, you requested 9000."))
GEMINI_QUOTA = "You exceeded your current quota, please check your plan and billing details."

K = Kind
# ruff: noqa: E501 - each is quoted as it stands
EXAMPLES = [
    Example(K.TOO_LONG, "OpenAI", 400, openai("This model's maximum context length is 8192 tokens.", "context_length_exceeded")),
    Example(K.TOO_LONG, "Groq", 400, openai("Please reduce the length of the messages or completion.", "context_length_exceeded")),
    Example(K.TOO_LONG, "DeepSeek", 400, openai("This model's maximum context length is 65536 tokens. However, you requested 70000 tokens.")),
    Example(K.TOO_LONG, "OpenRouter", 400, openrouter(400, "This endpoint's maximum context length is 8192 tokens. However, you requested about 9000 tokens.")),
    Example(K.TOO_LONG, "a provider behind OpenRouter", 400, openrouter(400, "Provider returned error", raw=UPSTREAM, provider_name="X")),
    Example(K.TOO_LONG, "OpenAI's Responses", 400, openai("Your input exceeds the context window of this model. Please adjust your input and try again.")),
    Example(K.TOO_LONG, "OpenAI", 400, openai("Invalid 'messages[1].content': string too long.", "string_above_max_length")),
    Example(K.TOO_LONG, "OpenAI", 429, openai("Request too large for gpt-4o in organization org-1 on tokens per min (TPM): Limit 30000, Requested 42000.", "rate_limit_exceeded", "tokens")),
    Example(K.TOO_LONG, "Groq", 413, openai("Request too large for model `x` in organization `o` service tier `on_demand` on tokens per minute (TPM): Limit 6000, Requested 9000.", "rate_limit_exceeded", "tokens")),
    Example(K.TOO_LONG, "vLLM", 400, vllm("The decoder prompt (length 9000) is longer than the maximum model length of 8192. Make sure that `max_model_len` is no smaller than the number of text tokens.")),
    Example(K.TOO_LONG, "vLLM", 400, openai("You passed 9001 input tokens and requested 100 output tokens. However, the model's context length is only 8192 tokens.", None, "BadRequestError")),
    Example(K.TOO_LONG, "SGLang", 400, vllm("The input (9000 tokens) is longer than the model's context length (8192 tokens).")),
    Example(K.TOO_LONG, "llama.cpp", 400, {"error": {"code": 400, "message": "request (4476 tokens) exceeds the available context size (4096 tokens), try increasing it", "type": "exceed_context_size_error", "n_prompt_tokens": 4476, "n_ctx": 4096}}),
    Example(K.TOO_LONG, "llama.cpp", 500, {"error": {"code": 500, "message": "the request exceeds the available context size. try increasing the context size or enable context shift", "type": "server_error"}}),
    Example(K.TOO_LONG, "Ollama", 400, {"error": "prompt too long; exceeded max context length by 1024 tokens"}),
    Example(K.TOO_LONG, "LM Studio", 400, {"error": "Trying to keep the first 5000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens."}),
    Example(K.TOO_LONG, "LM Studio", 400, {"error": "The number of tokens to keep from the initial prompt is greater than the context length (n_keep: 10978 >= n_ctx: 8192)."}),
    Example(K.TOO_LONG, "TGI", 422, {"error": "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000 `inputs` tokens", "error_type": "validation"}),
    Example(K.TOO_LONG, "Anthropic", 413, anthropic("request_too_large", "Request exceeds the maximum size")),
    Example(K.TOO_LONG, "Anthropic", 400, anthropic("invalid_request_error", "prompt is too long: 210000 tokens > 200000 maximum")),
    Example(K.TOO_LONG, "Anthropic", 400, anthropic("invalid_request_error", "input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000")),
    Example(K.TOO_LONG, "Gemini", 400, google(400, "INVALID_ARGUMENT", "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).")),
    Example(K.TOO_LONG, "Vertex", 400, google(400, "INVALID_ARGUMENT", "Unable to submit request because the input token count is 9000 but model only supports up to 8192.")),
    Example(K.TOO_LONG, "Bedrock", 400, *aws("ValidationException", "Input is too long for requested model.")),
    Example(K.TOO_LONG, "Mistral", 400, {"object": "error", "message": "Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length", "type": "invalid_request_prompt", "code": "3051"}),
    Example(K.TOO_LONG, "xAI", 400, {"code": "invalid-argument", "error": "This model's maximum prompt length is 131072 but the request contains 537812 tokens."}),
    Example(K.TOO_LONG, "Cohere", 400, {"message": "too many tokens: total number of tokens in the prompt cannot exceed 4081 - received 9000."}),
    Example(K.TOO_LONG, "Moonshot", 400, openai("Invalid request: Your request exceeded model token limit: 8192")),
    Example(K.TOO_LONG, "Z.AI", 400, {"error": {"code": "1261", "message": "Prompt exceeds max length"}}),
    Example(K.TOO_LONG, "Alibaba", 400, openai("<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 30720]", "invalid_parameter_error")),
    Example(K.TOO_LONG, "MiniMax", 400, {"type": "error", "error": {"type": "bad_request_error", "message": "invalid params, context window exceeds limit (2013)"}}),
    Example(K.TOO_LONG, "GitHub Models", 413, {"error": {"code": "tokens_limit_reached", "message": "Request body too large for gpt-4o model. Max size: 8000 tokens."}}),
    Example(K.TOO_LONG, "Cerebras", 400, {"message": "Please reduce the length of the messages or completion. Current length is 9000 while limit is 8192", "type": "invalid_request_error"}),
    Example(K.TOO_LONG, "whatever stands between", 413, "Payload Too Large"),
    Example(K.OUT_OF_CREDIT, "OpenAI", 429, openai("You exceeded your current quota, please check your plan and billing details.", "insufficient_quota", "insufficient_quota")),
    Example(K.OUT_OF_CREDIT, "Perplexity", 401, openai("You exceeded your current quota.", "insufficient_quota", "insufficient_quota")),
    Example(K.OUT_OF_CREDIT, "Anthropic", 400, anthropic("invalid_request_error", "Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.")),
    Example(K.OUT_OF_CREDIT, "Anthropic", 400, anthropic("invalid_request_error", "You have reached your specified API usage limits. You will regain access on 2026-09-01 at 00:00 UTC.")),
    Example(K.OUT_OF_CREDIT, "Anthropic", 429, anthropic("rate_limit_error", "You have reached the spend limit of your tier.", error_code="enforced_spend_limit_reached")),
    Example(K.OUT_OF_CREDIT, "OpenRouter", 402, openrouter(402, "Insufficient credits. Add more using https://openrouter.ai/settings/credits")),
    Example(K.OUT_OF_CREDIT, "OpenRouter", 403, openrouter(403, "Key limit exceeded (total limit). Manage it using https://openrouter.ai/settings/keys")),
    Example(K.OUT_OF_CREDIT, "DeepSeek", 402, openai("Insufficient Balance", "invalid_request_error", "unknown_error")),
    Example(K.OUT_OF_CREDIT, "MiniMax", 200, {"base_resp": {"status_code": 1008, "status_msg": "insufficient balance"}}),
    Example(K.OUT_OF_CREDIT, "Moonshot", 429, {"error": {"message": "Your account org-1 is suspended, please check your plan and billing details", "type": "exceeded_current_quota_error"}}),
    Example(K.OUT_OF_CREDIT, "Alibaba", 400, {"code": "Arrearage", "message": "Access denied, please make sure your account is in good standing."}),
    Example(K.OUT_OF_CREDIT, "xAI", 429, {"code": "Some resource has been exhausted", "error": "Your team has either used all available credits or reached its monthly spending limit."}),
    Example(K.OUT_OF_CREDIT, "Hugging Face", 402, {"error": "You have exceeded your monthly included credits for Inference Providers."}),
    Example(K.OUT_OF_CREDIT, "Bedrock", 429, *aws("ThrottlingException", "Too many tokens per day, please wait before trying again.")),
    Example(K.OUT_OF_CREDIT, "Gemini", 429, google(429, "RESOURCE_EXHAUSTED", GEMINI_QUOTA, quota("GenerateRequestsPerDayPerProjectPerModel-FreeTier"))),
    Example(K.OUT_OF_CREDIT, "a gateway", 400, {"error": GEMINI_QUOTA}),
    Example(K.OUT_OF_CREDIT, "a gateway", 402, {}),
    Example(K.NO_TOOLS, "OpenRouter", 404, openrouter(404, "No endpoints found that support tool use. To learn more about provider routing, visit: https://openrouter.ai/docs")),
    Example(K.NO_TOOLS, "Ollama", 400, {"error": {"message": "registry.ollama.ai/library/gemma:2b does not support tools", "type": "api_error"}}),
    Example(K.NO_TOOLS, "vLLM", 400, vllm('"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set')),
    Example(K.NO_TOOLS, "llama.cpp", 500, {"error": {"code": 500, "message": "tools param requires --jinja flag", "type": "server_error"}}),
    Example(K.NO_MEDIA, "OpenRouter", 404, openrouter(404, "No endpoints found that support image input")),
    Example(K.NO_MEDIA, "llama.cpp", 500, {"error": {"code": 500, "message": "image input is not supported - hint: if this is unexpected, you may need to provide the mmproj", "type": "server_error"}}),
    Example(K.NO_MEDIA, "Ollama", 500, {"error": {"message": "this model is missing data required for image input", "type": "api_error"}}),
    Example(K.NO_TOOLS, "Groq", 400, openai("`tool calling` is not supported with this model")),
    Example(K.NO_TOOLS, "Bedrock", 400, *aws("ValidationException", "This model doesn't support tool use in streaming mode.")),
    Example(K.NO_TOOLS, "Gemini", 400, google(400, "INVALID_ARGUMENT", "Function calling is not enabled for models/gemma-3-27b-it")),
    Example(K.REFUSED, "OpenAI", 400, openai("Your request was rejected as a result of our safety system.", "content_policy_violation")),
    Example(K.REFUSED, "OpenAI", 400, openai("Invalid prompt: your prompt was flagged as potentially violating our usage policy.", "invalid_prompt")),
    Example(K.REFUSED, "Azure", 400, {"error": {"message": "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.", "code": "content_filter", "status": 400, "innererror": {"code": "ResponsibleAIPolicyViolation"}}}),
    Example(K.REFUSED, "Anthropic", 400, anthropic("invalid_request_error", "Output blocked by content filtering policy")),
    Example(K.REFUSED, "OpenRouter", 403, openrouter(403, 'openai/gpt-4o requires moderation on OpenAI. Your input was flagged for "violence".', reasons=["violence"])),
    Example(K.REFUSED, "DeepSeek", 400, openai("Content Exists Risk", "invalid_request_error")),
    Example(K.REFUSED, "Alibaba", 400, openai("Input data may contain inappropriate content.", "data_inspection_failed", "data_inspection_failed")),
    Example(K.REFUSED, "xAI", 403, {"code": "The caller does not have permission", "error": "Content violates usage guidelines. Failed check: SAFETY_CHECK_TYPE_BIO"}),
    Example(K.REFUSED, "Z.AI", 400, {"error": {"code": "1301", "message": "System detected potentially unsafe or sensitive content in input or generation."}}),
    Example(K.NO_MODEL, "OpenAI", 404, openai("The model `gpt-9` does not exist or you do not have access to it.", "model_not_found")),
    Example(K.NO_MODEL, "Anthropic", 404, anthropic("not_found_error", "model: claude-9")),
    Example(K.NO_MODEL, "Azure", 404, {"error": {"code": "DeploymentNotFound", "message": "The API deployment for this resource does not exist."}}),
    Example(K.NO_MODEL, "Bedrock", 400, *aws("ValidationException", "The provided model identifier is invalid.")),
    Example(K.NO_MODEL, "OpenRouter", 400, openrouter(400, "x/y is not a valid model ID")),
    Example(K.NO_MODEL, "OpenRouter", 404, openrouter(404, "No endpoints found for x/y.")),
    Example(K.NO_MODEL, "DeepSeek", 400, openai("Model Not Exist", "invalid_request_error")),
    Example(K.NO_MODEL, "Mistral", 400, {"object": "error", "message": "Invalid model: x", "type": "invalid_model", "code": "1500"}),
    Example(K.NO_MODEL, "Z.AI", 400, {"error": {"code": "1211", "message": "Unknown Model, please check the model code."}}),
    Example(K.NO_MODEL, "LM Studio", 400, {"error": {"message": "No models loaded. Please load a model in the developer page.", "type": "invalid_request_error"}}),
    Example(K.NO_MODEL, "Ollama", 400, {"error": "model 'llama9' not found"}),
    Example(K.NO_MODEL, "Gemini", 400, google(400, "NOT_FOUND", "models/gemini-9 is not found for API version v1beta")),
    Example(K.NO_MODEL, "whatever stands between", 404, {"detail": "Not Found"}),
    Example(K.NO_KEY, "OpenAI", 401, openai("Incorrect API key provided: sk-very-se*******-key.", "invalid_api_key")),
    Example(K.NO_KEY, "Anthropic", 401, anthropic("authentication_error", "invalid x-api-key")),
    Example(K.NO_KEY, "Gemini", 400, google(400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.", {"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "API_KEY_INVALID"})),
    Example(K.NO_KEY, "Moonshot", 401, {"error": {"message": "Invalid Authentication", "type": "invalid_authentication_error"}}),
    Example(K.NO_KEY, "xAI", 400, {"code": "Client specified an invalid argument", "error": "Incorrect API key provided: k. You can obtain an API key from https://console.x.ai."}),
    Example(K.NO_KEY, "Bedrock", 403, *aws("UnrecognizedClientException", "The security token included in the request is invalid.")),
    Example(K.NO_KEY, "Azure", 401, {"error": {"code": "401", "message": "Access denied due to invalid subscription key or wrong API endpoint."}}),
    Example(K.NO_KEY, "Perplexity", 401, "<html>\n<head><title>401 Authorization Required</title></head>\n<body></body></html>"),
    Example(K.NOT_ALLOWED, "Anthropic", 403, anthropic("permission_error", "Your API key does not have permission to use the specified resource.")),
    Example(K.NOT_ALLOWED, "Bedrock", 400, *aws("AccessDeniedException", "You don't have access to the model with the specified model ID.")),
    Example(K.NOT_ALLOWED, "somebody", 403, {"error": "Forbidden"}),
    Example(K.OVERLOADED, "Anthropic", 529, anthropic("overloaded_error", "Overloaded")),
    Example(K.OVERLOADED, "OpenAI", 503, openai("The engine is currently overloaded, please try again later", None, "server_error")),
    Example(K.OVERLOADED, "Moonshot", 429, {"error": {"message": "The engine is busy", "type": "engine_overloaded_error"}}, {"Retry-After": "3"}, 3.0),
    Example(K.OVERLOADED, "Groq", 498, openai("x is currently over capacity. Please try again and back off exponentially.", "capacity_exceeded")),
    Example(K.OVERLOADED, "Mistral", 429, {"object": "error", "message": "Service tier capacity exceeded for this model.", "type": "service_tier_capacity_exceeded", "code": "3505"}),
    Example(K.OVERLOADED, "Ollama", 503, {"error": "server busy, please try again.  maximum pending requests exceeded"}),
    Example(K.OVERLOADED, "llama.cpp", 503, {"error": {"message": "Loading model", "type": "unavailable_error", "code": 503}}),
    Example(K.OVERLOADED, "Bedrock", 429, *aws("ModelNotReadyException", "The model is not ready to serve inference requests.")),
    Example(K.OVERLOADED, "DeepSeek within a stream", 200, {"error": {"code": "insufficient_system_resource"}}),
    Example(K.GARBLED, "Gemini within a stream", 200, {"error": {"code": "MALFORMED_FUNCTION_CALL"}}),
    Example(K.TOO_MANY, "OpenAI", 429, openai("Rate limit reached for gpt-4o in organization org-1 on requests per min (RPM): Limit 3. Please try again in 20s.", "rate_limit_exceeded", "requests"), {}, 20.0),
    Example(K.TOO_MANY, "Groq", 429, openai("Rate limit reached. Please try again in 1m2.5s. Need more tokens?", "rate_limit_exceeded", "tokens"), {}, 62.5),
    Example(K.TOO_MANY, "Anthropic", 429, anthropic("rate_limit_error", "This request would exceed the rate limit."), {"retry-after": "17"}, 17.0),
    Example(K.TOO_MANY, "Gemini", 429, google(429, "RESOURCE_EXHAUSTED", GEMINI_QUOTA, quota("GenerateRequestsPerMinutePerProjectPerModel-FreeTier"), RETRY), {}, 36.0),
    Example(K.TOO_MANY, "Bedrock", 429, *aws("ThrottlingException", "Too many requests, please wait before trying again.")),
    Example(K.TOO_MANY, "Cohere", 429, {"message": "You are using a Trial key, which is limited to 20 API calls / minute."}, {"Retry-After-Ms": "250"}, 0.25),
    Example(K.GARBLED, "Groq", 400, {"error": {"message": "Failed to call a function. Please adjust your prompt.", "type": "invalid_request_error", "code": "tool_use_failed", "failed_generation": "model `x` does not exist"}}),
    Example(K.GARBLED, "Bedrock", 424, *aws("ModelErrorException", "The model returned an unexpected error.")),
    Example(K.TOO_SLOW, "Gemini", 504, google(504, "DEADLINE_EXCEEDED", "Deadline expired before operation could complete.")),
    Example(K.TOO_SLOW, "OpenRouter", 408, openrouter(408, "Your request timed out")),
    Example(K.TROUBLE, "OpenAI", 500, openai("The server had an error while processing your request.", None, "server_error")),
    Example(K.TROUBLE, "OpenAI within a stream", 200, openai("The server had an error while processing your request.", None, "server_error")),
    Example(K.TROUBLE, "Anthropic", 500, anthropic("api_error", "Internal server error")),
    Example(K.TROUBLE, "Gemini", 503, google(503, "UNAVAILABLE", "The service is currently unavailable.")),
    Example(K.TROUBLE, "OpenRouter", 502, openrouter(502, "Provider returned error", raw="upstream connect error")),
    Example(K.TROUBLE, "somebody", 503, "upstream connect error or disconnect/reset before headers"),
    Example(K.REJECTED, "OpenAI", 400, openai("Invalid value for 'messages[1].role'.")),
    Example(K.REJECTED, "OpenAI within a stream", 200, openai("Invalid value for 'messages[1].role'.")),
    Example(K.REJECTED, "vLLM", 400, vllm("top_p must be in (0, 1], got 2.")),
    Example(K.REJECTED, "FastAPI", 422, {"detail": [{"type": "missing", "loc": ["body", "model"], "msg": "Field required", "input": {"prompt": "prompt is too long"}}]}),
]  # fmt: skip
"""Sources are those of the table's lines."""
SOME = list({example.kind: example for example in EXAMPLES}.values())
"""One of each kind."""
