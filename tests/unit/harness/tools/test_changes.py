from harness.tools.changes import Todo, TodosWritten


def test_a_todo_is_pending_until_it_says_otherwise():
    assert Todo("look").status == "pending"


def test_lists_are_equal_if_they_say_the_same_in_the_same_order():
    one, other = Todo("look", "completed"), Todo("write")

    assert TodosWritten((one, other)) == TodosWritten((Todo("look", "completed"), Todo("write", "pending")))
    assert TodosWritten((one, other)) != TodosWritten((other, one))
    assert len({TodosWritten((one,)), TodosWritten((one,))}) == 1
