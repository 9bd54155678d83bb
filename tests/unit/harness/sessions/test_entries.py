import pytest

from adapters.storage.codec import Codec
from harness.chat.people import Person, Place
from harness.chat.port import ChatLine
from harness.sessions import entries as e
from harness.sessions.facts import ThreadSeeded
from harness.tools.calls import Media, ToolCall
from harness.tools.changes import Todo

ENTRIES: tuple[e.Entry, ...] = (
    e.Said("Ana", "red", position=3, message="m1", about=(ChatLine("Bob", "blue"),)),
    e.Background((ChatLine("Bob", "green"),)),
    e.Noted("It ended early."),
    e.Spoke("Looking.", (ToolCall("1.1.0", "read", "{}"),)),
    e.Result("1.1.0", "red", message="m2", lead="Bob answered: "),
    e.Seen((Media("/a.png", "image/png", 7, "cafe"),)),
    e.Looked(2, "the list"),
    e.LeftOut(9),
    e.Talked((e.Said("Ana", "why?"),), "Since it is red."),
    e.Summed("Ana wants red.", ("m1",), to_do=(Todo("paint"),)),
    e.Summed("", carried_over=e.CarriedOver(("deploy",), ("deploy",), ("/results/1.txt",), {"1.1.0": "make"})),
    e.Branched(),
)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: type(entry).__name__)
def test_each_is_kept_in_what_a_branch_begins_with(entry: e.Entry) -> None:
    codec = Codec()
    seeded = ThreadSeeded(Person("slack", "T", "U"), Place("slack", "T", "C", "1"), "t", 7, "", (entry,))
    assert codec.decode(*codec.encode(seeded)) == seeded
