"""Skills from end to end: what is told of them, what is read, what they leave, and where they are."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from harness.chat.phrases import plain
from harness.context.model import Reply, Request
from tests.cases.colleague import ELSEWHERE, HERE, WORKSPACE, Clock, Colleague, Scripted, calls, play

READS = calls(("skill", '{"name": "pdf"}'))
WRITES = calls(("write_file", '{"file_path": "/a.md", "content": "a"}'))


def add(home: Path, name: str = "pdf", more: str = "", text: str = "Fill them.") -> Path:
    folder = home / "skills" / name
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "SKILL.md").write_text(f"---\nname: {name}\ndescription: Does {name}.\n{more}---\n{text}\n")
    return folder


def colleague(home: Path, model: Scripted, settings: str = "", **more: object) -> Colleague:
    (home / "workspace.yaml").write_text(WORKSPACE + settings)
    return Colleague(home / "files", model, home=home, **more)  # type: ignore[arg-type]


def told(request: Request) -> str:
    return str(request.system.value["content"])


def offered(request: Request) -> set[str]:
    return {tool["function"]["name"] for tool in request.tools}


def test_a_skill_is_a_line_in_what_a_turn_is_told_and_its_text_is_read_on_demand(tmp_path: Path) -> None:
    model = Scripted(READS, Reply("Done."))
    (add(tmp_path) / "forms.md").write_text("forms")

    async def story() -> None:
        bob = colleague(tmp_path, model)
        await bob.says("fill the form")
        await bob.ends()

    play(story)
    assert "\n- pdf: Does pdf." in told(model.requests[0])
    assert "Fill them." not in told(model.requests[0])
    assert "skill" in offered(model.requests[0])
    assert "Fill them." in model.said(1)
    assert "/skills/pdf/forms.md" in model.said(1)


def test_where_there_are_none_nothing_is_said_of_them_and_nothing_offered(tmp_path: Path) -> None:
    model = Scripted(calls(("skill", '{"name": "pdf"}')), Reply("Done."))

    async def story() -> None:
        bob = colleague(tmp_path, model)
        await bob.says("hello")
        await bob.ends()

    play(story)
    assert "skill" not in told(model.requests[0])
    assert "skill" not in offered(model.requests[0])
    assert "There are no skills here." in model.said(1)


def test_one_that_is_off_or_pinned_elsewhere_is_not_there_by_any_way(tmp_path: Path) -> None:
    looks = calls(
        ("skill", '{"name": "ops"}'),
        ("ls", '{"path": "/skills"}'),
        ("read_file", '{"file_path": "/skills/ops/SKILL.md"}'),
        ("read_file", '{"file_path": "/skills/old/SKILL.md"}'),
        ("grep", '{"pattern": "secret"}'),
        ("glob", '{"pattern": "/skills/**"}'),
    )
    model = Scripted(looks, Reply("Done."), looks, Reply("Done."))
    add(tmp_path), add(tmp_path, "ops", text="secret"), add(tmp_path, "old", text="secret")
    pinned = 'skills: {ops: {places: ["slack:T:CHR"]}, old: {enabled: false}}\n'

    async def story() -> None:
        bob = colleague(tmp_path, model, pinned)
        await bob.says("look")
        await bob.says("look", place=ELSEWHERE)
        await bob.ends()

    play(story)
    here, there = model.said(1), model.said(3)
    assert "There is no skill ops here; there are: pdf." in here
    assert "/skills/ops/SKILL.md does not exist" in here
    assert "No match for secret" in here
    assert "/skills/ops/SKILL.md:" not in here
    assert "ops: Does ops." not in told(model.requests[0])
    assert "ops: Does ops." in told(model.requests[2])
    assert "/skills/ops/SKILL.md" in there.replace("file_path", "")
    for said in (here, there):
        assert "/skills/old/SKILL.md does not exist" in said
        assert "/skills/pdf/" in said


def test_what_it_leaves_holds_to_the_end_of_the_turn_and_not_longer(tmp_path: Path) -> None:
    model = Scripted(READS, WRITES, Reply("I see."), WRITES, Reply("Done."))
    add(tmp_path, more="allowed-tools: Read, Bash(git:*)\n")

    async def story() -> None:
        bob = colleague(tmp_path, model)
        await bob.says("fill")
        assert not bob.chat.cards()
        await bob.says("and now write")
        [card] = bob.chat.cards()
        assert plain(card.title) == "Create a.md?"
        await bob.ends()

    play(story)
    assert "the skill pdf was read, and leaves only read_file, execute git* in this turn" in model.said(2)


@pytest.mark.parametrize(
    "reads",
    [
        ("read_file", '{"file_path": "skills/pdf/SKILL.md"}'),
        ("read_file", '{"file_path": "/skills/pdf/alias.md"}'),
        ("read_file", '{"file_path": "/skills/pdf/linked/SKILL.md"}'),
        ("grep", '{"pattern": "Fill", "output_mode": "content"}'),
        ("grep", '{"pattern": "Fill", "output_mode": "content", "path": "/skills/pdf/alias.md"}'),
    ],
)
def test_to_read_it_as_a_file_is_to_read_it(tmp_path: Path, reads: tuple[str, str]) -> None:
    model = Scripted(calls(reads), WRITES, Reply("I see."))
    folder = add(tmp_path, more="allowed-tools: Read\n")
    (folder / "alias.md").symlink_to("SKILL.md")
    (folder / "linked").symlink_to(".")

    async def story() -> None:
        bob = colleague(tmp_path, model)
        await bob.says("fill")
        assert not bob.chat.cards()
        await bob.ends()

    play(story)
    assert "Fill them." in model.said(1)
    assert "the skill pdf was read, and leaves only read_file" in model.said(2)


@pytest.mark.parametrize(
    "looks",
    [
        ("read_file", '{"file_path": "/skills/pdf/notes.md"}'),
        ("read_file", '{"file_path": "/skills/pdf/none/SKILL.md"}'),
        ("grep", '{"pattern": "Fill"}'),
        ("grep", '{"pattern": "Fill", "output_mode": "count"}'),
        ("grep", '{"pattern": "noted", "output_mode": "content"}'),
    ],
)
def test_who_sees_nothing_of_what_it_says_is_not_bound_by_it(tmp_path: Path, looks: tuple[str, str]) -> None:
    model = Scripted(calls(looks), WRITES, Reply("I see."))
    (add(tmp_path, more="allowed-tools: Read\n") / "notes.md").write_text("noted\n")

    async def story() -> None:
        bob = colleague(tmp_path, model)
        await bob.says("fill")
        assert bob.chat.cards()
        await bob.ends()

    play(story)


@pytest.mark.parametrize("mild", [True, False])
def test_it_holds_over_a_restart_and_whatever_the_folder_says_by_then(tmp_path: Path, mild: bool) -> None:
    first = calls(("write_file", '{"file_path": "/b.md", "content": "b"}'))
    model = Scripted(READS, first, WRITES, Reply("I see."))
    add(tmp_path, more="allowed-tools: Write(b.md)\n")

    async def story() -> None:
        clock = Clock()
        bob = colleague(tmp_path, model, clock=clock)
        await bob.says("fill")
        await bob.ends()
        if mild:
            add(tmp_path)
        else:
            (tmp_path / "skills" / "pdf" / "SKILL.md").unlink()
        again = colleague(tmp_path, model, journal=bob.journal, chat=bob.chat, clock=clock)
        await again.clicks("Approve")
        await again.ends()

    play(story)
    assert len(model.requests) == 4
    assert "the skill pdf was read" in model.said(3)
    assert [file.name for file in (tmp_path / "files").iterdir()] == ["b.md"]


def test_what_waits_for_people_is_withdrawn_once_a_skill_leaves_it_no_more(tmp_path: Path) -> None:
    both = Reply("", (*WRITES.calls, *READS.calls))
    model = Scripted(both, Reply("I see."))
    add(tmp_path, more="allowed-tools: Read\n")

    async def story() -> None:
        bob = colleague(tmp_path, model)
        await bob.says("fill")
        assert all(not card.buttons for card in bob.chat.cards())
        await bob.ends()

    play(story)
    assert "the skill pdf was read" in model.said(1)


@pytest.mark.parametrize(
    "step",
    [
        ("write_file", '{"file_path": "/skills/pdf/a.md", "content": "a"}'),
        ("write_file", '{"file_path": "/skills/new/SKILL.md", "content": "a"}'),
        ("edit_file", '{"file_path": "/skills/pdf/SKILL.md", "old_string": "Fill", "new_string": "Drop"}'),
    ],
)
@pytest.mark.parametrize("settings", ["", "permissions: {categories: {edit: allow}}\n"])
def test_nothing_is_written_there_and_nobody_is_asked(tmp_path: Path, step: tuple[str, str], settings: str) -> None:
    model = Scripted(calls(step), Reply("I see."))
    folder = add(tmp_path)

    async def story() -> None:
        bob = colleague(tmp_path, model, settings)
        await bob.says("change it")
        assert not bob.chat.cards()
        await bob.ends()

    play(story)
    assert "cannot be written: what lies there can only be read" in model.said(1)
    assert [file.name for file in folder.iterdir()] == ["SKILL.md"]
    assert not (tmp_path / "files" / "skills").exists()


def test_rules_on_paths_are_on_those_of_skills_too(tmp_path: Path) -> None:
    looks: Sequence[tuple[str, str]] = (
        ("read_file", '{"file_path": "/skills/pdf/key.pem"}'),
        ("read_file", '{"file_path": "/skills/pdf/forms.md"}'),
        ("grep", '{"pattern": "needle", "path": "/skills/pdf"}'),
        ("skill", '{"name": "pdf"}'),
    )
    model = Scripted(calls(*looks), Reply("I see."))
    folder = add(tmp_path)
    (folder / "key.pem").write_text("needle key")
    (folder / "forms.md").write_text("needle forms")
    deny = 'permissions: {rules: [{tool: read_file, match: "/skills/*.pem", verdict: deny}]}\n'

    async def story() -> None:
        bob = colleague(tmp_path, model, deny)
        await bob.says("look")
        await bob.ends()

    play(story)
    said = model.said(1)
    assert "needle key" not in said
    assert "needle forms" in said
    assert "/skills/pdf/forms.md" in said


def test_places_that_find_the_same_skills_share_a_package(tmp_path: Path) -> None:
    model = Scripted(*[Reply("Yes.")] * 3)
    add(tmp_path), add(tmp_path, "ops")

    async def story() -> None:
        bob = colleague(tmp_path, model, 'skills: {ops: {places: ["slack:T:CHR"]}}\n')
        await bob.says("hello")
        await bob.says("hello", place=replace(HERE, channel="CX"))
        await bob.says("hello", place=ELSEWHERE)
        one, same, other = [(await bob.session(p)).package for p in (HERE, replace(HERE, channel="CX"), ELSEWHERE)]
        assert one == same != other
        await bob.ends()

    play(story)


@pytest.mark.parametrize("bare", ["{tools: []}", "{permissions: {tools: {skill: deny}}}"])
def test_the_word_says_where_a_mode_has_none(tmp_path: Path, bare: str) -> None:
    model = Scripted(Reply("Yes."), Reply("Yes."))
    add(tmp_path)

    async def story() -> None:
        bob = colleague(tmp_path, model, f"modes: {{build: {{}}, bare: {bare}}}\n")
        await bob.says("hello")
        assert (await bob.commands("skills")).startswith("Skills:\n- **pdf**")
        await bob.commands("mode", "bare")
        assert (await bob.commands("skills")).startswith(
            "Skills of the workspace, none of which I can use in bare mode:"
        )
        assert (await bob.commands("skills", wide=True)).startswith("Skills:"), "where conversations begin"
        await bob.says("and now?")
        await bob.ends()

    play(story)
    assert "pdf: Does pdf." not in told(model.requests[1])


def test_one_that_is_for_people_to_name_is_read_by_its_name_and_told_to_no_turn(tmp_path: Path) -> None:
    model = Scripted(calls(("skill", '{"name": "release"}'), ("skill", '{"name": "x"}')), Reply("Done."))
    add(tmp_path, "release", more="disable-model-invocation: true\n", text="Tag it.")

    async def story() -> None:
        bob = colleague(tmp_path, model)
        await bob.says("do it by the skill release")
        assert await bob.commands("skills") == "Skills:\n- **release** (only when somebody names it): Does release."
        await bob.ends()

    play(story)
    assert "release" not in told(model.requests[0])
    assert "skill" in offered(model.requests[0])
    assert "Tag it." in model.said(1)
    assert "There is no skill x here." in model.said(1)
