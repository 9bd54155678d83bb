"""A changed copy is what `dataclasses.replace` makes of it."""

import dataclasses

import pytest

from harness.sessions.session import Session
from harness.sessions.turn import Turn
from harness.tools.calls import At, ToolCall
from harness.tools.values import replace
from tests.laws.colleague import BOB, CHANNEL


@pytest.mark.parametrize(
    ("value", "changes"),
    [
        (Session(), {"head": 3, "mode": "plan"}),
        (Turn(At(1, 1), BOB, CHANNEL, began=0.0), {"through": 7}),
        (ToolCall("1.1.0", "read", "{}"), {"arguments": "[]"}),
        (Session(head=2), {}),
    ],
)
def test_a_changed_copy_equals_the_one_of_the_standard_library(value: Session, changes: dict[str, object]) -> None:
    before = dataclasses.asdict(value)
    changed = replace(value, **changes)  # type: ignore[arg-type]
    assert changed == dataclasses.replace(value, **changes)  # type: ignore[arg-type]
    assert type(changed) is type(value)
    assert dataclasses.asdict(value) == before, "the original has changed"
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(changed, dataclasses.fields(changed)[0].name, None)
