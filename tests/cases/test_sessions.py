"""The fold, and what follows from it."""

import ast
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from harness.approvals.gate import Judged, Verdict
from harness.approvals.reasons import RuleReason
from harness.context.model import Reply
from harness.context.window import Window
from harness.sessions import facts as f
from harness.sessions.effects import CallModel
from harness.sessions.fold import apply
from harness.sessions.session import Session
from harness.sessions.wants import wants
from harness.tools.calls import At, ToolCall, ToolResult
from harness.tools.heartbeats import OWN, HeartbeatConfig
from harness.tools.schedules import Interval
from tests.architecture.tree import ROOT, files, parse
from tests.cases.colleague import ANA, HERE, Colleague, Scripted, play

CALL = ToolCall("1.1.0", "read_file", '{"file_path": "/a"}')
RAN = (
    f.CallJudged(CALL.id, CALL.digest, Judged(Verdict.ALLOW, RuleReason("allowed", "read"), None, "read", True)),
    f.ToolStarted(CALL.id, CALL.digest),
    f.ToolReturned(CALL.id, ToolResult("what is in it")),
)
HASTY = f.ModelReplied(At(1, 1), 1, "", calls=(CALL,))
"""A reply to a request that nobody can have made yet: what prepares it has not come."""
ASKED_LATE = f.MessageReceived(ANA, HERE, "what do you say?", "m1", late=True)
BEATS = (
    f.HeartbeatSet(ANA, HERE, HeartbeatConfig(OWN, Interval(600.0), "look")),
    f.TimerScheduled(OWN, Interval(600.0, since=1_001.0), 1_003.0),
    f.TimerFired(OWN),
)


def played(*facts: f.Fact) -> tuple[Session, Window]:
    session, window = Session(), Window()
    for number, fact in enumerate(facts, 1):
        row = f.Row(number, 1_000.0 + number, fact)
        after = apply(session, row)
        window.follow(session, row, after)
        session = after
    return session, window


def well_formed(messages: list[Mapping[str, Any]]) -> bool:
    """Has each call its one result, right behind the reply that made it? Providers take nothing else."""
    waiting = list[str]()
    for one in messages:
        if one["role"] == "tool":
            if one["tool_call_id"] not in waiting:
                return False
            waiting.remove(one["tool_call_id"])
        elif waiting:
            return False
        else:
            waiting = [call["id"] for call in one.get("tool_calls", ())]
    return not waiting


@pytest.mark.parametrize(
    "facts",
    [
        pytest.param((ASKED_LATE, HASTY, f.BackgroundRead(At(1, 1), ()), *RAN), id="background"),
        pytest.param(
            (ASKED_LATE, HASTY, *RAN[:2], f.BackgroundRead(At(1, 1), ()), RAN[2]), id="background in the step"
        ),
        pytest.param(
            (*BEATS, f.ModelReplied(At(1, 1), 0, "", calls=(CALL,)), f.ChecklistRead(At(1, 1), "look"), *RAN), id="beat"
        ),
    ],
)
def test_every_call_has_its_result_right_behind_it_whatever_the_order_of_facts(facts: tuple[f.Fact, ...]):
    session, window = played(*facts)
    assert [effect for effect in wants(session) if isinstance(effect, CallModel)]
    assert well_formed([message.value for message in window.request])


@pytest.mark.parametrize("text", ["", "  \n ", "\u200b"])
def test_an_empty_message_asks_no_model(tmp_path: Path, text: str):
    model = Scripted(Reply("Yes?"))

    async def story() -> None:
        bob = Colleague(tmp_path, model)
        await bob.says(text)
        await bob.ends()

    play(story)
    assert not model.requests


# Facts say what happened, not how it is told
def sentences(tree: ast.Module) -> set[str]:
    """The names of a module's constants that are a sentence: text with a blank in it."""
    found = set[str]()
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=str(text))) if " " in text:
                found.add(name)
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
                for name_, value in zip(names, values, strict=True):
                    match name_, value:
                        case ast.Name(id=name), ast.Constant(value=str(text)) if " " in text:
                            found.add(name)
    return found


def compared(tree: ast.Module, told: set[str]) -> Iterator[str]:
    """Sentences, by name or as they are, that decide something in a module."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Compare):
            continue
        for part in (part for operand in (node.left, *node.comparators) for part in ast.walk(operand)):
            match part:
                case ast.Name(id=name) | ast.Attribute(attr=name) if name in told:
                    yield f"line {node.lineno}: {name}"
                case ast.Constant(value=str(text)) if len(text.split()) > 1:
                    yield f"line {node.lineno}: {text!r}"


def test_no_sentence_for_people_decides_what_a_journal_means():
    modules = {file: parse(file) for file in files(ROOT / "harness") if file.suffix == ".py"}
    told = set[str]().union(*map(sentences, modules.values()))
    fold = {file: tree for file, tree in modules.items() if file.parent.name == "sessions"}
    assert fold
    assert [f"{file.name}: {one}" for file, tree in fold.items() for one in compared(tree, told)] == []


ARRANGES = """
import asyncio, sys
from pathlib import Path
from tests.cases.colleague import Colleague, Scripted

async def main():
    named = 'heartbeats: [{every: 2h, place: "slack:T:CNEW", checklist: "look"}]'
    bob = Colleague(Path(sys.argv[1]), Scripted(), named)
    await bob.parts.arrange()
    await bob.rests()
    print(*bob.journal.keys)
    await bob.ends()

asyncio.run(main())
"""


def test_two_processes_set_a_heartbeat_of_the_workspace_by_one_key(tmp_path: Path):
    def keys(seed: int) -> str:
        ended = subprocess.run(
            [sys.executable, "-c", ARRANGES, str(tmp_path)],
            env={"PYTHONHASHSEED": str(seed), "PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"},
            capture_output=True,
            text=True,
            timeout=60,
            check=True,
        )
        return ended.stdout

    first, second = keys(1), keys(2)
    assert first.strip()
    assert first == second
