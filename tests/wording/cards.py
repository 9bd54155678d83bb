"""Every kind of card, with every end that it can have."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import get_args

from harness.approvals.asks import Approval, Ask, Outcome, PlanReview, Question, Settlement
from harness.approvals.reasons import RuleReason
from harness.chat.cards import Card, Option
from harness.chat.people import Person, Place
from harness.chat.phrases import Code
from harness.sessions.ask_status import Settled, Status, Unposted
from harness.sessions.turn import OpenAsk
from harness.tools.calls import ToolCall
from harness.tools.origins import (
    ATTACHMENT,
    BACKGROUND,
    BROWSER,
    CHANNEL,
    COMMAND,
    HISTORY,
    MESSAGE,
    THREAD,
    WEB,
    app_of,
)
from harness.tools.registry import Registry
from harness.wording.ask_cards import asked

ANA, BOB = Person("slack", "T", "ana", "Ana", frozenset({"owner"})), Person("slack", "T", "bob", "Bob")
PLACE = Place("slack", "T", "dev", "1")
ARGUMENTS = {
    "ask_user": "{}",
    "delete": '{"file_path": "/a.md"}',
    "edit_file": '{"file_path": "/a.md", "old_string": "a", "new_string": "b"}',
    "end_heartbeat": "{}",
    "execute": '{"command": "make deploy", "timeout": 300}',
    "forget": '{"id": "team-1a2b3c4d"}',
    "glob": '{"pattern": "*.md"}',
    "grep": '{"pattern": "a"}',
    "heartbeat": '{"every": "2h", "checklist": "Is the build red?", "hours": "9-18", "zone": "Europe/Berlin"}',
    "kill": '{"id": "3.1.0"}',
    "ls": '{"path": "/"}',
    "no_op": "{}",
    "poll": '{"id": "3.1.0"}',
    "post_message": '{"to": "#release", "text": "Released."}',
    "read_channel": '{"channel": "#ops"}',
    "read_file": '{"file_path": "/a.md"}',
    "read_thread": '{"link": "https://acme.slack.com/archives/C1/p1"}',
    "remember": '{"text": "Releases are on Tuesday.", "layer": "team"}',
    "report": '{"notify": true, "text": "The build is red."}',
    "save_attachment": '{"id": "F1"}',
    "schedule": '{"note": "Post the numbers.", "cron": "0 9 * * mon-fri", "unasked": true}',
    "schedule_wakeup": '{"note": "Is it deployed?", "seconds": 600}',
    "search_history": '{"query": "price"}',
    "send_file": '{"file_path": "/a.md"}',
    "skill": '{"name": "pdf"}',
    "submit_plan": "{}",
    "wakeups": '{"action": "list"}',
    "write_file": '{"file_path": "/a.md", "content": "a"}',
    "write_todos": '{"todos": []}',
}
"""A call of each tool that we bring along."""
IN_BACKGROUND = ToolCall("1.1.0", "execute", '{"command": "make deploy", "background": true, "notify": true}')
RULED: tuple[Outcome, ...] = ("superseded", "withdrawn", "approved")
"""What rules may have ended, or kept from running."""
UNREAD = {"token", "style", "id", "kind"}
"""Parts of a card that are not to be read."""
CODE = {"shell", "diff", "text"}
"""Kinds of blocks that are read letter by letter."""
UNPOSTED = Unposted()
ORIGINS = (WEB, BROWSER, CHANNEL, THREAD, HISTORY, ATTACHMENT, COMMAND, BACKGROUND, MESSAGE, app_of("mail"))
KINDS: tuple[Ask, ...] = (
    Approval(),
    *(Approval(untrusted=(origin,)) for origin in ORIGINS),
    Approval(untrusted=ORIGINS),
    Question("Which colour?", (Option("red"), Option("blue", "as the sky")), default="red"),
    PlanReview("Move the house", "1. Pack", mode="build"),
)
OVERTAKEN = RuleReason("denied", "execute")
NO_TOOL = RuleReason("no-tool", "execute", ("ls", "glob"))
READ = RuleReason("untrusted", "message", (CHANNEL, COMMAND))
ENDS = (
    *(Settlement(outcome, 5.0, ANA) for outcome in get_args(Outcome)),
    Settlement("rejected", 5.0, ANA, "not on a Friday"),
    *(Settlement(outcome, 5.0, ANA, "plan", why) for outcome in RULED for why in (OVERTAKEN, NO_TOOL, READ)),
)


def cards(tools: Registry) -> Iterator[Card]:
    """One for a call of each tool, one for each kind of ask and each end of it, and those that several share."""
    calls = [ToolCall("1.1.0", name, ARGUMENTS[name]) for name in tools]
    waiting = [_ask(Approval(), call) for call in calls]
    for ask in waiting:
        yield asked("t", [ask], tools, (ANA,))
    for kind in KINDS:
        yield asked("t", [_ask(kind, calls[0])], tools)
        for end in ENDS:
            yield asked("t", [_ask(kind, calls[0], Settled(end))], tools)
    for anew in (
        replace(waiting[0], stale="world"),
        replace(waiting[0], stale="tool"),
        replace(waiting[0], lapsed=True),
    ):
        yield asked("t", [anew], tools)
    yield asked("t", [_ask(Approval(), IN_BACKGROUND)], tools)
    yield asked("t", waiting[:3], tools)
    yield asked("t", [_ask(Approval(), call, Settled(ENDS[0])) for call in calls[:3]], tools)
    yield asked("t", [], tools)


def words(part: object) -> Iterator[str]:
    """All that is to be read on a card, but for code."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, tuple | list):
        for each in part:
            yield from words(each)
    elif is_dataclass(part) and not isinstance(part, Person | Code) and getattr(part, "kind", "") not in CODE:
        for field in fields(part):
            if field.name not in UNREAD:
                yield from words(getattr(part, field.name))


def _ask(kind: Ask, call: ToolCall, status: Status = UNPOSTED) -> OpenAsk:
    return OpenAsk("1.1.0#1", kind, call, PLACE, BOB, category="edit", status=status)
