"""What a provider says in place of an answer, in whichever way it comes: as a status with a body, within a stream, as
JSON where a stream was asked for, or as a page for browsers. Pure.

Every provider has its own shape: `{"error": {"message", "type", "code"}}`, `{"type": "error", "error": …}`,
`[{"error": {"status", "details"}}]`, `{"message"}`, `{"detail"}`, `{"base_resp": {"status_code", "status_msg"}}`, and
`metadata.raw`, which holds another provider's answer as a text. So codes and words are taken from wherever they stand.
"""

import html
import json
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from email.utils import parsedate_to_datetime
from typing import Any

LONGEST_BODY = 65_536
"""Bytes of an answer that are looked at."""
LONGEST_WORDS = 4_000
_LONGEST_CODE = 100
_LONGEST_TITLE = 80
_NODES = 500
_DEPTH = 8
_CODES = frozenset(
    {"code", "error_code", "error_type", "limit_source", "quotaid", "reason", "status", "type", "__type"}
)
_WORDS = frozenset({"detail", "details", "error", "message", "msg", "quotaid", "raw", "reason", "status_msg", "title"})
_ECHOES = frozenset({"ctx", "failed_generation", "input", "loc", "messages", "param", "prompt"})
"""What may quote the request, and says nothing of what is wrong."""
_TITLE = re.compile(r"<title[^>]{0,200}>([^<]{0,1000})", re.IGNORECASE)
_PAGE = re.compile(r"\s*<(!doctype|html|head|body|\?xml|title|center|h1)\b", re.IGNORECASE)
_TRY_AGAIN_IN = re.compile(r"(?:try again|retry) (?:in|after) ((?:\d+(?:\.\d+)?\s?(?:ms|s|m|h|seconds?|minutes?)\s?)+)")
_SPAN = re.compile(r"(\d+(?:\.\d+)?)\s?(ms|h|m|s)")
_SECONDS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0}


@dataclass(frozen=True, slots=True)
class ErrorAnswer:
    """`status` is the one of HTTP, or what stands in its place in the answer; 0 if nothing does. `codes` and `words`
    are in lower case. `after` is how many seconds the provider asks us to wait. `title` is that of a page, which may be
    empty; None where it is none.
    """

    status: int = 0
    codes: frozenset[str] = frozenset()
    words: str = ""
    after: float | None = None
    title: str | None = None


def answered(status: int, headers: Mapping[str, str], body: bytes | str, now: float) -> ErrorAnswer:
    """Of an answer over HTTP. `now` is in seconds since the epoch, for a Retry-After that is a date."""
    text = body[:LONGEST_BODY] if isinstance(body, str) else body[:LONGEST_BODY].decode(errors="replace")
    text = text.lstrip("\ufeff")
    if _PAGE.match(text):
        return ErrorAnswer(status, after=_retry_after(headers, now), title=_title(text))
    told = said(_json(text))
    kind = headers.get("x-amzn-errortype", "").partition(":")[0].lower()  # Bedrock says there what kind it is
    codes = told.codes | {kind} if kind else told.codes
    after = _retry_after(headers, now)
    return replace(told, status=status or told.status, codes=codes, after=told.after if after is None else after)


def said(value: Any) -> ErrorAnswer:
    """Of a JSON value, or of a text."""
    codes, words, statuses, after = set[str](), list[str](), list[int](), None
    for key, leaf in _leaves(value):
        if isinstance(leaf, int) or (leaf.isdigit() and key in _CODES):
            if key in _CODES | {"status_code", "statuscode"} and 400 <= int(leaf) < 600:
                statuses.append(int(leaf))
        elif key == "retrydelay":  # Google's RetryInfo
            after = _seconds(leaf)
        else:
            if key in _CODES and len(leaf) <= _LONGEST_CODE:
                codes.add(leaf.lower())
            if key in _WORDS or key == "":
                words.append(leaf)
    text = " ".join(" ".join(words)[:LONGEST_WORDS].split()).lower()
    if after is None and (asked := _TRY_AGAIN_IN.search(text)):
        after = _seconds(asked[1])
    return ErrorAnswer(statuses[0] if statuses else 0, frozenset(codes), text, after)


def within(event: Any) -> ErrorAnswer | None:
    """What an event of a stream, or a JSON body in place of one, says is wrong; None if it is no error."""
    if isinstance(event, list):  # Google's, in place of a stream
        return next((told for each in event if isinstance(each, dict) and (told := within(each))), None)
    if not isinstance(event, dict):
        return None
    if event.get("error") or event.get("object") == "error" or event.get("type") == "error" or _is_nothing_else(event):
        return said(event)
    if event.get("type") == "response.failed":  # OpenAI's Responses API
        return said(event["response"].get("error") if isinstance(event.get("response"), dict) else None)
    groq = event.get("x_groq")  # console.groq.com/docs/api-reference: "x_groq.error" says why a stream stopped early
    return said(groq) if isinstance(groq, dict) and groq.get("error") else None


def _is_nothing_else(event: Mapping[str, Any]) -> bool:
    """No answer of a model has these: `{"detail": "Not Found"}`, `{"message": "…"}`, MiniMax's `base_resp`."""
    base = event.get("base_resp")
    code = base.get("status_code") if isinstance(base, dict) else 0
    words = (event.get("message"), event.get("msg"), event.get("detail"))
    told = isinstance(event.get("detail"), list) or any(isinstance(each, str) and each for each in words)
    return not event.get("choices") and (bool(code) or told)


def _leaves(value: Any, key: str = "", depth: int = 0) -> Iterator[tuple[str, str | int]]:
    """Texts and whole numbers with the names that they stand under, in lower case; those in a list have the list's."""
    pending, seen = [(key, value, depth)], 0
    while pending and seen < _NODES:
        name, one, level = pending.pop(0)
        seen += 1
        if isinstance(one, Mapping) and level < _DEPTH:
            pending += [(str(k).lower(), v, level + 1) for k, v in list(one.items())[:_NODES] if k not in _ECHOES]
        elif isinstance(one, list) and level < _DEPTH:
            pending += [(name, v, level + 1) for v in one[:_NODES]]
        elif isinstance(one, str):
            yield name, one[:LONGEST_BODY]
            if name in ("raw", "message", "error") and one.lstrip()[:1] in ("{", "["):  # one answer within another
                inner = _json(one[:LONGEST_BODY])
                if not isinstance(inner, str):
                    pending.append(("", inner, level + 1))
        elif isinstance(one, int) and not isinstance(one, bool):
            yield name, one


def _json(text: str) -> Any:
    """The value, or the text itself if it is none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _title(page: str) -> str:
    match = _TITLE.search(page)
    title = " ".join(html.unescape(match[1]).split()) if match else ""
    return title if len(title) <= _LONGEST_TITLE else f"{title[:_LONGEST_TITLE]}…"


def _retry_after(headers: Mapping[str, str], now: float) -> float | None:
    named = {str(name).lower(): str(value) for name, value in headers.items()}
    milliseconds = _number(named.get("retry-after-ms", ""))
    if milliseconds is not None:
        return milliseconds / 1000
    value = named.get("retry-after", "")
    seconds = _number(value)
    if seconds is not None:
        return seconds
    try:
        return max(parsedate_to_datetime(value).timestamp() - now, 0.0)
    except (ValueError, OverflowError):
        return None


def _seconds(text: str) -> float | None:
    """`1m2.5s`, `350ms`, `36s`."""
    spans = _SPAN.findall(text)
    return sum(float(number) * _SECONDS[unit] for number, unit in spans) if spans else None


def _number(value: str) -> float | None:
    try:
        number = float(value)
    except ValueError:
        return None
    return number if math.isfinite(number) and number >= 0 else None
