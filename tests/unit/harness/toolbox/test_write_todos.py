from harness.toolbox.write_todos import write_todos
from harness.tools.changes import Todo, TodosWritten
from tests.unit.harness.toolbox.running import run, summary

LIST = [
    {"text": "look", "status": "completed"},
    {"text": "write", "status": "in_progress"},
    {"text": "check"},
]


def test_the_list_becomes_a_change_and_is_told_back():
    result = run(write_todos(), todos=LIST)

    assert result.ok
    assert result.changes == (
        TodosWritten((Todo("look", "completed"), Todo("write", "in_progress"), Todo("check", "pending"))),
    )
    assert result.text == "The todo list is now:\n[x] look\n[>] write\n[ ] check"


def test_two_in_progress_are_an_error_that_changes_nothing():
    result = run(write_todos(), todos=[{"text": name, "status": "in_progress"} for name in ("a", "b")])

    assert not result.ok
    assert result.changes == ()
    assert "unchanged" in result.text
    assert "a; b" in result.text


def test_an_empty_list_empties_it():
    assert run(write_todos(), todos=[]).changes == (TodosWritten(()),)


def test_a_list_that_is_none_is_refused():
    for todos in (None, "look", [{"text": ""}], [{"text": "a", "status": "done"}]):
        result = run(write_todos(), todos=todos)
        assert not result.ok
        assert result.changes == ()


def test_it_needs_no_permission_and_may_be_run_again():
    assert write_todos().category == "read"
    assert write_todos().repeatable
    assert summary(write_todos(), todos=LIST) == "Update the todo list (3 items, 1 done)"
