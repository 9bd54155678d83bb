"""What runs, by whose word, and what people were shown of it."""

import json
import shutil
import subprocess
from functools import partial
from pathlib import Path

import pytest

from bot import wiring
from harness.chat.events import ButtonClicked, FormSubmitted
from harness.chat.phrases import plain
from harness.context.model import Reply
from harness.loop.refusals import NotOpen
from tests.cases.colleague import ANA, BOB, DEE, HERE, Colleague, Scripted, calls, play, token


def write(path: str, content: str) -> Reply:
    return calls(("write_file", json.dumps({"file_path": path, "content": content})))


def execute(command: str) -> Reply:
    return calls(("execute", json.dumps({"command": command})))


READ = calls(("read_file", '{"file_path": "/notes.txt"}'))


# What was approved is the change that was shown
@pytest.mark.parametrize("before", [None, "as it was\n"], ids=["new", "known"])
def test_what_was_approved_does_not_run_on_another_file_than_was_shown(tmp_path: Path, before: str | None):
    notes = tmp_path / "notes.txt"
    if before is not None:
        notes.write_text(before)

    async def story() -> None:
        bob = Colleague(tmp_path, Scripted(READ, write("/notes.txt", "of the model\n"), Reply("Hm.")))
        await bob.says("write notes.txt")
        notes.write_text("what Ana found out\n")
        await bob.clicks("Approve")
        assert notes.read_text() == "what Ana found out\n"
        asked = [card for card in bob.chat.cards() if card.buttons]
        assert len(asked) == 1
        assert "what Ana found out" in str(asked[0].blocks)
        await bob.clicks("Approve")
        assert notes.read_text() == "of the model\n"
        await bob.ends()

    play(story)


TYPED = {
    "Edit…": {"file_path": "/notes.txt", "content": "of the model\n"},
    "Always…": {"scope": "Every call of write_file"},
    "Approve with a note…": {"note": "yes"},
}


@pytest.mark.parametrize("how", ["Approve", "Always…", "Approve with a note…", "Edit…"])
def test_however_it_was_approved_it_is_asked_again_as_often_as_the_file_changes(tmp_path: Path, how: str):
    notes = tmp_path / "notes.txt"
    notes.write_text("as it was\n")

    async def story() -> None:
        bob = Colleague(tmp_path, Scripted(READ, write("/notes.txt", "of the model\n"), Reply("Hm.")))
        await bob.says("write notes.txt")
        for found in ("what Ana found out\n", "and more\n"):
            notes.write_text(found)
            if how == "Approve":
                await bob.clicks(how)
            else:
                await bob.submits(how, TYPED[how])
            assert notes.read_text() == found
            [card] = [card for card in bob.chat.cards() if card.answerable]
            assert found.strip() in str(card.blocks)
            assert card.warning or how == "Edit…"
        await bob.clicks("Approve")
        assert notes.read_text() == "of the model\n"
        assert not [card for card in bob.chat.cards() if card.answerable]
        await bob.ends()

    play(story)


def edit(path: str, old: str, new: str) -> tuple[str, str]:
    return ("edit_file", json.dumps({"file_path": path, "old_string": old, "new_string": new}))


def test_an_edit_runs_as_long_as_the_lines_that_it_was_shown_to_change_are_these(tmp_path: Path):
    notes = tmp_path / "notes.txt"
    notes.write_text("red: 1\nblue: 2\n")

    async def story() -> None:
        bob = Colleague(tmp_path, Scripted(calls(edit("/notes.txt", "blue", "green")), Reply("Hm.")))
        await bob.says("repaint")
        notes.write_text("red: 9\nblue: 2\n")
        await bob.clicks("Approve")
        assert notes.read_text() == "red: 9\ngreen: 2\n"
        bob.model.steps = [calls(edit("/notes.txt", "red", "pink")), Reply("Hm.")]
        await bob.says("repaint the other")
        notes.write_text("red: 10\ngreen: 2\n")
        await bob.clicks("Approve")
        assert notes.read_text() == "red: 10\ngreen: 2\n"
        [card] = [card for card in bob.chat.cards() if card.answerable]
        assert "- 1  red: 10\n+ 1  pink: 10" in card.blocks[-1].text
        await bob.clicks("Approve")
        assert notes.read_text() == "pink: 10\ngreen: 2\n"
        await bob.ends()

    play(story)


def test_the_card_of_what_was_edited_says_what_runs_and_what_of_it_was_changed(tmp_path: Path):
    notes = tmp_path / "notes.txt"
    notes.write_text("as it was\n")

    async def story() -> None:
        bob = Colleague(tmp_path, Scripted(READ, write("/notes.txt", "of the model\n"), Reply("Hm.")))
        await bob.says("write notes.txt")
        await bob.submits("Edit…", {"file_path": "/notes.txt", "content": "of Bob\n"})
        assert notes.read_text() == "of Bob\n"
        [card] = bob.chat.cards()
        runs, edited = card.blocks
        assert "of Bob" in runs.text
        assert "of the model" not in runs.text
        assert edited.name == "changes"
        assert "-   of the model" in edited.text
        assert "+   of Bob" in edited.text
        await bob.ends()

    play(story)


@pytest.mark.parametrize("second", ["write_file", "edit_file", "delete"])
def test_of_two_changes_of_one_path_in_a_step_the_second_is_refused(tmp_path: Path, second: str):
    notes = tmp_path / "notes.txt"
    notes.write_text("red\n")
    arguments = {"file_path": "/notes.txt"}
    if second != "delete":
        arguments |= {"content": "blue"} if second == "write_file" else {"old_string": "red", "new_string": "blue"}
    step = calls(("write_file", '{"file_path": "/notes.txt", "content": "green\\n"}'), (second, json.dumps(arguments)))
    model = Scripted(READ, step, Reply("Hm."))

    async def story() -> None:
        bob = Colleague(tmp_path, model)
        await bob.says("repaint")
        [card] = bob.chat.cards()
        assert not card.rows
        await bob.clicks("Approve")
        await bob.ends()

    play(story)
    assert notes.read_text() == "green\n"
    assert "a call before this one in the same step changes /notes.txt too" in model.said()


def test_a_file_that_was_not_read_here_is_replaced_by_nobody_and_nobody_is_asked(tmp_path: Path):
    notes = tmp_path / "notes.txt"
    notes.write_text("what Ana found out\n")
    model = Scripted(write("/notes.txt", "x"), READ, write("/notes.txt", "y"), write("/notes.txt", "z"), Reply("Hm."))

    async def story() -> None:
        bob = Colleague(tmp_path, model)
        await bob.says("write notes.txt")
        assert len(bob.chat.cards()) == 1
        assert "you have not read it in this conversation" in model.said()
        await bob.clicks("Approve")
        await bob.clicks("Approve")
        assert notes.read_text() == "z"
        await bob.ends()

    play(story)


def test_several_edits_of_one_file_are_one_card_and_approved_at_once(tmp_path: Path):
    notes = tmp_path / "notes.txt"
    notes.write_text("red\nblue\n")

    async def story() -> None:
        edits = calls(
            edit("/notes.txt", "blue", "green"), edit("/notes.txt", "red", "pink"), ("execute", '{"command": "ls"}')
        )
        bob = Colleague(tmp_path, Scripted(edits, Reply("Done.")))
        await bob.says("repaint")
        [card] = bob.chat.cards()
        assert len(card.rows) == 3
        assert len([call for call in bob.chat.order if call.startswith("update")]) == 0, "the card is posted once"
        await bob.clicks("Approve all (3)")
        assert notes.read_text() == "pink\ngreen\n"
        await bob.ends()

    play(story)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (edit("/notes.txt", "yellow", "green"), "old_string is not in"),
        (("write_file", '{"file_path": "/folder", "content": "x"}'), "is a folder"),
    ],
)
def test_nobody_is_asked_about_what_cannot_be_done(tmp_path: Path, call: tuple[str, str], said: str):
    (tmp_path / "notes.txt").write_text("red\n")
    (tmp_path / "folder").mkdir()
    model = Scripted(calls(call), Reply("Hm."))

    async def story() -> None:
        bob = Colleague(tmp_path, model)
        await bob.says("repaint")
        assert not bob.chat.cards()
        await bob.ends()

    play(story)
    assert said in model.said()


SECRET = "permissions: {rules: [{category: read, match: '/secret/*', verdict: deny}]}\n"


@pytest.mark.parametrize("old", ["4711", "nothing that is there"])
def test_a_card_shows_nothing_that_may_not_be_read(tmp_path: Path, old: str):
    (tmp_path / "secret").mkdir()
    for name in ("key.txt", "old.txt"):
        (tmp_path / "secret" / name).write_text("the key is 4711\n")

    async def story() -> None:
        writes = ("write_file", '{"file_path": "/secret/old.txt", "content": "x"}')
        model = Scripted(calls(writes, edit("/secret/key.txt", old, "x")))
        bob = Colleague(tmp_path, model, SECRET)
        await bob.says("tidy up")
        [card] = bob.chat.cards()
        assert len(card.rows) == 2
        assert "the key is" not in str(card)
        await bob.ends()

    play(story)


def test_what_was_shown_holds_over_a_restart(tmp_path: Path):
    notes = tmp_path / "notes.txt"
    notes.write_text("as it was\n")

    async def story() -> None:
        bob = Colleague(tmp_path, Scripted(READ, write("/notes.txt", "of the model\n")))
        await bob.says("write notes.txt")
        await bob.ends()
        notes.write_text("what Ana found out\n")
        again = Colleague(tmp_path, Scripted(Reply("Hm.")), journal=bob.journal, chat=bob.chat, clock=bob.clock)
        await again.clicks("Approve")
        assert notes.read_text() == "what Ana found out\n"
        assert len([card for card in again.chat.cards() if card.buttons]) == 1
        await again.ends()

    play(story)


def test_what_a_rule_allows_is_looked_at_by_nobody_and_runs(tmp_path: Path):
    (tmp_path / "notes.txt").write_text("as it was\n")

    async def story() -> None:
        bob = Colleague(
            tmp_path,
            Scripted(READ, write("/notes.txt", "x"), Reply("Hm.")),
            "permissions: {categories: {edit: allow}}\n",
        )
        await bob.says("write notes.txt")
        assert (tmp_path / "notes.txt").read_text() == "x"
        await bob.ends()

    play(story)


def test_a_card_says_what_is_replaced(tmp_path: Path):
    (tmp_path / "big.txt").write_text("".join(f"line {number}\n" for number in range(200)))

    async def story() -> None:
        bob = Colleague(
            tmp_path, Scripted(calls(("read_file", '{"file_path": "/big.txt"}')), write("/big.txt", "all new\n"))
        )
        await bob.says("tidy up")
        [card] = bob.chat.cards()
        assert "200 lines" in plain(card.notes)
        assert "line 17" in str(card.blocks)
        await bob.ends()

    play(story)


# What other programs read as their configuration
CONFIGURATION = ("/.git/config", "/.git/hooks/post-checkout", "/below/.git/config", "/.bashrc", "/.npmrc")


@pytest.mark.parametrize("path", CONFIGURATION)
def test_no_grant_covers_what_other_programs_read_as_configuration(tmp_path: Path, path: str):
    async def story() -> None:
        bob = Colleague(tmp_path, Scripted(write("/note.md", "x"), write(path, "[core]\n"), Reply("Done.")))
        await bob.says("write a note")
        await bob.submits("Always…", {"scope": "Every call of write_file"})
        assert (tmp_path / "note.md").exists()
        assert not (tmp_path / path[1:]).exists()
        await bob.ends()

    play(story)


ALLOWED = """
permissions:
  rules:
    - {tool: execute, match: "git status*", verdict: allow}
    - {tool: execute, match: "git log*", verdict: allow}
    - {tool: execute, match: "git diff*", verdict: allow}
"""


@pytest.mark.parametrize(
    ("command", "asked"),
    [
        ("git status --porcelain", False),
        ("git status", False),
        ("git log -3", False),
        ("git statusx", True),
        ("git log --output=log.txt", True),
        ("git diff --no-index --output=out.txt a b", True),
        ("git diff --ext-diff", True),
        ("git diff /etc/passwd /dev/null", True),
        ("git diff -- ../elsewhere", True),
        ("git push", True),
    ],
)
def test_what_a_pattern_allows_is_that_command_and_does_no_more(tmp_path: Path, command: str, asked: bool):
    async def story() -> None:
        bob = Colleague(tmp_path, Scripted(execute(command), Reply("Done.")), ALLOWED, environment=PROGRAMS)
        await bob.says("look")
        assert bool([card for card in bob.chat.cards() if card.buttons]) is asked
        await bob.ends()

    play(story)


CHECKS = """
heartbeats:
  - {every: 2h, place: "slack:T:CNEW", checklist: "look", check: "git status --porcelain"}
"""
PROGRAMS = {"PATH": "/usr/local/bin:/usr/bin:/bin"}
GIT = pytest.mark.skipif(shutil.which("git") is None, reason="there is no git here")


def repository(folder: Path) -> None:
    subprocess.run(["git", "init", "-q", str(folder)], check=True, env={**PROGRAMS, "HOME": str(folder)})
    with (folder / ".git" / "config").open("a") as file:
        file.write('[core]\n\tfsmonitor = "echo pwned > PWNED; false"\n')
    (folder / "a.md").write_text("x")


@GIT
@pytest.mark.parametrize("how", ["a command that a rule allows", "the check of a heartbeat"])
def test_git_runs_no_program_that_its_configuration_names(tmp_path: Path, how: str):
    files = tmp_path / wiring.FILES
    files.mkdir()
    repository(files)

    async def story() -> None:
        if how == "the check of a heartbeat":
            model = Scripted(Reply("Seen."))
            bob = Colleague(files, model, CHECKS, environment=PROGRAMS, checks=True)
            await bob.parts.arrange()
            await bob.rests()
            bob.clock.now += 7_200.0
            await bob.parts.engine.sweep()
            await bob.rests()
        else:
            model = Scripted(execute("git status --porcelain"), Reply("Done."))
            bob = Colleague(files, model, ALLOWED, environment=PROGRAMS)
            await bob.says("look")
        assert "a.md" in model.said()
        await bob.ends()
        assert not (files / "PWNED").exists()

    play(story)


# What the model is offered
@pytest.mark.parametrize(
    "settings",
    [
        pytest.param("permissions: {categories: {execute: deny}}\n", id="category"),
        pytest.param("permissions: {tools: {execute: deny}}\n", id="tool"),
        pytest.param("modes: {build: {permissions: {categories: {execute: deny}}}}\n", id="mode"),
        pytest.param(
            "modes: {build: {tools: [read, execute], permissions: {tools: {execute: deny}}}}\n", id="list of the mode"
        ),
    ],
)
def test_the_model_is_offered_no_tool_that_is_denied(tmp_path: Path, settings: str):
    model = Scripted(Reply("Hello."))

    async def story() -> None:
        bob = Colleague(tmp_path, model, settings)
        await bob.says("hello")
        await bob.ends()

    play(story)
    offered = {tool["function"]["name"] for tool in model.requests[0].tools}
    assert "read_file" in offered
    assert "execute" not in offered


# Modes
MODES = """
default_mode: build
modes:
  plan: {tools: [read, question, plan]}
  build: {}
"""


def test_an_ask_that_ends_with_its_mode_says_who_chose_another(tmp_path: Path):
    async def story() -> None:
        bob = Colleague(tmp_path, Scripted(execute("make"), Reply("Hm.")), MODES)
        await bob.says("build it")
        await bob.commands("mode", "plan", ANA)
        [card] = bob.chat.cards()
        assert not card.buttons
        outcome = plain(card.outcome)
        assert "there is no tool" not in outcome
        assert "ana" in outcome
        assert "plan" in outcome
        await bob.ends()

    play(story)


def test_back_to_the_default_mode_nobody_has_to_allow(tmp_path: Path):
    async def story() -> None:
        bob = Colleague(tmp_path, Scripted(), MODES)
        await bob.says("hello")
        await bob.commands("mode", "plan")
        assert (await bob.session()).mode == "plan"
        await bob.commands("mode", "build")
        assert (await bob.session()).mode in ("", "build")
        await bob.ends()

    play(story)


# Clicks and forms that are not what they seem
def test_a_click_for_a_thread_that_is_not_there_makes_none(tmp_path: Path):
    async def story() -> None:
        bob = Colleague(tmp_path, Scripted(Reply("Hello.")))
        await bob.says("hello")
        before = set(bob.journal.threads)
        forged = token("0123456789abcdef", "1.1.0#1", "approve")
        assert not await bob.parts.intake.receive(ButtonClicked("b1", HERE, DEE, forged, "p1"))
        await bob.rests()
        assert set(bob.journal.threads) == before
        await bob.ends()

    play(story)


def test_whoever_may_not_decide_is_told_so_before_anything_else(tmp_path: Path):
    async def story() -> None:
        bob = Colleague(tmp_path, Scripted(write("/a.md", "x")))
        await bob.says("write it")
        edit = token(await bob.thread(), "1.1.0#1", "edit")
        sent = FormSubmitted("f1", HERE, DEE, edit, "p1", values={"nonsense": "x"})
        try:
            await bob.parts.intake.receive(sent)
            await bob.rests()
            [told] = [text.markdown for to, text in bob.chat.told if to.same(DEE)]
        except NotOpen as refused:
            told = str(refused)
        assert "can decide this" in told
        await bob.ends()

    play(story)


@pytest.mark.parametrize("cron", ["0 9 * * 1#1", "0 9 * * mon#1", "0 9 * * x-y"])
def test_a_cron_expression_that_is_none_is_told_in_words_for_people(tmp_path: Path, cron: str):
    model = Scripted(calls(("schedule", json.dumps({"note": "standup", "cron": cron, "zone": "UTC"}))), Reply("Hm."))

    async def story() -> None:
        bob = Colleague(tmp_path, model, "permissions: {categories: {other: allow}}\n")
        await bob.says("remind us", BOB)
        await bob.ends()

    play(story)
    said = model.said(1)
    assert "Not scheduled" in said
    assert "invalid literal" not in said


def test_a_call_that_is_to_change_into_none_waits_as_it_was(tmp_path: Path):
    unfit = [{"command": 5}, {}, {"nope": 1}]
    changes = [json.dumps({"call": "1.1.0", "arguments": one, "reason": "as said"}) for one in unfit]

    async def story(change: str) -> None:
        bob = Colleague(tmp_path, Scripted(execute("echo one"), calls(("replace_call", change)), Reply("Done.")))
        await bob.says("print one")
        await bob.says("rather two", DEE)
        [ask] = (await bob.session()).asks.open
        assert ask.call.arguments == json.dumps({"command": "echo one"})
        assert "I could not change that, so it waits as it was" in str([*bob.chat.messages.values()])
        await bob.clicks("Approve")
        await bob.ends()

    for change in changes:
        play(partial(story, change))


def test_always_on_a_pattern_settles_the_rows_that_it_matches_and_no_others(tmp_path: Path):
    async def story() -> None:
        rows = [("write_file", json.dumps({"file_path": path, "content": "x"})) for path in ("/d/a", "/e/b", "/d/c")]
        bob = Colleague(tmp_path, Scripted(calls(*rows), Reply("Hm.")))
        await bob.says("write")
        await bob.submits("Always…", {"scope": "Only what matches the pattern", "match": "/d/*"})
        [card] = bob.chat.cards()
        assert [bool(row.outcome) for row in card.rows] == [True, False, True]
        await bob.clicks("Approve")
        await bob.ends()

    play(story)
    assert sorted(path.name for path in tmp_path.rglob("*") if path.is_file()) == ["a", "b", "c"]
