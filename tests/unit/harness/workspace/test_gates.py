from typing import Any

import pytest
from pydantic import BaseModel

from harness.approvals.asks import Approval, Ask, Question
from harness.approvals.deciders import Deciders
from harness.approvals.gate import Verdict
from harness.approvals.reasons import RuleReason
from harness.toolbox.report import report
from harness.tools.calls import REPORT, ToolCall
from harness.tools.previews import FileChange
from harness.tools.registry import Registry
from harness.tools.tool import Tool, ToolContext
from harness.workspace.gates import gate, ruled
from harness.workspace.loading import parse
from tests.reading import READER
from tests.unit.harness.workspace.tools import TOOLS, call


class Path(BaseModel):
    path: str


TEXT = """
modes:
  plan: {tools: [read, edit, question]}
  build:
    yolo: true
    permissions:
      categories: {read: ask}
      tools: {write_file: allow}
      terms: {roles: [approver], expires: 1h}
permissions:
  categories: {edit: ask}
  tools: {edit_file: {verdict: ask, every_time: true}}
  rules:
    - {tool: execute, match: "git status*", verdict: allow}
    - {tool: execute, match: "rm *", verdict: deny}
people: [{id: "slack:T1:U1", roles: [owner]}]
"""


def asker(arguments: Any, deciders: Deciders, expires: float | None, now: float) -> Ask:
    return Question(arguments.words, deciders=deciders, expires=expires)


def judge(mode: str, tool: str, words: str = "", text: str = TEXT):
    workspace = parse(text, "workspace.yaml", TOOLS)
    return gate(workspace, workspace.modes[mode], TOOLS, {"ask_user": asker}).judge(call(tool, words), 1000.0)


@pytest.mark.parametrize(
    ("mode", "tool", "words", "verdict"),
    [
        ("plan", "look", "", Verdict.ALLOW),
        ("plan", "write_file", "", Verdict.ASK),
        ("plan", "execute", "git status", Verdict.DENY),  # not offered in this mode
        ("build", "look", "", Verdict.ALLOW),  # the mode asks, and its yolo allows
        ("build", "write_file", "", Verdict.ALLOW),
        ("build", "edit_file", "", Verdict.ASK),  # every time, so yolo does not pass
        ("build", "execute", "git status -s", Verdict.ALLOW),
        ("build", "execute", "git status; rm x", Verdict.DENY),
        ("build", "execute", "ls", Verdict.ASK),  # unsandboxed, so yolo does not pass
    ],
)
def test_a_mode_rules_by_the_file(mode: str, tool: str, words: str, verdict: Verdict):
    assert judge(mode, tool, words).verdict is verdict


def test_asks_are_put_as_the_mode_says():
    ask = judge("build", "execute", "ls").ask

    assert ask == Approval(Deciders(frozenset({"approver"})), every_time=True, expires=4600.0)


def test_tools_that_ask_make_their_own_asks():
    ask = judge("plan", "ask_user", "Which?").ask
    assert isinstance(ask, Question)
    assert ask == Question("Which?", expires=ask.expires)
    assert ask.expires, "three working days, if nothing else is said"


def test_what_nobody_may_decide_is_denied_with_the_reason():
    text = "permissions: {tools: {look: {verdict: ask, roles: [boss], requester: false}}}"

    judged = judge("build", "look", text=text)

    assert (judged.verdict, judged.why) == (Verdict.DENY, RuleReason("nobody", "boss"))


def test_what_reports_on_heartbeats_is_in_no_mode_of_itself() -> None:
    tools = Registry([*TOOLS.values(), report()])
    workspace = parse("modes: {all: {}, some: {tools: [report, read]}}", "workspace.yaml", tools)
    for mode in workspace.modes.values():
        assert REPORT not in gate(workspace, mode, tools, {}).tools


PATHS = Registry(
    [
        Tool(name, "", category, Path, subject=lambda arguments: arguments.path)
        for name, category in (("grep", "read"), ("read_file", "read"), ("write", "edit"), ("send_file", "message"))
    ]
)


def permitted(tool: str, path: str, text: str, own: str = "/", mode: str = "") -> bool:
    permits = ruled(parse(text, "workspace.yaml", PATHS), PATHS)[tool].permits
    context = ToolContext(ToolCall("1.1.0", tool, "{}"), "thread", mode=mode)
    return permits is None or permits(Path(path=own), context)(path)


RULES = """
modes:
  all: {}
  some: {permissions: {rules: [{category: read, match: "/mode/*", verdict: deny}]}}
permissions:
  rules:
    - {category: read, match: "/hr/open/*", verdict: allow}
    - {category: read, match: "/hr/*", verdict: ask}
    - {tool: read_file, match: "/secret*", verdict: deny}
"""


@pytest.mark.parametrize(
    ("tool", "path", "own", "permits"),
    [
        ("grep", "/a", "/", True),
        ("grep", "/secret/x", "/", False),
        ("send_file", "/secret/x", "/secret/x", False),
        ("write", "/secret/x", "/", True),
        ("grep", "/hr/x", "/", False),
        ("grep", "/hr/x", "/hr/y", True),
        ("grep", "/hr/open/x", "/", True),
    ],
)
def test_a_tool_touches_only_what_the_rules_leave_it(tool: str, path: str, own: str, permits: bool):
    assert permitted(tool, path, RULES, own) is permits


def test_a_tool_is_bound_by_the_rules_of_the_present_mode_alone():
    assert not permitted("grep", "/mode/x", RULES, mode="some")
    assert permitted("grep", "/mode/x", RULES, mode="all")
    assert permitted("grep", "/mode/x", RULES, mode="gone"), "it is ruled as the default"
    assert not permitted("grep", "/secret/x", RULES, mode="all")


@pytest.mark.parametrize(
    ("path", "shown"),
    [("/a", True), ("/secret/x", False), ("/hr/x", False), ("/hr/open/x", True)],
)
def test_people_are_shown_before_they_decide_what_may_be_read(path: str, shown: bool):
    async def seen(arguments: Path, context: ToolContext) -> FileChange:
        return FileChange("", None, 0)

    tools = Registry([*PATHS.values(), Tool("replace", "", "edit", Path, preview=seen)])
    shows = ruled(parse(RULES, "workspace.yaml", tools), tools)["replace"].shows
    assert shows
    assert shows(ToolContext(ToolCall("1.1.0", "replace", "{}"), "thread"))(path) is shown


def test_where_nothing_may_be_read_nothing_is_shown():
    async def seen(arguments: Path, context: ToolContext) -> FileChange:
        return FileChange("", None, 0)

    tools = Registry([*PATHS.values(), Tool("replace", "", "edit", Path, preview=seen)])
    shows = ruled(parse("permissions: {categories: {read: deny}}", "workspace.yaml", tools), tools)["replace"].shows
    assert shows
    assert not shows(ToolContext(ToolCall("1.1.0", "replace", "{}"), "thread"))("/a")


def test_without_rules_on_paths_nothing_is_asked_of_them():
    tools = ruled(parse("permissions: {categories: {edit: ask}}", "workspace.yaml", PATHS), PATHS)
    assert all(tool.permits is None for tool in tools.values())


def test_what_runs_commands_is_another_tool_with_other_rules_on_what_they_see():
    tools = Registry([*PATHS.values(), Tool("execute", "", "execute", Path, shell=READER)])

    def digest(text: str) -> str:
        return ruled(parse(text, "workspace.yaml", tools), tools)["execute"].digest

    free, files = "permissions: {rules: [{tool: write, match: '/a/*', verdict: deny}]}", "files: [{operations: [write],"
    assert digest(free) == digest("{}")
    assert (
        len(
            {
                digest(RULES),
                digest(RULES.replace("/hr/*", "/hr/x/*")),
                digest(RULES.replace("deny", "ask")),
                digest("{}"),
            }
        )
        == 4
    )
    assert digest(f"{files} paths: [/a], verdict: deny}}]") != digest(f"{files} paths: [/b], verdict: deny}}]")
    terms = "{verdict: ask, roles: [a, b, c, d], every_time: true}"
    assert digest(RULES.replace("verdict: ask", terms[1:-1])) == digest(RULES)


@pytest.mark.parametrize(
    "rules",
    [
        "files: [{operations: [read], paths: [/secret/**], verdict: deny}]\npermissions:\n  rules:",
        "files: [{operations: [write], paths: [/docs/**], verdict: ask}]\npermissions:\n  rules:",
        "permissions:\n  rules:\n    - {category: read, match: '/secret/*', verdict: deny}",
    ],
)
def test_without_a_sandbox_each_command_is_asked_where_a_rule_is_on_files(rules: str):
    text = f"modes: {{all: {{}}}}\n{rules}\n    - {{tool: execute, match: 'cat*', verdict: allow}}\n"
    plain = text[text.index("    - {tool: execute") :]
    tools = Registry([*TOOLS.values(), PATHS["read_file"]])

    def judged(text: str) -> Verdict:
        workspace = parse(text, "workspace.yaml", tools)
        return (
            gate(workspace, workspace.modes["all"], ruled(workspace, tools), {})
            .judge(call("execute", "cat a"), 1.0)
            .verdict
        )

    assert judged(text) is Verdict.ASK
    assert judged(f"modes: {{all: {{}}}}\npermissions:\n  rules:\n{plain}") is Verdict.ALLOW
