"""What is still known of a long conversation, and what that costs: `make bench-memory`.

40 facts are said among 400 messages, eight of them corrected later, and the conversation outgrows what a request holds
some ten times. How many are then in the next request, or found by one search for the words by which anybody would look
for them? The old jump, which leaves out what is old; a plain summary; a summary, and what was said before can be
searched; and what was written down ahead of need. All is played by a whole colleague, whose model says "Noted." to each
message. Who sums up is DESKMATE_BENCH_MODEL, as litellm knows it; without one nobody understands a word, and what is
measured is the mechanism alone.
"""

import asyncio
import os
import re
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any, cast

from adapters.models.providers import Providers
from benchmarks.memory_script import FACTS, MESSAGES, Fact, messages
from harness.context.compaction import INSTRUCTION
from harness.context.compaction import WORDS as SUMMARY_WORDS
from harness.context.model import Model, Reply, Request, RequestRefused, Shown
from harness.context.observations import CONDENSED, OBSERVE, REFLECT
from harness.context.observations import WORDS as NOTES_WORDS
from harness.context.window import SUMMED, tokens_of
from harness.sessions import facts as f
from harness.sessions.usage import Usage
from harness.toolbox.search_history import SearchHistory
from harness.tools.calls import ToolCall, ToolResult
from harness.tools.tool import ToolContext
from tests.cases.colleague import BOB, HERE, Colleague, Scripted

TOKENS = 5_000
"""Of a conversation in a request: so few that these messages outgrow it some ten times."""
SETTINGS = "context_tokens: {tokens}\nmemory: {{observe: {observe}}}\nbudgets: {{}}\n"
LAST = "What do you know of all this?"
LENGTHS = {INSTRUCTION: SUMMARY_WORDS, OBSERVE: NOTES_WORDS, REFLECT: CONDENSED}
"""In words, of what may be asked for at the end of a request that is no step of a turn."""
STAND_IN = "Mechanism only: no model summarised; the first sentence of each message was kept, the newest first"
_SENTENCE = re.compile(r"[.!?](?:\s|$)")


class FirstSentences:
    """Stands in for a model that sums up: of each message its first sentence, and of what was summed up before each
    line, the newest first, up to the length that was asked for. It understands nothing.
    """

    async def reply(self, request: Request, shown: Callable[[Shown], None]) -> Reply:
        *earlier, last = [str(message.value["content"]) for message in request.messages]
        room = next(words for instruction, words in LENGTHS.items() if instruction in last)
        kept = list[str]()
        for line in reversed([line for text in earlier for line in self._lines(text)]):
            room -= len(line.split())
            if room < 0:
                break
            kept.append(line)
        text = "\n".join(reversed(kept))
        return Reply(text, usage=Usage(len(request.encoded()) // 4, tokens_of(text)))

    def _lines(self, text: str) -> Iterable[str]:
        if text.startswith(SUMMED):
            return text.removeprefix(SUMMED).strip().splitlines()
        return [] if text.startswith(("Noted.", "[")) else [_SENTENCE.split(text, maxsplit=1)[0]]


@dataclass
class Spent:
    """Requests and their tokens, to the model and back."""

    requests: int = 0
    sent: int = 0
    received: int = 0

    def add(self, usage: Usage) -> None:
        self.requests += 1
        self.sent += usage.input_tokens
        self.received += usage.output_tokens


@dataclass
class Answering:
    """The colleague's model. To what it is asked in a turn it says "Noted."; who sums up is `summing`, if anybody."""

    summing: Model | None
    name: str = ""
    """Of the model that sums up, if one does."""
    steps: Spent = field(default_factory=Spent)
    memory: Spent = field(default_factory=Spent)
    last: Request | None = None
    requests: list[Request] = field(default_factory=list)
    waiting: int = 0

    async def reply(self, request: Request, shown: Callable[[Shown], None]) -> Reply:
        wanted = str(request.messages[-1].value["content"])
        if not any(instruction in wanted for instruction in LENGTHS):
            self.last = request
            reply = Reply("Noted.", usage=Usage(len(request.encoded()) // 4, 2))
            self.steps.add(reply.usage)
            return reply
        if self.summing is None:
            raise RequestRefused("nobody sums up here")
        asked = replace(request, model=self.name, fallbacks=(), settings={}) if self.name else request
        self.waiting += 1
        try:
            reply = await self.summing.reply(asked, lambda shown: None)
        finally:
            self.waiting -= 1
        self.memory.add(reply.usage)
        return replace(reply, usage=replace(reply.usage, cost=0.0))  # no budget of the colleague's ends this


@dataclass(frozen=True, slots=True)
class Played:
    """What one conversation came to: which facts are in the request that comes next, and which one search finds."""

    held: frozenset[str]
    found: frozenset[str]
    relieved: int
    """How often there was no room for all."""
    waited: int
    """How often somebody waited for a summary."""
    steps: Spent
    memory: Spent


async def played(
    summing: Model | None, observe: bool, said: Sequence[str], facts: Sequence[Fact], tokens: int, name: str = ""
) -> Played:
    model = Answering(summing, name)
    with tempfile.TemporaryDirectory(prefix="deskmate-bench-") as folder:
        settings = SETTINGS.format(tokens=tokens, observe=str(observe).lower())
        colleague = Colleague(Path(folder), cast(Scripted, model), settings)
        try:
            for text in [*said, LAST]:
                await colleague.says(text)
            rows = [row.fact for row in await colleague.journal.read(await colleague.thread(), most=1_000_000)]
            found = {fact.words for fact in facts if fact.answer in (await _search(colleague, fact.words)).text}
        finally:
            await colleague.ends()
    assert model.last
    request = "\n".join(str(message.value["content"]) for message in model.last.messages)
    made_room = (f.Compacted, f.WindowCut, f.ObservationsTaken)
    return Played(
        frozenset(fact.words for fact in facts if fact.answer in request),
        frozenset(found),
        sum(isinstance(fact, made_room) for fact in rows),
        sum(isinstance(fact, f.Compacted) for fact in rows),
        model.steps,
        model.memory,
    )


async def _search(colleague: Colleague, words: str) -> ToolResult:
    tool: Any = colleague.parts.in_force.tools["search_history"]
    thread = await colleague.thread()
    context = ToolContext(ToolCall("1.1.0", tool.name, ""), thread, requester=BOB, place=HERE)
    return cast(ToolResult, await tool.run(SearchHistory(query=words, thread=""), context))


async def measure(
    said: Sequence[str], facts: Sequence[Fact], tokens: int = TOKENS, name: str = "", say: Callable[[str], None] = print
) -> list[str]:
    """The table, line by line. `name`: the model that sums up."""
    summing: Model = Providers(environment=os.environ, now=time.time, random=Random()) if name else FirstSentences()
    say("the old jump")
    cut = await played(None, False, said, facts, tokens)
    say("a summary")
    summed = await played(summing, False, said, facts, tokens, name)
    say("what is written down ahead of need")
    observed = await played(summing, True, said, facts, tokens, name)
    ways = [
        ("the old jump", False, cut),
        ("a plain summary", False, summed),
        ("a summary and search", True, summed),
        ("observation and search", True, observed),
    ]
    return table(ways, len(said), len(facts), name)


def table(ways: Sequence[tuple[str, bool, Played]], said: int, facts: int, name: str) -> list[str]:
    """In Markdown. Of each way: is what was said before searched, too?"""
    head = (
        "way", "in the request", "or found by one search", "made room", "waited for", "sent in steps",
        "requests for memory", "sent for it", "received for it",
    )  # fmt: skip
    lines = [
        f"{facts} facts in {said} messages. {f'{name} summed up' if name else STAND_IN}.",
        "",
        f"| {' | '.join(head)} |",
        f"|---{'|--:' * (len(head) - 1)}|",
    ]
    for way, searches, one in ways:
        known = len(one.held | one.found) if searches else None
        cells = (
            way, len(one.held), "–" if known is None else known, one.relieved, one.waited, f"{one.steps.sent:,}",
            one.memory.requests, f"{one.memory.sent:,}", f"{one.memory.received:,}",
        )  # fmt: skip
        lines.append(f"| {' | '.join(map(str, cells))} |")
    return lines


def main() -> int:
    os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
    name = os.environ.get("DESKMATE_BENCH_MODEL", "").strip()
    told = asyncio.run(measure(list(messages(MESSAGES)), FACTS, name=name, say=_say))
    print("\n".join(told))
    return 0


def _say(what: str) -> None:
    print(f"measuring {what} ...", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
