"""What is too large for a request is kept, and read where it is."""

import asyncio

from harness.context.results import (
    DELETED,
    END,
    LARGE_MESSAGE,
    LARGE_RESULT,
    LONGEST_LINE,
    LargeTexts,
    abridged,
    abridged_message,
    broken,
    exceeds,
    name_of,
    read_in,
)
from harness.context.shrinking import shortened
from harness.context.transcript import INSTEAD, transcript
from harness.context.window import tokens_in
from harness.sessions import facts as f
from harness.sessions.entries import Said
from tests.contracts.results import begun
from tests.fakes.journal import MemoryJournal
from tests.laws.colleague import ANA, BOB, CHANNEL
from tests.unit.harness.sessions.script import Script

LONG = f"begins {'x' * LARGE_MESSAGE} ends"


def test_how_much_is_large_is_said_in_tokens() -> None:
    assert [round(tokens_in(size), -3) for size in (LARGE_RESULT, LARGE_MESSAGE)] == [23_000, 57_000]
    assert not exceeds("x" * 10, 10)
    assert exceeds("x" * 11, 10)
    assert exceeds("ü" * 6, 10)
    assert not exceeds("ü" * 5, 10)


def test_both_ends_are_shown_and_first_where_all_of_it_is() -> None:
    text = abridged(LONG, read_in("/results/1.1.0.txt"))
    assert text.startswith("[This is 200,012 characters long. All of it is in /results/1.1.0.txt: read parts")
    assert "\nbegins xxx" in text
    assert text.endswith("xxx ends")
    assert f"[… {len(LONG) - 2 * END:,} characters are left out here …]" in text
    assert "/results/1.1.0.txt" in shortened(text), "also when it is shortened further"


def test_a_file_is_named_after_its_call() -> None:
    assert name_of("3.1.0") == "3.1.0.txt"
    assert name_of("../a b") == ".._a_b.txt"


def test_lines_that_are_too_long_to_be_shown_are_broken() -> None:
    assert broken("short\n\nlines\n") == "short\n\nlines\n"
    parts = broken(f"a\n{'x' * (LONGEST_LINE + 1)}\n\nb").split("\n")
    assert [len(part) for part in parts] == [1, LONGEST_LINE, 1, 0, 1]


def test_a_window_holds_both_ends_of_a_large_message_as_long_as_it_is_there() -> None:
    script = Script().says(BOB, LONG).replies(text="Done.")
    [said, *_] = transcript(script.rows)
    assert isinstance(said, Said)
    assert said.text == abridged_message(LONG, 1)
    assert "/results/message-1.txt" in said.text
    assert len(said.text) < 20_000
    script.tell(f.MessageCorrected(BOB, CHANNEL, "m1", f"{LONG} now")).says(ANA, "go on")
    corrected = [entry.text for entry in transcript(script.rows) if isinstance(entry, Said)][1]
    assert corrected == f"{INSTEAD}{abridged_message(f'{LONG} now', script.rows[-2].position)}"
    script.tell(f.MessageDeleted(BOB, CHANNEL, "m1"))
    assert "xxx" not in str(transcript(script.rows))


def test_a_message_is_read_from_the_journal_as_it_reads_by_now() -> None:
    async def story() -> None:
        journal, large = MemoryJournal(lambda: 0.0), LargeTexts()
        large.kept_in(journal.results, journal)
        await journal.append("t", [f.MessageReceived(BOB, CHANNEL, "short", "m1")])
        await journal.append("t", [f.MessageReceived(BOB, CHANNEL, LONG, "m2")])
        assert dict(await large.sizes("t")) == {"message-2.txt": len(LONG)}
        assert await large.text("t", "message-2.txt") == broken(LONG)
        for nothing in ("message-1.txt", "message-3.txt", "message-x.txt", "message-0.txt"):
            assert await large.text("t", nothing) is None
        assert await large.text("other", "message-2.txt") is None
        await journal.append("t", [f.MessageCorrected(BOB, CHANNEL, "m2", "brief")])
        assert await large.text("t", "message-2.txt") == "brief"
        await journal.append("t", [f.MessageDeleted(BOB, CHANNEL, "m2")])
        assert await large.text("t", "message-2.txt") == DELETED

    asyncio.run(story())


def test_results_are_kept_by_call_and_thread() -> None:
    async def story() -> None:
        journal, large = MemoryJournal(lambda: 0.0), LargeTexts()
        assert await large.keep("t", "1.1.0", "text") == "", "nothing is kept yet"
        assert (await large.sizes("t"), await large.text("t", "1.1.0.txt")) == ({}, None)
        large.kept_in(journal.results, journal)
        await begun(journal, "t")
        assert await large.keep("t", "1.1.0", "text") == "/results/1.1.0.txt"
        assert dict(await large.sizes("t")) == {"1.1.0.txt": 4}
        assert await large.text("t", "1.1.0.txt") == "text"
        assert await large.text("other", "1.1.0.txt") is None

    asyncio.run(story())
