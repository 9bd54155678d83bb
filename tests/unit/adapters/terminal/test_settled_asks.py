"""The menus know of what is settled as soon as the journal does."""

from adapters.terminal.menus import Menus
from adapters.terminal.settled_asks import SettledAsks
from harness.approvals.asks import Approve
from harness.chat.cards import Button, Card, Text
from harness.chat.people import Person
from harness.sessions import facts as f
from tests.unit.harness.sessions.script import Script

ANA = Person("terminal", "", "ana", "Ana", frozenset({"lead"}))


def listed(script: Script, fact: f.Fact, at_rest: bool = False) -> list[str]:
    """What is said to be open besides, once that has happened."""
    menus = Menus()
    for ask in script.session.asks.open:
        button = Button("Approve", f"t|{ask.id}|approve")
        menus.open(ask.id, Card((ask.id,), buttons=(button,)))
    menus.open("new", Text("Stopped.", buttons=(Button("Continue", "t|1|continue"),)))
    before = script.session
    script.tell(fact)
    observer = SettledAsks(menus)
    (observer.recalled if at_rest else observer.folded)("t", before, script.rows[-1], script.session)
    return [menu.title for menu in menus.others()]


def test_what_is_answered_or_stopped_is_not_open_and_what_is_not_is() -> None:
    def asked() -> Script:
        return Script().says(ANA).replies(("deploy", "staging"), ("deploy", "production"))

    place = asked().session.asks["1.1.0#1"].place
    assert listed(asked(), f.MessageReceived(ANA, place, "why?")) == ["1.1.0#1", "1.1.1#1"]
    assert listed(asked(), f.AskAnswered("1.1.0#1", ANA, place, Approve())) == ["1.1.1#1"]
    for at_rest in (False, True):
        assert listed(asked(), f.StopRequested(ANA, place), at_rest) == []
