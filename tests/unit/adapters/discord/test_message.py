"""A message, and the files that it shows."""

from adapters.discord.message import Message, filename, text


def test_a_file_is_one_cards_and_holds_one_text() -> None:
    names = {filename(*one) for one in (("c", "x", "k"), ("c", "y", "k"), ("c", "x", "l"), ("c", "x", "k"))}
    assert len(names) == 3
    assert filename("a/b c", "x", "k", "md").startswith("a-b-c-")
    assert filename("", "x", "k").startswith("details-")


def test_nothing_that_is_said_pings_and_no_text_is_empty() -> None:
    body = Message([text(" ")]).body
    assert body["components"] == [{"type": 10, "content": "…"}]
    assert body["allowed_mentions"] == {"parse": [], "users": [], "roles": [], "replied_user": False}
