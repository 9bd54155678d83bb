"""Facts and snapshots as bytes, and back: all their shapes, for ever.

A fact is its kind, a short name that never changes, and the JSON of its fields. A field that is added has a default,
by which older facts read it. What changes otherwise gets a new kind (or tag), and the old one an upcast: see UPCASTS.
"""

import json
from collections.abc import Callable, Mapping
from hashlib import blake2b
from typing import Any

from pydantic_core import from_json, to_json

from adapters.storage.shapes import Shape, Shapes
from harness.approvals.asks import Approval, Approve, Edit, PlanReview, Question, Reject, Respond
from harness.context import snapshot as snapshots
from harness.context.snapshot import Snapshot
from harness.context.transcript import Background, Looked, Noted, Result, Said, Seen, Spoke
from harness.sessions import facts as f
from harness.sessions.effects import Post, PostAsk, React
from harness.tools.changes import (
    BeatDropped,
    BeatWanted,
    Reported,
    TodosWritten,
    WakeupDropped,
    WakeupHeld,
    WakeupWanted,
)

KINDS: Mapping[str, type[f.Fact]] = {
    "message": f.MessageReceived,
    "corrected": f.MessageCorrected,
    "deleted": f.MessageDeleted,
    "background": f.BackgroundRead,
    "heartbeat": f.HeartbeatFired,
    "unwoken": f.WakeupCancelled,
    "wakeup-paused": f.WakeupPaused,
    "wakeup-now": f.WakeupHastened,
    "wakeup-skipped": f.WakeupSkipped,
    "stop": f.StopRequested,
    "continue": f.ContinueRequested,
    "answer": f.AskAnswered,
    "revoke": f.GrantRevoked,
    "expiry": f.AskExpired,
    "overdue": f.AskOverdue,
    "limit": f.LimitReached,
    "lasted": f.TurnLasted,
    "resumed": f.Resumed,
    "begun": f.ReplyBegun,
    "reply": f.ModelReplied,
    "failed": f.ModelFailed,
    "stopped": f.ModelStopped,
    "verdict": f.CallJudged,
    "started": f.ToolStarted,
    "awaited": f.CallAwaited,
    "result": f.ToolReturned,
    "asked": f.AskPosted,
    "settled": f.CardSettled,
    "withdrawn": f.OfferWithdrawn,
    "sent": f.PostSent,
    "unsent": f.PostFailed,
    "mode": f.ModeChosen,
    "allowed": f.ModeAllowed,
    "model": f.ModelChosen,
    "dropped": f.MessageDropped,
    "renamed": f.Renamed,
    "bound": f.PlaceBound,
    "introduced": f.Introduced,
    "feedback": f.FeedbackGiven,
    "beat": f.HeartbeatSet,
    "beat-timed": f.HeartbeatTimed,
    "beat-skipped": f.HeartbeatSkipped,
    "beat-adjusted": f.HeartbeatAdjusted,
    "beat-ended": f.HeartbeatEnded,
    "beat-prepared": f.BeatPrepared,
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
    WakeupWanted: "wakeup",
    WakeupDropped: "wakeup-dropped",
    WakeupHeld: "wakeup-held",
    BeatWanted: "beat-wanted",
    BeatDropped: "beat-dropped",
    Reported: "reported",
    # in snapshots only
    Post: "post",
    PostAsk: "ask",
    React: "react",
    Said: "said",
    Background: "background",
    Noted: "noted",
    Spoke: "spoke",
    Result: "result",
    Seen: "seen",
    Looked: "looked",
}
"""The members of unions within facts and snapshots, by the names that journals know them by."""

Upcast = Callable[[dict[str, Any]], tuple[str, dict[str, Any]]]

UPCASTS: Mapping[str, Upcast] = {}
"""For each kind that has been retired: the kind and the values that it is read as. None has been yet."""


NOT_OF_ITS_SHAPE = (ValueError, TypeError, LookupError, AttributeError)
"""What reading raises at bytes of another shape."""


class Unreadable(ValueError):
    """These bytes are not a fact that this release knows."""


class Codec:
    """`kind` and `body` are what a row of the journal holds. Safe to use from several threads."""

    def __init__(
        self,
        kinds: Mapping[str, type[f.Fact]] = KINDS,
        tags: Mapping[type, str] = TAGS,
        upcasts: Mapping[str, Upcast] = UPCASTS,
    ) -> None:
        self._kinds, self._upcasts = kinds, upcasts
        self._names: dict[type, str] = {cls: kind for kind, cls in kinds.items()}
        self._shapes = Shapes(tags)
        self._version = ""

    def encode(self, fact: f.Fact) -> tuple[str, bytes]:
        """The kind and body of a fact. The same fact is the same bytes."""
        kind = self._names[type(fact)]
        return kind, _body(self._shapes.of(type(fact)), fact)

    def decode(self, kind: str, body: bytes) -> f.Fact:
        """Raises Unreadable."""
        try:
            values = _values(body)
            while kind in self._upcasts:
                kind, values = self._upcasts[kind](values)
            fact: f.Fact = _read(self._shapes.of(self._kinds[kind]), values)
        except NOT_OF_ITS_SHAPE as error:
            if kind not in self._kinds:
                raise Unreadable(f"of the kind {kind!r}, which this release does not know") from error
            raise Unreadable(f"of the kind {kind!r}, and cannot be read: {error}") from error
        return fact

    @property
    def version(self) -> str:
        """Of snapshots: of the fold, and of the shapes of all that is in them."""
        if not self._version:
            outline = self._shapes.outline(Snapshot).encode()
            self._version = f"{snapshots.VERSION}-{blake2b(outline, digest_size=8).hexdigest()}"
        return self._version

    def encode_snapshot(self, snapshot: Snapshot) -> tuple[str, bytes]:
        """Its version and body."""
        return self.version, _body(self._shapes.of(Snapshot), snapshot)

    def decode_snapshot(self, version: str, body: bytes) -> Snapshot | None:
        """None if it is of another version, or cannot be read: then the journal is folded anew."""
        if version != self.version:
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
