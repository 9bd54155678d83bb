"""May this call run? Every deny, then what the most specific rule allows, then yolo, then ASK."""

import json
import shlex
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from harness.approvals.asks import Approval, Question
from harness.approvals.deciders import Deciders
from harness.approvals.gate import Gate, Judged, Privacy, Rule, Terms, Verdict
from harness.approvals.hours import WorkCalendar, WorkingTime
from harness.approvals.reasons import RuleReason
from harness.toolbox.ask_user import ask_user
from harness.toolbox.askers import question
from harness.tools.calls import ToolCall
from harness.tools.registry import Registry
from harness.tools.tool import Tool
from harness.wording.reasons import ruled
from harness.workspace.gates import in_private
from tests.reading import READER

ALLOW, ASK, DENY = Verdict.ALLOW, Verdict.ASK, Verdict.DENY


class Command(BaseModel):
    command: str


TOOLS = Registry(
    [
        Tool("run", "runs", "execute", Command, unsandboxed=True, shell=READER, subject=lambda a: a.command),
        Tool("write", "writes", "edit", Command, subject=lambda a: a.command),
        ask_user(),
    ]
)


WHY = RuleReason("mode")


def judge(tool: str, command: str, *rules: Rule, yolo: bool = False, held: frozenset[str] = frozenset()) -> Judged:
    gate = Gate(TOOLS, rules, yolo=yolo, askers={"ask_user": question}, held=held)
    return gate.judge(ToolCall("1.1.0", tool, f'{{"command": "{command}"}}'), 1000.0)


def test_what_no_rule_decides_is_asked() -> None:
    assert judge("write", "x").verdict is ASK


@pytest.mark.parametrize(
    ("rules", "verdict"),
    [
        ((Rule(ALLOW, category="edit"),), ALLOW),
        ((Rule(ALLOW, category="edit"), Rule(ASK, tool="write")), ASK),
        ((Rule(ASK, category="edit"), Rule(ALLOW, tool="write")), ALLOW),
        ((Rule(ASK, tool="write"), Rule(ALLOW, tool="write", match="docs/*")), ALLOW),
        ((Rule(ALLOW, tool="write"), Rule(ASK, tool="write", match="docs/*")), ASK),
        ((Rule(ALLOW, tool="write", match="docs/*"), Rule(ASK, tool="write", match="*")), ALLOW),
        ((Rule(DENY, category="edit"), Rule(ALLOW, tool="write", match="docs/*")), DENY),
        ((Rule(ALLOW, tool="write"), Rule(DENY, tool="write", match="docs/*")), DENY),
        ((Rule(DENY, tool="run"), Rule(ALLOW, tool="write")), ALLOW),
    ],
)
def test_a_deny_wins_and_otherwise_the_more_specific_rule(rules: tuple[Rule, ...], verdict: Verdict) -> None:
    assert judge("write", "docs/a", *rules).verdict is verdict


def test_yolo_passes_an_ask_but_neither_a_deny_nor_what_is_asked_every_time() -> None:
    assert judge("write", "x", yolo=True).verdict is ALLOW
    assert judge("write", "x", Rule(DENY, tool="write"), yolo=True).verdict is DENY
    assert judge("write", "x", Rule(ASK, tool="write", terms=Terms(every_time=True)), yolo=True).verdict is ASK


def test_what_runs_unsandboxed_is_asked_every_time_unless_a_rule_allows_that_very_command() -> None:
    whole = Rule(ALLOW, tool="run", match="* *")
    for rules in ((Rule(ALLOW, category="execute"),), (Rule(ALLOW, tool="run"),), (whole,), ()):
        asked = judge("run", "git status", *rules, yolo=True)
        assert asked.verdict is ASK
        assert isinstance(asked.ask, Approval)
        assert asked.ask.every_time
    allowing = Rule(ALLOW, tool="run", match="git status*")
    assert judge("run", "git status", allowing).verdict is ALLOW
    assert judge("run", "git status; rm x", allowing).verdict is ASK


def test_nobody_who_could_be_asked_means_no() -> None:
    only_leads = Rule(ASK, tool="write", terms=Terms(Deciders(frozenset({"lead"}), requester=False)))
    assert judge("write", "x", only_leads).verdict is DENY
    assert "nobody can be asked" in ruled(judge("write", "x", only_leads).why)
    assert judge("write", "x", only_leads, held=frozenset({"lead"})).verdict is ASK


@pytest.mark.parametrize(
    "call", [ToolCall("1", "nope", "{}"), ToolCall("1", "write", "{"), ToolCall("1", "write", "{}")]
)
def test_what_cannot_run_is_never_put_before_people(call: ToolCall) -> None:
    verdict = Gate(TOOLS).judge(call, 0.0)
    assert (verdict.verdict, verdict.ask) == (DENY, None)


def test_a_tool_that_asks_a_person_asks_whatever_the_rules_allow() -> None:
    gate = Gate(TOOLS, (Rule(ALLOW, category="question"),), yolo=True, askers={"ask_user": question})
    verdict = gate.judge(ToolCall("1", "ask_user", '{"question": "why?"}'), 0.0)
    assert isinstance(verdict.ask, Question)
    assert verdict.ask.text == "why?"


def test_an_ask_expires_after_the_patience_of_its_rule() -> None:
    patient = Rule(ASK, tool="write", terms=Terms(patience=60.0))
    asked = judge("write", "x", patient).ask
    assert asked
    assert asked.expires == 1060.0


def test_an_ask_waits_for_days_on_which_people_work_who_may_decide() -> None:
    sundays = WorkingTime(frozenset({6}))  # 1970-01-04 is the first
    gate = Gate(TOOLS, calendar=WorkCalendar(sundays))
    ask = gate.judge(ToolCall("1.1.0", "write", '{"command": "x"}'), 0.0).ask
    assert ask
    assert ask.expires == (3 + 3 * 7) * 86_400


VERDICTS = st.sampled_from([ALLOW, ASK, DENY])
RULES = st.builds(
    Rule,
    VERDICTS,
    tool=st.sampled_from(["", "write", "run"]),
    category=st.sampled_from(["edit", "execute"]),
    match=st.just(""),
)


@given(st.lists(RULES), st.booleans(), st.sampled_from(["write", "run"]))
def test_no_rules_and_no_yolo_let_a_denied_call_run(rules: list[Rule], yolo: bool, tool: str) -> None:
    denied = any(r.verdict is DENY and r.covers(TOOLS[tool], "x") for r in rules)
    assert (judge(tool, "x", *rules, yolo=yolo).verdict is DENY) == denied


@given(VERDICTS, VERDICTS)
def test_later_rules_only_tighten(earlier: Verdict, later: Verdict) -> None:
    assert Judged(later, WHY).tightens(Judged(earlier, WHY)) == (later > earlier)


def test_other_deciders_are_tighter() -> None:
    ours, theirs = (Judged(ASK, WHY, Approval(Deciders(frozenset({role})))) for role in ("lead", "owner"))
    assert ours.tightens(theirs)
    assert not ours.tightens(ours)


def test_to_be_asked_every_time_is_tighter_and_leaves_what_people_said_as_it_is() -> None:
    usual, every = Judged(ASK, WHY, Approval()), Judged(ASK, WHY, Approval(every_time=True))
    assert every.tightens(usual)
    assert not usual.tightens(every)
    assert not every.asks_anew(usual)


def test_another_tool_is_judged_anew_and_what_people_said_of_the_one_before_is_void() -> None:
    asked, allowed = judge("write", "x"), judge("write", "x", Rule(ALLOW, tool="write"))
    for verdict in (asked, allowed):
        another = replace(verdict, tool="another")
        assert another.tightens(verdict)
        assert another.asks_anew(verdict) == (verdict is asked)
        assert not verdict.tightens(verdict)


def test_people_may_be_asked_even_of_what_a_rule_allows_but_not_of_what_one_denies() -> None:
    call = ToolCall("1.1.0", "write", '{"command": "x"}')
    verdicts = [Gate(TOOLS, (Rule(of, tool="write"),)).judge(call, 0.0, asking=True) for of in (ALLOW, DENY)]
    assert [verdict.verdict for verdict in verdicts] == [ASK, DENY]
    assert verdicts[0].ask


def test_a_tool_may_be_added_that_is_allowed_unless_a_rule_denies_it() -> None:
    tool = Tool("tell", "tells", "other", Command)
    gate, call = Gate(TOOLS), ToolCall("1.1.0", "tell", '{"command": "x"}')
    assert gate.judge(call, 0.0).verdict is DENY
    assert gate.allowing(tool).judge(call, 0.0).verdict is ALLOW
    assert Gate(TOOLS, (Rule(DENY, tool="tell"),)).allowing(tool).judge(call, 0.0).verdict is DENY


LINKS = {"/in/link": "/out/x", "/in/rc": "/.bashrc"}
LINKED = Registry(
    [
        Tool(
            "write",
            "writes",
            "edit",
            Command,
            subject=lambda a: a.command,
            leads=lambda a: (LINKS[a.command],) if a.command in LINKS else (),
            below=lambda a: (f"{a.command}/**",),
            careful=lambda subject: subject == "/.bashrc",
        )
    ]
)


@pytest.mark.parametrize(
    ("path", "rule", "verdict"),
    [
        ("/in/a", Rule(ALLOW, tool="write", match="/in/*"), ALLOW),
        ("/in/link", Rule(ALLOW, tool="write", match="/in/*"), ASK),
        ("/in/link", Rule(ALLOW, category="edit"), ALLOW),
        ("/in/link", Rule(DENY, tool="write", match="/out/*"), DENY),
        ("/in/link", Rule(DENY, tool="write", match="/in/*"), DENY),
        ("/in", Rule(DENY, tool="write", match="/in/*"), DENY),
        ("/", Rule(DENY, tool="write", match="/in/*"), ASK),
    ],
)
def test_judged_is_what_would_be_touched(path: str, rule: Rule, verdict: Verdict) -> None:
    judged = Gate(LINKED, (rule,)).judge(ToolCall("1.1.0", "write", f'{{"command": "{path}"}}'), 0.0)
    assert judged.verdict is verdict


@pytest.mark.parametrize("path", ["/.bashrc", "/in/rc"])
@pytest.mark.parametrize("rules", [(), (Rule(ALLOW, category="edit"),), (Rule(ALLOW, tool="write", match="*"),)])
@pytest.mark.parametrize("yolo", [False, True])
def test_what_a_tool_is_careful_about_is_asked_every_time(path: str, rules: tuple[Rule, ...], yolo: bool) -> None:
    call = ToolCall("1.1.0", "write", f'{{"command": "{path}"}}')
    judged = Gate(LINKED, rules, yolo=yolo).judge(call, 0.0)
    assert judged.verdict is ASK
    assert isinstance(judged.ask, Approval)
    assert not judged.ask.grantable
    denied = Gate(LINKED, (*rules, Rule(DENY, tool="write")), yolo=yolo).judge(call, 0.0)
    assert denied.verdict is DENY


@pytest.mark.parametrize(
    ("rules", "looks"), [((), 0), ((Rule(ALLOW, category="edit"),), 0), ((Rule(DENY, tool="w", match="/a"),), 1)]
)
def test_nobody_looks_where_a_path_lies_unless_a_rule_is_on_paths(rules: tuple[Rule, ...], looks: int) -> None:
    looked: list[str] = []

    def leads(arguments: Command) -> tuple[str, ...]:
        looked.append(arguments.command)
        return ()

    tools = Registry([Tool("w", "writes", "edit", Command, subject=lambda a: a.command, leads=leads)])
    Gate(tools, rules).judge(ToolCall("1.1.0", "w", '{"command": "/x"}'), 0.0)
    assert len(looked) == looks


def test_a_command_that_a_rule_allows_but_for_a_word_is_asked_and_the_reason_is_that_word() -> None:
    judged = judge("run", "git diff /etc/passwd", Rule(ALLOW, tool="run", match="git diff*"))
    assert (judged.verdict, judged.why) == (ASK, RuleReason("asked", "run /etc/passwd"))
    braces = judge("run", "git --no-pager diff {a,b}", Rule(ALLOW, tool="run", match="git diff*"))
    assert (braces.verdict, braces.why) == (ASK, RuleReason("asked", "run {a,b}"))


@pytest.mark.parametrize(
    ("command", "kept"),
    [
        ("make test && rm -rf x", "&&"),
        ("make test | tee log", "|"),
        ("make test > log", ">"),
        ("make test ../x", "../x"),
        ("make test", ""),
        ("make deploy", ""),
        ("rm x; make test", ""),
        ("make test {a,b}", "{a,b}"),
        ("{ make test\\n} &", "&"),
    ],
)
def test_what_keeps_a_command_from_being_allowed_is_said_with_the_pattern(command: str, kept: str) -> None:
    judged = judge("run", command, Rule(ALLOW, tool="run", match="make test*"))
    asked = judged.ask if isinstance(judged.ask, Approval) else Approval()
    assert (asked.near, asked.kept) == (("make test*", kept) if kept else ("", ""))


def test_what_keeps_a_path_from_being_allowed_is_where_it_leads() -> None:
    judged = Gate(LINKED, (Rule(ALLOW, tool="write", match="/in/*"),)).judge(
        ToolCall("1.1.0", "write", '{"command": "/in/link"}'), 0.0
    )
    assert isinstance(judged.ask, Approval)
    assert (judged.ask.near, judged.ask.kept) == ("/in/*", "/out/x")


def test_why_something_is_asked_is_said_in_the_words_of_its_rule() -> None:
    judged = judge("write", "x", Rule(ASK, tool="write", terms=Terms(say="Customers see this.")))
    assert isinstance(judged.ask, Approval)
    assert judged.ask.say == "Customers see this."


@pytest.mark.parametrize(
    ("command", "match", "within"), [("make test -q", "make test*", True), ("make test; ls", "make test*", False)]
)
def test_a_pattern_covers_what_an_allowing_rule_of_it_would(command: str, match: str, within: bool) -> None:
    call = ToolCall("1.1.0", "run", f'{{"command": "{command}"}}')
    assert Gate(TOOLS).within(call, match) is within
    assert not Gate(TOOLS).within(replace(call, arguments="not json"), match)
    assert not Gate(TOOLS).within(replace(call, tool="gone"), match)


class Words(BaseModel):
    words: str = ""


SAYING = Registry(
    [
        Tool("say", "says", "message", Words),
        Tool("show", "shows", "message", Words, here=True),
        Tool("note", "notes", "memory", Words),
        Tool("look", "looks", "read", Words),
        Tool("buy", "buys", "read", Words, reaches_others=True),
        ask_user(),
    ]
)
ALLOWED = tuple(Rule(ALLOW, category=category) for category in ("message", "memory", "read"))


def heard(tool: str, *origins: str, after: Mapping[str, Verdict] | None = None, **gate: Any) -> Judged:
    after = {"message": ASK} if after is None else after
    rules = gate.pop("rules", ALLOWED)
    made = Gate(SAYING, rules, askers={"ask_user": question}, after_untrusted=after, untrusted=origins, **gate)
    return made.judge(ToolCall("1.1.0", tool, "{}"), 1000.0)


def test_once_text_from_outside_was_read_a_category_is_asked_whatever_allows_it() -> None:
    assert heard("say").verdict is ALLOW
    for judged in (heard("say", "web"), heard("say", "web", rules=(), yolo=True)):
        assert (judged.verdict, judged.why) == (ASK, RuleReason("untrusted", "message", ("web",)))
        assert isinstance(judged.ask, Approval)
        assert judged.ask.untrusted == ("web",)
        assert judged.ask.grantable
    assert heard("look", "web").verdict is ALLOW


@pytest.mark.parametrize(("alone", "where"), [(True, "in private"), (False, "in a private channel")])
def test_a_private_place_says_which_it_is_and_what_a_call_does_there(alone: bool, where: str) -> None:
    tools = [
        Tool(name, "changes", "edit", Command, operation="write", subject=lambda a: a.command)
        for name in ("delete", "write_file")
    ]
    gate = in_private(Gate(Registry(tools), (Rule(ALLOW, category="edit"),)), alone)
    says = []
    for tool in tools:
        judged = gate.judge(ToolCall("1.1.0", tool.name, '{"command": "/x"}'), 0.0)
        assert isinstance(judged.ask, Approval)
        says.append(judged.ask.say)
    assert says == [
        f"you asked me {where}, and this deletes it for everyone I work with",
        f"you asked me {where}, and everyone I work with could read what this writes",
    ]


@pytest.mark.parametrize("shared", [None, lambda path: True])
def test_words_sent_from_a_private_place_are_asked_each_time_for_a_reason_of_their_own(shared: Any) -> None:
    place = Privacy("others could read it", "others get it", "others lose it", "others see it", shared)
    for yolo in (False, True):
        judged = heard("say", private=place, yolo=yolo)
        assert (judged.verdict, judged.why) == (ASK, RuleReason("private", "say"))
        assert isinstance(judged.ask, Approval)
        assert (judged.ask.every_time, judged.ask.say) == (True, "others get it")
        assert ruled(judged.why) == "in a private place I ask about each say call"
    bought = heard("buy", private=place)
    assert (bought.why, isinstance(bought.ask, Approval) and bought.ask.say) == (
        RuleReason("private", "buy"),
        "others see it",
    )
    assert heard("look", private=place).verdict is ALLOW
    assert heard("show", private=place).verdict is ALLOW, "it goes to the place itself"


def test_what_is_remembered_then_is_asked_each_time_whatever_the_file_says() -> None:
    assert heard("note").verdict is ALLOW
    for after in ({}, {"memory": ALLOW}, {"memory": ASK}):
        judged = heard("note", "web", after=after)
        assert judged.verdict is ASK
        assert isinstance(judged.ask, Approval)
        assert judged.ask.every_time
    assert heard("note", "web", after={"memory": DENY}).verdict is DENY


def test_it_only_tightens() -> None:
    denying = (Rule(DENY, category="message"),)
    for after in ({}, {"message": ALLOW}, {"message": ASK}):
        assert heard("say", "web", after=after, rules=denying).why.code == "denied"
    denied = heard("say", "web", after={"message": DENY})
    assert (denied.verdict, denied.why) == (DENY, RuleReason("untrusted", "message", ("web",)))
    assert heard("ask_user", "web", after={"question": ASK}).why.code in ("person", "malformed")
    assert ruled(denied.why) == "after I read a web page, message calls are denied here"


def test_a_verdict_counts_over_one_of_before_something_was_read() -> None:
    before, after, more = heard("say"), heard("say", "web"), heard("say", "web", "channel")
    assert after.tightens(before)
    assert more.tightens(after)
    assert not after.tightens(more)
    assert not after.tightens(after)
    assert not more.asks_anew(after), "what people have said to it counts"


UNREADABLE = ["[[ -d x ]] && git push", "git status 'x", "time git status", "x" * 30_000]


@pytest.mark.parametrize("command", UNREADABLE)
def test_people_are_asked_about_a_command_that_cannot_be_read_whatever_else_allows_it(command: str) -> None:
    run = replace(TOOLS["run"], unsandboxed=False)
    rules = (Rule(Verdict.ALLOW, tool="run"), Rule(Verdict.DENY, tool="run", match="git push *"))
    judged = Gate(Registry([run]), rules, yolo=True).judge(
        ToolCall("1.1.0", "run", json.dumps({"command": command})), 0.0
    )
    assert (judged.verdict, judged.why.code) == (Verdict.ASK, "unreadable")
    assert isinstance(judged.ask, Approval)
    assert not judged.ask.grantable
    assert (judged.ask.unreadable, judged.ask.unchecked) == (judged.why.about, ("git push *",))


QUOTING = ['git commit -m "clean up; rm build dir"', "echo 'first; rm x'"]


@pytest.mark.parametrize("command", QUOTING)
@pytest.mark.parametrize("verdict", [Verdict.DENY, Verdict.ASK])
def test_people_decide_on_quoted_text_that_a_rule_would_stop_if_it_ran(command: str, verdict: Verdict) -> None:
    run = replace(TOOLS["run"], unsandboxed=False)
    rules = (Rule(verdict, tool="run", match="rm *"), Rule(Verdict.ALLOW, tool="run", match="echo*"))
    call = ToolCall("1.1.0", "run", json.dumps({"command": command}))
    judged = Gate(Registry([run]), rules, yolo=verdict is Verdict.DENY).judge(call, 0.0)
    assert judged.verdict is Verdict.ASK
    assert isinstance(judged.ask, Approval)
    if verdict is Verdict.DENY:
        assert judged.why == RuleReason("unreadable", "its quoted text may or may not run", ("rm *",))
        assert judged.ask.unchecked == ("rm *",)
        assert not judged.ask.grantable
    runs = replace(call, arguments=json.dumps({"command": f"sh -c {shlex.quote(command)}; eval 'true; rm x'"}))
    assert Gate(Registry([run]), rules).judge(runs, 0.0).verdict is verdict


@pytest.mark.parametrize("command", UNREADABLE)
def test_where_no_rule_looks_at_commands_what_cannot_be_read_changes_nothing(command: str) -> None:
    run = replace(TOOLS["run"], unsandboxed=False)
    gate = Gate(Registry([run]), (Rule(Verdict.ALLOW, tool="run"),))
    assert gate.judge(ToolCall("1.1.0", "run", json.dumps({"command": command})), 0.0).verdict is Verdict.ALLOW
