"""A snapshot and what came after it are as good as the whole journal."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.approvals.asks import Approve
from harness.context.snapshot import Snapshot
from harness.context.window import Window
from harness.sessions.facts import Row
from harness.sessions.fold import apply
from harness.sessions.session import Session
from tests.laws.colleague import ANA, BOB
from tests.unit.harness.sessions.script import Script

ROWS = (
    Script().says(BOB).replies(("read", "x")).says(ANA, "hm").runs().replies(("deploy", "a"))
    .answers(ANA, Approve("well"), "1.2.0#1").runs("1.2.0").replies(text="done").says(BOB, "thanks", addressed=False)
    .says(BOB, "more").replies(text="ok").rows
)  # fmt: skip


CHATTER = Script().says(BOB).replies(text="ok")
for _ in range(150):
    CHATTER.says(ANA, "x" * 1_000, addressed=False)
CHATTER.says(BOB, "well?").replies(text="yes")


def follow(rows: Sequence[Row], session: Session, window: Window) -> Session:
    for row in rows:
        after = apply(session, row)
        window.follow(session, row, after)
        session = after
    return session


@given(st.integers(0, len(ROWS)))
def test_going_on_from_a_snapshot_is_going_on(cut: int) -> None:
    window = Window()
    session = follow(ROWS[:cut], Session(), window)
    if not window.whole:
        return
    snapshot = Snapshot.of(session, window)
    again = Window(snapshot.entries, snapshot.waiting, snapshot.cut)
    assert follow(ROWS[cut:], snapshot.session, again) == follow(ROWS[cut:], session, window)
    assert again.messages == window.messages


@pytest.mark.parametrize("cut", [*range(60, 120, 9), 153])
def test_so_it_is_where_much_of_what_people_said_to_each_other_is_left_out(cut: int) -> None:
    window, whole = Window(), Window()
    session = follow(CHATTER.rows[:cut], Session(), window)
    again = Snapshot.of(session, window).window()
    assert follow(CHATTER.rows[cut:], session, again) == follow(CHATTER.rows, Session(), whole)
    assert again.messages == whole.messages
    assert "messages that people wrote to each other are left out here" in str(again.messages[2].value)
