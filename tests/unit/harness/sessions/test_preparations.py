"""What is read before the model is asked is worked off one by one."""

from harness.sessions import facts as f
from harness.sessions.effects import CallModel, ReadBackground, ReadChecklist
from harness.sessions.fold import apply
from harness.sessions.preparations import Checklist, PlaceHistory, reading
from harness.sessions.session import Session
from harness.sessions.turn import Turn
from harness.sessions.wants import wants
from harness.tools.calls import At
from tests.laws.colleague import BOB, CHANNEL

AT = At(1, 1)


def test_each_is_wanted_as_what_reads_it() -> None:
    assert reading(PlaceHistory("m1"), AT, CHANNEL) == ReadBackground(AT, CHANNEL, "m1")
    assert reading(Checklist("- look", "make", "d1"), AT, CHANNEL) == ReadChecklist(AT, "- look", "make", "d1")


def test_two_are_read_one_after_the_other_and_then_the_model_is_asked() -> None:
    turn = Turn(AT, BOB, CHANNEL, through=1, preparations=(PlaceHistory("m1"), PlaceHistory("m2")), began=0.0)
    session = Session(head=1, turns=1, turn=turn)
    for number, read in enumerate(("m1", "m2"), 2):
        assert ReadBackground(AT, CHANNEL, read) in wants(session)
        assert not [effect for effect in wants(session) if isinstance(effect, CallModel)]
        session = apply(session, f.Row(number, 0.0, f.BackgroundRead(AT, ())))
    assert CallModel(AT, 3) in wants(session)


def test_what_was_not_wanted_is_not_taken() -> None:
    turn = Turn(AT, BOB, CHANNEL, through=1, preparations=(PlaceHistory("m1"),), began=0.0)
    session = Session(head=1, turns=1, turn=turn)
    for late in (f.BackgroundRead(At(1, 2), ()), f.ChecklistRead(AT, "- look")):
        after = apply(session, f.Row(2, 0.0, late)).turn
        assert after
        assert after.preparations == turn.preparations
