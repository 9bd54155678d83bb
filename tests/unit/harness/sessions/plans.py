"""Rules under which plans are submitted."""

from harness.approvals.gate import Gate
from harness.loop.rules import Rules
from harness.toolbox.askers import plan_review
from harness.toolbox.submit_plan import submit_plan
from harness.tools.registry import Registry

_TOOLS = Registry([submit_plan()])
PLANNING = Rules("plan", {"plan": Gate(_TOOLS, askers={"submit_plan": plan_review(["build"])}), "build": Gate(_TOOLS)})
