"""`skills` lists each with its state, and says no more of those that are not there."""

from harness.chat.people import Place
from harness.commands.skills import NONE, skills_in_words
from harness.tools.skills import Skill
from harness.workspace.problems import Problem
from harness.workspace.skills import BrokenSkill, Skills, SkillSetting

HERE = Place("slack", "T", "CDEV", "1")


def skill(name: str, description: str = "Does it.") -> Skill:
    return Skill(name, description, "", f"/srv/desk/skills/{name}")


def link(place: Place, message: str) -> str:
    return f"https://{place.channel}" if place.channel != "CNONE" else ""


def told(skills: Skills) -> list[str]:
    return skills_in_words(skills, HERE, link).split("\n")


def test_each_has_a_line_with_its_state() -> None:
    names = ("pdf", "old", "here", "ops", "both", "none", "nowhere")
    settings = {
        "old": SkillSetting(False),
        "here": SkillSetting(True, frozenset({"slack:T:CDEV"})),
        "ops": SkillSetting(True, frozenset({"slack:T:COPS"})),
        "both": SkillSetting(True, frozenset({"slack:T:COPS", "slack:T:CDEV"})),
        "none": SkillSetting(True, frozenset({"slack:T:CNONE"})),
        "nowhere": SkillSetting(True, frozenset()),
    }
    assert told(Skills({name: skill(name) for name in names}, settings)) == [
        "Skills:",
        "- **pdf**: Does it.",
        "- **old** (off)",
        "- **here** (only here): Does it.",
        "- **ops** (only in [COPS](https://COPS))",
        "- **both** (only in this channel, [COPS](https://COPS)): Does it.",
        "- **none** (only in `slack:T:CNONE`)",
        "- **nowhere** (in no place)",
    ]


def test_in_a_mode_that_has_none_that_is_said_first() -> None:
    found = Skills({"pdf": skill("pdf")})
    assert skills_in_words(found, HERE, link, without="bare").split("\n") == [
        "Skills of the workspace, none of which I can use in bare mode:",
        "- **pdf**: Does it.",
    ]
    assert skills_in_words(Skills(), HERE, link, without="bare") == NONE


def test_one_that_is_broken_says_why_and_not_where_it_really_lies() -> None:
    why = Problem("/srv/desk/skills/pdf/SKILL.md", 3, "name", "must say what it is called")
    large = Problem("/srv/desk/skills/big/SKILL.md", 0, "", "is larger than 10,000,000 bytes")
    assert told(Skills(broken=(BrokenSkill("pdf", why), BrokenSkill("big", large)))) == [
        "Skills:",
        "- **pdf** is broken and left out: line 3, `name` must say what it is called",
        "- **big** is broken and left out: is larger than 10,000,000 bytes",
    ]


def test_of_several_of_a_name_it_says_which_is_used() -> None:
    found = Skills({"pdf": skill("pdf")}, unused={"pdf": ("/srv/shared/pdf", "/srv/more/pdf")})
    assert told(found)[1] == "- **pdf**: Does it. (from `skills/pdf`; not used: `shared/pdf`, `more/pdf`)"


def test_what_a_skill_says_of_itself_is_short_and_has_no_marks() -> None:
    [_, line] = told(Skills({"pdf": skill("pdf", f"*Fills* <@U1> {'x' * 200}")}))
    assert len(line) < 130
    assert "*Fills*" not in line


def test_without_any_it_says_how_there_are_some() -> None:
    assert told(Skills()) == [NONE]


def test_of_many_those_that_are_broken_come_first_and_the_rest_is_counted() -> None:
    found = {f"s{number:03}": skill(f"s{number:03}") for number in range(60)}
    lines = told(Skills(found, broken=(BrokenSkill("pdf", Problem("x", 0, "", "is no file")),)))
    assert lines[1] == "- **pdf** is broken and left out: is no file"
    assert lines[-1] == "- and 36 more, in the workspace"
    assert len(lines) == 2 + 25
