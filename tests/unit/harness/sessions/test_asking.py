"""Calls are judged; what the rules leave to people is asked; a grant answers as a person would."""

from dataclasses import replace

from harness.approvals.asks import Approval, Approve, Edit, Reject
from harness.approvals.deciders import Deciders
from harness.approvals.gate import Rule, Terms, Verdict
from harness.chat.people import Person, Place
from harness.sessions import facts as f
from harness.sessions.asking import ROWS, granted
from harness.sessions.call_status import CallEnd, Denied
from harness.sessions.effects import PostAsk, RunTool, SettleCard
from harness.tools.calls import ToolResult
from tests.laws.colleague import (
    ANA,
    BASE,
    BOB,
    CHANNEL,
    CYD,
    DEE,
    LEADS,
    LOOSER,
    OTHER_DECIDERS,
    TIGHTER,
    UNHURRIED,
    rules,
)
from tests.unit.harness.sessions.script import Script


def test_what_the_rules_deny_is_a_result_and_is_not_asked() -> None:
    script = (
        Script().says(BOB).replies(("drop", "x"), ("deploy", "forbidden zone"), ("nope", "x"), ("read", "not json"))
    )
    assert not script.session.asks.known
    assert not script.wanted(RunTool)
    assert [type(c.status) for c in script.session.closed] == [Denied] * 4


def test_siblings_that_need_nobody_run_while_one_is_asked() -> None:
    script = Script().says(BOB).replies(("deploy", "a"), ("read", "b"))
    assert [e.call.tool for e in script.wanted(RunTool)] == ["read"]
    assert script.wanted(PostAsk) == [PostAsk("1.1.0#1", CHANNEL)]


def test_a_grant_counts_only_where_every_author_may_decide() -> None:
    script = Script().says(ANA).replies(("deploy", "a")).answers(ANA, Approve(always="tool")).runs()
    script.replies(("deploy", "b"))
    assert len(script.wanted(RunTool)) == 1, "by the grant"
    script.says(DEE, "rather somewhere else").runs("1.2.0").replies(("deploy", "c"))
    assert not script.wanted(RunTool), "dee may not decide, and was heard"


def test_a_grant_counts_only_for_what_its_giver_may_decide() -> None:
    script = Script().says(BOB).replies(("deploy", "a")).answers(BOB, Approve(always="category")).runs()
    script.replies(("deploy", "b"), ("execute", "c"))
    assert [e.call.tool for e in script.wanted(RunTool)] == ["deploy"]
    script.runs("1.2.0").answers(ANA, Reject(), "1.2.1#1").replies(text="bye").says(ANA).replies(("execute", "d"))
    assert not script.wanted(RunTool), "ana may decide it, bob who gave the grant may not"


def test_a_grant_on_a_tool_says_nothing_about_a_category_of_that_name() -> None:
    script = Script().says(ANA).replies(("execute", "a")).answers(ANA, Approve(always="tool")).runs()
    script.replies(("execute", "b"), ("deploy", "c"))
    assert [e.call.tool for e in script.wanted(RunTool)] == ["execute"]


def test_a_grant_on_a_category_takes_no_place_of_one_on_a_tool_of_that_name() -> None:
    script = Script().says(ANA).replies(("execute", "a")).answers(ANA, Approve(always="tool")).runs()
    script.replies(("deploy", "b")).answers(ANA, Approve(always="category"), "1.2.0#1").runs("1.2.0")
    assert [(grant.scope, grant.on) for grant in script.session.asks.grants] == [
        ("tool", "execute"),
        ("category", "execute"),
    ]


def test_what_has_changed_since_it_was_approved_is_asked_again_whatever_grants_there_are() -> None:
    script = Script().says(ANA).replies(("amend", "a")).sees("1").answers(ANA, Approve(always="tool"))
    script.starts().tell(f.CallOutdated("1.1.0", "1.1.0#1")).sees("2")
    assert not script.wanted(RunTool)
    ask = script.session.asks["1.1.0#2"]
    assert (ask.stale, ask.settled) == ("world", None)
    script.answers(ANA, Approve(), "1.1.0#2").runs().replies(("amend", "b"))
    assert script.wanted(RunTool), "by the grant, and not looked at"


def test_an_outcome_that_is_told_twice_outdates_nothing_that_was_approved_since() -> None:
    script = Script().says(ANA).replies(("amend", "a")).sees("1").answers(ANA, Approve())
    outdated = f.CallOutdated("1.1.0", "1.1.0#1")
    script.starts().tell(outdated).sees("2").answers(ANA, Approve(), "1.1.0#2").starts()
    script.tell(outdated)
    assert script.session.in_flight


def test_what_a_step_asks_of_the_same_people_shares_a_card_that_waits_until_all_is_seen() -> None:
    script = Script().says(ANA).replies(("deploy", "a"), ("amend", "b"), ("amend", "c")).sees("1", "1.1.1")
    assert not script.wanted(PostAsk)
    script.sees("1", "1.1.2")
    assert script.wanted(PostAsk) == [PostAsk("1.1.0#1", CHANNEL)]
    assert script.session.asks.answerable("1.1.0#1") == ("1.1.0#1", "1.1.1#1", "1.1.2#1")


def test_a_grant_settles_the_open_asks_that_it_covers_and_revoking_it_asks_again() -> None:
    script = Script().says(ANA).replies(("deploy", "a"), ("deploy", "b")).answers(ANA, Approve(always="category"))
    assert len(script.wanted(RunTool)) == 2
    assert script.settled("1.1.1#1") == "always allowed by Ana"
    script.tell(f.GrantRevoked("1.1.0#1", CYD))
    assert [e.call.id for e in script.wanted(RunTool)] == ["1.1.0"]
    assert not script.settled("1.1.1#2")


def test_what_is_asked_every_time_from_now_on_is_asked_where_a_grant_had_answered_and_nowhere_else() -> None:
    script = Script().says(ANA).replies(("deploy", "a"), ("deploy", "b")).answers(ANA, Approve(always="tool"))
    script.rules = rules((Rule(Verdict.ASK, category="execute", terms=Terms(Deciders(LEADS), every_time=True)),))
    script.says(BOB, "anything that has it looked at again")
    assert [e.call.id for e in script.wanted(RunTool)] == ["1.1.0"], "ana approved this very call"
    assert [ask.id for ask in script.session.asks.open] == ["1.1.1#2"]


def test_always_gives_no_grant_for_what_is_asked_every_time() -> None:
    script = Script().says(ANA).replies(("fetch", "a")).answers(ANA, Approve(always="tool"))
    assert script.wanted(RunTool)
    assert not script.session.asks.grants


def test_an_edit_runs_as_edited_and_a_denied_edit_leaves_the_ask_open() -> None:
    script = Script().says(BOB).replies(("deploy", "a")).answers(ANA, Edit('{"what": "forbidden"}'))
    assert "not allowed" in script.last_note
    assert not script.settled()
    runs = script.answers(ANA, Edit('{"what": "b"}')).wanted(RunTool)
    assert [e.call.arguments for e in runs] == ['{"what": "b"}']


def test_an_edit_counts_as_one_vote_of_a_new_quorum() -> None:
    script = Script().says(BOB).replies(("pay", "100")).answers(CYD, Approve()).answers(ANA, Edit('{"what": "90"}'))
    assert not script.wanted(RunTool)
    assert script.settled() == "edited by Ana"
    assert script.session.asks["1.1.0#1"].call.arguments == '{"what": "90"}', "its card shows what goes on"
    assert script.answers(CYD, Approve(), "1.1.0#2").wanted(RunTool)


def test_an_editor_is_an_author_so_what_is_not_for_authors_is_asked_anew() -> None:
    script = Script().says(BOB).replies(("publish", "a")).answers(ANA, Edit('{"what": "b"}'))
    assert not script.wanted(RunTool)
    assert not script.answers(ANA, Approve(), "1.1.0#2").wanted(RunTool)
    assert script.answers(CYD, Approve(), "1.1.0#2").wanted(RunTool)


def test_rules_that_tighten_reach_an_open_ask_and_rules_that_loosen_do_not() -> None:
    script = Script().says(BOB).replies(("deploy", "a"))
    script.rules = LOOSER
    assert not script.says(BOB, "well?").wanted(RunTool)
    script.rules = TIGHTER
    assert not script.says(BOB, "hm").answers(ANA, Approve()).wanted(RunTool)
    assert script.settled().startswith("withdrawn: the rule on ")


def test_other_deciders_supersede_the_ask_and_ask_anew() -> None:
    script = Script().says(BOB).replies(("deploy", "a"))
    script.rules = OTHER_DECIDERS
    script.says(BOB, "well?")
    assert script.settled().startswith("withdrawn: ")
    assert not script.answers(BOB, Approve(), "1.1.0#2").wanted(RunTool), "it is no longer the requester's"
    assert script.answers(CYD, Approve(), "1.1.0#2").wanted(RunTool)


def test_roles_are_those_that_people_had_when_they_answered() -> None:
    was_lead = Person("test", "T", "eve", "Eve", frozenset({"lead"}))
    no_more = Person("test", "T", "eve", "Eve")
    script = Script().says(BOB).replies(("deploy", "a"))
    assert not script.answers(no_more, Approve()).wanted(RunTool)
    assert script.answers(was_lead, Approve()).wanted(RunTool)


def test_what_is_asked_at_once_of_the_same_people_shares_a_card() -> None:
    script = Script().says(BOB).replies(("deploy", "a"), ("pay", "1"), ("deploy", "b"), ("read", "c"))
    assert [(ask.id, ask.card) for ask in script.session.asks.open] == [
        ("1.1.0#1", "1.1.0#1"),
        ("1.1.1#1", "1.1.1#1"),
        ("1.1.2#1", "1.1.0#1"),
    ]
    assert [item for item in script.session.postings.outbox if isinstance(item, PostAsk)] == [
        PostAsk("1.1.0#1", CHANNEL),
        PostAsk("1.1.1#1", CHANNEL),
    ]


def test_a_card_has_no_more_rows_than_people_look_at() -> None:
    script = Script().says(BOB).replies(*[("deploy", str(n)) for n in range(ROWS + 1)])
    assert [len(script.session.asks.sharing(card)) for card in ("1.1.0#1", f"1.1.{ROWS}#1")] == [ROWS, 1]


def test_ever_so_many_asks_fill_one_card_after_another() -> None:
    many = 20 * ROWS + 3
    script = Script().says(BOB).replies(*[("deploy", str(number)) for number in range(many)])
    cards = [
        post.ask
        for post in script.wanted(PostAsk) + [i for i in script.session.postings.outbox if isinstance(i, PostAsk)]
    ]
    assert [len(script.session.asks.sharing(card)) for card in dict.fromkeys(cards)] == [ROWS] * 20 + [3]


def test_a_shared_card_keeps_what_is_open_and_is_settled_with_the_last() -> None:
    script = Script().says(BOB).replies(("deploy", "a"), ("deploy", "b"))
    both = ("1.1.0#1", "1.1.1#1")
    script.tell(f.AskPosted("1.1.0#1", CHANNEL, "card", both))
    assert not script.wanted(SettleCard)
    script.answers(BOB, Approve(), "1.1.1#1")
    assert faces(script) == ["1.1.0#1=open 1.1.1#1=approved"]
    assert not draws(script).wanted(SettleCard)
    script.answers(BOB, Reject())
    assert faces(script) == ["1.1.0#1=rejected 1.1.1#1=approved"]
    assert draws(script).session.asks.cards, "what was approved has yet to run"
    assert not draws(script.runs("1.1.1")).session.asks.cards


def test_always_on_a_pattern_answers_for_what_it_matches_and_is_revoked_like_any() -> None:
    script = Script().says(BOB).replies(("deploy", "to staging")).shows()
    script.answers(ANA, Approve(always="pattern", match="to *"), card="card 1.1.0#1").runs()
    [grant] = script.session.asks.grants
    assert (grant.scope, grant.on, grant.match) == ("pattern", "deploy", "to *")
    script.replies(("deploy", "to production"), ("deploy", "from here"))
    assert [ask.call.id for ask in script.session.asks.open] == ["1.2.1"]
    script.tell(f.GrantRevoked(grant.id, ANA, CHANNEL))
    assert [ask.call.id for ask in script.session.asks.open] == ["1.2.1", "1.2.0"]


def test_always_on_an_empty_pattern_is_an_approval_and_no_more() -> None:
    script = Script().says(BOB).replies(("deploy", "x")).answers(ANA, Approve(always="pattern", match="  "))
    assert script.settled() == "approved by Ana"
    assert not script.session.asks.grants


def test_a_settled_card_says_what_became_of_its_call() -> None:
    script = Script().says(BOB).replies(("deploy", "a")).shows().answers(BOB, Approve(), card="card 1.1.0#1")
    assert faces(draws(script).starts()) == []
    script.now += 6.0
    script.tell(f.ToolReturned("1.1.0", ToolResult("no", ok=False, exit_code=2)))
    assert faces(script) == ["1.1.0#1=approved,failed"]
    assert script.session.asks["1.1.0#1"].ended == CallEnd("failed", 6.0, 2)
    assert not draws(script).session.asks.cards
    cut = draws(Script().says(BOB).replies(("deploy", "a")).shows().answers(BOB, Approve(), card="card 1.1.0#1")).says(
        ANA, "stop"
    )
    assert faces(cut) == ["1.1.0#1=approved,not-run"]


def test_what_another_grant_lets_run_though_the_first_was_revoked_is_said_to_have_run() -> None:
    script = Script().says(BOB).replies(("deploy", "a"), ("deploy", "b"), ("execute", "c")).shows()
    script.answers(ANA, Approve(always="tool"), "1.1.0#1").answers(ANA, Approve(always="category"), "1.1.2#1")
    assert script.settled("1.1.1#1") == "always allowed by Ana"
    script.tell(f.GrantRevoked("1.1.0#1", ANA, CHANNEL)).runs("1.1.1")
    assert script.session.asks["1.1.1#1"].ended == CallEnd("ran", 0.0)


def test_a_card_on_which_something_is_always_allowed_stays_until_that_is_revoked() -> None:
    script = (
        Script().says(BOB).replies(("deploy", "a")).shows().answers(ANA, Approve(always="tool"), card="card 1.1.0#1")
    )
    draws(script.runs())
    assert script.session.asks.cards
    posts = script.session.postings.outbox
    script.tell(f.GrantRevoked("1.1.0#1", ANA, CHANNEL, "card 1.1.0#1"))
    assert script.session.postings.outbox == posts, "whoever clicked sees it on the card"
    assert (script.session.asks["1.1.0#1"].always, script.session.asks["1.1.0#1"].revoked) == ("", ANA)
    draws(script)
    assert not script.session.asks.cards
    script.tell(f.GrantRevoked("1.1.0#1", ANA, CHANNEL, "card 1.1.0#1"))
    assert script.last_note == "That is already revoked."


def test_a_card_offers_no_more_to_revoke_what_another_grant_has_taken_the_place_of() -> None:
    script = Script(UNHURRIED).says(ANA).replies(("deploy", "a")).answers(ANA, Approve(always="tool")).runs()
    again = replace(script.session.asks.grants[0], id="1.2.0#1", tool="another")
    assert granted(script.session, again).asks["1.1.0#1"].always == ""


def faces(script: Script) -> list[str]:
    return [settle.face for settle in script.wanted(SettleCard)]


def draws(script: Script) -> Script:
    """All cards that are to be drawn anew are."""
    for settle in script.wanted(SettleCard):
        shows = script.session.asks.answerable(settle.ask)
        script.tell(f.CardSettled(settle.place, settle.message, settle.ask, shows=shows, face=settle.face))
    return script


def test_a_card_that_somebody_else_had_posted_is_drawn_anew_if_it_may_show_what_held_then() -> None:
    script = Script().says(BOB).replies(("deploy", "a"), ("deploy", "b")).tell(f.AskPosted("1.1.0#1", CHANNEL, "card"))
    assert faces(script) == ["1.1.0#1=open 1.1.1#1=open"]


def test_asks_whose_card_is_gone_get_another() -> None:
    script = Script().says(BOB).replies(("deploy", "a"), ("deploy", "b"))
    script.tell(f.AskPosted("1.1.0#1", CHANNEL, "card", ("1.1.0#1", "1.1.1#1"))).answers(BOB, Approve(), card="card")
    gone = f.CardSettled(CHANNEL, "card", "1.1.0#1", why="message_not_found")
    assert PostAsk("1.1.0#1", CHANNEL) in script.tell(gone).session.postings.outbox
    script.tell(f.AskPosted("1.1.0#1", CHANNEL, "new", ("1.1.1#1",))).answers(BOB, Reject(), "1.1.1#1", "new")
    script.tell(f.CardSettled(CHANNEL, "new", "1.1.0#1", why="message_not_found"))
    assert not [item for item in script.session.postings.outbox if isinstance(item, PostAsk)]


def test_who_is_asked_by_name_is_shown_it_by_their_account_of_that_platform_unless_they_are_there_by_another() -> None:
    zoe = Person("other", "T", "zoe", "Zoe", accounts=("other:T:zoe", "test:T:z"))
    named = Terms(Deciders(LEADS, people=(zoe,)))
    asking = rules((Rule(Verdict.ASK, tool="deploy", terms=named),))
    script = Script(asking).says(BOB).replies(("deploy", "a"))
    [copy] = [item for item in script.session.postings.outbox if isinstance(item, PostAsk) and item.copy]
    assert copy.place == Place("test", "T", "@z")
    there = Script(asking).says(BOB).says(replace(zoe, platform="test", user="z"), "hm").replies(("deploy", "a"))
    assert not [item for item in there.session.postings.outbox if isinstance(item, PostAsk) and item.copy]


def test_once_text_from_outside_was_read_what_was_allowed_is_asked_and_the_card_says_why() -> None:
    script = Script().says(BOB).replies(("tell", "a"), ("note", "b"))
    assert len(script.wanted(RunTool)) == 2
    script.runs("1.1.0").runs("1.1.1").replies(("look", "x")).runs("1.2.0", "approve!", "channel")
    script.replies(("tell", "c"), ("note", "d"))
    assert not script.wanted(RunTool)
    asks = [ask.ask for ask in script.session.asks.open]
    assert [(ask.untrusted, ask.grantable) for ask in asks if isinstance(ask, Approval)] == [
        (("channel",), True),
        (("channel",), False),
    ]


def test_what_was_allowed_and_has_not_started_is_asked_once_text_from_outside_is_read() -> None:
    script = Script().says(BOB).replies(("look", "x"), ("tell", "c"))
    assert [effect.call.tool for effect in script.wanted(RunTool)] == ["look", "tell"]
    script.runs("1.1.0", outside="channel")
    assert not script.wanted(RunTool)
    assert [ask.call.tool for ask in script.session.asks.open] == ["tell"]


def test_a_grant_counts_for_the_text_from_outside_that_whoever_gave_it_knew_of() -> None:
    script = Script().says(ANA).replies(("look", "x")).runs(outside="channel")
    script.replies(("tell", "a")).answers(ANA, Approve(always="category"), "1.2.0#1").runs("1.2.0")
    script.replies(("tell", "b"))
    assert script.wanted(RunTool), "by the grant: its card said so"
    script.runs("1.3.0").replies(("surf", "y")).runs("1.4.0", outside="web").replies(("tell", "c"))
    assert not script.wanted(RunTool), "nobody knew of this"
    [ask] = script.session.asks.open
    assert isinstance(ask.ask, Approval)
    assert ask.ask.untrusted == ("channel", "web")
    script.answers(ANA, Approve(always="tool"), ask.id).runs("1.5.0").replies(("tell", "d"))
    assert script.wanted(RunTool)


def test_a_grant_of_before_is_none_once_text_from_outside_was_read_also_for_what_it_had_cleared() -> None:
    asking = rules((Rule(Verdict.ASK, category="message"), *BASE))
    script = Script(asking).says(ANA).replies(("tell", "a")).answers(ANA, Approve(always="tool")).runs()
    script.replies(("look", "x"), ("tell", "b"))
    assert [effect.call.tool for effect in script.wanted(RunTool)] == ["look", "tell"]
    script.runs("1.2.0", outside="channel")
    assert not script.wanted(RunTool)
    [ask] = script.session.asks.open
    script.answers(ANA, Approve(), ask.id)
    assert script.wanted(RunTool), "somebody has said so"


def test_what_was_asked_before_something_was_read_may_be_decided_and_always_on_that_card_is_not_for_later() -> None:
    asking = rules((Rule(Verdict.ASK, category="message"), *BASE))
    script = Script(asking).says(ANA).replies(("look", "x"), ("tell", "b")).shows()
    script.runs("1.1.0", outside="channel")
    [ask] = script.session.asks.open
    script.answers(ANA, Approve(always="tool"), ask.id)
    assert script.wanted(RunTool)
    script.runs("1.1.1").replies(("tell", "c"))
    assert not script.wanted(RunTool)


def test_what_is_always_asked_when_remembered_stays_asked_by_whatever_grant() -> None:
    script = Script().says(ANA).replies(("look", "x")).runs(outside="channel")
    script.replies(("note", "a")).answers(ANA, Approve(always="category"), "1.2.0#1").runs("1.2.0")
    assert not script.session.asks.grants
    assert not script.replies(("note", "b")).wanted(RunTool)


def test_what_the_workspace_denies_after_text_from_outside_is_denied() -> None:
    script = Script(rules(BASE, after={"message": Verdict.DENY})).says(BOB).replies(("look", "x")).runs(outside="web")
    script.replies(("tell", "a"))
    [call] = script.session.closed
    assert isinstance(call.status, Denied)
    assert call.status.why.code == "untrusted"
