"""Lines on what was decided: by the rules, by people, by a grant, or by time."""

from collections.abc import Iterator
from typing import assert_never

from bot.work_log.line import WorkLine, called, given, in_line, named, rounded
from harness.approvals.asks import Grant, Settlement
from harness.approvals.gate import Verdict
from harness.approvals.reasons import RuleReason
from harness.chat.people import Person
from harness.chat.secrets import masked
from harness.sessions import facts as f
from harness.sessions.session import Session
from harness.sessions.turn import OpenAsk


def by_rules(before: Session, fact: f.Fact, after: Session) -> Iterator[WorkLine]:
    """Where that changed something."""
    if not isinstance(fact, f.CallJudged):
        return
    was, now = before.call(fact.call), after.call(fact.call)
    if was is None or (now and now.status == was.status):
        return
    verdict, why = _verdict(fact.judged.verdict), _rule(fact.judged.why)
    fields = {"call": was.call.id, "tool": named(was.call.tool), "verdict": verdict, "why": why}
    yield WorkLine("call.judged", f"{called(was.call)}: {verdict} ({why})", fields)


def _verdict(verdict: Verdict) -> str:
    match verdict:
        case Verdict.ALLOW:
            return "allowed"
        case Verdict.ASK:
            return "left to people"
        case Verdict.DENY:
            return "denied"
        case _:
            assert_never(verdict)


def _rule(why: RuleReason) -> str:
    """The code, and the rule; what else a reason is about may be words of a model."""
    rule = in_line(masked(why.about)) if why.code in ("allowed", "asked", "denied") else ""
    return f"{why.code}: {rule}" if rule else why.code


def on_asks(before: Session, row: f.Row, after: Session) -> Iterator[WorkLine]:
    for ask in after.asks:
        known = before.asks.get(ask.id)
        if ask.settled and not (known and known.settled):
            yield _settled(ask, ask.settled)
        elif known and len(ask.approved_by) > len(known.approved_by):
            yield _approved(ask)
    if isinstance(row.fact, f.AskAnswered) and (refused := _untaken(before, row.fact, after)):
        by = row.fact.by.id
        yield WorkLine("ask.refused", f"{_about(refused)}: an answer by {by} did not count", _fields(refused, by=by))


def _settled(ask: OpenAsk, how: Settlement) -> WorkLine:
    by, waited = how.by.id if how.by else "", how.at - ask.since
    text = f"{_about(ask)}: {how.outcome}{f' by {by}' if by else ''} after {waited:.1f} s"
    return WorkLine("ask.settled", text, _fields(ask, outcome=how.outcome, by=by, seconds=rounded(waited)))


def _approved(ask: OpenAsk) -> WorkLine:
    by, number = ask.approved_by[-1].id, len(ask.approved_by)
    text = f"{_about(ask)}: approved by {by}, {number} of {ask.ask.deciders.quorum}"
    return WorkLine("ask.approved", text, _fields(ask, by=by))


def _untaken(before: Session, fact: f.AskAnswered, after: Session) -> OpenAsk | None:
    """The ask of which an answer has changed nothing, if it was known and of one alone."""
    was, now = before.asks.get(fact.ask), after.asks.get(fact.ask)
    if was is None or now is None or fact.rows:
        return None
    call, then = before.call(was.call.id), after.call(was.call.id)
    same = (call and call.status) == (then and then.status)
    return was if same and was.settled == now.settled and was.approved_by == now.approved_by else None


def on_grants(before: Session, fact: f.Fact, after: Session) -> Iterator[WorkLine]:
    known, now = before.asks.grants, after.asks.grants
    if known is now:
        return
    for grant in now:
        if grant not in known:
            yield _grant("grant.given", "may always run here", grant, grant.by)
    if isinstance(fact, f.GrantRevoked):
        for grant in known:
            if grant not in now:
                yield _grant("grant.revoked", "is asked about here again", grant, fact.by)


def _grant(event: str, how: str, grant: Grant, by: Person) -> WorkLine:
    on = named(grant.on)
    what = "category" if grant.scope == "category" else "tool"
    some = "some calls of " if grant.scope == "pattern" else ""
    fields = {"grant": grant.id, "scope": grant.scope, what: on, "by": by.id}
    return WorkLine(event, f"{some}the {what} {on} {how}: by {by.id}", fields)


def on_settings(before: Session, fact: f.Fact, after: Session) -> Iterator[WorkLine]:
    if after.mode != before.mode:
        by = after.switched.by.id if after.switched and after.switched != before.switched else ""
        text = f"the mode is {after.mode or 'the usual one'} now{f', by {by}' if by else ''}"
        yield WorkLine("mode.changed", text, given(mode=after.mode, by=by))
    if isinstance(fact, f.ModelChosen) and after.models != before.models:
        text = f"the model is {fact.model or 'the usual one'} now, by {fact.by.id}"
        yield WorkLine("model.chosen", text, given(model=fact.model, by=fact.by.id))


def _about(ask: OpenAsk) -> str:
    return f"ask {ask.id} on {named(ask.call.tool)}"


def _fields(ask: OpenAsk, **more: object) -> dict[str, object]:
    return given(ask=ask.id, call=ask.call.id, tool=named(ask.call.tool), **more)
