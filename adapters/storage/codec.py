"""Facts and snapshots as bytes, and back: all their shapes, for ever.

A fact is its kind (a short name), the version of that kind, and the JSON of its fields. Whatever changes in the shape
of a kind raises its version, see VERSIONS: a field that is added has a default, by which older facts are read; what
changes otherwise needs an upcast, see UPCASTS. `tests/journals` holds every shape that was ever written.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from pydantic_core import from_json, to_json

from adapters.storage.shapes import Outline, Shape, Shapes
from harness.approvals.asks import Approval, Approve, Edit, PlanReview, Question, Reject, Respond
from harness.context import snapshot as snapshots
from harness.context.snapshot import Snapshot
from harness.sessions import ask_status, call_status, effects, notices, post_status, preparations, reasons
from harness.sessions import facts as f
from harness.sessions.call_status import CallReplaced, CallWithdrawn, ChangeMisfit
from harness.sessions.entries import (
    Background,
    Branched,
    LeftOut,
    Looked,
    Noted,
    Result,
    Said,
    Seen,
    Spoke,
    Summed,
    Talked,
    Told,
)
from harness.tools.changes import (
    CommandStarted,
    FileChanged,
    FileSeen,
    HeartbeatWanted,
    NoteForgotten,
    NoteWritten,
    Reported,
    TimerDropped,
    TimerHeld,
    TodosWritten,
    ToolsNarrowed,
    WakeupWanted,
)
from harness.tools.previews import FileChange, FileSent, FilesGone, NoteNamed, OwnChange, Recipient
from harness.tools.schedules import Cron, Interval, Once

KINDS: Mapping[str, type[f.Fact]] = {
    "message": f.MessageReceived,
    "corrected": f.MessageCorrected,
    "deleted": f.MessageDeleted,
    "background": f.BackgroundRead,
    "stop": f.StopRequested,
    "continue": f.ContinueRequested,
    "answer": f.AskAnswered,
    "revoke": f.GrantRevoked,
    "secrets-shown": f.SecretsShown,
    "expiry": f.AskExpired,
    "overdue": f.AskOverdue,
    "limit": f.LimitReached,
    "budget": f.BudgetReached,
    "lift-requested": f.LiftRequested,
    "lifted": f.BudgetLifted,
    "budget-reset": f.BudgetReset,
    "compiled": f.TurnCompiled,
    "lasted": f.TurnLasted,
    "queued": f.TurnQueued,
    "admitted": f.TurnAdmitted,
    "resumed": f.Resumed,
    "begun": f.ReplyBegun,
    "reply": f.ModelReplied,
    "failed": f.ModelFailed,
    "stopped": f.ModelStopped,
    "aside": f.AsideReplied,
    "verdict": f.CallJudged,
    "previewed": f.CallPreviewed,
    "outdated": f.CallOutdated,
    "window-cut": f.WindowCut,
    "media-refused": f.MediaRefused,
    "context-filled": f.ContextFilled,
    "compacted": f.Compacted,
    "not-compacted": f.CompactionFailed,
    "compaction-requested": f.CompactionRequested,
    "observation-wanted": f.ObservationWanted,
    "observed": f.Observed,
    "reflected": f.Reflected,
    "not-observed": f.ObservationFailed,
    "observations-taken": f.ObservationsTaken,
    "title-wanted": f.TitleWanted,
    "title-made": f.TitleMade,
    "archived": f.Archived,
    "delete-requested": f.DeleteRequested,
    "deletion-failed": f.DeletionFailed,
    "branch-requested": f.BranchRequested,
    "branch-begun": f.BranchBegun,
    "seeded": f.ThreadSeeded,
    "seed-voided": f.SeedVoided,
    "deletion-passed-on": f.DeletionPassedOn,
    "quote-deleted": f.QuoteDeleted,
    "forget-requested": f.ForgetRequested,
    "note-dropped": f.NoteDropped,
    "notes-voided": f.NotesVoided,
    "undo-requested": f.UndoRequested,
    "change-undone": f.ChangeUndone,
    "started": f.ToolStarted,
    "awaited": f.CallAwaited,
    "result": f.ToolReturned,
    "command-ended": f.CommandEnded,
    "asked": f.AskPosted,
    "settled": f.CardSettled,
    "withdrawn": f.ActionWithdrawn,
    "sent": f.PostSent,
    "unsent": f.PostFailed,
    "delayed": f.PostDelayed,
    "posts-due": f.PostsDue,
    "mode-requested": f.ModeRequested,
    "allowed": f.ModeAllowed,
    "model": f.ModelChosen,
    "dropped": f.MessageDropped,
    "renamed": f.Renamed,
    "bound": f.PlaceBound,
    "introduced": f.Introduced,
    "feedback": f.FeedbackGiven,
    "heartbeat-set": f.HeartbeatSet,
    "timer-scheduled": f.TimerScheduled,
    "timer-fired": f.TimerFired,
    "timer-skipped": f.TimerSkipped,
    "timer-triggered": f.TimerTriggered,
    "timer-ended": f.TimerEnded,
    "wakeup-paused": f.WakeupPaused,
    "heartbeat-adjusted": f.HeartbeatAdjusted,
    "checklist": f.ChecklistRead,
}
"""The facts, by the names that journals know them by."""

TAGS: Mapping[type, str] = {
    # asks, and the ways to answer them
    Approval: "approval",
    Question: "question",
    PlanReview: "plan",
    Approve: "approve",
    Edit: "edit",
    Reject: "reject",
    Respond: "respond",
    # what tools change
    TodosWritten: "todos",
    WakeupWanted: "wakeup-wanted",
    HeartbeatWanted: "heartbeat-wanted",
    TimerDropped: "timer-dropped",
    TimerHeld: "timer-held",
    Reported: "reported",
    NoteWritten: "note-written",
    NoteForgotten: "note-forgotten",
    ToolsNarrowed: "tools-narrowed",
    FileSeen: "file-seen",
    CommandStarted: "command-started",
    FileChanged: "file-changed",
    # when a timer comes
    Once: "once",
    Cron: "cron",
    Interval: "interval",
    # what a call would do
    FileChange: "file-change",
    Recipient: "recipient",
    FileSent: "file-sent",
    NoteNamed: "note-named",
    FilesGone: "files-gone",
    OwnChange: "own-change",
    # what a model does with calls that wait
    CallWithdrawn: "call-withdrawn",
    CallReplaced: "call-replaced",
    ChangeMisfit: "change-misfit",
    # how far a call is, and how it ended
    call_status.Proposed: "call-proposed",
    call_status.Previewing: "call-previewing",
    call_status.Asked: "call-asked",
    call_status.Edited: "call-edited",
    call_status.Cleared: "call-cleared",
    call_status.Started: "call-started",
    call_status.Awaited: "call-awaited",
    call_status.Returned: "call-returned",
    call_status.Denied: "call-denied",
    call_status.Prevented: "call-prevented",
    call_status.Declined: "call-declined",
    call_status.AnsweredWith: "call-answered-with",
    call_status.PlanApproved: "call-plan-approved",
    call_status.Expired: "call-expired",
    call_status.Withdrawn: "call-taken-back",
    call_status.Unaskable: "call-unaskable",
    call_status.CutShort: "call-cut-short",
    call_status.Lost: "call-lost",
    # how far an ask is, and what is owed
    ask_status.Unposted: "ask-unposted",
    ask_status.Posted: "ask-posted",
    ask_status.Settled: "ask-settled",
    post_status.Delayed: "post-delayed",
    post_status.Retried: "post-retried",
    # what is read before the model is asked
    preparations.PlaceHistory: "place-history",
    preparations.Checklist: "checklist-input",
    preparations.Compaction: "compaction-input",
    # why a turn ended
    reasons.StoppedBy: "stopped-by",
    reasons.InterruptedBy: "interrupted-by",
    reasons.GaveWay: "gave-way",
    reasons.LimitHit: "limit-hit",
    reasons.BudgetHit: "budget-hit",
    reasons.ModelFailure: "model-failure",
    reasons.PlanTurnedDown: "plan-turned-down",
    reasons.EmptyAnswer: "empty-answer",
    reasons.WentInCircles: "went-in-circles",
    reasons.HeartbeatOver: "heartbeat-over",
    reasons.RequestDeleted: "request-deleted",
    # what a message has a button for
    effects.StopTurn: "stop-turn",
    effects.ContinueTurn: "continue-turn",
    effects.AllowMode: "allow-mode",
    effects.AskAgain: "ask-again",
    effects.TakeBackAnswer: "take-back-answer",
    effects.AdjustHeartbeat: "adjust-heartbeat",
    effects.UndoNote: "undo-note",
    effects.LiftBudget: "lift-budget",
    # what a session says
    notices.Brief: "brief",
    notices.AskedUnseen: "asked-unseen",
    notices.Worked: "worked",
    notices.TurnEnded: "turn-ended",
    notices.SummedUp: "summed-up",
    notices.Branched: "branched",
    notices.Deleting: "deleting",
    notices.Remembered: "remembered",
    notices.Forgot: "forgot",
    notices.RemembersAgain: "remembers-again",
    notices.BudgetTold: "budget-told",
    notices.LiftNotYours: "lift-not-yours",
    notices.Lifted: "budget-lifted",
    notices.AsideUnpaid: "aside-unpaid",
    notices.AnswersTold: "answers-told",
    notices.Undecided: "undecided",
    notices.AsideFailed: "aside-failed",
    notices.ChangeTooLate: "change-too-late",
    notices.ChangeUnfit: "change-unfit",
    notices.EditRefused: "edit-refused",
    notices.StillWaiting: "still-waiting",
    notices.Revoked: "revoked",
    notices.ModeAsked: "mode-asked",
    notices.ModeNotYours: "mode-not-yours",
    notices.ModeNeeds: "mode-needs",
    notices.ModeSwitched: "mode-switched",
    notices.ModelSwitched: "model-switched",
    notices.NotYourMessage: "not-your-message",
    notices.Titled: "titled",
    notices.Bound: "bound",
    notices.HeartbeatPlaced: "heartbeat-placed",
    notices.HeartbeatTold: "heartbeat-told",
    notices.HeartbeatPace: "heartbeat-pace",
    notices.HeartbeatSlowed: "heartbeat-slowed",
    notices.HeartbeatNotNow: "heartbeat-not-now",
    notices.HeartbeatLapsed: "heartbeat-lapsed",
    notices.WakeupTold: "wakeup-told",
    notices.WakeupLate: "wakeup-late",
    notices.WakeupMissed: "wakeup-missed",
    notices.CommandOver: "command-over",
    notices.MediaLeftOut: "media-left-out",
    notices.Taken: "taken",
    notices.Late: "late",
    notices.NotYours: "not-yours",
    notices.Misfit: "misfit",
    notices.BeingEdited: "being-edited",
    # what is to be posted
    effects.Post: "post",
    effects.PostAsk: "ask",
    effects.React: "react",
    # what a request shows
    Said: "said",
    Background: "background",
    Noted: "noted",
    LeftOut: "left-out",
    Branched: "branch-point",
    Spoke: "spoke",
    Result: "result",
    Seen: "seen",
    Looked: "looked",
    Talked: "talked",
    Told: "told",
    Summed: "summed",
}
"""The members of unions within facts and snapshots, by the names that journals know them by."""

VERSIONS: Mapping[str, int] = {
    "timer-fired": 2,
    "message": 4,
    "background": 2,
    "corrected": 2,
    "deleted": 2,
    "answer": 2,
    "begun": 2,
    "reply": 3,
    "failed": 3,
    "stop": 2,
    "stopped": 3,
    "compacted": 2,
    "not-compacted": 2,
    "verdict": 8,
    "result": 10,
    "asked": 3,
    "settled": 2,
    "feedback": 2,
    "limit": 3,
    "previewed": 5,
    "revoke": 2,
    "aside": 3,
    "compiled": 5,
    "seeded": 6,
    "introduced": 2,
    "branch-requested": 2,
    "forget-requested": 2,
    "note-dropped": 2,
    "notes-voided": 2,
    "quote-deleted": 2,
    "command-ended": 2,
}
"""The versions of the kinds whose shape has changed since the first; all others are at FIRST."""
FIRST = 1

Upcast = Callable[[dict[str, Any]], tuple[str, int, dict[str, Any]]]

UPCASTS: Mapping[tuple[str, int], Upcast] = {}
"""For each kind and version that cannot be read as it is: the kind, the version and the values that it is read as, one
step at a time. A version that only lacks fields with a default needs none. There is none yet.
"""


NOT_OF_ITS_SHAPE = (ValueError, TypeError, LookupError, AttributeError)
"""What reading raises at bytes of another shape."""


class NotAFact(ValueError):
    """These bytes are not a fact that this release knows."""


class EncodedFact(NamedTuple):
    """A fact as a row of the journal holds it."""

    kind: str
    version: int
    body: bytes


class Codec:
    """Safe to use from several threads."""

    def __init__(
        self,
        kinds: Mapping[str, type[f.Fact]] = KINDS,
        tags: Mapping[type, str] = TAGS,
        upcasts: Mapping[tuple[str, int], Upcast] = UPCASTS,
        versions: Mapping[str, int] = VERSIONS,
    ) -> None:
        self._kinds, self._upcasts = kinds, upcasts
        self.versions: Mapping[str, int] = {kind: versions.get(kind, FIRST) for kind in kinds}
        """The kinds that it writes, with the version of each; of these it reads all earlier ones, too."""
        self._names: dict[type, tuple[str, int]] = {cls: (kind, self.versions[kind]) for kind, cls in kinds.items()}
        self._shapes = Shapes(tags)

    def encode(self, fact: f.Fact) -> EncodedFact:
        """The same fact is the same bytes."""
        kind, version = self._names[type(fact)]
        return EncodedFact(kind, version, _body(self._shapes.of(type(fact)), fact))

    def decode(self, kind: str, version: int, body: bytes) -> f.Fact:
        """Raises NotAFact."""
        try:
            values = _values(body)
            while upcast := self._upcasts.get((kind, version)):
                kind, version, values = upcast(values)
            if version > self.versions[kind]:
                raise NotAFact(f"of the kind {kind!r} in version {version}; this release knows {self.versions[kind]}")
            fact: f.Fact = _read(self._shapes.of(self._kinds[kind]), values)
        except NotAFact:
            raise
        except NOT_OF_ITS_SHAPE as error:
            if kind not in self._kinds:
                raise NotAFact(f"of the kind {kind!r}, which this release does not know") from error
            raise NotAFact(f"of the kind {kind!r}, and cannot be read: {error}") from error
        return fact

    def outline(self, kind: str = "") -> Outline:
        """All that is in the shape of that kind, or of snapshots, as `Shapes.outline` gives it."""
        return self._shapes.outline(self._kinds[kind] if kind else Snapshot)

    def encode_snapshot(self, snapshot: Snapshot) -> tuple[str, bytes]:
        """Its version and body."""
        return str(snapshots.VERSION), _body(self._shapes.of(Snapshot), snapshot)

    def decode_snapshot(self, version: str, body: bytes) -> Snapshot | None:
        """None if it is of another version, or cannot be read: then the journal is folded anew. What was added to its
        shape since has its default.
        """
        if version != str(snapshots.VERSION):
            return None
        try:
            snapshot: Snapshot = _read(self._shapes.of(Snapshot), _values(body))
        except NOT_OF_ITS_SHAPE:
            return None
        return snapshot


def _body(shape: Shape, value: Any) -> bytes:
    plain = shape.plain(value) if shape.plain else value
    try:
        return to_json(plain, inf_nan_mode="constants")
    except ValueError:  # half of a surrogate pair, which models, tools and platforms say now and then
        return json.dumps(plain, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


def _read(shape: Shape, values: Any) -> Any:
    return shape.read(values) if shape.read else values


def _values(body: bytes) -> Any:
    try:
        return from_json(body)
    except ValueError:
        return json.loads(body.decode("utf-8", "surrogatepass"))
