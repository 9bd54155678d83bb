"""What is answered to `search`. Pure."""

from collections.abc import Iterator

from harness.chat.events import Surface
from harness.chat.untrusted import in_line, unmarked
from harness.chat.wording import counted
from harness.commands.context import CommandContext
from harness.context.history import Found, NoQuery
from harness.context.said import excerpt, queried_words
from harness.toolbox.clock import briefly

SNIPPET = 160
"""Characters of each message that are shown."""


def search_in_words(query: str, found: Found, context: CommandContext) -> str:
    """In Markdown."""
    more = [f"{counted(found.left, 'thread')} could not be searched yet; ask again in a while."] if found.left else []
    if found.unknown:
        places = counted(found.unknown, "place")
        more.append(f"{places} could not be searched, since I cannot find out just now who sees them. Ask later.")
    if not found.messages:
        return "\n\n".join(["I found nothing that you can see with all of these words.", *more])
    return "\n\n".join(["\n".join(["Found, the latest first:", *_lines(query, found, context)]), *more])


def _lines(query: str, found: Found, context: CommandContext) -> Iterator[str]:
    words = queried_words(query)
    for said in found.messages:
        who = (unmarked(in_line(said.name)) or said.by) if said.by else context.workspace.name
        address = context.link(said.place, said.message)
        opens = f" · [open]({address})" if address else ""
        text = unmarked(in_line(excerpt(said.text, words, SNIPPET)))
        yield f"- {who}, {briefly(said.at, context.zone)}{opens}: {text}"


def not_searched(error: NoQuery) -> str:
    return f"Not searched: {error}."


def nothing_to_look_for(surface: Surface) -> str:
    words = "search WORDS" if surface.sign else 'search "WORDS"'
    return f"Say what to look for: {surface.spelt(words)}."
