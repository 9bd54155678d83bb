"""Ten exchanges with a real small model under the small profile: which calls and which results were right.

    python -m benchmarks.small_model --base http://127.0.0.1:8080/v1     a server that runs already
    python -m benchmarks.small_model --gguf qwen2.5-coder-1.5b.gguf      by xllamacpp, if that is installed

It prints a line for each exchange, and writes build/small_model.json. Where there is nothing to ask, it says why.
"""

import argparse
import asyncio
import importlib
import json
import os
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from adapters.models.providers import Providers
from bot import wiring
from bot.in_force import InForce
from harness.context.model import ModelError, ProposedCall, Reply
from harness.context.packages import Occasion, RunRequest, compile, requested
from harness.context.window import ModelMessage, tokens_of
from harness.tools.arguments import MalformedArguments
from harness.tools.calls import At, ToolCall, ToolResult
from harness.tools.registry import Registry
from harness.tools.runner import Runner
from harness.tools.tool import ToolContext
from harness.workspace.loading import parse
from harness.workspace.workspace import Workspace

RESULT = Path(__file__).parents[1] / "build" / "small_model.json"
SETTINGS = 'model: openai/small\napi_base: {}\nprofiles: {{"openai/*": {{small: true, calls_in_text: true}}}}\n'
STEPS = 6
"""Requests in one exchange, at most."""
PORT = 18_099
FILES = {
    "notes.md": "# Notes\n\nThe release is on Friday.\nBob owns the database.\n",
    "src/app.py": "def add(a, b):\n    return a - b\n",
    "src/util.py": "TIMEOUT = 30\n",
    "log.txt": "".join(f"line {number}\n" for number in range(1, 41)),
}


@dataclass(frozen=True, slots=True)
class Exchange:
    """What is asked, and whether the answer and the files are right afterwards."""

    asked: str
    right: Callable[[str, Path], bool]


def _says(*words: str) -> Callable[[str, Path], bool]:
    return lambda answer, folder: all(word.casefold() in answer.casefold() for word in words)


def _holds(path: str, *words: str, without: str = "") -> Callable[[str, Path], bool]:
    def right(answer: str, folder: Path) -> bool:
        file = folder / path
        text = file.read_text(encoding="utf-8") if file.is_file() else ""
        return bool(text) and all(word in text for word in words) and not (without and without in text)

    return right


EXCHANGES = (
    Exchange("Which files are in the folder /src?", _says("app.py", "util.py")),
    Exchange("Read /notes.md. When is the release?", _says("friday")),
    Exchange("Who owns the database, by /notes.md?", _says("bob")),
    Exchange("What is the value of TIMEOUT in /src/util.py?", _says("30")),
    Exchange("Write a file /hello.txt with the text: hello world", _holds("hello.txt", "hello world")),
    Exchange("Which file under /src defines the function add? Search with grep.", _says("app.py")),
    Exchange("Edit /src/util.py: change 30 to 60.", _holds("src/util.py", "TIMEOUT = 60", without="30")),
    Exchange("add in /src/app.py must return a + b. Fix it.", _holds("src/app.py", "a + b", without="a - b")),
    Exchange("What is line 7 of /log.txt?", _says("line 7")),
    Exchange("Run the command `wc -l log.txt`. How many lines are there?", _says("40")),
)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.small_model", description=__doc__)
    parser.add_argument("--base", help="the address of a server in OpenAI's format")
    parser.add_argument("--gguf", type=Path, help="a model for xllamacpp")
    options = parser.parse_args()
    try:
        with _server(options.base, options.gguf) as base:
            found = asyncio.run(_measured(base))
    except _Nothing as error:
        print(f"not run: {error}")
        return 0
    RESULT.parent.mkdir(exist_ok=True)
    RESULT.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    print(f"{found['right']} of {len(EXCHANGES)} right, {found['calls_right']} of {found['calls']} calls; {RESULT}")
    return 0


class _Nothing(Exception):
    """There is nothing to ask; the message says why."""


@contextmanager
def _server(base: str | None, gguf: Path | None) -> Iterator[str]:
    if base:
        yield base
        return
    if gguf is None or not gguf.is_file():
        raise _Nothing("name a server by --base, or a model by --gguf")
    try:
        llama: Any = importlib.import_module("xllamacpp")
    except ImportError:
        raise _Nothing("xllamacpp is not installed: `pip install xllamacpp`") from None
    parameters = llama.CommonParams()
    parameters.model.path, parameters.port = os.fspath(gguf), PORT
    parameters.n_ctx, parameters.n_parallel, parameters.use_jinja = 8_192, 1, True
    server = llama.Server(parameters)
    yield f"{server.listening_address}/v1"


async def _measured(base: str) -> Mapping[str, Any]:
    rows = []
    for exchange in EXCHANGES:
        with tempfile.TemporaryDirectory() as folder:
            rows.append(await _Conversation(base, Path(folder)).hold(exchange))
        row = rows[-1]
        outcome = "right" if row["right"] else "wrong"
        print(
            f"{outcome:5} {row['seconds']:6.1f} s  {row['asked']}  {row['calls']}  {row['answer'][:80]!r}", flush=True
        )
    calls = [call for row in rows for call in row["calls"]]
    return {
        "right": sum(row["right"] for row in rows),
        "calls": len(calls),
        "calls_right": sum(call["ok"] for call in calls),
        "exchanges": rows,
    }


class _Conversation:
    def __init__(self, base: str, folder: Path) -> None:
        for path, text in FILES.items():
            (folder / path).parent.mkdir(exist_ok=True)
            (folder / path).write_text(text, encoding="utf-8")
        self._folder = folder
        self._tools = wiring.toolbox(folder, {})
        self._workspace = parse(SETTINGS.format(base), "workspace.yaml", self._tools)
        self._package = _package(self._workspace, self._tools)
        self._runner = Runner(self._tools, (Exception,))
        self._model = Providers(
            self._workspace.api_base,
            environment=os.environ,
            now=time.time,
            random=Random(),
        )

    async def hold(self, exchange: Exchange) -> dict[str, Any]:
        began, calls, answer = time.monotonic(), list[dict[str, Any]](), ""
        messages = [ModelMessage.of({"role": "user", "content": f"Ana: {exchange.asked}"})]
        try:
            for step in range(1, STEPS + 1):
                reply = await self._model.reply(
                    requested(self._package, At(1, step), messages, tainted=False), _ignored
                )
                answer = reply.text
                if not reply.calls:
                    break
                messages.append(_spoken(reply))
                for number, call in enumerate(reply.calls):
                    result = await self._run(call, f"1.{step}.{number}")
                    calls.append({"tool": call.tool, "arguments": call.arguments, "ok": result.ok})
                    messages.append(
                        ModelMessage.of({"role": "tool", "tool_call_id": _id(call), "content": result.text})
                    )
        except ModelError as error:
            answer = f"{type(error).__name__}: {error}"
        finally:
            await self._model.aclose()
        return {
            "asked": exchange.asked,
            "answer": answer,
            "calls": calls,
            "right": exchange.right(answer, self._folder),
            "seconds": round(time.monotonic() - began, 1),
            "tokens": sum(tokens_of(message.encoded.decode()) for message in messages),
        }

    async def _run(self, call: ProposedCall, id: str) -> ToolResult:
        made = ToolCall(id, call.tool, call.arguments)
        tool = self._tools.get(call.tool)
        if tool is None:
            return ToolResult(f"there is no tool {call.tool}", ok=False)
        try:
            tool.parse(call.arguments)
        except MalformedArguments as error:
            return ToolResult(str(error), ok=False)
        result = await self._runner.run(made, ToolContext(made, "benchmark", approved=True))
        return result if isinstance(result, ToolResult) else ToolResult("not run", ok=False)


def _package(workspace: Workspace, tools: Registry) -> RunRequest:
    gate = InForce(workspace, tools).rules.gate(workspace.default_mode)
    return compile(workspace, gate, tools, Occasion(workspace.default_mode, workspace.model, day="Tuesday"))


def _spoken(reply: Reply) -> ModelMessage:
    calls = [
        {"id": _id(call), "type": "function", "function": {"name": call.tool, "arguments": call.arguments}}
        for call in reply.calls
    ]
    return ModelMessage.of({"role": "assistant", "content": reply.text or None, "tool_calls": calls})


def _id(call: ProposedCall) -> str:
    return call.provider_id or "call"


def _ignored(shown: object) -> None:
    pass


if __name__ == "__main__":
    raise SystemExit(main())
