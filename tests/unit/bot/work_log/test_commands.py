"""A line when a command begins to run in the background, and when it has ended."""

from harness.sessions import facts as f
from tests.unit.bot.work_log.telling import fields, texts
from tests.unit.harness.sessions.test_in_background import ID, left


def test_it_says_that_it_runs_and_for_how_long() -> None:
    assert texts(left().rows, "command.started") == ["call 1.1.0 runs in the background, 3600 s at most"]
    assert fields(left().rows, "command.started") == {"call": ID, "limit": 3_600.0, "notify": False}


def test_it_says_how_it_ended_and_after_how_long() -> None:
    script = left()
    script.now = 65.0
    script.tell(f.CommandEnded(ID, "exited", 3), f.CommandEnded(ID, "exited", 3))
    text = "call 1.1.0 has ended in the background (exited, exit code 3) after 65.0 s"
    assert texts(script.rows, "command.ended") == [text]
    assert fields(script.rows, "command.ended") == {"call": ID, "how": "exited", "exit_code": 3, "seconds": 65.0}
    lost = left().tell(f.CommandEnded(ID, "lost"))
    assert texts(lost.rows, "command.ended") == ["call 1.1.0 has ended in the background (lost) after 0.0 s"]


def test_the_turn_that_its_end_opens_says_by_what_it_began() -> None:
    began = texts(left(notify=True).tell(f.CommandEnded(ID, "exited", 0)).rows, "turn.began")
    assert began[-1] == "turn 2 began by a command, for test:T:bob in test:T:channel:1"
