from itertools import pairwise

from adapters.slack.limits import PART
from adapters.slack.pages import Page
from adapters.slack.threads import metadata
from adapters.slack.written import Written
from harness.chat.people import Place

PLACE = Place("slack", "T1", "C1", "1.2")


def written(text: str, shown: int = 0, *messages: str) -> Written:
    """A reply of which so many characters are shown."""
    reply = Written(PLACE, "key", "U1", "T1", text, messages=list(messages))
    reply.page = Page()
    reply.reached(shown)
    return reply


def test_what_is_lacking_is_from_where_it_was_shown_to():
    reply = written("one two", 3, "1.3")
    assert reply.more(7) == " two"
    assert reply.joined, "Slack may swallow the blank where both join"
    assert reply.more(3) == ""
    assert not written("one two", 0).joined


def test_what_does_not_go_on_from_what_was_shown_is_rewritten():
    reply = written("one two", 3)
    assert not reply.rewritten
    reply.text = "no two"
    assert reply.rewritten


def test_an_open_message_takes_the_rest_and_one_that_has_its_end_is_followed_by_others():
    text = "x" * 10
    full = written(text, 4, "1.3")
    assert [(page.begin, page.end) for page in full.pages()] == [(0, 4), (4, 10)]
    full.state = "open"
    assert [(page.begin, page.end) for page in full.pages()] == [(0, 10)]


def test_what_does_not_fit_into_one_message_takes_several():
    long = written("word " * PART, 0, "1.3")
    long.state = "lost"
    pages = list(long.pages())
    assert len(pages) > 1
    assert (pages[0].begin, pages[-1].end) == (0, len(long.text))
    assert all(one.end == other.begin for one, other in pairwise(pages))


def test_the_last_message_is_marked_as_the_last():
    reply = written("text", 2, "1.3", "1.4")
    assert reply.marked == metadata("key", 1, 2)
    assert reply.there == {0: "1.3", 1: "1.4"}
