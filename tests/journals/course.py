"""One long conversation with every kind of fact, which ends at rest."""

from collections.abc import Iterator
from dataclasses import replace

from harness.approvals.asks import Approval, Approve, Ask, Edit, PlanReview, Question, Reject, Respond
from harness.approvals.deciders import Deciders
from harness.approvals.gate import Judged, Verdict
from harness.approvals.reasons import RuleReason
from harness.chat.cards import Option
from harness.chat.people import Person, Place
from harness.chat.port import ChatLine
from harness.sessions import facts as f
from harness.sessions.budgets import Account, SpentBudget
from harness.sessions.call_status import CallReplaced, CallWithdrawn, ChangeMisfit, Previewing
from harness.sessions.effects import Outgoing, PostAsk, SettleCard, WithdrawAction
from harness.sessions.entries import Noted, Said, Spoke
from harness.sessions.fold import apply
from harness.sessions.session import Session
from harness.sessions.turn import Call
from harness.sessions.usage import Usage
from harness.sessions.wants import wants
from harness.tools.calls import REPORT, At, Awaiting, ToolCall, ToolResult
from harness.tools.changes import (
    Change,
    CommandStarted,
    FileChanged,
    HeartbeatWanted,
    NoteForgotten,
    NoteWritten,
    Reported,
    TimerDropped,
    TimerHeld,
    Todo,
    TodosWritten,
    ToolsNarrowed,
    WakeupWanted,
)
from harness.tools.heartbeats import OWN, HeartbeatConfig
from harness.tools.origins import COMMAND
from harness.tools.previews import FileChange, Foreseen, Preview
from harness.tools.schedules import Cron, Hours, Interval, Once
from harness.tools.skills import AllowedTool

ANA = Person("slack", "T1", "U1", "Ana", frozenset({"owner", "approver"}), accounts=("slack:T1:U1", "discord:7:42"))
BOB = Person("slack", "T1", "U2", "Bob 🦀")
HERE = Place("slack", "T1", "C1", "1700000000.000100")


class Course:
    """What happens, with what the session wants done in between."""

    def __init__(self) -> None:
        self.session, self.rows, self.now = Session(), list[f.Row](), 1_700_000_000.125

    def happens(self, *facts: f.Fact) -> None:
        for fact in facts:
            self.now += 0.5
            row = f.Row(self.session.head + 1, self.now, fact)
            self.session = apply(self.session, row)
            self.rows.append(row)

    def replies(self, text: str, *calls: tuple[str, str]) -> None:
        turn = self.session.turn
        assert turn
        made = tuple(ToolCall(f"{turn.at}.{i}", *call, provider_id=f"call_{i}") for i, call in enumerate(calls))
        self.happens(f.ModelReplied(turn.at, turn.through, text, calls=made, usage=Usage(1200, 34, 0.0042)))

    def judged(self, *verdicts: Judged) -> None:
        assert self.session.turn
        for call, verdict in zip(self.session.turn.calls, verdicts, strict=True):
            assert call.to_judge
            self.happens(f.CallJudged(call.call.id, call.to_judge.digest, verdict))

    def previewed(self, call: Call, preview: Preview) -> None:
        assert isinstance(call.status, Previewing)
        seen, tool = Foreseen(preview, "Write b"), call.status.ruling.tool
        self.happens(f.CallPreviewed(call.call.id, call.next_ask, call.call.digest, tool=tool, seen=seen))

    def runs(self, result: ToolResult) -> None:
        """All the calls that may run."""
        assert self.session.turn
        for call in [call for call in self.session.turn.calls if call.running]:
            self.happens(f.ToolStarted(call.call.id, call.call.digest), f.ToolReturned(call.call.id, result))

    def asked(self) -> Iterator[str]:
        """Posts the cards that are to be posted; the asks that they are for."""
        for item in self.session.postings.outbox:
            if isinstance(item, PostAsk):
                self.happens(
                    f.AskPosted(item.ask, item.place, f"card {item.id}", self.session.asks.answerable(item.ask))
                )
                yield item.id

    def settles(self) -> None:
        """All that is to be posted arrives, and every card says how its ask ended."""
        while effects := [e for e in wants(self.session) if isinstance(e, Outgoing | SettleCard | WithdrawAction)]:
            for effect in sorted(effects, key=repr):
                if isinstance(effect, SettleCard):
                    self.happens(
                        f.CardSettled(
                            effect.place,
                            effect.message,
                            effect.ask,
                            shows=self.session.asks.answerable(effect.ask),
                            face=effect.face,
                        )
                    )
                elif isinstance(effect, WithdrawAction):
                    self.happens(f.ActionWithdrawn(effect.post.id))
                else:
                    self.happens(f.PostSent(effect.id, f"message {effect.id}"))

    def wakes(self) -> None:
        """The colleague asks to be woken every day, and is."""
        self.happens(f.MessageReceived(BOB, HERE, "and look every day", ""))
        self.replies("", ("schedule", "{}"))
        self.judged(Judged(Verdict.ALLOW, RuleReason("allowed", "other"), None, "other", True))
        wanted = WakeupWanted(self.now + 2, "is it painted?", Cron("0 9 * * mon-fri", "Europe/Berlin"))
        self.runs(ToolResult("I will be woken.", changes=(wanted,)))
        self.replies("I will look every day.")
        [id] = [wakeup.id for wakeup in self.session.timers.wakeups if wakeup.recurs]
        self.happens(f.WakeupPaused(BOB, HERE, id, True), f.WakeupPaused(BOB, HERE, id, False))
        self.happens(f.TimerSkipped(id, "paused", self.now + 1), f.TimerTriggered(BOB, HERE, id))
        self.replies("Not yet.")
        self.settles()
        self.happens(f.TimerFired(id, self.now + 86_400), f.TimerEnded(id, "", by=BOB, place=HERE))

    def edits(self) -> None:
        """What a call would do is seen before it is asked, and again once that has changed."""
        seen = Judged(Verdict.ASK, RuleReason("asked", "write"), Approval(), "edit", previewed=True, tool="t1")
        self.happens(f.MessageReceived(BOB, HERE, "write it down", "1700000101.000100"))
        self.replies("", ("write", '{"text": "b"}'), ("write", '{"text": "c"}'))
        self.judged(seen, seen)
        assert self.session.turn
        one, two = self.session.turn.calls
        self.happens(f.CallPreviewed(two.call.id, two.next_ask, two.call.digest, tool="t1", why="it is a folder"))
        self.previewed(one, FileChange("v1", 1, 1, diff="- a\n+ b"))
        [ask] = self.asked()
        self.happens(f.AskAnswered(ask, ANA, HERE, Approve(), message=f"card {ask}"))
        self.happens(f.ToolStarted(one.call.id, one.call.digest), f.CallOutdated(one.call.id, ask, "tool"))
        self.happens(f.CallJudged(one.call.id, one.call.digest, replace(seen, tool="t2")))
        [again] = [call for call in self.session.turn.calls if call.unseen]
        self.previewed(again, FileChange("v2", None, 1, hidden="binary"))
        [ask] = self.asked()
        self.happens(f.AskAnswered(ask, ANA, HERE, Approve(), message=f"card {ask}"))
        self.runs(ToolResult("written", changes=(FileChanged("/b", "f1", "v3", "v2", mode=0o644),)))
        self.replies("Written.")
        self.settles()
        self.happens(f.UndoRequested(BOB, HERE, ask), f.UndoRequested(ANA, HERE, ask))
        self.happens(f.ChangeUndone(ask, BOB, "/b", "failed", "the disk is full"))
        self.happens(f.UndoRequested(ANA, HERE, ask), f.ChangeUndone(ask, ANA, "/b", "undone"))
        self.settles()

    def sums_up(self) -> None:
        """What was said before is too much for the next request: once in vain, and then as somebody wanted it."""
        for number, outcome in enumerate((f.CompactionFailed, f.Compacted)):
            self.happens(f.MessageReceived(BOB, HERE, f"now coat {number + 2}", f"170000012{number}.000100"))
            turn = self.session.turn
            assert turn
            self.happens(f.ContextFilled(turn.at, 4_000))
            through, usage = self.session.head, Usage(4_200, 40, 0.01)
            if outcome is f.Compacted:
                self.happens(f.Compacted(turn.at, through, 4_000, "Red, two coats.", before=3_900, usage=usage))
            else:
                self.happens(f.CompactionFailed(turn.at, through, "it said nothing", usage))
            self.replies("It is on.")
            self.happens(f.CompactionRequested(ANA, HERE))
        self.settles()

    def observes(self) -> None:
        """What was said is written down while the model thinks: once in vain, then it is condensed, and taken."""
        usage = Usage(900, 30, 0.002)
        self.happens(f.MessageReceived(BOB, HERE, "and the gate?", "1700000125.000100"))
        self.happens(f.ObservationWanted(4_000))
        self.happens(f.ObservationFailed(self.session.head, "it said nothing", Usage(900, 0, 0.001)))
        self.happens(f.ObservationWanted(4_000))
        self.happens(f.Observed(self.session.head, "The gate, too.", usage))
        self.happens(f.ObservationWanted(4_000, reflects=True))
        self.happens(f.Reflected(self.session.head, "Red. The gate, too.", usage))
        self.replies("It is on.")
        self.settles()
        self.happens(f.MessageReceived(BOB, HERE, "and the post?", "1700000126.000100"))
        turn = self.session.turn
        assert turn
        self.happens(f.ObservationsTaken(turn.at, 3_900))
        self.replies("It is on.")
        self.settles()

    def remembers(self) -> None:
        """What is wanted red is written down twice, corrected, taken back, and gone with the message that it was in."""
        self.happens(f.MessageReceived(BOB, HERE, "we paint it red", "1700000130.000100"))
        self.replies("", ("remember", "{}"), ("remember", "{}"), ("forget", "{}"))
        self.judged(*[Judged(Verdict.ALLOW, RuleReason("allowed", "memory"), None, "memory", True)] * 3)
        changes: tuple[Change, ...] = (
            NoteWritten("place-1", "place", "Red."),
            NoteWritten("place-2", "place", "Red, twice.", "Red.", "place-1"),
            NoteForgotten("place-3", "Blue."),
        )
        assert self.session.turn
        for call, change in zip(self.session.turn.calls, changes, strict=True):
            self.happens(f.ToolStarted(call.call.id, call.call.digest))
            self.happens(f.ToolReturned(call.call.id, ToolResult("Noted.", changes=(change,))))
        self.replies("I will.")
        self.settles()
        self.happens(f.ForgetRequested(BOB, HERE, "place-2", undo=True))
        self.happens(f.NoteDropped("place-2", BOB, "forgotten", again="Red."))
        self.happens(f.MessageDeleted(BOB, HERE, "1700000130.000100"))
        self.happens(f.NotesVoided("1700000130.000100", 1, gone=("place-1",)))
        self.settles()

    def runs_behind(self) -> None:
        """Two commands run in the background: one ends by itself, and the other is ended."""
        self.happens(f.MessageReceived(BOB, HERE, "build it", "1700000140.000100"))
        self.replies("", ("execute", "{}"), ("execute", "{}"))
        self.judged(*[Judged(Verdict.ALLOW, RuleReason("allowed", "execute"), None, "execute")] * 2)
        assert self.session.turn
        for number, call in enumerate(self.session.turn.calls):
            begun = CommandStarted("here", "b1", "make", 3_600.0, notify=not number, outside=COMMAND)
            self.happens(f.ToolStarted(call.call.id, call.call.digest))
            self.happens(f.ToolReturned(call.call.id, ToolResult("It runs.", changes=(begun,), outside="")))
        self.replies("It runs.")
        self.settles()
        one, two = self.session.commands
        self.happens(f.CommandEnded(one.id, "timed-out", 124))
        self.replies("It took too long.")
        self.settles()
        self.happens(f.StopRequested(BOB, HERE, command=two.id), f.CommandEnded(two.id, "stopped", silent=True))
        self.settles()

    def goes_on_twice(self) -> None:
        """It gets a name, begins as a branch, has branches of its own, and is put away, though not for long."""
        said = (Said("Ana", "green?", message="1700000001.000100"), Spoke("Green it is."), Noted("That is all."))
        self.happens(f.ThreadSeeded(ANA, HERE, "elsewhere", 7, "The fence", said, cut=True, todos=(Todo("paint"),)))
        self.settles()
        self.happens(f.TitleWanted("openai/small"), f.TitleMade("The fence", usage=Usage(70, 4, 0.0001)))
        self.happens(f.TitleMade("", why="it said nothing"))
        self.happens(f.BranchRequested(BOB, HERE, "1700000100.000100"))
        self.settles()
        self.happens(f.BranchBegun(self.session.branching[0].row, "cafe"), f.BranchBegun(1, "", "unknown"))
        self.happens(f.MessageDeleted(BOB, HERE, "1700000099.000100"), f.DeletionPassedOn("cafe", "1700000099.000100"))
        self.happens(f.NotesVoided("1700000099.000100", 0))
        self.happens(f.QuoteDeleted("cafe", "1700000098.000100", ("place-4",)), f.QuoteDeleted("cafe"))
        self.happens(f.SeedVoided(), f.Archived(BOB, HERE), f.Archived(BOB))
        self.happens(f.DeleteRequested(ANA, HERE))
        self.settles()
        self.happens(f.DeletionFailed(3), f.DeletionFailed(3, "it cannot be done here"))
        self.settles()

    def spends(self) -> None:
        """Until a budget is spent, which an owner lifts."""
        today = SpentBudget(Account("", "all", "", "2023-11-14"), 1_700_006_400.0, cost=20.0)
        bobs = Account("", "person", BOB.id, "2023-11")
        self.happens(f.MessageReceived(BOB, HERE, "count the pots", "1700000140.000100"))
        assert self.session.turn
        at = self.session.turn.at
        self.happens(f.BudgetReached(at, SpentBudget(bobs, 1_701_388_800.0, tokens=5_000, who=BOB), hard=False))
        self.happens(f.BudgetReached(at, today))
        self.happens(f.LiftRequested(BOB, HERE, at.turn), f.LiftRequested(ANA, HERE, at.turn))
        assert self.session.lifting
        self.happens(f.BudgetLifted(ANA, HERE, at.turn, self.session.lifting.budget))
        self.replies("Seven.")
        self.happens(f.MessageReceived(BOB, HERE, "and the pans", "1700000141.000100"))
        at = self.session.turn.at
        self.happens(f.BudgetReached(at, today), f.BudgetReset(at.turn, today))
        self.replies("Nine.")
        self.happens(f.Introduced(HERE, "It is spent.", today), f.LiftRequested(ANA, HERE, 0))
        self.happens(f.BudgetLifted(ANA, HERE, 0, today))
        self.settles()

    def talks(self) -> None:
        """While two calls wait, people say what they want of them, and then decide in words."""
        seen = Judged(Verdict.ASK, RuleReason("asked", "execute"), Approval(), "execute", tool="t1")
        self.happens(f.MessageReceived(BOB, HERE, "paint it again, and the fence", "1700000102.000100"))
        self.replies("", ("deploy", '{"target": "f"}'), ("deploy", '{"target": "g"}'))
        self.judged(seen, seen)
        list(self.asked())
        self.happens(f.MessageReceived(ANA, HERE, "why the fence?", "1700000103.000100", written=1_700_000_103.0))
        at = self.session.turn.at if self.session.turn else None
        one, two = self.session.turn.calls if self.session.turn else ()
        assert at
        self.happens(f.ReplyBegun(at, HERE, 1))
        changes = (
            CallReplaced(one.call.id, one.call.digest, '{"target": "h"}', "the front alone"),
            CallWithdrawn(two.call.id, two.call.digest, "nobody wants the fence"),
            ChangeMisfit(one.call.id, "malformed arguments for deploy: target: field required"),
        )
        through = self.session.inbox.requested_through
        self.happens(
            f.AsideReplied(
                at=at, aside=1, through=through, text="I leave it.", changes=changes, usage=Usage(900, 12, 0.003)
            )
        )
        [again] = [call for call in self.session.turn.calls if not call.over] if self.session.turn else []
        self.happens(f.CallJudged(again.call.id, again.call.digest, seen))
        item = next(item for item in self.session.postings.outbox if isinstance(item, PostAsk))
        self.happens(
            f.AskPosted(
                item.ask, HERE, "1700000104.000200", self.session.asks.answerable(item.ask), written=1_700_000_104.0
            )
        )
        self.settles()
        self.happens(f.MessageReceived(BOB, HERE, "ok", "1700000105.000100", written=1_700_000_105.0))
        self.happens(f.MessageReceived(BOB, HERE, "do hurry", "1700000106.000100", written=1_700_000_106.0))
        self.happens(f.ModelFailed(at, "no answer in time", usage=Usage(3, 1), aside=2))
        self.happens(f.LimitReached(at.turn, "asides"))
        self.happens(f.MessageReceived(ANA, HERE, "approve", "1700000199.000100", written=1_700_000_199.0))
        self.runs(ToolResult("painted", exit_code=0))
        self.replies("Painted.")
        self.settles()

    def beats(self) -> None:
        """A heartbeat from its beginning to its end."""
        cadence = Interval(7_200.0, Hours(9 * 60, 18 * 60), "Europe/Berlin")
        self.happens(
            f.HeartbeatSet(
                BOB, HERE, HeartbeatConfig(OWN, cadence, "- is it painted?", model="openai/small", check="git log -1")
            )
        )
        [heartbeat] = self.session.timers.heartbeats
        self.happens(f.TimerScheduled(OWN, heartbeat.schedule, self.now + 1))
        self.happens(f.TimerSkipped(OWN, "at-work", self.now), f.TimerTriggered(BOB, HERE, OWN))
        self.happens(f.HeartbeatAdjusted(BOB, HERE, OWN, "useful"))
        self.happens(f.TimerFired(OWN, self.now + 7_200))
        assert self.session.turn
        self.happens(f.ChecklistRead(self.session.turn.at, "- is it painted?", found="one commit", digest="ab12"))
        self.replies("", (REPORT, '{"notify": true, "text": "It is."}'))
        self.judged(Judged(Verdict.ALLOW, RuleReason("allowed", "report"), None, "read", True))
        self.runs(ToolResult("They are told.", changes=(Reported(True, "It is."), *BEATS[:1])))
        self.settles()
        self.happens(f.TimerEnded(OWN, "", by=ANA, place=HERE))
        self.settles()


BEATS = (HeartbeatWanted(Interval(3_600.0), "- look"), TimerDropped(OWN))
CHANGES = (
    TodosWritten((Todo("look", "completed"), Todo("deploy"))),
    WakeupWanted(1_700_000_600.0, "is it deployed?", Once(1_700_000_600.0)),
    TimerDropped("1.1.0"),
    TimerHeld("1.1.1", True),
    ToolsNarrowed("pdf", (AllowedTool("read_file"), AllowedTool("execute", "git*"))),
    *BEATS,
)


def course() -> list[f.Row]:
    it = Course()
    allow = Judged(Verdict.ALLOW, RuleReason("allowed", "read"), None, "read", True)

    def asks(ask: Ask) -> Judged:
        return Judged(Verdict.ASK, RuleReason("asked", "execute"), ask, "execute")

    it.happens(f.MessageReceived(BOB, HERE, "deploy to staging, please", "1700000000.000100", late=True))
    it.happens(f.BackgroundRead(At(1, 1), (ChatLine("Ana", "the build is green"), ChatLine("", "Noted.", ours=True))))
    it.replies("I will look first.", ("read", '{"path": "deploy.yaml"}'), ("write_todos", "{}"), ("rm", "{}"))
    it.judged(allow, allow, Judged(Verdict.DENY, RuleReason("no-tool", "rm", ("deploy", "read"))))
    it.runs(ToolResult("as you wished", changes=CHANGES))
    it.replies("", *[("deploy", f'{{"target": "{i}"}}') for i in range(5)])
    approval = Approval(Deciders(frozenset({"owner"}), quorum=1), expires=it.now + 3600)
    it.judged(*[asks(approval)] * 5)
    one, two, three, four, five = it.asked()
    it.happens(f.MessageReceived(BOB, HERE, "and be careful", "1700000009.000100"))
    preview = ChatLine("ci.example (link preview)", "The build is red.")
    it.happens(
        f.MessageCorrected(BOB, HERE, "1700000009.000100", "and be very careful", about=(preview,), reworded=False)
    )
    it.happens(f.MessageReceived(ANA, HERE, "then test it", "1700000010.000100", during="followup"))
    it.happens(f.MessageReceived(ANA, HERE, "oops", "", addressed=False, perhaps=True))
    it.happens(f.MessageDeleted(ANA, HERE, "1700000010.000100"))
    it.happens(f.MessageReceived(BOB, HERE, "and fast", "1700000011.000100"))
    it.happens(f.MessageDropped(BOB, HERE, it.session.head))
    it.happens(f.AskOverdue(one, (Place.direct(ANA),)))
    it.happens(f.SecretsShown(one, ANA))
    it.happens(f.AskAnswered(one, ANA, HERE, Approve("mind the gap", "tool"), message=f"card {one}"))
    it.happens(f.GrantRevoked(one, ANA, HERE))
    for ask in it.asked():
        it.happens(f.AskAnswered(ask, ANA, HERE, Approve(), message=f"card {ask}", rows=4))
    it.runs(ToolResult("deployed"))
    it.settles()
    for ask in (two, three, four, five):
        it.happens(f.AskExpired(ask))
    it.replies("", ("deploy", '{"target": "b"}'), ("deploy", '{"target": "c"}'), ("deploy", '{"target": "d"}'))
    it.judged(*[asks(Approval())] * 3)
    one, two, three = it.asked()
    it.happens(
        f.AskAnswered(one, BOB, HERE, Reject("not on a Friday"), message=f"card {one}"),
        f.AskAnswered(two, ANA, HERE, Respond("done it myself"), message=f"card {two}"),
        f.AskAnswered(three, ANA, HERE, Edit('{"target": "e"}'), message=f"card {three}"),
    )
    edited = it.session.call("1.3.2")
    assert edited
    assert edited.to_judge
    it.happens(f.CallJudged("1.3.2", edited.to_judge.digest, asks(Approval())))
    it.happens(f.ToolStarted("1.3.2", edited.to_judge.digest), f.Resumed(2))
    it.settles()
    it.replies("", ("ask_user", "{}"), ("submit_plan", "{}"), ("submit_plan", "{}"), ("wait", "{}"))
    question = Question("Which colour?", (Option("red", "like a fire"), Option("blue")), multiple=True)
    it.judged(
        *[asks(ask) for ask in (question, PlanReview("A plan", "1. paint", mode="build"), PlanReview("Another", ""))],
        allow,
    )
    one, two, three = it.asked()
    waiting = it.session.call("1.4.3")
    assert waiting
    it.happens(
        f.ToolStarted("1.4.3", waiting.call.digest),
        f.CallAwaited("1.4.3", Awaiting(it.now + 60)),
        f.AskAnswered(one, BOB, HERE, Respond("but light", ("red", "blue")), message=f"card {one}"),
        f.AskAnswered(two, BOB, HERE, Approve(), message=f"card {two}"),
        f.AskAnswered(three, BOB, HERE, Reject(), message="a card that we did not know"),
        f.ToolReturned("1.4.3", ToolResult("the time has come", ok=False)),
    )
    it.settles()
    it.happens(f.MessageReceived(BOB, HERE, "then paint it", ""))
    at = it.session.turn.at if it.session.turn else None
    assert at
    it.happens(f.ReplyBegun(at, HERE), f.StopRequested(ANA, HERE, at.turn), f.ModelStopped(at, "I beg", Usage(7, 2)))
    it.settles()
    it.happens(f.ContinueRequested(BOB, HERE, at.turn))
    at = it.session.turn.at if it.session.turn else None
    assert at
    it.happens(f.ModelFailed(at, "no answer in time", "I was", Usage(7, 2)))
    for item in it.session.postings.outbox:
        it.happens(f.PostFailed(item.id, "the channel is archived"))
    it.wakes()
    assert it.session.turn
    it.happens(f.TurnQueued(it.session.turn.at.turn), f.TurnAdmitted(it.session.turn.at.turn))
    it.happens(f.TurnCompiled(it.session.turn.at.turn, "5f70bf18a086007016e948b04aed3b82"))
    it.happens(f.TurnLasted(it.session.turn.at.turn))
    it.happens(f.LimitReached(it.session.turn.at.turn, "cost"))
    it.settles()
    it.happens(f.ModeRequested(BOB, HERE, "free", "build", needs=Deciders(frozenset({"owner"}), requester=False)))
    it.settles()
    it.happens(f.ModeAllowed(ANA, HERE, it.session.mode_request.row if it.session.mode_request else 0))
    it.happens(f.ModelChosen(BOB, HERE, "openai/small"), f.Renamed(BOB, HERE, "the paint"), f.PlaceBound(BOB, HERE))
    it.happens(f.WindowCut(At(9, 1), 30_000))
    it.happens(f.MediaRefused(At(9, 1), ("/chart.png",), ("5e884898da28",)))
    it.happens(f.Introduced(HERE, "I am Deskmate."), f.PostDelayed("introduction", "Slack failed: 503"))
    it.happens(f.PostsDue("introduction"))
    it.settles()
    it.happens(f.MessageReceived(BOB, HERE, "thank you", "1700000099.000100"))
    it.replies("You are welcome. 日本")
    it.settles()
    it.happens(f.FeedbackGiven(by=BOB, place=HERE, message="1700000099.000200", at=At(1, 1), good=True))
    it.beats()
    it.edits()
    it.talks()
    it.settles()
    it.sums_up()
    it.observes()
    it.remembers()
    it.runs_behind()
    it.goes_on_twice()
    it.spends()
    return it.rows
