"""What the tools that ask a person ask: their arguments become a Question or a PlanReview."""

from collections.abc import Collection

from harness.approvals.asks import PlanReview, Question
from harness.approvals.deciders import Deciders
from harness.approvals.gate import Asker
from harness.chat.cards import Option
from harness.toolbox.ask_user import AskUser
from harness.toolbox.submit_plan import SubmitPlan
from harness.tools.tool import MalformedArguments


def question(arguments: AskUser, deciders: Deciders, expires: float | None) -> Question:
    """The question that `ask_user` asks."""
    options = tuple(Option(option.label, option.description) for option in arguments.options)
    return Question(arguments.question, options, arguments.multiple, arguments.free_text, deciders, expires)


def plan_review(modes: Collection[str]) -> Asker:
    """Makes the review that `submit_plan` asks for, in a mode that may lead to `modes`. It raises MalformedArguments
    for another one.
    """

    def review(arguments: SubmitPlan, deciders: Deciders, expires: float | None) -> PlanReview:
        mode = arguments.mode or ""
        if mode and mode not in modes:
            allowed = f"it may be {' or '.join(sorted(modes))}" if modes else "leave it out"
            raise MalformedArguments(f"malformed arguments for submit_plan: mode: no plan leads to {mode}; {allowed}")
        return PlanReview(arguments.title, arguments.plan, mode, deciders, expires)

    return review
