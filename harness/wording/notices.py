"""Notices in words: as phrases, so that whoever is named in one is mentioned by their account."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import assert_never

from harness.approvals.asks import Settlement
from harness.approvals.deciders import OWNERS, Deciders
from harness.approvals.tokens import Pressed
from harness.chat.cards import Text
from harness.chat.people import Person
from harness.chat.phrases import Moment, Phrase, capitalized, joined
from harness.chat.untrusted import in_line
from harness.chat.wording import aged, ago, counted, duration, shortened
from harness.sessions import notices as n
from harness.sessions.effects import AllowMode, Post, StopTurn, Unwritten
from harness.wording import command_ends
from harness.wording.outcomes import outcome
from harness.wording.reasons import ended, ruled, skipped, used_up
from harness.wording.usage import named

_SAYS = "and only speak up if you need to know something"
FILES_NAMED = 3
_BRIEF: Mapping[str, str] = {
    "working": "Working on it. You can keep writing; I read it after this step.",
    "nothing-to-stop": "There is nothing to stop.",
    "stopped": "Stopped.",
    "nothing-said": "You mentioned me without a message. What can I do for you?",
    "already-ended": "That has already ended.",
    "already-working": "I'm already on it.",
    "moved-on": "This thread has moved on since then.",
    "budget-reset": "This budget has reset, so there is nothing to lift. I'm working again.",
    "answer-taken": "Taken as your answer.",
    "several-questions": "Several questions are open; answer on the card you mean.",
    "mode-moved": "The mode has changed since. Ask again if you still want this.",
    "mode-same": "Already in that mode.",
    "mode-not-open": "This is no longer open.",
    "mode-allowed-twice": "You have already allowed this; someone else has to allow it too.",
    "mode-allowed": "Accepted.",
    "not-waiting": "I have read that already, or it was taken back.",
    "dropped": "Dropped.",
    "revoked-before": "That is already revoked.",
    "heartbeat-same": "It is already set like that.",
    "heartbeat-gone": "That heartbeat has ended.",
    "heartbeat-ended": "The heartbeat has ended.",
    "heartbeat-muted": "Muted here.",
    "heartbeat-unmuted": "Unmuted here.",
    "heartbeat-useful": "Good to know. Thank you.",
    "heartbeat-now": "Checking now. I only speak up if you need to know something.",
    "wakeup-gone": "That is no longer scheduled.",
    "note-gone": "I do not remember that any more.",
    "note-not-yours": "Only whoever told me this, or an owner, can make me forget it.",
    "note-undone": "Forgotten.",
    "note-forgotten": "I have forgotten what I was to remember here.",
    "note-replaced": "A later note has replaced what I was to remember here.",
    "note-exchanged": "I have forgotten what I was to remember here. I remember again what that had replaced.",
    "note-kept": "I could not forget that. Please try again.",
    "undo-gone": "This can no longer be undone.",
    "undo-changed": "I undid nothing: the file has changed since.",
    "undo-denied": "I undid nothing: a rule keeps me from changing that file now.",
    "undo-failed": "I could not undo that. Please try again.",
    "archived": "Archived. It is listed again once somebody speaks here.",
    "delete-not-yours": "Only an owner can delete a conversation in which others take part.",
    "not-deleted": "I did not delete this conversation: something came in between. Please try again.",
    "branched": "The branch is a new thread here. Go on there; this one stays as it is.",
    "branch-begins": "Go on here: I know what was said there up to that point.",
    "branch-unknown": "That message is in no conversation that I can branch from.",
    "branch-empty": "There is nothing to branch from yet.",
    "branch-failed": "I could not begin a branch. Please try again.",
    "will-sum-up": "I will sum up this conversation before my next step.",
    "sums-up-already": "I will sum up this conversation before my next step: somebody has asked for it before you.",
    "little-to-sum-up": "There is too little here to sum up yet.",
    "not-summed-up": "I could not sum this conversation up. Nothing is lost.",
}
_NOTED = {
    "team": "I will remember this for the team",
    "place": "I will remember this here",
    "person": "I will remember this for you",
}
NOTE = 300
"""Characters of a note in the line that says that it was written."""
_MISFIT: Mapping[str, str] = {
    "question": "That is not one of the answers to this question.",
    "plan": "A plan can be approved, or revised with what should change.",
    "approved-twice": "You have already approved this; someone else has to approve it too.",
    "empty": "Your answer was empty.",
}
_HEARTBEAT = {
    "muted": " muted my heartbeat here. I post nothing from it until it is unmuted.",
    "unmuted": " unmuted my heartbeat here.",
    "ended": " ended my heartbeat here.",
}
_WAKEUP = {
    "cancelled": "Cancelled",
    "paused": "Paused",
    "resumed": "Resumed",
    "run": "Starting now",
    "due": "This is due, but I'm waiting for a decision first",
}
_PRESSED: Mapping[Pressed, str] = {
    "ask-again": " wants me to ask again.",
    "no-answer": " takes the answer back.",
}
_UNWRITTEN = {
    "reply": "I could not post where you asked me to ({why}).",
    "heartbeat": "I could not post where my heartbeat is ({why}), so it has ended.",
}


def said(post: Post, known: Sequence[Person] = ()) -> Text:
    """All that the post says. What a model or a person wrote stands below what we say ourselves. `known` are those
    whose roles are known: of them it names who may decide.
    """
    before = " ".join(_before(post))
    if post.notice:
        lead = notice(post.notice, known)
        lead = (f"{before} ", *lead) if before else lead
        asked = post.notice if isinstance(post.notice, n.AskedUnseen) and not post.notice.pressed else None
        return Text(asked.text if asked else "", lead=lead)
    return Text("\n\n".join(filter(None, (before, post.text))))


def _before(post: Post) -> Iterator[str]:
    """What has to be known of it first."""
    if post.late:
        yield f"This comes late: I could not post for {duration(post.late)}."
    if post.unwritten:
        yield f"{unwritten(post.unwritten)} What I wanted to say:"


def done(post: Post) -> Text:
    """The same, once what it had a button for can be done no more."""
    if isinstance(post.action, StopTurn):
        return Text("", lead=notice(post.notice) if isinstance(post.notice, n.Worked) else ("Worked on it.",))
    if isinstance(post.action, AllowMode) and isinstance(post.notice, n.ModeAsked):
        return Text("", lead=(post.notice.by, f"'s request for {post.notice.mode} mode is closed."))
    if isinstance(post.notice, n.TurnEnded):  # what was not read by then may have been since
        return said(replace(post, notice=replace(post.notice, unheard=())))
    return said(post)


def unwritten(why: Unwritten) -> str:
    return _UNWRITTEN[why.what].format(why=why.why)


def notice(what: n.Notice, known: Sequence[Person] = ()) -> Phrase:
    match what:
        case n.Brief(code=code):
            return (_BRIEF[code],)
        case n.AskedUnseen(by=by, pressed=pressed):
            return (by, _PRESSED[pressed] if pressed else " asks:")
        case n.Worked():
            return (_worked(what),)
        case n.TurnEnded(why=why, unheard=unheard):
            return (*capitalized(ended(why, known)), ".", *_unheard(unheard))
        case n.Remembered(layer=layer, text=text, instead=instead):
            before = f" (instead of: {shortened(in_line(instead), NOTE)})" if instead else ""
            return (f"{_NOTED[layer]}: {shortened(in_line(text), NOTE)}{before}",)
        case n.Forgot(text=text):
            return (f"I forgot: {shortened(in_line(text), NOTE)}",)
        case n.RemembersAgain(text=text):
            return (f"Forgotten. I remember this again: {shortened(in_line(text), NOTE)}",)
        case n.Deleting(by=by):
            return (*_whoever(by), " is having this conversation deleted: once it is, I remember nothing of it.")
        case n.Branched(by=by, title=title):
            return (by, f" began a branch of “{title}” here." if title else " began a branch of another thread here.")
        case n.SummedUp(tokens=tokens):
            return (f"I have summed up what was said before, about {tokens:,} tokens.",)
        case n.BudgetTold(budget=budget):
            return (*capitalized(named(budget)), " is used up. I go on.")
        case n.LiftNotYours(by=by):
            nobody = (
                "" if any(map(OWNERS.entitles, known)) else " Nobody is one yet: `people` in workspace.yaml names them."
            )
            return ("Only ", *OWNERS.described(by, known), f" can lift this.{nobody}")
        case n.Lifted(by=by, budget=budget):
            return (by, " lifted ", *named(budget), " until ", Moment(budget.until), ".")
        case n.AsideUnpaid(budget=budget):
            return (
                "I can't answer this now: ",
                *used_up(budget, known),
                ". I will read it when I go on.",
            )
        case n.AnswersTold(answers=answers):
            return joined([_answered(one, known) for one in answers], "\n")
        case n.Undecided(masked=True):
            return ("Nothing is decided yet: a part of this is hidden. Open “Show secrets…” on the card first.",)
        case n.Undecided(asks=asks, mode=mode):
            one = len(asks) + bool(mode) == 1
            return ("That decides nothing. This is waiting:" if one else "That decides nothing. These are waiting:",)
        case n.AsideFailed(why=why):
            return (f"I can't answer this now: {why}. I will read it once there is a decision.",)
        case n.ChangeTooLate(started=started):
            return (f"Too late to change that: it {'already runs' if started else 'is decided'}.",)
        case n.ChangeUnfit(why=why):
            return (f"I could not change that, so it waits as it was: {shortened(in_line(why), 200)}",)
        case n.EditRefused(why=why):
            return (f"That edit is not allowed: {ruled(why)}.",)
        case n.StillWaiting(deciders=deciders, requester=requester):
            return ("Still waiting for a decision: ", *deciders.described(requester), " can decide.")
        case n.Revoked(on=on):
            return (f"Revoked. From now on I ask about {on} again.",)
        case n.ModeAsked(by=by, mode=mode, deciders=deciders):
            who = capitalized(deciders.described(by))
            return (by, f" asks for {mode} mode, which permits more. ", *who, " can allow it.")
        case n.ModeNotYours(deciders=deciders, by=by):
            return _only(deciders, by, known)
        case n.ModeNeeds(missing=missing):
            return (f"Accepted. Still needed: {missing}.",)
        case n.ModeSwitched(by=by, mode=mode):
            return (by, f" switched me to {mode} mode.")
        case n.ModelSwitched(model=model):
            which = model or "the mode's default model"
            return (f"From the next step I use {which}.",)
        case n.NotYourMessage(by=by):
            return ("Only ", by, " can take that back.")
        case n.Titled(title=title):
            return (f"This thread is now called “{title}”.",)
        case n.Bound(title=title):
            return (f"This thread now continues “{title}”." if title else "A new conversation begins here.",)
        case n.HeartbeatPlaced(by=by, schedule=schedule, changed=changed, muted=muted):
            did = "changed my heartbeat here" if changed else "set a heartbeat"
            says = "and post nothing until it is unmuted" if muted else _SAYS
            return (by, f" {did}: I check {schedule}, {says}.")
        case n.HeartbeatTold(by=by, did=did):
            return (by, _HEARTBEAT[did])
        case n.HeartbeatPace(every=every):
            return (f"From now on I check every {duration(every)}.",)
        case n.HeartbeatSlowed(silent=silent, before=before, every=every):
            pace = f"From now on I check every {duration(every)}, not every {duration(before)}."
            return (f"I checked {silent} times and had nothing to say. {pace}",)
        case n.HeartbeatNotNow(why=why):
            return (f"Not now: {skipped(why)}.",)
        case n.HeartbeatLapsed(why=why, detail=detail, again=again):
            reason = "nobody has said anything here for a week" if why == "quiet" else detail
            more = " The workspace sets it again at my next start." if again else ""
            return (f"My heartbeat here has ended: {reason}.{more}",)
        case n.WakeupTold(did=did, note=note):
            return (f"{_WAKEUP[did]}: {note}",)
        case n.WakeupLate(note=note, due=due, late=late, missed=missed):
            more = f" {counted(missed, 'more time')} passed meanwhile." if missed else ""
            return (f"“{shortened(in_line(note), NOTE)}” was due ", Moment(due), f", {aged(late)} late.{more}")
        case n.WakeupMissed(note=note, why=why):
            return (f"I skipped this reminder because {skipped(why)}: {note}",)
        case n.MediaLeftOut(paths=paths):
            them = "it" if len(paths) == 1 else "them"
            return (f"The model's provider refused {_listed(paths)}, so I'm going on without {them}.",)
        case n.CommandOver():
            return command_ends.told(what)
        case _:
            assert_never(what)


def _listed(paths: Sequence[str]) -> str:
    """Names of files, FILES_NAMED at most."""
    more = [f"{len(paths) - FILES_NAMED} more"] if len(paths) > FILES_NAMED else []
    *names, last = [*(in_line(path) for path in paths[:FILES_NAMED]), *more] or ["a file"]
    return f"{', '.join(names)} and {last}" if names else last


def _only(deciders: Deciders, requester: Person, known: Sequence[Person]) -> Phrase:
    return ("Only ", *deciders.described(requester, known), " can decide this.")


def only_they_see(deciders: Deciders, requester: Person) -> Phrase:
    """For whoever wants to see a card without its mask."""
    return ("Only ", *deciders.described(requester), " can see the hidden part.")


def _worked(worked: n.Worked) -> str:
    """`Worked 24 s · 6 steps, 1 failed`."""
    took = f"Worked {duration(worked.seconds)}"
    if worked.of:
        return f"{took} · {worked.steps} of {counted(worked.of, 'step')}"
    if not worked.steps:
        return took
    failed = f", {worked.failed} failed" if worked.failed else ""
    return f"{took} · {counted(worked.steps, 'step')}{failed}"


def _unheard(people: Sequence[Person]) -> Phrase:
    return (" Not read yet: messages from ", *joined([(one,) for one in people], ", "), ".") if people else ()


def _answered(answer: n.Answered, known: Sequence[Person]) -> Phrase:
    told = reception(answer.reception, known)
    return (f"{answer.tool}: ", *told) if answer.tool else told


def reception(what: n.Reception, known: Sequence[Person] = ()) -> Phrase:
    match what:
        case n.Taken(no=no, missing=missing):
            if missing:
                return (f"Accepted. Approvals still needed: {missing}.",)
            return ("Noted." if no else "Accepted.",)  # "accepted" after a no would read as a yes
        case n.Late(ended=settlement, ago=since):
            if settlement is None:
                return ("This is no longer open.",)
            return (*_over(settlement), f" ({ago(since)})." if since >= 60 else ".")
        case n.NotYours(deciders=deciders, requester=requester):
            return _only(deciders, requester, known)
        case n.Misfit(why=why):
            return (_MISFIT[why],)
        case n.BeingEdited(by=by):
            return (by, " is editing this right now.")
        case _:
            assert_never(what)


def _over(settlement: Settlement) -> Phrase:
    """How an ask ended, as a sentence without its end."""
    how = outcome(settlement)
    match settlement.outcome:
        case "expired":
            return ("This ", *how)
        case "unreachable":
            return capitalized(how)
        case _:
            return ("This was ", *how)


def _whoever(by: Person) -> Phrase:
    """Who begins a sentence."""
    return (by,) if by.team else capitalized((str(by),))
