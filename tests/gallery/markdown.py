"""Markdown as HTML, by a kept library."""

from markdown_it import MarkdownIt

_ALL = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
_NOT_IN_CHATS = ["code", "hr", "image", "lheading", "reference"]
_CHAT = MarkdownIt("commonmark", {"html": False, "breaks": True}).enable("strikethrough").disable(_NOT_IN_CHATS)


def markdown(text: str) -> str:
    """With tables, as in documents."""
    return str(_ALL.render(text))


def chat_markdown(text: str) -> str:
    """As people write it in a chat: a line is a line."""
    return str(_CHAT.render(text))
