"""Text on its way to Discord, and from it.

That nothing which a model or a person wrote pings anybody is said with each message (`allowed_mentions`), not in its
text. What is said as one line is escaped, so that it reads as it was meant.
"""

import re
from collections.abc import Mapping

from adapters.discord.limits import MESSAGE
from harness.chat import splitting
from harness.chat.splitting import RESERVE, Style
from harness.chat.visible import visible
from harness.chat.wording import units

PART = MESSAGE - 100
_FENCE = re.compile(r"^[ ]{0,3}(`{3,20})([^`\n]*)$")
_MARKS = str.maketrans({mark: f"\\{mark}" for mark in "\\*_~`|<>[]()#@-"})
_MENTION = re.compile(r"<(@!?|@&|#)(\d+)>")
_EMOJI = re.compile(r"<a?(:\w+:)\d+>")
_RUN = re.compile("`{3,}")
_CODE = re.compile(r"(```.*?```|(?<!`)`[^`\n]+`(?!`))", re.DOTALL)
"""As Discord's client sees it."""
_LINK = re.compile(r"\[([^\[\]\n]*)\]\(\s*(<?[^\s()]+>?)[^()\n]*\)")
ZERO_WIDTH = "\u200b"
_STYLE = Style(_FENCE, units, units)


def literal(text: str) -> str:
    """Reads as it is, without any formatting."""
    return visible(text).translate(_MARKS)


def said(text: str, most: int) -> str:
    """`literal`, at most that long, marks and all; the last character an ellipsis if any are missing."""
    room, shown = most, literal(cut(text, most))
    while units(shown) > most:
        if room == 1:
            return "…"
        room = max(1, room - max(1, (units(shown) - most) // 2))
        shown = literal(cut(text, room))
    return shown


def cut(text: str, most: int) -> str:
    """At most that long, the last character an ellipsis if any are missing."""
    if units(text) <= most:
        return text
    end = min(len(text), most - 1)
    over = units(text[:end]) - (most - 1)
    while over > 0:
        end -= 1
        over -= units(text[end])
    return f"{text[:end]}…"


def fenced(text: str, language: str = "") -> str:
    """As a block of code, whatever is in it. Discord's client ends one at the next three backticks, however many began
    it: a run of them is broken up by what nobody sees, and whoever has spelt out what is hidden knows for ours.
    """
    return f"```{language}\n{_RUN.sub(_broken, text)}\n```"


def uncovered(markdown: str) -> str:
    """Markdown as it is, but that nothing is covered: spoilers are shown, and where a link leads."""
    parts = _CODE.split(markdown)
    return "".join(part if number % 2 else _opened(part) for number, part in enumerate(parts))


def _opened(markdown: str) -> str:
    return _LINK.sub(r"\1 (\2)", markdown.replace("||", r"\|\|"))


def _broken(run: re.Match[str]) -> str:
    return ZERO_WIDTH.join(run[0])


def split(markdown: str, most: int = PART) -> tuple[str, ...]:
    """Parts that each fit in one message: see `splitting.split`. Raises ValueError for parts below LEAST characters."""
    return splitting.split(markdown, _STYLE, most, lambda length, _: length <= most - RESERVE)


def plain(text: str, us: str, names: Mapping[str, str], role: str = "") -> str:
    """What somebody wrote, as a model reads it: without the mention of us, or of the role that is ours alone, other
    mentions by name.
    """
    text = text.replace(f"<@&{role}>", f"<@{us}>") if role else text
    text = re.sub(rf"^\s*<@!?{re.escape(us)}>[ \t]*[:,]?\s*", "", text)
    text = re.sub(rf",? ?<@!?{re.escape(us)}>(?=[\s.!?]*$)", "", text)  # "stop, @deskmate" is "stop"
    text = re.sub(rf" ?<@!?{re.escape(us)}>", "", text)
    text = _MENTION.sub(lambda found: f"{found[1][0]}{names.get(found[2]) or found[2]}", text)
    return _EMOJI.sub(r"\1", text).strip()


def mentioned(text: str) -> frozenset[str]:
    """The ids of the people who are mentioned in it."""
    return frozenset(re.findall(r"<@!?(\d+)>", text))
