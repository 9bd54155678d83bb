"""Of what a model has made of what was said nothing is left; what it cost is."""

from harness.sessions import facts as f
from harness.sessions.made import GONE, MADE, unmade
from harness.sessions.usage import Usage
from harness.tools.calls import At

USED = Usage(9, 1)


def test_what_was_made_is_gone_and_what_it_cost_is_not() -> None:
    made = (f.Compacted(At(1, 1), 1, 9, "x", usage=USED), f.Observed(1, "x", USED), f.Reflected(1, "x", USED))
    assert tuple(map(type, made)) == MADE
    assert [unmade(one) for one in made] == [
        f.Compacted(At(1, 1), 1, 9, GONE, usage=USED),
        f.Observed(1, GONE, USED),
        f.Reflected(1, GONE, USED),
    ]
