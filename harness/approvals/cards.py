"""The words on a card. Pending and settled share one body, so that what was decided stays to be read."""

import json
import re
from typing import assert_never

from harness.approvals.asks import Approval, Ask, PlanReview, Question, Settlement
from harness.approvals.tokens import Token, Verb
from harness.chat.cards import Button, Card, Choices, Detail
from harness.chat.people import Person
from harness.chat.wording import capitalized
from harness.tools.calls import ToolCall
from harness.tools.tool import AnyTool, MalformedArguments

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
) -> Card:
    """The card of the ask `id` about `call`. `tool` is None if there is no such tool any more."""
    outcome = capitalized(str(settled or ""))
    at = settled.at if settled else None
    deciders = ask.deciders.described(requester)
    match ask:
        case Approval():
            warning = "Runs unsandboxed: it can do anything that I can do here." if tool and tool.unsandboxed else ""
            buttons = () if settled else _approval_buttons(thread, id, ask, call.tool, category)
            title = f"May I use {call.tool}?"
            return Card(title, _summary(call, tool), _details(call), warning, deciders, None, buttons, outcome, at)
        case Question():
            details = tuple(Detail(o.label, o.description) for o in ask.options if o.description)
            token = str(Token(thread, id, "choose"))
            choices = Choices(ask.options, ask.multiple, token) if ask.options and not settled else None
            answer = (Button("Answer…", str(Token(thread, id, "respond")), form=True),)
            free = answer if ask.free_text and not settled else ()
            return Card("A question", ask.text, details, "", deciders, choices, free, outcome, at)
        case PlanReview():
            goes_on = f"Once approved, I go on in the mode {ask.mode}." if ask.mode else ""
            buttons = (
                Button("Approve", str(Token(thread, id, "approve")), "primary"),
                Button("Revise…", str(Token(thread, id, "reject")), form=True),
            )
            details = (Detail("", ask.plan),)
            shown = () if settled else buttons
            return Card("A plan to review", ask.title, details, goes_on, deciders, None, shown, outcome, at)
        case _:
            assert_never(ask)


def _approval_buttons(thread: str, id: str, ask: Approval, tool: str, category: str) -> tuple[Button, ...]:
    """ "Always" is offered only where it would change the next verdict."""

    def token(verb: Verb) -> str:
        return str(Token(thread, id, verb))

    always = (
        Button(f"Always allow {tool} in this thread", token("always-tool"), more=True),
        Button(f"Always allow all of “{category}” in this thread", token("always-category"), more=True),
    )
    return (
        Button("Approve", token("approve"), "primary"),
        Button("Deny…", token("reject"), "danger", form=True),
        Button("Edit…", token("edit"), form=True),
        *(always if ask.grantable else ()),
        Button("Approve with a note…", token("note"), form=True, more=True),
        Button("Reply instead…", token("respond"), form=True, more=True),
    )


def _summary(call: ToolCall, tool: AnyTool | None) -> str:
    if tool is None:
        return call.tool
    try:
        return " ".join(tool.summary(tool.parse(call.arguments)).split())
    except MalformedArguments:
        return call.tool


def _details(call: ToolCall) -> tuple[Detail, ...]:
    """Every argument, whole."""
    try:
        arguments = json.loads(call.arguments)
    except (ValueError, RecursionError):
        return (Detail("arguments", call.arguments, code=True),) if call.arguments else ()
    if not isinstance(arguments, dict):
        return (Detail("arguments", call.arguments, code=True),)
    return tuple(
        Detail(name, value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=1), code=True)
        for name, value in arguments.items()
    )
