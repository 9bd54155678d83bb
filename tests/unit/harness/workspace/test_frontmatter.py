import pytest

from harness.workspace.frontmatter import frontmatter
from harness.workspace.problems import WorkspaceError


def test_a_header_and_what_comes_after_it_are_told_apart():
    found = frontmatter("---\nname: deploy\n---\n\n# Deploy\n\n---\nIn two steps.\n", "SKILL.md")

    assert found.header.entries()["name"].text() == "deploy"
    assert found.body == "# Deploy\n\n---\nIn two steps."


@pytest.mark.parametrize("text", ["---\r\nname: deploy\r\n---\r\nBody\r\n", "---  \nname: deploy\n--- \nBody"])
def test_however_lines_end(text: str):
    found = frontmatter(text, "SKILL.md")

    assert (found.header.entries()["name"].text(), found.body) == ("deploy", "Body")


def test_problems_name_the_line_in_the_file():
    header = frontmatter("---\nname: deploy\n\ncolour: red\n---\n", "SKILL.md").header
    header.fields(("name",))

    assert [str(problem) for problem in header.problems] == ["SKILL.md:4: colour: there is no such key; it may be name"]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "SKILL.md:1: must begin with a line of ---, as Markdown with a header does"),
        ("# Deploy\n---\nname: deploy\n---\n", "SKILL.md:1: must begin with a line of ---"),
        ("---\nname: deploy\n", "SKILL.md:1: the header has no end: put a line of --- after it"),
        ("---\n---\nDeploy.\n", "SKILL.md:1: nothing stands in the header"),
        ("---\n# nothing yet\n---\n", "SKILL.md:1: nothing stands in the header"),
        ("---\nname: deploy\nuses: [\n---\n", "SKILL.md:3: not valid YAML: while parsing a flow node"),
    ],
)
def test_what_has_no_header_is_refused(text: str, problem: str):
    with pytest.raises(WorkspaceError) as refused:
        frontmatter(text, "SKILL.md")
    assert str(refused.value).startswith(problem)


def test_a_header_that_is_no_yaml_may_be_read_as_it_was_meant_with_its_lines():
    text = "---\nname: deploy\nuse: when: it\n  rains\nmore: It's: so\n---\nBody"
    found = frontmatter(text, "SKILL.md", lenient=True).header.entries()

    assert [(name, value.text(), value.line) for name, value in found.items()] == [
        ("name", "deploy", 2),
        ("use", "when: it rains", 3),
        ("more", "It's: so", 5),
    ]
    with pytest.raises(WorkspaceError):
        frontmatter(text, "SKILL.md")
