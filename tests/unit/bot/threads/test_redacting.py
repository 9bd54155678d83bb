"""What was deleted is nowhere in a thread as it is shown, and all else is as it was."""

from collections.abc import Sequence

from bot.threads.redacting import Redacting
from harness.sessions import facts as f
from tests.journals.course import course
from tests.laws.colleague import BOB, CHANNEL


def shown(facts: Sequence[f.Fact]) -> list[f.Fact]:
    redacting = Redacting()
    for fact in facts:
        redacting.hear(fact)
    return [redacting.shown(fact) for fact in facts]


def test_where_nothing_was_deleted_all_is_as_it_was() -> None:
    facts = [row.fact for row in course() if not isinstance(row.fact, f.MessageDeleted | f.QuoteDeleted)]
    assert all(one is other for one, other in zip(shown(facts), facts, strict=True))


def test_what_a_model_made_before_that_was_said_stays() -> None:
    early, late = f.Observed(1, "early"), f.Observed(3, "late")
    said, gone = f.MessageReceived(BOB, CHANNEL, "red", "m1"), f.MessageDeleted(BOB, CHANNEL, "m1")
    assert [getattr(one, "text", "") for one in shown([early, said, late, gone])][:3] == [
        "early",
        "[deleted by its author]",
        "[…]",
    ]
