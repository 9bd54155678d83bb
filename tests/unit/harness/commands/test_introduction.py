"""What people read first is true to the rules."""

from dataclasses import replace
from pathlib import Path

from bot import wiring
from harness.approvals.gate import Gate, Rule, Verdict
from harness.commands.introduction import introduction
from harness.workspace.profiles import Profile
from tests.laws.colleague import TOOLS
from tests.unit.harness.commands.house import CONTEXT, WORKSPACE


def told(*rules: Rule, yolo: bool = False) -> list[str]:
    gates = {**CONTEXT.gates, "plan": Gate(TOOLS, rules, yolo=yolo)}
    return introduction(replace(CONTEXT, workspace=replace(WORKSPACE, name="Robin"), gates=gates)).split("\n\n")[1:-1]


def test_it_says_what_is_used_without_asking_after_asking_and_never() -> None:
    allow, deny = Rule(Verdict.ALLOW, category="read"), Rule(Verdict.DENY, category="execute")
    assert told(allow, deny, Rule(Verdict.DENY, tool="pay", match="all*")) == [
        "I read freely. I ask before I remember things or use change, drop, pay, publish, tell. I never run commands. "
        "Specific calls may follow other rules.",
        "Who can decide: whoever asked me or an approver.",
    ]
    assert (
        told(yolo=True)[0]
        == "I read freely, and run commands, remember things and use change, drop, pay, publish, tell without asking."
    )


def test_of_the_shipped_tools_it_says_what_they_do() -> None:
    shipped = wiring.toolbox(Path(), {}, wiring.Outside(), lambda: 0.0)
    gates = {"plan": Gate(shipped, (Rule(Verdict.ALLOW, category="read"),))}
    words = introduction(replace(CONTEXT, gates=gates))
    assert (
        "I ask before I change files, run commands, remember things, set a heartbeat, post elsewhere, schedule work or "
        "send files." in words
    )


def test_it_says_nothing_of_what_the_model_is_not_offered() -> None:
    weak = {"openai/*": Profile(exclude_tools=frozenset({"pay", "drop"}))}
    context = replace(CONTEXT, workspace=replace(WORKSPACE, profiles=(weak,)))
    assert "change, drop, pay, publish, tell" in introduction(CONTEXT)
    assert "change, publish, tell" in introduction(context)


def test_it_says_who_it_is_and_where_there_is_more() -> None:
    words = introduction(CONTEXT)
    assert words.startswith("I'm **Deskmate**, a colleague")
    assert words.endswith("Mention me with the word `help` for all commands.")
