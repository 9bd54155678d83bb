"""What is answered to a command about one conversation."""

from dataclasses import replace

from harness.approvals.asks import Approve
from harness.approvals.deciders import Deciders
from harness.chat.cards import Button, Text
from harness.chat.events import Surface
from harness.chat.people import Person
from harness.commands.answers import Answer, answer
from harness.commands.context import CommandContext, Subject
from harness.sessions import facts as f
from harness.sessions.session import Session
from harness.sessions.timers import Timers
from harness.sessions.usage import Usage
from harness.sessions.wakeup import Wakeup
from harness.tools.schedules import Once
from harness.workspace.profiles import Profile
from tests.laws.colleague import ANA, BOB, CHANNEL, DEE, DM, UNHURRIED, changed
from tests.unit.harness.commands.house import CONTEXT, MUTE, said
from tests.unit.harness.sessions.script import Script
from tests.unit.harness.sessions.test_heartbeat import TWO_HOURLY
from tests.unit.harness.sessions.test_in_background import left, running, stop

OWNERS = Deciders(requester=False)


def told(line: str, session: Session | None = None, by: Person = BOB, context: CommandContext = CONTEXT) -> Answer:
    texts = {4: "and\nmind the gap"}
    return answer(said(line, by), Subject("a3f91c77", session or Session(), said=texts), context)


def test_the_status_says_what_goes_on_how_and_what_is_allowed() -> None:
    script = Script().says(ANA, "deploy it").replies(("deploy", "a")).answers(ANA, Approve(always="tool")).runs()
    assert told("status", script.session) == (
        "**deploy it** (`a3f91c`): thinking.\n\nMode: plan. Model: openai/large.\n\nAlways allowed: deploy.\n\n"
        "Used: 0 tokens in, 0 out."
    )
    script.replies(("execute", "b"))
    assert "waiting for 1 decision." in str(told("status", script.session))
    resting = answer(said("status"), Subject("a3f91c77", Session(), bound=True), CONTEXT)
    assert str(resting).startswith("`a3f91c`: idle.")
    assert "continues a conversation from elsewhere" in str(resting)


def test_the_status_lists_what_runs_in_the_background_with_a_way_to_end_each() -> None:
    shown = told("status", left().session)
    assert isinstance(shown, Text)
    assert "In the background: `make all`, since Thu 1 Jan 00:00 UTC, 1 h at most, for Bob" in shown.markdown
    assert shown.buttons == (Button("End make all", "a3f91c77|1.1.0|end", "danger"),)
    ending = told("status", stop(left()).session)
    assert "at most, for Bob, is being ended" in str(ending)
    assert isinstance(ending, str)


def test_a_stop_is_about_the_turn_or_else_about_what_runs_in_the_background() -> None:
    assert told("stop", left().session) == (f.StopRequested(BOB, CHANNEL),)
    assert told("stop", running().session) == (f.StopRequested(BOB, CHANNEL, 1),)
    assert told("stop") == "There is nothing to stop."


def test_approvals_name_who_decides_whose_they_are_and_where_the_card_is() -> None:
    script = Script().says(BOB).replies(("deploy", "a")).tell(f.AskPosted("1.1.0#1", CHANNEL, "ts9"))
    line = "- Use deploy? Bob or a lead can decide. **(yours)** · [open](chat/1/ts9)"
    assert told("approvals", script.session) == line
    assert "yours" not in str(told("approvals", script.session, DEE))
    assert told("approvals") == "No decisions are waiting here."


def test_a_grant_whose_tool_has_changed_since_is_listed_as_that() -> None:
    script = Script(UNHURRIED).says(ANA).replies(("deploy", "a")).answers(ANA, Approve(always="tool")).runs()
    now = changed(UNHURRIED, "deploy")
    context = replace(CONTEXT, tools=now.gate("").tools)
    line = "- deploy (tool), allowed by Ana"
    assert str(told("grants", script.session, context=context)).endswith(
        f"{line}; it has changed since, so I ask again"
    )
    assert "Always allowed: nothing." in str(told("status", script.session, context=context))
    script.rules = now
    script.replies(("deploy", "b")).answers(ANA, Approve(always="tool"), "1.2.0#1")
    assert str(told("grants", script.session, context=context)).endswith(f":\n{line}")


def test_grants_are_listed_and_revoked_by_what_they_are_on() -> None:
    script = Script().says(ANA).replies(("deploy", "a")).answers(ANA, Approve(always="tool")).runs()
    assert str(told("grants", script.session)).endswith("- deploy (tool), allowed by Ana")
    revoked = (f.GrantRevoked("1.1.0#1", BOB, CHANNEL),)
    assert told("revoke deploy", script.session) == told("revoke all", script.session) == revoked
    assert told("revoke deplyo", script.session) == "There is no grant on deplyo; did you mean deploy?"
    assert told("revoke all") == told("revoke") == "Nothing is always allowed here."
    assert str(told("revoke", script.session)).endswith(
        "- deploy (tool), allowed by Ana\n\nSay which: `revoke NAME`, or `all`."
    )
    assert told("grants") == "Nothing is always allowed in this thread."


def test_what_is_allowed_by_a_pattern_is_listed_with_it_and_whoever_revokes_all_is_told_once() -> None:
    script = Script().says(ANA).replies(("deploy", "to a"), ("deploy", "from b"))
    script.answers(ANA, Approve(always="pattern", match="to *")).answers(
        ANA, Approve(always="pattern", match="from `"), "1.1.1#1"
    )
    assert str(told("grants", script.session)).endswith("\n- deploy `from \u02cb` (pattern), allowed by Ana")
    assert "Always allowed: deploy `to *`, deploy" in str(told("status", script.session))
    revoked = (f.GrantRevoked("1.1.0#1", BOB), f.GrantRevoked("1.1.1#1", BOB, CHANNEL))
    assert told("revoke all", script.session) == told("revoke deploy", script.session) == revoked


KEY = "ghp_abcdefghijklmnopqrstuvwxyz0123456789"


def test_a_key_in_the_pattern_of_a_grant_is_masked_and_the_pattern_revokes_it_as_it_is_shown() -> None:
    script = Script().says(ANA).replies(("deploy", f"--token={KEY}"), ("deploy", "b"))
    script.answers(ANA, Approve(always="pattern", match=f"--token={KEY} *"))
    for line in ("status", "grants", "revoke", "revoke nothing-like-it"):
        answered = str(told(line, script.session))
        assert KEY not in answered, line
        assert "--token=••• *" in answered, line
    revoked = (f.GrantRevoked("1.1.0#1", BOB, CHANNEL),)
    assert told("revoke --token=••• *", script.session) == revoked
    assert told(f"revoke --token={KEY} *", script.session) == revoked


def test_a_key_in_what_is_scheduled_is_masked() -> None:
    looks = replace(TWO_HOURLY, config=replace(TWO_HOURLY.config, checklist=f"curl -H 'Authorization: Bearer {KEY}'"))
    session = replace(waiting(0.0, f"deploy with token={KEY}"), timers=Timers(heartbeats=(looks,)))
    for line in ("wakeups", "status", "heartbeat"):
        assert KEY not in str(told(line, session))
    assert "deploy with token=•••" in str(told("wakeups", waiting(0.0, f"deploy with token={KEY}")))


def test_a_mode_that_permits_no_more_needs_nobody_and_one_that_does_the_owners() -> None:
    assert told("mode plan", Session(mode="build")) == (f.ModeRequested(BOB, CHANNEL, "plan", "build"),)
    assert told("mode build") == (f.ModeRequested(BOB, CHANNEL, "build", "", needs=OWNERS),)
    assert told("mode plan") == (f.ModeRequested(BOB, CHANNEL, "", ""),), "which withdraws a request"
    assert told("mode bulid") == "There is no mode bulid; did you mean build?"
    assert told("mode") == ("Modes: **plan** (now), build, free. Switching to one that permits more needs an approver.")


def test_a_mode_that_nobody_could_allow_is_not_asked_for() -> None:
    gates = {name: replace(gate, held=frozenset()) for name, gate in CONTEXT.gates.items()}
    nobody = replace(CONTEXT, gates=gates)
    assert told("mode build", context=nobody) == ("Build mode permits more than plan, and nobody here may allow it.")


def test_a_model_is_one_of_those_that_the_workspace_names() -> None:
    assert told("model openai/small") == (f.ModelChosen(BOB, CHANNEL, "openai/small"),)
    assert told("model default") == (f.ModelChosen(BOB, CHANNEL, ""),)
    assert told("model gpt") == "There is no model gpt; it may be default, openai/large, openai/small."
    assert str(told("model")).startswith("Models: **openai/large** (now), openai/small.")


def test_a_model_that_was_chosen_says_for_which_mode_and_what_is_there_without_it() -> None:
    assert "Your choice is kept for plan mode in this thread" in str(told("model"))
    chosen = Session(mode="build", models={"build": "openai/large"})
    assert "This one was chosen for build mode in this thread; `model default` returns to openai/small." in (
        str(told("model", chosen))
    )
    gone = Session(mode="build", models={"build": "openai/gone"})
    assert str(told("model", gone)).startswith("Models: openai/large, **openai/small** (now). Your choice is kept")


def test_of_a_model_it_is_said_with_which_effort_it_thinks_and_what_it_is_not_offered() -> None:
    weak = {"openai/*": Profile(effort="low", exclude_tools=frozenset({"execute", "deploy"}))}
    context = replace(CONTEXT, workspace=replace(CONTEXT.workspace, profiles=(weak,)))
    assert "openai/small. Effort: low. Not offered to it: `deploy`, `execute`. Your choice" in str(
        told("model", context=context)
    )


def test_out_of_a_mode_that_is_there_no_more_is_a_switch_though_it_is_ruled_as_the_default() -> None:
    gone = Session(mode="gone")
    assert told("mode plan", gone) == (f.ModeRequested(BOB, CHANNEL, "plan", "gone"),)
    assert told("mode free", gone) == (f.ModeRequested(BOB, CHANNEL, "free", "gone", needs=OWNERS),)


def test_the_turn_that_is_open_is_stopped_and_what_ended_early_goes_on_where_it_was() -> None:
    assert told("stop") == "There is nothing to stop."
    script = Script().says(BOB, place=DM)
    assert told("stop", script.session) == (f.StopRequested(BOB, CHANNEL, 1),)
    assert told("retry", script.session) == "I'm already on it."
    script.tell(f.StopRequested(BOB, DM, 1))
    assert told("retry", script.session) == (f.ContinueRequested(BOB, DM, 1),)
    assert told("retry") == "There is nothing to retry."


def test_a_wakeup_whose_turn_failed_is_retried_now() -> None:
    wakeup = Wakeup(id="1.1.0", by=BOB, place=DM, at=60.0, note="look", schedule=Once(60.0), tries=1)
    waiting = Session(timers=Timers((wakeup,)))
    assert told("retry", waiting) == (f.TimerTriggered(BOB, CHANNEL, "1.1.0"),)
    assert told("retry", Session(timers=Timers((replace(wakeup, tries=0),)))) == "There is nothing to retry."


def test_what_waits_is_listed_by_its_number_and_taken_back_by_it() -> None:
    script = Script().says(BOB).replies(("read", "a")).says(ANA, "and mind the gap").adds(DEE, "later", "followup")
    assert told("queue", script.session) == (
        "Not read yet:\n- `4` Ana: and mind the gap (at my next step)\n- `5` Dee:  (after this turn)"
    )
    assert told("queue drop 4", script.session) == (f.MessageDropped(BOB, CHANNEL, 4),)
    assert "takes back one of yours" in str(told("queue drop it"))
    assert told("queue") == "I have read everything."


def test_usage_is_that_of_the_conversation_and_of_the_turn() -> None:
    assert told("usage", Session(turns=2, usage=Usage(1200, 34, 0.5))) == (
        "This thread has used 1,200 tokens in, 34 out, $0.50, in 2 turns."
    )
    assert str(told("usage", Session(turns=1))).endswith("in 1 turn.")
    assert "This turn: 0 tokens in" in str(told("usage", Script().says(BOB).session))


def test_a_name_is_taken_without_its_quotes() -> None:
    assert told("rename “the red build”") == (f.Renamed(BOB, CHANNEL, "the red build"),)
    assert told("rename") == "Give a name: `rename TITLE`."


def test_what_is_no_command_is_said_to_be_none() -> None:
    assert told("stauts") == "There is no command stauts; did you mean status? `help` lists them."


def test_commands_are_spelt_as_they_are_typed_where_one_was_said() -> None:
    def here(line: str) -> str:
        return str(answer(replace(said(line), surface=Surface("/")), Subject("a3f91c77", Session()), CONTEXT))

    assert here("stauts").endswith("`/help` lists them.")
    assert here("rename") == "Give a name: `/rename TITLE`."
    assert "`/model default` returns" in here("model")
    assert here("queue it").startswith("`/queue` lists what I have not read yet, and `/queue drop NUMBER` takes")


def test_one_mode_is_said_to_be_the_only_one() -> None:
    one = replace(CONTEXT, workspace=replace(CONTEXT.workspace, modes={"plan": CONTEXT.workspace.modes["plan"]}))
    assert told("mode", context=one) == "There is one mode: **plan** (now)."


def test_what_waits_for_its_mode_says_so() -> None:
    request = (
        Script().says(BOB).replies(text="done").tell(f.ModeRequested(BOB, CHANNEL, "build", "", needs=OWNERS)).session
    )
    assert request.turn is None
    assert "waiting for a decision on the mode." in str(told("status", request))


def waiting(at: float, note: str, came: int = 0) -> Session:
    wakeup = Wakeup(id="1.1.0", schedule=Once(at), by=BOB, place=CHANNEL, at=at, note=note, came=came)
    return Session(timers=Timers((wakeup,)))


def test_wakeups_are_listed_and_cancelled_by_anybody() -> None:
    waits = waiting(1_700_000_000.0, "is it there?")
    listed = "Scheduled:\n- `1.1.0` Tue 14 Nov 22:13 UTC, for Bob: is it there?"
    assert told("wakeups", waits) == listed
    berlin = "Tue 14 Nov 23:13, for Bob"
    assert berlin in str(told("wakeups", waits, context=replace(CONTEXT, zone="Europe/Berlin")))
    assert "idle until Tue 14 Nov 22:13 UTC" in str(told("status", waits))
    assert told("wakeups cancel 1.1.0", waits, DEE) == (f.TimerEnded("1.1.0", "", by=DEE, place=CHANNEL),)
    assert told("wakeups") == "Nothing is scheduled here."
    looks = Session(timers=Timers(heartbeats=(TWO_HOURLY,)))
    assert told("wakeups", looks) == ("Scheduled:\n- a heartbeat: see `heartbeat`")
    long = waiting(0.0, "look\n- `2.1.0` again")
    assert str(told("wakeups", long)).endswith(" for Bob: look - `2.1.0` again"), "one line each"
    huge = waiting(0.0, "\u202elook" * 1_000)
    assert len(str(told("wakeups", huge))) < 300, "or it would hide those behind it"
    assert "\u202e" not in str(told("wakeups", huge))
    assert told("wakeups pause 1.1.0", waits, DEE) == (f.WakeupPaused(DEE, CHANNEL, "1.1.0", True),)
    assert told("wakeups resume 1.1.0", waits, DEE) == (f.WakeupPaused(DEE, CHANNEL, "1.1.0", False),)
    assert told("wakeups run 1.1.0", waits, DEE) == (f.TimerTriggered(DEE, CHANNEL, "1.1.0"),)
    assert "`pause ID`" in str(told("wakeups nonsense"))


def test_what_has_come_and_is_still_to_be_heard_is_listed_so() -> None:
    came = waiting(1_700_000_000.0, "is it there?", came=7)
    assert "UTC (due, not read yet), for Bob: is it there?" in str(told("wakeups", came))


def test_nothing_is_had_come_where_we_are_to_say_nothing() -> None:
    waits = waiting(1_700_000_000.0, "is it there?")
    assert told("wakeups run 1.1.0", waits, context=MUTE) == "Not now: I am switched off there."
    assert told("wakeups cancel 1.1.0", waits, DEE, MUTE) == (f.TimerEnded("1.1.0", "", by=DEE, place=CHANNEL),)
    assert told("wakeups run 9.9.9", waits, context=MUTE) == "There is no wakeup 9.9.9; it may be 1.1.0."


def test_back_to_the_mode_in_which_whoever_likes_begins_nobody_has_to_allow() -> None:
    usual = replace(CONTEXT, workspace=replace(CONTEXT.workspace, default_mode="build"))
    assert told("mode build", Session(mode="plan"), context=usual) == (f.ModeRequested(BOB, CHANNEL, "build", "plan"),)
    assert told("mode free", Session(mode="plan"), context=usual) == (
        f.ModeRequested(BOB, CHANNEL, "free", "plan", needs=OWNERS),
    )
