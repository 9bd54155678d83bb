"""What is answered to a command about one conversation: words for whoever asked, or facts, of which the fold tells
them what became. Pure.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace

from harness.approvals.asks import Grant
from harness.approvals.tokens import Token
from harness.chat.cards import Button, Text
from harness.chat.events import CommandInvoked
from harness.chat.people import Person, Place
from harness.chat.phrases import plain
from harness.chat.secrets import concealed
from harness.chat.untrusted import in_code, unmarked
from harness.chat.wording import counted, shortened
from harness.commands.context import CommandContext, Subject
from harness.commands.heartbeats import heartbeat, heartbeat_in_words
from harness.commands.lists import asks, in_short, running, woken
from harness.commands.words import QUOTES, WORDS
from harness.context.packages import SHORT
from harness.sessions.deletion import may_delete
from harness.sessions.display import activity
from harness.sessions.facts import (
    Archived,
    BranchRequested,
    CompactionRequested,
    ContinueRequested,
    Fact,
    GrantRevoked,
    MessageDropped,
    ModelChosen,
    ModeRequested,
    Renamed,
    StopRequested,
    TimerEnded,
    TimerTriggered,
    WakeupPaused,
)
from harness.sessions.inbox import Queued
from harness.sessions.notices import Brief
from harness.sessions.session import OpenCommand, Session
from harness.sessions.threads import short
from harness.toolbox.clock import briefly
from harness.wording.notices import notice
from harness.wording.reasons import skipped
from harness.wording.usage import used
from harness.workspace.problems import meant, shown
from harness.workspace.switching import needed, permits_more

Answer = str | Text | tuple[Fact, ...]
LABEL = 30
"""Characters on a button."""
NOT_BEGUN = "Nothing was said here to me yet."
DELETING = (
    "This deletes {title} for good: what was said, decided and remembered in it. What stands in the chat stays there. "
    "It cannot be undone."
)


def answer(said: CommandInvoked, subject: Subject, context: CommandContext) -> Answer:
    """`said.by` is as the workspace knows them."""
    about = _ANSWERS.get(said.command)
    if about is None:
        return unknown(said)
    return about(said, subject, context)


def unknown(said: CommandInvoked) -> str:
    """What is said to what is no command."""
    return f"{_unknown('command', said.command, WORDS)} {said.surface.spelt('help')} lists them."


def _status(said: CommandInvoked, subject: Subject, context: CommandContext) -> Answer:
    session = subject.session
    lines = [
        f"{_named(subject)}: {_doing(session, context.zone)}.",
        f"Mode: {context.mode_of(session)}. Model: {context.model_of(session) or 'none is set'}.{_package(session)}",
        f"Always allowed: {_granted(session, context) or 'nothing'}.",
        f"Used: {used(session.usage)}.",
    ]
    if session.mode_request:
        lines.append(f"{session.mode_request.by} asks for {session.mode_request.mode} mode; nobody has decided yet.")
    lines += [f"In the background: {running(one, context.zone)}" for one in session.commands]
    lines += [f"Scheduled: {woken(one, context.zone)}" for one in session.timers.wakeups]
    lines += [f"Heartbeat: {heartbeat_in_words(one, context.zone)}" for one in session.timers.heartbeats]
    if subject.bound:
        lines.append("This thread continues a conversation from elsewhere.")
    buttons = tuple(_end(subject.thread, one) for one in session.commands if not one.stopped)
    return Text("\n\n".join(lines), buttons=buttons) if buttons else "\n\n".join(lines)


def _end(thread: str, command: OpenCommand) -> Button:
    return Button(shortened(f"End {command.command}", LABEL), str(Token(thread, command.id, "end")), "danger")


def _package(session: Session) -> str:
    """What it ran with last, by which `deskmate workspace show --checksum` finds it."""
    return f" Package: `{session.package[:SHORT]}`." if session.package else ""


def _doing(session: Session, zone: str) -> str:
    if session.turn is None:
        if session.mode_request:
            return "waiting for a decision on the mode"
        timers = [*session.timers.wakeups, *session.timers.heartbeats]
        times = [timer.at for timer in timers if timer.at is not None and session.awaits(timer)]
        return f"idle until {briefly(min(times), zone)}" if times else "idle"
    if not (session.turn.policy.visible or session.turn.waiting):
        return "checking whether there is anything you need to know"
    if session.turn.waiting and session.turn.aside is None:
        count = len(session.asks.open)
        return f"waiting for {counted(count, 'decision')}" if count else "waiting"
    return activity(session).text.removeprefix("is ").rstrip("…")


def _approvals(said: CommandInvoked, subject: Subject, context: CommandContext) -> str:
    return "\n".join(asks(subject, context, said.by)) or "No decisions are waiting here."


def _grants(said: CommandInvoked, subject: Subject, context: CommandContext) -> str:
    lines = [
        f"- {_covered(grant)} ({grant.scope}), allowed by {grant.by}"
        + ("; it has changed since, so I ask again" if _lapsed(grant, context) else "")
        for grant in subject.session.asks.grants
    ]
    if not lines:
        return "Nothing is always allowed in this thread."
    return "\n".join(["Always allowed in this thread, until someone revokes it:", *lines])


def _revoke(said: CommandInvoked, subject: Subject, context: CommandContext) -> Answer:
    grants = subject.session.asks.grants
    if grants and not said.argument:
        return f"{_grants(said, subject, context)}\n\nSay which: {said.surface.spelt('revoke NAME')}, or `all`."
    named = [grant for grant in grants if said.argument in (grant.match, _shown(grant), grant.on, "all")]
    if not named:
        on = {_shown(grant) for grant in grants}
        return _unknown("grant on", said.argument, on) if grants else "Nothing is always allowed here."
    *others, last = [GrantRevoked(grant.id, said.by) for grant in named]
    return (*others, replace(last, place=said.place))  # one is enough to be told of


def _mode(said: CommandInvoked, subject: Subject, context: CommandContext) -> Answer:
    """What permits more takes those who may decide by their role."""
    session, workspace, mode = subject.session, context.workspace, said.argument
    present, who = context.mode_of(session), needed(workspace)
    if not mode:
        names = ", ".join(f"**{name}** (now)" if name == present else name for name in workspace.modes)
        if len(workspace.modes) == 1:
            return f"There is one mode: {names}."
        return f"Modes: {names}. Switching to one that permits more needs {plain(who.described(said.by))}."
    if mode not in workspace.modes:
        return _unknown("mode", mode, workspace.modes)
    if mode == present and session.mode in ("", mode):
        return (ModeRequested(said.by, said.place, session.mode, session.mode),)
    usual = workspace.default_mode  # in which whoever likes begins a conversation
    if not all(permits_more(workspace, context.gates, mode, than) for than in (present, usual)):
        return (ModeRequested(said.by, said.place, mode, session.mode),)
    if not who.held_by_any(context.gates[present].held):
        return f"{mode.capitalize()} mode permits more than {present}, and nobody here may allow it."
    return (ModeRequested(said.by, said.place, mode, session.mode, needs=who),)


def _model(said: CommandInvoked, subject: Subject, context: CommandContext) -> Answer:
    session, workspace, model = subject.session, context.workspace, said.argument
    present = context.model_of(session)
    if not model:
        names = ", ".join(f"**{name}** (now)" if name == present else name for name in sorted(workspace.models))
        listed = f"Models: {names or 'none is set'}."
        return " ".join([listed, *_profiled(context, session), _remembered(said, subject, context)])
    if model != "default" and model not in workspace.models:
        return _unknown("model", model, {*workspace.models, "default"})
    return (ModelChosen(said.by, said.place, "" if model == "default" else model),)


def _profiled(context: CommandContext, session: Session) -> Iterator[str]:
    """What its profile says that people notice."""
    profile = context.profile_of(session)
    if profile.effort:
        yield f"Effort: {profile.effort}."
    if profile.exclude_tools:
        yield f"Not offered to it: {', '.join(f'`{name}`' for name in sorted(profile.exclude_tools))}."


def _remembered(said: CommandInvoked, subject: Subject, context: CommandContext) -> str:
    """For which mode it is, and how to get back."""
    back, mode = said.surface.spelt("model default"), context.mode_of(subject.session)
    if context.chosen_model(subject.session):
        usual = context.usual_model(subject.session) or "the mode's default"
        return f"This one was chosen for {mode} mode in this thread; {back} returns to {usual}."
    return f"Your choice is kept for {mode} mode in this thread; {back} returns to the mode's default."


def _stop(said: CommandInvoked, subject: Subject, context: CommandContext) -> Answer:
    """The turn; while there is none, what runs in the background."""
    turn = subject.session.turn
    if turn is None and not subject.session.commands:
        return "There is nothing to stop."
    return (StopRequested(said.by, said.place, turn.at.turn if turn else None),)


def _retry(said: CommandInvoked, subject: Subject, context: CommandContext) -> Answer:
    """The turn goes on where the conversation is, wherever that was said."""
    session = subject.session
    if session.turn and session.turn.policy.visible:
        return "I'm already on it."
    waiting = [wakeup for wakeup in session.timers.wakeups if wakeup.tries]
    if waiting and not (session.last and session.last.resumes):
        return tuple(TimerTriggered(said.by, said.place, wakeup.id) for wakeup in waiting)
    if session.last is None or not session.last.resumes:
        return "There is nothing to retry."
    return (ContinueRequested(said.by, session.place or said.place, session.last.turn),)


def _queue(said: CommandInvoked, subject: Subject, context: CommandContext) -> Answer:
    verb, _, number = said.argument.partition(" ")
    if verb == "drop" and number.isdecimal():
        return (MessageDropped(said.by, said.place, int(number[:15])),)
    if verb:
        listed, dropped = map(said.surface.spelt, ("queue", "queue drop NUMBER"))
        return f"{listed} lists what I have not read yet, and {dropped} takes back one of yours."
    lines = [
        f"- `{one.position}` {one.by}: {in_short(subject.said.get(one.position, ''))}"
        f" ({'after this turn' if isinstance(one, Queued) else 'at my next step'})"
        for one in subject.session.inbox.waiting
    ]
    return "\n".join(["Not read yet:", *lines]) if lines else "I have read everything."


def _wakeups(said: CommandInvoked, subject: Subject, context: CommandContext) -> Answer:
    verb, _, id = said.argument.partition(" ")
    wakeup = subject.session.wakeup(id)
    if verb == "run" and wakeup and context.silent(wakeup.place):
        return f"Not now: {skipped('replies-off')}."
    if verb in WAKEUP_CHANGES and id and not wakeup:
        return _unknown("wakeup", id, [one.id for one in subject.session.timers.wakeups])
    if verb in WAKEUP_CHANGES and id:
        return (WAKEUP_CHANGES[verb](said.by, said.place, id),)
    if verb:
        listed, others = said.surface.spelt("wakeups"), ", ".join(f"`{each} ID`" for each in WAKEUP_CHANGES)
        return f"{listed} lists what is scheduled here. Add {others} to change one."
    lines = [f"- `{wakeup.id}` {woken(wakeup, context.zone)}" for wakeup in subject.session.timers.wakeups]
    if subject.session.timers.heartbeats:
        lines.append(f"- a heartbeat: see {said.surface.spelt('heartbeat')}")
    return "\n".join(["Scheduled:", *lines]) if lines else "Nothing is scheduled here."


WAKEUP_CHANGES: Mapping[str, Callable[[Person, Place | None, str], Fact]] = {
    "cancel": lambda by, place, id: TimerEnded(id, "", by=by, place=place),
    "pause": lambda by, place, id: WakeupPaused(by, place, id, True),
    "resume": lambda by, place, id: WakeupPaused(by, place, id, False),
    "run": TimerTriggered,
}
"""What may be done with a wakeup: by whom, where it was said, if that is a place, and its id."""


def _usage(said: CommandInvoked, subject: Subject, context: CommandContext) -> str:
    session = subject.session
    whole = f"This thread has used {used(session.usage)}, in {counted(session.turns, 'turn')}."
    return f"{whole} This turn: {used(session.turn.usage)}." if session.turn else whole


def _rename(said: CommandInvoked, subject: Subject, context: CommandContext) -> Answer:
    title = said.argument.strip(f"{QUOTES} ")
    return (Renamed(said.by, said.place, title),) if title else f"Give a name: {said.surface.spelt('rename TITLE')}."


def _compact(said: CommandInvoked, subject: Subject, context: CommandContext) -> Answer:
    return (CompactionRequested(said.by, said.place),)


def _archive(said: CommandInvoked, subject: Subject, context: CommandContext) -> Answer:
    return (Archived(said.by, said.place),) if subject.session.place else NOT_BEGUN


def _delete(said: CommandInvoked, subject: Subject, context: CommandContext) -> Answer:
    """It is asked whether they mean it."""
    if subject.session.place is None:
        return NOT_BEGUN
    if not may_delete(subject.session, said.by):
        return plain(notice(Brief("delete-not-yours")))
    meant = Button("Delete for good", str(Token(subject.thread, "0", "delete")), "danger")
    title = f"“{subject.session.title}”" if subject.session.title else "this conversation"
    return Text(DELETING.format(title=unmarked(title)), buttons=(meant,))


def _branch(said: CommandInvoked, subject: Subject, context: CommandContext) -> Answer:
    """The argument, which nobody types, is the message that it is to go up to, by what the platform calls it."""
    if subject.session.place is None:
        return plain(notice(Brief("branch-unknown" if said.argument else "branch-empty")))
    place = subject.session.place if said.wide else said.place
    return (BranchRequested(said.by, place, said.argument),)


_ANSWERS: Mapping[str, Callable[[CommandInvoked, Subject, CommandContext], Answer]] = {
    "status": _status,
    "approvals": _approvals,
    "grants": _grants,
    "revoke": _revoke,
    "mode": _mode,
    "model": _model,
    "stop": _stop,
    "retry": _retry,
    "queue": _queue,
    "wakeups": _wakeups,
    "heartbeat": heartbeat,
    "usage": _usage,
    "rename": _rename,
    "compact": _compact,
    "branch": _branch,
    "archive": _archive,
    "delete": _delete,
}


def _unknown(noun: str, name: str, known: Collection[str]) -> str:
    told = f"There is no {noun} {shown(name)}{meant(name, known)}"
    return told if told.endswith("?") else f"{told}."


def _named(subject: Subject) -> str:
    title = subject.session.title
    return f"**{title}** (`{short(subject.thread)}`)" if title else f"`{short(subject.thread)}`"


def _granted(session: Session, context: CommandContext) -> str:
    return ", ".join(dict.fromkeys(_covered(one) for one in session.asks.grants if not _lapsed(one, context)))


def _covered(grant: Grant) -> str:
    """What it is on: of a pattern that too, since the tool alone would be more."""
    return f"{grant.on} {in_code(_shown(grant))}" if grant.match else grant.on


def _shown(grant: Grant) -> str:
    """The pattern in a line, with secrets masked; the tool or category of a grant without one."""
    return in_short(concealed(grant.match)) or grant.on


def _lapsed(grant: Grant, context: CommandContext) -> bool:
    """Is its tool another since it was given?"""
    tool = context.tools.get(grant.on)
    return tool is not None and grant.lapsed(tool.name, tool.digest)
