"""Rulings give their reason as a code, and say nothing themselves."""

from harness.approvals.gate import Gate, Rule, Verdict
from harness.approvals.reasons import RuleReason
from harness.tools.calls import ToolCall
from tests.laws.colleague import TOOLS


def why(tool: str, *rules: Rule, yolo: bool = False) -> RuleReason:
    return Gate(TOOLS, rules, yolo=yolo, held=frozenset({"owner"})).judge(ToolCall("1.1.0", tool, "{}"), 0.0).why


def test_each_ruling_gives_its_code_and_what_it_is_about() -> None:
    assert why("rm") == RuleReason("no-tool", "rm", tuple(sorted(TOOLS)))
    assert why("deploy", Rule(Verdict.DENY, tool="deploy")) == RuleReason("denied", "deploy")
    assert why("deploy", Rule(Verdict.ALLOW, tool="deploy")) == RuleReason("allowed", "deploy")
    assert why("deploy", yolo=True) == RuleReason("mode")
    assert why("deploy").code == "asked"
