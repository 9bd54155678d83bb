"""Chunks, what a streamed message is made of: their checks, and what people see of them
(docs.slack.dev/reference/methods/chat.appendStream)."""

from collections.abc import Iterable, Sequence
from typing import Any, Literal

from tests.fakes.slack import limits
from tests.fakes.slack.blocks import check_message
from tests.fakes.slack.refusal import Refusal
from tests.fakes.slack.schema import Check, anything, choice, items, one_of, record, string

Json = dict[str, Any]
Display = Literal["timeline", "plan"]
"""Tasks where they were first named, between the texts; or all of them together, where the first one was."""

_SOURCE = one_of(lambda: {"url": record({"url": string(limits.BUTTON_URL, 1), "text": string(None, 1)})})
_KINDS: dict[str, Check] = {
    "markdown_text": record({"text": string()}),
    "task_update": record(
        {
            "id": string(None, 1),
            "title": string(limits.CHUNK_TEXT, 1),
            "status": choice("pending", "in_progress", "complete", "error"),
        },
        {
            "details": string(limits.CHUNK_TEXT),
            "output": string(limits.CHUNK_TEXT),
            "sources": items(_SOURCE, least=0),
        },
    ),
    "plan_update": record({"title": string(limits.CHUNK_TEXT, 1)}),
    "blocks": record({"blocks": anything}),  # judged by check_message, as those of any message
}
_CHUNKS = items(one_of(lambda: _KINDS), least=0)


def check_chunks(chunks: Any) -> list[Json]:
    """The chunks of one call, or Refusal: invalid_chunks, msg_too_long, and what check_message says of blocks."""
    wrong = list(_CHUNKS(chunks, "/chunks"))
    if wrong:
        raise Refusal("invalid_chunks", wrong)
    for chunk in chunks:
        if chunk["type"] == "blocks":
            check_message(chunk["blocks"])
    if sum(len(chunk["text"]) for chunk in chunks if chunk["type"] == "markdown_text") > limits.MARKDOWN_TEXT:
        raise Refusal("msg_too_long")
    checked: list[Json] = chunks
    return checked


def text_of(chunks: Iterable[Json]) -> str:
    """All Markdown in order, without tasks and blocks."""
    return "".join(chunk["text"] for chunk in chunks if chunk["type"] == "markdown_text")


def size_of(chunks: Iterable[Json]) -> int:
    """Characters that count against the room of one message: the Markdown, and what is written on tasks."""
    return sum(len(value) for chunk in chunks for key, value in chunk.items() if key in _COUNTED)


def given_blocks(chunks: Iterable[Json]) -> int:
    """How many blocks came in chunks."""
    return sum(len(chunk["blocks"]) for chunk in chunks if chunk["type"] == "blocks")


def blocks_of(chunks: Sequence[Json], display: Display) -> list[Json]:
    """What the message shows: one markdown block for each run of text, a task_card for each task (a later chunk with
    its id changes its title and status, and adds to its details and output), the blocks that were given."""
    shown: list[Json] = []
    tasks: dict[str, Json] = {}
    plan: Json | None = None
    heading = "Plan"
    for chunk in chunks:
        match chunk["type"]:
            case "markdown_text" if shown and shown[-1]["type"] == "markdown":
                shown[-1] = {**shown[-1], "text": shown[-1]["text"] + chunk["text"]}
            case "markdown_text" if chunk["text"]:
                shown.append({"type": "markdown", "text": chunk["text"]})
            case "task_update":
                new = chunk["id"] not in tasks
                task = tasks.setdefault(chunk["id"], {"type": "task_card", "task_id": chunk["id"]})
                _change(task, chunk)
                if new and display == "timeline":
                    shown.append(task)
                elif new and plan is None:
                    plan = {"type": "plan", "tasks": [task]}
                    shown.append(plan)
                elif new and plan is not None:
                    plan["tasks"].append(task)
            case "plan_update":
                heading = chunk["title"]
            case "blocks":
                shown += chunk["blocks"]
    if plan is not None:
        plan["title"] = heading
    return [block if block.get("block_id") else {**block, "block_id": f"s{at}"} for at, block in enumerate(shown)]


_COUNTED = frozenset({"text", "title", "details", "output"})


def _change(task: Json, chunk: Json) -> None:
    task["title"], task["status"] = chunk["title"], chunk["status"]
    for key in ("details", "output"):
        if chunk.get(key):
            before = task[key]["elements"][0]["elements"][0]["text"] if key in task else ""
            task[key] = _rich(before + chunk[key])
    if chunk.get("sources"):
        task["sources"] = [*task.get("sources", []), *chunk["sources"]]


def _rich(text: str) -> Json:
    section = {"type": "rich_text_section", "elements": [{"type": "text", "text": text}]}
    return {"type": "rich_text", "elements": [section]}
