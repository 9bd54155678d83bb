import pytest

from harness.workspace.compose import compose
from harness.workspace.problems import WorkspaceError


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing yet\n"])
def test_nothing_is_no_value(text: str):
    assert compose(text, "apps/jira.yaml") is None


def test_a_value_knows_its_file_and_line():
    value = compose("# how\n\nurl: here\n", "apps/jira.yaml")

    assert value
    assert (value.entries()["url"].source, value.entries()["url"].line) == ("apps/jira.yaml", 3)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("match: *\n", "apps/jira.yaml:1: not valid YAML: while scanning an alias"),
        ("a: b\n\tc: d\n", "apps/jira.yaml:2: not valid YAML: while scanning for the next token"),
        ("a: b\x07", "apps/jira.yaml:1: the character \\x07 is not allowed here"),
        ("[" * 5000, "apps/jira.yaml:1: this is nested too deeply"),
    ],
)
def test_what_is_no_yaml_names_its_file_and_line(text: str, problem: str):
    with pytest.raises(WorkspaceError) as refused:
        compose(text, "apps/jira.yaml")
    assert str(refused.value).startswith(problem)


def test_what_is_no_yaml_is_read_as_what_it_is_meant_for_and_said_as_it_stands():
    value = compose("use: when: it rains", "SKILL.md", lambda: "use: 'when: it rains'")
    assert value
    assert value.entries()["use"].text() == "when: it rains"
    with pytest.raises(WorkspaceError, match=r"^SKILL\.md:1: not valid YAML"):
        compose("use: when: it rains", "SKILL.md", lambda: "] nor is this")
    right = compose("use: it", "SKILL.md", lambda: "use: never asked for")
    assert right
    assert right.entries()["use"].text() == "it"


@pytest.mark.parametrize("deep", ["[", "- ", "? ", "{a: "])
def test_what_nests_deeply_is_kept_from_the_parser_that_it_would_end(deep: str):
    with pytest.raises(WorkspaceError, match="nested too deeply"):
        compose(deep * 20_000, "SKILL.md")


def test_a_star_that_is_meant_as_text_is_told_to_be_quoted() -> None:
    with pytest.raises(WorkspaceError, match=r"put a value that begins with \* in quotes$"):
        compose("match: *\n", "workspace.yaml")
