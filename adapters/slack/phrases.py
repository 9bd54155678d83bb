"""Phrases as Slack says them: people and channels by mention, times on their reader's own clock. Pure."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from adapters.slack import kit
from adapters.slack.limits import CONTEXT, CONTEXT_PARTS
from adapters.slack.text import escaped
from harness.chat.people import Person, Place
from harness.chat.phrases import Code, Link, Moment, Part, Phrase, Where, concealed_part, concealed_text

Json = dict[str, Any]

_USER = re.compile("[UW][A-Z0-9]+")
_CHANNEL = re.compile("[CG][A-Z0-9]+")
_WHEN = "{date_short_pretty} {time}"


def rich(phrase: Phrase, bold: bool = False) -> Json:
    """A line of rich text: nothing in it is alive but its people and times."""
    return kit.line(*(_rich(part, bold) for part in phrase))


def small(phrase: Phrase) -> list[Json]:
    """A grey line; nothing, if it says nothing."""
    parts = [kit.plain(part, CONTEXT) if isinstance(part, str) else _small(part) for part in _grouped(phrase)]
    elements = parts if len(parts) <= CONTEXT_PARTS else [kit.plain(concealed_text(phrase), CONTEXT)]
    return [{"type": "context", "elements": elements}] if elements else []


def _grouped(phrase: Phrase) -> Iterator[Part]:
    """The phrase with neighbouring words joined, and masked: Slack sets elements apart."""
    words = ""
    for part in phrase:
        if isinstance(part, Moment | Person | Where | Link):
            yield from filter(None, [words])
            yield part
            words = ""
        else:
            words += concealed_part(part)
    yield from filter(None, [words])


def _rich(part: Part, bold: bool) -> Json:
    match part:
        case Moment(at=at):
            return {"type": "date", "timestamp": int(at), "format": _WHEN, "fallback": _utc(at)}
        case Person(user=user) if known(part):
            return {"type": "user", "user_id": user}
        case Where(place=place) if _has_a_name(place):
            return {"type": "channel", "channel_id": place.channel}
        case Link(text=text, address=address):
            return {"type": "link", "url": address, "text": text}
        case _:
            marks = {name: True for name, marked in (("bold", bold), ("code", isinstance(part, Code))) if marked}
            return kit.words(concealed_part(part)) | ({"style": marks} if marks else {})


def _small(part: Part) -> Json:
    match part:
        case Moment(at=at):
            return {"type": "mrkdwn", "text": f"<!date^{int(at)}^{_WHEN}|{_utc(at)}>"}
        case Person(user=user) if known(part):
            return {"type": "mrkdwn", "text": f"<@{user}>"}
        case Where(place=place) if _has_a_name(place):
            return {"type": "mrkdwn", "text": f"<#{place.channel}>"}
        case Link(text=text, address=address):
            return {"type": "mrkdwn", "text": f"<{address}|{escaped(text)}>"}
        case _:
            return kit.plain(concealed_part(part), CONTEXT)


def known(person: Person) -> bool:
    """Can they be mentioned here?"""
    return person.platform == "slack" and bool(_USER.fullmatch(person.user))


def _has_a_name(place: Place) -> bool:
    """Direct messages have none. Who is not in a private channel reads that it is one, and no more."""
    return place.platform == "slack" and bool(_CHANNEL.fullmatch(place.channel))


def _utc(at: float) -> str:
    """For clients that cannot say it."""
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M UTC")
