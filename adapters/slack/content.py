"""Reads the whole text of a Slack message, from all fields of its payload. Pure. Every route reads messages here:
events, edits, a thread's history, other channels, the message shortcut.

Text appears once. `text` is often a copy of the blocks, `fallback` of an attachment, `message_blocks` of a forward's
text. Text of others is kept apart from the author's: forwards, link previews, transcripts, and attachments that an app
added to a person's message.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from adapters.slack.blocks import DEPTH, dicts, labels, lines, noted, rendered, string, tag
from adapters.slack.text import escaped, mentioned, unescaped
from harness.chat.untrusted import in_line

Json = Mapping[str, Any]

MOST = 40_000
"""Characters of a message's own text. Slack docs, chat.postMessage: it truncates `text` above that."""
MOST_QUOTED = 20_000
"""Characters of all text of others in one message."""
PREVIEW = 2_000
"""Characters of a file's content that a message shows."""
TRANSCRIPT = "-vtt"
"""Added to a recording's id: the id of its transcript."""
PLACEHOLDERS = frozenset({"This message contains interactive elements.", "This content can't be displayed."})
"""Slack puts these into `text` where it has no copy of the blocks."""
_FORWARDED = ("is_share", "is_msg_unfurl", "is_reply_unfurl", "is_thread_root_unfurl")
_PREVIEWED = ("from_url", "original_url", "app_unfurl_url", "is_app_unfurl")
_WORD = re.compile(r"[-+\u2212]?\d+|[^\W\d_]+")
_LABEL = re.compile(r"(<[@#!][^<>|]*)\|[^<>]*>")
_HOST = re.compile(r"://(?:[^/@\s]*@)?([^/:\s]+)")


@dataclass(frozen=True, slots=True)
class Quote:
    """Text of others within a message, in mrkdwn.

    Attributes:
        by: a name
        author: a user id, if Slack gives one
        where: follows the name, as in " in #ops"
        channel, message: the ids of a forwarded message
    """

    text: str
    by: str
    author: str = ""
    where: str = ""
    channel: str = ""
    message: str = ""


@dataclass(frozen=True, slots=True)
class Content:
    """A message's own text in mrkdwn, one line for each of its files, and the text of others."""

    text: str
    files: tuple[str, ...] = ()
    quotes: tuple[Quote, ...] = ()

    @property
    def people(self) -> frozenset[str]:
        """The ids of everyone whose name is needed to read it."""
        quoted = (mentioned(quote.text) | ({quote.author} if quote.author else set()) for quote in self.quotes)
        return mentioned(self.text).union(*quoted)


def content(message: Json) -> Content:
    app = is_by_app(message)
    own = _own(message, app, DEPTH)
    quotes: list[Quote] = []
    for attachment in dicts(message.get("attachments")):
        quote = _quote(attachment, DEPTH)
        if app and not _of_others(attachment):
            added = lines(escaped(quote.by), quote.text)
            own = own if _key(added) in _key(own) and own else lines(own, added)
        else:
            quotes.append(quote)
    files = tuple(dicts(message.get("files")))
    quotes += (heard for file in files for heard in _heard(file))
    return Content(_cut(own, MOST), tuple(map(_file, files)), _bounded(quotes))


def is_by_app(message: Json) -> bool:
    """True if an app posted the message, in its own name or in a person's."""
    return bool(message.get("bot_id") or message.get("bot_profile") or message.get("subtype") == "bot_message")


def _own(message: Json, app: bool, depth: int) -> str:
    text = string(message.get("text"))
    text = "" if text.strip() in PLACEHOLDERS else text
    blocks = message.get("blocks")
    if text and not app and all(block.get("type") == "rich_text" for block in dicts(blocks)):
        return text  # Slack writes it from what a person typed
    return _once(text, rendered(blocks, depth))


def _once(text: str, blocks: list[str]) -> str:
    """Text and blocks, with text that both contain only once."""
    if not text.strip():
        return lines(*blocks)
    known = _key(text)
    more = [block for block in blocks if block and _key(block) not in known]
    if not more:
        return text
    return lines(*blocks) if known in _key(lines(*blocks)) else lines(text, *more)


def _key(text: str) -> str:
    """The words of a text, numbers with their signs, without the labels of mentions, to compare it with others: one is
    a part of another if all of its words are, in their order.
    """
    words = _WORD.findall(unescaped(_LABEL.sub(r"\1>", text)))
    return f" {' '.join(words).casefold()} " if words else text.strip()


def _of_others(attachment: Json) -> bool:
    return any(attachment.get(name) for name in (*_FORWARDED, *_PREVIEWED))


def _quote(attachment: Json, depth: int) -> Quote:
    forwarded = any(attachment.get(name) for name in _FORWARDED)
    previewed = any(attachment.get(name) for name in _PREVIEWED)
    names = [string(attachment.get(name)) for name in ("author_name", "author_subname", "service_name")]
    by = unescaped(next(filter(None, names), ""))
    where, channel = "", string(attachment.get("channel_id"))
    if forwarded:
        name = string(attachment.get("channel_name"))
        where = f" in #{name}" if name and channel[:1] in ("C", "G") else " elsewhere"
        by = by or "somebody"
    elif previewed:
        host = _HOST.search(string(attachment.get("from_url")) or string(attachment.get("original_url")))
        by, where = by or (host[1] if host else "a page"), " (link preview)"
    text = _attached(attachment, forwarded, depth) or "[an attachment of a kind that I can't read]"
    author, ts = string(attachment.get("author_id")), string(attachment.get("ts"))
    return Quote(text, by, author, where, channel, ts if forwarded else "")


def _attached(attachment: Json, forwarded: bool, depth: int) -> str:
    """Slack docs, secondary message attachments. No page documents forwards: `message_blocks` is in
    slackapi/java-slack-sdk#1179, `files` in ColeMurray/background-agents#1143.
    """
    title = tag(attachment.get("title_link"), string(attachment.get("title")))
    fields = (": ".join(filter(None, (string(one.get("title")), string(one.get("value")))))
              for one in dicts(attachment.get("fields")))  # fmt: skip
    said = _once(
        lines(string(attachment.get("pretext")), title, string(attachment.get("text"))),
        [*rendered(attachment.get("blocks"), depth), *_within(attachment.get("message_blocks"), depth)],
    )
    files = tuple(dicts(attachment.get("files")))
    heard = (f"{escaped(quote.by)}: {quote.text}" for file in files for quote in _heard(file))
    named = (escaped(_file(file)) for file in files)
    buttons = labels(dicts(attachment.get("actions")))
    shown = lines(said, *fields, *_nested(attachment, depth), *named, *heard, buttons)
    picture = attachment.get("image_url")
    shown = lines(shown, noted("image", tag(picture)) if picture else "") or string(attachment.get("fallback"))
    return lines(shown, string(attachment.get("footer")), tag(attachment.get("from_url")) if forwarded else "")


def attached_files(message: Json, depth: int = DEPTH) -> Iterator[Json]:
    """The files of a message's attachments, as their objects."""
    if depth > 0:
        for attachment in dicts(message.get("attachments")):
            yield from dicts(attachment.get("files"))
            yield from attached_files(attachment, depth - 4)
            for one in dicts(attachment.get("message_blocks")):
                inner = one.get("message")
                yield from attached_files({"attachments": [inner]}, depth - 4) if isinstance(inner, Mapping) else ()


def _within(forwarded: object, depth: int) -> Iterator[str]:
    """The text of the messages in `message_blocks`."""
    for one in dicts(forwarded):
        message = one.get("message")
        if isinstance(message, Mapping):
            yield from rendered(message.get("blocks"), depth)
            yield from (escaped(_file(file)) for file in dicts(message.get("files")))
            yield from _nested(message, depth)


def _nested(message: Json, depth: int) -> Iterator[str]:
    """Attachments within an attachment."""
    if depth > 0:
        for attachment in dicts(message.get("attachments")):
            quote = _quote(attachment, depth - 4)
            yield lines(escaped(f"{quote.by}{quote.where}"), quote.text)


def _heard(file: Json) -> Iterator[Quote]:
    """Text from a file's content: Slack's transcript of a recording, or the beginning of a text file.

    Slack docs, file object: `preview` of a snippet, `plain_text` of an email. `transcription` and `vtt` are on no page:
    they are what audio and video clips carry.
    """
    name = in_line(string(file.get("name")) or "a file")
    transcript = file.get("transcription")
    if isinstance(transcript, Mapping):
        preview = transcript.get("preview")
        preview = preview if isinstance(preview, Mapping) else {}
        text, status = string(preview.get("content")), string(transcript.get("status"))
        more = _whole_transcript(file, name) if preview.get("has_more") or not text else ""
        unready = "" if text or status == "complete" else f"[Slack's transcript isn't ready: {in_line(status)}]"
        yield Quote(
            lines(escaped(_cut(text, PREVIEW)), unready, more), f"the recording {name}, as Slack transcribed it"
        )
    elif text := string(file.get("preview")) or string(file.get("plain_text")):
        more = "[the file goes on]" if file.get("preview_is_truncated") or len(text) > PREVIEW else ""
        yield Quote(lines(escaped(text[:PREVIEW]), more), f"the file {name}")


def _whole_transcript(file: Json, name: str) -> str:
    id = in_line(string(file.get("id")))
    said = f"[attached: the whole transcript of {name}, text/vtt, with the id {id}{TRANSCRIPT}]"
    return escaped(said) if file.get("vtt") else ""


def _file(file: Json) -> str:
    """The line for an attached file. Its bytes are fetched when the model asks for them."""
    size = f", {file['size']:,} bytes" if isinstance(file.get("size"), int) else ""
    kind = in_line(string(file.get("mimetype")) or "unknown type")
    alt = f", shows: {in_line(string(file.get('alt_txt')))}" if file.get("alt_txt") else ""
    return (
        f"[attached: {in_line(string(file.get('name')) or 'a file')}, {kind}{size}{alt}, with the id {file.get('id')}]"
    )


def _bounded(quotes: list[Quote]) -> tuple[Quote, ...]:
    """The quotes, each cut to its share if they have more than MOST_QUOTED characters together."""
    if sum(len(quote.text) for quote in quotes) <= MOST_QUOTED:
        return tuple(quotes)
    each = max(MOST_QUOTED // len(quotes), 100)
    return tuple(replace(one, text=_cut(one.text, each)) for one in quotes)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[:most]}\n[{len(text) - most:,} more characters are not shown]"
