"""Nobody asks where a turn came from: what it does is in its policy."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
MAKES = {
    "harness/sessions/policies.py",
    "harness/sessions/turn.py",
    "harness/sessions/steps.py",
    "harness/sessions/wakeups.py",
    "harness/sessions/heartbeats.py",
}
"""Where policies are, and where turns are opened with one."""
KINDS = re.compile(r"\b(PERSON|WAKEUP|HEARTBEAT)\b")
COMPARED = re.compile(r"\.policy\s*(==|!=|\bis\b|\bin\b)|\.origin\b")
OF_TIMERS = re.compile(r"\bturn\.beat\b|\.turn\.beat\b")
TIMERS = {"harness/sessions/heartbeats.py", "harness/sessions/reporting.py", "harness/sessions/session.py"}
"""Where the heartbeat that a turn is of is looked up, to say what became of it."""


def test_no_room_asks_of_which_kind_a_turn_is():
    for path in sorted([*(ROOT / "harness").rglob("*.py"), *(ROOT / "adapters").rglob("*.py")]):
        name, text = str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")
        code = re.sub(r'""".*?"""', "", text, flags=re.S)
        assert not COMPARED.search(code), f"{name} asks for a turn's kind: give its policy a value instead"
        assert name in MAKES or not KINDS.search(code) or "policies" not in code, f"{name} names a kind of turn"
        assert name in TIMERS or not OF_TIMERS.search(code), f"{name} asks whether a turn is a heartbeat's"
