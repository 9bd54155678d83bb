"""Facts outlast the words in which the model learned them."""

from dataclasses import replace

from harness.chat.people import Place
from harness.context.carried_over import LATEST, carried_over, told, without_words
from harness.context.transcript import reworded
from harness.context.window import Window
from harness.sessions.entries import CarriedOver, Entry, Result, Said, Spoke, Summed
from harness.sessions.session import OpenCommand, Session
from harness.sessions.turn import Turn
from harness.tools.calls import At, ToolCall
from harness.tools.changes import Todo, ToolsNarrowed
from tests.laws.colleague import BOB, CHANNEL

COMMAND = OpenCommand(
    "1.2.0", "make all", BOB, Place("slack", "T1", "C1"), turn=1, node="n", boot="b", since=0.0, limit=60.0, notify=True
)
GONE: list[Entry] = [
    Spoke("", (ToolCall("1.1.0", "skill", '{"name": "deploy"}'), ToolCall("1.1.1", "read_file", '{"path": "/a.md"}'))),
    Spoke("", (ToolCall("1.1.2", "read_file", '{"path": "/skills/review/SKILL.md"}'), ToolCall("1.1.3", "skill", "{"))),
    Result("1.1.0", "All of it is in /results/1.1.1.txt: read parts of it with read_file, or look for words in it"),
]


def session(*binding: str, commands: tuple[OpenCommand, ...] = ()) -> Session:
    narrowed = tuple(ToolsNarrowed(name, ()) for name in binding)
    return Session(turn=replace(Turn(At(1, 1), BOB, CHANNEL, began=0.0), narrowed=narrowed), commands=commands)


def test_skills_results_and_commands_are_known_by_what_is_gone_and_by_the_session() -> None:
    found = carried_over(GONE, session("deploy", commands=(COMMAND,)))
    assert found == CarriedOver(("review", "deploy"), ("deploy",), ("/results/1.1.1.txt",), {"1.2.0": "make all"})
    assert list(told(found)) == [
        "[In force, and to be read again before you go on: the skill deploy.]",
        "[You had read the skill review. Read it again if the task still needs it.]",
        "[Running in the background:]",
        "- 1.2.0: make all",
        "[Kept whole, for read_file and grep: /results/1.1.1.txt.]",
    ]


def test_what_an_earlier_summary_named_is_named_again_the_latest_last() -> None:
    earlier = Summed("", carried_over=CarriedOver(("deploy", "old"), ("old",), ("/results/a.txt",), {"9": "gone"}))
    found = carried_over([earlier, *GONE], session())
    assert found == CarriedOver(("old", "deploy", "review"), (), ("/results/a.txt", "/results/1.1.1.txt"))
    many = [Result("1", f"All of it is in /results/{number}.txt") for number in range(LATEST + 5)]
    assert len(carried_over(many, session()).results) == LATEST
    assert carried_over(many, session()).results[-1] == f"/results/{LATEST + 4}.txt"


def test_nothing_is_said_of_nothing() -> None:
    assert list(told(carried_over([Said("Ana", "red")], session()))) == []


def test_a_deleted_message_takes_the_words_of_commands_with_it() -> None:
    summed = Summed("Ana wants it.", ("m1",), carried_over=carried_over(GONE, session(commands=(COMMAND,))))
    void = reworded(summed, "m1", "")
    assert isinstance(void, Summed)
    assert void.carried_over == without_words(summed.carried_over)
    assert "make all" not in "\n".join(told(void.carried_over))
    assert "- 1.2.0" in "\n".join(told(void.carried_over))


def test_where_entries_are_dropped_without_a_summary_the_facts_stay() -> None:
    window = Window([*GONE, *(Said("Ana", f"{number} {'x' * 4_000}") for number in range(8))])
    assert window.fit(5_000, replace(session("deploy"), todos=(Todo("paint"),)))
    first = window.messages[0].value["content"]
    assert "the skill deploy" in first
    assert "/results/1.1.1.txt" in first
    assert "- paint" in first
