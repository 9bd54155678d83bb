"""Slack's payloads, as ChatEvents."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from adapters.slack import ask_shortcut, parse
from adapters.slack.ask_shortcut import Pointed
from adapters.slack.parse import (
    EVENTS,
    AskWanted,
    FormWanted,
    HomeOpened,
    Ignored,
    Unarchived,
    Us,
    action,
    command,
    event,
    line,
    people,
    shortcut,
    submission,
)
from harness.chat.events import (
    ButtonClicked,
    CommandInvoked,
    FormSubmitted,
    Invited,
    MessageEdited,
    MessageRemoved,
    MessageSent,
)
from harness.chat.people import Person, Place
from harness.chat.port import ChatLine

PAYLOADS = Path(__file__).parents[3] / "payloads" / "slack"
US = Us("T07AB12CD", "U07BOT001", "B07BOT001")
NAMES = {"U07ANA001": "Ana", "U07BOB001": "Bob"}
ANA, BOB = Person("slack", US.team, "U07ANA001", "Ana"), Person("slack", US.team, "U07BOB001", "Bob")
THREAD = Place("slack", US.team, "C07OPS001", "1795824000.123459")
SAID = "slack:T07AB12CD:C07OPS001:1795824000.123459"
TOKEN = "9f86d081884c7d65|3.1.0|"


def payload(name: str) -> dict[str, Any]:
    body: dict[str, Any] = json.loads((PAYLOADS / f"{name}.json").read_text(encoding="utf-8"))
    return body


def to_name(body: dict[str, Any]) -> frozenset[str]:
    return parse.named(body, US, event(body, US, {}))


def test_a_mention_is_a_message_in_a_thread_of_its_own_with_our_name_cut_out():
    text = "compare a < b && c with the doc (https://example.com/x?a=1&b=2), cc @Bob @here in #ops"
    id = "slack:T07AB12CD:C07OPS001:1795824000.123459"
    assert event(payload("app_mention"), US, NAMES) == MessageSent(
        id, THREAD, ANA, text, "1795824000.123459", addressed=True, tags=True, written=1795824000.123459
    )


def test_both_events_of_a_mention_are_one_message():
    assert event(payload("app_mention"), US, NAMES) == event(payload("message_mention"), US, NAMES)


def mentioning(words: str, **more: Any) -> dict[str, Any]:
    body = payload("app_mention")
    body["event"] |= {"text": f"<@{US.user}> {words}", **more}
    return body


def test_a_mention_that_is_exactly_a_command_is_one_in_its_thread_or_of_the_channel():
    id = "slack:T07AB12CD:C07OPS001:1795824000.123459"
    channel = replace(THREAD, thread="")
    assert event(mentioning("mode plan"), US, NAMES) == CommandInvoked(id, channel, ANA, "mode", "plan", wide=True)
    within = event(mentioning("Usage", thread_ts="1.2"), US, NAMES)
    assert within == CommandInvoked(id, replace(THREAD, thread="1.2"), ANA, "usage")
    for words in ("usage of <@U07BOB001>", "mode of transport"):
        assert isinstance(event(mentioning(words), US, NAMES), MessageSent)
    assert event(mentioning("stop"), US, NAMES) == CommandInvoked(id, channel, ANA, "stop", wide=True)
    assert isinstance(event(mentioning("stop", thread_ts="1.2"), US, NAMES), MessageSent), (
        "its place among words counts"
    )
    unmentioned = payload("thread_reply")
    unmentioned["event"]["text"] = "usage"
    assert isinstance(event(unmentioned, US, NAMES), MessageSent)


def test_what_is_said_to_us_alone_and_is_exactly_a_command_is_one():
    def direct(text: str, **more: Any) -> Any:
        body = payload("message_mention")
        body["event"] |= {"text": text, "channel": "D07ANA777", "channel_type": "im", **more}
        return event(body, US, NAMES)

    alone, within = direct("Memory."), direct("usage week", thread_ts="1.2")
    assert isinstance(alone, CommandInvoked)
    assert isinstance(within, CommandInvoked)
    assert (alone.command, alone.wide, alone.place.thread) == ("memory", True, "")
    assert (within.command, within.argument, within.wide, within.place.thread) == ("usage", "week", False, "1.2")
    assert isinstance(direct("memory is a strange thing"), MessageSent)
    assert isinstance(direct("stop"), MessageSent), "its place among words counts"


def test_a_slash_command_is_of_its_channel_and_seen_by_its_author_alone():
    body = {"command": "/deskmate", "text": "Rename  <@U07BOB001|bob>&amp;co", "trigger_id": "TR.1",
            "team_id": US.team, "user_id": "U07ANA001", "user_name": "ana", "channel_id": "C07OPS001"}  # fmt: skip
    id, channel = "slack:command:T07AB12CD:TR.1", replace(THREAD, thread="")
    assert command(body, US, NAMES) == CommandInvoked(id, channel, ANA, "rename", "@Bob&co", wide=True, private=True)
    assert people(body, US) == {"U07ANA001"}
    assert isinstance(command({"command": "/deskmate"}, US, NAMES), Ignored)


def test_the_home_tab_is_opened_by_its_person_and_the_messages_tab_says_nothing():
    opened = {"type": "app_home_opened", "user": "U07ANA001", "channel": "D07ANA777", "tab": "home"}
    assert event({"event": opened}, US, NAMES) == HomeOpened(ANA)
    assert to_name({"event": opened}) == {"U07ANA001"}
    assert isinstance(event({"event": {**opened, "tab": "messages"}}, US, NAMES), Ignored)


def test_what_is_pressed_in_the_home_tab_is_on_no_message_and_its_person_s_alone():
    body = payload("button_approve") | {
        "container": {"type": "view", "view_id": "V1"},
        "view": {"id": "V1", "type": "home"},
    }
    body.pop("message", None)
    clicked = action(body, US, NAMES)
    assert isinstance(clicked, ButtonClicked)
    assert (clicked.place, clicked.message) == (Place("slack", US.team, "@U07ANA001"), "")
    assert isinstance(action({**body, "view": {"id": "V1", "type": "modal"}}, US, NAMES), Ignored)


def test_a_message_may_be_asked_about_wherever_it_is():
    said = {"user": "U07BOB001", "text": "see <@U07ANA001> &amp; co", "ts": "1.2", "thread_ts": "1.1"}
    body = {"type": "message_action", "callback_id": "ask_deskmate", "trigger_id": "TR.1", "message_ts": "1.2",
            "user": {"id": "U07ANA001"}, "channel": {"id": "C07OPS001"}, "message": said}  # fmt: skip
    assert people(body, US) == {"U07ANA001", "U07BOB001"}
    place = replace(THREAD, thread="1.1")
    assert shortcut(body, US, NAMES) == AskWanted(Pointed(place, ChatLine("Bob", "see @Ana & co")), "TR.1")
    robot = {"username": "deploybot", "text": "done", "ts": "1.2"}
    wanted = shortcut({**body, "message": robot}, US, NAMES)
    assert isinstance(wanted, AskWanted)
    assert wanted.pointed == Pointed(replace(THREAD, thread="1.2"), ChatLine("deploybot", "done"))
    assert isinstance(shortcut({**body, "callback_id": "other"}, US, NAMES), Ignored)


def test_what_is_asked_about_a_message_is_one_that_nobody_has_seen():
    pointed = Pointed(THREAD, ChatLine("Bob", "the build is red"))
    view = {
        "id": "V1",
        **ask_shortcut.modal(pointed),
        "state": {"values": {"question": {"question": {"value": " why? "}}}},
    }
    body = {"type": "view_submission", "user": {"id": "U07ANA001"}, "view": view}
    sent = submission(body, US, NAMES)
    assert isinstance(sent, MessageSent)
    assert sent.id.startswith("slack:form:T07AB12CD:U07ANA001:V1:")
    assert sent == MessageSent(sent.id, THREAD, ANA, "why?", about=(pointed.line,), unseen=True)


def test_we_are_brought_into_a_channel_once_however_often_it_is_told():
    joined = {"type": "member_joined_channel", "user": US.user, "channel": "C07OPS001", "inviter": "U07ANA001"}
    channel = replace(THREAD, thread="")
    assert event({"event": joined}, US, NAMES) == Invited("slack:joined:T07AB12CD:C07OPS001", channel, ANA)
    assert isinstance(event({"event": {**joined, "user": "U07BOB001"}}, US, NAMES), Ignored)


@pytest.mark.parametrize("type", ["channel_unarchive", "group_unarchive"])
def test_a_channel_that_is_unarchived_may_be_written_to_again(type: str):
    unarchived = {"event": {"type": type, "user": "U07ANA001", "channel": "C07OPS001"}}
    assert event(unarchived, US, NAMES) == Unarchived(replace(THREAD, thread=""))
    assert to_name(unarchived) == frozenset()
    assert isinstance(event({"event": {"type": type}}, US, NAMES), Ignored)


def test_a_direct_message_is_addressed_and_opens_a_thread_on_itself():
    sent = event(payload("direct_message"), US, NAMES)
    assert isinstance(sent, MessageSent)
    assert sent.addressed
    assert sent.text == "stop"
    assert sent.place == Place("slack", US.team, "D07ANA777", "1795824100.000200")


def test_a_mention_in_a_group_is_addressed_by_whichever_event_it_comes_and_other_words_are_not():
    body = payload("direct_message")
    body["event"] |= {"channel": "G07GRP001", "channel_type": "mpim", "text": f"<@{US.user}> hello"}
    sent = event(body, US, NAMES)
    body["event"] |= {"type": "app_mention"}
    again = event(body, US, NAMES)
    body["event"] |= {"type": "message", "text": "hello"}
    other = event(body, US, NAMES)
    assert isinstance(sent, MessageSent)
    assert isinstance(again, MessageSent)
    assert isinstance(other, MessageSent)
    assert (sent.addressed, sent.id, sent.text) == (True, again.id, "hello")
    assert not other.addressed


def test_a_reply_without_a_mention_is_not_addressed_and_belongs_to_its_thread():
    sent = event(payload("thread_reply"), US, NAMES)
    assert isinstance(sent, MessageSent)
    assert (sent.addressed, sent.place, sent.by, sent.text) == (False, THREAD, BOB, "use the *blue* one")


def test_a_reply_that_is_also_sent_to_the_channel_is_heard():
    sent = event(payload("thread_broadcast"), US, NAMES)
    assert isinstance(sent, MessageSent)
    assert sent.place == THREAD


def test_a_file_is_named_with_what_was_said():
    sent = event(payload("file_share"), US, NAMES)
    assert isinstance(sent, MessageSent)
    assert sent.text == "see this\n[attached: report.csv, text/csv, 18,231 bytes, with the id F07FILE01]"


@pytest.mark.parametrize(
    "name",
    [
        "app_mention_edited",
        "channel_join",
        "bot_message",
        "our_message",
        "reaction_added",
    ],
)
def test_nobody_is_answered_who_said_nothing_to_us(name: str):
    assert isinstance(event(payload(name), US, NAMES), Ignored)
    assert to_name(payload(name)) == frozenset()


def test_what_another_app_says_is_said_by_a_bot_of_its_name_and_no_command():
    body = payload("app_message")
    by = Person("slack", US.team, "U07APP009", "other", bot=True, member=False)
    said = event(body, US, NAMES)
    assert isinstance(said, MessageSent)
    assert (said.by, said.text, said.addressed) == (by, "I am an app", False)
    body["event"]["text"] = f"<@{US.user}> status"
    assert isinstance(event(body, US, NAMES), MessageSent)
    assert to_name(body) == frozenset()


def test_an_edit_is_the_new_words_of_that_message():
    edited = event(payload("message_changed"), US, NAMES)
    id = "slack:T07AB12CD:C07OPS001:1795824000.123459:edited:1795824310.000000"
    assert edited == MessageEdited(
        id, THREAD, ANA, "compare them again", "1795824000.123459", said=SAID, addressed=True
    )
    for text, addressed in ((f"<@{US.user}> hi", True), (f"<@{US.user}> status", False), (f"<@{US.user}> stop", True)):
        body = payload("message_changed")
        body["event"]["message"]["text"] = text
        named = event(body, US, NAMES)
        assert isinstance(named, MessageEdited)
        assert (named.addressed, named.tags) == (addressed, False)
    for text, addressed in (("hi", True), ("status", False), ("stop", True)):
        body = payload("message_changed")
        body["event"] |= {"channel": "D07ANA777", "channel_type": "im"}
        body["event"]["message"]["text"] = text
        direct = event(body, US, NAMES)
        assert isinstance(direct, MessageEdited)
        assert direct.addressed == addressed
    assert to_name(payload("message_changed")) == {"U07ANA001"}


def test_a_deletion_names_the_message_that_is_gone():
    removed = event(payload("message_deleted"), US, NAMES)
    id = "slack:T07AB12CD:C07OPS001:1795824000.123459:deleted"
    assert removed == MessageRemoved(id, THREAD, ANA, "1795824000.123459", said=SAID)


def test_what_becomes_a_tombstone_is_deleted():
    body = payload("message_deleted")
    was = body["event"]["previous_message"]
    stone = {"subtype": "tombstone", "text": "This message was deleted.", "user": "USLACKBOT", "hidden": True}
    changed = {k: v for k, v in body["event"].items() if k != "deleted_ts"}
    changed |= {"subtype": "message_changed", "message": {**was, **stone}}
    assert event({**body, "event": changed}, US, NAMES) == event(body, US, NAMES)
    ours = {**changed, "previous_message": {**was, "user": US.user}}
    assert isinstance(event({**body, "event": ours}, US, NAMES), Ignored)


def test_what_stands_in_a_thread_that_somebody_began_is_late():
    assert [event(payload(name), US, NAMES).late for name in ("app_mention", "thread_reply")] == [False, True]  # type: ignore[union-attr]


def test_a_line_of_a_threads_history_has_its_authors_name_and_says_whether_it_is_ours():
    message = {"user": "U07ANA001", "text": "<@U07BOB001> look &amp; see"}
    assert line(message, NAMES, ours=False) == ChatLine("Ana", "@Bob look & see")
    assert line({"bot_profile": {"name": "CI"}, "text": "red"}, NAMES, ours=False) == ChatLine("CI", "red")
    assert line({"ts": "1.2", "text": "red"}, NAMES, ours=False).message == "1.2"
    assert line({"user": "U07BOT001", "text": "done"}, {}, ours=True) == ChatLine("U07BOT001", "done", ours=True)


def test_people_of_another_workspace_are_people_of_theirs():
    sent, clicked = (
        event(payload("slack_connect_stranger"), US, NAMES),
        action(payload("button_by_a_stranger"), US, NAMES),
    )
    assert isinstance(sent, MessageSent)
    assert isinstance(clicked, ButtonClicked)
    assert sent.by == replace(clicked.by, name="") == Person("slack", "T99OTHER9", "U99STRANGE", member=False)
    assert sent.place.team == US.team


def test_slacks_own_stop_button_is_a_command_of_that_thread():
    expected = CommandInvoked("slack:Ev08QK2V7C9Z", THREAD, ANA, "stop")
    assert event(payload("agent_session_stopped"), US, NAMES) == expected


def test_the_names_that_are_wanted_are_of_the_author_and_those_mentioned_but_not_ours():
    assert to_name(payload("app_mention")) == {"U07ANA001", "U07BOB001"}
    assert people(payload("button_approve"), US) == {"U07ANA001"}


def test_a_name_that_is_not_known_stays_an_id():
    sent = event(payload("app_mention"), US, {})
    assert isinstance(sent, MessageSent)
    assert str(sent.by) == "U07ANA001"
    assert "@U07BOB001" in sent.text


def test_a_click_carries_its_token_its_card_and_an_id_of_its_own():
    clicked = action(payload("button_approve"), US, NAMES)
    assert isinstance(clicked, ButtonClicked)
    assert (clicked.token, clicked.message, clicked.place) == (f"{TOKEN}approve", "1795824400.000600", THREAD)
    again = payload("button_approve")
    again["actions"][0]["action_ts"] = "1795824405.000000"
    other = action(again, US, NAMES)
    assert isinstance(other, ButtonClicked)
    assert other.id != clicked.id
    assert action(payload("button_approve"), US, NAMES) == clicked


def test_a_card_that_stands_in_no_thread_is_its_own():
    body = payload("button_approve")
    del body["container"]["thread_ts"], body["message"]["thread_ts"]
    clicked = action(body, US, NAMES)
    assert isinstance(clicked, ButtonClicked)
    assert clicked.place.thread == clicked.message


def test_buttons_with_a_form_ask_for_it():
    expected = FormWanted(THREAD, ANA, f"{TOKEN}reject", "1795824400.000600", "8765432.1234.abcdef")
    assert action(payload("button_deny"), US, NAMES) == expected
    reply = action(payload("overflow_reply"), US, NAMES)
    assert isinstance(reply, FormWanted)
    assert reply.token == f"{TOKEN}respond"


def test_a_thumb_down_counts_and_asks_for_a_form_and_a_thumb_up_counts_alone():
    body = payload("button_deny")
    for verb in ("good", "bad"):
        token = f"9f86d081884c7d65|3.1|{verb}"
        body["actions"][0] |= {"type": "feedback_buttons", "action_id": "feedback", "value": token}
        done = action(body, US, NAMES)
        click = done.click if isinstance(done, FormWanted) else done
        assert isinstance(click, ButtonClicked)
        assert click.token == token
        wanted = FormWanted(THREAD, ANA, token, click.message, "8765432.1234.abcdef", click)
        assert done == (wanted if verb == "bad" else click)


def test_a_choice_of_the_menu_beside_the_buttons_is_a_click():
    clicked = action(payload("overflow_always"), US, NAMES)
    assert isinstance(clicked, ButtonClicked)
    assert clicked.token == f"{TOKEN}always"


@pytest.mark.parametrize(
    ("name", "selected"),
    [("button_choose", ("blue",)), ("select_sent", ("blue",)), ("checkboxes_sent", ("red", "blue"))],
)
def test_an_answer_says_what_was_chosen(name: str, selected: tuple[str, ...]):
    clicked = action(payload(name), US, NAMES)
    assert isinstance(clicked, ButtonClicked)
    assert (clicked.token, clicked.selected) == (f"{TOKEN}choose", selected)


def test_choosing_is_no_answer_before_it_is_sent():
    chosen = action(payload("select_changed"), US, NAMES)
    assert isinstance(chosen, Ignored)
    assert not chosen.told


def test_whoever_clicks_a_button_that_is_none_of_ours_is_told():
    clicked = action(payload("button_of_somebody_else"), US, NAMES)
    assert isinstance(clicked, Ignored)
    assert clicked.told


def test_a_form_comes_back_with_what_was_typed_by_name():
    sent = submission(payload("view_submission"), US, NAMES)
    assert isinstance(sent, FormSubmitted)
    assert (sent.token, sent.place, sent.message) == (f"{TOKEN}edit", THREAD, "1795824400.000600")
    assert sent.values == {"to": "staging", "force": "true", "notes": ""}


def test_a_form_sent_again_has_its_id_only_if_it_says_the_same():
    first = submission(payload("view_submission"), US, NAMES)
    changed = payload("view_submission")
    changed["view"]["state"]["values"]["field.0"]["to"]["value"] = "prod"
    second = submission(changed, US, NAMES)
    assert isinstance(first, FormSubmitted)
    assert isinstance(second, FormSubmitted)
    assert submission(payload("view_submission"), US, NAMES) == first
    assert second.id != first.id


def test_a_form_that_is_none_of_ours_is_ignored():
    body = payload("view_submission")
    body["view"]["callback_id"] = "poll"
    assert isinstance(submission(body, US, NAMES), Ignored)


@pytest.mark.parametrize("body", [{}, {"event": {}}, {"event": {"type": "message"}}, {"event": None}])
def test_what_is_not_understood_is_ignored(body: dict[str, Any]):
    assert isinstance(event(body, US, {}), Ignored)
    assert isinstance(action(body, US, {}), Ignored)
    assert isinstance(submission(body, US, {}), Ignored)


@pytest.mark.parametrize("type", ["team_join", None, ["message"], {}])
def test_an_event_of_no_type_that_we_understand_is_ignored(type: object):
    assert type not in list(EVENTS)
    assert isinstance(event({"event": {"type": type}}, US, NAMES), Ignored)
    assert isinstance(event({}, US, NAMES), Ignored)


@pytest.mark.parametrize("type", list(EVENTS))
def test_an_event_that_lacks_everything_else_is_ignored(type: str):
    assert isinstance(event({"event": {"type": type}}, US, NAMES), Ignored)


def test_what_is_pointed_at_is_read_without_the_mention_of_us():
    message = {"user": "U2", "ts": "1.2", "text": "<@U0> run <@U3>"}
    assert line(message, {"U2": "bob", "U3": "cyd"}, ours=False, us="U0").text == "run @cyd"


# What stands elsewhere than in the text of a message
DISK = (
    "db-7 is *full* & @Ana is on call\n[attached: disk.png, image/png, 812 bytes, with the id F07DISK01]\n"
    "Slack conversation\nhttps://acme.slack.com/archives/C07OTHER1/p1795737600000200"
)
FORWARDED = ChatLine("Bob in #incidents", DISK)


def test_a_forward_alone_is_said_to_us_in_the_words_of_others() -> None:
    for name in ("forward_direct", "forward_mention"):
        sent = event(payload(name), US, NAMES)
        assert isinstance(sent, MessageSent)
        assert (sent.text, sent.addressed, sent.about) == ("", True, (FORWARDED,))
    assert to_name(payload("forward_direct")) == {"U07ANA001", "U07BOB001"}


def test_a_mention_of_us_within_a_forward_is_not_to_us() -> None:
    body = payload("forward_mention")
    body["event"] |= {"type": "message", "text": "fyi", "blocks": []}
    body["event"]["attachments"][0]["text"] = "<@U07BOT001> stop"
    sent = event(body, US, NAMES)
    assert isinstance(sent, MessageSent)
    assert (sent.text, sent.addressed, sent.tags) == ("fyi", False, False)


def test_a_word_with_a_forward_is_no_command() -> None:
    body = payload("forward_direct")
    body["event"]["text"] = "memory"
    assert isinstance(event(body, US, NAMES), MessageSent)


def test_a_mention_of_us_in_blocks_alone_is_to_us() -> None:
    body = payload("github_pull_request")
    body["event"]["blocks"][1]["text"]["text"] = "<@U07BOT001> please review"
    sent = event(body, US, NAMES)
    assert isinstance(sent, MessageSent)
    assert sent.by.bot
    assert sent.addressed
    assert "please review" in sent.text


def test_a_line_of_a_history_holds_all_that_the_message_says() -> None:
    alert = line(payload("grafana_alert")["event"], NAMES, ours=False)
    assert alert.by == "Grafana"
    assert "[FIRING:1] DiskFull db-7 (https://grafana.example/alerting/7)\n*Firing*\nValue: B=97.2" in alert.text
    forward = line(payload("forward_direct")["event"], NAMES, ours=False)
    assert forward.by == "Ana"
    assert forward.text.splitlines() == [f"> {row}" for row in f"Bob in #incidents: {DISK}".splitlines()]
    assert "restart the build" in line(payload("audio_clip")["event"], NAMES, ours=False).text


def test_a_quoted_message_of_the_same_channel_is_named_for_its_deletion() -> None:
    body = payload("forward_mention")
    body["event"]["attachments"][0]["channel_id"] = "C07OPS001"
    sent = event(body, US, NAMES)
    assert isinstance(sent, MessageSent)
    assert [one.message for one in sent.about] == ["1795737600.000200"]


def test_a_changed_attachment_is_an_edit_that_rewords_nothing() -> None:
    body = payload("message_changed_unfurl")
    edited = event(body, US, NAMES)
    assert isinstance(edited, MessageEdited)
    assert edited.about == (ChatLine("example.com (link preview)", "x"),)
    assert not edited.reworded
    body["event"]["previous_message"]["attachments"] = body["event"]["message"]["attachments"]
    assert isinstance(event(body, US, NAMES), Ignored)
    body["event"]["message"] = body["event"]["message"] | {"attachments": [], "text": "new"}
    changed = event(body, US, NAMES)
    assert isinstance(changed, MessageEdited)
    assert (changed.about, changed.reworded) == ((), True)


def test_a_changed_preview_is_an_edit_of_its_own_each_time() -> None:
    body = payload("message_changed_unfurl")
    body["event"]["message"]["edited"] = body["event"]["previous_message"]["edited"] = {"ts": "1.5"}
    first = event(body, US, NAMES)
    body["event"] = {**body["event"], "event_ts": "1795824399.000500", "previous_message": {**body["event"]["message"]}}
    body["event"]["message"] = body["event"]["message"] | {
        "attachments": [{"from_url": "https://e.example", "text": "y"}]
    }
    second = event(body, US, NAMES)
    assert isinstance(first, MessageEdited)
    assert isinstance(second, MessageEdited)
    assert first.id != second.id


def test_a_message_that_is_asked_about_is_read_whole() -> None:
    said = payload("grafana_alert")["event"]
    body = {"type": "message_action", "callback_id": "ask_deskmate", "trigger_id": "TR.1", "message_ts": said["ts"],
            "user": {"id": "U07ANA001"}, "channel": {"id": "C07OPS001"}, "message": said}  # fmt: skip
    wanted = shortcut(body, US, NAMES)
    assert isinstance(wanted, AskWanted)
    assert "Value: B=97.2" in wanted.pointed.line.text
