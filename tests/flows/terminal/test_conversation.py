"""A person on a terminal talks, decides, steers, stops, goes on, leaves, and finds everything where it was."""

import signal
import sqlite3
from contextlib import closing
from pathlib import Path

from tests.flows.terminal.screen import CTRL_C, CTRL_D, Screen, trying
from tests.flows.terminal.vt import read
from tests.unit.adapters.sandboxes.confined import in_bubblewrap

COMMANDS = "modes: {default: {tools: [execute]}}\n"
"""The rehearsal comes to its command at once."""
FILES = "modes: {default: {tools: [write_file]}}\n"
QUESTIONS = "modes: {default: {tools: [ask_user]}}\n"
ESCAPE = "\x1b"


def workspace(folder: Path, modes: str) -> Path:
    (folder / "workspace").mkdir()
    (folder / "workspace" / "workspace.yaml").write_text(f"name: Robin\nmodel: rehearsal\n{modes}", encoding="utf-8")
    return folder


def leaves(screen: Screen) -> None:
    screen.below("Robin")
    screen.types("", CTRL_D)
    screen.shows("Left. What is open stays open")
    assert screen.ends() == 0


def breaks_what_was_said(folder: Path) -> None:
    """As it is for a release that does not know what a later one wrote."""
    [database] = folder.glob("**/deskmate.db")
    with closing(sqlite3.connect(database)) as opened, opened:
        opened.execute("UPDATE facts SET kind = 'of another release' WHERE position = 2")
        opened.execute("DELETE FROM snapshots")


def notes(folder: Path) -> Path:
    return folder / "workspace" / "files" / "notes.md"


def test_killed_with_an_approval_open_it_is_answered_after_the_next_start(tmp_path: Path) -> None:
    folder = workspace(tmp_path, FILES)
    with trying(folder) as screen:
        screen.below("Robin listens")
        screen.types("Show me, please.")
        screen.below("Robin is (thinking|writing)…")
        screen.shows(r"Create notes\.md\?")
        screen.below("Robin waits for you")
        screen.program.send_signal(signal.SIGKILL)
        assert screen.ends() == -signal.SIGKILL
    assert not notes(folder).exists()
    with trying(folder) as screen:
        screen.shows(r"Create notes\.md\?")
        screen.chooses("Approve")
        screen.shows("approved by Ana")
        screen.shows("That was the rehearsal")
        screen.below("Robin listens")
        leaves(screen)
    assert screen.text.count("Create notes.md?") == 1
    assert screen.text.count("approved by Ana") == 1
    assert notes(folder).read_text().startswith("# Show me, please.")
    with trying(folder) as screen:
        screen.shows("> Show me, please.")
        screen.shows("Robin: That was the rehearsal")
        screen.below("Robin listens")
        leaves(screen)
    assert "Create notes.md?" not in screen.text


def test_killed_while_a_command_runs_it_says_that_nobody_knows_how_that_ended(tmp_path: Path) -> None:
    folder = workspace(tmp_path, COMMANDS)
    with trying(folder) as screen:
        screen.below("Robin listens")
        screen.types("Show me, please.")
        screen.chooses("Approve")
        screen.below("Robin is running execute")
        screen.program.send_signal(signal.SIGKILL)
        screen.ends()
    with trying(folder) as screen:
        screen.shows("That did not go well")
        screen.shows("That was the rehearsal")
        leaves(screen)
    assert "Create notes.md?" not in screen.text


def test_a_yes_shows_the_buttons_and_the_word_decides(tmp_path: Path) -> None:
    folder = workspace(tmp_path, FILES)
    with trying(folder) as screen:
        screen.below("Robin listens")
        screen.types("Show me, please.")
        screen.shows(r"Create notes\.md\?")
        screen.below("Robin waits for you")
        screen.types("go ahead")
        screen.shows("That decides nothing")
        screen.shows(r"Create notes\.md\? \(1 to \d\)")
        assert not notes(folder).exists()
        screen.types("approve")
        screen.shows("approved by Ana")
        screen.shows("That was the rehearsal")
        leaves(screen)
    assert notes(folder).exists()


def test_asked_back_while_a_card_is_open_it_answers_and_the_card_stays(tmp_path: Path) -> None:
    folder = workspace(tmp_path, FILES)
    with trying(folder) as screen:
        screen.below("Robin listens")
        screen.types("Show me, please.")
        screen.shows(r"Create notes\.md\?")
        screen.below("Robin waits for you")
        screen.types("Why do you ask?")
        screen.shows("I change no file before somebody approves it")
        assert not notes(folder).exists()
        screen.types("1")
        screen.shows("approved by Ana")
        screen.shows("That was the rehearsal")
        leaves(screen)
    assert notes(folder).exists()
    assert "did not go well" not in screen.text
    assert "also open" not in screen.text


def test_a_denial_in_words_has_its_reason_also_after_a_restart(tmp_path: Path) -> None:
    folder = workspace(tmp_path, FILES)
    with trying(folder) as screen:
        screen.below("Robin listens")
        screen.types("Show me, please.")
        screen.shows(r"Create notes\.md\?")
        screen.below("Robin waits for you")
        leaves(screen)
    with trying(folder) as screen:
        screen.shows(r"Create notes\.md\?")
        screen.below("Robin waits for you")
        screen.types("deny: not on a Friday")
        screen.shows(r"denied by Ana [^>]*not\s+on\s+a\s+Friday")
        screen.shows("That was the rehearsal")
        leaves(screen)
    assert not notes(folder).exists()


def test_a_command_is_told_once_when_it_has_ended_with_what_it_put_out(tmp_path: Path) -> None:
    with trying(workspace(tmp_path, COMMANDS)) as screen:
        screen.below("Robin listens")
        screen.types("Show me, please.")
        screen.chooses("Approve")
        screen.below("Robin is running execute")
        screen.shows(r"  ✅ Ran `sleep 2 [^`]*` · approved\s+by\s+Ana\s+·\s+\d\d:\d\d\s+·\s+exit\s+0\s+in\s+2\s+s")
        screen.shows(r"\n +This command only waited")
        leaves(screen)
    assert screen.text.count("✅") == 1
    [put_out] = [row for row in screen.cells if read(row).startswith("    This command only waited")]
    assert put_out[4][1].faint


def test_nothing_is_coloured_where_that_is_not_wanted(tmp_path: Path) -> None:
    with trying(workspace(tmp_path, FILES), {"NO_COLOR": "1"}) as screen:
        screen.below("Robin listens")
        screen.types("Show me, please.")
        screen.chooses("Approve")
        screen.shows("That was the rehearsal")
        leaves(screen)
    assert not {style.colour for row in screen.cells for _, style in row} - {None}


def test_what_is_said_while_a_command_runs_is_heard(tmp_path: Path) -> None:
    with trying(workspace(tmp_path, COMMANDS)) as screen:
        screen.below("Robin listens")
        screen.types("Show me, please.")
        screen.chooses("Approve")
        screen.below("Robin is running execute")
        screen.types("Schnell, bitte – 速く!")
        screen.shows("will be heard at the next step: “Schnell, bitte – 速く!”")
        screen.shows("While I worked I heard: “Schnell, bitte – 速く!” from Ana")
        leaves(screen)
    assert "· heard: “Schnell, bitte – 速く!”" in screen.text


def test_ctrl_c_stops_the_command_and_it_goes_on_when_it_is_told_to(tmp_path: Path) -> None:
    folder = workspace(tmp_path, COMMANDS)
    with trying(folder) as screen:
        screen.below("Robin listens")
        screen.types("", CTRL_C)
        screen.shows("there is nothing to stop; Ctrl-D leaves")
        screen.types("Show me, please.")
        screen.chooses("Approve")
        screen.below("Robin is running execute")
        screen.types("", CTRL_C)
        screen.shows("Robin: Stopped by Ana")
        leaves(screen)
    with trying(folder) as screen:
        screen.chooses("Continue")
        screen.shows(r"Run this command\?")
        screen.chooses("Deny…")
        screen.shows("Why not")
        screen.types("not today")
        screen.shows(r"denied\s+by\s+Ana")
        screen.shows("So I go on without the command: .*not today")
        leaves(screen)


def test_arguments_are_edited_field_by_field_and_what_was_edited_runs(tmp_path: Path) -> None:
    folder = workspace(tmp_path, FILES)
    with trying(folder) as screen:
        screen.below("Robin listens")
        screen.types("Show me, please.")
        screen.chooses("Edit…")
        screen.shows("File path: ")
        screen.types("\x15/mine.md")  # Ctrl-U: away with what is there
        screen.shows("Content: ")
        screen.types("More.", f"{ESCAPE}\r")
        screen.shows("edited by Ana")
        screen.shows("That was the rehearsal")
        leaves(screen)
    assert not notes(folder).exists()
    assert notes(folder).with_name("mine.md").read_text().endswith("\nMore.")


def test_several_lines_are_edited_in_the_persons_editor(tmp_path: Path) -> None:
    folder = workspace(tmp_path, FILES)
    with trying(folder, {"EDITOR": "sed -i s/rehearsal/person/"}) as screen:
        screen.below("Robin listens")
        screen.types("Show me, please.")
        screen.chooses("Edit…")
        screen.shows("what you save in sed means “Approve as edited”")
        screen.shows("File path: ")
        screen.types("")
        screen.shows(r"edited\s+by\s+Ana")
        screen.shows("That was the rehearsal")
        leaves(screen)
    assert "A person wrote these notes." in notes(folder).read_text()


def test_an_editor_that_fails_or_changes_nothing_decides_nothing(tmp_path: Path) -> None:
    folder = workspace(tmp_path, FILES)
    for editor, why in (
        ("false", "false failed .exit 1.: left as it was"),
        ("true", "nothing was changed: left as it"),
    ):
        with trying(folder, {"VISUAL": editor}) as screen:
            screen.below("Robin (listens|waits)")
            if editor == "false":
                screen.types("Show me, please.")
            screen.chooses("Edit…")
            screen.shows("File path: ")
            screen.types("")
            screen.shows(why)
            screen.below("Robin waits for you")
            leaves(screen)
    assert not notes(folder).exists()


def test_a_question_is_answered_in_words_or_by_number_and_a_conversation_begins_anew(tmp_path: Path) -> None:
    with trying(workspace(tmp_path, QUESTIONS)) as screen:
        screen.below("Robin listens")
        screen.types("Show me, please.")
        screen.below("answer by number, or in words")
        screen.types("with a haiku")
        screen.shows("answered by Ana")
        screen.shows("That was the rehearsal")
        screen.types("/new")
        screen.shows("· A new conversation begins here.")
        screen.types("And again?")
        screen.chooses("With the goal")
        screen.shows("answered by Ana")
        screen.shows("That was the rehearsal")
        screen.types("/new")
        screen.types("Once more.")
        screen.shows("How should my notes on “Once more.” begin")
        leaves(screen)
    with trying(tmp_path) as screen:
        screen.shows("How should my notes on “Once more.” begin")
        leaves(screen)


def test_a_terminal_that_is_closed_or_a_polite_end_leaves_everything_in_order(tmp_path: Path) -> None:
    folder = workspace(tmp_path, QUESTIONS)
    for end in (signal.SIGTERM, signal.SIGHUP):
        with trying(folder) as screen:
            screen.below("Robin listens")
            screen.program.send_signal(end)
            assert screen.ends() == 0


def test_a_second_terminal_on_the_same_data_says_so(tmp_path: Path) -> None:
    folder = workspace(tmp_path, QUESTIONS)
    with trying(folder) as first:
        first.below("Robin listens")
        with trying(folder) as second:
            second.shows(r"deskmate: Deskmate is already running on .*: process \d+, since")
            assert second.ends() == 1
        leaves(first)


def test_where_the_last_conversation_cannot_be_read_it_says_so_and_begins_a_new_one(tmp_path: Path) -> None:
    folder = workspace(tmp_path, QUESTIONS)
    with trying(folder) as screen:
        screen.below("Robin listens")
        screen.types("Show me, please.")
        screen.below("Robin waits for you")
        leaves(screen)
    breaks_what_was_said(folder)
    with trying(folder) as screen:
        screen.shows("I can't read the last conversation here")
        screen.below("Robin listens")
        screen.types("Once more, please.")
        screen.below("Robin waits for you")
        leaves(screen)
    with trying(folder) as screen:
        screen.shows("> Once more, please.")
        leaves(screen)
    assert "I can't read" not in screen.text


@in_bubblewrap
def test_after_a_restart_a_card_still_says_where_its_command_runs(tmp_path: Path) -> None:
    folder = workspace(tmp_path, COMMANDS)
    for start in range(2):
        with trying(folder) as screen:
            if not start:
                screen.below("Robin listens")
                screen.types("Show me, please.")
            screen.shows("In a sandbox, without network")
            screen.below("Robin waits for you")
            screen.program.send_signal(signal.SIGKILL)
            screen.ends()
            assert "without a sandbox" not in screen.text


def test_a_change_is_undone_by_its_number_also_after_a_restart_and_that_is_told(tmp_path: Path) -> None:
    folder = workspace(tmp_path, FILES)
    with trying(folder) as screen:
        screen.below("Robin listens")
        screen.types("Show me, please.")
        screen.shows(r"Create notes\.md\?")
        screen.chooses("Approve")
        screen.shows("is “Undo”")
        leaves(screen)
    with trying(folder) as screen:
        number = screen.shows(r"(\d+\.\d+) is “Undo”")[1]
        screen.below("Robin listens")
        assert notes(folder).exists()
        screen.types(number)
        screen.shows(r"undone\s+by\s+Ana")
        assert not notes(folder).exists()
        leaves(screen)
