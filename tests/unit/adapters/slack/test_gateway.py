"""What people do is committed before it is acknowledged, and nobody who does something is left without an answer."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from adapters.slack.gateway import LATER
from harness.approvals.asks import Approve, Edit, Reject, Respond
from harness.chat.people import Person
from harness.loop.answering import NOT_ANSWERED, NOT_TAKEN, UNSURE_CLICKED, UNSURE_SENT
from harness.sessions.facts import AskAnswered, Fact, MessageReceived, StopRequested
from tests.fakes.clock import WITHIN
from tests.fakes.marks import MemoryMarks
from tests.fakes.slack.emulator import SlackEmulator
from tests.fakes.slack.records import Channel, Message, User
from tests.flows.surface import mention
from tests.unit.adapters.slack.rig import Colleague, at_work, calls, run

PROD = calls("deploy", '{"to":"prod"}')


class Kept(MemoryMarks):
    """`taken`: what was kept is no more."""

    def __init__(self) -> None:
        super().__init__()
        self.taken = asyncio.Event()

    async def note(self, name: str, mark: str) -> None:
        await super().note(name, mark)
        if not mark:
            self.taken.set()


class Nobody:
    """May talk."""

    async def known(self, person: Person) -> Person | None:
        return None

    async def refusal(self, person: Person) -> str:
        return "You may not."


def is_among(text: str, messages: Sequence[Message]) -> bool:
    """Is it to be read on one of them?"""
    return any(text in one.shown for one in messages)


async def asked(us: Colleague, arguments: str = '{"to":"prod"}') -> tuple[User, Channel, Message, Message]:
    """Ana has asked for a deployment, and there is a card."""
    slack = us.slack
    ana = slack.user("ana", "Ana")
    ops = slack.channel("ops", ana)
    us.model.says(calls("deploy", arguments), "It is done.")
    said = await slack.says(ana, ops, f"{slack.bot} deploy")
    return ana, ops, said, await us.card(ops, said)


def answers(us: Colleague, channel: Channel, said: Message) -> list[AskAnswered]:
    return [fact for fact in us.facts(channel, said.ts) if isinstance(fact, AskAnswered)]


def received(us: Colleague, channel: Channel, said: Message) -> list[MessageReceived]:
    return [fact for fact in us.facts(channel, said.ts) if isinstance(fact, MessageReceived)]


# Messages
@pytest.mark.parametrize("mention_first", [True, False])
def test_a_mention_comes_twice_and_redelivered_and_is_one_fact(mention_first: bool):
    async def test(slack: SlackEmulator) -> None:
        slack.state.mention_first = mention_first
        async with at_work(slack) as us:
            ana = slack.user("ana")
            ops = slack.channel("ops", ana)
            said = await slack.says(ana, ops, f"{slack.bot} hello")
            await slack.until(lambda: slack.posts(ops, said.ts))
            events = [*slack.events_of("message", said), *slack.events_of("app_mention", said)]
            assert len(events) == 2
            for event in events:
                slack.redelivers(event)
            await slack.settled()
            (fact,) = received(us, ops, said)
            assert (fact.text, str(fact.by), fact.message) == ("hello", "ana", said.ts)
            assert len(us.model.requests) == 1

    run(test)


def test_no_event_is_acknowledged_before_it_is_committed():
    async def test(slack: SlackEmulator) -> None:
        async with at_work(slack) as us:
            us.journal.open.clear()
            ana = slack.user("ana")
            said = await slack.says(ana, slack.dm(ana), "hello")
            await asyncio.sleep(0.2)
            (envelope,) = slack.events_of("message", said)
            assert not envelope.acknowledged
            us.journal.open.set()
            await slack.until(lambda: envelope.acknowledged)
            assert received(us, slack.dm(ana), said)

    run(test)


def test_what_cannot_be_committed_is_sent_again_until_it_is():
    async def test(slack: SlackEmulator) -> None:
        async with at_work(slack) as us:
            us.journal.away = True
            ana = slack.user("ana")
            said = await slack.says(ana, slack.dm(ana), "hello")
            (envelope,) = slack.events_of("message", said)
            await slack.until(lambda: envelope.attempt >= 2)
            assert not envelope.acknowledged
            us.journal.away = False
            await slack.until(lambda: envelope.acknowledged)
            assert len(received(us, slack.dm(ana), said)) == 1

    run(test, retry_delays=(0.05, 0.05, 0.05, 0.05, 0.05, 0.05, 0.05, 0.05))


def test_replies_in_a_thread_that_we_take_part_in_need_no_mention_and_others_are_not_heard():
    async def test(slack: SlackEmulator) -> None:
        async with at_work(slack) as us:
            ana, bob = slack.user("ana"), slack.user("bob")
            ops = slack.channel("ops", ana, bob)
            said = await slack.says(ana, ops, f"{slack.bot} hello")
            await slack.until(lambda: slack.posts(ops, said.ts))
            other = await slack.says(bob, ops, "lunch?")
            await slack.says(bob, ops, "me too", said.ts)
            await slack.until(lambda: len(received(us, ops, said)) == 2)
            await slack.settled()
            assert not us.facts(ops, other.ts)

    run(test)


def test_edits_previews_and_other_bots_are_acknowledged_and_not_heard():
    async def test(slack: SlackEmulator) -> None:
        async with at_work(slack) as us:
            ana, robot = slack.user("ana"), slack.user("robot", is_bot=True)
            ops = slack.channel("ops", ana, robot)
            said = await slack.says(ana, ops, f"{slack.bot} hello")
            await slack.until(lambda: slack.posts(ops, said.ts))
            await slack.unfurls(said)
            await slack.edits_message(ana, said, f"{slack.bot} hello again")
            await slack.says(robot, ops, f"{slack.bot} hello", said.ts)
            await slack.reacts(ana, said, "eyes")
            await slack.opens_app(ana)
            await slack.settled()
            assert len(received(us, ops, said)) == 1
            assert all(envelope.acknowledged for envelope in slack.envelopes)

    run(test)


def test_a_slow_name_does_not_hold_up_the_acknowledgement():
    async def test(slack: SlackEmulator) -> None:
        async with at_work(slack) as us:
            ana, bob = slack.user("ana"), slack.user("bob")
            await slack.says(ana, slack.dm(ana), "hello")
            await slack.settled()
            hold = slack.holds("users.info")
            said = await slack.says(ana, slack.dm(ana), f"and hello to {bob}")
            (envelope,) = slack.events_of("message", said)
            await slack.until(lambda: envelope.acknowledged, within=2.0)
            assert received(us, slack.dm(ana), said)[0].text == f"and hello to @{bob.id}"
            hold.release()

    run(test)


def test_what_is_said_by_whom_we_do_not_know_yet_is_acknowledged_and_taken_in_its_order():
    async def test(slack: SlackEmulator) -> None:
        async with at_work(slack, marks=MemoryMarks()) as us:
            ana, bob = slack.user("ana"), slack.user("bob")
            ops = slack.channel("ops", ana, bob)
            hello = await slack.says(bob, ops, f"{slack.bot} hello")
            await slack.until(lambda: slack.posts(ops, hello.ts))
            hold = slack.holds("users.info")
            for who, text in ((ana, "one"), (bob, "two"), (ana, "three")):
                await slack.says(who, ops, f"{slack.bot} {text}", hello.ts)
            await slack.settled()
            assert [fact.text for fact in received(us, ops, hello)] == ["hello"]
            hold.release()
            await slack.until(lambda: len(received(us, ops, hello)) == 4)
            assert [fact.text for fact in received(us, ops, hello)] == ["hello", "one", "two", "three"]

    run(test)


def test_what_was_acknowledged_and_not_taken_is_taken_after_a_crash():
    async def test(slack: SlackEmulator) -> None:
        marks, ana = Kept(), slack.user("ana")
        ops = slack.channel("ops", ana)
        async with at_work(slack, marks=marks) as us:
            hold = slack.holds("users.info")
            said = await slack.says(ana, ops, f"{slack.bot} hello")
            await slack.settled()
            assert any(marks.kept.values())
        hold.release()
        assert not received(us, ops, said)
        async with at_work(slack, marks=marks) as us:
            await slack.until(lambda: slack.posts(ops, said.ts))
            assert [fact.text for fact in received(us, ops, said)] == ["hello"]
            await asyncio.wait_for(marks.taken.wait(), WITHIN)
            assert not any(marks.kept.values())

    run(test)


def test_whoever_may_not_talk_is_told_so_though_it_was_not_known_at_once():
    async def test(slack: SlackEmulator) -> None:
        marks = Kept()
        async with at_work(slack, marks=marks) as us:
            ana = slack.user("ana")
            ops = slack.channel("ops", ana)
            hold, us.intake._people = slack.holds("users.info"), Nobody()
            said = await slack.says(ana, ops, f"{slack.bot} hello")
            await slack.settled()
            hold.release()
            await slack.until(lambda: slack.ephemerals(ana))
            assert not received(us, ops, said)
            await asyncio.wait_for(marks.taken.wait(), WITHIN)
            assert not any(marks.kept.values())

    run(test)


def test_slacks_stop_button_stops_the_turn():
    async def test(slack: SlackEmulator) -> None:
        async with at_work(slack) as us:
            ana, ops, said, card = await asked(us)
            await slack.emits(
                {
                    "type": "agent_session_stopped",
                    "channel": ops.id,
                    "thread_ts": said.ts,
                    "user": ana.id,
                    "event_ts": "1.2",
                }
            )
            await slack.until(lambda: "stopped by" in slack.message(card).shown)
            assert any(isinstance(fact, StopRequested) for fact in us.facts(ops, said.ts))

    run(test)


def test_slacks_stop_button_clears_what_nobody_works_at():
    async def test(slack: SlackEmulator) -> None:
        async with at_work(slack):
            ana = slack.user("ana")
            ops = slack.channel("ops", ana)
            said = await slack.says(ana, ops, "lunch?")
            slack.sessions.set(ops, said.ts, "processing")
            await slack.stops(ana, ops, said.ts)
            await slack.until(lambda: not slack.status(ops, said.ts))
            await slack.until(lambda: slack.ephemerals(ana))

    run(test)


def test_a_thread_is_called_by_what_it_began_with():
    async def test(slack: SlackEmulator) -> None:
        async with at_work(slack) as us:
            us.model.says("Hello.", "Still here.")
            ana = slack.user("ana")
            ops = slack.channel("ops", ana)
            said = await slack.says(ana, ops, f"{slack.bot} deploy it, please")
            session = await slack.until(lambda: slack.session(ops, said.ts))
            assert (session.title, session.initiator) == ("deploy it, please", ana.id)

    run(test)


# Clicks
def test_a_click_is_an_answer_and_the_card_says_so():
    async def test(slack: SlackEmulator) -> None:
        async with at_work(slack) as us:
            ana, ops, said, card = await asked(us)
            envelope = await slack.clicks(ana, card, "Approve")
            assert envelope.latency is not None
            assert envelope.latency < 1.0
            await slack.until(lambda: f"approved by <@{ana.id}>" in slack.message(card).shown)
            await slack.until(lambda: us.deployed)
            (answer,) = answers(us, ops, said)
            assert (answer.choice, answer.message) == (Approve(), card.ts)

    run(test)


def test_a_choice_of_the_menu_says_what_it_covers_before_it_is_an_answer():
    async def test(slack: SlackEmulator) -> None:
        async with at_work(slack) as us:
            ana, ops, said, card = await asked(us)
            await slack.clicks(ana, card, "Always…")
            view = await slack.until(lambda: slack.views.top(ana.id))
            assert "ll stop asking about this in this thread" in str(view.body["blocks"])
            await slack.submits(ana, view, {})
            await slack.until(lambda: us.deployed)
            choice = answers(us, ops, said)[0].choice  # exactly this call is chosen, unless people choose more
            assert isinstance(choice, Approve)
            assert (choice.always, choice.match) == ("pattern", '{"to":"prod","notes":"","times":1}')

    run(test)


def test_two_clicks_at_once_are_two_facts_and_one_execution():
    async def test(slack: SlackEmulator) -> None:
        async with at_work(slack) as us:
            ana, ops, said, card = await asked(us)
            await asyncio.gather(slack.clicks(ana, card, "Approve"), slack.clicks(ana, card, "Approve"))
            await slack.until(lambda: any("done" in one.shown for one in slack.posts(ops, said.ts)))
            await slack.until(lambda: slack.ephemerals(ana))
            assert len(us.deployed) == 1
            assert len(answers(us, ops, said)) == 2
            assert {one.shown for one in slack.ephemerals(ana)} == {f"This was approved by {mention(ana)}."}

    run(test)


def test_a_click_is_acknowledged_although_the_journal_hangs_and_its_clicker_is_told():
    async def test(slack: SlackEmulator) -> None:
        async with at_work(slack, deadline=0.2, given_up=2.0) as us:
            ana, ops, said, card = await asked(us)
            us.journal.open.clear()
            envelope = await slack.clicks(ana, card, "Approve")
            assert envelope.latency is not None
            assert envelope.latency < 2.0, "long before it is given up"
            assert not slack.ephemerals(ana)
            await slack.until(lambda: [one.shown for one in slack.ephemerals(ana)] == [UNSURE_CLICKED])
            us.journal.open.set()
            await slack.clicks(ana, card, "Approve")
            await slack.until(lambda: us.deployed)
            assert len(answers(us, ops, said)) == 1

    run(test)


def test_a_click_that_cannot_be_committed_is_told_at_once():
    async def test(slack: SlackEmulator) -> None:
        async with at_work(slack) as us:
            ana, _, _, card = await asked(us)
            us.journal.away = True
            await slack.clicks(ana, card, "Approve")
            await slack.until(lambda: [one.shown for one in slack.ephemerals(ana)] == [UNSURE_CLICKED])

    run(test)


def test_a_button_that_is_none_of_ours_is_acknowledged_and_told():
    async def test(slack: SlackEmulator) -> None:
        async with at_work(slack) as us:
            ana, ops, said, _ = await asked(us)
            for action_id, value in (("click.0", "no token"), ("vote", "1")):
                text = {"type": "plain_text", "text": "Old"}
                button = {"type": "button", "text": text, "action_id": action_id, "value": value}
                block = {"type": "actions", "block_id": "b", "elements": [button]}
                old = slack.state.post(ops, slack.bot, "old", thread_ts=said.ts, blocks=(block,))
                await slack.clicks(ana, old, "Old")
            told = "This button isn't mine."
            await slack.until(lambda: {one.shown for one in slack.ephemerals(ana)} == {NOT_TAKEN, told})

    run(test)


# Questions
def test_a_question_is_answered_by_a_button_and_by_choosing_several():
    async def test(slack: SlackEmulator) -> None:
        async with at_work(slack) as us:
            ana = slack.user("ana")
            direct = slack.dm(ana)
            us.model.says(
                calls("ask_user", '{"question":"Which?","options":[{"label":"red"},{"label":"a & b"}]}'),
                calls("ask_user", '{"question":"Some?","multiple":true,"options":[{"label":"x"},{"label":"y"}]}'),
            )
            said = await slack.says(ana, direct, "paint")
            first = await us.card(direct, said, "Which?")
            await slack.clicks(ana, first, "a & b")
            second = await us.card(direct, said, "Some?")
            await slack.chooses(ana, second, "options", ["x", "y"])
            await slack.clicks(ana, second, "Send")
            await slack.until(lambda: any("done" in one.shown for one in slack.posts(direct, said.ts)))
            chosen = [fact.choice for fact in answers(us, direct, said)]
            assert chosen == [Respond(selected=("a & b",)), Respond(selected=("x", "y"))]

    run(test)


# Forms
def test_a_denial_takes_its_reason_from_a_modal():
    async def test(slack: SlackEmulator) -> None:
        async with at_work(slack) as us:
            ana, ops, said, card = await asked(us)
            await slack.clicks(ana, card, "Deny…")
            view: Any = await slack.until(lambda: slack.views.top(ana.id))
            assert await slack.submits(ana, view, {"Why not?": "not on a Friday"}) == {}
            await slack.until(lambda: "not on a Friday" in slack.message(card).shown)
            (answer,) = answers(us, ops, said)
            assert (answer.choice, answer.message) == (Reject("not on a Friday"), card.ts)
            assert not us.deployed

    run(test)


def test_an_edit_is_corrected_in_the_modal_until_it_can_be_taken():
    async def test(slack: SlackEmulator) -> None:
        async with at_work(slack) as us:
            ana, _, _, card = await asked(us)
            await slack.clicks(ana, card, "Edit…")
            view: Any = await slack.until(lambda: slack.views.top(ana.id))
            answer = await slack.submits(ana, view, {"to": "staging", "times": "many"})
            assert answer["response_action"] == "errors"
            assert answer["errors"] == {"field.2": "this is not a valid integer"}
            view = slack.open_view(ana)
            assert await slack.submits(ana, view, {"to": "staging", "times": "2"}) == {}
            await slack.until(lambda: us.deployed)
            assert [(one.to, one.times) for one in us.deployed] == [("staging", 2)]

    run(test)


def test_an_argument_that_is_too_long_for_a_modal_keeps_its_value():
    async def test(slack: SlackEmulator) -> None:
        async with at_work(slack) as us:
            notes = "n" * 5_000
            ana, ops, said, card = await asked(us, f'{{"to":"prod","notes":"{notes}"}}')
            await slack.clicks(ana, card, "Edit…")
            view: Any = await slack.until(lambda: slack.views.top(ana.id))
            assert "stays as it is: notes" in view.shown
            await slack.submits(ana, view, {"to": "staging"})
            await slack.until(lambda: us.deployed)
            assert (us.deployed[0].to, us.deployed[0].notes) == ("staging", notes)
            assert isinstance(answers(us, ops, said)[0].choice, Edit)

    run(test)


def test_a_form_that_is_not_committed_stays_open_and_says_so():
    async def test(slack: SlackEmulator) -> None:
        async with at_work(slack, deadline=0.3) as us:
            ana, ops, said, card = await asked(us)
            await slack.clicks(ana, card, "Deny…")
            await slack.until(lambda: slack.views.top(ana.id))
            us.journal.away = True
            for _ in range(2):  # the journal refuses, and then it hangs
                answer = await slack.submits(ana, slack.open_view(ana), {"Why not?": "no"})
                assert answer == {"response_action": "errors", "errors": {"field.0": UNSURE_SENT}}
                us.journal.away = False
                us.journal.open.clear()
            us.journal.open.set()
            assert await slack.submits(ana, slack.open_view(ana), {"Why not?": "no"}) == {}
            assert len(answers(us, ops, said)) == 1

    run(test)


def test_a_form_of_something_that_is_settled_is_not_opened_and_why_is_told():
    async def test(slack: SlackEmulator) -> None:
        async with at_work(slack) as us:
            ana, _, _, card = await asked(us)
            await slack.clicks(ana, card, "Approve")
            await slack.until(lambda: "approved by" in slack.message(card).shown)
            seen = slack.message(card)
            assert "[Deny…]" not in seen.shown
            await slack.clicks(ana, card, "Deny…", as_seen=card)
            await slack.until(lambda: is_among("This was approved by ana", slack.ephemerals(ana)))
            assert slack.views.top(ana.id) is None

    run(test)


def test_a_form_that_does_not_open_is_told():
    async def test(slack: SlackEmulator) -> None:
        async with at_work(slack) as us:
            ana, _, _, card = await asked(us)
            slack.breaks("views.open")
            await slack.clicks(ana, card, "Deny…")
            await slack.until(lambda: any("did not open" in one.shown for one in slack.ephemerals(ana)))

    run(test)


# Commands
def test_a_slash_command_is_answered_to_whoever_typed_it():
    async def test(slack: SlackEmulator) -> None:
        async with at_work(slack):
            ana = slack.user("ana")
            for typed in ("", "help", " HELP "):
                answer = await slack.runs_command(ana, slack.dm(ana), "/whatever-we-are-called", typed)
                assert "`revoke NAME or all`" in answer["blocks"][0]["text"]
            wrong = await slack.runs_command(ana, slack.dm(ana), "/deskmate", "stauts <now>")
            assert wrong["text"].startswith("There is no command stauts; did you mean status?")

    run(test)


def test_a_slash_command_is_about_the_conversation_that_one_had_there_last():
    async def test(slack: SlackEmulator) -> None:
        async with at_work(slack) as us:
            ana, ops, said, _ = await asked(us)
            answer = await slack.runs_command(ana, ops, "/deskmate", "status")
            assert "**deploy**" in answer["text"]
            assert "waiting for 1 decision." in answer["text"]
            told = await slack.runs_command(ana, ops, "/deskmate", "approvals")
            assert f"acme.slack.com/archives/{ops.id}/p" in told["blocks"][0]["text"]
            assert await slack.runs_command(ana, ops, "/deskmate", "mode nope") == {
                "text": "There is no mode nope; it may be build, free.",
                "blocks": [{"type": "markdown", "text": "There is no mode nope; it may be build, free."}],
            }
            assert "Passed on" in (await slack.runs_command(ana, ops, "/deskmate", "stop"))["text"]
            await slack.until(lambda: is_among(f"Stopped by {mention(ana)}", slack.posts(ops, said.ts)))

    run(test)


def test_a_mention_that_is_exactly_a_command_is_one_and_anything_else_is_a_message():
    async def test(slack: SlackEmulator) -> None:
        async with at_work(slack) as us:
            ana = slack.user("ana", "Ana")
            ops = slack.channel("ops", ana)
            said = await slack.says(ana, ops, f"{slack.bot} hello")
            await slack.until(lambda: slack.posts(ops, said.ts))
            command = await slack.says(ana, ops, f"{slack.bot} usage", said.ts)
            for event in (*slack.events_of("message", command), *slack.events_of("app_mention", command)):
                slack.redelivers(event)
            await slack.settled()
            await slack.says(ana, ops, f"{slack.bot} mode free", said.ts)
            await slack.until(lambda: len(slack.posts(ops, said.ts)) == 2)
            await slack.says(ana, ops, "usage", said.ts)
            await slack.says(ana, ops, f"{slack.bot} usage of what?", said.ts)
            await slack.until(lambda: len(received(us, ops, said)) == 3)
            assert [one.shown for one in slack.ephemerals(ana)] == [
                "This thread has used 0 tokens in, 0 out, in 1 turn."
            ]
            [request] = [each for each in slack.posts(ops, said.ts) if each.controls]
            assert f"{mention(ana)} asks for free mode, which permits more. An approver can allow it." in request.shown

    run(test)


def test_a_command_that_takes_too_long_is_acknowledged_and_its_answer_follows():
    async def test(slack: SlackEmulator) -> None:
        async with at_work(slack, deadline=0.1) as us:
            ana, ops, said, _ = await asked(us)
            us.journal.open.clear()
            answer = await slack.runs_command(ana, ops, "/deskmate", "stop")
            assert answer["text"] == LATER
            us.journal.open.set()
            await slack.until(lambda: is_among(f"Stopped by {mention(ana)}", slack.posts(ops, said.ts)))
            us.journal.away = True
            assert (await slack.runs_command(ana, ops, "/deskmate", "model default"))["text"] == NOT_ANSWERED

    run(test)


# The home tab
def test_a_click_in_the_home_tab_on_what_was_decided_meanwhile_is_told_and_the_tab_is_shown_anew():
    async def test(slack: SlackEmulator) -> None:
        async with at_work(slack) as us:
            ana, ops, said, card = await asked(us)
            await slack.opens_app(ana, "home")
            old = await slack.until(lambda: slack.views.homes.get(ana.id))
            assert "Deploy to prod" in old.shown
            await slack.clicks(ana, card, "Approve")
            await slack.until(lambda: us.deployed)
            await slack.clicks(ana, slack.home(ana), "Approve…")
            await slack.until(lambda: any("This was approved by ana." in one.shown for one in slack.ephemerals(ana)))
            await slack.until(lambda: "Deploy to prod" not in slack.home(ana).shown)
            assert len(us.deployed) == 1
            assert [answer.message for answer in answers(us, ops, said)] == [card.ts]
            assert slack.views.top(ana.id) is None, "there is nothing left to be filled in"

    run(test)


def test_what_was_typed_about_what_is_settled_meanwhile_stays_in_its_form():
    async def test(slack: SlackEmulator) -> None:
        async with at_work(slack) as us:
            ana, _, _, card = await asked(us)
            await slack.clicks(ana, card, "Ask back…")
            view = await slack.until(lambda: slack.views.top(ana.id))
            await slack.clicks(ana, card, "Approve")
            await slack.until(lambda: us.deployed)
            errors = (await slack.submits(ana, view, {"Your question": "why at all?"}))["errors"]
            assert [*errors.values()] == ["This was approved by ana."]

    run(test)


def test_a_home_tab_that_cannot_be_shown_stays_as_it_was():
    async def test(slack: SlackEmulator) -> None:
        async with at_work(slack) as us:
            ana = slack.user("ana")
            slack.views.home_enabled = False
            await slack.opens_app(ana, "home")
            await slack.until(lambda: slack.calls_of("views.publish"))
            await slack.settled()
            assert ana.id not in slack.views.homes
            us.model.says("still here")
            await slack.says(ana, slack.dm(ana), "hello")
            await slack.until(lambda: any("still here" in each.shown for each in slack.history(slack.dm(ana))))

    run(test)


def test_a_question_about_a_message_needs_words_and_a_place_where_we_are():
    async def test(slack: SlackEmulator) -> None:
        async with at_work(slack) as us:
            ana = slack.user("ana")
            ops = slack.channel("ops", ana)
            said = await slack.says(ana, ops, "it is red")
            await slack.uses_shortcut(ana, "ask_deskmate", said)
            view = await slack.until(lambda: slack.views.top(ana.id))
            assert (await slack.submits(ana, view, {"question": " "}))["errors"] == {
                "question": "please write something"
            }
            slack.breaks("conversations.info")
            assert await slack.submits(ana, view, {"question": "why?"}) == {}, (
                "if that is not to be known, we shall see"
            )
            await slack.until(lambda: us.model.requests)
            await slack.uses_shortcut(ana, "another_shortcut", said)
            assert slack.views.top(ana.id) is None

    run(test)


# The rest


def test_stopping_lets_go_of_what_the_journal_does_not_take():
    async def test(slack: SlackEmulator) -> None:
        facts: list[Fact] = []
        async with at_work(slack) as us:
            us.journal.open.clear()
            ana = slack.user("ana")
            said = await slack.says(ana, slack.dm(ana), "hello")
            await asyncio.sleep(0.1)
            await us.app.stop()
            facts += us.facts(slack.dm(ana), said.ts)
        assert not facts
        async with at_work(slack) as us:
            await slack.until(lambda: received(us, slack.dm(ana), said))

    run(test)


def test_a_slow_name_and_a_hanging_journal_together_do_not_take_three_seconds():
    async def test(slack: SlackEmulator) -> None:
        async with at_work(slack, deadline=1.5) as us:
            _, ops, _, card = await asked(us)
            bob = slack.user("bob")
            slack.joins(bob, ops)
            us.journal.open.clear()
            hold = slack.holds("users.info")
            envelope = await slack.clicks(bob, card, "Approve")
            hold.release()
            assert envelope.latency is not None
            assert envelope.latency < 2 * 1.5, "both within one deadline, not one after the other"

    run(test)
