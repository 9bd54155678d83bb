"""The people, tools and rules that the laws are played with."""

from collections.abc import Mapping
from dataclasses import replace

from pydantic import BaseModel

from harness.approvals.asks import Ask, Question
from harness.approvals.deciders import OWNER, Deciders
from harness.approvals.gate import Gate, Rule, Terms, Verdict
from harness.chat.cards import Option
from harness.chat.people import Person, Place
from harness.loop.rules import Rules
from harness.sessions.limits import Limits
from harness.tools.calls import NO_OP, REPORT
from harness.tools.changes import FileChanged, UndoOutcome
from harness.tools.origins import CHANNEL as CHANNEL_READ
from harness.tools.origins import WEB
from harness.tools.previews import FileChange
from harness.tools.registry import Registry
from harness.tools.schedules import Interval
from harness.tools.shell_commands import CommandReader
from harness.tools.tool import AnyTool, Tool, ToolContext
from tests.reading import INLINE

LEADS = frozenset({"lead"})
ANA = Person("test", "T", "ana", "Ana", LEADS | {OWNER})
BOB = Person("test", "T", "bob", "Bob")
CYD = Person("test", "T", "cyd", "Cyd", LEADS)
DEE = Person("test", "T", "dee", "Dee")
ANA_ELSEWHERE = Person("elsewhere", "T", "7", "Ana", LEADS, accounts=("elsewhere:T:7", ANA.id))
"""The workspace has known that this is Ana, too, for some time; her older words do not say so."""
EVERYBODY = (ANA, BOB, CYD, DEE, ANA_ELSEWHERE)
CHANNEL, DM = Place("test", "T", "channel", "1"), Place("test", "T", "dm")


class What(BaseModel):
    what: str = ""


class Asked(BaseModel):
    options: list[str] = []
    free_text: bool = True


def _what(
    name: str,
    category: str,
    repeatable: bool = False,
    shell: CommandReader | None = None,
    seen: bool = False,
    outside: str = "",
) -> AnyTool:
    return Tool(
        name,
        f"{name}s",
        category,
        What,
        repeatable=repeatable,
        shell=shell,
        outside=outside,
        subject=lambda a: a.what,
        preview=_seen if seen else None,
        undo=_undone if seen else None,
    )


async def _seen(arguments: What, context: ToolContext) -> FileChange:
    raise AssertionError("the world of the laws sees")


async def _undone(arguments: What, change: FileChanged, context: ToolContext) -> UndoOutcome:
    raise AssertionError("the world of the laws undoes")


def _question(arguments: Asked, deciders: Deciders, expires: float | None, now: float) -> Ask:
    options = tuple(map(Option, arguments.options))
    return Question(
        "which?", options, multiple=False, free_text=arguments.free_text, deciders=deciders, expires=expires
    )


TOOLS = Registry(
    [
        _what("read", "read", repeatable=True),
        _what("deploy", "execute", shell=INLINE),
        _what("execute", "execute"),
        _what("fetch", "execute", repeatable=True),
        _what("pay", "money"),
        _what("publish", "other"),
        _what("drop", "other"),
        _what("change", "other", seen=True),
        _what("amend", "execute", seen=True),
        _what("wait", "read"),
        _what("look", "read", repeatable=True, outside=CHANNEL_READ),
        _what("surf", "read", outside=WEB),
        _what("tell", "message"),
        _what("note", "memory", repeatable=True),
        _what(NO_OP, "read", repeatable=True),
        Tool("ask_user", "asks", "question", Asked, kind="question"),
    ]
)
REPORTS = _what(REPORT, "read", repeatable=True)
EVERY_TOOL = Registry([*TOOLS.values(), REPORTS])
"""With the one that is there in heartbeats alone."""
FEW = Terms(Deciders(LEADS))
BASE = (
    Rule(Verdict.ASK, tool="pay", terms=Terms(Deciders(LEADS, requester=False, quorum=2), every_time=True)),
    Rule(Verdict.ASK, tool="publish", terms=Terms(Deciders(LEADS, requester=False, not_authors=True))),
    Rule(Verdict.ASK, tool="fetch", terms=Terms(Deciders(LEADS), every_time=True)),
    Rule(Verdict.ASK, tool="execute", terms=Terms(Deciders(LEADS, requester=False))),
    Rule(Verdict.ASK, category="execute", terms=FEW),
    Rule(Verdict.DENY, tool="deploy", match="*forbidden*"),
    Rule(Verdict.ALLOW, tool="deploy", match="ls *"),
    Rule(Verdict.DENY, tool="drop"),
    Rule(Verdict.ALLOW, category="read"),
    Rule(Verdict.ALLOW, category="message"),
    Rule(Verdict.ALLOW, category="memory"),
)
LOOSE = (BASE[0], Rule(Verdict.DENY, tool="drop"), *BASE[-3:])
OUTSIDERS = ("look", "surf", "tell", "note")
"""What reads text from outside, and what may not be done after that unasked, though the rules allow it."""
ASK_AFTER: Mapping[str, Verdict] = {"message": Verdict.ASK}
DENY_AFTER: Mapping[str, Verdict] = {"message": Verdict.DENY}
TIGHT = (Rule(Verdict.DENY, tool="deploy"), *BASE)
OTHERS = (*BASE[:4], Rule(Verdict.ASK, category="execute", terms=Terms(Deciders(LEADS, requester=False))), *BASE[5:])


def rules(
    of: tuple[Rule, ...],
    patience: float | None = 100.0,
    yolo: bool = False,
    after: Mapping[str, Verdict] = ASK_AFTER,
) -> Rules:
    """Rules with little patience, and limits that a play can reach."""
    patient = tuple(
        Rule(
            r.verdict, tool=r.tool, category=r.category, match=r.match, terms=Terms(t.deciders, t.every_time, patience)
        )
        for r in of
        for t in [r.terms or Terms(Deciders(LEADS))]
    )
    gate = Gate(
        TOOLS,
        patient,
        yolo=yolo,
        terms=Terms(Deciders(LEADS), patience=patience),
        askers={"ask_user": _question},
        held=LEADS,
        after_untrusted=after,
    )
    strict = replace(gate, rules=(Rule(Verdict.DENY, category="execute"), *patient))
    gates = {"build": gate, "strict": strict, "free": replace(gate, yolo=True)}
    limits = Limits(steps=6, seconds=50.0, parallel=2)
    return Rules(
        "build",
        gates,
        limits=limits,
        next_after=lambda schedule, now: now + (schedule.every if isinstance(schedule, Interval) else 20.0),
        reports=REPORTS,
    )


USUAL, UNHURRIED = rules(BASE), rules(BASE, None)
REMINDING = replace(USUAL, people=EVERYBODY, remind=15.0)
LOOSER, TIGHTER, OTHER_DECIDERS = rules(LOOSE, yolo=True), rules(TIGHT, after=DENY_AFTER), rules(OTHERS)
EVERY_RULES = (USUAL, REMINDING, UNHURRIED, LOOSER, TIGHTER, OTHER_DECIDERS)


def another(tool: AnyTool) -> AnyTool:
    """One that has the same name, and does the same."""
    return replace(tool, description=f"{tool.description} now")


def on_tools(rules: Rules, tools: Mapping[str, AnyTool]) -> Rules:
    """The same rules, on those of these tools that they are on."""
    gates = {
        mode: replace(gate, tools={name: tools[name] for name in gate.tools if name in tools})
        for mode, gate in rules.gates.items()
    }
    return replace(rules, gates=gates)


def changed(rules: Rules, name: str) -> Rules:
    """The same rules, where that name is another tool's."""
    return on_tools(rules, {**TOOLS, name: another(TOOLS[name])})
