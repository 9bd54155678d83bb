"""The home tab: what is to be decided is shown whole, or with the way to its card."""

import json
from typing import Any

from adapters.slack.home import SHOWN, closed, home
from harness.approvals.asks import Approval, Ask, PlanReview
from harness.chat.cards import Card
from harness.commands.home_view import HomeEntry, HomeView, Waiting
from harness.sessions.turn import OpenAsk
from harness.tools.calls import ToolCall
from harness.wording.ask_cards import drawn
from tests.fakes.slack.blocks import check_view
from tests.fakes.slack.screen import controls, lines
from tests.laws.colleague import BOB, CHANNEL

ABOUT = "I am **Robin**.\n\nI ask before I use: <deploy>."
OVERVIEW = HomeView(introduction=ABOUT)


def asked(text: str) -> Card:
    return card(Approval(), json.dumps({"what": text}))


def card(ask: Ask, arguments: str = "{}") -> Card:
    return drawn("t", OpenAsk("1.1.0#1", ask, ToolCall("1.1.0", "deploy", arguments), CHANNEL, BOB), {})


def shown(home_view: HomeView) -> list[str]:
    view = home(home_view)
    check_view(view)
    return lines(view["blocks"])


def buttons(home_view: HomeView) -> list[Any]:
    return [control.element["action_id"] for control in controls(home(home_view)["blocks"])]


def test_at_first_it_says_who_we_are_and_later_at_the_end():
    first = shown(OVERVIEW)
    assert first[:2] == ["I am *Robin*.", "I ask before I use: &lt;deploy&gt;."]
    assert first[2:] == [
        "Waiting for you", "Nothing.", "Working now", "Nothing.", "Recent", "Nothing.",
        "Schedules", "Nothing.",
    ]  # fmt: skip
    later = shown(
        HomeView(introduction=ABOUT, recent=(HomeEntry("the <build>", "2 h ago", "https://x.slack.com/archives/C1"),))
    )
    assert later[-3:] == ["About me", "I am *Robin*.", "I ask before I use: &lt;deploy&gt;."]
    assert "• <https://x.slack.com/archives/C1|the &lt;build&gt;> – 2 h ago" in later


def test_what_fits_is_decided_there_and_each_has_blocks_of_its_own():
    waiting = (Waiting(asked("staging"), "https://a"), Waiting(asked("production"), ""))
    words = "\n".join(shown(HomeView(introduction=ABOUT, waiting=waiting)))
    assert "staging" in words
    assert "production" in words
    assert len(buttons(HomeView(introduction=ABOUT, waiting=waiting))) == 10
    ids = [
        block["block_id"]
        for block in home(HomeView(introduction=ABOUT, waiting=waiting))["blocks"]
        if "block_id" in block
    ]
    assert len(ids) == len(set(ids)) == 2


def test_what_does_not_fit_whole_is_decided_at_its_card():
    long = Waiting(asked("x" * 20_000), "https://a")
    plan = Waiting(card(PlanReview("Move", "1. *pack*")), "https://b")
    for waiting in (long, plan):
        assert not buttons(HomeView(introduction=ABOUT, waiting=(waiting,)))
        assert f"<{waiting.address}|Open it in its conversation>" in shown(
            HomeView(introduction=ABOUT, waiting=(waiting,))
        )


def test_of_much_that_waits_the_first_are_shown_and_the_others_counted():
    many = shown(
        HomeView(introduction=ABOUT, waiting=tuple(Waiting(asked(str(n)), "https://a") for n in range(SHOWN + 3)))
    )
    assert "And 3 more." in many
    unseen = HomeView(
        introduction=ABOUT, waiting=tuple(Waiting(asked(str(n)), "https://a") for n in range(SHOWN + 3)), more=True
    )
    assert "And more than 3 more." in shown(unseen)
    assert "And 2 more." in shown(HomeView(introduction=ABOUT, schedules=tuple(map(str, range(SHOWN + 2)))))


def test_who_may_not_talk_with_us_reads_why():
    view = closed("I work only with <members>.")
    check_view(view)
    assert lines(view["blocks"]) == ["I work only with &lt;members&gt;."]
