"""Session from rows: the one door by which facts come in.

Late, doubled and foreign facts are no errors: each handler takes only what the state still has a use for. The fold
needs neither rules nor a clock: what they have to say comes in as facts too.
"""

from collections.abc import Iterable
from functools import reduce
from typing import assert_never

from harness.sessions import facts as f
from harness.sessions.answers import on_ask_answered
from harness.sessions.asides import begun
from harness.sessions.asking import on_call_judged, on_call_outdated, on_call_previewed
from harness.sessions.branches import (
    on_branch_begun,
    on_branch_requested,
    on_deletion_passed_on,
    on_seed_voided,
    on_thread_seeded,
)
from harness.sessions.compaction import (
    on_compacted,
    on_compaction_failed,
    on_compaction_requested,
    on_context_filled,
    on_quote_deleted,
)
from harness.sessions.deletion import on_archived, on_delete_requested, on_deletion_failed
from harness.sessions.delivered import (
    on_action_withdrawn,
    on_ask_posted,
    on_card_settled,
    on_introduced,
    on_post_delayed,
    on_post_failed,
    on_post_sent,
    on_posts_due,
)
from harness.sessions.firing import (
    on_timer_ended,
    on_timer_fired,
    on_timer_scheduled,
    on_timer_skipped,
    on_timer_triggered,
)
from harness.sessions.heartbeats import on_checklist_read, on_heartbeat_adjusted, on_heartbeat_set
from harness.sessions.in_background import on_command_ended
from harness.sessions.messages import (
    on_continue_requested,
    on_message_corrected,
    on_message_deleted,
    on_message_received,
    on_stop_requested,
)
from harness.sessions.noted import on_forget_requested, on_note_dropped, on_notes_voided, without
from harness.sessions.observing import (
    on_observation_failed,
    on_observation_wanted,
    on_observations_taken,
    on_observed,
)
from harness.sessions.refused_media import on_media_refused
from harness.sessions.replies import (
    on_aside_replied,
    on_model_failed,
    on_model_replied,
    on_model_stopped,
    on_reply_begun,
)
from harness.sessions.running import on_call_awaited, on_resumed, on_tool_returned, on_tool_started
from harness.sessions.session import Session
from harness.sessions.spent import on_budget_lifted, on_budget_reached, on_budget_reset, on_lift_requested
from harness.sessions.steps import (
    listen,
    on_background_read,
    on_limit_reached,
    on_turn_admitted,
    on_turn_compiled,
    on_turn_lasted,
    on_turn_queued,
)
from harness.sessions.thread_settings import (
    on_grant_revoked,
    on_message_dropped,
    on_mode_allowed,
    on_mode_requested,
    on_model_chosen,
    on_place_bound,
    on_secrets_shown,
)
from harness.sessions.titles import on_renamed, on_title_made, on_title_wanted
from harness.sessions.unanswered import on_ask_expired, on_ask_overdue
from harness.sessions.undone import on_change_undone, on_undo_requested
from harness.sessions.wakeups import on_wakeup_paused
from harness.tools.values import replace


def fold(rows: Iterable[f.Row], session: Session | None = None) -> Session:
    """The session after `rows`, which follow on `session` (on nothing, if it is None)."""
    return reduce(apply, rows, Session() if session is None else session)


def apply(session: Session, row: f.Row) -> Session:
    """The session after one more row. Pure, total, and the same for ever: what a journal has meant, it means."""
    return _timed(begun(_fold(replace(session, head=row.position, now=row.at), row.fact)))


def _fold(session: Session, fact: f.Fact) -> Session:
    """What every step brings comes first: the cases before the one that fits are tried in turn."""
    match fact:
        case f.ModelReplied():
            return on_model_replied(session, fact)
        case f.CallJudged():
            return on_call_judged(session, fact)
        case f.ToolStarted():
            return on_tool_started(session, fact)
        case f.ToolReturned():
            return on_tool_returned(session, fact)
        case f.PostSent():
            return on_post_sent(session, fact)
        case f.MessageReceived():
            return on_message_received(session, fact)
        case f.MessageCorrected():
            return on_message_corrected(session, fact)
        case f.MessageDeleted():
            return on_message_deleted(session, fact)
        case f.MessageDropped():
            return on_message_dropped(session, fact)
        case f.BackgroundRead():
            return on_background_read(session, fact)
        case f.StopRequested():
            return on_stop_requested(session, fact)
        case f.ContinueRequested():
            return on_continue_requested(session, fact)
        case f.AskAnswered():
            return on_ask_answered(session, fact)
        case f.AskExpired():
            return on_ask_expired(session, fact)
        case f.AskOverdue():
            return on_ask_overdue(session, fact)
        case f.GrantRevoked():
            return on_grant_revoked(session, fact)
        case f.SecretsShown():
            return on_secrets_shown(session, fact)
        case f.ModeRequested():
            return on_mode_requested(session, fact)
        case f.ModeAllowed():
            return on_mode_allowed(session, fact)
        case f.ModelChosen():
            return on_model_chosen(session, fact)
        case f.Renamed():
            return on_renamed(session, fact)
        case f.PlaceBound():
            return on_place_bound(session, fact)
        case f.HeartbeatSet():
            return on_heartbeat_set(session, fact)
        case f.TimerScheduled():
            return on_timer_scheduled(session, fact)
        case f.TimerFired():
            return on_timer_fired(session, fact)
        case f.TimerSkipped():
            return on_timer_skipped(session, fact)
        case f.TimerTriggered():
            return on_timer_triggered(session, fact)
        case f.TimerEnded():
            return on_timer_ended(session, fact)
        case f.WakeupPaused():
            return on_wakeup_paused(session, fact)
        case f.HeartbeatAdjusted():
            return on_heartbeat_adjusted(session, fact)
        case f.ChecklistRead():
            return on_checklist_read(session, fact)
        case f.LimitReached():
            return on_limit_reached(session, fact)
        case f.BudgetReached():
            return on_budget_reached(session, fact)
        case f.LiftRequested():
            return on_lift_requested(session, fact)
        case f.BudgetLifted():
            return on_budget_lifted(session, fact)
        case f.BudgetReset():
            return on_budget_reset(session, fact)
        case f.TurnCompiled():
            return on_turn_compiled(session, fact)
        case f.TurnLasted():
            return on_turn_lasted(session, fact)
        case f.TurnQueued():
            return on_turn_queued(session, fact)
        case f.TurnAdmitted():
            return on_turn_admitted(session, fact)
        case f.Resumed():
            return on_resumed(session, fact)
        case f.ReplyBegun():
            return on_reply_begun(session, fact)
        case f.ModelFailed():
            return on_model_failed(session, fact)
        case f.ModelStopped():
            return on_model_stopped(session, fact)
        case f.AsideReplied():
            return on_aside_replied(session, fact)
        case f.CallPreviewed():
            return on_call_previewed(session, fact)
        case f.CallOutdated():
            return on_call_outdated(session, fact)
        case f.CallAwaited():
            return on_call_awaited(session, fact)
        case f.CommandEnded():
            return on_command_ended(session, fact)
        case f.Introduced():
            return on_introduced(session, fact)
        case f.AskPosted():
            return on_ask_posted(session, fact)
        case f.CardSettled():
            return on_card_settled(session, fact)
        case f.ActionWithdrawn():
            return on_action_withdrawn(session, fact)
        case f.PostFailed():
            return on_post_failed(session, fact)
        case f.PostDelayed():
            return on_post_delayed(session, fact)
        case f.PostsDue():
            return on_posts_due(session, fact)
        case f.FeedbackGiven(by=by, words=words):
            return listen(session, by) if words else session  # as a correction is heard: it opens nothing
        case f.ContextFilled():
            return on_context_filled(session, fact)
        case f.Compacted():
            return on_compacted(session, fact)
        case f.CompactionFailed():
            return on_compaction_failed(session, fact)
        case f.CompactionRequested():
            return on_compaction_requested(session, fact)
        case f.ObservationWanted():
            return on_observation_wanted(session, fact)
        case f.Observed() | f.Reflected():
            return on_observed(session, fact)
        case f.ObservationFailed():
            return on_observation_failed(session, fact)
        case f.ObservationsTaken():
            return on_observations_taken(session, fact)
        case f.TitleWanted():
            return on_title_wanted(session, fact)
        case f.TitleMade():
            return on_title_made(session, fact)
        case f.Archived():
            return on_archived(session, fact)
        case f.DeleteRequested():
            return on_delete_requested(session, fact)
        case f.DeletionFailed():
            return on_deletion_failed(session, fact)
        case f.BranchRequested():
            return on_branch_requested(session, fact)
        case f.BranchBegun():
            return on_branch_begun(session, fact)
        case f.ThreadSeeded():
            return on_thread_seeded(session, fact)
        case f.DeletionPassedOn():
            return on_deletion_passed_on(session, fact)
        case f.QuoteDeleted():
            return without(on_quote_deleted(session, fact), fact.gone)
        case f.ForgetRequested():
            return on_forget_requested(session, fact)
        case f.NoteDropped():
            return on_note_dropped(session, fact)
        case f.NotesVoided():
            return on_notes_voided(session, fact)
        case f.UndoRequested():
            return on_undo_requested(session, fact)
        case f.ChangeUndone():
            return on_change_undone(session, fact)
        case f.SeedVoided():
            return on_seed_voided(session, fact)
        case f.MediaRefused():
            return on_media_refused(session, fact)
        case f.WindowCut():
            return session  # for the window
        case _:
            assert_never(fact)


def _timed(session: Session) -> Session:
    """The time a turn has worked, not counting what it waited for people, children, the clock or other turns."""
    turn = session.turn
    if turn is None or (turn.waiting or turn.queued is not None) == (turn.since is None):
        return session
    if turn.since is None:
        return replace(session, turn=replace(turn, since=session.now))
    return replace(session, turn=replace(turn, worked=turn.worked_until(session.now), since=None))
