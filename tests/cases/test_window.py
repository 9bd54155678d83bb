"""What a request holds of a long turn."""

from pathlib import Path

from harness.context.asides import WITHDRAW
from harness.context.model import Reply, Request
from tests.cases.colleague import Colleague, Scripted, calls, play

SMALL = "context_tokens: 10000\n"
ORDER = "Clean up, but never touch the customers table."


def read(*paths: str) -> Reply:
    return calls(*(("read_file", f'{{"file_path": "{path}"}}') for path in paths))


def held(request: Request) -> str:
    return "\n".join(str(message.value) for message in request.messages)


def unanswered(request: Request) -> set[str]:
    """Calls without a result, and results without a call, by the provider's ids."""
    called = {call["id"] for one in request.messages for call in one.value.get("tool_calls", ())}
    answered = {one.value["tool_call_id"] for one in request.messages if one.value["role"] == "tool"}
    return called ^ answered


def test_every_request_of_a_long_turn_holds_what_opened_it(tmp_path: Path):
    for number in range(25):
        (tmp_path / f"{number}.txt").write_text(f"{number} {'x' * 76}\n" * 100)
    model = Scripted(*(read(f"/{number}.txt") for number in range(25)), Reply("Done."))

    async def story() -> None:
        bob = Colleague(tmp_path, model, SMALL)
        await bob.says(ORDER)
        await bob.ends()

    play(story)
    assert len(model.requests) == 26
    assert model.compactions
    assert not [number for number, one in enumerate(model.requests) if unanswered(one)]
    assert [number for number, one in enumerate(model.requests) if ORDER not in held(one)] == []


def test_a_step_with_large_results_is_shown_shortened_and_never_dropped(tmp_path: Path):
    names = ("one", "two", "three")
    for name in names:
        (tmp_path / f"{name}.txt").write_text(f"the beginning of {name}\n" + f"{name} {'x' * 75}\n" * 700)
    model = Scripted(read(*(f"/{name}.txt" for name in names)), Reply("Done."))

    async def story() -> None:
        bob = Colleague(tmp_path, model, SMALL)
        await bob.says(ORDER)
        await bob.ends()

    play(story)
    request = model.requests[1]
    assert ORDER in held(request)
    assert not unanswered(request)
    assert [name for name in names if f"the beginning of {name}" not in held(request)] == []
    assert request.size < 60_000, "some more than 10,000 tokens at most, and not 180,000 bytes"


async def guided(bob: Colleague, messages: int) -> dict[str, str]:
    """While a call waits to be decided, somebody says a lot; what each message is called, by what it says."""
    await bob.says(ORDER)
    said = {}
    for number in range(messages):
        said[f"remark {number}:"] = await bob.says(f"remark {number}: " + f"word{number} " * (20_000 // 6))
    await bob.clicks("Approve")
    return said


def speechless(*steps: Reply) -> Scripted:
    """It has nothing to say while something waits, so that what it is told then waits too."""
    left = list(steps)
    return Scripted(answers=lambda request: Reply("") if is_aside(request) else left.pop(0))


def is_aside(request: Request) -> bool:
    return any(tool["function"]["name"] == WITHDRAW for tool in request.tools)


def test_what_is_said_while_a_call_waits_is_in_the_next_request(tmp_path: Path):
    model = speechless(calls(("write_file", '{"file_path": "/a.md", "content": "x"}')), Reply("Done."))

    async def story() -> None:
        bob = Colleague(tmp_path, model, SMALL)
        said = await guided(bob, 8)
        assert [words for words in said if words not in held(model.requests[-1])] == []
        await bob.ends()

    play(story)


def test_what_is_talked_about_while_a_call_waits_is_in_the_next_request_with_its_answers(tmp_path: Path):
    left = [calls(("write_file", '{"file_path": "/a.md", "content": "x"}')), Reply("Done.")]
    model = Scripted(answers=lambda request: Reply("Noted, Bob.") if is_aside(request) else left.pop(0))

    async def story() -> None:
        bob = Colleague(tmp_path, model, SMALL)
        said = await guided(bob, 8)
        assert [words for words in said if words not in held(model.requests[-1])] == []
        assert held(model.requests[-1]).count("Noted, Bob.") == 8
        assert not unanswered(model.requests[-1])
        assert {receipt for _, receipt in bob.chat.reactions} == set(), "the answers show that they were heard"
        await bob.ends()

    play(story)


def test_only_what_a_request_held_is_said_to_be_heard(tmp_path: Path):
    model = speechless(calls(("write_file", '{"file_path": "/a.md", "content": "x"}')), Reply("Done."))

    async def story() -> None:
        bob = Colleague(tmp_path, model, SMALL)
        said = await guided(bob, 8)
        requests = [request for request in model.requests if not is_aside(request)]
        shown = {message for words, message in said.items() if any(words in held(one) for one in requests)}
        heard = {message for message, receipt in bob.chat.reactions if receipt == "heard"}
        assert {message for message, receipt in bob.chat.reactions if receipt == "waiting"} == set(said.values())
        assert heard == shown
        await bob.ends()

    play(story)
