"""What commands find beside the files."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from adapters.files import beside as module
from adapters.files.beside import Beside
from adapters.files.scratch_files import ScratchFiles
from harness.approvals.file_rules import NO_RULES, FileRule, FileRules
from harness.approvals.gate import Verdict
from harness.chat.people import Person, Place
from harness.context.results import LARGE_MESSAGE, LargeTexts
from harness.sessions.facts import MessageReceived
from harness.toolbox.shell import Mount, ShellError
from harness.tools.skills import Skill
from harness.tools.tool import ToolContext
from tests.contracts.files import CONTEXT
from tests.contracts.results import begun
from tests.fakes.journal import MemoryJournal
from tests.unit.adapters.files.nesting import nested


def scratch(root: Path, most: int = 1_000) -> ScratchFiles:
    kept = ScratchFiles(most)
    kept.kept_in(root / "data")
    return kept


def found(
    beside: Beside,
    command: str = "ls",
    context: ToolContext = CONTEXT,
    rules: FileRules = NO_RULES,
    sandbox: bool = True,
) -> tuple[Mount, ...]:
    return asyncio.run(beside(command, context, rules, sandbox))


def skill(root: Path) -> Skill:
    for name in ("SKILL.md", "run.py", ".env", "deep/.git/config", "deep/a.md"):
        (root / "pdf" / name).parent.mkdir(parents=True, exist_ok=True)
        (root / "pdf" / name).write_text(name)
    return Skill("pdf", "", "", str(root / "pdf"), within=str(root))


def test_what_is_the_threads_own_is_there_to_be_changed_unless_a_rule_keeps_it(tmp_path: Path) -> None:
    kept = scratch(tmp_path)
    beside = Beside(kept, LargeTexts())
    folder = str(kept.of(CONTEXT.thread))
    assert found(beside) == (Mount("/scratch", folder, writable=True),)
    assert found(beside, sandbox=False) == found(beside)
    assert found(beside, context=replace(CONTEXT, shows=lambda path: not path.startswith("/scratch/"))) == ()
    assert found(Beside(ScratchFiles(), LargeTexts())) == ()


@pytest.mark.parametrize(
    ("said", "may"),
    [
        (("/scratch/**", Verdict.DENY), False),
        (("/scratch/plan/*", Verdict.ASK), False),
        (("/**", Verdict.DENY), False),
        (("/docs/**", Verdict.DENY), True),
    ],
)
def test_what_rules_keep_part_of_is_read_only(tmp_path: Path, said: tuple[str, Verdict], may: bool) -> None:
    beside, rule = Beside(scratch(tmp_path), LargeTexts()), FileRule("write", *said)
    assert found(beside, rules=FileRules((rule,)))[0].writable is may
    allowed = FileRules((FileRule("write", "/scratch/**", Verdict.ALLOW), rule))
    assert found(beside, rules=allowed)[0].writable


def test_what_of_it_rules_keep_from_being_read_is_not_seen(tmp_path: Path) -> None:
    kept = scratch(tmp_path)
    folder = kept.of(CONTEXT.thread)
    assert folder
    (folder / "plan").mkdir()
    for name in ("a", ".b", "plan/c"):
        (folder / name).touch()
    ruled = replace(CONTEXT, shows=lambda path: path != "/scratch/plan/c")
    assert found(Beside(kept, LargeTexts()), context=ruled)[0].hidden == ("/plan/c",)


def test_how_deep_it_is_hides_nothing_from_rules(tmp_path: Path) -> None:
    kept = scratch(tmp_path, 1_000_000)
    folder = kept.of(CONTEXT.thread)
    assert folder
    with nested(folder):
        [mount] = found(Beside(kept, LargeTexts()), context=replace(CONTEXT, shows=lambda path: "last" not in path))
    assert [path.endswith("/deep/last.md") for path in mount.hidden] == [True]


def test_where_it_holds_all_that_it_may_nothing_runs(tmp_path: Path) -> None:
    kept = scratch(tmp_path, 3)
    folder = kept.of(CONTEXT.thread)
    assert folder
    (folder / "a").write_text("four")
    with pytest.raises(ShellError, match="Delete something in it first"):
        found(Beside(kept, LargeTexts()))


def test_skills_are_there_without_what_tools_do_not_find_of_them(tmp_path: Path) -> None:
    beside, context = Beside(ScratchFiles(), LargeTexts()), replace(CONTEXT, skills=(skill(tmp_path),))
    [mount] = found(beside, context=context)
    assert (mount.at, mount.folder, mount.writable) == ("/skills/pdf", str(tmp_path / "pdf"), False)
    assert sorted(mount.hidden) == ["/.env", "/deep/.git"]
    ruled = replace(context, shows=lambda path: path != "/skills/pdf/deep/a.md")
    assert "/deep/a.md" in found(beside, context=ruled)[0].hidden
    assert found(beside, context=context, sandbox=False) == ()


def test_a_skill_that_is_gone_or_too_large_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = skill(tmp_path)
    beside, gone = Beside(ScratchFiles(), LargeTexts()), replace(own, home=str(tmp_path / "gone"))
    assert found(beside, context=replace(CONTEXT, skills=(gone,))) == ()
    monkeypatch.setattr(module, "LOOKED_AT", 2)
    assert found(beside, context=replace(CONTEXT, skills=(own,))) == ()


def test_where_scratch_holds_too_much_to_keep_apart_nothing_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "LOOKED_AT", 2)
    own = scratch(tmp_path)
    folder = own.of(CONTEXT.thread)
    assert folder
    for number in range(3):
        (folder / f"{number}").touch()
    ruled = replace(CONTEXT, shows=lambda path: not path.startswith("/secret"))
    with pytest.raises(ShellError, match="/scratch holds more than 2 files, too many to hide those that rules deny"):
        found(Beside(own, LargeTexts()), context=ruled)


def with_results(root: Path, play: Callable[[Beside, LargeTexts], Awaitable[None]]) -> None:
    async def story() -> None:
        journal, large = MemoryJournal(lambda: 0.0), LargeTexts()
        large.kept_in(journal.results, journal)
        await begun(journal, CONTEXT.thread)
        bob = Person("slack", "T1", "U1")
        long = MessageReceived(bob, Place("slack", "T1", "C1"), "he may take it back" + "x" * LARGE_MESSAGE)
        await journal.append(CONTEXT.thread, [long])
        await large.keep(CONTEXT.thread, "1.1.0", "one")
        assert len(await large.sizes(CONTEXT.thread)) == 2
        await play(Beside(scratch(root), large), large)

    asyncio.run(story())


def laid_in(folder: Path) -> dict[str, str]:
    return {file.name: file.read_text() for file in folder.iterdir()}


def test_results_are_laid_there_for_a_command_that_names_them(tmp_path: Path) -> None:
    async def play(beside: Beside, large: LargeTexts) -> None:
        assert [mount.at for mount in await beside("ls", CONTEXT, NO_RULES, True)] == ["/scratch"]
        mount = (await beside("wc /results/*", CONTEXT, NO_RULES, True))[-1]
        laid = Path(mount.folder)
        assert (mount.at, mount.writable) == ("/results", False)
        assert laid_in(laid) == {"1.1.0.txt": "one"}
        (laid / ".1.2.0.txt").write_text("half of i")
        await large.keep(CONTEXT.thread, "1.2.0", "two")
        await beside("wc /results/*", CONTEXT, NO_RULES, True)
        assert laid_in(laid) == {"1.1.0.txt": "one", "1.2.0.txt": "two"}
        await large.keep(CONTEXT.thread, "1.1.0", "one, and more")
        await beside("wc /results/*", CONTEXT, NO_RULES, True)
        assert laid_in(laid) == {"1.1.0.txt": "one, and more", "1.2.0.txt": "two"}, "a command says more as it runs"
        before = (laid / "1.2.0.txt").stat().st_ino
        await beside("wc /results/*", CONTEXT, NO_RULES, True)
        assert (laid / "1.2.0.txt").stat().st_ino == before, "laid anew, though it is the same"
        ruled = replace(CONTEXT, shows=lambda path: path != "/results/1.1.0.txt")
        await beside("wc /results/*", ruled, NO_RULES, True)
        assert laid_in(laid) == {"1.2.0.txt": "two"}

    with_results(tmp_path, play)
