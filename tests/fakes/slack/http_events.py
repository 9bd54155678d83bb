"""Payloads as signed HTTP requests (docs.slack.dev/apis/events-api, /authentication/verifying-requests-from-slack)."""

import asyncio
import hashlib
import hmac
import json
import time
from collections.abc import Callable
from urllib.parse import urlencode

import aiohttp

from tests.fakes.slack import limits
from tests.fakes.slack.clock import Clock
from tests.fakes.slack.delivery import Door, Envelope
from tests.fakes.slack.records import Json

RETRY_DELAYS = (0.0, 60.0, 300.0)
"""Seconds by the emulator's clock after which an event is brought again."""


class NotVerified(AssertionError):
    """The app did not answer the challenge: Slack would not take its address."""


class HttpEvents(Door):
    """Posts to one address. An event is acknowledged by any 2xx within three seconds; else it comes again, three times,
    unless the answer has `X-Slack-No-Retry: 1`. Interactions and commands come once.

    `stamp` dates the requests: in real time, as the app's check is.
    """

    def __init__(
        self,
        log: list[Envelope],
        changed: Callable[[], None],
        clock: Clock,
        url: str,
        secret: str,
        stamp: Callable[[], float] = time.time,
    ) -> None:
        super().__init__(log, changed)
        self._clock, self.url, self._secret = clock, url, secret
        self.stamp = stamp
        self.within: float = limits.ACKNOWLEDGE_SECONDS
        self._session = aiohttp.ClientSession()
        self._posting: set[asyncio.Task[None]] = set()
        self._due: list[tuple[float, Envelope]] = []
        self._timers: list[asyncio.TimerHandle] = []
        clock.on_advance(self._look)

    async def verify(self) -> None:
        """The handshake when the address is entered. Raises NotVerified."""
        challenge = "3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P"
        body = json.dumps({"type": "url_verification", "token": "verification-token", "challenge": challenge})
        try:
            async with self._post(body, "application/json", {}) as answer:
                text = await answer.text()
        except (aiohttp.ClientError, TimeoutError) as error:
            raise NotVerified(f"{self.url}: {error!r}") from error
        if answer.status != 200 or challenge not in text:
            raise NotVerified(f"{self.url}: {answer.status} {text[:200]!r}")

    async def close(self) -> None:
        for timer in self._timers:
            timer.cancel()
        self._due.clear()
        for task in self._posting:
            task.cancel()
        await asyncio.gather(*self._posting, return_exceptions=True)
        await self._session.close()

    def _dispatch(self, envelope: Envelope) -> None:
        task = asyncio.ensure_future(self._bring(envelope))
        self._posting.add(task)
        task.add_done_callback(self._posting.discard)

    async def _bring(self, envelope: Envelope) -> None:
        envelope.sent_at = envelope.sent_at or asyncio.get_running_loop().time()
        body, content_type = _body(envelope)
        again: dict[str, str] = {}
        if envelope.attempt:
            again = {"X-Slack-Retry-Num": str(envelope.attempt), "X-Slack-Retry-Reason": envelope.reason}
        retry = True
        try:
            async with self._post(body, content_type, again) as answer:
                text = await answer.text()
            if answer.ok:
                envelope.acknowledge(_answer(text))
                self._changed()
                return
            reason, retry = "http_error", answer.headers.get("X-Slack-No-Retry") != "1"
        except TimeoutError:
            reason = "http_timeout"
        except aiohttp.TooManyRedirects:
            reason = "too_many_redirects"
        except aiohttp.ClientError:
            reason = "connection_failed"
        if retry and envelope.kind == "events_api" and envelope.attempt < len(RETRY_DELAYS):
            self._again(envelope, reason)
        else:
            envelope.reason = reason
            self._lose(envelope)

    def _post(self, body: str, content_type: str, headers: dict[str, str]) -> "aiohttp.client._RequestContextManager":
        stamp = str(int(self.stamp()))
        signed = hmac.new(self._secret.encode(), f"v0:{stamp}:{body}".encode(), hashlib.sha256).hexdigest()
        headers = headers | {
            "Content-Type": content_type,
            "User-Agent": "Slackbot 1.0 (+https://api.slack.com/robots)",
            "X-Slack-Request-Timestamp": stamp,
            "X-Slack-Signature": f"v0={signed}",
        }
        timeout = aiohttp.ClientTimeout(total=self.within)
        return self._session.post(self.url, data=body.encode(), headers=headers, timeout=timeout, max_redirects=2)

    def _again(self, envelope: Envelope, reason: str) -> None:
        delay = RETRY_DELAYS[envelope.attempt]
        envelope.attempt += 1
        envelope.reason = reason
        self._due.append((self._clock() + delay, envelope))
        self._timers.append(asyncio.get_running_loop().call_later(delay, self._look))
        self._changed()
        self._look()

    def _look(self) -> None:
        """Bring what is due by the clock."""
        due = [one for at, one in self._due if at <= self._clock()]
        self._due = [(at, one) for at, one in self._due if at > self._clock()]
        for one in due:
            self._dispatch(one)


def _body(envelope: Envelope) -> tuple[str, str]:
    """The body and its content type: JSON for events, a form for the rest."""
    form = "application/x-www-form-urlencoded"
    match envelope.kind:
        case "events_api":
            return json.dumps(envelope.payload), "application/json"
        case "interactive":
            return urlencode({"payload": json.dumps(envelope.payload)}), form
        case "slash_commands":
            return urlencode(envelope.payload), form


def _answer(text: str) -> Json | None:
    """What the app answered, as it would come with an acknowledgement in Socket Mode."""
    try:
        answer = json.loads(text) if text else None
    except ValueError:
        answer = text
    return answer if isinstance(answer, dict) or answer is None else {"text": str(answer)}
