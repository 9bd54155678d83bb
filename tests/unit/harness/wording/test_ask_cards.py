"""Asks as cards."""

from harness.approvals.asks import Approve
from harness.tools.registry import Registry
from harness.wording.ask_cards import asked, drawn
from harness.wording.cards import GONE
from tests.laws.colleague import ANA, BOB, CYD, DEE, TOOLS
from tests.unit.harness.sessions.script import Script


def test_an_ask_is_a_card_even_if_its_tool_is_no_more() -> None:
    [ask] = Script().says(BOB).replies(("deploy", "a")).session.asks.open
    for tools in (TOOLS, Registry([])):
        card = asked("t", [ask], tools)
        assert card == drawn("t", ask, tools)
        assert card.title == "May I use deploy?"
        assert card.buttons


def test_a_card_names_those_who_may_decide_by_their_role() -> None:
    [ask] = Script().says(BOB).replies(("deploy", "a")).session.asks.open
    assert drawn("t", ask, TOOLS, (ANA, BOB, CYD, DEE)).deciders == "Bob, or any lead (Ana, Cyd)"


def test_several_asks_are_rows_of_one_card_and_none_is_gone() -> None:
    script = Script().says(BOB).replies(("deploy", "a"), ("deploy", "b")).answers(BOB, Approve(), "1.1.1#1")
    rows = asked("t", script.session.asks.sharing("1.1.0#1"), TOOLS).rows
    assert [row.outcome for row in rows] == ["", "Approved by Bob"]
    assert asked("t", (), TOOLS) is GONE
