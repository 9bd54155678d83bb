"""The same turns in deepagents: an instant model, twenty tool steps, a durable SQLite checkpointer.

Run by the Python of its own environment under build/. It prints its version; then, for each line with a number of
earlier messages that it reads, it plays a turn in a thread of its own, and prints the turn's seconds of process CPU.
It is as deepagents comes, with its default middleware.
"""

import asyncio
import json
import sys
import tempfile
import time
from importlib.metadata import version
from pathlib import Path
from typing import Any

from deepagents import create_deep_agent
from langchain_core.language_models.chat_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.tools import tool
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

STEPS = 20


@tool
async def look(what: str) -> str:
    """Look at something."""
    return "x" * 250


class Instant(BaseChatModel):
    """Asks for `look` in each of twenty steps, then says that it is done. Encodes the request, as clients do."""

    left: int = STEPS

    @property
    def _llm_type(self) -> str:
        return "instant"

    def bind_tools(self, tools: Any, **options: Any) -> "Instant":
        return self

    def _generate(self, messages: list[BaseMessage], *args: Any, **options: Any) -> ChatResult:
        json.dumps([_plain(message) for message in messages])
        if self.left == 0:
            self.left = STEPS
            return ChatResult(generations=[ChatGeneration(message=AIMessage("done"))])
        self.left -= 1
        call = {"name": "look", "args": {"what": "README.md"}, "id": f"call_{self.left}", "type": "tool_call"}
        return ChatResult(generations=[ChatGeneration(message=AIMessage("", tool_calls=[call]))])

    async def _agenerate(self, messages: list[BaseMessage], *args: Any, **options: Any) -> ChatResult:
        return self._generate(messages)


def _plain(message: BaseMessage) -> dict[str, Any]:
    """The least that a provider would be sent of it."""
    return {"role": message.type, "content": message.content, "tool_calls": getattr(message, "tool_calls", None)}


async def main() -> None:
    with tempfile.TemporaryDirectory(prefix="deskmate-bench-") as folder:
        async with AsyncSqliteSaver.from_conn_string(str(Path(folder, "bench.db"))) as saver:
            await saver.conn.execute("PRAGMA synchronous=FULL")
            agent = create_deep_agent(model=Instant(), tools=[look], checkpointer=saver)
            print(version("deepagents"), flush=True)
            for thread, earlier in enumerate(sys.stdin):
                print(await turn(agent, thread, int(earlier)), flush=True)


async def turn(agent: Any, thread: int, earlier: int) -> float:
    config: Any = {"configurable": {"thread_id": str(thread)}, "recursion_limit": 200}
    if earlier:
        pairs = [(HumanMessage("m" * 250), AIMessage("r" * 250)) for _ in range(earlier // 2)]
        await agent.aupdate_state(config, {"messages": [message for pair in pairs for message in pair]})
    began = time.process_time()
    await agent.ainvoke({"messages": [HumanMessage("please look at everything")]}, config)
    return time.process_time() - began


if __name__ == "__main__":
    asyncio.run(main())
