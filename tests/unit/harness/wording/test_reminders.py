"""What people read of an ask whose card they do not have before them."""

from dataclasses import replace

from harness.approvals.asks import Approval, Question, Settlement
from harness.approvals.deciders import Deciders
from harness.chat.people import Place
from harness.chat.phrases import Code, Link, Phrase, Where, plain
from harness.sessions.ask_status import Settled
from harness.sessions.turn import OpenAsk, Replaced
from harness.toolbox.execute import execute
from harness.tools.calls import ToolCall
from harness.tools.registry import Registry
from harness.wording.ask_cards import drawn
from harness.wording.reminders import REASON, apart, led_there, origin, still_waiting
from tests.laws.colleague import ANA, BOB, CHANNEL, LEADS
from tests.reading import READER
from tests.unit.harness.wording.test_ask_cards import SHELL

DIRECT = Place("slack", "T", "D1", "2.0")
ASK = OpenAsk(
    "1.1.0#1",
    Approval(Deciders(LEADS)),
    ToolCall("1.1.0", "execute", '{"command": "make deploy"}'),
    CHANNEL,
    BOB,
    reason="Staging is green,\nso production is next.",
)


def reminder(ask: OpenAsk, address: str = "") -> list[str]:
    return plain(said(ask, address)).split("\n")


def said(ask: OpenAsk, address: str = "") -> Phrase:
    return still_waiting(ask, drawn("t", ask, Registry([execute(SHELL, reader=READER)])), address)


def test_above_a_card_elsewhere_stands_who_asks_and_where_with_the_way_there() -> None:
    assert origin(ASK, "https://a") == (BOB, " asks in ", Where(CHANNEL), " · ", Link("Open thread", "https://a"))
    assert origin(ASK, "") == (BOB, " asks in ", Where(CHANNEL)), "no dead words"


def test_what_was_said_in_a_direct_message_is_not_told_elsewhere() -> None:
    """What is decided about is, and what people said who have decided."""
    secret = replace(ASK, place=DIRECT, replaces=Replaced("1.1.0#0", "{}", (BOB,), "he fears the audit"))
    assert plain(origin(secret, "https://a")) == "Bob asks in a direct message", "nobody else could follow a link"
    told = apart(secret)
    assert (told.call, told.ask, told.requester) == (secret.call, secret.ask, secret.requester)
    card = drawn("t", told, Registry([execute(SHELL, reader=READER)]))
    assert card.blocks == drawn("t", secret, Registry([execute(SHELL, reader=READER)])).blocks
    assert not card.reason
    assert "I changed this after Bob spoke with me." in plain(card.warning)
    taken_back = replace(secret, status=Settled(Settlement("withdrawn", 1.0, detail="he fears the audit")))
    assert "audit" not in str(drawn("t", apart(taken_back), Registry([execute(SHELL, reader=READER)])))
    denied = replace(secret, status=Settled(Settlement("rejected", 1.0, BOB, "not today")))
    assert "not today" in plain(drawn("t", apart(denied), Registry([execute(SHELL, reader=READER)])).outcome)


def test_what_was_said_in_a_private_channel_is_not_told_elsewhere_either() -> None:
    secret = replace(ASK, private=True)
    assert origin(secret, "https://a") == (BOB, " asks in ", Where(CHANNEL))
    assert not apart(secret).reason
    assert not led_there(ANA, secret)
    assert led_there(BOB, secret)


def test_of_a_direct_message_no_more_is_told_than_there() -> None:
    alone = replace(ASK, place=Place("discord", "", "12"))
    assert "https://a" not in str(origin(alone, "https://a"))
    assert not apart(alone).reason
    thread = replace(ASK, place=Place("discord", "7", "12", "13"))
    assert apart(thread) == thread
    assert origin(thread, "https://a")[-1] == Link("Open thread", "https://a")


def test_a_reminder_says_for_whom_what_why_and_who_can_decide() -> None:
    assert reminder(ASK, "https://a") == [
        "Bob's request is still waiting: Run make deploy?",
        "Staging is green, so production is next.",
        "Bob or a lead can decide. Open card",
    ]
    assert Code("make deploy", ()) in said(ASK)
    assert said(ASK, "https://a")[-1] == Link("Open card", "https://a")
    assert said(ASK).count(BOB) == 1, "whoever is asked is mentioned, and nobody else"
    assert reminder(replace(ASK, reason="")) == [
        "Bob's request is still waiting: Run make deploy?",
        "Bob or a lead can decide.",
    ]


def test_a_question_is_answered() -> None:
    asked = replace(ASK, ask=Question("Which *colour*?\n# now", deciders=Deciders(LEADS)), reason="")
    assert reminder(asked)[-1] == "Bob or a lead can answer."


def test_it_is_short_hides_secrets_and_no_name_marks_anything() -> None:
    secret = replace(
        ASK,
        call=ToolCall("1.1.0", "execute", '{"command": "curl -H password=hunter2x4711hunter2x4711 x"}'),
        reason=f"It says token=abcdefgh1234567 {'x' * 2 * REASON}",
        requester=replace(BOB, name="*Bob*\n# <!channel>"),
    )
    words = "\n".join(reminder(secret))
    assert "hunter2x4711" not in words
    assert "abcdefgh" not in words
    assert "*Bob*" not in words
    assert "<!channel>" not in words
    assert len(reminder(secret)) == 3
    assert len(reminder(secret)[1]) == REASON
    assert plain((Where(CHANNEL),)) == "another conversation"
