"""What people read first is true to the rules."""

from dataclasses import replace

from harness.approvals.gate import Gate, Rule, Verdict
from harness.commands.introduction import introduction
from tests.laws.colleague import TOOLS
from tests.unit.harness.commands.house import CONTEXT, WORKSPACE


def told(*rules: Rule, yolo: bool = False) -> list[str]:
    gates = {**CONTEXT.gates, "plan": Gate(TOOLS, rules, yolo=yolo)}
    return introduction(replace(CONTEXT, workspace=replace(WORKSPACE, name="Robin"), gates=gates)).split("\n\n")[1:-1]


def test_it_says_what_is_used_without_asking_after_asking_and_never() -> None:
    allow, deny = Rule(Verdict.ALLOW, category="read"), Rule(Verdict.DENY, category="execute")
    assert told(allow, deny, Rule(Verdict.DENY, tool="pay", match="all*")) == [
        "I use without asking: no_op, read, wait.",
        "I ask before I use: change, drop, pay, publish. Single calls may be ruled otherwise.",
        "I never use: amend, deploy, execute, fetch.",
        "Who may decide: whoever asked me or an approver.",
    ]
    assert told(yolo=True)[0] == f"I use without asking: {', '.join(sorted(set(TOOLS) - {'ask_user'}))}."


def test_it_says_who_it_is_and_where_there_is_more() -> None:
    words = introduction(CONTEXT)
    assert words.startswith("I am **Deskmate**, a colleague")
    assert words.endswith("Mention me with the word `help` for what else I understand.")
