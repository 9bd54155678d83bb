"""What we do, what we ask about before, and who may decide: what people read first. Pure."""

from harness.approvals.gate import Gate, Verdict
from harness.chat.people import Person
from harness.chat.phrases import plain
from harness.commands.context import CommandContext

ASKER = Person("", "", "", "whoever asked me")


def introduction(context: CommandContext) -> str:
    """In Markdown, true to the rules of the mode in which conversations begin."""
    workspace = context.workspace
    gate = context.gates[workspace.default_mode]
    return "\n\n".join(
        [
            f"I am **{workspace.name}**, a colleague who works in your threads. Mention me, or write to me directly, "
            "and I work on what you ask. What you say meanwhile reaches me at my next step, and “stop” stops me.",
            *filter(None, (_allowed(gate), _asked(gate), _denied(gate))),
            f"Who may decide: {plain(gate.terms.deciders.described(ASKER))}.",
            "Mention me with the word `help` for what else I understand.",
        ]
    )


def _allowed(gate: Gate) -> str:
    tools = _tools(gate, Verdict.ALLOW)
    return f"I use without asking: {tools}." if tools else ""


def _asked(gate: Gate) -> str:
    tools = _tools(gate, Verdict.ASK)
    more = " Single calls may be ruled otherwise." if any(rule.match for rule in gate.rules) else ""
    return f"I ask before I use: {tools}.{more}" if tools else ""


def _denied(gate: Gate) -> str:
    tools = _tools(gate, Verdict.DENY)
    return f"I never use: {tools}." if tools else ""


def _tools(gate: Gate, verdict: Verdict) -> str:
    """Those that do something: a question needs no leave."""
    return ", ".join(
        name for name, tool in sorted(gate.tools.items()) if tool.kind == "action" and gate.usual(tool) is verdict
    )
