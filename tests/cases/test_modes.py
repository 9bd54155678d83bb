"""Modes of threads that go on while the workspace becomes another, and what bad files say of modes."""

from pathlib import Path

import pytest

from bot import wiring
from harness.chat.people import Person
from harness.context.model import Reply, Request
from harness.workspace.loading import parse
from harness.workspace.problems import WorkspaceError
from tests.cases.colleague import ANA, WORKSPACE, Colleague, Scripted, calls, play

OWN = Person("slack", "T", "OWN", "own", frozenset({"owner"}))
MODES = """
modes:
  build: {}
  free: {yolo: true, model: quick}
fallbacks: [spare]
"""
WRITES = calls(("write_file", '{"file_path": "/a.md", "content": "x"}'))


def living(folder: Path, model: Scripted) -> Colleague:
    (folder / "files").mkdir()
    saves(folder, MODES)
    return Colleague(folder / "files", model, home=folder)


def saves(folder: Path, modes: str) -> None:
    """The workspace, with those modes."""
    (folder / "workspace.yaml").write_text(WORKSPACE + modes)


def mode_of(request: Request) -> str:
    return str(request.system.value["content"]).partition('working in the mode "')[2].partition('"')[0]


def test_a_thread_in_a_mode_that_is_removed_goes_on_in_the_default_and_is_out_of_it_once_somebody_says_so(
    tmp_path: Path,
) -> None:
    model = Scripted(Reply("Hello."), Reply("Free."), WRITES, Reply("Hm."))

    async def story() -> None:
        bob = living(tmp_path, model)
        await bob.says("hello")
        await bob.commands("mode", "free", OWN)
        await bob.says("and now?")
        saves(tmp_path, "")
        await bob.parts.look()
        await bob.says("write it")
        assert not (tmp_path / "files" / "a.md").exists(), "it is asked, as in the default"
        await bob.clicks("Approve")
        await bob.commands("mode", "build")
        saves(tmp_path, MODES)
        await bob.parts.look()
        assert (await bob.session()).mode == "build", "what comes back in the file is not what people chose"
        await bob.ends()

    play(story)
    assert [(mode_of(request), request.model) for request in model.requests] == [
        ("build", "scripted"),
        ("free", "quick"),
        ("build", "scripted"),
        ("build", "scripted"),
    ]


def test_a_model_that_was_chosen_and_is_named_no_more_is_the_modes_own_until_it_is_named_again(tmp_path: Path) -> None:
    model = Scripted()

    async def story() -> None:
        bob = living(tmp_path, model)
        await bob.says("hello")
        await bob.commands("model", "spare")
        await bob.says("one")
        saves(tmp_path, "modes: {build: {}}\n")
        await bob.parts.look()
        await bob.says("two")
        assert "Model: scripted." in await bob.commands("status")
        saves(tmp_path, MODES)
        await bob.parts.look()
        await bob.says("three")
        await bob.ends()

    play(story)
    assert [request.model for request in model.requests] == ["scripted", "spare", "scripted", "spare"]


def test_a_mode_that_is_chosen_in_the_middle_of_a_turn_counts_for_its_next_request(tmp_path: Path) -> None:
    model = Scripted(WRITES, Reply("Planned."))

    async def story() -> None:
        bob = Colleague(tmp_path, model)
        await bob.says("write it")
        await bob.commands("mode", "plan", ANA)
        await bob.ends()

    play(story)
    assert [mode_of(request) for request in model.requests] == ["build", "plan"]
    assert not (tmp_path / "a.md").exists()


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("modes: {plan: {tool: []}}", "7: modes.plan.tool: there is no such key; did you mean tools?"),
        ("modes: {plan: {}, plan: {}}", "7: modes.plan: is here twice: also in line 7"),
        ("modes: {plan: {leads_to: [plan]}}", "7: modes.plan.leads_to[0]: an approved plan goes on in its own mode"),
        (
            "modes: {plan: {leads_to: [bild]}, build: }",
            "7: modes.plan.leads_to[0]: there is no mode bild; did",
        ),
        ("modes: {plan: {}}\ndefault_mode: build", "8: default_mode: there is no mode build; it may be plan"),
        ("default_mode: biuld", "7: default_mode: there is no mode biuld; did you mean build?"),
    ],
    ids=["key", "twice", "itself", "nowhere", "default", "default of those that are shipped"],
)
def test_what_is_wrong_with_modes_is_told_with_its_line(tmp_path: Path, text: str, line: str) -> None:
    with pytest.raises(WorkspaceError) as wrong:
        parse(WORKSPACE + text, "workspace.yaml", wiring.toolbox(tmp_path, {}))
    assert str(wrong.value).startswith(f"workspace.yaml:{line}")


def test_modes_that_lead_to_each_other_are_planned_and_built_in_turn(tmp_path: Path) -> None:
    def plans(mode: str) -> Reply:
        return calls(("submit_plan", f'{{"title": "To {mode}", "plan": "1.", "mode": "{mode}"}}'))

    model = Scripted(plans("build"), plans("plan"), Reply("There."))
    around = "modes: {plan: {leads_to: [build]}, build: {leads_to: [plan]}}\n"

    async def story() -> None:
        bob = Colleague(tmp_path, model, around)
        await bob.says("begin")
        await bob.clicks("Approve")
        await bob.clicks("Approve")
        await bob.ends()

    play(story)
    assert [mode_of(request) for request in model.requests] == ["plan", "build", "plan"]


def test_what_was_asked_in_a_mode_that_is_removed_is_ruled_as_in_the_default_before_it_runs(tmp_path: Path) -> None:
    """Though it was approved: the default denies it."""
    model = Scripted(Reply("Hello."), WRITES, Reply("Hm."))

    async def story() -> None:
        bob = living(tmp_path, model)
        saves(tmp_path, "modes: {careful: {permissions: {categories: {edit: deny}}}, edits: {}}\n")
        await bob.parts.look()
        await bob.says("hello")
        await bob.commands("mode", "edits", OWN)
        await bob.says("write it")
        saves(tmp_path, "modes: {careful: {permissions: {categories: {edit: deny}}}}\n")
        await bob.clicks("Approve")
        [card] = bob.chat.cards()
        assert not card.buttons
        await bob.ends()

    play(story)
    assert not (tmp_path / "files" / "a.md").exists()


def test_after_a_stop_another_mode_and_a_message_are_a_turn_of_their_own(tmp_path: Path) -> None:
    model = Scripted(WRITES, Reply("Planned."))

    async def story() -> None:
        bob = Colleague(tmp_path, model)
        await bob.says("write it")
        await bob.commands("stop")
        await bob.commands("mode", "plan")
        await bob.says("and now?")
        assert (await bob.session()).turns == 2
        await bob.ends()

    play(story)
    assert [mode_of(request) for request in model.requests] == ["build", "plan"]
    assert not (tmp_path / "a.md").exists()


def test_a_plan_that_is_turned_down_keeps_its_mode(tmp_path: Path) -> None:
    plan = calls(("submit_plan", '{"title": "Move", "plan": "1.", "mode": "build"}'))
    model = Scripted(plan, plan, Reply("Then not."))
    around = "modes: {plan: {leads_to: [build]}, build: {}}\n"

    async def story() -> None:
        bob = Colleague(tmp_path, model, around)
        await bob.says("begin")
        await bob.submits("Revise…", {"reason": "smaller"})
        await bob.submits("Revise…", {"reason": ""})
        assert len(model.requests) == 2, "turned down without a word it waits for words"
        assert (await bob.session()).mode == ""
        await bob.says("what now?")
        await bob.ends()

    play(story)
    assert [mode_of(request) for request in model.requests] == ["plan", "plan", "plan"]
    assert "smaller" in model.said(1)
