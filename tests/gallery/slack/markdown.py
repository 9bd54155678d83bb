"""The Markdown of `markdown` blocks."""

import re
from html import escape

from tests.gallery.html import span
from tests.gallery.markdown import markdown as drawn
from tests.gallery.names import Names
from tests.gallery.slack import emoji

_CODE = re.compile(r"(<code.*?</code>|<pre.*?</pre>)", re.DOTALL)
_MENTION = re.compile(r"&lt;@(\w+)&gt;")


def markdown(text: str, names: Names) -> str:
    """Mentions and emoji are alive outside of code."""

    def live(html: str) -> str:
        mentioned = _MENTION.sub(lambda found: span("mention", escape(names.person(found[1]))), html)
        return emoji.shown(mentioned)

    return "".join(part if number % 2 else live(part) for number, part in enumerate(_CODE.split(drawn(text))))
