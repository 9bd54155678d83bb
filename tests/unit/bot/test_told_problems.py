"""Owners are told what was left out or is doubtful: each thing once, at the start and later, also over restarts."""

from pathlib import Path

from harness.chat.cards import Text
from harness.context.model import Reply
from tests.cases.colleague import OWN, WORKSPACE, Clock, Colleague, Scripted, play


def broken(home: Path, name: str) -> Path:
    (home / "skills" / name).mkdir(parents=True, exist_ok=True)
    (home / "skills" / name / "SKILL.md").write_text("no header\n")
    return home / "skills" / name / "SKILL.md"


def told(bob: Colleague) -> list[str]:
    bodies = (body for place, _, body in bob.chat.messages.values() if place.addressee == OWN.user)
    return [body.markdown for body in bodies if isinstance(body, Text)]


def living(home: Path, **more: object) -> Colleague:
    (home / "workspace.yaml").write_text(WORKSPACE)
    return Colleague(home / "files", Scripted(*[Reply("Yes.")] * 9), home=home, **more)  # type: ignore[arg-type]


def test_each_is_told_once_from_the_start_on_with_file_and_line(tmp_path: Path) -> None:
    broken(tmp_path, "pdf")

    async def story() -> None:
        clock = Clock()
        bob = living(tmp_path, clock=clock)
        await bob.parts.warn()
        await bob.rests()
        [said] = told(bob)
        assert said.startswith("Something in my workspace was left out, or is not as it should be:\n\n- ")
        assert "skills/pdf/SKILL.md:1`: must begin with a line of" in said
        await bob.says("hello")
        broken(tmp_path, "ops")
        await bob.says("and now?")
        assert len(told(bob)) == 2
        assert "skills/pdf/" not in told(bob)[1]
        await bob.ends()
        again = living(tmp_path, clock=clock, journal=bob.journal, chat=bob.chat)
        await again.parts.warn()
        await again.says("hello")
        assert len(told(again)) == 2, "also over a restart"
        await again.ends()

    play(story)


def test_what_was_mended_and_is_wrong_again_is_told_again(tmp_path: Path) -> None:
    file = broken(tmp_path, "pdf")

    async def story() -> None:
        bob = living(tmp_path)
        await bob.parts.warn()
        for times in (2, 3):
            file.write_text("---\nname: pdf\ndescription: Fills forms.\n---\n")
            await bob.says("mended")
            broken(tmp_path, "pdf")
            await bob.says("and again")
            assert len(told(bob)) == times
        await bob.ends()

    play(story)


def test_where_all_is_right_nobody_is_told(tmp_path: Path) -> None:
    async def story() -> None:
        bob = living(tmp_path)
        await bob.parts.warn()
        await bob.rests()
        assert not told(bob)
        await bob.ends()

    play(story)
