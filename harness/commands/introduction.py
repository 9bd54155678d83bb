"""What we do, what we ask about before, and who may decide: what people read first. Pure."""

from collections.abc import Iterable, Mapping

from harness.approvals.gate import Gate, Verdict
from harness.chat.people import Person
from harness.chat.phrases import listed, plain
from harness.commands.context import CommandContext
from harness.tools.tool import AnyTool

ASKER = Person("", "", "", "whoever asked me")
_DOES: Mapping[str, str] = {
    "post_message": "post elsewhere",
    "send_file": "send files",
    "schedule": "schedule work",
    "heartbeat": "set a heartbeat",
    "save_attachment": "save attachments",
}
"""What people know as something that is done, by the tool that does it, or else by its category."""
_DOES_BY_CATEGORY: Mapping[str, str] = {
    "read": "read",
    "edit": "change files",
    "execute": "run commands",
    "memory": "remember things",
}
_OURS = frozenset({"no_op", "report", "write_todos", "end_heartbeat", "schedule_wakeup", "wakeups"})
"""Tools that concern nobody but us."""


def introduction(context: CommandContext) -> str:
    """In Markdown, true to the rules of the mode in which conversations begin."""
    workspace = context.workspace
    gate = context.gate_at_first()
    return "\n\n".join(
        [
            f"I'm **{workspace.name}**, a colleague who works in your threads. Mention me or write to me directly. You "
            "can keep writing while I work; “stop” stops me.",
            _rules(gate),
            f"Who can decide: {plain(gate.terms.deciders.described(ASKER))}.",
            "Mention me with the word `help` for all commands.",
        ]
    )


def permissions(context: CommandContext) -> str:
    """What we do and what we ask about, by the same rules."""
    return _rules(context.gate_at_first())


def _rules(gate: Gate) -> str:
    allowed, asked, denied = (_done(gate, verdict) for verdict in (Verdict.ALLOW, Verdict.ASK, Verdict.DENY))
    others = [one for one in allowed if one != "read"]
    freely = "I read freely" if "read" in allowed else ""
    without = f"{'and' if freely else 'I'} {_and(others, 'and')} without asking" if others else ""
    sentences = (
        f"{', '.join(filter(None, (freely, without)))}." if allowed else "",
        f"I ask before I {_and(asked, 'or')}." if asked else "",
        f"I never {_and(denied, 'or')}." if denied else "",
        "Specific calls may follow other rules." if any(rule.match for rule in gate.rules) else "",
    )
    return " ".join(filter(None, sentences))


def _done(gate: Gate, verdict: Verdict) -> list[str]:
    """What is done by tools that the rules say so of: a question needs no leave."""
    tools = (tool for _, tool in sorted(gate.tools.items()) if tool.kind == "action" and tool.name not in _OURS)
    ruled = [tool for tool in tools if gate.usual(tool) is verdict]
    known = dict.fromkeys(filter(None, map(_does, ruled)))
    others = [tool.name for tool in ruled if not _does(tool)]
    return [*known, *([f"use {', '.join(others)}"] if others else [])]


def _does(tool: AnyTool) -> str:
    """Empty for a tool of which people know nothing but the name."""
    return _DOES.get(tool.name) or _DOES_BY_CATEGORY.get(tool.category, "")


def _and(done: Iterable[str], last: str) -> str:
    return plain(listed([(one,) for one in done], last))
