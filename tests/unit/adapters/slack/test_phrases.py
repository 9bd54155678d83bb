"""Who somebody is and what time it is are said as Slack says them; words are words."""

from adapters.slack.phrases import rich, small
from harness.chat.people import Person, Place
from harness.chat.phrases import Code, Link, Moment, Where

ANA = Person("slack", "T", "U1", "Ana")
ELSEWHERE = Person("discord", "G", "7", "<!here>")


def test_people_are_mentioned_and_times_are_their_readers() -> None:
    assert rich((ANA, " at ", Moment(1_795_824_000.5)))["elements"] == [
        {"type": "user", "user_id": "U1"},
        {"type": "text", "text": " at "},
        {
            "type": "date",
            "timestamp": 1_795_824_000,
            "format": "{date_short_pretty} {time}",
            "fallback": "2026-11-28 00:00 UTC",
        },
    ]
    [context] = small((ANA, " at ", Moment(1_795_824_000.5)))
    assert [one["text"] for one in context["elements"]] == [
        "<@U1>",
        " at ",
        "<!date^1795824000^{date_short_pretty} {time}|2026-11-28 00:00 UTC>",
    ]


def test_whom_slack_does_not_know_is_named_and_words_are_plain() -> None:
    assert rich((Code("a\u202eb"), ELSEWHERE), bold=True)["elements"] == [
        {"type": "text", "text": "a\\u202eb", "style": {"bold": True, "code": True}},
        {"type": "text", "text": "\u2039!here\u203a", "style": {"bold": True}},
    ]
    [context] = small((Code("<!here>"), ELSEWHERE))
    assert {one["type"] for one in context["elements"]} == {"plain_text"}


def test_channels_are_mentioned_direct_messages_are_not_and_links_lead() -> None:
    link = Link("Open <it>", "https://a")
    assert rich((Where(Place("slack", "T", "C1", "1.2")), link))["elements"] == [
        {"type": "channel", "channel_id": "C1"},
        {"type": "link", "url": "https://a", "text": "Open <it>"},
    ]
    [context] = small(("in ", Where(Place("slack", "T", "C1", "1.2")), link, Where(Place("slack", "T", "D1", "1.2"))))
    assert [(one["type"], one["text"]) for one in context["elements"]] == [
        ("plain_text", "in "),
        ("mrkdwn", "<#C1>"),
        ("mrkdwn", "<https://a|Open &lt;it&gt;>"),
        ("plain_text", "another conversation"),
    ]


def test_a_grey_line_of_many_parts_is_words_alone() -> None:
    """Slack takes ten."""
    [context] = small((ANA, ", ") * 9)
    assert [one["text"] for one in context["elements"]] == ["Ana, " * 9]
    assert small(()) == []
