from harness.workspace.problems import Problem, WorkspaceError, meant, shown


def test_an_error_has_a_line_for_each_problem_from_top_to_bottom():
    error = WorkspaceError([Problem("w.yaml", 9, "b", "is wrong"), Problem("w.yaml", 2, "", "is no YAML")])

    assert str(error) == "w.yaml:2: is no YAML\nw.yaml:9: b: is wrong"
    assert [problem.line for problem in error.problems] == [2, 9]


def test_problems_of_several_files_are_told_file_by_file():
    """As of teams, each of which has a workspace of its own."""
    error = WorkspaceError(
        [Problem("b.yaml", 1, "", "is b's"), Problem("a.yaml", 9, "", "is a's"), Problem("b.yaml", 0, "", "is")]
    )

    assert [(problem.source, problem.line) for problem in error.problems] == [
        ("a.yaml", 9),
        ("b.yaml", 0),
        ("b.yaml", 1),
    ]


def test_a_slip_of_the_fingers_is_understood():
    known = ("model", "modes", "limits", "Plan")

    assert meant("modle", known) == "; did you mean model?"
    assert meant("mods", known) == "; did you mean modes?"
    assert meant("plan", known) == "; did you mean Plan?"
    assert meant("xyz", known) == "; it may be Plan, limits, model, modes"
    assert meant("xyz", ()) == ""


def test_what_the_file_says_is_shown_short_and_on_one_line():
    assert shown("a\nb\t\u202e\ud800") == "a\\nb\\t\\u202e\\ud800"
    assert shown("a" * 100) == "a" * 60 + "…"
    assert shown("") == "''"
