"""The words on a card. Pending and settled share one body, so that what was decided stays to be read."""

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from harness.approvals.asks import Approval, Ask, PlanReview, Question, Settlement
from harness.approvals.tokens import Token, Verb
from harness.chat.cards import Button, Card, Choices, Detail
from harness.chat.diffs import diff
from harness.chat.people import Person
from harness.chat.wording import capitalized
from harness.tools.arguments import MalformedArguments
from harness.tools.calls import ToolCall
from harness.tools.previews import FileChange, Preview
from harness.tools.tool import AnyTool, Rewrite
from harness.wording.outcomes import outcome

COMPARED = 20_000
"""Characters of a text that is shown as a change at most: comparing longer ones takes too long."""
GONE = Card("No longer open", "This is no longer open.", outcome="No longer open")


def fenced(code: str, language: str = "") -> str:
    """A block of code in Markdown, whatever stands in it."""
    fence = "`" * max(3, *(len(run) + 1 for run in re.findall("`+", code)), 0)
    return f"{fence}{language}\n{code}\n{fence}"


def card(
    thread: str,
    id: str,
    ask: Ask,
    call: ToolCall,
    tool: AnyTool | None,
    category: str,
    requester: Person,
    settled: Settlement | None = None,
    known: Sequence[Person] = (),
    preview: Preview | None = None,
    does: str = "",
    anew: str = "",
) -> Card:
    """The card of the ask `id` about `call`. `tool` is None if there is no such tool any more. `known`: those whose
    roles are known, of whom it names who may decide. `preview` is what the call would do, and `does` that in a line, if
    it was kept; `anew`: why people are asked again.
    """
    match ask:
        case Approval():
            body = Card(
                f"May I use {call.tool}?",
                does or summary(call, tool),
                details=_details(call, tool, preview),
                warning=_warning(tool, "" if settled else anew),
                buttons=_approval_buttons(thread, id, ask, call.tool, category),
            )
        case Question():
            body = _question(thread, id, ask)
        case PlanReview():
            body = _plan(thread, id, ask)
        case _:
            assert_never(ask)
    body = replace(body, deciders=ask.deciders.described(requester, known))
    return _settled(body, ask, settled) if settled else body


def _question(thread: str, id: str, ask: Question) -> Card:
    details = tuple(Detail(o.label, o.description) for o in ask.options if o.description)
    if ask.default:
        details = (*details, Detail("If nobody answers in time", ask.default))
    answer = Button("Answer…", str(Token(thread, id, "respond")), form=True)
    return Card(
        "A question",
        ask.text,
        details=details,
        choices=Choices(ask.options, ask.multiple, str(Token(thread, id, "choose"))) if ask.options else None,
        buttons=(answer,) if ask.free_text else (),
    )


def _plan(thread: str, id: str, ask: PlanReview) -> Card:
    return Card(
        "A plan to review",
        ask.title,
        details=(Detail("", ask.plan),),
        warning=f"Once approved, I go on in the mode {ask.mode}." if ask.mode else "",
        buttons=(
            Button("Approve", str(Token(thread, id, "approve")), "primary"),
            Button("Revise…", str(Token(thread, id, "reject")), form=True),
        ),
    )


def _settled(body: Card, ask: Ask, settled: Settlement) -> Card:
    """With its outcome in place of all that could be pressed."""
    told = capitalized(outcome(settled))
    if isinstance(ask, PlanReview) and settled.outcome == "rejected":  # by Revise, not by Deny
        told = told.replace("Denied", "Turned down", 1)
    return replace(body, choices=None, buttons=(), outcome=told, at=settled.at, by=settled.by)


def shared(thread: str, first: str, rows: Sequence[Card]) -> Card:
    """One card of several asks of the same people; `first` is the id of the first."""
    open_rows = sum(row.answerable for row in rows)
    all_shown = Button("Approve all shown", str(Token(thread, f"{first}+{len(rows)}", "approve-all")), "primary")
    deciders = rows[0].deciders if open_rows else ""
    return Card(
        f"May I do these {len(rows)} things?",
        " · ".join(row.summary for row in rows),
        deciders=deciders,
        buttons=(all_shown,) if open_rows > 1 else (),
        outcome="" if open_rows else "All of it is settled",
        rows=tuple(replace(row, deciders="") for row in rows),
    )


def _approval_buttons(thread: str, id: str, ask: Approval, tool: str, category: str) -> tuple[Button, ...]:
    """ "Always" is offered only where it would change the next verdict."""

    def token(verb: Verb) -> str:
        return str(Token(thread, id, verb))

    always = (
        Button(f"Always allow {tool} in this thread…", token("always-tool"), form=True, more=True),
        Button(f"Always allow all of “{category}” in this thread…", token("always-category"), form=True, more=True),
    )
    return (
        Button("Approve", token("approve"), "primary"),
        Button("Deny…", token("reject"), "danger", form=True),
        Button("Edit…", token("edit"), form=True),
        *(always if ask.grantable else ()),
        Button("Approve with a note…", token("note"), form=True, more=True),
        Button("Answer instead…", token("respond"), form=True, more=True),
    )


def _warning(tool: AnyTool | None, anew: str) -> str:
    if anew:
        return anew
    return "Runs unsandboxed: it can do anything that I can do here." if tool and tool.unsandboxed else ""


def summary(call: ToolCall, tool: AnyTool | None) -> str:
    """What it does, in a line. `tool` is None if there is no such tool any more."""
    if tool is None:
        return call.tool
    try:
        return tool.line(tool.parse(call.arguments))
    except MalformedArguments:
        return call.tool


def _details(call: ToolCall, tool: AnyTool | None, preview: Preview | None = None) -> tuple[Detail, ...]:
    """Every argument, whole; a text and what becomes of it as one change, which says all that both say."""
    try:
        arguments = json.loads(call.arguments)
    except (ValueError, RecursionError):
        return (Detail("arguments", call.arguments, code=True),) if call.arguments else ()
    if not isinstance(arguments, dict):
        return (Detail("arguments", call.arguments, code=True),)
    if isinstance(preview, FileChange) and preview.diff:
        said = tool.diffed if tool and preview.whole else frozenset[str]()
        more = (Detail(name, _shown(value), code=True) for name, value in arguments.items() if name not in said)
        return (*more, Detail("change", preview.diff, code=True))
    rewrite = _rewrite(call, tool)
    if rewrite is None or max(len(rewrite.before), len(rewrite.after)) > COMPARED:
        return tuple(Detail(name, _shown(value), code=True) for name, value in arguments.items())
    others = {name: value for name, value in arguments.items() if name not in rewrite.arguments}
    change = Detail("change", diff(rewrite.before, rewrite.after), code=True)
    return (*(Detail(name, _shown(value), code=True) for name, value in others.items()), change)


def _rewrite(call: ToolCall, tool: AnyTool | None) -> Rewrite | None:
    try:
        return tool.rewrite(tool.parse(call.arguments)) if tool else None
    except MalformedArguments:
        return None


def _shown(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=1)
