"""A snapshot and what came after it are as good as the whole journal."""

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


def follow(rows: list[Row], session: Session, window: Window) -> Session:
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
    snapshot = Snapshot(session, tuple(window.entries), window.waiting, window.cut)
    again = Window(snapshot.entries, snapshot.waiting, snapshot.cut)
    assert follow(ROWS[cut:], snapshot.session, again) == follow(ROWS[cut:], session, window)
    assert again.messages == window.messages
