"""What the folder holds becomes a Workspace, or a list of all that is wrong with it."""

import pytest

from harness.tools.registry import Registry
from harness.workspace.contents import LONGEST, Contents, workspace_of
from harness.workspace.problems import WorkspaceError
from harness.workspace.skills import SkillSource

TOOLS = Registry(())
SETTINGS = b"name: Robin\nmodel: rehearsal\n"


def contents(**files: bytes) -> Contents:
    return Contents(
        "home", {"workspace.yaml": SETTINGS, **{name.replace("_", "."): text for name, text in files.items()}}
    )


def refused(contents: Contents) -> str:
    with pytest.raises(WorkspaceError) as caught:
        workspace_of(contents, TOOLS)
    return str(caught.value)


def test_it_is_what_its_settings_and_its_conventions_say() -> None:
    found = workspace_of(contents(AGENTS_md="Use “tabs”.\n".encode(), HEARTBEAT_md=b"- the tide\n"), TOOLS)
    assert (found.name, found.instructions, found.checklist) == ("Robin", "Use “tabs”.\n", "- the tide\n")
    alone = workspace_of(contents(), TOOLS)
    assert (alone.instructions, alone.checklist) == ("", "")


def test_a_mark_at_the_beginning_of_a_file_is_none_of_its_words() -> None:
    assert workspace_of(contents(AGENTS_md="\ufeffUse tabs.".encode()), TOOLS).instructions == "Use tabs."


def test_all_that_is_wrong_is_said_with_its_file_and_line() -> None:
    said = refused(contents(workspace_yaml=b"nome: x\n", AGENTS_md=b"fine\nnot \xff\n"))
    assert said.splitlines() == [
        "home/AGENTS.md:2: this is not UTF-8: save the file as UTF-8",
        "home/workspace.yaml:1: nome: there is no such key; did you mean name?",
    ]


def test_a_text_has_no_nul_in_it() -> None:
    said = refused(contents(AGENTS_md=b"fine\nnot \0 here\n"))
    assert said == "home/AGENTS.md:2: this has a NUL in it, as no text has"


def test_conventions_that_no_request_could_hold_are_refused() -> None:
    said = refused(contents(AGENTS_md=b"x" * (LONGEST + 1)))
    assert said.startswith("home/AGENTS.md is larger than 262,144 bytes, and each request would hold it: move ")


def test_without_settings_there_is_none() -> None:
    assert refused(Contents("home")).startswith("home/workspace.yaml is not there: `deskmate init home` writes")


def test_settings_that_are_called_otherwise_are_named() -> None:
    said = refused(Contents("home", misnamed={"workspace.yml": "workspace.yaml"}))
    assert said == "home/workspace.yaml is not there: rename workspace.yml to workspace.yaml"


def test_what_nobody_reads_for_its_name_is_told_and_keeps_nobody_from_starting() -> None:
    found = workspace_of(Contents("home", {"workspace.yaml": SETTINGS}, misnamed={"agents.md": "AGENTS.md"}), TOOLS)
    assert list(map(str, found.warnings)) == ["home/agents.md is not read: rename it to AGENTS.md"]


def test_settings_that_are_too_large_are_not_read_in_part() -> None:
    assert refused(contents(workspace_yaml=b"#" * 1_000_001)) == "home/workspace.yaml is larger than 1,000,000 bytes"


def test_what_cannot_be_read_says_why() -> None:
    said = refused(Contents("home", {"workspace.yaml": SETTINGS}, {"AGENTS.md": "cannot be read: Permission denied"}))
    assert said == "home/AGENTS.md cannot be read: Permission denied"


def test_its_own_skills_count_over_those_that_are_shared_and_what_is_doubtful_is_a_warning() -> None:
    own = b"---\nname: pdf\ndescription: Ours.\n---\n"
    shared = SkillSource("shared", {"pdf": own.replace(b"Ours", b"Theirs"), "old": b""})
    files = {"workspace.yaml": SETTINGS, "skills/pdf/SKILL.md": own}
    found = workspace_of(Contents("home", files, shared=(shared,)), TOOLS)
    assert found.skills.found["pdf"].description == "Ours."
    assert list(map(str, found.warnings)) == [
        "shared/old/SKILL.md:1: must begin with a line of ---, as Markdown with a header does (left out)",
        "shared/pdf/SKILL.md is not used: home/skills/pdf has a skill of that name, too",
    ]


def test_a_skill_that_the_settings_name_and_that_is_not_there_is_a_warning() -> None:
    files = {"workspace.yaml": b"skills: {pfd: {enabled: false}}\n", "AGENTS.md": b"Use tabs."}
    found = workspace_of(Contents("home", files), TOOLS)
    assert found.instructions == "Use tabs.", "all else counts"
    [told] = map(str, found.warnings)
    assert told.startswith("home/workspace.yaml:1: skills.pfd: there is no such skill: its folder is missing, or")


def test_a_folder_among_the_files_that_tools_do_not_find_is_a_warning() -> None:
    contents = Contents("home", {"workspace.yaml": SETTINGS}, {"files/skills": "is not found by tools"})
    assert list(map(str, workspace_of(contents, TOOLS).warnings)) == ["home/files/skills is not found by tools"]
