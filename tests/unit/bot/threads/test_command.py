"""What is printed of conversations."""

import json
from pathlib import Path

import pytest

from adapters.storage.journal import SqlJournal
from bot.threads.command import LATEST, NOTHING, Form, NotSure, archive, delete, exported, listing, shown
from harness.sessions import facts as f
from tests.laws.colleague import BOB, CHANNEL
from tests.unit.bot.threads.journals import on_disk

MANY: list[f.Fact] = [f.MessageReceived(BOB, CHANNEL, f"no. {n}", f"m{n}") for n in range(30)]
SECRET: list[f.Fact] = [*MANY, f.MessageReceived(BOB, CHANNEL, "my password", "s"), f.MessageDeleted(BOB, CHANNEL, "s")]


def test_the_list_is_of_lines_or_of_objects(tmp_path: Path) -> None:
    assert on_disk(tmp_path, {}, lambda journal: listing(journal, False)) == NOTHING
    assert json.loads(on_disk(tmp_path, {}, lambda journal: listing(journal, True))) == []
    assert on_disk(tmp_path, {"ab12": MANY}, lambda journal: listing(journal, False)).startswith("ab12  working")
    [one] = json.loads(on_disk(tmp_path, {}, lambda journal: listing(journal, True)))
    assert one["thread"] == "ab12"


def test_one_is_shown_with_its_end(tmp_path: Path) -> None:
    text = on_disk(tmp_path, {"ab12": MANY}, lambda journal: shown(journal, "ab"))
    assert text.startswith("# no. 0\n")
    assert f"*{30 - LATEST} entries before this*" in text
    assert "> no. 29" in text
    assert "> no. 5\n" not in text


@pytest.mark.parametrize("form", ["md", "jsonl"])
def test_an_export_has_all_of_it_but_what_was_deleted(form: Form, tmp_path: Path) -> None:
    async def work(journal: SqlJournal) -> str:
        return "".join([part async for part in exported(journal, "ab12", form)])

    text = on_disk(tmp_path, {"ab12": SECRET}, work)
    assert text.endswith("\n")
    assert all(f"no. {n}" in text for n in range(30))
    assert "password" not in text
    if form == "jsonl":
        assert [json.loads(line)["position"] for line in text.splitlines()] == list(range(1, len(SECRET) + 1))


def test_what_is_deleted_is_said_first_and_then_wanted_of_whoever_works_on_it(tmp_path: Path) -> None:
    async def unsure(journal: SqlJournal) -> str:
        with pytest.raises(NotSure, match="deskmate threads delete ab12 --yes"):
            await delete(journal, "ab", sure=False)
        return ""

    async def wanted(journal: SqlJournal) -> str:
        said = await delete(journal, "ab", sure=True)
        assert isinstance((await journal.read("ab12"))[-1].fact, f.DeleteRequested)
        return said + await archive(journal, "ab")

    on_disk(tmp_path, {"ab12": MANY}, unsure)
    assert "is deleted at once if Deskmate is running" in on_disk(tmp_path, {}, wanted)
