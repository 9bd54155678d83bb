"""A line for each thing in the folder: it is right, or what is wrong with it."""

import os
from pathlib import Path

import pytest

from bot.wiring import toolbox, tools_in
from bot.workspaces.check import Checked, checked, summary
from harness.workspace.contents import Contents, workspace_of

SETTINGS = "name: Robin\nmodel: rehearsal\nmodes: {build: {}, plan: {model: openai/gpt-5}}\n"
SUBAGENT = "---\nname: tester\ndescription: Tests.\n---\nTest.\n"
TICKETS = """
from deskmate.tools import Preview, tool

@tool(category="read")
def find(id: str) -> str:
    "Finds a ticket."
    return id

@tool
def close(id: str) -> str:
    "Closes it."
    return id

@close.preview
def would_close(id: str) -> Preview:
    return Preview()
"""
FILES = {
    "workspace.yaml": SETTINGS,
    "AGENTS.md": "Use tabs.\n",
    "HEARTBEAT.md": "- the tide\n",
    "apps/mail.yaml": "command: uvx\n",
    "skills/pdf/SKILL.md": "---\nname: pdf\ndescription: Fills forms.\n---\n",
    "tools/tickets.py": TICKETS,
    "subagents/tester.md": SUBAGENT,
}


def look(folder: Path, **changed: str) -> list[Checked]:
    for path, text in {**FILES, **changed}.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    return checked(folder, tools_in(folder, {}))


def test_of_each_thing_that_is_there_it_is_said_that_it_is_right(tmp_path: Path) -> None:
    found = look(tmp_path)
    assert [(one.about, one.text) for one in found] == [
        ("settings", f"{tmp_path}/workspace.yaml is right: Robin"),
        ("modes", "build, with rehearsal, in which conversations begin"),
        ("modes", "plan, with openai/gpt-5"),
        ("budgets", "$20.00 a day; I stop there"),
        ("AGENTS.md", f"{tmp_path}/AGENTS.md is right: about 3 tokens of each request"),
        ("HEARTBEAT.md", f"{tmp_path}/HEARTBEAT.md is right"),
        ("skills", f"{tmp_path}/skills/pdf/SKILL.md is right"),
        (
            "tools",
            f"{tmp_path}/tools/tickets.py is right: find (read), close (other, shows what it would do). "
            "What you change in it counts once I am restarted",
        ),
        ("apps", f"{tmp_path}/apps/mail.yaml is right; a later release uses it"),
        ("subagents", f"{tmp_path}/subagents/tester.md is right; a later release uses it"),
    ]
    assert str(found[0]).startswith("ok     settings     ")
    assert found[0].fields == {"about": "settings", "level": "ok", "right": True, "text": found[0].text}
    assert not (tmp_path / "files").exists(), "nothing is made by looking"


def test_what_is_wrong_beside_the_settings_is_told_with_file_line_and_key(tmp_path: Path) -> None:
    found = look(tmp_path, **{"apps/mail.yaml": "command: x\nenv: {API_TOKEN: abc}\n", "tools/tickets.py": "def f(:\n"})
    wrong = [one for one in found if one.problem]
    assert [one.about for one in found if one.about in ("apps", "tools")] == [one.about for one in wrong]
    assert str(wrong[0]).startswith(f"WRONG  apps         {tmp_path}/apps/mail.yaml:2: env.API_TOKEN: looks like a sec")
    assert wrong[0].fields["file"] == f"{tmp_path}/apps/mail.yaml"
    assert (wrong[0].fields["line"], wrong[0].fields["key"], wrong[0].fields["right"]) == (2, "env.API_TOKEN", False)


def test_conventions_that_are_longer_than_the_conversation_may_be_are_doubtful(tmp_path: Path) -> None:
    long = {"workspace.yaml": f"{SETTINGS}context_tokens: 8000\n", "AGENTS.md": "Use tabs.\n" * 4_000}
    [found] = [one for one in look(tmp_path, **long) if one.about == "AGENTS.md"]
    assert found.level == "note"
    assert "tokens of each request, and the conversation has 8,000 (`context_tokens`): move what" in found.text


def test_what_is_empty_is_not_passed_over(tmp_path: Path) -> None:
    found = look(tmp_path, **{"AGENTS.md": "\n", "HEARTBEAT.md": ""})
    assert [(one.about, one.level, one.text) for one in found if one.about.endswith(".md")] == [
        ("AGENTS.md", "ok", f"{tmp_path}/AGENTS.md is empty: turns are told nothing of how your team works"),
        ("HEARTBEAT.md", "ok", f"{tmp_path}/HEARTBEAT.md is right, with nothing on it yet"),
    ]


def test_of_what_is_no_workspace_it_is_said_what_keeps_it_from_being_one(tmp_path: Path) -> None:
    found = look(tmp_path, **{"workspace.yaml": "nome: x\n", "AGENTS.md": "x" * 300_000})
    assert [(one.about, one.problem is None) for one in found] == [("AGENTS.md", False), ("settings", False)]
    [gone] = checked(tmp_path / "gone", toolbox(tmp_path / "gone" / "files", {}))
    assert "is not there" in gone.text


def test_without_a_model_nobody_could_answer(tmp_path: Path) -> None:
    first, *_ = look(tmp_path, **{"workspace.yaml": "name: Robin\n"})
    assert first.problem
    assert "names no model" in first.text


def test_how_many_there_are_is_summed_up() -> None:
    files = {path: text.encode() for path, text in FILES.items()}
    workspace = workspace_of(
        Contents("home", {**files, "tools/more.py": TICKETS.encode()}), toolbox(Path("nowhere"), {})
    )
    assert summary(workspace) == "2 modes, 1 skill, 1 app, 2 files of tools, 1 subagent"


def test_skills_that_are_shared_are_looked_at_too_and_what_is_doubtful_is_said(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    (shared / "PDF").mkdir(parents=True)
    (shared / "PDF" / "SKILL.md").write_text("---\nname: PDF\ndescription: Fills forms.\n---\n")
    home = tmp_path / "home"
    look(home, **{"workspace.yaml": f"{SETTINGS}skills: {{pdf: {{enabled: false}}}}\n"})
    said = {one.text: one for one in checked(home, toolbox(home / "files", {}), [shared]) if one.about == "skills"}
    assert f"{home}/skills/pdf/SKILL.md is right, and switched off" in said
    [doubt] = [one for one in said.values() if one.problem]
    assert doubt.text.endswith("(used all the same)")
    assert str(doubt).startswith("note   skills")
    assert (doubt.fields["level"], doubt.fields["right"]) == ("note", False)
    assert doubt.text.startswith(f"{shared}/PDF/SKILL.md:2: name: PDF is not as the standard has names")


def test_where_a_skill_of_ones_own_is_used_in_place_of_a_shared_one_nothing_is_wrong(tmp_path: Path) -> None:
    home, shared = tmp_path / "home", tmp_path / "shared"
    look(home)
    (shared / "pdf").mkdir(parents=True)
    (shared / "pdf" / "SKILL.md").write_text(FILES["skills/pdf/SKILL.md"])
    found = checked(home, toolbox(home / "files", {}), [shared])
    assert [str(one)[:13] for one in found if one.problem] == ["note   skills"]


def test_what_is_left_out_is_wrong(tmp_path: Path) -> None:
    [broken] = [one for one in look(tmp_path, **{"skills/old/SKILL.md": ""}) if one.problem]
    assert broken.text.endswith("(left out)")
    assert (broken.level, broken.fields["level"]) == ("setting", "wrong")


def test_of_a_skill_that_is_pinned_it_is_said_where_it_is(tmp_path: Path) -> None:
    for places, where in (("['slack:T:C', 'discord:1:2']", "only in discord:1:2, slack:T:C"), ("[]", "in no place")):
        found = look(tmp_path, **{"workspace.yaml": f"{SETTINGS}skills: {{pdf: {{places: {places}}}}}\n"})
        [skill] = [one.text for one in found if one.about == "skills"]
        assert skill == f"{tmp_path}/skills/pdf/SKILL.md is right, and {where}"


def test_what_nobody_reads_where_it_lies_is_wrong(tmp_path: Path) -> None:
    found = look(tmp_path, **{"skills/refund.md": "", "app/mail.yaml": ""})
    assert [str(one) for one in found if one.problem] == [
        f"WRONG  skills       {tmp_path}/skills/refund.md is not read: move it to skills/refund/SKILL.md"
    ]


def test_what_has_a_name_that_is_no_text_is_told_so_that_it_can_be_printed(tmp_path: Path) -> None:
    home = tmp_path / "skills" / os.fsdecode(b"p\xffdf")
    home.mkdir(parents=True)
    (home / "SKILL.md").write_text("---\nname: other\ndescription: Does it.\n---\n")
    shared = tmp_path / "shared" / os.fsdecode(b"o\xff")
    shared.mkdir(parents=True)
    (shared / "SKILL.md").write_text("---\nname: other\ndescription: Does it.\n---\n")
    (tmp_path / "skills" / os.fsdecode(b"e\xff")).mkdir()
    look(tmp_path, **{os.fsdecode(b"apps/\xff.yaml"): "command: x\n", os.fsdecode(b"apps/a\xff.yaml"): "comand: x\n"})
    found = checked(tmp_path, toolbox(tmp_path / "files", {}), [tmp_path / "shared"])
    told = [str(one).encode() for one in found]
    assert len([one for one in told if b"/SKILL.md" in one]) == 3
    assert len([one for one in told if b"is no skill" in one]) == 1
    assert len([one for one in told if b"/apps/" in one and b"?.yaml" in one]) == 2


def test_that_what_was_said_is_written_down_is_told_where_it_is_switched_on(tmp_path: Path) -> None:
    for settings, told in (("{observe: true}", True), ("{}", False)):
        found = look(tmp_path, **{"workspace.yaml": f"{SETTINGS}memory: {settings}\n"})
        assert any(one.about == "memory" for one in found) is told


def test_it_says_what_of_the_files_may_not_be_read_or_written(tmp_path: Path) -> None:
    first, second = (
        "{operations: [read], paths: [/hr/**], verdict: ask}",
        "{operations: [write], paths: [/a], verdict: deny}",
    )
    (tmp_path / "files" / "hr").mkdir(parents=True)
    found = look(tmp_path, **{"workspace.yaml": f"{SETTINGS}sandbox: {{backend: none}}\nfiles: [{first}, {second}]\n"})
    assert [one.text for one in found if one.about == "files"] == [
        "reading /hr/** is asked",
        "writing /a is denied, though nothing is there yet",
    ]


def test_rules_on_files_that_never_decide_or_keep_all_commands_from_running_are_noted(tmp_path: Path) -> None:
    every, one = "{operations: [write], paths: ['/**/*.md']", "{operations: [write], paths: [/docs/a.md]"
    rules = f"files: [{every}, verdict: deny}}, {one}, verdict: allow}}, {one}, verdict: ask}}]\n"
    for backend, level in (("auto", "setting"), ("bubblewrap", "setting"), ("none", "")):
        sandbox = f"sandbox: {{backend: {backend}}}\n"
        found = look(tmp_path, **{"workspace.yaml": f"{SETTINGS}{sandbox}{rules}"})
        never = "the rule on writing /docs/a.md never decides: that on writing /**/*.md comes first"
        assert [never in one.text for one in found if one.level == "note"][:2] == [True, True]
        assert [one.level for one in found if "in a sandbox no command runs" in one.text] == [level] * bool(level)


def test_what_something_is_about_is_known_wherever_one_looks_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look(tmp_path, **{"tools/mail/send.py": TICKETS})
    monkeypatch.chdir(tmp_path)
    [wrong] = [one for one in checked(Path(), tools_in(Path(), {})) if one.problem]
    assert (wrong.about, wrong.text) == ("tools", "tools/mail/send.py is not read: move it to tools/send.py")


@pytest.mark.parametrize("verdict", ["allow", "ask", "deny"])
@pytest.mark.parametrize("match", ["drafts/*", "./drafts/*", "/drafts/", "/drafts//*", "/drafts/../*", "~/drafts/*"])
@pytest.mark.parametrize(
    "on", ["read_file", "write_file", "edit_file", "delete", "ls", "glob", "grep", "send_file", "category: edit"]
)
def test_a_rule_whose_pattern_matches_no_path_is_wrong(tmp_path: Path, on: str, match: str, verdict: str) -> None:
    on = on if ":" in on else f"tool: {on}"
    rule = f'{{{on}, match: "{match}", verdict: {verdict}}}'
    found = look(tmp_path, **{"workspace.yaml": f"{SETTINGS}permissions:\n  rules:\n    - {rule}\n"})
    [wrong] = [one for one in found if one.problem]
    assert wrong.level == "setting"
    assert wrong.text.startswith(f"{tmp_path}/workspace.yaml:6: permissions.rules[0].match: must ")
    assert f", not {match}" in wrong.text


def test_the_pattern_of_a_category_is_one_for_paths_or_the_tool_is_to_be_named(tmp_path: Path) -> None:
    rule = '{category: read, match: "#ops*", verdict: deny}'
    wrong, *_ = look(tmp_path, **{"workspace.yaml": f"{SETTINGS}permissions: {{rules: [{rule}]}}\n"})
    assert "must begin with /, the root of the files, as in /secret/** for glob, grep, " in wrong.text
    assert wrong.text.endswith("; for another tool, name it")


@pytest.mark.parametrize(
    "rule",
    [
        '{tool: write_file, match: "/drafts/*", verdict: deny}',
        '{tool: write_file, match: "*.key", verdict: deny}',
        '{category: read, match: "**/.env", verdict: deny}',
        '{tool: ls, match: "/", verdict: deny}',
        '{tool: read_channel, match: "#ops*", verdict: deny}',
        '{tool: execute, match: "rm *", verdict: deny}',
    ],
)
def test_patterns_that_may_match_are_right(tmp_path: Path, rule: str) -> None:
    found = look(tmp_path, **{"workspace.yaml": f"{SETTINGS}permissions: {{rules: [{rule}]}}\n"})
    assert [one for one in found if one.problem] == []


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        (
            "roles: [owner], requester: false",
            "owner, so nobody could decide this, and it is denied (used all the same)",
        ),
        ("roles: [admin]", "admin (used all the same)"),
        ("roles: [approver, admin], requester: false", "admin (used all the same)"),
        ("roles: [owner, approver]", ""),
        ("roles: [approver], requester: false", ""),
    ],
)
def test_a_rule_whose_deciders_nobody_is_is_told(tmp_path: Path, rule: str, said: str) -> None:
    people = 'people: [{id: "slack:T1:U1", name: Ana, roles: [approver]}]'
    rules = f"permissions:\n  tools:\n    write_file: {{verdict: ask, {rule}}}\n"
    found = look(tmp_path, **{"workspace.yaml": f"{SETTINGS}{people}\n{rules}"})
    noted = [one for one in found if one.problem]
    assert [one.level for one in noted] == (["note"] if said else [])
    where = (
        f"{tmp_path}/workspace.yaml:7: permissions.tools.write_file.roles: nobody under `people` has the role {said}"
    )
    assert not said or noted[0].text == where
