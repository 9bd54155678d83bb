"""Phrases as Discord says them: people by mention, which pings nobody, channels too, and times on their reader's own
clock. Pure.
"""

from adapters.discord.parse import PLATFORM
from adapters.discord.text import literal
from harness.chat.people import Person
from harness.chat.phrases import Code, Link, Moment, Part, Phrase, Where, concealed_part

LOOKALIKE = "\u02cb"
"""In place of a backtick in a line of code, which nothing else would end."""


def markdown(phrase: Phrase) -> str:
    """In a line of Markdown: nothing in it is marked or alive but what the phrase says."""
    return "".join(map(_said, phrase))


def _said(part: Part) -> str:
    match part:
        case Moment(at=at):
            return f"<t:{int(at)}:f>"
        case Person(user=user) if part.platform == PLATFORM and user.isdecimal():
            return f"<@{user}>"
        case Where(place=place) if place.platform == PLATFORM and (place.thread or place.channel).isdecimal():
            return f"<#{place.thread or place.channel}>"
        case Link(text=text, address=address):
            return f"[{literal(text)}]({address})"
        case Code(text=text) if text.strip():
            return f"`{concealed_part(part).replace('`', LOOKALIKE)}`"
        case _:
            return literal(concealed_part(part))
