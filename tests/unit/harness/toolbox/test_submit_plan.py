import json

import pytest

from harness.toolbox.submit_plan import submit_plan
from harness.tools.arguments import MalformedArguments
from tests.unit.harness.toolbox.running import summary


def test_it_asks_a_person_and_does_not_run():
    tool = submit_plan()

    assert (tool.name, tool.category, tool.kind, tool.run) == ("submit_plan", "plan", "plan", None)


def test_a_plan_may_name_the_mode_to_go_on_in():
    assert submit_plan().parse('{"title": "T", "plan": "- one"}').mode is None
    assert submit_plan().parse('{"title": "T", "plan": "- one", "mode": "build"}').mode == "build"


@pytest.mark.parametrize(
    "arguments", [{"title": "T"}, {"plan": "P"}, {"title": "", "plan": "P"}, {"title": "T", "plan": " "}]
)
def test_a_plan_without_title_or_text_is_refused(arguments: dict[str, str]):
    with pytest.raises(MalformedArguments):
        submit_plan().parse(json.dumps(arguments))


def test_its_summary_is_the_title():
    assert summary(submit_plan(), title="Move to v2", plan="long\ntext") == "Plan: Move to v2"
