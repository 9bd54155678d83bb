"""A form asks for what the answer needs, and what was typed is read by the tool's schema."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, Field

from harness.approvals.asks import Approval, Approve, Edit, PlanReview, Question, Reject, Respond
from harness.approvals.forms import FormErrors, called, form, read, typed_words
from harness.approvals.gate import Gate
from harness.approvals.tokens import Token
from harness.chat.cards import Option
from harness.tools.calls import ToolCall
from harness.tools.registry import Registry
from harness.tools.tool import AnyTool, Tool
from tests.reading import READER


class Deployment(BaseModel):
    where: str
    times: int = Field(1, ge=1)
    force: bool = False
    tags: list[str] = []


class Command(BaseModel):
    command: str


DEPLOY: AnyTool = Tool("deploy", "deploys", "execute", Deployment)
CALL = ToolCall("1.1.0", "deploy", '{"where": "staging", "times": 3, "tags": ["a"]}')


def token(verb: str) -> Token:
    return Token("t", "1.1.0#1", verb)  # type: ignore[arg-type]


def test_an_edit_has_a_field_for_each_argument_with_what_it_holds() -> None:
    fields = form(token("edit"), Approval(), CALL, DEPLOY).fields
    assert [(f.name, f.value, f.kind) for f in fields] == [
        ("where", "staging", "text"),
        ("times", "3", "integer"),
        ("force", "", "boolean"),
        ("tags", '["a"]', "json"),
    ]


@pytest.mark.parametrize("arguments", ["not json", "[1]", "[" * 100_000])
def test_an_edit_of_what_cannot_be_read_begins_empty(arguments: str) -> None:
    fields = form(token("edit"), Approval(), ToolCall("1.1.0", "deploy", arguments), DEPLOY).fields
    assert {f.value for f in fields} == {""}


def test_what_was_typed_becomes_the_arguments_in_their_types() -> None:
    values = {"where": "production", "times": "2", "force": "true", "tags": "[]"}
    edit = read(token("edit"), values, DEPLOY)
    assert isinstance(edit, Edit)
    assert json.loads(edit.arguments) == {"where": "production", "times": 2, "force": True, "tags": []}


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"where": "x", "times": "many"}, "times"),
        ({"where": "x", "times": "0"}, "times"),
        ({"where": "x", "tags": "{"}, "tags"),
        ({"where": "x", "tags": "[" * 2_900}, "tags"),
        ({"where": "half \ud83d"}, ""),
        ({"times": "1"}, "where"),
    ],
)
def test_what_cannot_be_taken_is_said_at_its_field(values: dict[str, str], field: str) -> None:
    with pytest.raises(FormErrors) as caught:
        read(token("edit"), values, DEPLOY)
    assert list(caught.value.fields) == [field]


@given(st.dictionaries(st.sampled_from(["where", "times", "force", "tags", "else"]), st.text()))
def test_an_edit_that_is_taken_is_one_that_the_tool_takes(values: dict[str, str]) -> None:
    try:
        edit = read(token("edit"), values, DEPLOY)
    except FormErrors:
        return
    assert isinstance(edit, Edit)
    DEPLOY.parse(edit.arguments)


def test_the_other_forms_read_as_the_answers_they_are() -> None:
    assert read(token("reject"), {"reason": " no "}, None) == Reject("no")
    assert read(token("note"), {"note": "gently"}, None) == Approve("gently")
    assert read(token("respond"), {"text": "use blue"}, None) == Respond("use blue")
    with pytest.raises(FormErrors):
        read(token("respond"), {"text": "  "}, None)


def test_forms_say_what_they_are_for() -> None:
    assert form(token("reject"), Approval(), CALL, DEPLOY).title == "Deny"
    assert form(token("reject"), PlanReview("t", "p"), CALL, None).title == "Revise the plan"
    assert form(token("respond"), Question("why?"), CALL, None).title == "Answer"
    assert form(token("respond"), Approval(), CALL, DEPLOY).title == "Answer instead"
    assert form(token("note"), Approval(), CALL, DEPLOY).submit == "Approve"
    longest = ToolCall("1.1.0", "deploy_everything_to_everywhere", "{}")
    assert form(token("edit"), Approval(), longest, None).title == "Edit and approve"


def test_a_review_approves_with_a_note_and_answers_as_the_question_wants() -> None:
    for ask in (Approval(), PlanReview("t", "p")):
        reviewed = form(token("review"), ask, CALL, DEPLOY)
        assert (reviewed.submit, [field.name for field in reviewed.fields]) == ("Approve", ["note"])
        assert not reviewed.fields[0].required
    assert read(token("review"), {"note": " go on "}, DEPLOY) == Approve("go on")
    assert read(token("review"), {"text": "red"}, None) == Respond("red")
    options = (Option("red"), Option("blue"))
    [menu] = form(token("review"), Question("which?", options, free_text=False), CALL, None).fields
    assert (menu.kind, menu.options) == ("choice", ("red", "blue"))
    [typed] = form(token("review"), Question("which?", options), CALL, None).fields
    assert (typed.kind, typed.hint) == ("text", "One of: red, blue, or your own words")
    [some] = form(token("review"), Question("which?", options, multiple=True, free_text=False), CALL, None).fields
    assert some.hint == "Some of, with commas between: red, blue"
    [free] = form(token("review"), Question("why?"), CALL, None).fields
    assert free.hint == ""
    with pytest.raises(FormErrors, match="please write something"):
        read(token("review"), {"text": " "}, None)


def test_always_says_what_it_will_cover_the_narrowest_first() -> None:
    run = Tool("run", "runs", "execute", Command, shell=READER, subject=lambda arguments: arguments.command)
    call = ToolCall("1.1.0", "run", '{"command": "make test -k"}')
    opened = form(token("always"), Approval(), call, run, ("run", "deploy"))
    scope, pattern = opened.fields
    assert opened.text.startswith("make test -k\n\nI'll stop asking")
    assert "Revoke it any time." in opened.text
    options = ("Exactly this command", "Only what matches the pattern", "Every call of run", "All of deploy, run")
    assert scope.options == options
    assert (scope.value, pattern.value) == (options[0], "make test*")
    assert pattern.hint.endswith("`make deploy*` also covers `make deploy prod`.")
    assert read(token("always"), {"scope": options[0], "match": "make*"}, run, call) == Approve(
        always="pattern", match="make test -k"
    )
    typed = {"scope": options[1], "match": " make* "}
    assert read(token("always"), typed, run) == Approve(always="pattern", match="make*")
    assert read(token("always"), {"scope": options[2]}, run) == Approve(always="tool")
    assert read(token("always"), {"scope": options[3]}, run) == Approve(always="category")
    with pytest.raises(FormErrors):
        read(token("always"), {"scope": options[1], "match": " "}, run)


@pytest.mark.parametrize(
    "command",
    ["git status; rm -rf ./tmp", "cd x && make", "ls | wc -l", "rm {a,b}x*; ls", "rm {a,b}x*", "A=b make", "ls > out"],
)
def test_a_command_that_no_pattern_covers_is_allowed_exactly_as_it_is(command: str) -> None:
    run = Tool("run", "runs", "execute", Command, shell=READER, subject=lambda arguments: arguments.command)
    call = ToolCall("1.1.0", "run", json.dumps({"command": command}))
    [scope] = form(token("always"), Approval(), call, run, ("run",)).fields
    assert (scope.value, scope.options) == ("Exactly this command", ("Exactly this command", "Every call of run"))
    choice = read(token("always"), {"scope": scope.value}, run, call)
    assert isinstance(choice, Approve)
    gate = Gate(Registry([run]))
    assert gate.within(call, choice.match)
    for other in (f"{command} -x", command.replace("x", "y").replace("tmp", "other").replace("wc", "sh"), "make"):
        if other != command:
            assert not gate.within(replace(call, arguments=json.dumps({"command": other})), choice.match)
    spread = json.dumps({"command": "rm '{a,b}x' y"})
    assert not gate.within(replace(call, arguments=spread), choice.match)


def test_always_masks_what_its_card_masks() -> None:
    run = Tool("run", "runs", "execute", Command, shell=READER, subject=lambda arguments: arguments.command)
    call = ToolCall("1.1.0", "run", json.dumps({"command": "TOKEN=abcdefgh12345 make; ls"}))
    opened = form(token("always"), Approval(), call, run, ("run",))
    assert "abcdefgh12345" not in str(opened)
    assert opened.text.startswith("TOKEN=••• make; ls\n")


def test_always_says_where_it_lets_nothing_be_written() -> None:
    run = Tool("run", "runs", "execute", Command, shell=READER, subject=lambda arguments: arguments.command)
    call = ToolCall("1.1.0", "run", '{"command": "make"}')

    def told(tool: AnyTool, read_only: bool) -> bool:
        return "read-only" in form(token("always"), Approval(), call, tool, read_only=read_only).text

    assert [told(run, True), told(run, False), told(replace(run, unsandboxed=True), True)] == [True, False, False]


def test_where_no_pattern_means_the_call_it_is_allowed_exactly() -> None:
    [scope] = form(token("always"), Approval(), CALL, DEPLOY, ("deploy",)).fields
    assert scope.options == ("Exactly this call", "Every call of deploy")
    choice = read(token("always"), {"scope": scope.value}, DEPLOY, CALL)
    assert isinstance(choice, Approve)
    assert Gate(Registry([DEPLOY])).within(CALL, choice.match)
    [gone] = form(token("always"), Approval(), CALL, None).fields
    assert gone.options == ("Every call of deploy",)


def test_asking_back_takes_words_and_denying_all_a_reason() -> None:
    assert [field.name for field in form(token("ask-back"), Approval(), CALL, DEPLOY).fields] == ["text"]
    assert typed_words({"text": " why? "}) == "why?"
    with pytest.raises(FormErrors):
        typed_words({"text": " "})
    assert form(token("reject-all"), Approval(), CALL, DEPLOY).title == "Deny all"
    assert read(token("reject-all"), {"reason": "no"}, DEPLOY) == Reject("no")


def test_what_is_masked_is_shown_in_full_and_nothing_is_filled_in() -> None:
    shown = form(token("show"), Approval(), ToolCall("1.1.0", "deploy", '{"where": "x", "key": "token=abc"}'), DEPLOY)
    assert (shown.fields, shown.text) == ((), "where:\nx\n\nkey:\ntoken=abc")


@pytest.mark.parametrize("match", ["[", "/docs/[", "a\nb", "x" * 5_000, "make deploy*"])
def test_a_pattern_that_leaves_out_the_very_call_is_refused_with_one_that_does_not(match: str):
    run = Tool("run", "runs", "execute", Command, shell=READER, subject=lambda arguments: arguments.command)
    call = ToolCall("1.1.0", "run", '{"command": "make test -k"}')
    scope = form(token("always"), Approval(), call, run).fields[0].options[1]
    with pytest.raises(FormErrors, match=r"does not cover this call: `make test\*` would"):
        read(token("always"), {"scope": scope, "match": match}, run, call)
    typed = {"scope": scope, "match": "make *"}
    assert read(token("always"), typed, run, call) == Approve(always="pattern", match="make *")


def test_fields_have_names_for_people():
    assert [called(name) for name in ("text", "reason", "note", "command")] == [
        "Your words", "Your reason", "Your note", "command",
    ]  # fmt: skip
