"""The script is played with the real fold and tools, so that it reads what they really write."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.models.rehearsal import COMMAND
from adapters.models.script_position import END, LABEL
from harness.approvals.asks import Approval, Approve, Choice, Question, Reject, Respond
from harness.context.model import Shown
from tests.unit.adapters.models.play import ANA, BO, CHOICES, EDITED, Play

WISH = "Plan our lunch."
NOTES, COMMAND_RUN = f"Write notes.md on “{WISH}”", "Run a command"
GOAL = Respond("", ("With the goal",))
ASKED = "Ask how the notes should begin"


def begun(folder: Path, text: str = "") -> Play:
    """Until the question."""
    play = Play(folder, text)
    play.says(WISH)
    play.works()
    return play


def to_the_file(folder: Path, answer: Choice = GOAL) -> Play:
    play = begun(folder)
    play.answers(answer)
    play.works()
    return play


def test_it_shows_a_list_a_question_an_approval_and_guidance_and_comes_to_its_end(tmp_path: Path):
    play = begun(tmp_path)
    assert play.replies[0].text.startswith(LABEL)
    assert isinstance(play.ask.ask, Question)
    assert len(play.ask.ask.options) == 3
    assert play.todos == {ASKED: "in_progress", NOTES: "pending", COMMAND_RUN: "pending"}

    play.answers(Respond("", ("With the goal",)))
    play.works()
    assert (play.ask.call.tool, isinstance(play.ask.ask, Approval)) == ("write_file", True)
    assert play.todos == {ASKED: "completed", NOTES: "in_progress", COMMAND_RUN: "pending"}

    play.answers(Approve())
    play.works()
    assert (tmp_path / "notes.md").read_text() == (
        f"# {WISH}\n\nAna said how these notes should begin: With the goal\n\n- [ ] {WISH}\n"
    )
    assert json.loads(play.ask.call.arguments)["command"] == COMMAND

    said: list[str] = []

    def meanwhile() -> None:
        if not said:
            said.append("Bo")
            play.says("Keep it short.", BO)

    play.answers(Approve())
    play.works(meanwhile)
    assert play.session.turn is None
    assert set(play.todos.values()) == {"completed"}
    assert "While I worked I heard: “Keep it short.” from Bo." in play.replies[-1].text
    assert END in play.replies[-1].text
    assert sum(LABEL in reply.text for reply in play.replies) == 1


def test_it_begins_with_what_it_was_asked_for_and_says_that_it_is_a_script(tmp_path: Path):
    play = begun(tmp_path)
    assert isinstance(play.ask.ask, Question)
    assert f"You asked: “{WISH}” A script cannot do that" in play.replies[0].text
    assert play.ask.ask.text == f"How should my notes on “{WISH}” begin?"


def test_what_is_long_is_taken_up_by_its_first_words(tmp_path: Path):
    play = Play(tmp_path)
    play.says(f"\n  {'so much ' * 30}\nand this")
    play.works()
    assert isinstance(play.ask.ask, Question)
    assert play.ask.ask.text == f"How should my notes on “{('so much ' * 30)[:79]}…” begin?"


def test_text_comes_word_by_word_at_its_pace(tmp_path: Path):
    play = Play(tmp_path)
    play.says("hello")

    reply = play.think()

    assert play.shown[-1] == Shown(reply.text)
    assert all(later.text.startswith(earlier.text) for earlier, later in zip(play.shown, play.shown[1:], strict=False))
    assert len(play.shown) > 10
    assert play.naps == [0.5] * len(play.shown)


def test_an_answer_in_free_text_is_taken_as_it_is(tmp_path: Path):
    play = to_the_file(tmp_path, Respond("With a joke, before it ran."))

    assert (
        "Ana said how these notes should begin: With a joke, before it ran."
        in json.loads(play.ask.call.arguments)["content"]
    )


def test_a_declined_file_is_not_written_and_its_todo_stays_open(tmp_path: Path):
    play = to_the_file(tmp_path)
    play.answers(Reject("Too early."))
    play.works()

    assert "So I go on without the file: Not run: Ana denied it: Too early." in play.replies[-1].text
    assert play.ask.call.tool == "execute"
    assert play.todos[NOTES] == "pending"
    assert not (tmp_path / "notes.md").exists()


def test_an_edited_file_and_a_note_are_spoken_of(tmp_path: Path):
    play = to_the_file(tmp_path)
    play.answers(EDITED["write_file"])
    play.works()
    assert "I took the file as Ana changed it." in play.replies[-1].text
    assert play.todos[NOTES] == "completed"

    play.answers(Approve("Do not wait long."))
    play.works()
    assert "I note “Do not wait long.” from Ana." in play.replies[-1].text


def test_a_failing_command_is_told(tmp_path: Path):
    play = to_the_file(tmp_path)
    play.answers(Approve())
    play.works()
    play.exit_code = 1
    play.answers(EDITED["execute"])
    play.works()

    assert "I took the command as Ana changed it. That did not go well: done." in play.replies[-1].text
    assert play.todos[COMMAND_RUN] == "pending"


def test_a_tool_whose_fate_is_unknown_is_not_repeated(tmp_path: Path):
    play = to_the_file(tmp_path)
    play.answers(Approve())
    play.dies_while_it_runs()
    play.works()

    assert "That did not go well: Interrupted while it was running" in play.replies[-1].text
    assert play.ask.call.tool == "execute"


def test_stopped_it_gives_up_and_answers_briefly(tmp_path: Path):
    play = to_the_file(tmp_path)
    play.stops()
    assert play.session.turn is None

    play.says("What was that?")
    play.works()

    assert play.session.turn is None
    assert "I heard “What was that?” from Ana." in play.replies[-1].text
    assert play.replies[-1].calls == ()


def test_asked_to_go_on_it_does_again_what_was_stopped(tmp_path: Path):
    play = to_the_file(tmp_path)
    play.stops()
    play.asks_to_go_on()
    play.works()

    assert play.ask.call.tool == "write_file"


def test_denied_by_the_rules_it_goes_on(tmp_path: Path):
    play = begun(tmp_path, "permissions: {tools: {write_file: deny, execute: deny}}")
    play.answers(Respond("as you like"))
    play.works()

    assert play.session.turn is None
    assert "So I go on without the command: Not run: denied by the rule on execute." in play.replies[-1].text


@pytest.mark.parametrize("tools", ["", "ask_user", "write_todos", "execute", "write_todos, write_file"])
def test_it_uses_no_tool_that_is_not_offered(tmp_path: Path, tools: str):
    play = begun(tmp_path, f"modes: {{few: {{tools: [{tools}]}}}}")
    for _ in range(3):
        if play.session.asks.open:
            play.answers(Respond("fine"))
            play.works()

    assert play.session.turn is None
    assert END in play.replies[-1].text
    used = {call.tool for reply in play.replies for call in reply.calls}
    assert used <= set(tools.split(", "))


def test_asked_back_it_says_why_it_asks_and_the_play_stays_where_it_is(tmp_path: Path):
    play, quiet = begun(tmp_path / "asked"), to_the_file(tmp_path / "quiet")
    for why, answer, before in (
        ("only you know", GOAL, "ask_user"),
        ("I change no file", Approve(), "write_file"),
        ("I run no command", Approve(), "execute"),
    ):
        asked = play.ask
        assert asked.call.tool == before
        play.says("Why do you ask?", BO)
        play.works()
        told = play.replies[-1]
        assert why in told.text
        assert "Nothing is decided yet." in told.text
        assert (asked.call.id in told.text, told.calls, play.ask.id) == (False, (), asked.id)
        play.answers(answer)
        play.works()

    quiet.answers(Approve())
    quiet.works()
    quiet.answers(Approve())
    quiet.works()
    assert play.replies[-1].text == quiet.replies[-1].text, "as if nobody had said anything"
    assert play.session.turn is None


def test_stopped_before_it_has_begun_it_goes_on_with_what_was_asked_for(tmp_path: Path):
    play = Play(tmp_path)
    play.says(WISH)
    play.stops()
    play.asks_to_go_on()
    play.works()

    assert f"You asked: “{WISH}”" in play.replies[0].text


def test_afterwards_it_answers_briefly_what_was_said_last(tmp_path: Path):
    play = begun(tmp_path, "modes: {few: {tools: []}}")
    play.says("Thanks!")
    play.works()
    play.says("And now?", BO)
    play.works()

    assert "I heard “And now?” from Bo." in play.replies[-1].text
    assert "Thanks" not in play.replies[-1].text
    assert "model" in play.replies[-1].text


moves = st.sampled_from([*CHOICES, "edit", "stop", "go on", "says", "dies"])


@given(st.lists(moves, max_size=12))
def test_whatever_people_do_every_turn_comes_to_an_end(
    tmp_path_factory: pytest.TempPathFactory, moves: list[Choice | str]
):
    folder = tmp_path_factory.mktemp("files")
    play = begun(folder)
    for move in moves:
        if move == "says":
            play.says("Really? Stopped by Ana before it ran.", BO)
        elif move == "stop":
            play.stops()
        elif move == "go on":
            play.asks_to_go_on()
        elif move == "dies":
            play.dies_while_it_runs()
        elif play.session.asks.open and not isinstance(move, str):
            play.answers(move)
        elif play.session.asks.open:
            play.answers(EDITED.get(play.ask.call.tool, Respond("mine")))
        play.works()
    for _ in range(4):
        if play.session.asks.open:
            play.answers(Respond("fine"), ANA)
            play.works()

    assert play.session.turn is None
    assert len(play.replies) <= 8 + 3 * len(moves)


def test_notes_that_are_there_are_read_before_they_are_replaced(tmp_path: Path):
    (tmp_path / "notes.md").write_text("of last week")
    play = to_the_file(tmp_path)
    assert play.replies[-2].text == "There are notes already, so I read them first."
    assert play.ask.call.tool == "write_file"
    play.answers(Approve())
    play.works()
    assert (tmp_path / "notes.md").read_text().startswith(f"# {WISH}")
