from harness.approvals.gate import Gate, Verdict
from harness.workspace.workspace import USUAL_RULES, Workspace
from tests.unit.harness.workspace.tools import TOOLS, call


def test_without_a_word_looking_is_allowed_and_all_else_is_asked():
    gate = Gate(TOOLS, USUAL_RULES)

    assert {name: gate.judge(call(name), 0).verdict for name in TOOLS if TOOLS[name].kind == "action"} == {
        "look": Verdict.ALLOW,
        "write_file": Verdict.ASK,
        "edit_file": Verdict.ASK,
        "execute": Verdict.ASK,
    }


def test_there_is_always_a_mode_and_it_is_the_default_one():
    assert Workspace().default_mode in Workspace().modes
