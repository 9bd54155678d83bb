"""What a request holds of a long turn."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from bot.wiring import Outside
from harness.context.asides import WITHDRAW
from harness.context.model import Overflowed, Reply, Request
from harness.context.results import broken
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


TOLD = "do NOT touch production"
REASON = "the staging key is being replaced today"
WRITES = calls(("write_file", '{"file_path": "/a", "content": "x"}'))
ASKS = calls(("ask_user", '{"question": "Which tables?"}'))
ANSWER = "only the tables whose names begin with tmp"


def asked_first(*more: Reply) -> Scripted:
    """It asks to write, then asks a question, then does more; it has nothing to say while something waits."""
    return speechless(WRITES, ASKS, *more)


def test_what_people_say_in_a_turn_stays_in_all_its_requests(tmp_path: Path):
    """Guidance, the reason of a denial and an answer, before results that are too large for the window."""
    for number in range(12):
        (tmp_path / f"{number}.txt").write_text(f"{number} {'x' * 76}\n" * 100)
    model = asked_first(*(read(f"/{number}.txt") for number in range(12)), Reply("Done."))

    async def story() -> None:
        bob = Colleague(tmp_path, model, "context_tokens: 4000\n")
        await bob.says(ORDER)
        await bob.says(TOLD)
        await bob.submits("Deny…", {"reason": REASON})
        await bob.says(ANSWER)
        await bob.ends()

    play(story)
    later = [request for request in model.requests[-12:] if not is_aside(request)]
    assert len(later) == 12
    assert model.compactions
    for words in (ORDER, TOLD, REASON, ANSWER):
        assert [number for number, one in enumerate(later) if words not in held(one)] == [], words
    assert not [number for number, one in enumerate(later) if unanswered(one)]


LENGTHS = st.sampled_from([40, 300, 2_000, 12_000, 60_000])
WAYS = st.sampled_from(["guide", "deny", "answer", "note"])
STEPS = st.lists(st.one_of(st.tuples(WAYS, LENGTHS), st.none()), max_size=9)


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@example(steps=[("guide", 12_000), ("note", 2_000), ("guide", 60_000), None], budget=4_000, halved=True)
@given(steps=STEPS, budget=st.sampled_from([4_000, 10_000, 30_000]), halved=st.booleans())
def test_peoples_words_in_the_open_turn_are_whole_or_say_where_they_are(
    steps: list[tuple[str, int] | None], budget: int, halved: bool, tmp_path_factory: Any
) -> None:
    """Between them are results that are too large: what is summed up, cut and halved are these."""
    files, words, left = tmp_path_factory.mktemp("files"), dict[int, str](), list[Reply]()
    for number in range(10):
        (files / f"{number}.txt").write_text(f"{number} {'x' * 76}\n" * 150)
    for number, step in enumerate(steps):
        if step:
            words[number] = spoken(number, step[1] if step[0] in ("guide", "answer") else min(step[1], 2_500))
            write = calls(("write_file", f'{{"file_path": "/new{number}", "content": "x"}}'))
            left.append(ASKS if step[0] == "answer" else write)
        left.append(read(f"/{number % 10}.txt", f"/{(number + 1) % 10}.txt"))
    left += [read(f"/{number}.txt") for number in range(4)] + [Reply("Done.")]
    turned_down = [halved]

    def answered(request: Request) -> Reply:
        if is_aside(request):
            return Reply("")
        if turned_down[0] and len(left) == 2:
            turned_down.clear()
            turned_down.append(False)
            raise Overflowed("the conversation is longer than it takes")
        return left.pop(0)

    model, outside = Scripted(answers=answered), Outside()

    async def story() -> None:
        bob = Colleague(files, model, f"context_tokens: {budget}\n", outside=outside)
        await bob.says(ORDER)
        for number, step in enumerate(steps):
            match step:
                case ("guide", _):
                    await bob.says(words[number])
                    await bob.clicks("Approve")
                case ("deny", _):
                    await bob.submits("Deny…", {"reason": words[number]})
                case ("note", _):
                    await bob.submits("Approve with a note…", {"note": words[number]})
                case ("answer", _):
                    await bob.says(words[number])
        async with asyncio.timeout(30):
            while left:  # where a compaction is waited for, it seems to rest
                await asyncio.sleep(0.001)
                await bob.rests()
        request, thread = model.requests[-1], await bob.thread()
        for said in (ORDER, *words.values()):
            await stands(said, request, lambda name: outside.large.text(thread, name))
        assert not unanswered(request)
        await bob.ends()

    play(story)


def spoken(number: int, length: int) -> str:
    return f"From here {number}: " + f"w{number} " * (length // 4) + f"and that was {number}."


async def stands(said: str, request: Request, kept: Callable[[str], Awaitable[str | None]]) -> None:
    """Word for word, or both ends of it and where all of it is."""
    shown = held(request)
    if said in shown:
        return
    beginning, end = shown.find(said[:60]), shown.find(said[-40:])
    assert 0 <= beginning < end, said[:60]
    path = re.findall(r"/results/(message-[0-9]+\.txt)", shown[beginning:end])[-1]
    assert await kept(path) == broken(said)
