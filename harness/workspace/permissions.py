"""Reads `permissions`, the workspace's and a mode's: they become rules for the gate, and the terms of asks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from harness.approvals.deciders import Deciders
from harness.approvals.gate import Rule, Terms, Verdict
from harness.approvals.patterns import means_all, never_allows
from harness.tools.registry import Registry
from harness.tools.tool import AnyTool
from harness.workspace.file_rules import wrong_pattern
from harness.workspace.given import OR_NEVER, Given
from harness.workspace.problems import Problem, meant, shown
from harness.workspace.workspace import Member

CATEGORIES = frozenset({"read", "edit", "execute", "mcp", "other"})
"""Those that may be named even while no tool has them."""
_VERDICTS = {"allow": Verdict.ALLOW, "ask": Verdict.ASK, "deny": Verdict.DENY}
_TERMS = ("roles", "requester", "not_authors", "quorum", "every_time", "expires", "say")
_MOST_DECIDERS = 20
"""What of a pattern says nothing about the command."""


@dataclass(frozen=True, slots=True)
class Permissions:
    """`terms` is how asks are put whose rule does not say."""

    rules: tuple[Rule, ...] = ()
    terms: Terms = Terms()

    def other_than(self, base: Terms) -> Terms | None:
        """The terms, where they are not as those."""
        return None if self.terms == base else self.terms


@dataclass(frozen=True, slots=True)
class Reading:
    """What permissions may name: the tools; and the people, to see that enough of them hold a role (None if that
    cannot be told, since the people were wrong already).
    """

    tools: Registry
    members: Sequence[Member] | None
    contained: bool = False
    """Commands run in a sandbox, or are asked."""
    warnings: list[Problem] = field(default_factory=list)
    """Asks that nobody could settle, as people and roles are now."""

    @property
    def categories(self) -> frozenset[str]:
        return CATEGORIES | self.tools.categories

    def offered(self, given: Given) -> frozenset[str]:
        """Of a list of names of tools and of categories, a category being all of its tools."""
        names: set[str] = set()
        for item in given.items():
            word = item.line_of_text()
            of_category = {tool.name for tool in self.tools.values() if tool.category == word}
            if word in self.tools.nameable:
                names.add(word)
            elif word and word not in self.categories:
                known = {*self.tools, *self.categories}
                item.wrong(f"there is no tool or category {shown(word)}{meant(word, known)}")
            names |= of_category
        return frozenset(names)

    def permissions(self, given: Given, base: Terms) -> Permissions:
        """`base` is how asks are put if this section does not say either."""
        values = given.fields(("categories", "tools", "rules", "terms"))
        terms = base
        if "terms" in values:
            terms = self._terms(values["terms"], values["terms"].fields(_TERMS), base)
        rules: list[Rule | None] = []
        if "rules" in values:
            rules += [self._listed(item, terms) for item in values["rules"].items()]
        if "tools" in values:
            for name, value in values["tools"].entries().items():
                if value.named(name, self.tools.nameable, "tool"):
                    rules.append(self._simple(value, Rule(Verdict.ASK, tool=name), terms))
        if "categories" in values:
            for name, value in values["categories"].entries().items():
                if value.named(name, self.categories, "category"):
                    rules.append(self._simple(value, Rule(Verdict.ASK, category=name), terms))
        return Permissions(tuple(rule for rule in rules if rule), terms)

    def after_untrusted(self, given: Given) -> Mapping[str, Verdict]:
        """What becomes of calls, by their category, once text from outside was read: it only tightens."""
        found = dict[str, Verdict]()
        for name, value in given.entries().items():
            if not value.named(name, self.categories, "category"):
                continue
            said = value.one_of(_VERDICTS, "verdict")
            if said == "allow":
                value.wrong(
                    f"must be ask or deny: this only makes me ask more. Leave {name} out to keep the usual rules"
                )
            elif said:
                found[name] = _VERDICTS[said]
        return found

    def _simple(self, given: Given, rule: Rule, base: Terms) -> Rule | None:
        """`write_file: ask`, or `write_file: {verdict: ask, quorum: 2}`."""
        values = given.fields(("verdict", *_TERMS)) if given.compound else {"verdict": given}
        return self._complete(given, values, rule, base)

    def _listed(self, given: Given, base: Terms) -> Rule | None:
        """`{tool: execute, match: "git status*", verdict: allow}`."""
        values = given.fields(("tool", "category", "match", "verdict", *_TERMS))
        rule = Rule(Verdict.ASK)
        if ("tool" in values) == ("category" in values):
            given.wrong("needs either a tool or a category")
            return None
        if "tool" in values:
            tool = values["tool"].one_of(self.tools.nameable, "tool")
            rule = replace(rule, tool=tool or "")
        else:
            category = values["category"].one_of(self.categories, "category")
            rule = replace(rule, category=category or "")
        if "match" in values:
            rule = replace(rule, match=values["match"].line_of_text())
            self._check_path(values["match"], rule)
        complete = self._complete(given, values, rule, base)
        return complete if rule.tool or rule.category else None

    def _check_path(self, given: Given, rule: Rule) -> None:
        """A rule on paths that matches none would deny nothing."""
        tools = [tool for tool in self.tools.values() if rule.on(tool)]
        on_paths = sorted(tool.name for tool in tools if tool.takes_path)
        if not (rule.match and on_paths and (why := wrong_pattern(rule.match))):
            return
        of = "" if rule.tool else f" for {', '.join(on_paths)}"
        other = "; for another tool, name it" if len(on_paths) < len(tools) else ""
        given.wrong(f"{why}{of}, not {shown(rule.match)}{other}")

    def _complete(self, given: Given, values: Mapping[str, Given], rule: Rule, base: Terms) -> Rule | None:
        """The rule with its verdict and terms."""
        if "verdict" not in values:
            given.wrong("needs a verdict: allow, ask or deny")
            return None
        name = values["verdict"].one_of(_VERDICTS, "verdict")
        if name is None:
            return None
        rule = replace(rule, verdict=_VERDICTS[name])
        terms = {key: value for key, value in values.items() if key in _TERMS}
        if terms and rule.verdict is not Verdict.ASK:
            given.wrong(f"{' and '.join(terms)} say how to ask, but the verdict is {name}")
            return None
        if rule.verdict is Verdict.ALLOW and (why := self._too_much(rule)):
            given.wrong(why)
            return None
        return replace(rule, terms=self._terms(given, terms, base)) if terms else rule

    def _too_much(self, rule: Rule) -> str:
        """Why nothing may be allowed so broadly."""
        covered = [t for t in self.tools.values() if t.name == rule.tool or t.category == rule.category]
        if covered and all(tool.kind != "action" for tool in covered):
            return f"{covered[0].name} asks a person anyway, whatever is allowed: leave this out"
        loose = [tool for tool in covered if tool.unsandboxed]
        if covered and all(tool.shell for tool in covered) and never_allows(rule.match):
            return f"the match {shown(rule.match)} allows no command: one with ;, |, >, $ and the like is always asked"
        if not loose or self.contained or not means_all(rule.match):
            return ""
        tool = loose[0]
        if rule.match:
            return f"{_unsandboxed(tool)}: the match {shown(rule.match)} covers everything, so name the commands"
        if len(loose) < len(covered):
            return ""
        return (
            f"{_unsandboxed(tool)}: allow the very commands by permissions.rules, "
            f'like {{tool: {tool.name}, match: "git status*", verdict: allow}}'
        )

    def _terms(self, given: Given, values: Mapping[str, Given], base: Terms) -> Terms:
        deciders, every_time, patience = base.deciders, base.every_time, base.patience
        if "roles" in values:
            deciders = replace(deciders, roles=frozenset(values["roles"].words()))
        if "requester" in values:
            deciders = replace(deciders, requester=values["requester"].flag(deciders.requester))
        if "not_authors" in values:
            deciders = replace(deciders, not_authors=values["not_authors"].flag(deciders.not_authors))
        if "quorum" in values:
            deciders = replace(deciders, quorum=values["quorum"].whole(1, _MOST_DECIDERS, deciders.quorum))
        if "every_time" in values:
            every_time = values["every_time"].flag(every_time)
        if "expires" in values:
            patience = None if values["expires"].never else values["expires"].seconds(None, OR_NEVER) or patience
        say = values["say"].line_of_text() if "say" in values else base.say
        terms = Terms(deciders, every_time, patience, say)
        self._check(given, terms)
        if self.members is not None and values:
            self._warn_of_roles(values.get("roles", given), terms.deciders)
        return terms

    def _warn_of_roles(self, given: Given, deciders: Deciders) -> None:
        held = frozenset[str]().union(*(member.roles for member in self.members or ()))
        if not (absent := deciders.absent(held)):
            return
        roles = " or ".join(sorted(map(shown, absent)))
        then = "" if deciders.include_somebody(held) else ", so nobody could decide this, and it is denied"
        why = given.problem(f"nobody under `people` has the role {roles}{then}")
        self.warnings.append(replace(why, outcome="used"))

    def _check(self, given: Given, terms: Terms) -> None:
        """Could this ask ever be settled?"""
        deciders = terms.deciders
        if not deciders.roles and (deciders.not_authors or not deciders.requester):
            given.wrong("nobody could decide this: name roles, or let the requester")
        elif deciders.quorum > 1 and self.members is not None:
            holders = sum(deciders.held_by_any(member.roles) for member in self.members)
            if holders < deciders.quorum:
                roles = " or ".join(sorted(map(shown, deciders.roles)))
                role, quorum = f"the role {roles}" if roles else "a role that counts", deciders.quorum
                given.wrong(f"a quorum of {quorum} needs {quorum} people with {role}, and `people` has {holders}")


def _unsandboxed(tool: AnyTool) -> str:
    return f"{tool.name} runs without a sandbox, so it can't be allowed as a whole"
