"""What people were asked is kept as long as somebody may click on it."""

from harness.approvals.asks import Approve, Reject
from harness.sessions import facts as f
from harness.sessions.asked import KEPT_ASKS
from tests.laws.colleague import ANA, BOB, CHANNEL
from tests.unit.harness.sessions.script import Script


def _asked_and_rejected(times: int, posted: bool) -> Script:
    script = Script()
    for turn in range(1, times + 1):
        ask = f"{turn}.1.0#1"
        script.says(BOB).replies(("deploy", "a" * 100))
        if posted:
            script.tell(f.AskPosted(ask, CHANNEL, f"ts{turn}"))
        script.answers(ANA, Reject(), ask, card=f"ts{turn}").replies(text="well")
        if posted:
            script.tell(f.CardSettled(CHANNEL, f"ts{turn}", ask))
        script.tell(*(f.PostSent(item.id) for item in script.session.postings.outbox))
    return script


def test_only_the_last_settled_asks_are_kept_and_without_their_arguments() -> None:
    session = _asked_and_rejected(KEPT_ASKS + 10, posted=True).session
    assert len(session.asks.known) == KEPT_ASKS
    assert {ask.call.arguments for ask in session.asks} == {""}


def test_an_ask_whose_card_is_not_settled_yet_is_kept_whole() -> None:
    session = _asked_and_rejected(KEPT_ASKS + 10, posted=False).session
    assert len(session.asks.cards) == KEPT_ASKS + 10
    assert all(ask.call.arguments for ask in session.asks)


def test_a_late_click_is_told_how_it_ended() -> None:
    script = _asked_and_rejected(3, posted=True).answers(ANA, Approve(), "1.1.0#1")
    assert script.last_note == "This was denied by Ana."
