import asyncio

from benchmarks.memory import FirstSentences, measure
from benchmarks.memory_script import FACTS, messages
from harness.context.compaction import INSTRUCTION, asking
from harness.context.model import Request
from harness.context.window import SUMMED, ModelMessage, Window
from harness.sessions.entries import Said, Spoke, Summed
from harness.tools.calls import At


def test_each_fact_is_said_once_and_what_was_corrected_is_said_wrong_before() -> None:
    said = list(messages())
    assert len(said) == 400
    assert len(FACTS) == 40
    for fact in FACTS:
        [right] = [place for place, text in enumerate(said) if fact.answer in text]
        wrong = [place for place, text in enumerate(said) if fact.first and fact.first in text]
        assert wrong == ([] if not fact.first else [wrong[0], right]), fact.words
        assert not fact.first or wrong[0] < right - 100, fact.words


def test_who_stands_in_for_a_model_keeps_first_sentences_and_the_newest_first() -> None:
    long = Said("Bob", "word " * 890 + "end. And more.")
    window = Window([Summed("the oldest"), Said("Ana", "It is red. I like it."), Spoke("Noted."), long])
    system = ModelMessage.of({"role": "system", "content": ""})
    request = Request(at=At(1, 1), model="m", system=system, messages=asking(window.messages))
    assert INSTRUCTION in str(request.messages[-1].value)
    text = asyncio.run(FirstSentences().reply(request, lambda said: None)).text
    assert text.splitlines()[:2] == ["the oldest", "Ana: It is red"]
    assert text.endswith("end")
    assert SUMMED not in text


def test_it_runs_and_says_who_summed_up() -> None:
    facts = FACTS[:3] + FACTS[-1:]
    told = asyncio.run(measure(list(messages(40, facts)), facts, tokens=2_000, say=lambda what: None))
    assert told[0].startswith("4 facts in 40 messages. Mechanism only: no model summarised")
    rows = {cells[1].strip(): [cell.strip() for cell in cells[2:-1]] for cells in (row.split("|") for row in told[4:])}
    assert list(rows) == ["the old jump", "a plain summary", "a summary and search", "observation and search"]
    assert int(rows["a plain summary"][3]) > 0, "people waited for a summary"
    assert int(rows["observation and search"][5]) > 0, "something was written down"
    assert rows["the old jump"][6] == "0"
