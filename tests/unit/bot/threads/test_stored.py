"""Each row as it is stored, but for what was deleted."""

import json
import sqlite3
from pathlib import Path

from adapters.storage.codec import Codec
from adapters.storage.journal import SqlJournal
from bot.threads.redacting import Redacting
from bot.threads.stored import stored_lines
from harness.chat.port import ChatLine
from harness.context.transcript import DELETED
from harness.sessions import facts as f
from harness.sessions.entries import Said
from harness.sessions.journal import PAGE
from harness.tools.calls import At, Quoted, ToolResult
from tests.journals.course import course
from tests.laws.colleague import BOB, CHANNEL
from tests.unit.bot.threads.journals import on_disk


async def lines(journal: SqlJournal) -> list[str]:
    return [line async for line in stored_lines(journal, "t")]


def message(text: str, name: str = "m1", about: tuple[ChatLine, ...] = ()) -> f.MessageReceived:
    return f.MessageReceived(BOB, CHANNEL, text, name, about=about)


def test_every_row_is_there_as_it_is_stored(tmp_path: Path) -> None:
    rows, codec = list(course()), Codec()
    redacting = Redacting()
    for row in rows:
        redacting.hear(row.fact)
    told = [json.loads(line) for line in on_disk(tmp_path, {"t": [row.fact for row in rows]}, lines)]
    assert [one["position"] for one in told] == list(range(1, len(rows) + 1))
    for row, one in zip(rows, told, strict=True):
        kind, version, body = codec.encode(row.fact)
        assert (one["kind"], one["version"], one["at"]) == (kind, version, 1_700_000_000.0)
        if redacting.shown(row.fact) is row.fact:
            assert one["fact"] == json.loads(body)


def test_what_was_deleted_is_left_out_wherever_it_was_said_and_whatever_it_pointed_at(tmp_path: Path) -> None:
    facts: list[f.Fact] = [
        message("my password", about=(ChatLine("Cyd", "a secret of mine"),)),
        f.MessageCorrected(BOB, CHANNEL, "m1", "my other password"),
        message("my name", "m2"),
        message("no name", ""),
        *[message("filler", f"n{n}") for n in range(PAGE)],
        f.MessageDeleted(BOB, CHANNEL, "m1"),
        f.MessageDeleted(BOB, CHANNEL, ""),
    ]
    told = on_disk(tmp_path, {"t": facts}, lines)
    assert len(told) == len(facts)
    text = "\n".join(told)
    assert "password" not in text
    assert "secret" not in text
    assert "my name" in text
    assert "no name" in text
    assert [json.loads(line)["fact"]["text"] for line in told[:2]] == [DELETED, DELETED]


def test_what_was_deleted_is_left_out_where_a_branch_a_search_or_a_model_has_taken_it_up(tmp_path: Path) -> None:
    seeded = f.ThreadSeeded(
        BOB, CHANNEL, "u", 1, "my password", (Said("Bob", "my password", message="m1"),), opening="m1"
    )
    facts: list[f.Fact] = [
        f.Observed(1, "Early."),
        seeded,
        f.ToolReturned("1.1.0", ToolResult("> the password", quotes=(Quoted("v", "m7"),))),
        f.ToolReturned("1.1.1", ToolResult("> a name", quotes=(Quoted("v", "m8"),))),
        f.Compacted(At(1, 1), 1, 9, "They said the password."),
        f.Observed(3, "A password."),
        f.Reflected(3, "A password."),
        f.MessageDeleted(BOB, CHANNEL, "m1"),
        f.QuoteDeleted("v", "m7"),
    ]
    told = on_disk(tmp_path, {"t": facts}, lines)
    text = "\n".join(told)
    assert "password" not in text
    assert "Early." in text
    assert "> a name" in text
    assert [json.loads(line)["kind"] for line in told] == [Codec().encode(fact).kind for fact in facts]


def test_a_row_that_this_release_cannot_read_is_there_all_the_same(tmp_path: Path) -> None:
    async def changed(journal: SqlJournal) -> list[str]:
        with sqlite3.connect(tmp_path / "journal.db") as connection:
            connection.execute("UPDATE facts SET kind = 'teleported'")
        connection.close()
        return await lines(journal)

    [line] = on_disk(tmp_path, {"t": [message("hi")]}, changed)
    assert json.loads(line)["kind"] == "teleported"


def test_half_a_character_is_spelt_and_the_rest_reads_as_it_is(tmp_path: Path) -> None:
    told = on_disk(tmp_path, {"t": [message("Zoë"), message("\ud83d", "m2")]}, lines)
    assert "Zoë" in told[0]
    assert "\\ud83d" in told[1]
    assert json.loads(told[1])["fact"]["text"] == "\ud83d"
