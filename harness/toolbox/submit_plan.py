"""The tool by which the model shows people how it means to go about something."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from harness.tools.acts import Act
from harness.tools.tool import Tool

_Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]


class SubmitPlan(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    title: _Text = Field(description="What the plan achieves, in one line.")
    plan: _Text = Field(description="The plan in Markdown: the steps, what they change, what could go wrong.")
    mode: str | None = Field(
        None,
        description=(
            "The mode to go on in once it is approved. Leave it out where there is one alone that plans lead to, which "
            "is meant then, or to stay in this one."
        ),
    )


def submit_plan() -> Tool[SubmitPlan]:
    return Tool(
        name="submit_plan",
        description=(
            "Show people your plan for a larger piece of work and wait for their decision. Approved, go on with "
            "it. Rejected with feedback, revise it and submit it again. Rejected without, stop and wait for "
            "what they say. Look around first, so that the plan is about what there is."
        ),
        category="plan",
        arguments=SubmitPlan,
        kind="plan",
        act=lambda arguments, _: Act("Plan:", "Planned:", (arguments.title,)),
    )
