"""What was open is shown again, once, and is answered as if it had been there all the time."""

import asyncio

from adapters.terminal.chat import TerminalChat
from adapters.terminal.gateway import HERE
from adapters.terminal.page import Page
from adapters.terminal.recall import recall
from harness.approvals.asks import Approve
from harness.chat.people import Person
from harness.chat.port import ChatLine
from harness.loop.intake import thread_of
from harness.loop.perform import EffectContext, Perform
from harness.loop.progress import Unwatched
from harness.sessions import facts as f
from harness.sessions.effects import PostAsk, SettleCard
from harness.sessions.wants import wants
from tests.laws.colleague import TOOLS
from tests.unit.harness.sessions.script import Script

ME = Person("terminal", "", "ana", "Ana", frozenset({"lead"}))
THREAD = thread_of(HERE)


def asked() -> Script:
    return Script().says(ME, place=HERE).replies(("deploy", "staging"))


def recalled(script: Script) -> tuple[TerminalChat, list[str]]:
    """The terminal of a new process."""
    written: list[str] = []
    chat = TerminalChat("Deskmate", written.append, Page, lambda: 0.0)
    asyncio.run(recall(script.session, THREAD, chat, TOOLS))
    return chat, written


def performed(chat: TerminalChat, script: Script, effect: PostAsk | SettleCard) -> f.Fact:
    perform = Perform(chat, None, TOOLS, Unwatched())  # type: ignore[arg-type]  # no model is asked
    context = EffectContext(THREAD, lambda: script.session, None, None, None, inherited=True)  # type: ignore[arg-type]  # nothing is recorded
    return asyncio.run(perform(effect, context))


def settle(chat: TerminalChat, script: Script) -> None:
    [settles] = [effect for effect in wants(script.session) if isinstance(effect, SettleCard)]
    script.tell(performed(chat, script, settles))


def test_an_open_ask_is_shown_with_its_choices() -> None:
    chat, written = recalled(asked())
    assert "┌ Use deploy?" in written[0]
    assert chat.menus.choices["1"].label == "Approve"


def test_a_card_that_was_on_its_way_is_not_shown_twice() -> None:
    script = asked()
    chat, written = recalled(script)
    performed(chat, script, PostAsk("1.1.0#1", HERE))
    assert len(written) == 1


def test_answered_on_the_new_card_it_is_settled_once() -> None:
    script = asked().tell(f.AskPosted("1.1.0#1", HERE, f"{THREAD}:1.1.0#1"))
    chat, written = recalled(script)
    script.tell(f.AskAnswered("1.1.0#1", ME, HERE, Approve(), message=chat.menus.message_of(chat.menus.choices["1"])))
    settle(chat, script)
    assert len(written) == 1, "it runs"
    script.runs()
    settle(chat, script)
    assert len(written) == 2
    assert "approved by Ana" in written[1]
    assert not chat.menus.choices


def test_a_turn_that_was_stopped_is_offered_to_go_on() -> None:
    chat, written = recalled(asked().tell(f.StopRequested(ME, HERE), f.PostSent("end-1", f"{THREAD}:end-1")))
    assert written == ["\nDeskmate: Stopped by Ana.\n  1  Continue"]
    assert chat.menus.choices["1"].token == f"{THREAD}|1|continue"


def test_where_nothing_is_open_nothing_is_shown() -> None:
    assert recalled(Script())[1] == []
    assert recalled(Script().says(ME, place=HERE).replies(text="done"))[1] == []


def test_asks_that_share_a_card_are_shown_on_one() -> None:
    chat, written = recalled(Script().says(ME, place=HERE).replies(("deploy", "staging"), ("deploy", "production")))
    assert len(written) == 1
    labels = [item.label for typed, item in chat.menus.choices.items() if "." not in typed]
    assert labels.count("Approve") == 2
    assert labels.count("Approve all (2)") == 1
    assert written[0].count("Use deploy?") == 2


def test_what_was_said_last_comes_first_and_of_what_is_long_both_ends() -> None:
    written: list[str] = []
    chat = TerminalChat("Robin", written.append, Page, lambda: 0.0)
    answer = "\n".join(f"line {number}" for number in range(50))
    said = [ChatLine("Ana", "what\nnow?\x1b[2J"), ChatLine("Deskmate", answer, ours=True)]
    asyncio.run(recall(asked().session, THREAD, chat, TOOLS, said))
    question, answered, card = written
    assert question == "\n> what\nnow?\\x1b[2J"
    assert answered.startswith("\nRobin: line 0\nline 1\n")
    assert "\n… 30 more lines …\n" in answered
    assert answered.endswith("\nline 49")
    assert "┌ Use deploy?" in card
