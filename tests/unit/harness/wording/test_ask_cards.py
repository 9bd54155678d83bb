"""Asks as cards: a card is whole, and pending and settled share one body."""

import json
from dataclasses import replace
from typing import Any

import pytest

from harness.approvals.asks import Approval, Approve, Ask, PlanReview, Question, Settlement
from harness.chat.cards import Block
from harness.chat.phrases import Code, Moment, plain
from harness.sessions.turn import Replaced
from harness.toolbox.execute import execute
from harness.toolbox.shell import Completed
from harness.tools.calls import ToolCall
from harness.tools.origins import COMMAND
from harness.tools.previews import Stale
from harness.tools.registry import Registry
from harness.tools.shell_commands import Unreadable
from harness.wording.ask_cards import GONE, asked, drawn
from tests.laws.colleague import ANA, BOB, CYD, DEE, TOOLS
from tests.reading import READER
from tests.unit.harness.sessions.script import Script
from tests.unit.harness.toolbox.test_execute import Scripted
from tests.unit.harness.wording.asks import open_ask

SHELL = Scripted(Completed(0, ""))


def test_an_approval_shows_what_it_does_and_who_may_decide() -> None:
    pending = drawn("t", open_ask(Approval(expires=60.0)), TOOLS)
    assert plain(pending.title) == "Use deploy?"
    assert [block.text for block in pending.blocks] == ["what: staging\ntimes: 2"]
    assert pending.notes == (BOB, " or ", "an approver", " can decide", " · ", "expires ", Moment(60.0))
    assert pending.buttons


def test_a_command_says_for_how_long_and_where_it_runs() -> None:
    tools = Registry([execute(SHELL, reader=READER)])
    short = ToolCall("1.1.0", "execute", json.dumps({"command": "make deploy", "timeout": 60}))
    card = drawn("t", open_ask(Approval(), short), tools)
    assert (plain(card.title), card.blocks) == ("Run make deploy?", ()), "it is all there, once"
    assert plain(card.warning) == "This runs on my machine, without a sandbox."
    assert plain(card.notes) == "1 min at most · Bob or an approver can decide"
    long = "set -e\nmake deploy"
    card = drawn("t", open_ask(Approval(), ToolCall("1.1.0", "execute", json.dumps({"command": long}))), tools)
    assert (plain(card.title), card.blocks) == (
        "Run this command?",
        (Block(long, "shell", name="command", secrets=()),),
    )


@pytest.mark.parametrize(
    ("command", "secrets"),
    [("echo `id`", ()), ("echo \u202e", ()), ("curl -H 'Authorization: Bearer abcdefgh12345'", ("abcdefgh12345",))],
)
def test_a_command_that_a_title_would_not_show_as_it_is_stands_below(command: str, secrets: tuple[str, ...]) -> None:
    call = ToolCall("1.1.0", "execute", json.dumps({"command": command}))
    card = drawn("t", open_ask(Approval(), call), Registry([execute(SHELL, reader=READER)]))
    assert plain(card.title) == "Run this command?"
    assert card.blocks == (Block(command, "shell", name="command", secrets=secrets),)
    assert card.masked is bool(secrets)


@pytest.mark.parametrize("ask", [Approval(), Question("which?"), PlanReview("Move it", "1. pack")])
def test_settled_it_has_the_same_body_an_outcome_and_nothing_to_press(ask: Ask) -> None:
    pending = drawn("t", open_ask(ask), TOOLS)
    settled = drawn("t", open_ask(ask, settled=Settlement("approved", 5.0, ANA)), TOOLS)
    assert (settled.title, settled.blocks) == (pending.title, pending.blocks)
    assert pending.answerable
    assert settled.outcome
    assert not settled.answerable


def test_a_question_is_its_own_title_unless_it_is_long() -> None:
    asked = drawn("t", open_ask(Question("which?", default="red")), TOOLS)
    assert (plain(asked.title), asked.blocks) == ("which?", ())
    assert plain(asked.notes) == "If nobody answers in time: red · Bob or an approver can answer"
    long = drawn("t", open_ask(Question("which?\n" * 40)), TOOLS)
    assert (plain(long.title), long.blocks) == ("A question", (Block("which?\n" * 40, "markdown", name="question"),))


def test_a_plan_says_which_mode_it_leads_to() -> None:
    plan = drawn("t", open_ask(PlanReview("Move it", "1. pack\n2. go", mode="build")), TOOLS)
    assert plain(plan.title) == "Plan: Move it"
    assert plan.blocks == (Block("1. pack\n2. go", "markdown", name="plan"),)
    assert plain(plan.notes).startswith("Once approved, I go on in build mode · ")


@pytest.mark.parametrize(
    ("stale", "lapsed", "warning"),
    [
        ("world", False, "What this is about has changed since I asked. Please look again."),
        ("tool", False, "deploy has changed since I asked. Please look again."),
        (None, True, "deploy has changed since it was always allowed."),
        (None, False, ""),
    ],
)
def test_what_is_asked_anew_says_why_until_it_is_settled(stale: Stale | None, lapsed: bool, warning: str) -> None:
    assert plain(drawn("t", open_ask(Approval(), stale=stale, lapsed=lapsed), TOOLS).warning) == warning
    over = open_ask(Approval(), settled=Settlement("approved", 5.0, ANA), stale=stale, lapsed=lapsed)
    assert not drawn("t", over, TOOLS).warning


def test_an_ask_is_a_card_even_if_its_tool_is_no_more() -> None:
    [ask] = Script().says(BOB).replies(("deploy", "a")).session.asks.open
    for tools in (TOOLS, Registry([])):
        card = asked("t", [ask], tools)
        assert card == drawn("t", ask, tools)
        assert plain(card.title) == "Use deploy?"
        assert card.buttons
    gone = drawn("t", open_ask(Approval(), summary="Post to #ops (C1)"), Registry([]))
    assert plain(gone.title) == "Post to #ops (C1)?", "as people were shown it"


def test_a_card_names_those_who_may_decide_by_their_role() -> None:
    [ask] = Script().says(BOB).replies(("deploy", "a")).session.asks.open
    assert plain(drawn("t", ask, TOOLS, (ANA, BOB, CYD, DEE)).notes).startswith(
        "Bob or a lead (Ana, Cyd) can decide · "
    )


def test_several_asks_are_rows_of_one_card_and_none_is_gone() -> None:
    script = Script().says(BOB).replies(("deploy", "a"), ("deploy", "b"))
    both = asked("t", script.session.asks.sharing("1.1.0#1"), TOOLS)
    assert plain(both.title) == "Do these 2 things?"
    assert [button.label for button in both.buttons] == ["Approve all (2)", "Deny all…"]
    script.answers(BOB, Approve(), "1.1.1#1")
    rows = asked("t", script.session.asks.sharing("1.1.0#1"), TOOLS).rows
    assert [bool(row.outcome) for row in rows] == [False, True]
    script.answers(BOB, Approve(), "1.1.0#1")
    assert plain(asked("t", script.session.asks.sharing("1.1.0#1"), TOOLS).outcome) == "These 2 are settled."
    assert asked("t", (), TOOLS) is GONE


def test_a_card_says_why_it_is_asked_and_what_kept_a_rule_from_allowing_it() -> None:
    ask = open_ask(Approval(say="Deploys are announced first", kept="--force"), reason="The tests **pass**.")
    card = drawn("t", ask, TOOLS)
    assert card.reason == "The tests **pass**."
    assert plain(card.warning) == "Deploys are announced first."
    assert plain(card.notes).startswith("A rule would allow it, but for --force · Bob")
    shared = asked("t", [ask, ask], TOOLS)
    assert shared.reason == "The tests **pass**."


def test_what_became_of_the_request_and_of_the_call_since_is_said_first() -> None:
    replaced = Replaced("1.1.0#1", '{"what": "live", "times": 2}', (DEE,), "staging first")
    card = drawn("t", open_ask(Approval(), deleted=True, replaces=replaced), TOOLS)
    assert plain(card.warning) == (
        "The message that asked for this was deleted. I changed this after Dee spoke with me: staging first"
    )
    assert card.blocks[-1] == Block("- what: live\n+ what: staging\n  times: 2", "diff", name="changes")


def test_what_is_always_allowed_is_revoked_on_its_card_until_somebody_has() -> None:
    settlement = Settlement("approved", 5.0, ANA)
    card = drawn("t", open_ask(Approval(), settled=settlement, always="deploy *"), TOOLS)
    assert [(button.label, button.token) for button in card.buttons] == [("Revoke", "t|1.1.0#1|revoke")]
    assert plain(card.outcome).endswith(" · from now on without asking: deploy *")
    assert not card.answerable, "nothing is to be decided on it"
    card = drawn("t", open_ask(Approval(), settled=settlement, revoked=BOB), TOOLS)
    assert plain(card.outcome).endswith(" · asked about again since Bob revoked that")
    assert not card.buttons


def test_what_was_edited_says_in_what_it_is_another() -> None:
    settlement = Settlement("edited", 5.0, ANA)
    was = '{"what": "production", "times": 2}'
    card = drawn("t", open_ask(Approval(), settled=settlement, unedited=was), TOOLS)
    assert [(block.name, block.text) for block in card.blocks][1:] == [
        ("changes", "- what: production\n+ what: staging\n  times: 2")
    ]
    same = drawn("t", open_ask(Approval(), settled=settlement, unedited=open_ask(Approval()).call.arguments), TOOLS)
    assert len(same.blocks) == 1


def test_who_had_a_call_changed_is_named_by_their_account_whatever_they_call_themselves() -> None:
    dee = replace(DEE, name="Bob")
    card = drawn("t", open_ask(Approval(), replaces=Replaced("1.1.0#1", "{}", (dee,), "as Dee says")), TOOLS)
    assert [part for part in card.warning if not isinstance(part, str)] == [dee]


def test_what_was_put_in_place_of_a_call_says_so_once_it_is_settled() -> None:
    settlement = Settlement("approved", 5.0, ANA)
    ask = open_ask(Approval(), settled=settlement, replaces=Replaced("1.1.0#1", "{}", (DEE,), "as Dee says"))
    assert "changed after Dee spoke with me" in plain(drawn("t", ask, TOOLS).outcome)
    assert DEE in drawn("t", ask, TOOLS).outcome


def test_a_card_says_first_what_was_read_from_outside() -> None:
    card = drawn("t", open_ask(Approval(untrusted=("channel",))), TOOLS)
    assert plain(card.warning) == "I have read messages from another channel in this thread."


def test_what_is_masked_on_a_card_may_be_looked_at_by_whoever_decides() -> None:
    call = ToolCall("1.1.0", "deploy", json.dumps({"what": "[masked: GitHub token]"}))
    assert "Show secrets…" in [button.label for button in drawn("t", open_ask(Approval(), call), TOOLS).buttons]


def test_a_command_that_cannot_be_read_says_first_which_rules_were_not_checked() -> None:
    ask = open_ask(Approval(unreadable="its syntax is wrong", unchecked=("rm *",)), deleted=True)
    assert plain(drawn("t", ask, TOOLS).warning) == (
        "I can't read this command reliably: its syntax is wrong. I couldn't check it against the rule on rm *. "
        "The message that asked for this was deleted."
    )
    assert Code("rm *", ()) in drawn("t", ask, TOOLS).warning
    many = open_ask(Approval(unreadable="its syntax is wrong", unchecked=("a", "b", "c", "d", "e")))
    assert "against the rules on a, b, c and 2 more." in plain(drawn("t", many, TOOLS).warning)
    allowing = open_ask(Approval(unreadable="its syntax is wrong"))
    assert not drawn("t", allowing, TOOLS).warning, "people would be asked anyway"


@pytest.mark.parametrize(
    ("more", "warning"),
    [
        ({"unsandboxed": True}, "This runs on my machine, without a sandbox."),
        (
            {"unsandboxed": True, "apart": "x"},
            "This runs on my machine, without a sandbox. Your file rules don't apply",
        ),
        ({"outside": COMMAND}, "This can reach the network."),
        ({}, ""),
    ],
)
def test_what_a_command_could_harm_leads_its_card(more: dict[str, Any], warning: str) -> None:
    tools = Registry([replace(TOOLS["deploy"], shell=Unreadable(), **more)])
    card = drawn("t", open_ask(Approval(), deleted=True), tools)
    assert plain(card.warning).startswith(f"{warning} The message" if warning.endswith(".") else warning)
    assert "sandbox" not in plain(card.notes)
    said = drawn("t", open_ask(Approval(say="production. Announce it first"), deleted=True), tools)
    assert plain(said.warning).endswith("Production. Announce it first. The message that asked for this was deleted.")
