"""What a model's profile changes of the work: what it is offered, what it may call, how long a turn goes on."""

from pathlib import Path

from harness.context.model import Reply, Request
from harness.sessions.reasons import LimitHit
from tests.cases.colleague import ANA, WORKSPACE, Colleague, Scripted, calls, play

PROFILES = """
fallbacks: [other]
profiles:
  "*": {exclude_tools: [send_file], suffix: Be kind.}
  scripted:
    exclude_tools: [execute]
    descriptions: {ls: "List what there is.", write_file: "Write it."}
    limits: {steps: 2}
"""
RUNS = calls(("execute", '{"command": "touch ran"}'))
WRITES = calls(("write_file", '{"file_path": "/a.md", "content": "x"}'))


def offered(request: Request) -> dict[str, str]:
    """What of each tool it is told."""
    return {tool["function"]["name"]: tool["function"]["description"] for tool in request.tools}


def test_what_a_model_is_not_offered_it_does_not_get_by_calling_it(tmp_path: Path) -> None:
    model = Scripted(RUNS, Reply("I see."))

    async def story() -> None:
        bob = Colleague(tmp_path, model, PROFILES)
        await bob.says("run it")
        assert not bob.chat.cards(), "nobody is asked about it"
        await bob.ends()

    play(story)
    assert not {"execute", "send_file"} & offered(model.requests[0]).keys()
    assert "there is no tool execute" in model.said(1)
    assert "send_file" not in model.said(1).partition("there is no tool execute")[2]
    assert not (tmp_path / "ran").exists()


def test_what_one_source_excludes_no_other_gives_back(tmp_path: Path) -> None:
    model = Scripted()

    async def story() -> None:
        bob = Colleague(tmp_path, model, PROFILES)
        await bob.says("hello")
        await bob.commands("model", "other")
        await bob.says("and now?")
        await bob.ends()

    play(story)
    first, second = map(offered, model.requests)
    assert second.keys() - first.keys() == {"execute"}
    assert "send_file" not in second
    assert all("Be kind." in str(request.system.value) for request in model.requests)


def test_what_the_model_is_told_of_a_tool_changes_nothing_of_what_people_approve(tmp_path: Path) -> None:
    """A grant that was given under one description counts under another: it is the same tool."""
    model = Scripted(WRITES, Reply("Done."), WRITES, Reply("Again."))

    async def story() -> None:
        (tmp_path / "files").mkdir()
        (tmp_path / "workspace.yaml").write_text(WORKSPACE)
        bob = Colleague(tmp_path / "files", model, home=tmp_path)
        await bob.says("write it")
        (tmp_path / "workspace.yaml").write_text(WORKSPACE + PROFILES)
        await bob.clicks("Approve")
        assert (tmp_path / "files" / "a.md").exists(), "the tool that was shown is the tool that runs"
        await bob.says("again")
        [_, card] = bob.chat.cards()
        assert "Write it." not in str(card)
        await bob.ends()

    play(story)
    assert [offered(request)["write_file"] == "Write it." for request in model.requests] == [False, False, True]


def test_a_turn_ends_where_its_models_profile_ends_it_and_another_models_goes_on(tmp_path: Path) -> None:
    looks = calls(("ls", '{"path": "/"}'))
    model = Scripted(*[looks] * 2, *[looks] * 4, Reply("There."))

    async def story() -> None:
        bob = Colleague(tmp_path, model, PROFILES)
        await bob.says("look")
        assert len(model.requests) == 2
        last = (await bob.session()).last
        assert last is not None
        assert last.why == LimitHit("steps")
        await bob.commands("model", "other")
        await bob.says("look again")
        assert "There." in "\n".join(bob.chat.reads())
        await bob.ends()

    play(story)


def test_a_call_that_waits_is_withdrawn_where_a_model_is_chosen_that_does_not_have_it(tmp_path: Path) -> None:
    model = Scripted(RUNS, Reply("I see."))

    async def story() -> None:
        bob = Colleague(tmp_path, model, PROFILES.replace("scripted:", "other:"))
        await bob.says("run it")
        await bob.commands("model", "other", ANA)
        [card] = bob.chat.cards()
        assert not card.buttons
        await bob.ends()

    play(story)
    assert not (tmp_path / "ran").exists()


def test_a_profile_that_is_saved_while_a_turn_goes_on_counts_for_the_next_one(tmp_path: Path) -> None:
    model = Scripted(WRITES, Reply("Done."), Reply("Yes."))

    async def story() -> None:
        (tmp_path / "files").mkdir()
        (tmp_path / "workspace.yaml").write_text(WORKSPACE)
        bob = Colleague(tmp_path / "files", model, home=tmp_path)
        await bob.says("write it")
        (tmp_path / "workspace.yaml").write_text(WORKSPACE + PROFILES)
        await bob.clicks("Approve")
        await bob.says("and now?")
        await bob.ends()

    play(story)
    assert ["Be kind." in str(request.system.value) for request in model.requests] == [False, False, True]
