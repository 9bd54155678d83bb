"""May this call run? Every deny, then what the most specific rule allows, then yolo, then ASK; what nothing decides
is asked.

Rules are on a category, on a tool, or on a tool's arguments. A DENY of any of them wins. Between ALLOW and ASK the
more specific rule wins (arguments over tool over category), and of two on arguments the first. A tool that runs
unsandboxed is allowed only by a rule on its arguments. Nobody who could be asked means DENY, and says so.

Rules on files are one more voice, which only tightens: what any says is denied is denied, what any says is asked is
asked (`file_rules`).

Where text from outside was read, `after_untrusted` is one more voice, which only tightens: a category is asked or
denied, whatever rules and modes allow, and what is remembered is asked each time (docs/decisions/0045).

A skill that was read narrows what is left, whatever rules allow (`narrowing`).

In a private place, people decide on each write to files that others could read, on each message to another place, and
on each call that reaches others in another way, whatever rules and modes allow.

Judged is what would be touched, not only what the arguments say: a path also where links lead it. An ALLOW has to cover
all of that, a DENY or ASK any of it. What a tool is careful about, as files that other programs run commands from, is
asked every time.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from enum import IntEnum
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from harness.approvals.asks import Approval, Ask
from harness.approvals.deciders import Deciders
from harness.approvals.hours import WorkCalendar
from harness.approvals.narrowing import kept_by
from harness.approvals.patience import USUAL, Patience, expires
from harness.approvals.patterns import allows, covers_call, kept_from, means_all, mentioned, touches
from harness.approvals.reasons import RuleReason
from harness.tools.arguments import MalformedArguments
from harness.tools.calls import ToolCall
from harness.tools.changes import ToolsNarrowed
from harness.tools.tool import AnyTool, nothing


class Verdict(IntEnum):
    ALLOW = 0
    ASK = 1
    DENY = 2


REMEMBERS = "memory"
"""The category of what outlives the thread: with text from outside in it, that is asked each time."""
SENDS = "message"
"""The category of tools that send words to people."""
DELETES = "delete"
"""The tool that removes files."""
NOTHING_MORE: Mapping[str, Verdict] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Terms:
    """How an ask is put: to whom, whether a grant may cover it, how long it waits, and what people are told of why."""

    deciders: Deciders = field(default_factory=Deciders)
    every_time: bool = False
    patience: Patience = USUAL
    say: str = ""


@dataclass(frozen=True, slots=True)
class Rule:
    """What is to become of certain calls.

    Attributes:
        tool: what it is on; empty for a whole category
        category: what it is on where no tool is named
        match: what the tool says of its arguments has to match this, if it is given
        terms: how it is asked; None for the usual
    """

    verdict: Verdict
    _: KW_ONLY
    tool: str = ""
    category: str = ""
    match: str = ""
    terms: Terms | None = None

    @property
    def specific(self) -> int:
        return 2 if self.match else 1 if self.tool else 0

    def on(self, tool: AnyTool) -> bool:
        return tool.name == self.tool if self.tool else tool.category == self.category

    def covers(self, tool: AnyTool, subject: str) -> bool:
        if not self.on(tool):
            return False
        if not self.match:
            return True
        if self.verdict is Verdict.ALLOW:
            return allows(self.match, subject, tool.shell)
        asks = self.verdict is Verdict.ASK and mentioned(self.match, subject, tool.shell)
        return asks or touches(self.match, subject, tool.shell)

    def __str__(self) -> str:
        return " ".join(filter(None, (self.tool or self.category, self.match)))


@dataclass(frozen=True, slots=True)
class Reach:
    """What a call is about, where that really lies if elsewhere, and what it looks through as a whole. The files that
    it is about are its `places`, where that is not what it is about by its words.
    """

    subject: str
    leads: tuple[str, ...] = ()
    below: tuple[str, ...] = ()
    places: tuple[str, ...] | None = None

    @property
    def touched(self) -> tuple[str, ...]:
        return (self.subject, *self.leads)

    @property
    def paths(self) -> tuple[str, ...]:
        """Of the files."""
        return (*self.touched, *self.below) if self.places is None else self.places

    def covered(self, rule: Rule, tool: AnyTool) -> bool:
        if rule.verdict is Verdict.ALLOW:
            return all(rule.covers(tool, subject) for subject in self.touched)
        return any(rule.covers(tool, subject) for subject in (*self.touched, *self.below))


def reach(tool: AnyTool, arguments: Any) -> Reach:
    """Raises MalformedArguments."""
    places = tool.places(arguments) if tool.places else None
    return Reach(tool.subject(arguments), tool.leads(arguments), tool.below(arguments), places)


class FileVoice(Protocol):
    """What rules on files say, whichever tool it is."""

    def bind(self, tool: AnyTool) -> bool:
        """Is any of them on what the tool does?"""

    def says(self, tool: AnyTool, touched: Reach) -> tuple[Verdict, str]:
        """The gravest verdict on what a call is about, and by which rule."""


@dataclass(frozen=True, slots=True)
class Privacy:
    """The rules of a private place: one that some of the people who work with us can't read.

    Attributes:
        say: what a card says about people who could read the written text
        sent: the same about a message
        deleted: the same about a file that is deleted
        reaches: the same about what reaches others in another way
        shared: returns True for a path that these people can read; None if nobody else reads the files
    """

    say: str
    sent: str
    deleted: str
    reaches: str
    shared: Callable[[str], bool] | None

    def says(self, tool: AnyTool) -> str:
        """Why people are asked about it."""
        if tool.category == SENDS:
            return self.sent
        if tool.reaches_others:
            return self.reaches
        return self.deleted if tool.name == DELETES else self.say

    def left_by(self, tool: AnyTool, touched: Reach) -> bool:
        """True if a call writes where others could read it, or sends words elsewhere: by a message, over a network, or
        as a team's own tool may. The rules can't tell who reads the place that a message names.
        """
        if tool.category == SENDS:
            return not tool.here
        if tool.reaches_others:
            return True
        if self.shared is None or tool.shell:
            return False
        return tool.operation == "write" and any(map(self.shared, touched.paths))


@dataclass(frozen=True, slots=True)
class Judged:
    """A verdict on one call, and why; and what the fold must know of the tool.

    Attributes:
        ask: if the verdict is ASK
        repeatable: as of the tool
        previewed: what it would do is to be seen before people are asked
        tool: the digest of the tool: people and grants clear it for that alone. Empty for what asks people, and runs
            nothing
        grants: those on a pattern that it matches, by their ids
    """

    verdict: Verdict
    why: RuleReason
    ask: Ask | None = None
    category: str = ""
    repeatable: bool = False
    previewed: bool = False
    tool: str = ""
    grants: tuple[str, ...] = ()

    def tightens(self, earlier: "Judged") -> bool:
        """Does it count over an earlier verdict on the same call? Later rules may only tighten: a graver verdict, other
        people to ask, or grants that answer for it no more. On another tool of that name it is a new verdict.
        """
        now, before = (isinstance(judged.ask, Approval) and judged.ask.grantable for judged in (self, earlier))
        stricter = self.verdict == earlier.verdict == Verdict.ASK and before and not now
        return self.tool != earlier.tool or self.asks_anew(earlier) or stricter or self._has_heard_more(earlier)

    def _has_heard_more(self, earlier: "Judged") -> bool:
        """Has text from outside been read since that grants were not given for?"""
        return self.verdict == earlier.verdict == Verdict.ASK and not self._heard <= earlier._heard

    @property
    def _on(self) -> RuleReason | None:
        """Because of which files it is asked, if it is because of these."""
        return self.why if isinstance(self.ask, Approval) and self.ask.on_path else None

    @property
    def _heard(self) -> frozenset[str]:
        return frozenset(self.ask.untrusted if isinstance(self.ask, Approval) else ())

    def matches_more(self, earlier: "Judged") -> bool:
        """Is it the same but for grants on a pattern that were given since?"""
        return set(self.grants) > set(earlier.grants) and replace(self, grants=()) == replace(earlier, grants=())

    def asks_anew(self, earlier: "Judged") -> bool:
        """Is what people said to the earlier one void: it was milder, for others to decide, on another tool, or asked
        by another rule on files?
        """
        now, before = ((judged.tool, judged.ask and judged.ask.deciders, judged._on) for judged in (self, earlier))
        return self.verdict > earlier.verdict or (self.verdict == earlier.verdict == Verdict.ASK and now != before)


Asker = Callable[[Any, Deciders, float | None, float], Ask]
"""Makes the ask of a tool that asks a person, from its arguments, who may answer, when it expires unless it says
otherwise, and what time it is. May raise MalformedArguments.
"""


@dataclass(frozen=True, slots=True)
class Gate:
    """The rules of one mode.

    Attributes:
        tools: those that it offers, by name
        yolo: what would be asked is let through, unless it is asked every time or runs unsandboxed
        askers: what makes the asks of tools that ask people, by the tool's name
        held: the roles that somebody has
        calendar: when people work
        narrowed: what skills that were read leave of all that
        after_untrusted: what becomes of calls, by their category, once text from outside was read
        untrusted: the origins of that which was
        files: what is said of files, whatever rules allow
        private: set if the turn's place is private
    """

    tools: Mapping[str, AnyTool]
    rules: tuple[Rule, ...] = ()
    _: KW_ONLY
    yolo: bool = False
    terms: Terms = field(default_factory=Terms)
    askers: Mapping[str, Asker] = field(default_factory=dict)
    held: frozenset[str] = frozenset()
    calendar: WorkCalendar = WorkCalendar()
    narrowed: tuple[ToolsNarrowed, ...] = ()
    after_untrusted: Mapping[str, Verdict] = field(default_factory=lambda: NOTHING_MORE)
    untrusted: tuple[str, ...] = ()
    files: FileVoice | None = None
    private: Privacy | None = None

    def judge(self, call: ToolCall, now: float, asking: bool = False) -> Judged:
        """The same call, rules, links and time give the same verdict. `asking`: people are asked even where the rules
        would let it through. Never raises.
        """
        tool = self.tools.get(call.tool)
        if tool is None:
            return Judged(Verdict.DENY, RuleReason("no-tool", call.tool, tuple(sorted(self.tools))))
        try:
            arguments = tool.parse(call.arguments)
            touched = reach(tool, arguments) if self._minds(tool) else Reach(tool.subject(arguments))
        except MalformedArguments as error:
            return Judged(Verdict.DENY, RuleReason("malformed", str(error)))
        ruled, terms = self._decide(tool, touched)
        of_files, heard = self._of_files(tool, touched), self._after_untrusted(tool)
        unreadable = self._unreadable(tool, touched)
        for voice in (ruled, of_files, self._of_skills(tool, touched), heard):
            if voice.verdict is Verdict.DENY:
                return Judged(Verdict.DENY, voice.why)
        careful = next(filter(tool.careful, touched.touched), None)
        near, kept = self._nearly_allowed(tool, touched) if ruled.verdict is Verdict.ASK else ("", "")
        if careful is not None and ruled.verdict is Verdict.ALLOW:
            near, kept = ruled.why.about, careful
            ruled = _Voice(Verdict.ASK, ruled.why)
        why = _why_asked(tool, ruled, (unreadable, of_files, ruled, heard), kept, asking)
        leaves = self.private is not None and self.private.left_by(tool, touched)
        if why is None and leaves:
            why = RuleReason("private", tool.name)
        if why is None:
            return Judged(Verdict.ALLOW, ruled.why, None, tool.category, tool.repeatable, tool=tool.digest)
        if not terms.deciders.include_somebody(self.held):
            return Judged(Verdict.DENY, RuleReason("nobody", " or ".join(sorted(terms.deciders.roles))))
        gone = expires(now, terms.patience, self.calendar.of(terms.deciders))
        if tool.kind != "action":
            try:
                ask = self.askers[tool.name](arguments, terms.deciders, gone, now)
            except MalformedArguments as error:
                return Judged(Verdict.DENY, RuleReason("malformed", str(error)))
            return Judged(Verdict.ASK, why, ask, tool.category, tool.repeatable)
        remembers = heard.verdict is not Verdict.ALLOW and tool.category == REMEMBERS
        cautious = remembers or leaves or careful is not None or unreadable.verdict is Verdict.ASK
        every_time = terms.every_time or tool.unsandboxed or cautious
        untrusted = self.untrusted if heard.verdict is not Verdict.ALLOW else ()
        on_path = of_files.verdict is Verdict.ASK
        say = terms.say
        if self.private and (leaves or (tool.shell and self.private.shared)):
            say = ". ".join(filter(None, (self.private.says(tool), say)))
        approval = Approval(
            terms.deciders,
            every_time,
            gone,
            say,
            near,
            kept,
            untrusted,
            on_path,
            unreadable.why.about,
            unreadable.why.among,
        )
        previewed = tool.preview is not None
        return Judged(Verdict.ASK, why, approval, tool.category, tool.repeatable, previewed, tool.digest)

    def allowing(self, tool: AnyTool) -> "Gate":
        """With one tool more, which is allowed unless a rule denies it."""
        rules = (Rule(Verdict.ALLOW, tool=tool.name), *self.rules)
        return replace(self, tools={**self.tools, tool.name: tool}, rules=rules)

    def without(self, names: Collection[str]) -> "Gate":
        """As if there were no tools of those names."""
        return replace(self, tools={name: tool for name, tool in self.tools.items() if name not in names})

    def heard(self, category: str) -> Verdict:
        """What becomes of calls of that category once text from outside was read, if nothing else says more."""
        said = self.after_untrusted.get(category, Verdict.ALLOW)
        return max(said, Verdict.ASK) if category == REMEMBERS else said

    def usual(self, tool: AnyTool) -> Verdict:
        """Where no rule on arguments says otherwise."""
        voice, _ = self._ruled(tool, [rule for rule in self.rules if not rule.match and rule.covers(tool, "")])
        return Verdict.ASK if voice.verdict is Verdict.ALLOW and tool.kind != "action" else voice.verdict

    def _minds(self, tool: AnyTool) -> bool:
        """Does it matter what a call of it touches? If not, nobody has to look."""
        if self.narrowed or self.private or tool.careful is not nothing or (self.files and self.files.bind(tool)):
            return True
        return any(rule.match and rule.on(tool) for rule in self.rules)

    def _decide(self, tool: AnyTool, touched: Reach) -> "tuple[_Voice, Terms]":
        return self._ruled(tool, [rule for rule in self.rules if touched.covered(rule, tool)])

    def _of_files(self, tool: AnyTool, touched: Reach) -> "_Voice":
        if self.files is None:
            return _SILENT
        verdict, rule = self.files.says(tool, touched)
        return _Voice(verdict, RuleReason("denied" if verdict is Verdict.DENY else "asked", rule))

    def _unreadable(self, tool: AnyTool, touched: Reach) -> "_Voice":
        """Asks people about a command that patterns can't judge, with the patterns of the asking and denying rules."""
        rules = [rule for rule in self.rules if rule.match and rule.on(tool)]
        if tool.shell is None or not rules:
            return _SILENT
        if problem := tool.shell(touched.subject).problem:
            unchecked = [rule.match for rule in rules if rule.verdict is not Verdict.ALLOW]
        else:
            problem = _QUOTED
            denied = [rule.match for rule in rules if rule.verdict is Verdict.DENY]
            unchecked = [match for match in denied if mentioned(match, touched.subject, tool.shell)]
            if not unchecked:
                return _SILENT
        return _Voice(Verdict.ASK, RuleReason("unreadable", problem, tuple(dict.fromkeys(unchecked))))

    def _of_skills(self, tool: AnyTool, touched: Reach) -> "_Voice":
        kept_out = kept_by(self.narrowed, tool, (*touched.touched, *touched.below))
        if kept_out is None:
            return _SILENT
        left = tuple(str(one) for one in kept_out.leaves if one.tool in self.tools)
        return _Voice(Verdict.DENY, RuleReason("skill", kept_out.skill, left))

    def _after_untrusted(self, tool: AnyTool) -> "_Voice":
        if not self.untrusted:
            return _SILENT
        return _Voice(self.heard(tool.category), RuleReason("untrusted", tool.category, self.untrusted))

    def _nearly_allowed(self, tool: AnyTool, touched: Reach) -> tuple[str, str]:
        """The pattern of a rule that would allow the call, but for what of it; both empty, if there is none. A rule
        that asks about the call by a pattern of its own is not overruled by chance.
        """
        of_tool = [rule for rule in self.rules if rule.match and rule.on(tool)]
        if any(rule.verdict is Verdict.ASK and touched.covered(rule, tool) for rule in of_tool):
            return "", ""
        for rule in of_tool:
            if rule.verdict is Verdict.ALLOW and (kept := _kept_from(rule.match, tool, touched)):
                return rule.match, kept
        return "", ""

    def within(self, call: ToolCall, match: str) -> bool:
        """True if a grant on the pattern covers all that the call touches. False if that can't be told."""
        tool = self.tools.get(call.tool)
        try:
            touched = reach(tool, tool.parse(call.arguments)) if tool else Reach("")
        except MalformedArguments:
            return False
        return tool is not None and all(covers_call(match, subject, tool.shell) for subject in touched.touched)

    def _ruled(self, tool: AnyTool, covering: list[Rule]) -> "tuple[_Voice, Terms]":
        for rule in covering:
            if rule.verdict is Verdict.DENY:
                return _Voice(Verdict.DENY, RuleReason("denied", str(rule))), self.terms
        if tool.unsandboxed:  # nothing enforces rules on files there, so people decide on each command
            covering = [
                one for one in covering if one.verdict is Verdict.ASK or not (tool.apart or means_all(one.match))
            ]
        rule = max(covering, key=lambda r: r.specific, default=Rule(Verdict.ASK, category=tool.category))
        terms = rule.terms or self.terms
        if rule.verdict is Verdict.ALLOW:
            return _Voice(Verdict.ALLOW, RuleReason("allowed", str(rule))), terms
        if self.yolo and not terms.every_time and not tool.unsandboxed:
            return _Voice(Verdict.ALLOW, RuleReason("mode")), terms
        return _Voice(Verdict.ASK, RuleReason("asked", str(rule))), terms


class _Voice(NamedTuple):
    """What is said of a call by one of those that are asked: the rules, those on files, the skills that were read, and
    what text from outside makes of it.
    """

    verdict: Verdict
    why: RuleReason


_QUOTED = "its quoted text may or may not run"
_SILENT = _Voice(Verdict.ALLOW, RuleReason("mode"))
"""It has nothing against the call; why not, nobody is told."""


def _why_asked(tool: AnyTool, ruled: _Voice, voices: Sequence[_Voice], kept: str, asking: bool) -> RuleReason | None:
    """The first reason to ask people; None, if there is none."""
    if tool.kind != "action":
        return RuleReason("person")
    if asking and ruled.verdict is Verdict.ALLOW:
        return RuleReason("changed", tool.name)
    if kept:
        return _asked_for(tool, kept)
    return next((voice.why for voice in voices if voice.verdict is Verdict.ASK), None)


def _kept_from(match: str, tool: AnyTool, touched: Reach) -> str:
    """What of the call keeps an allowing pattern from covering it; empty, if that means another call altogether."""
    if tool.shell:
        return kept_from(match, touched.subject, tool.shell)
    if not allows(match, touched.subject):
        return ""
    return next((lead for lead in touched.leads if not allows(match, lead)), "")


def _asked_for(tool: AnyTool, what: str) -> RuleReason:
    """As of a rule that asks about just that."""
    return RuleReason("asked", str(Rule(Verdict.ASK, tool=tool.name, match=what)))
