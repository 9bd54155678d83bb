"""A workspace that changes in its folder while all goes on: it counts for what comes next, and a broken one never."""

from pathlib import Path

import pytest

from bot.workspace_changes import MENDED
from harness.chat.cards import Text
from harness.chat.phrases import plain
from harness.context.model import Reply, Request
from harness.loop.refusals import NotAdmitted
from harness.loop.workspace_watch import FRESH
from harness.sessions import facts as f
from tests.cases.colleague import BOB, DEE, ELSEWHERE, OWN, WORKSPACE, Colleague, Scripted, calls, play

WRITES = calls(("write_file", '{"file_path": "/a.md", "content": "a"}'))
DENIED = f"{WORKSPACE}permissions: {{categories: {{edit: deny}}}}\n"


def living(folder: Path, model: Scripted, settings: str = WORKSPACE) -> Colleague:
    """In a workspace whose folder is looked at."""
    (folder / "workspace.yaml").write_text(settings)
    return Colleague(folder / "files", model, home=folder)


def told(model: Scripted, words: str) -> list[bool]:
    return [words in str(request.system.value["content"]) for request in model.requests]


def directly(bob: Colleague) -> list[str]:
    """What its owner was told alone."""
    bodies = (body for place, _, body in bob.chat.messages.values() if place.addressee == OWN.user)
    return [f"{plain(body.lead)}{body.markdown}" for body in bodies if isinstance(body, Text)]


def test_conventions_count_from_the_next_turn_on_and_each_turn_says_under_which_it_ran(tmp_path: Path) -> None:
    model = Scripted(Reply("Hm."), Reply("Yes."), Reply("Yes."))

    async def story() -> None:
        bob = living(tmp_path, model)
        await bob.says("hello")
        (tmp_path / "AGENTS.md").write_text("Use tabs.")
        await bob.says("and now?")
        await bob.says("and then?")
        thread = await bob.thread()
        rows = await bob.journal.read(thread)
        said = [row.fact for row in rows if isinstance(row.fact, f.TurnCompiled)]
        assert [fact.turn for fact in said] == [1, 2, 3]
        assert said[0].checksum != said[1].checksum == said[2].checksum
        assert (await bob.session()).package == said[2].checksum
        await bob.ends()

    play(story)
    assert told(model, "Use tabs.") == [False, True, True]


def test_a_turn_that_goes_on_is_told_what_it_was_told(tmp_path: Path) -> None:
    model = Scripted(WRITES, Reply("Yes."))

    async def story() -> None:
        bob = living(tmp_path, model)
        await bob.says("write")
        (tmp_path / "AGENTS.md").write_text("Use tabs.")
        await bob.clicks("Approve")
        await bob.ends()

    play(story)
    assert told(model, "Use tabs.") == [False, False]
    assert (tmp_path / "files" / "a.md").exists()


def test_what_is_denied_by_then_does_not_run_though_it_was_approved(tmp_path: Path) -> None:
    model = Scripted(WRITES, Reply("I see."))

    async def story() -> None:
        bob = living(tmp_path, model)
        await bob.says("write")
        (tmp_path / "workspace.yaml").write_text(DENIED)
        await bob.clicks("Approve")
        [card] = bob.chat.cards()
        assert "did not run" in plain(card.outcome)
        await bob.ends()

    play(story)
    assert not (tmp_path / "files" / "a.md").exists()


def test_what_is_denied_does_not_run_in_a_turn_that_goes_on_either(tmp_path: Path) -> None:
    allowed = f"{WORKSPACE}permissions: {{categories: {{edit: allow}}}}\n"
    bobs = list[Colleague]()

    def answers(request: Request) -> Reply:
        if len(model.requests) == 2:
            (tmp_path / "workspace.yaml").write_text(DENIED)
            bobs[0].clock.now += FRESH
        return WRITES if len(model.requests) < 3 else Reply("I see.")

    model = Scripted(answers=answers)

    async def story() -> None:
        bobs.append(living(tmp_path, model, allowed))
        await bobs[0].says("write twice")
        await bobs[0].ends()

    play(story)
    first, second = [m.value["content"] for m in model.requests[-1].messages if m.value["role"] == "tool"]
    assert first.startswith("Created")
    assert second.startswith("Not run")


def test_whose_role_is_gone_decides_nothing_and_who_is_out_is_not_answered(tmp_path: Path) -> None:
    """Also where no turn has opened since."""
    settings = f'{WORKSPACE}  - {{id: "slack:T:DEE", name: dee, roles: [pays]}}\ntalk: named\n'
    asked = f"{settings}permissions: {{terms: {{roles: [pays], requester: false}}}}\n"
    model = Scripted(WRITES)

    async def story() -> None:
        bob = living(tmp_path, model, asked.replace("dee, roles: [pays]", "dee, roles: [pays, lead]"))
        await bob.says("write", by=OWN)
        (tmp_path / "workspace.yaml").write_text(asked.replace("dee, roles: [pays]", "dee"))
        bob.clock.now += FRESH
        await bob.clicks("Approve", by=DEE)
        assert (await bob.session()).asks.open, "it is for others to decide"
        (tmp_path / "workspace.yaml").write_text(asked.replace("slack:T:DEE", "slack:T:EVE"))
        bob.clock.now += FRESH
        with pytest.raises(NotAdmitted):
            await bob.says("and this", by=DEE, place=ELSEWHERE)
        await bob.ends()

    play(story)
    assert len(model.requests) == 1


def test_what_cannot_be_read_leaves_the_last_one_and_owners_are_told_once_with_its_line(tmp_path: Path) -> None:
    model = Scripted(*[Reply("Yes.")] * 4)

    async def story() -> None:
        bob = living(tmp_path, model)
        (tmp_path / "workspace.yaml").write_text(f"{WORKSPACE}nome: x\n")
        await bob.says("hello")
        await bob.says("hello again")
        [said] = directly(bob)
        assert "workspace.yaml:7`: nome: there is no such key; did you mean name?" in said
        assert said.startswith("My workspace has changed, and I can't read it.")
        await bob.ends()
        (tmp_path / "workspace.yaml").write_text(WORKSPACE)
        again = Colleague(tmp_path / "files", model, journal=bob.journal, chat=bob.chat, clock=bob.clock, home=tmp_path)
        (tmp_path / "workspace.yaml").write_text(f"{WORKSPACE}nome: x\n")
        await again.says("hello", place=ELSEWHERE)
        assert len(directly(again)) == 1, "also over a restart"
        await again.ends()

    play(story)
    assert len(model.requests) == 3


def test_a_heartbeat_looks_at_the_list_as_it_is_by_then_and_its_check_runs_on_the_files(tmp_path: Path) -> None:
    model = Scripted(*[Reply("Hm.")] * 2)
    beats = 'heartbeats: [{every: 2h, place: "slack:T:CNEW", check: cat log}]\n'
    (tmp_path / "files").mkdir()

    async def looks_at(bob: Colleague, log: str, checklist: bytes, words: str) -> None:
        (tmp_path / "files" / "log").write_text(log)
        (tmp_path / "HEARTBEAT.md").write_bytes(checklist)
        bob.clock.now += 7_200.0
        await bob.parts.engine.sweep()
        await bob.rests()
        assert words in model.said()
        assert log in model.said()

    async def story() -> None:
        (tmp_path / "workspace.yaml").write_text(f"{WORKSPACE}{beats}")
        bob = Colleague(tmp_path / "files", model, home=tmp_path, checks=True)
        await bob.parts.arrange()
        await bob.rests()
        await looks_at(bob, "one commit", b"- the tide\n", "- the tide")
        await looks_at(bob, "two commits", b"- the wind\n", "- the wind")
        await looks_at(bob, "no commits", b"not \xff", "- the wind")
        [said] = directly(bob)
        assert "HEARTBEAT.md:1`: this is not UTF-8" in said
        await bob.ends()

    play(story)


def test_what_is_wrong_again_after_it_was_mended_is_told_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    model = Scripted(*[Reply("Yes.")] * 6)

    async def story() -> None:
        bob = living(tmp_path, model)
        with caplog.at_level("INFO"):
            for settings in (f"{WORKSPACE}nome: x\n", f"{WORKSPACE}\nnome: x\n", WORKSPACE, f"{WORKSPACE}nome: x\n"):
                (tmp_path / "workspace.yaml").write_text(settings)
                await bob.says("hello")
                await bob.says("hello again")
        lines = [said.partition("workspace.yaml:")[2].partition("`")[0] or said for said in directly(bob)]
        assert lines == ["7", "8", MENDED, "7"]
        await bob.ends()

    play(story)
    assert caplog.text.count("can be read again") == 1
    assert "has changed: it counts from now on" not in caplog.text


def test_what_is_changed_in_a_workspace_that_still_cannot_be_read_is_told_not_to_count(tmp_path: Path) -> None:
    """Or whoever denied something beside the old mistake would think that it is denied."""
    model = Scripted(*[Reply("Yes.")] * 4)

    async def story() -> None:
        bob = living(tmp_path, model)
        denied = DENIED.removeprefix(WORKSPACE)
        for settings in (f"{WORKSPACE}nome: x\n", f"{WORKSPACE}nome: x\n{denied}"):
            (tmp_path / "workspace.yaml").write_text(settings)
            await bob.says("hello")
            await bob.says("hello again")
        first, second = directly(bob)
        assert first == second, "the same is wrong"
        assert "not even what it denies" in second
        assert "workspace.yaml:7`: nome" in second
        await bob.ends()

    play(story)


def test_what_is_saved_as_it_was_changes_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    model = Scripted(*[Reply("Yes.")] * 2)

    async def story() -> None:
        bob = living(tmp_path, model)
        await bob.says("hello")
        (tmp_path / "workspace.yaml").write_text(WORKSPACE)
        with caplog.at_level("INFO"):
            await bob.says("hello again")
        await bob.ends()

    play(story)
    assert "has changed" not in caplog.text
    assert len({str(request.system.value) for request in model.requests}) == 1


def test_two_files_that_are_saved_one_after_the_other_count_together(tmp_path: Path) -> None:
    model = Scripted(*[Reply("Yes.")] * 3)

    async def story() -> None:
        async def meanwhile(seconds: float) -> None:
            if not (tmp_path / "AGENTS.md").exists():
                (tmp_path / "AGENTS.md").write_text("Use tabs.")

        (tmp_path / "workspace.yaml").write_text(WORKSPACE)
        bob = Colleague(tmp_path / "files", model, home=tmp_path, settles=meanwhile)
        (tmp_path / "workspace.yaml").write_text(WORKSPACE.replace("Deskmate", "Robin"))
        for _ in range(3):
            await bob.says("hello")
        await bob.ends()

    play(story)
    assert told(model, "Robin") == told(model, "Use tabs.") == [True, True, True], "one look finds them half saved"


def test_a_folder_that_is_gone_leaves_the_last_one(tmp_path: Path) -> None:
    model = Scripted(Reply("Yes."))

    async def story() -> None:
        bob = living(tmp_path, model)
        (tmp_path / "workspace.yaml").unlink()
        assert await bob.says("hello")
        [said] = directly(bob)
        assert "is not there" in said
        await bob.ends()

    play(story)
    assert len(model.requests) == 1


def test_who_is_named_later_has_their_roles_and_what_waits_is_theirs_to_decide(tmp_path: Path) -> None:
    model = Scripted(Reply("Hm."), WRITES, Reply("Yes."))
    terms = "permissions: {tools: {write_file: {verdict: ask, roles: [lead], requester: false}}}\n"

    async def story() -> None:
        bob = living(tmp_path, model, WORKSPACE + terms)
        await bob.says("hello")
        named = WORKSPACE.rstrip() + '\n  - {id: "slack:T:DEE", name: dee, roles: [lead]}\n'
        (tmp_path / "workspace.yaml").write_text(named + terms)
        await bob.says("write")
        await bob.clicks("Approve", DEE)
        await bob.ends()

    play(story)
    assert (tmp_path / "files" / "a.md").exists()
    assert BOB.id != DEE.id
