"""The files of skills: those that there are for a call, read only, without what is hidden in them."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from adapters.files.skill_files import skill_files, there_for
from harness.files.errors import AccessRefused, Missing, ReadOnly
from harness.tools.skills import Skill
from tests.contracts.files import CONTEXT


def skill(home: Path) -> Skill:
    (home / "scripts").mkdir(parents=True)
    (home / "SKILL.md").write_text("text")
    (home / "scripts" / "run").write_text("#!/bin/sh\n")
    (home / ".git").mkdir()
    (home / ".git" / "config").write_text("token")
    (home / ".env").write_text("token")
    (home / "shown").symlink_to(home / ".env")
    (home / "out").symlink_to(home.parent)
    return Skill("pdf", "x", "text", str(home))


def test_they_are_below_its_name_whatever_its_folder_is_called(tmp_path: Path) -> None:
    there = there_for(replace(CONTEXT, skills=(skill(tmp_path / "other"),)))
    assert [*there] == ["/skills/pdf"]
    assert there_for(CONTEXT) == {}

    async def story() -> None:
        files = there["/skills/pdf"]
        assert (await files.glob("**", "/")).paths == ("/skills/pdf/SKILL.md", "/skills/pdf/scripts/run")
        assert await files.read("/skills/pdf/scripts/run") == "#!/bin/sh\n"
        with pytest.raises(ReadOnly):
            await files.write("/skills/pdf/SKILL.md", "mine")

    asyncio.run(story())


def test_what_is_hidden_or_leads_out_is_not_there_by_listing_searching_or_reading(tmp_path: Path) -> None:
    [files] = skill_files([skill(tmp_path / "pdf")]).values()

    async def story() -> None:
        listed = [entry.path for entry in await files.list("/skills/pdf")]
        assert listed == ["/skills/pdf/SKILL.md", "/skills/pdf/scripts"]
        assert not (await files.grep("token", "/skills/pdf")).hits
        for path in (".env", ".git/config", "shown"):
            with pytest.raises(Missing):
                await files.read(f"/skills/pdf/{path}")
        with pytest.raises(AccessRefused):
            await files.read("/skills/pdf/out")

    asyncio.run(story())


def test_a_folder_that_is_gone_is_not_made_again(tmp_path: Path) -> None:
    [files] = skill_files([Skill("pdf", "x", "text", str(tmp_path / "gone"))]).values()
    with pytest.raises(Missing, match=r"^/skills/pdf does not exist$"):
        asyncio.run(files.list("/skills/pdf"))
    assert not (tmp_path / "gone").exists()
