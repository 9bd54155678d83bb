"""A card is whole, and pending and settled share one body."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from adapters.files.folder import Folder
from harness.approvals.asks import Approval, Ask, PlanReview, Question, Settlement
from harness.approvals.deciders import Deciders
from harness.approvals.tokens import Token
from harness.chat.cards import Button, Card, Option
from harness.toolbox.edit_file import edit_file
from harness.toolbox.write_file import write_file
from harness.toolbox.write_todos import write_todos
from harness.tools.calls import ToolCall
from harness.tools.previews import FileChange
from harness.tools.tool import AnyTool
from harness.wording.cards import card, fenced, shared
from tests.laws.colleague import ANA, BOB, TOOLS

CALL = ToolCall("1.1.0", "deploy", '{"what": "staging", "times": 2}')


def drawn(ask: Ask, settled: Settlement | None = None, call: ToolCall = CALL, tool: AnyTool | None = None) -> Card:
    return card("t", "1.1.0#1", ask, call, tool or TOOLS["deploy"], "execute", BOB, settled)


def test_an_approval_shows_every_argument_whole_and_who_may_decide() -> None:
    pending = drawn(Approval())
    assert [(d.label, d.text) for d in pending.details] == [("what", "staging"), ("times", "2")]
    assert pending.deciders == "Bob, or any approver or owner"
    assert [b.label for b in pending.buttons[:3]] == ["Approve", "Deny…", "Edit…"]
    assert Token.parse(pending.buttons[0].token) == Token("t", "1.1.0#1", "approve")


def test_settled_it_has_the_same_body_the_outcome_and_no_buttons() -> None:
    pending, settled = drawn(Approval()), drawn(Approval(), Settlement("approved", 5.0, ANA))
    assert (settled.title, settled.summary, settled.details) == (pending.title, pending.summary, pending.details)
    assert (settled.outcome, settled.buttons) == ("Approved by Ana", ())


def test_an_outcome_keeps_its_capitals() -> None:
    gone = drawn(Approval(), Settlement("unreachable", 5.0, None, "Slack refused (Ana's Channel)"))
    assert gone.outcome == "Ended: nobody could be asked: Slack refused (Ana's Channel)"


def test_always_is_offered_only_where_it_would_change_the_next_verdict() -> None:
    def verbs(ask: Approval) -> set[str]:
        return {Token.parse(button.token).verb for button in drawn(ask).buttons}

    assert {"always-tool", "always-category"} <= verbs(Approval())
    assert not {"always-tool", "always-category"} & verbs(Approval(every_time=True))
    assert not {"always-tool", "always-category"} & verbs(Approval(Deciders(quorum=2)))
    assert not {"always-tool", "always-category"} & verbs(Approval(Deciders(not_authors=True)))


@pytest.mark.parametrize("arguments", ["not json", "[1]", "[" * 100_000])
def test_malformed_arguments_are_shown_as_they_are(arguments: str) -> None:
    odd = drawn(Approval(), call=ToolCall("1.1.0", "deploy", arguments))
    assert [(d.label, d.text) for d in odd.details] == [("arguments", arguments)]


def test_a_question_offers_its_options_and_free_text_where_it_is_welcome() -> None:
    options = (Option("red", "like blood"), Option("blue"))
    asked = drawn(Question("which?", options, free_text=False))
    assert asked.choices
    assert (asked.summary, asked.choices.options, asked.buttons) == ("which?", options, ())
    assert [b.label for b in drawn(Question("which?", options)).buttons] == ["Answer…"]
    assert drawn(Question("which?", options), Settlement("answered", 1.0, BOB)).choices is None


def test_a_plan_says_which_mode_it_leads_to() -> None:
    plan = drawn(PlanReview("Move it", "1. pack\n2. go", mode="build"))
    assert (plan.summary, plan.details[0].text) == ("Move it", "1. pack\n2. go")
    assert "build" in plan.warning
    assert [b.label for b in plan.buttons] == ["Approve", "Revise…"]


def test_the_summary_is_one_plain_line_of_the_tools_own() -> None:
    call = ToolCall("1.1.0", "write_todos", '{"todos": [{"text": "look"}]}')
    shown = drawn(Approval(), call=call, tool=write_todos())
    assert "\n" not in shown.summary
    assert shown.summary != "write_todos"


@pytest.mark.parametrize(("code", "fence"), [("x", "```"), ("a `b` c", "```"), ("```\nx\n```", "````"), ("", "```")])
def test_code_is_fenced_whatever_stands_in_it(code: str, fence: str) -> None:
    assert fenced(code, "json") == f"{fence}json\n{code}\n{fence}"


def test_an_edit_of_a_file_is_read_as_a_change(tmp_path: Path) -> None:
    tool = edit_file(Folder(tmp_path))
    call = ToolCall("1.1.0", "edit_file", json.dumps({"file_path": "/a.md", "old_string": "red", "new_string": "blue"}))
    assert [(d.label, d.text) for d in drawn(Approval(), call=call, tool=tool).details] == [
        ("file_path", "/a.md"),
        ("change", "- red\n+ blue"),
    ]


WRITE = ToolCall("1.1.0", "write_file", json.dumps({"file_path": "/a.md", "content": "blue"}))


def written(tmp_path: Path, seen: FileChange, settled: Settlement | None = None, anew: str = "") -> Card:
    tool = write_file(Folder(tmp_path))
    assert tool.foretold
    does = tool.foretold(tool.parse(WRITE.arguments), seen)
    return card("t", "1", Approval(), WRITE, tool, "edit", ANA, settled, preview=seen, does=does, anew=anew)


@pytest.mark.parametrize(
    ("seen", "summary", "labels"),
    [
        (FileChange("v", None, 1), "Write a.md (1 line)", ["file_path", "content"]),
        (FileChange("v", 200, 1, diff="- red\n+ blue"), "Replace a.md (200 lines become 1)", ["file_path", "change"]),
        (
            FileChange("v", 9, 1, diff="- r", whole=False),
            "Replace a.md (9 lines become 1)",
            ["file_path", "content", "change"],
        ),
        (
            FileChange("v", None, 1, hidden="binary"),
            "Replace a.md, which is no text (1 line)",
            ["file_path", "content"],
        ),
        (FileChange("v", None, 1, hidden="ruled"), "Replace a.md (1 line)", ["file_path", "content"]),
    ],
)
def test_what_a_call_would_do_is_on_its_card(tmp_path: Path, seen: FileChange, summary: str, labels: list[str]) -> None:
    shown = written(tmp_path, seen)
    assert (shown.summary, [detail.label for detail in shown.details]) == (summary, labels)


def test_what_is_asked_anew_says_why_until_it_is_settled(tmp_path: Path) -> None:
    seen, anew = FileChange("v", 1, 1, diff="- red\n+ blue"), "This did not run."
    assert written(tmp_path, seen, anew=anew).warning == anew
    assert not written(tmp_path, seen).warning
    assert not written(tmp_path, seen, Settlement("approved", 5.0, ANA), anew=anew).warning


def test_a_shared_card_has_one_button_for_all_as_long_as_several_are_open() -> None:
    rows = [Card("May I?", name, deciders="Ana", buttons=(Button("Approve", name),)) for name in "ab"]
    both = shared("t", "1.1.0#1", rows)
    assert [(button.label, button.token) for button in both.buttons] == [
        ("Approve all shown", "t|1.1.0#1+2|approve-all")
    ]
    assert (both.title, both.summary, both.deciders) == ("May I do these 2 things?", "a · b", "Ana")
    settled = replace(rows[0], buttons=(), outcome="Approved")
    assert not shared("t", "1.1.0#1", [settled, rows[1]]).buttons
    assert shared("t", "1.1.0#1", [settled, replace(settled, summary="b")]).outcome


def test_a_call_is_denied_and_a_plan_is_turned_down() -> None:
    no = Settlement("rejected", 1.0, ANA, "smaller")
    call = ToolCall("1.1.0", "submit_plan", "{}")
    plan = card("t", "1", PlanReview("Move", "1. pack"), call, None, "plan", ANA, no)
    assert plan.outcome == "Turned down by Ana: smaller"
    assert card("t", "1", Approval(), call, None, "other", ANA, no).outcome == "Denied by Ana: smaller"
