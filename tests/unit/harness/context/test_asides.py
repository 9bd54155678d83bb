"""What a model is shown and offered in an aside, and what its calls there come to."""

import json

from harness.approvals.asks import Approve
from harness.context.asides import INSTRUCTION, OFFERED, REPLACE, WITHDRAW, changes
from harness.context.model import ProposedCall
from harness.context.window import Window
from harness.sessions import facts as f
from harness.sessions.call_status import CallReplaced, CallWithdrawn, ChangeMisfit
from harness.sessions.fold import apply
from harness.sessions.session import Session
from tests.laws.colleague import ANA, BOB, DEE, TOOLS
from tests.unit.harness.sessions.script import Script


def script() -> Script:
    return Script().says(BOB, "ship it").replies(("deploy", "production"), ("fetch", "it")).shows()


def proposed(tool: str, **arguments: object) -> ProposedCall:
    return ProposedCall(tool, json.dumps(arguments))


def window(rows: list[f.Row]) -> tuple[Window, Session]:
    shown, session = Window(), Session()
    for row in rows:
        before, session = session, apply(session, row)
        shown.follow(before, row, session)
    return shown, session


def test_both_tools_are_described() -> None:
    assert [tool["function"]["name"] for tool in OFFERED] == [WITHDRAW, REPLACE]
    assert all(name in INSTRUCTION for name in (WITHDRAW, REPLACE))


def test_what_is_asked_of_waiting_calls_becomes_changes_of_what_was_shown() -> None:
    told = script()
    made = [
        proposed(WITHDRAW, call="1.1.0", reason="nobody wants it"),
        proposed(REPLACE, call="1.1.1", arguments={"what": "that"}, reason="rather that"),
    ]
    assert changes(made, told.session.turn, TOOLS) == (
        CallWithdrawn("1.1.0", told.call("1.1.0").digest, "nobody wants it"),
        CallReplaced("1.1.1", told.call("1.1.1").digest, '{"what": "that"}', "rather that"),
    )


def test_what_names_no_waiting_call_or_is_another_tool_changes_nothing() -> None:
    told = script().answers(ANA, Approve())
    made = [
        proposed(WITHDRAW, call="1.1.0", reason="too late"),
        proposed(WITHDRAW, call="9.9.9"),
        proposed(REPLACE, call="1.1.1", arguments="not an object"),
        proposed("read", call="1.1.1"),
        ProposedCall(WITHDRAW, "not json"),
        ProposedCall(WITHDRAW, "[" * 100_000),
    ]
    assert changes(made, told.session.turn, TOOLS) == ()
    assert changes(made, None, TOOLS) == ()


def test_arguments_that_the_tool_does_not_take_change_nothing_and_it_is_said_why() -> None:
    told = script()
    made = [proposed(REPLACE, call="1.1.0", arguments={"what": 5})]
    [misfit] = changes(made, told.session.turn, TOOLS)
    assert misfit == ChangeMisfit("1.1.0", "malformed arguments for deploy: what: input should be a valid string")


def test_its_request_begins_as_others_do_and_has_a_result_for_each_call() -> None:
    told = script()
    before, _ = window(told.rows)
    told.answers(ANA, Approve()).runs().says(DEE, "why?")
    shown, session = window(told.rows)
    messages = shown.aside(session, session.head, INSTRUCTION, 10_000)
    assert messages[: len(before.request)] == before.request, "to the byte"
    contents = [str(message.value["content"]) for message in messages[len(before.request) :]]
    assert contents[0] == "done"
    assert contents[1].startswith("[Waiting for a decision by Bob or a lead; it has not run. Its id: 1.1.1]")
    assert contents[2:] == ["Dee: why?", f"[{INSTRUCTION}]"]
    assert shown.request == before.request, "and nothing is added to what others hold"


def test_where_there_is_little_room_it_is_made_to_fit_and_others_are_not() -> None:
    told = script().says(DEE, "why? " * 5_000)
    shown, session = window(told.rows)
    messages = shown.aside(session, session.head, INSTRUCTION, 2_000)
    assert sum(message.size for message in messages) < 2_000 * 4
    assert str(messages[-1].value["content"]) == f"[{INSTRUCTION}]"
    assert "characters are left out here" in str(messages[-2].value["content"])
    assert not shown.cut
