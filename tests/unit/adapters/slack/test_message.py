"""A message, and the files above it."""

from adapters.slack.message import attachment, notification


def test_a_file_is_one_cards_and_holds_one_text() -> None:
    names = {attachment(*one).filename for one in (("c", "x", "k"), ("c", "y", "k"), ("c", "x", "l"), ("c", "x", "k"))}
    assert len(names) == 3
    assert attachment("a/b c", "x", "k", "md").filename.startswith("a-b-c-")


def test_a_notification_is_never_empty() -> None:
    assert [notification(text) for text in ("", " \n", "<!here>")] == ["…", "…", "&lt;!here&gt;"]
