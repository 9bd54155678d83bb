"""Folders of skills, also such as others have made, become skills; what is unusual is a warning, and never more."""

import pytest

from harness.chat.people import Place
from harness.tools.skills import AllowedTool, Skill
from harness.workspace.skills import LARGEST, Skills, SkillSource, skills_of
from tests.unit.harness.workspace.reading import given_of, said

TOOLS = ("read_file", "execute", "grep")
OPS, DEV = Place("slack", "T1", "COPS", "1.2"), Place("slack", "T1", "CDEV")
PDF = b"---\nname: pdf\ndescription: Fill forms.\n---\n# PDF\n\nFill them.\n"


def source(folder: str = "home/skills", /, **files: bytes) -> SkillSource:
    return SkillSource(folder, {name.replace("_", "-"): text for name, text in files.items()})


def one(text: str | bytes, folder: str = "pdf") -> tuple[Skill, list[str]]:
    """The only one that there is, and what is doubtful about it."""
    data = text if isinstance(text, bytes) else text.encode()
    found = skills_of([SkillSource("home/skills", {folder: data})], TOOLS)
    [skill] = found.found.values()
    doubts = [str(problem).removeprefix(f"home/skills/{folder}/SKILL.md:") for problem in found.warnings]
    assert all(doubt.endswith(" (used all the same)") for doubt in doubts)
    return skill, [doubt.removesuffix(" (used all the same)") for doubt in doubts]


def refused(text: bytes) -> str:
    found = skills_of([source(pdf=text)], TOOLS)
    assert not found.found
    [problem] = found.warnings
    assert [broken.why for broken in found.broken] == [problem]
    return str(problem)


def test_what_is_said_of_several_has_one_order_whatever_their_hashes() -> None:
    named = {name: f"---\nname: {name}\ndescription: x\n---\n".encode() for name in "abcdefgh"}
    found = skills_of([source("shared", **named), source("own", **named)])
    assert [problem.source for problem in found.warnings] == [f"shared/{name}/SKILL.md" for name in named]


def test_a_skill_is_what_its_header_and_its_text_say() -> None:
    skill, doubts = one(
        "---\nname: pdf\ndescription: >\n  Fill forms,\n  and merge.\nlicense: MIT\ncompatibility: needs qpdf\n"
        "metadata:\n  author: us\n  version: '1.0'\n  n: 2\nallowed-tools: Read\n---\n\n# PDF\n\n---\nFill them.\n"
    )
    assert skill == Skill(
        "pdf",
        "Fill forms, and merge.",
        "# PDF\n\n---\nFill them.",
        "home/skills/pdf",
        within="home/skills",
        allowed=(AllowedTool("read_file"),),
        license="MIT",
        compatibility="needs qpdf",
        metadata={"author": "us", "version": "1.0", "n": "2"},
    )
    assert skill.path == "/skills/pdf"
    assert not doubts


@pytest.mark.parametrize(("said", "listed"), [("true", False), ("'Yes'", False), ("false", True), ("[]", True)])
def test_it_may_be_for_people_to_name(said: str, listed: bool) -> None:
    skill, doubts = one(f"---\nname: pdf\ndescription: x\ndisable-model-invocation: {said}\n---\n")
    assert skill.listed is listed
    assert not doubts


def test_what_it_leaves_that_there_is_not_is_known() -> None:
    skill, _ = one("---\nname: pdf\ndescription: x\nallowed-tools: Read jira__get(x) jira__get WebFetch\n---\n")
    assert skill.missing == ("jira__get", "web_fetch")


@pytest.mark.parametrize(
    ("header", "description"),
    [
        ("name: pdf\ndescription: Use when: a form is to be filled", "Use when: a form is to be filled"),
        ("name: pdf\ndescription: It's for forms: all of them", "It's for forms: all of them"),
        ("name: pdf\ndescription: Use when: forms\n  are: many\nlicense: MIT", "Use when: forms are: many"),
        ("name: pdf\ndescription: [Beta] forms: filled", "[Beta] forms: filled"),
        ("name: pdf\ndescription: @forms", "@forms"),
        ("name: pdf\ndescription: Use: \"so\"\nallowed-tools: [Read, 'Bash(git:*)']", 'Use: "so"'),
        ("name: pdf\nextra: {a: 1}\nhooks:\n  - x: [1, 2]\ndescription: fine", "fine"),
        ("name: pdf\ndescription: 42", "42"),
    ],
)
def test_what_others_write_is_read_as_it_was_meant(header: str, description: str) -> None:
    skill, doubts = one(f"---\n{header}\n---\nBody")
    assert (skill.name, skill.description, skill.text) == ("pdf", description, "Body")
    assert not doubts


@pytest.mark.parametrize("name", ["café-règles", "pdf2", "a", "9lives", "ärger"])
def test_names_as_the_standard_has_them_are_as_they_should_be(name: str) -> None:
    skill, doubts = one(f"---\nname: {name}\ndescription: x\n---\n", folder=name)
    assert (skill.name, doubts) == (name, [])


@pytest.mark.parametrize(
    "name", ["PDF", "pdf--forms", "-pdf", "pdf-", "表格", "pdf🎉", "pdf forms", "pdf_forms", "a" * 65]
)
def test_other_names_are_used_and_doubted(name: str) -> None:
    skill, [doubt] = one(f"---\nname: {name}\ndescription: x\n---\n", folder=name)
    assert skill.name == name
    assert doubt.startswith("2: name: ")
    assert "is not as the standard has names" in doubt


def test_a_name_that_is_not_its_folders_is_used_and_doubted() -> None:
    skill, doubts = one("---\n\nname: forms\ndescription: x\n---\n")
    assert skill.name == "forms"
    assert doubts == ["3: name: forms is not the name of its folder, pdf: by the standard they are the same"]


@pytest.mark.parametrize("name", ["../etc", "a/b", "..", '"a\\b"', '"a\\nb"', "x" * 201])
def test_what_no_folder_can_be_called_is_called_by_its_own(name: str) -> None:
    skill, [doubt] = one(f"---\nname: {name}\ndescription: x\n---\n")
    assert skill.path == "/skills/pdf"
    assert "no folder can be called" in doubt


def test_an_accent_is_the_same_however_it_is_put_together() -> None:
    _, doubts = one("---\nname: cafe\u0301\ndescription: x\n---\n", folder="caf\u00e9")
    assert not doubts


def test_a_description_is_told_as_far_as_the_standard_goes() -> None:
    skill, doubts = one(f"---\nname: pdf\ndescription: {'x' * 1_100}\n---\n")
    assert len(skill.description) == 1_024
    assert doubts == ["3: description: has 1,100 characters: I am told the first 1,024 of them"]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (b"# PDF\n", "home/skills/pdf/SKILL.md:1: must begin with a line of ---, as Markdown with a header does"),
        (b"---\nname: pdf\n", "home/skills/pdf/SKILL.md:1: the header has no end: put a line of --- after it"),
        (b"---\ndescription: x\n---\n", "home/skills/pdf/SKILL.md:1: name: must say what it is called, as in `"),
        (b"---\n\nname:\ndescription: x\n---\n", "home/skills/pdf/SKILL.md:3: name: must say what it is called"),
        (b"---\nname: [pdf]\ndescription: x\n---\n", "home/skills/pdf/SKILL.md:2: name: must say what it is called"),
        (b"---\nname: pdf\n---\n", "home/skills/pdf/SKILL.md:1: description: must say in a sentence what it does"),
        (b"---\nname: pdf\ndescription: ' '\n---\n", "home/skills/pdf/SKILL.md:3: description: must say in a sentence"),
        (b"---\nname: pdf\ndescription: x\n---\n\n\xff\n", "home/skills/pdf/SKILL.md:6: this is not UTF-8"),
        (b"---\nname: pdf\n] x\n---\n", "home/skills/pdf/SKILL.md:3: not valid YAML"),
        (b"---\n- pdf\n---\n", "home/skills/pdf/SKILL.md:1: name: must say what it is called"),
        (b"x" * (LARGEST + 1), "home/skills/pdf/SKILL.md is larger than 10,000,000 bytes: put most of it into files"),
    ],
)  # fmt: skip
def test_what_cannot_be_used_is_left_out_and_says_where_and_what_would_be_right(text: bytes, problem: str) -> None:
    found = skills_of([source(pdf=text, other=PDF)], TOOLS)
    assert [*found.found] == ["pdf"], "the others are there all the same"
    assert str(found.broken[0].why).startswith(problem)
    assert str(found.broken[0].why).endswith(" (left out)")
    assert found.broken[0].folder == "pdf"


@pytest.mark.parametrize("deep", ["[", "- ", "? ", "{a: "])
def test_one_that_nests_without_end_ends_nothing(deep: str) -> None:
    said = refused(f"---\nname: pdf\nx:\n {deep * 20_000}\n---\n".encode())
    assert said == "home/skills/pdf/SKILL.md:1: this is nested too deeply (left out)"


def test_of_one_name_the_later_source_counts_and_says_so() -> None:
    shared, own = source("shared", pdf=PDF), source("home/skills", pdf=PDF.replace(b"Fill forms", b"Ours"))
    found = skills_of([shared, own], TOOLS)
    assert found.found["pdf"].description == "Ours."
    assert found.unused == {"pdf": ("shared/pdf",)}
    assert found.warnings[-1].outcome == "replaced"
    assert str(found.warnings[-1]) == ("shared/pdf/SKILL.md is not used: home/skills/pdf has a skill of that name, too")


def test_of_one_that_is_not_used_no_doubt_is_told() -> None:
    doubtful = PDF.replace(b"Fill forms", b"x" * 1_100)
    found = skills_of([source("shared", pdf=doubtful), source("home/skills", pdf=PDF)], TOOLS)
    assert [problem.outcome for problem in found.warnings] == ["replaced"]
    found = skills_of([source("shared", pdf=PDF), source("home/skills", pdf=doubtful)], TOOLS)
    assert [problem.outcome for problem in found.warnings] == ["replaced", "used"]


def test_of_one_name_in_a_source_the_first_folder_counts() -> None:
    found = skills_of([source(pdf=PDF, forms=PDF)], TOOLS)
    assert found.found["pdf"].home == "home/skills/forms"
    assert [(one.folder, str(one.why)) for one in found.broken] == [
        ("pdf", "home/skills/pdf/SKILL.md is not used: forms is called that, too (left out)")
    ]


def test_what_cannot_be_read_says_why_and_harms_no_other() -> None:
    gone = SkillSource("gone", {}, {"": "cannot be read: No such file or directory"})
    found = skills_of([gone, SkillSource("home", {"pdf": PDF}, {"x": "is no file"})], TOOLS)
    assert [*found.found] == ["pdf"]
    assert list(map(str, found.warnings)) == [
        "gone cannot be read: No such file or directory",
        "home/x/SKILL.md is no file (left out)",
    ]


def test_the_workspace_switches_skills_off_and_pins_them() -> None:
    skills = skills_of([source(pdf=PDF, ops=PDF.replace(b"pdf", b"ops"), old=PDF.replace(b"pdf", b"old"))], TOOLS)
    given = given_of("{ops: {places: ['slack:T1:COPS']}, old: {enabled: false}, pdf: {}}")
    found = skills.with_settings(given)
    assert not given.problems
    assert [skill.name for skill in found.here(OPS)] == ["ops", "pdf"]
    assert [skill.name for skill in found.here(DEV)] == ["pdf"]
    assert [skill.name for skill in found.here(None)] == ["pdf"]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("{pdf: {enable: true}}", "there is no such key; did you mean enabled?"),
        ("{pdf: {enabled: perhaps}}", "must be true or false, not perhaps"),
        ("{pdf: {places: [ops]}}", 'must be platform:team:channel, like "slack:T0123:C0456", not ops'),
        ("{pdf: {places: 'slack:T1:C1'}}", "must be a list, as in `[one, two]`, not 'slack:T1:C1'"),
    ],
)
def test_what_it_says_wrongly_is_said_with_what_was_meant(text: str, problem: str) -> None:
    given = given_of(text)
    skills_of([source(pdf=PDF)], TOOLS).with_settings(given)
    assert said(given) == [problem]


def test_of_one_that_is_not_there_what_is_said_is_kept_and_doubted() -> None:
    given = given_of("{pfd: {enabled: false}, pdf: {places: ['slack:T1:COPS']}}")
    without = skills_of([source(pdf=PDF)], TOOLS).with_settings(given)
    assert not given.problems, "the rest of the workspace holds"
    assert list(map(str, without.warnings)) == [
        "workspace.yaml:1: here.pfd: there is no such skill: its folder is missing, or DESKMATE_SKILLS does not name "
        "the one that holds it; did you mean pdf?"
    ]
    back = skills_of([source(pdf=PDF, pfd=PDF.replace(b"pdf", b"pfd"))], TOOLS).with_settings(given)
    assert [skill.name for skill in back.here(OPS)] == ["pdf"], "it is as was said, once it is there"
    assert back.warnings == ()


def test_one_that_is_for_no_place_is_nowhere() -> None:
    found = skills_of([source(pdf=PDF)], TOOLS)
    assert found.with_settings(given_of("{pdf: {places: []}}")).here(OPS) == ()
    assert found.with_settings(given_of("{pdf: {places: []}}")).here(None) == ()
    assert found.with_settings(given_of("{pdf: {places: }}")).here(OPS) != ()


def test_one_that_is_broken_may_be_named_all_the_same() -> None:
    given = given_of("{pdf: {enabled: false}}")
    skills_of([source(pdf=b"")], TOOLS).with_settings(given)
    assert not given.problems


def test_where_there_are_none_there_are_none_anywhere() -> None:
    assert Skills().here(OPS) == ()
