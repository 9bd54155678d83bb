"""What `search` answers."""

from harness.chat.events import Surface
from harness.chat.people import Place
from harness.commands.search import not_searched, nothing_to_look_for, search_in_words
from harness.context.history import Found, NoQuery
from harness.context.said import IndexedMessage
from tests.unit.harness.commands.house import CONTEXT

PLACE = Place("test", "T", "channel", "7")


def message(text: str, by: str = "test:T:ana", name: str = "Ana") -> IndexedMessage:
    return IndexedMessage("t", 1, 1_796_000_000.0, PLACE, text, by=by, name=name, message="m1")


def test_each_has_a_line_with_who_when_and_the_way_there() -> None:
    found = Found((message("a **bold**\nred [link]"), message("red", by="", name="")))
    lines = search_in_words("red", found, CONTEXT).splitlines()
    assert lines[0] == "Found, the latest first:"
    assert lines[1].startswith("- Ana, ")
    assert lines[1].endswith(" UTC · [open](chat/7/m1): a \u2217\u2217bold\u2217\u2217 red (link)")
    assert lines[2].startswith("- Deskmate, ")


def test_nothing_found_is_said_and_what_was_not_searched_yet() -> None:
    assert search_in_words("red", Found(()), CONTEXT) == "I found nothing that you can see with all of these words."
    assert "3 threads could not be searched yet" in search_in_words("red", Found((), 3), CONTEXT)
    assert "1 thread could not be searched yet" in search_in_words("red", Found((message("red"),), 1), CONTEXT)


def test_what_cannot_be_looked_for_says_what_would_be_right() -> None:
    assert not_searched(NoQuery("name one or more")) == "Not searched: name one or more."
    assert nothing_to_look_for(Surface()) == 'Say what to look for: `search "WORDS"`.'
    assert nothing_to_look_for(Surface("/deskmate ")) == "Say what to look for: `/deskmate search WORDS`."
